//! The walk over a parsed document: every key known, every value of its kind and in its range.
//!
//! What is missing is not looked at here, as presets and defaults come first; see [`crate::fill`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};
use understory_placement::Colour;
use understory_records::nearest;

use crate::keys::{self, Interval, Key, SCENARIO, ValueKind, When};
use crate::problem::Report;
use crate::reference::{Entry, reference};
use crate::syntax;
use crate::value::{Table, Value};
use crate::varied::varied;
use crate::words::{joined, listed};

/// Reads TOML into a table of known keys; whatever is wrong goes to the report. `false` after a syntax error, as
/// what seems to be missing then may only be unreadable.
pub(crate) fn walk(text: &str, report: &mut Report<'_>) -> (Table, bool) {
    let (document, errors) = DeTable::parse_recoverable(text);
    let readable_to = syntax::report_errors(text, document.get_ref(), &errors, report);
    let syntax_errors = report.count();
    let table = Walk { report }.table(SCENARIO, document.get_ref(), 0, "");
    report.forget_followers(syntax_errors, readable_to);
    (table, errors.is_empty())
}

struct Walk<'a, 'r> {
    report: &'r mut Report<'a>,
}

impl Walk<'_, '_> {
    fn table(&mut self, keys: &'static [Key], document: &DeTable<'_>, at: usize, path: &str) -> Table {
        let mut table = Table::new(at);
        for (name, value) in document {
            let (span, name) = (name.span(), name.get_ref());
            let Some(key) = key_here(keys, name, document) else {
                let near = self.unknown(keys, name, span.start, path);
                // What was meant is there, so it is not missing.
                if let Some(near) = near.filter(|near| document.keys().all(|name| name.get_ref() != near)) {
                    table.insert(near, span.start, Value::Broken);
                }
                continue;
            };
            let path = joined(path, key.name);
            let checked = self
                .value(key, value.get_ref(), value.span(), &path)
                .unwrap_or(Value::Broken);
            table.insert(key.name, value.span().start, checked);
        }
        table
    }

    /// A table of a sweep: its own keys, and beside them paths in quotes.
    fn swept(&mut self, keys: &'static [Key], document: &DeTable<'_>, at: usize, path: &str) -> Table {
        let (own, paths): (Vec<_>, Vec<_>) = document.iter().partition(|(name, value)| {
            Key::find(keys, name.get_ref()).is_some() || !is_path(name.get_ref(), value)
        });
        let own: DeTable<'_> = own
            .into_iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let mut table = self.table(keys, &own, at, path);
        for (name, value) in paths {
            let read = varied(self.report, name, value);
            table.swept.extend(read);
        }
        table
    }

    /// Reports a key that does not exist, and returns the one that was probably meant.
    fn unknown(&mut self, keys: &'static [Key], name: &str, at: usize, path: &str) -> Option<&'static str> {
        let (near, hint) = if let Some(known) = keys::known_once(&joined(path, name)) {
            known
        } else if let Some(elsewhere) = elsewhere(name) {
            // A key that stands in the wrong table is more likely than one that is misspelled into another's name.
            (None, format!("did you mean `{elsewhere}`?"))
        } else if let Some(near) = nearest(name, keys.iter().map(|key| key.name)) {
            (Some(near), format!("did you mean `{near}`?"))
        } else {
            (
                None,
                format!("known here: {}", listed(keys.iter().map(|key| key.name))),
            )
        };
        self.report
            .problem(at, format!("`{}` is not a known key", joined(path, name)), hint);
        near
    }

    /// The checked value, or `None` where something is wrong with it and has been reported.
    fn value(&mut self, key: &Key, value: &DeValue<'_>, span: Range<usize>, path: &str) -> Option<Value> {
        match (key.kind, value) {
            (
                ValueKind::Table(keys) | ValueKind::OneOf(keys) | ValueKind::Tagged(_, keys),
                DeValue::Table(table),
            ) => Some(Value::Table(self.table(keys, table, span.start, path))),
            (ValueKind::Swept(keys), DeValue::Table(table)) => {
                Some(Value::Table(self.swept(keys, table, span.start, path)))
            }
            (
                ValueKind::Tables(keys, _) | ValueKind::OneOfList(keys) | ValueKind::TaggedList(_, keys),
                DeValue::Array(array),
            ) => self.tables(key, keys, array, span, path),
            (ValueKind::Text, DeValue::String(text)) => Some(Value::Text(text.to_string())),
            (ValueKind::Path, DeValue::String(text)) => self.path(key, text, span, path),
            (ValueKind::Name, DeValue::String(text)) => self.name(text, span, path),
            (ValueKind::Choice(words), DeValue::String(text)) => {
                self.choice(key, words, text, span, path).map(Value::Text)
            }
            (ValueKind::Preset(presets), DeValue::String(text)) => self
                .choice(key, &keys::presets(presets), text, span, path)
                .map(Value::Text),
            (ValueKind::Choices(words), DeValue::Array(array)) if !array.is_empty() => {
                let choices = each(array, |value, span| match value {
                    DeValue::String(text) => self.choice(key, words, text, span, path),
                    other => self.wrong_kind(key, other, span, path),
                });
                choices.map(Value::Texts)
            }
            (ValueKind::Letter, DeValue::String(text)) if text.chars().count() == 1 => {
                Some(Value::Text(text.to_string()))
            }
            (ValueKind::Colour, DeValue::String(text)) => self.colour(key, text, span, path),
            (ValueKind::Flag, DeValue::Boolean(flag)) => Some(Value::Flag(*flag)),
            (ValueKind::Real(interval), _) => self.real(key, interval, value, span, path).map(Value::Real),
            (ValueKind::Whole(low, high), _) => {
                self.whole(key, low..=high, value, span, path).map(Value::Whole)
            }
            (ValueKind::RealPair(interval), DeValue::Array(array)) if array.len() == 2 => {
                self.reals(key, interval, array, path).map(Value::RealPair)
            }
            (ValueKind::RealTriple(interval), DeValue::Array(array)) if array.len() == 3 => {
                self.reals(key, interval, array, path).map(Value::RealTriple)
            }
            (ValueKind::Reals(interval), DeValue::Array(array)) if !array.is_empty() => {
                each(array, |value, span| self.real(key, interval, value, span, path)).map(Value::Reals)
            }
            (ValueKind::RealPairs(interval), DeValue::Array(array)) if !array.is_empty() => {
                let pair = |value: &DeValue<'_>, span| self.tuple(key, interval, value, span, path);
                each(array, pair).map(Value::RealPairs)
            }
            (ValueKind::Segments(interval), DeValue::Array(array)) if !array.is_empty() => {
                self.shapes(key, interval, array, path).map(Value::Segments)
            }
            (ValueKind::Triangles(interval), DeValue::Array(array)) if !array.is_empty() => {
                self.shapes(key, interval, array, path).map(Value::Triangles)
            }
            (ValueKind::WholePair(low, high), DeValue::Array(array)) if array.len() == 2 => {
                let pair =
                    [&array[0], &array[1]].map(|n| self.whole(key, low..=high, n.get_ref(), n.span(), path));
                Some(Value::WholePair([pair[0]?, pair[1]?]))
            }
            _ => self.wrong_kind(key, value, span, path),
        }
    }

    /// Some numbers; the array has as many.
    fn reals<const N: usize>(
        &mut self,
        key: &Key,
        interval: Interval,
        array: &DeArray<'_>,
        path: &str,
    ) -> Option<[f64; N]> {
        let reals = each(array, |value, span| self.real(key, interval, value, span, path))?;
        reals.try_into().ok()
    }

    /// An array of some numbers.
    fn tuple<const N: usize>(
        &mut self,
        key: &Key,
        interval: Interval,
        value: &DeValue<'_>,
        span: Range<usize>,
        path: &str,
    ) -> Option<[f64; N]> {
        match value {
            DeValue::Array(array) if array.len() == N => self.reals(key, interval, array, path),
            other => self.wrong_kind(key, other, span, path),
        }
    }

    /// Shapes of some corners, each three numbers.
    fn shapes<const N: usize>(
        &mut self,
        key: &Key,
        interval: Interval,
        array: &DeArray<'_>,
        path: &str,
    ) -> Option<Vec<[[f64; 3]; N]>> {
        each(array, |value, span| match value {
            DeValue::Array(corners) if corners.len() == N => {
                let corner = |value: &DeValue<'_>, span| self.tuple(key, interval, value, span, path);
                each(corners, corner)?.try_into().ok()
            }
            other => self.wrong_kind(key, other, span, path),
        })
    }

    fn tables(
        &mut self,
        key: &Key,
        keys: &'static [Key],
        array: &DeArray<'_>,
        span: Range<usize>,
        path: &str,
    ) -> Option<Value> {
        if array.is_empty() {
            self.report.problem(
                span.start,
                format!("`{path}` is empty"),
                format!("give at least one `[[{path}]]`"),
            );
            return None;
        }
        let mut tables = Vec::new();
        for entry in array {
            match entry.get_ref() {
                DeValue::Table(table) => tables.push(self.table(keys, table, entry.span().start, path)),
                other => {
                    self.wrong_kind(key, other, entry.span(), path)?;
                }
            }
        }
        (tables.len() == array.len()).then_some(Value::Tables(tables))
    }

    fn name(&mut self, text: &str, span: Range<usize>, path: &str) -> Option<Value> {
        if is_name(text) {
            return Some(Value::Text(text.to_owned()));
        }
        let message =
            format!("`{path}` is {text:?}, but a name has letters a to z, digits, `-`, `_` and `.` only");
        self.report.problem(
            span.start,
            message,
            "begin it with a letter or a digit, and use at most 100".to_owned(),
        );
        None
    }

    fn colour(&mut self, key: &Key, text: &str, span: Range<usize>, path: &str) -> Option<Value> {
        if text.parse::<Colour>().is_ok() {
            return Some(Value::Text(text.to_owned()));
        }
        let message = format!(
            "`{path}` is {text:?}, but it must be a colour: `#` and six hexadecimal digits, two each for red, green and blue"
        );
        self.report.problem(span.start, message, key.explained());
        None
    }

    fn path(&mut self, key: &Key, text: &str, span: Range<usize>, path: &str) -> Option<Value> {
        if text.is_empty() || text.contains('\0') {
            self.report.problem(
                span.start,
                format!("`{path}` is {text:?}, which is no path"),
                key.explained(),
            );
            return None;
        }
        Some(Value::Text(text.to_owned()))
    }

    fn choice(
        &mut self,
        key: &Key,
        words: &[&str],
        text: &str,
        span: Range<usize>,
        path: &str,
    ) -> Option<String> {
        if words.contains(&text) {
            return Some(text.to_owned());
        }
        let known = listed(words.iter().copied());
        let message = match words {
            [] => format!("`{path}` is {text:?}, but there are none yet"),
            [only] => format!("`{path}` is {text:?}, but it must be `{only}`"),
            _ => format!("`{path}` is {text:?}, but it must be one of {known}"),
        };
        let hint = match nearest(text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => key.explained(),
        };
        self.report.problem(span.start, message, hint);
        None
    }

    fn real(
        &mut self,
        key: &Key,
        interval: Interval,
        value: &DeValue<'_>,
        span: Range<usize>,
        path: &str,
    ) -> Option<f64> {
        let x: f64 = match value {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(whole) if whole.radix() == 10 => whole.as_str().parse().ok(),
            DeValue::Integer(whole) => i64::from_str_radix(whole.as_str(), whole.radix())
                .ok()
                .map(|n| n as f64),
            _ => return self.wrong_kind(key, value, span, path),
        }?;
        if interval.contains(x) {
            // −0 equals 0 but reads as another number.
            return Some(x + 0.0);
        }
        self.out_of_range(key, &interval.to_string(), span, path)
    }

    fn whole(
        &mut self,
        key: &Key,
        range: std::ops::RangeInclusive<i64>,
        value: &DeValue<'_>,
        span: Range<usize>,
        path: &str,
    ) -> Option<i64> {
        let DeValue::Integer(whole) = value else {
            return self.wrong_kind(key, value, span, path);
        };
        let n = i64::from_str_radix(whole.as_str(), whole.radix()).ok();
        n.filter(|n| range.contains(n)).or_else(|| {
            let range = format!("at least {} and at most {}", range.start(), range.end());
            self.out_of_range(key, &range, span, path)
        })
    }

    fn out_of_range<T>(&mut self, key: &Key, range: &str, span: Range<usize>, path: &str) -> Option<T> {
        let written = self.report.written(span.clone());
        let message = format!("`{path}` is {written}, but {} must be {range}", noun(key.unit));
        self.report.problem(span.start, message, key.explained());
        None
    }

    fn wrong_kind<T>(&mut self, key: &Key, value: &DeValue<'_>, span: Range<usize>, path: &str) -> Option<T> {
        let found = match value {
            DeValue::String(_) if matches!(key.kind, ValueKind::Letter) => {
                self.report.written(span.clone()).to_owned()
            }
            DeValue::String(_) => "text".to_owned(),
            DeValue::Integer(_) | DeValue::Float(_) => self.report.written(span.clone()).to_owned(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date or time".to_owned(),
            DeValue::Array(array) if array.len() == 1 => "a list of 1 value".to_owned(),
            DeValue::Array(array) => format!("a list of {} values", array.len()),
            DeValue::Table(_) => "a table".to_owned(),
        };
        let message = format!("`{path}` is {found}, but it must be {}", expected(key.kind));
        self.report.problem(span.start, message, key.explained());
        None
    }
}

/// What each value of an array comes to, or `None` where something is wrong with any; all are looked at.
fn each<T>(
    array: &DeArray<'_>,
    mut of: impl FnMut(&DeValue<'_>, Range<usize>) -> Option<T>,
) -> Option<Vec<T>> {
    let values: Vec<Option<T>> = array
        .iter()
        .map(|value| of(value.get_ref(), value.span()))
        .collect();
    values.into_iter().collect()
}

/// Whether a key of a sweep is meant as the path of another, which has a dot in it or, without its quotes, a table.
fn is_path(name: &str, value: &Spanned<DeValue<'_>>) -> bool {
    name.contains('.') || Key::find(SCENARIO, name).is_some() && value.get_ref().is_table()
}

/// Whether a word can name a scenario or a species: safe as a folder and in a table.
fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    text.len() <= 100 && text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(plain)
}

/// The key of this name. Where several have it, each for another word of a further key, that word decides, or the
/// first is taken.
fn key_here(keys: &'static [Key], name: &str, document: &DeTable<'_>) -> Option<&'static Key> {
    let is_meant = |key: &&Key| match key.when {
        When::Is(other, words) => document
            .get(other)
            .and_then(|value| value.get_ref().as_str())
            .is_some_and(|word| words.contains(&word)),
        _ => true,
    };
    let mut named = keys.iter().filter(|key| key.name == name);
    named.clone().find(is_meant).or_else(|| named.next())
}

/// The first key of this name, wherever it stands.
fn elsewhere(name: &str) -> Option<String> {
    static PATHS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let mut paths = BTreeMap::new();
        for Entry { path, .. } in reference() {
            let last = path.rsplit('.').next().unwrap_or_default().to_owned();
            paths.entry(last).or_insert(path);
        }
        paths
    });
    PATHS.get(name).cloned()
}

fn noun(unit: &str) -> &'static str {
    match unit {
        "m" => "a length in metres",
        "cm" => "a diameter in centimetres",
        "yr" => "a number of years",
        "per yr" => "a yearly rate",
        "m²" => "an area in square metres",
        _ => "it",
    }
}

fn expected(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Table(_) | ValueKind::OneOf(_) | ValueKind::Tagged(..) | ValueKind::Swept(_) => "a table",
        ValueKind::Tables(..) | ValueKind::OneOfList(_) | ValueKind::TaggedList(..) => "a list of tables",
        ValueKind::Text | ValueKind::Name | ValueKind::Path | ValueKind::Choice(_) | ValueKind::Preset(_) => {
            "text in quotes"
        }
        ValueKind::Letter => "one letter in quotes",
        ValueKind::Colour => "a colour in quotes, `\"#rrggbb\"`",
        ValueKind::Choices(_) => "a list of words",
        ValueKind::Flag => "`true` or `false`",
        ValueKind::Real(_) => "a number",
        ValueKind::RealPair(_) => "two numbers in brackets",
        ValueKind::Reals(_) => "a list of numbers",
        ValueKind::RealPairs(_) => "a list of pairs of numbers, each in brackets",
        ValueKind::RealTriple(_) => "three numbers in brackets",
        ValueKind::Triangles(_) => "a list of triangles, each three corners of three numbers in brackets",
        ValueKind::Segments(_) => "a list of segments, each two ends of three numbers in brackets",
        ValueKind::Whole(..) => "a whole number",
        ValueKind::WholePair(..) => "two whole numbers in brackets",
    }
}

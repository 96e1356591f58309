//! Values set in place of a scenario's own, such as `species.beech.fruit.seeds_per_m2=2`.
//!
//! They are written into the text of the scenario before it is read, so that they are checked as all others are, and
//! the copy in a run's folder holds them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::de::{DeArray, DeTable, DeValue};
use understory_records::nearest;

use crate::keys::{self, Key, SCENARIO, ValueKind, When};
use crate::words::listed;

/// A value in place of a scenario's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key's path; an element of an array of tables by its `name`, or by its number, from 1, where it has none.
    path: Vec<String>,
    /// The value as it stands in a file.
    value: String,
    written: String,
}

impl FromStr for Setting {
    type Err = String;

    /// Reads `PATH=VALUE`. The value is TOML; a bare word is a string.
    fn from_str(text: &str) -> Result<Self, String> {
        let example = "such as `world.seed=8` or `species.beech.fruit.seeds_per_m2=2`";
        let Some((path, value)) = text.split_once('=') else {
            return Err(format!("a setting is PATH=VALUE, {example}"));
        };
        let keys = toml_edit::Key::parse(path.trim())
            .map_err(|_| format!("`{path}` is no path of keys with dots between them, {example}"))?;
        let value = value.trim();
        let value = match value.parse::<toml_edit::Value>() {
            Ok(value) => value.to_string().trim().to_owned(),
            Err(_) if value.starts_with(['[', '{', '"', '\'']) || value.is_empty() => {
                return Err(format!("`{value}` is no value in TOML, {example}"));
            }
            Err(_) => toml_edit::Value::from(value).to_string().trim().to_owned(),
        };
        Ok(Self {
            path: keys.iter().map(|key| key.get().to_owned()).collect(),
            value,
            written: text.to_owned(),
        })
    }
}

impl Setting {
    /// `PATH=VALUE` as it was given.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--set {}", self.written)
    }
}

/// Why a value cannot be set: what is wrong, and the way out.
pub(crate) struct NotSet {
    pub(crate) message: String,
    pub(crate) hint: String,
}

impl NotSet {
    fn new(message: String, hint: String) -> Self {
        Self { message, hint }
    }
}

/// Where a key is, or is to be.
enum KeyPlace {
    /// Its value stands here.
    At(Range<usize>),
    /// It may be written here, with this path from there on.
    Missing(Slot, String),
}

/// Where a key that a scenario does not have may be written.
enum Slot {
    /// At the top of the file.
    Top,
    /// In the line below the header of a table, which ends here.
    Below(usize),
    /// In a table in braces, of which the first is here.
    Within(usize),
}

/// A text with one value set.
pub(crate) struct Set {
    pub(crate) text: String,
    pub(crate) kind: SetKind,
}

/// How a value came into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetKind {
    /// In place of one that stood there.
    Replaced,
    /// With its key, in a table in braces.
    Added,
    /// With its key, in a line of its own.
    AddedLine,
}

/// Sets one value in a text.
pub(crate) fn with(text: &str, setting: &Setting) -> Result<Set, NotSet> {
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // What is wrong with the file is told when it is read.
        return Ok(Set {
            text: text.to_owned(),
            kind: SetKind::Replaced,
        });
    }
    let found = find(text, document.get_ref(), setting)?;
    let kind = match &found {
        KeyPlace::At(_) => SetKind::Replaced,
        KeyPlace::Missing(Slot::Within(_), _) => SetKind::Added,
        KeyPlace::Missing(Slot::Top | Slot::Below(_), _) => SetKind::AddedLine,
    };
    let (range, written) = match found {
        KeyPlace::At(range) => (range, setting.value.clone()),
        KeyPlace::Missing(Slot::Top, key) => (0..0, format!("{key} = {}\n", setting.value)),
        KeyPlace::Missing(Slot::Below(at), key) => (at..at, format!("\n{key} = {}", setting.value)),
        KeyPlace::Missing(Slot::Within(at), key) => {
            let is_empty = text[at + 1..].trim_start().starts_with('}');
            let comma = if is_empty { " " } else { "," };
            (at + 1..at + 1, format!(" {key} = {}{comma}", setting.value))
        }
    };
    let mut text = text.to_owned();
    text.replace_range(range, &written);
    if !DeTable::parse_recoverable(&text).1.is_empty() {
        let message = format!(
            "`{}` cannot be set beside what stands there",
            setting.path.join(".")
        );
        return Err(NotSet::new(message, "set the table's keys one by one".to_owned()));
    }
    Ok(Set { text, kind })
}

/// Keys of which a tree takes one: what is set takes the place of the other.
const RIVALS: [[&str; 2]; 2] = [["age_yr", "dbh_cm"], ["dbh_cm", "age_yr"]];

/// The text without the keys that settings take the place of; both of a pair may not be set. Lines keep their numbers.
pub(crate) fn without_rivals(text: &str, settings: &[Setting]) -> String {
    let mut text = text.to_owned();
    for [name, rival] in RIVALS {
        let sets = |key: &str| settings.iter().any(|setting| setting.path == ["tree", key]);
        if sets(name)
            && !sets(rival)
            && let Some(without) = without_key(&text, "tree", rival)
        {
            text = without;
        }
    }
    without_other_method(text, settings)
}

/// The text without the keys of `[scatter]` that another method has than the one that is set: they go with theirs.
fn without_other_method(mut text: String, settings: &[Setting]) -> String {
    let is_set = |name: &str| settings.iter().any(|setting| setting.path == ["scatter", name]);
    let method = settings
        .iter()
        .rev()
        .find(|setting| setting.path == ["scatter", "method"]);
    let method = method.and_then(|setting| setting.value.parse::<toml_edit::Value>().ok());
    let (Some(method), Some(keys)) = (
        method.as_ref().and_then(toml_edit::Value::as_str),
        Key::find(SCENARIO, "scatter").and_then(|key| key.kind.keys()),
    ) else {
        return text;
    };
    let belongs = |key: &Key| match key.when {
        When::Is("method", words) => words.contains(&method),
        _ => true,
    };
    for key in keys {
        let belongs = keys.iter().any(|other| other.name == key.name && belongs(other));
        if !belongs
            && !is_set(key.name)
            && let Some(without) = without_key(&text, "scatter", key.name)
        {
            text = without;
        }
    }
    text
}

/// The text without a key of a table, where it stands there.
fn without_key(text: &str, table: &str, rival: &str) -> Option<String> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let DeValue::Table(tree) = document
        .get_ref()
        .get(table)
        .filter(|_| errors.is_empty())?
        .get_ref()
    else {
        return None;
    };
    let (key, value) = tree.get_key_value(rival)?;
    let (mut start, mut end) = (key.span().start, value.span().end);
    if key.span().end > value.span().start {
        return None;
    }
    // In braces a comma goes with it.
    let after = text[end..].trim_start_matches([' ', '\t']);
    if after.starts_with(',') {
        end = text.len() - after.len() + 1;
    } else if text[..start].trim_end_matches([' ', '\t']).ends_with(',') {
        start = text[..start].rfind(',')?;
    }
    // A dotted key, `tree.age_yr`, goes as a whole.
    if let Some(line) = text[..start].rfind('\n').map_or(Some(0), |at| Some(at + 1))
        && text[line..start].trim() == format!("{table}.")
    {
        start = line;
    }
    Some(format!("{}{}", &text[..start], &text[end..]))
}

/// The bytes of a text in which a value stands that was set in it, with its key where that was set too.
pub(crate) fn range(text: &str, setting: &Setting, kind: SetKind) -> Option<Range<usize>> {
    let (document, _) = DeTable::parse_recoverable(text);
    match find(text, document.get_ref(), setting) {
        Ok(KeyPlace::At(range)) if kind == SetKind::Replaced => Some(range),
        Ok(KeyPlace::At(range)) => {
            let before = text[..range.start].rfind(['\n', '{', ',']);
            Some(before.map_or(0, |at| at + 1)..range.end)
        }
        _ => None,
    }
}

fn find(text: &str, document: &DeTable<'_>, setting: &Setting) -> Result<KeyPlace, NotSet> {
    let (mut keys, mut table) = (SCENARIO, Some(document));
    // The last table that has a place of its own in the file, and the keys from there on.
    let (mut slot, mut header, mut rest) = (Slot::Top, Vec::new(), Vec::new());
    // The path so far as it is typed, with the names of elements.
    let mut typed: Vec<&str> = Vec::new();
    let mut path = setting.path.iter().map(String::as_str).peekable();
    while let Some(name) = path.next() {
        let above_keys = keys;
        let Some(key) = Key::find(keys, name) else {
            let below = paths_to(keys, name);
            let hint = match nearest(name, keys.iter().map(|key| key.name)) {
                _ if let Some((_, hint)) = keys::known_once(&joined(&typed, name)) => hint,
                _ if !below.is_empty() => {
                    let paths: Vec<String> = below
                        .iter()
                        .map(|path| format!("`{}`", joined(&typed, path)))
                        .collect();
                    format!("did you mean {}?", paths.join(" or "))
                }
                _ if let Some(within) = path_in_a_list(keys, table, name) => {
                    // With what is left of the path.
                    let whole = path.fold(within, |way, step| format!("{way}.{step}"));
                    format!("did you mean `{}`?", joined(&typed, &whole))
                }
                Some(near) => format!("did you mean `{}`?", joined(&typed, near)),
                None => format!("known here: {}", listed(keys.iter().map(|key| key.name))),
            };
            return Err(NotSet::new(
                format!("`{}` is not a known key", joined(&typed, name)),
                hint,
            ));
        };
        rest.push(name);
        typed.push(name);
        let node = table.and_then(|table| table.get_key_value(name).map(|(_, value)| value));
        if path.peek().is_none() {
            return match (node, key.kind.keys()) {
                (Some(node), _) if !has_header(text, node.get_ref(), node.span().start) => {
                    Ok(KeyPlace::At(node.span()))
                }
                (None, None) => Ok(KeyPlace::Missing(slot, rest.join("."))),
                _ => {
                    let elements = match node.map(|node| node.get_ref()) {
                        Some(DeValue::Array(elements)) => names(elements),
                        _ => Vec::new(),
                    };
                    let above = &typed[..typed.len() - 1];
                    let hint = match flag_called(above_keys, name) {
                        Some(flag) if ["true", "false"].contains(&setting.value.as_str()) => {
                            format!("did you mean `{}`?", joined(above, &flag))
                        }
                        _ => format!(
                            "set one of its keys, such as `{}`",
                            joined(&typed, &example_of(key, &elements))
                        ),
                    };
                    let message = format!(
                        "`{}` is a table, which cannot be set as a whole",
                        joined(&typed, "")
                    );
                    Err(NotSet::new(message, hint))
                }
            };
        }
        let Some(inner) = key.kind.keys() else {
            let message = format!("`{}` has no keys of its own", joined(&typed, ""));
            return Err(NotSet::new(message, key.explained()));
        };
        keys = inner;
        let mut value = node.map(|node| (node.get_ref(), node.span().start));
        if is_list(key.kind) {
            let Some((DeValue::Array(elements), _)) = value else {
                let message = format!("the scenario has no `[[{}]]`", joined(&typed, ""));
                return Err(NotSet::new(
                    message,
                    "what is added to a list is written into the file".to_owned(),
                ));
            };
            let wanted = path.next().unwrap_or_default();
            let (element, at) = element(elements, wanted).ok_or_else(|| {
                let names = names(elements);
                let alike = names.iter().filter(|name| *name == wanted).count();
                let hint = match nearest(wanted, names.iter().map(String::as_str)) {
                    _ if alike > 1 => "give each a `label` of its own in the file".to_owned(),
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", names.join(", ")),
                };
                let list = joined(&typed, "");
                let message = match alike {
                    0 | 1 => format!("no `[[{list}]]` is called `{wanted}`"),
                    alike => format!("{alike} `[[{list}]]` are called `{wanted}`"),
                };
                NotSet::new(message, hint)
            })?;
            typed.push(wanted);
            if path.peek().is_none() {
                let message = format!(
                    "`{}` is a table, which cannot be set as a whole",
                    setting.path.join(".")
                );
                return Err(NotSet::new(
                    message,
                    format!("set one of its keys, such as `{}`", keys[0].name),
                ));
            }
            value = Some((element, at));
        }
        table = None;
        if let Some((DeValue::Table(inner), at)) = value {
            table = Some(inner);
            let full = || {
                header
                    .iter()
                    .copied()
                    .chain(rest.iter().copied())
                    .collect::<Vec<&str>>()
            };
            if text[at..].starts_with('{') {
                header = full();
                (slot, rest) = (Slot::Within(at), Vec::new());
            } else if let Some(end) = header_end(text, at, &full()) {
                header = full();
                (slot, rest) = (Slot::Below(end), Vec::new());
            }
        }
    }
    Err(NotSet::new(
        "there is no key to set".to_owned(),
        "give one, such as `world.seed=8`".to_owned(),
    ))
}

/// Whether a value is written as tables with headers, which stand over several lines.
fn has_header(text: &str, value: &DeValue<'_>, at: usize) -> bool {
    match value {
        DeValue::Table(_) => !text[at..].starts_with('{'),
        DeValue::Array(elements) => elements.iter().any(|element| {
            matches!(element.get_ref(), DeValue::Table(_)) && !text[element.span().start..].starts_with('{')
        }),
        _ => false,
    }
}

/// Where the line of a table's header ends, if its header stands at this byte: that of a table above it may be missing.
fn header_end(text: &str, at: usize, path: &[&str]) -> Option<usize> {
    let line = text[at..].lines().next()?;
    let inner = line.strip_prefix("[[").or_else(|| line.strip_prefix('['))?;
    let keys = toml_edit::Key::parse(inner.split(']').next()?).ok()?;
    let is_own = keys.iter().map(toml_edit::Key::get).eq(path.iter().copied());
    is_own.then_some(at + line.len())
}

/// The element of a list with this label or name, if no other has it, or with this number where it has none.
fn element<'t, 'd>(elements: &'t DeArray<'d>, wanted: &str) -> Option<(&'t DeValue<'d>, usize)> {
    let mut of_name = elements
        .iter()
        .filter(|element| name_of(element.get_ref()) == Some(wanted));
    let named = of_name.next().filter(|_| of_name.next().is_none());
    let numbered = || {
        let number: usize = wanted.parse().ok()?;
        let element = elements.get(number.checked_sub(1)?)?;
        name_of(element.get_ref()).is_none().then_some(element)
    };
    named
        .or_else(numbered)
        .map(|element| (element.get_ref(), element.span().start))
}

/// What an element is called: its label, such as methods have that are compared twice, else its name.
fn name_of<'t>(value: &'t DeValue<'_>) -> Option<&'t str> {
    let DeValue::Table(table) = value else {
        return None;
    };
    let (_, name) = table
        .get_key_value("label")
        .or_else(|| table.get_key_value("name"))?;
    match name.get_ref() {
        DeValue::String(name) => Some(name),
        _ => None,
    }
}

fn names(elements: &DeArray<'_>) -> Vec<String> {
    let name = |(number, element): (usize, &toml::Spanned<DeValue<'_>>)| {
        name_of(element.get_ref()).map_or_else(|| (number + 1).to_string(), str::to_owned)
    };
    elements.iter().enumerate().map(name).collect()
}

/// The path to a flag of this name in a table below.
fn flag_called(keys: &'static [Key], name: &str) -> Option<String> {
    keys.iter().find_map(|key| match key.kind {
        ValueKind::Table(inner) => {
            let flag = Key::find(inner, name)?;
            matches!(flag.kind, ValueKind::Flag).then(|| format!("{}.{name}", key.name))
        }
        _ => None,
    })
}

/// The first paths to keys of this name in the tables below, but not in lists of tables; of those alike, few.
fn paths_to(keys: &'static [Key], name: &str) -> Vec<String> {
    const MOST: usize = 3;
    let mut found = Vec::new();
    let mut level = vec![(String::new(), keys)];
    // The nearest first; deeper than this nobody looks for a key without its table.
    for _ in 0..3 {
        let mut next = Vec::new();
        for (path, keys) in level {
            for key in keys {
                let (ValueKind::Table(inner), path) = (key.kind, format!("{path}{}.", key.name)) else {
                    continue;
                };
                if Key::find(inner, name).is_some() {
                    found.push(format!("{path}{name}"));
                }
                next.push((path, inner));
            }
        }
        level = next;
    }
    found.truncate(MOST);
    found
}

fn joined(path: &[&str], more: &str) -> String {
    let parts = path.iter().copied().chain((!more.is_empty()).then_some(more));
    parts.collect::<Vec<_>>().join(".")
}

/// A key of a table, for an example; of a list of tables one of its first element, which has a name or a number.
fn example_of(key: &Key, elements: &[String]) -> String {
    let first = key.kind.keys().and_then(|keys| keys.first());
    let first = first.map_or_else(String::new, |key| key.name.to_owned());
    match is_list(key.kind) {
        true => format!("{}.{first}", elements.first().map_or("1", String::as_str)),
        false => first,
    }
}

/// Whether a kind is a list of tables, whose elements go by their names.
fn is_list(kind: ValueKind) -> bool {
    matches!(
        kind,
        ValueKind::Tables(..) | ValueKind::OneOfList(_) | ValueKind::TaggedList(..)
    )
}

/// The path to a key of this name in the first element of a list that stands in the table.
fn path_in_a_list(keys: &'static [Key], table: Option<&DeTable<'_>>, name: &str) -> Option<String> {
    keys.iter().filter(|key| is_list(key.kind)).find_map(|key| {
        Key::find(key.kind.keys()?, name)?;
        match table?.get(key.name)?.get_ref() {
            DeValue::Array(elements) => Some(format!("{}.{}.{name}", key.name, names(elements).first()?)),
            _ => None,
        }
    })
}

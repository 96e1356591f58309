//! Which rows of a table are meant, in words such as `dbh_cm >= 10 and species = beech`.
//!
//! There is no `or`, and no bracket: one row of a table is asked one thing after the other.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use csv::StringRecord;
use thiserror::Error;

use crate::problem::Fault;

/// Comparisons of columns with a number or a word, all of which must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    comparisons: Vec<Comparison>,
}

#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    column: String,
    relation: Relation,
    /// The text, without quotes.
    value: String,
    /// The number, where the text is one and stands without quotes.
    number: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// What is written is no condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// A part without `=`, `<` and so on, or without what stands on one side of it.
    #[error(
        "`{0}` is no comparison; write one such as `dbh_cm >= 10` or `species = beech`, several joined by `and`, words of other signs in quotes"
    )]
    NoComparison(String),
    /// A word where only numbers have an order.
    #[error(
        "`{part}` compares with `{value}`, but only numbers are less or greater; words are compared by `=` and `!=`"
    )]
    NoOrder {
        /// The comparison.
        part: String,
        /// The word.
        value: String,
    },
    /// A quote that is not closed.
    #[error("the quote that opens in `{0}` is not closed")]
    OpenQuote(String),
}

/// The longest first, as `<` begins `<=`.
const RELATIONS: [(&str, Relation); 7] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::NotEqual),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let parts = parts(text)?;
        Ok(Self {
            text: text.trim().to_owned(),
            comparisons: parts.into_iter().map(comparison).collect::<Result<_, _>>()?,
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// What stands between the `and`s that are in no quotes.
fn parts(text: &str) -> Result<Vec<&str>, ConditionError> {
    let mut parts = Vec::new();
    let (mut begin, mut quote) = (0, None);
    for (at, sign) in text.char_indices() {
        match quote {
            Some(open) if sign == open => quote = None,
            Some(_) => {}
            None if sign == '\'' || sign == '"' => quote = Some(sign),
            None if sign.is_whitespace() => {
                let rest = &text[at + sign.len_utf8()..];
                let is_and = rest.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("and"));
                let is_word = is_and && rest[3..].chars().next().is_none_or(char::is_whitespace);
                if at >= begin && is_word {
                    parts.push(&text[begin..at]);
                    begin = at + sign.len_utf8() + 3;
                }
            }
            None => {}
        }
    }
    if quote.is_some() {
        return Err(ConditionError::OpenQuote(text[begin..].trim().to_owned()));
    }
    parts.push(&text[begin..]);
    Ok(parts)
}

/// One comparison, such as `dbh_cm >= 10`.
fn comparison(part: &str) -> Result<Comparison, ConditionError> {
    let part = part.trim();
    let refused = || ConditionError::NoComparison(part.to_owned());
    let at = part.find(['<', '>', '=', '!']).ok_or_else(refused)?;
    let (column, rest) = part.split_at(at);
    let mut relations = RELATIONS.iter();
    let (sign, relation) = relations
        .find(|(sign, _)| rest.starts_with(sign))
        .ok_or_else(refused)?;
    let written = rest[sign.len()..].trim();
    let column = unquoted(column.trim()).unwrap_or_else(|| column.trim().to_owned());
    let quoted = unquoted(written);
    // Signs and words that join comparisons elsewhere would be part of the word.
    let is_more = written.contains(['<', '>', '=', '!', '&', '|', ','])
        || written
            .split_whitespace()
            .any(|word| word.eq_ignore_ascii_case("or"));
    if column.is_empty() || written.is_empty() || quoted.is_none() && is_more {
        return Err(refused());
    }
    let number = written.parse().ok().filter(|number: &f64| number.is_finite());
    let has_order = !matches!(relation, Relation::Equal | Relation::NotEqual);
    if has_order && number.is_none() {
        return Err(ConditionError::NoOrder {
            part: part.to_owned(),
            value: quoted.unwrap_or_else(|| written.to_owned()),
        });
    }
    Ok(Comparison {
        column,
        relation: *relation,
        value: quoted.unwrap_or_else(|| written.to_owned()),
        number,
    })
}

/// What stands within quotes.
fn unquoted(text: &str) -> Option<String> {
    ['\'', '"'].into_iter().find_map(|quote| {
        let within = text.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(within.to_owned())
    })
}

/// The fields of a row, by their columns.
pub(crate) trait Fields {
    fn text(&self, column: usize) -> &str;
    /// The number; none where it is missing.
    fn number(&self, column: usize) -> Result<Option<f64>, Fault>;
}

/// Whether a field stands for no value.
pub(crate) fn is_missing(text: &str) -> bool {
    ["", "NA", "N/A", "NULL", "NaN"]
        .iter()
        .any(|missing| text.eq_ignore_ascii_case(missing))
}

/// A condition with the places of its columns in a table.
pub(crate) struct Bound<'a> {
    comparisons: Vec<(usize, &'a Comparison)>,
}

impl Condition {
    /// The columns that are compared.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.comparisons
            .iter()
            .map(|comparison| comparison.column.as_str())
    }

    /// Whether a header has at least one of the columns.
    pub(crate) fn knows_any(&self, header: &StringRecord) -> bool {
        self.columns()
            .any(|column| header.iter().any(|name| name == column))
    }

    /// Finds the columns; `Err` names one that the header does not have.
    pub(crate) fn bind(&self, header: &StringRecord) -> Result<Bound<'_>, &str> {
        let bound = self.comparisons.iter().map(|comparison| {
            let place = header.iter().position(|name| name == comparison.column);
            place
                .map(|place| (place, comparison))
                .ok_or(comparison.column.as_str())
        });
        let comparisons = bound.collect::<Result<_, &str>>()?;
        Ok(Bound { comparisons })
    }
}

impl Bound<'_> {
    /// Whether a row is meant; `None` where it is not, as a value is missing. Comparisons are made from the left, up to the first that
    /// does not hold.
    pub(crate) fn holds(&self, row: &impl Fields) -> Result<Option<bool>, Fault> {
        for &(place, comparison) in &self.comparisons {
            if is_missing(row.text(place)) {
                return Ok(None);
            }
            if !comparison.holds(row, place)? {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// Whether a column is compared.
    pub(crate) fn reads(&self, column: usize) -> bool {
        self.comparisons.iter().any(|(place, _)| *place == column)
    }
}

impl Comparison {
    fn holds(&self, row: &impl Fields, column: usize) -> Result<bool, Fault> {
        let order = match self.number {
            Some(number) => row
                .number(column)
                .map(|found| found.and_then(|found| found.partial_cmp(&number))),
            None => Ok(None),
        };
        // Numbers are compared as such, so that `10` and `10.0` are equal; anything else letter by letter.
        if matches!(self.relation, Relation::Equal | Relation::NotEqual) {
            let is_equal = order
                .ok()
                .flatten()
                .map_or(row.text(column) == self.value, Ordering::is_eq);
            return Ok(is_equal == (self.relation == Relation::Equal));
        }
        let holds = |order: Ordering| match self.relation {
            Relation::Less => order.is_lt(),
            Relation::AtMost => order.is_le(),
            Relation::Greater => order.is_gt(),
            _ => order.is_ge(),
        };
        Ok(order?.is_some_and(holds))
    }
}

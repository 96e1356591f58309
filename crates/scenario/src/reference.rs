//! The keys in words, for `understory keys` and its page.

use crate::keys::{Key, Literal, Need, SCENARIO, ValueKind, When};
use crate::words::{joined, listed};

/// A key of the scenario file in words, for the pages of reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its way from the top of the file: `species.growth.greatest_height_m`.
    pub path: String,
    /// What its value is: `number greater than 0 and at most 150`.
    pub kind: String,
    /// Unit; empty where there is none.
    pub unit: &'static str,
    /// `required`, `optional`, `default 10`, …, and in which company it stands.
    pub need: String,
    /// What it means.
    pub doc: &'static str,
    /// A value that makes sense, as written in the file; empty for a list of tables.
    pub example: &'static str,
    /// Whether it holds keys of its own, which follow it.
    pub is_table: bool,
}

/// All keys of a scenario file, each table before its keys.
#[must_use]
pub fn reference() -> Vec<Entry> {
    let mut entries = Vec::new();
    collect(SCENARIO, "", &mut Vec::new(), &mut entries);
    entries
}

/// `within` holds the tagged tables around these keys, as what may stand within itself is told once.
fn collect(keys: &'static [Key], path: &str, within: &mut Vec<&'static str>, entries: &mut Vec<Entry>) {
    for key in keys {
        let path = joined(path, key.name);
        let (kind, need) = (kind(key.kind), need(key));
        entries.push(Entry {
            path: path.clone(),
            kind,
            unit: key.unit,
            need,
            doc: key.doc,
            example: key.example,
            is_table: key.kind.keys().is_some(),
        });
        match key.kind {
            ValueKind::Tagged(name, _) | ValueKind::TaggedList(name, _) if within.contains(&name) => {}
            ValueKind::Tagged(name, inner) | ValueKind::TaggedList(name, inner) => {
                within.push(name);
                collect(inner, &path, within, entries);
                within.pop();
            }
            kind => collect(kind.keys().unwrap_or_default(), &path, within, entries),
        }
    }
}

fn kind(kind: ValueKind) -> String {
    match kind {
        ValueKind::Table(_) => "table".to_owned(),
        ValueKind::Tables(..) => "list of tables".to_owned(),
        ValueKind::OneOf(keys) => format!("table with one of {}", listed(keys.iter().map(|key| key.name))),
        ValueKind::OneOfList(keys) => {
            format!(
                "list of tables with one of {}",
                listed(keys.iter().map(|key| key.name))
            )
        }
        ValueKind::Tagged(name, _) => format!("table of {name}"),
        ValueKind::TaggedList(name, _) => format!("list of tables of {name}"),
        ValueKind::Swept(_) => {
            "table that also takes paths of keys in quotes, each with a list of values or a range".to_owned()
        }
        ValueKind::Text => "text".to_owned(),
        ValueKind::Name => "name of letters, digits, `-`, `_` and `.`".to_owned(),
        ValueKind::Path => "path from the scenario's folder".to_owned(),
        ValueKind::Flag => "`true` or `false`".to_owned(),
        ValueKind::Choice(words) => listed(words.iter().copied()),
        ValueKind::Preset(_) => "name of a preset".to_owned(),
        ValueKind::Letter => "one letter".to_owned(),
        ValueKind::Colour => "colour `\"#rrggbb\"`".to_owned(),
        ValueKind::Choices(words) => format!("list of {}", listed(words.iter().copied())),
        ValueKind::Real(interval) => format!("number {interval}"),
        ValueKind::RealPair(interval) => format!("two numbers, each {interval}"),
        ValueKind::Reals(interval) => format!("list of numbers, each {interval}"),
        ValueKind::RealTriple(interval) => format!("three numbers, each {interval}"),
        ValueKind::Segments(interval) => format!("list of pairs of ends of three numbers, each {interval}"),
        ValueKind::Triangles(interval) => {
            format!("list of triples of corners of three numbers, each {interval}")
        }
        ValueKind::RealPairs(interval) => format!("list of pairs of numbers, each {interval}"),
        ValueKind::Whole(low, high) => format!("whole number {}", from_to(low, high)),
        ValueKind::WholePair(low, high) => format!("two whole numbers, each {}", from_to(low, high)),
    }
}

fn from_to(low: i64, high: i64) -> String {
    if high == i64::MAX {
        format!("from {low} to 2^63 − 1")
    } else {
        format!("from {low} to {high}")
    }
}

fn need(key: &Key) -> String {
    let need = match key.need {
        Need::Required => "required".to_owned(),
        Need::RequiredWith(other) => format!("required with `{other}`"),
        Need::RequiredWithout(other) => format!("required without `{other}`"),
        Need::RequiredUnlessGrown(None) => "required, but not with `grown` founders".to_owned(),
        Need::RequiredUnlessGrown(Some(other)) => {
            format!("required, but not with `grown` founders nor with `{other}`")
        }
        Need::RequiredUnlessGrownOrPainted => {
            "required, but not with `grown` founders nor in a painted world or where points are laid out, which are `open`".to_owned()
        }
        Need::Optional => "optional".to_owned(),
        Need::Default(Literal::Table) => "may be left out".to_owned(),
        Need::Default(literal) => format!("default {}", written(literal)),
    };
    match key.when {
        When::Always => need,
        When::Is(other, words) => format!("{need}; where `{other}` is {}", listed(words.iter().copied())),
        When::With(other) => format!("{need}; beside `{other}`"),
        When::Without(others) => format!("{need}; not beside {}", listed(others.iter().copied())),
        When::OnAPlot => format!("{need}; not with a `tree`"),
    }
}

fn written(literal: Literal) -> String {
    match literal {
        Literal::Word(word) => format!("`\"{word}\"`"),
        Literal::Real(x) => x.to_string(),
        Literal::Whole(n) => n.to_string(),
        Literal::RealPair(pair) => format!("{pair:?}"),
        Literal::RealTriple(triple) => format!("{triple:?}"),
        Literal::Reals(numbers) => format!("{numbers:?}"),
        Literal::RealPairs(pairs) => format!("{pairs:?}"),
        Literal::Flag(flag) => flag.to_string(),
        Literal::Table => "{}".to_owned(),
        Literal::Only(name, x) => format!("`{{ {name} = {x} }}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_explained_with_an_example() {
        for entry in reference() {
            assert!(
                !entry.doc.is_empty() && !entry.doc.ends_with('.'),
                "{}",
                entry.path
            );
            assert!(
                !entry.example.is_empty() || entry.kind.starts_with("list of tables"),
                "{}",
                entry.path
            );
        }
    }

    #[test]
    fn an_entry_says_range_default_and_company() {
        let entries = reference();
        let find = |path: &str| entries.iter().find(|entry| entry.path == path).unwrap();
        let tries = find("founders.tries");
        assert_eq!(tries.need, "default 1000; where `method` is `minimum-distance`");
        assert_eq!(find("method.fit").need, "default false; beside `name`");
        assert_eq!(
            find("species.growth.greatest_height_m").kind,
            "number at least 1.4 and at most 150"
        );
    }
}

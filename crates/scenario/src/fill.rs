//! What the file does not say: presets and defaults are laid under it, and what is missing then is reported.

use understory_forest::presets::{Preset, PresetEntry, PresetValue};

use crate::keys::{Key, Kind, Literal, Need, When};
use crate::problem::Report;
use crate::value::{Table, Value};
use crate::walk::{joined, listed};

/// Lays a preset's values under those of a `[[species]]` entry, key by key.
///
/// A kernel that differs from the preset's leaves out the keys of the preset's kernel.
pub(crate) fn lay_preset_under(
    species: &mut Table,
    preset: &Preset,
    keys: &'static [Key],
    at: usize,
) {
    // Words first: they are the kernels that decide which numbers belong.
    let (words, numbers): (Vec<&PresetEntry>, Vec<&PresetEntry>) = preset
        .entries
        .iter()
        .partition(|entry| matches!(entry.value, PresetValue::Word(_)));
    for entry in words.into_iter().chain(numbers) {
        lay_value_under(species, entry.key, entry.value, keys, at);
    }
}

fn lay_value_under(
    table: &mut Table,
    path: &str,
    value: PresetValue,
    keys: &'static [Key],
    at: usize,
) {
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    let Some(key) = Key::find(keys, name) else {
        return;
    };
    match (key.kind, rest) {
        (Kind::Table(keys), Some(rest)) => {
            if !table.has(name) {
                table.insert(key.name, at, Value::Table(Table::new(at)));
            }
            if let Some(inner) = table.table_mut(name) {
                lay_value_under(inner, rest, value, keys, at);
            }
        }
        _ if table.has(name) || applies(key.when, table) != Some(true) => {}
        (kind, _) => table.insert(key.name, at, preset_value(value, kind)),
    }
}

fn preset_value(value: PresetValue, kind: Kind) -> Value {
    match (value, kind) {
        (PresetValue::Word(word), _) => Value::Text(word.to_owned()),
        (PresetValue::Real(x), _) => Value::Real(x),
        (PresetValue::Whole(n), Kind::Real(_)) => Value::Real(f64::from(n)),
        (PresetValue::Whole(n), _) => Value::Whole(i64::from(n)),
    }
}

/// Puts the defaults into a table and those below it; reports what is missing and what is out of place.
pub(crate) fn fill(report: &mut Report<'_>, keys: &'static [Key], table: &mut Table, path: &str) {
    for key in keys {
        let path = joined(path, key.name);
        match (applies(key.when, table), table.has(key.name)) {
            (Some(true), false) => absent(report, key, table, &path),
            (Some(false), true) => {
                out_of_place(report, key, table, &path);
                table.insert(key.name, table.at, Value::Broken);
            }
            _ => {}
        }
        match (
            key.kind,
            table.get_mut(key.name).map(|node| &mut node.value),
        ) {
            (Kind::Table(keys), Some(Value::Table(inner))) => fill(report, keys, inner, &path),
            (Kind::Tables(keys, one_of), Some(Value::Tables(entries))) => {
                for entry in entries {
                    exactly_one(report, one_of, entry, &path);
                    fill(report, keys, entry, &path);
                }
            }
            _ => {}
        }
    }
}

/// Whether a key may stand in this table; `None` where that cannot be said, as what decides it is broken.
fn applies(when: When, table: &Table) -> Option<bool> {
    match when {
        When::Always => Some(true),
        When::Is(other, _) if table.is_broken(other) => None,
        When::Is(other, words) => Some(table.text(other).is_some_and(|word| words.contains(&word))),
        When::With(other) => Some(table.has(other)),
        When::Without(other) => Some(!table.has(other)),
    }
}

fn absent(report: &mut Report<'_>, key: &Key, table: &mut Table, path: &str) {
    let at = table.at;
    let is_required = match key.need {
        Need::Required => true,
        Need::RequiredWith(other) => table.has(other),
        Need::Optional | Need::RequiredUnlessGrown => false,
        Need::Default(literal) => {
            table.insert(key.name, at, default_value(literal, at));
            false
        }
    };
    if is_required {
        missing(report, key, at, path);
        table.insert(key.name, at, Value::Broken);
    }
}

/// Reports that a key is not there.
pub(crate) fn missing(report: &mut Report<'_>, key: &Key, at: usize, path: &str) {
    let written = match key.kind {
        Kind::Table(_) => format!("add a table `[{path}]`"),
        Kind::Tables(..) => format!("add a table `[[{path}]]`"),
        _ => format!("add `{}`", key.written()),
    };
    report.problem(
        at,
        format!("`{path}` is missing"),
        format!("{written}: {}", key.doc),
    );
}

fn default_value(literal: Literal, at: usize) -> Value {
    match literal {
        Literal::Word(word) => Value::Text(word.to_owned()),
        Literal::Real(x) => Value::Real(x),
        Literal::Whole(n) => Value::Whole(n),
        Literal::RealPair(pair) => Value::RealPair(pair),
        Literal::Flag(flag) => Value::Flag(flag),
        Literal::Table => Value::Table(Table::new(at)),
    }
}

fn out_of_place(report: &mut Report<'_>, key: &Key, table: &Table, path: &str) {
    let at = table.at(key.name);
    let (message, hint) = match key.when {
        When::Is(other, words) => {
            let belongs = format!(
                "`{path}` belongs to `{other}` {}",
                listed(words.iter().copied())
            );
            match table.text(other) {
                Some(found) => (
                    format!("{belongs}, but it is `{found}` here"),
                    "remove one of the two".to_owned(),
                ),
                None => (
                    format!("{belongs}, but there is no `{other}` here"),
                    format!("remove it, or add `{other}`"),
                ),
            }
        }
        When::With(other) => (
            format!("`{path}` says nothing without `{other}`"),
            format!("remove it, or add `{other}`"),
        ),
        When::Without(other) => (
            format!("`{path}` cannot stand beside `{other}`"),
            "remove one of the two".to_owned(),
        ),
        When::Always => return,
    };
    report.problem(at, message, hint);
}

fn exactly_one(report: &mut Report<'_>, one_of: &[&str], table: &Table, path: &str) {
    let known = listed(one_of.iter().copied());
    let given: Vec<&str> = one_of
        .iter()
        .copied()
        .filter(|name| table.has(name))
        .collect();
    match given[..] {
        [] if !one_of.is_empty() => {
            let message = format!("`{path}` has none of {known}");
            report.problem(table.at, message, "give exactly one of them".to_owned());
        }
        [_, second, ..] => {
            let message = format!("`{path}` has {} at once", listed(given.iter().copied()));
            report.problem(
                table.at(second),
                message,
                format!("give exactly one of {known}"),
            );
        }
        _ => {}
    }
}

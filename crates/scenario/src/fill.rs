//! What the file does not say: presets and defaults are laid under it, and what is missing then is reported.

use understory_forest::presets::{Preset, PresetEntry, PresetValue};

use crate::keys::{Key, Literal, Need, ValueKind, When, alike, words};
use crate::problem::Report;
use crate::value::{Table, Value};
use crate::words::{joined, listed};

/// Lays a preset's values under those of a `[[species]]` entry, key by key.
///
/// A kernel that differs from the preset's leaves out the keys of the preset's kernel.
pub(crate) fn lay_preset_under(species: &mut Table, preset: &Preset, keys: &'static [Key], at: usize) {
    for (name, entries) in &preset.tables {
        let Some(Key {
            name,
            kind: ValueKind::Table(keys),
            ..
        }) = Key::find(keys, name)
        else {
            continue;
        };
        if !species.has(name) {
            species.insert(name, at, Value::Table(Table::new(at)));
        }
        let Some(table) = species.table_mut(name) else {
            continue;
        };
        // Words first: they are the kernels that decide which numbers belong.
        for wants_word in [true, false] {
            for (name, PresetEntry { value, .. }) in entries {
                let Some(key) = Key::find(keys, name) else {
                    continue;
                };
                let is_asked = matches!(value, PresetValue::Word(_)) == wants_word;
                if is_asked && !table.has(name) && applies(key.when, table) == Some(true) {
                    table.insert(key.name, at, preset_value(value, key.kind));
                }
            }
        }
    }
}

/// Lays what a preset brings under the values of a table, key by key; a shape or a list is taken as a whole.
pub(crate) fn lay_table_under(table: &mut Table, mut preset: Table, keys: &'static [Key]) {
    for key in keys {
        let Some(brought) = preset.remove(key.name) else {
            continue;
        };
        match (
            key.kind,
            table.get_mut(key.name).map(|node| &mut node.value),
            brought.value,
        ) {
            (ValueKind::Table(keys), Some(Value::Table(inner)), Value::Table(brought)) => {
                lay_table_under(inner, brought, keys);
            }
            (_, None, value) => table.insert(key.name, brought.at, value),
            _ => {}
        }
    }
}

/// Marks as broken all that a preset should have brought and that the file does not give.
pub(crate) fn lay_broken_under(table: &mut Table, keys: &'static [Key]) {
    let at = table.at;
    let has_preset = |keys: &[Key]| keys.iter().any(|key| matches!(key.kind, ValueKind::Preset(_)));
    for key in keys {
        match (
            key.kind,
            key.need,
            table.get_mut(key.name).map(|node| &mut node.value),
        ) {
            (ValueKind::Table(keys), _, Some(Value::Table(inner))) if !has_preset(keys) => {
                lay_broken_under(inner, keys);
            }
            (_, Need::Required, None) => table.insert(key.name, at, Value::Broken),
            _ => {}
        }
    }
}

fn preset_value(value: &PresetValue, kind: ValueKind) -> Value {
    match (value, kind) {
        (PresetValue::Word(word), _) => Value::Text(word.clone()),
        (PresetValue::Numbers(numbers), _) => Value::Reals(numbers.clone()),
        (PresetValue::Real(x), _) => Value::Real(*x),
        (PresetValue::Whole(n), ValueKind::Real(_)) => Value::Real(f64::from(*n)),
        (PresetValue::Whole(n), _) => Value::Whole(i64::from(*n)),
    }
}

/// Puts the defaults into a table and those below it; reports what is missing and what is out of place.
pub(crate) fn fill(report: &mut Report<'_>, keys: &'static [Key], table: &mut Table, path: &str) {
    for key in keys {
        let path = joined(path, key.name);
        match (applies(key.when, table), table.has(key.name)) {
            (Some(true), false) => absent(report, key, table, &path),
            // What a preset that is not known should have brought.
            (Some(false), true) if table.is_broken(key.name) => {}
            (Some(false), true) => {
                let alike = alike(keys, key);
                if !alike.is_empty() && alike.iter().all(|key| applies(key.when, table) == Some(false)) {
                    out_of_place(report, key, &words(&alike), table, &path);
                    table.insert(key.name, table.at, Value::Broken);
                }
                continue;
            }
            _ => {}
        }
        match (key.kind, table.get_mut(key.name).map(|node| &mut node.value)) {
            (
                ValueKind::Table(keys) | ValueKind::Tagged(_, keys) | ValueKind::Swept(keys),
                Some(Value::Table(inner)),
            ) => {
                fill(report, keys, inner, &path);
            }
            (ValueKind::OneOf(keys), Some(Value::Table(inner))) => fill_one_of(report, keys, inner, &path),
            (ValueKind::OneOfList(keys), Some(Value::Tables(entries))) => {
                for entry in entries {
                    fill_one_of(report, keys, entry, &path);
                }
            }
            (ValueKind::Tables(keys, one_of), Some(Value::Tables(entries))) => {
                for entry in entries {
                    exactly_one(report, one_of, entry, &path);
                    fill(report, keys, entry, &path);
                }
            }
            (ValueKind::TaggedList(_, keys), Some(Value::Tables(entries))) => {
                for entry in entries {
                    fill(report, keys, entry, &path);
                }
            }
            _ => {}
        }
    }
}

/// Whether a key may stand in this table; `None` where that cannot be said, as what decides it is broken.
pub(crate) fn applies(when: When, table: &Table) -> Option<bool> {
    match when {
        When::Always => Some(true),
        When::Is(other, _) if table.is_broken(other) => None,
        When::Is(other, words) => Some(table.text(other).is_some_and(|word| words.contains(&word))),
        When::With(other) => Some(table.has(other)),
        When::Without(others) => Some(!others.iter().any(|other| table.has(other))),
        // What stands without a plot was refused before.
        When::OnAPlot => Some(true),
    }
}

fn absent(report: &mut Report<'_>, key: &Key, table: &mut Table, path: &str) {
    let at = table.at;
    let is_required = match key.need {
        Need::Required => true,
        Need::RequiredWith(other) => table.has(other),
        Need::RequiredWithout(other) => !table.has(other),
        Need::Optional | Need::RequiredUnlessGrown(_) | Need::RequiredUnlessGrownOrPainted => false,
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
        ValueKind::Table(_) => format!("add a table `[{path}]`"),
        ValueKind::Tables(..) | ValueKind::OneOfList(_) | ValueKind::TaggedList(..) => {
            format!("add a table `[[{path}]]`")
        }
        _ if let Need::RequiredWithout(other) = key.need => format!("add `{other}`, or `{}`", key.written()),
        _ => format!("add `{}`", key.written()),
    };
    report.problem(
        at,
        format!("`{path}` is missing"),
        format!("{written}: {}", key.doc),
    );
}

/// What holds by default; it stands at this byte.
pub(crate) fn default_value(literal: Literal, at: usize) -> Value {
    match literal {
        Literal::Word(word) => Value::Text(word.to_owned()),
        Literal::Real(x) => Value::Real(x),
        Literal::Whole(n) => Value::Whole(n),
        Literal::RealPair(pair) => Value::RealPair(pair),
        Literal::RealTriple(triple) => Value::RealTriple(triple),
        Literal::Reals(numbers) => Value::Reals(numbers.to_vec()),
        Literal::RealPairs(pairs) => Value::RealPairs(pairs.to_vec()),
        Literal::Flag(flag) => Value::Flag(flag),
        Literal::Table => Value::Table(Table::new(at)),
        Literal::Only(name, x) => {
            let mut table = Table::new(at);
            table.insert(name, at, Value::Real(x));
            Value::Table(table)
        }
    }
}

fn out_of_place(report: &mut Report<'_>, key: &Key, words: &[&str], table: &Table, path: &str) {
    let at = table.at(key.name);
    let (message, hint) = match key.when {
        When::Is(other, _) => {
            let belongs = format!("`{path}` belongs to `{other}` {}", listed(words.iter().copied()));
            match table.text(other) {
                // A default stands where its table does.
                Some(found) if table.at(other) == table.at => (
                    format!("{belongs}, but it is `{found}` where none is given"),
                    match words {
                        [word] => format!("add `{other} = \"{word}\"`, or remove it"),
                        _ => format!("add one of these as `{other}`, or remove it"),
                    },
                ),
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
        When::Without(others) => {
            let given: Vec<&str> = others.iter().copied().filter(|other| table.has(other)).collect();
            (
                format!("`{path}` cannot stand beside {}", listed(given.into_iter())),
                "remove one of the two".to_owned(),
            )
        }
        When::Always | When::OnAPlot => return,
    };
    report.problem(at, message, hint);
}

/// A table without exactly one of its keys is broken, so that nobody reads it.
fn fill_one_of(report: &mut Report<'_>, keys: &'static [Key], table: &mut Table, path: &str) {
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    let is_sound = exactly_one(report, &names, table, path);
    fill(report, keys, table, path);
    if let (false, Some(key)) = (is_sound, keys.first()) {
        table.insert(key.name, table.at, Value::Broken);
    }
}

/// Whether exactly one of the keys is given, where any are named; reports where it is not.
fn exactly_one(report: &mut Report<'_>, one_of: &[&str], table: &Table, path: &str) -> bool {
    let known = listed(one_of.iter().copied());
    let given: Vec<&str> = one_of.iter().copied().filter(|name| table.has(name)).collect();
    match given[..] {
        [] if !one_of.is_empty() => {
            let message = format!("`{path}` has none of {known}");
            report.problem(table.at, message, "give exactly one of them".to_owned());
            false
        }
        [_, second, ..] => {
            let message = format!("`{path}` has {} at once", listed(given.iter().copied()));
            report.problem(table.at(second), message, format!("give exactly one of {known}"));
            false
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use understory_forest::parameters::{DispersalKernel, Species};

    use super::*;
    use crate::keys::SPECIES;

    const PRESET: &str = r#"about = "test"
[growth]
site_index_m = { value = 25.0, assumed = "" }
curve_rate_per_yr = { value = 0.02, assumed = "" }
greatest_height_m = { value = 40, assumed = "" }
basal_area_cm2_per_m2 = { value = 0.5, assumed = "" }
greatest_dbh_cm = { value = 80.0, assumed = "" }
shade_sensitivity = { value = 0.8, assumed = "" }
[crown]
radius_at_30_cm_m = { value = 2.0, assumed = "" }
exponent = { value = 0.75, assumed = "" }
[fruit]
maturity_age_yr = { value = 20, assumed = "" }
seeds_per_m2 = { value = 2.0, assumed = "" }
[dispersal]
near_mean_m = { value = 10.0, assumed = "" }
far_mean_m = { value = 90.0, assumed = "" }
far_fraction = { value = 0.1, assumed = "" }
kernel = { value = "two-part-exponential", assumed = "" }
[seed_bank]
yearly_loss = { value = 0.5, assumed = "" }
max_age_yr = { value = 2, assumed = "" }
[germination]
probability = { value = 0.2, assumed = "" }
[inhibition]
kernel = { value = "disc", assumed = "" }
radius_crown_radii = { value = 1.0, assumed = "" }
strength = { value = 2.0, assumed = "" }
[mortality]
age_max_yr = { value = 200, assumed = "" }
chance_per_yr = { value = 0.01, assumed = "" }
stress_rate = { value = 1.0, assumed = "" }
stress_threshold = { value = 0.1, assumed = "" }
"#;

    fn preset() -> Preset {
        toml::from_str(PRESET).unwrap()
    }

    fn species_over_preset(given: impl FnOnce(&mut Table)) -> (Species, String) {
        let mut report = Report::new("test", "");
        let mut table = Table::new(0);
        table.insert("name", 0, Value::Text("oak".to_owned()));
        given(&mut table);
        lay_preset_under(&mut table, &preset(), SPECIES, 0);
        fill(&mut report, SPECIES, &mut table, "species");
        let problems = report
            .finish(Some(()))
            .err()
            .map_or_else(String::new, |problems| problems.to_string());
        (serde_json::from_value(table.to_plain().into()).unwrap(), problems)
    }

    #[test]
    fn a_preset_gives_what_the_file_does_not() {
        let (species, problems) = species_over_preset(|table| {
            let mut growth = Table::new(0);
            growth.insert("greatest_dbh_cm", 0, Value::Real(66.0));
            table.insert("growth", 0, Value::Table(growth));
        });
        assert_eq!(problems, "");
        assert_eq!(
            (species.growth.greatest_dbh_cm, species.growth.greatest_height_m),
            (66.0, 40.0)
        );
        assert_eq!(species.growth.seedling_height_m, 0.15);
    }

    #[test]
    fn another_kernel_drops_the_keys_of_the_presets_own() {
        let (species, problems) = species_over_preset(|table| {
            let mut dispersal = Table::new(0);
            dispersal.insert("kernel", 0, Value::Text("disc".to_owned()));
            dispersal.insert("radius_m", 0, Value::Real(7.0));
            table.insert("dispersal", 0, Value::Table(dispersal));
        });
        assert_eq!(problems, "");
        assert_eq!(species.dispersal, DispersalKernel::Disc { radius_m: 7.0 }.into());
    }

    #[test]
    fn a_key_of_another_kernel_than_the_presets_is_out_of_place() {
        let mut report = Report::new("test", "");
        let (mut table, mut dispersal) = (Table::new(0), Table::new(0));
        dispersal.insert("radius_m", 0, Value::Real(7.0));
        table.insert("dispersal", 0, Value::Table(dispersal));
        lay_preset_under(&mut table, &preset(), SPECIES, 7);
        fill(&mut report, SPECIES, &mut table, "species");
        let shown = report.finish(Some(())).unwrap_err().to_string();
        let expected =
            "`species.dispersal.radius_m` belongs to `kernel` `disc`, but it is `two-part-exponential` here";
        assert!(shown.contains(expected), "{shown}");
    }
}

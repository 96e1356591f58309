//! Tables of a scenario as the library writes them, and back.
//!
//! A choice among shapes is `{ shape = "sphere", radius_m = 3.0, … }` in a scenario and
//! `{ sphere = { radius_m = 3.0, … } }` in the library; the rest is the same in both.

use serde::de::DeserializeOwned;
use toml::Value as Plain;

use crate::keys::{Key, Kind};
use crate::problem::{Report, bug};
use crate::value::{Table, Value};

/// What the library makes of a table, where nothing in it is broken.
pub(super) fn part<T: DeserializeOwned>(
    report: &mut Report<'_>,
    keys: &'static [Key],
    table: &Table,
) -> Option<T> {
    if !table.is_whole() {
        return None;
    }
    read(report, table, Plain::Table(fields(keys, table)))
}

/// The same of a table whose first key says what it is.
pub(super) fn tagged_part<T: DeserializeOwned>(
    report: &mut Report<'_>,
    keys: &'static [Key],
    table: &Table,
) -> Option<T> {
    if !table.is_whole() {
        return None;
    }
    read(report, table, tagged(keys, table)?)
}

fn read<T: DeserializeOwned>(report: &mut Report<'_>, table: &Table, plain: Plain) -> Option<T> {
    let read = plain.try_into();
    read.map_err(|error: toml::de::Error| {
        let message = format!(
            "the tree passed all checks and could not be read: {}",
            error.message()
        );
        report.problem(table.at, message, bug());
    })
    .ok()
}

/// The library's fields of a table without anything broken.
pub(super) fn fields(keys: &'static [Key], table: &Table) -> toml::Table {
    let field = |key: &Key| Some((key.name.to_owned(), plain(key.kind, &table.get(key.name)?.value)?));
    keys.iter().filter_map(field).collect()
}

fn plain(kind: Kind, value: &Value) -> Option<Plain> {
    match (kind, value) {
        (Kind::Table(keys) | Kind::OneOf(keys), Value::Table(table)) => Some(fields(keys, table).into()),
        (Kind::Tables(keys, _) | Kind::OneOfList(keys), Value::Tables(tables)) => Some(
            tables
                .iter()
                .map(|table| fields(keys, table))
                .collect::<Vec<_>>()
                .into(),
        ),
        (Kind::Tagged(_, keys), Value::Table(table)) => tagged(keys, table),
        (Kind::TaggedList(_, keys), Value::Tables(tables)) => {
            let all: Option<Vec<Plain>> = tables.iter().map(|table| tagged(keys, table)).collect();
            all.map(Plain::Array)
        }
        (_, value) => value.to_toml(),
    }
}

/// `{ shape = "sphere", … }` as `{ sphere = { … } }`; a word alone where nothing else belongs to it.
fn tagged(keys: &'static [Key], table: &Table) -> Option<Plain> {
    let (tag, keys) = keys.split_first()?;
    let word = table.text(tag.name)?.to_owned();
    let mut fields = fields(keys, table);
    let content = match word.as_str() {
        "union" => fields.remove("parts")?,
        "difference" => Plain::Array(vec![fields.remove("whole")?, fields.remove("hole")?]),
        _ if fields.is_empty() => return Some(Plain::String(word)),
        _ => Plain::Table(fields),
    };
    Some(Plain::Table([(word, content)].into_iter().collect()))
}

/// The table of a scenario that says what the library's does, as if it stood at byte `at`.
pub(super) fn table_of(keys: &'static [Key], plain: &toml::Table, at: usize) -> Table {
    let mut table = Table::new(at);
    for key in keys {
        let value = plain
            .get(key.name)
            .and_then(|plain| value_of(key.kind, plain, at));
        if let Some(value) = value {
            table.insert(key.name, at, value);
        }
    }
    table
}

fn value_of(kind: Kind, plain: &Plain, at: usize) -> Option<Value> {
    let tables = |plain: &Plain, table: &dyn Fn(&Plain) -> Option<Table>| {
        plain.as_array()?.iter().map(table).collect::<Option<Vec<_>>>()
    };
    Some(match kind {
        Kind::Table(keys) | Kind::OneOf(keys) => Value::Table(table_of(keys, plain.as_table()?, at)),
        Kind::Tables(keys, _) | Kind::OneOfList(keys) => Value::Tables(tables(plain, &|plain| {
            Some(table_of(keys, plain.as_table()?, at))
        })?),
        Kind::Tagged(_, keys) => Value::Table(tagged_table(keys, plain, at)?),
        Kind::TaggedList(_, keys) => Value::Tables(tables(plain, &|plain| tagged_table(keys, plain, at))?),
        Kind::Text | Kind::Name | Kind::Path | Kind::Letter | Kind::Choice(_) | Kind::Preset(_) => {
            Value::Text(plain.as_str()?.to_owned())
        }
        Kind::Choices(_) => Value::Texts(plain.clone().try_into().ok()?),
        Kind::Flag => Value::Flag(plain.as_bool()?),
        Kind::Real(_) => Value::Real(plain.as_float()?),
        Kind::RealPair(_) => Value::RealPair(plain.clone().try_into().ok()?),
        Kind::RealTriple(_) => Value::RealTriple(plain.clone().try_into().ok()?),
        Kind::Reals(_) => Value::Reals(plain.clone().try_into().ok()?),
        Kind::RealPairs(_) => Value::RealPairs(plain.clone().try_into().ok()?),
        Kind::Segments(_) => Value::Segments(plain.clone().try_into().ok()?),
        Kind::Triangles(_) => Value::Triangles(plain.clone().try_into().ok()?),
        Kind::Whole(..) => Value::Whole(plain.as_integer()?),
        Kind::WholePair(..) => Value::WholePair(plain.clone().try_into().ok()?),
    })
}

fn tagged_table(keys: &'static [Key], plain: &Plain, at: usize) -> Option<Table> {
    let (tag, keys) = keys.split_first()?;
    let (word, content) = match plain {
        Plain::String(word) => (word, None),
        Plain::Table(table) => table.iter().next().map(|(word, content)| (word, Some(content)))?,
        _ => return None,
    };
    let mut named = toml::Table::new();
    match (word.as_str(), content) {
        ("union", Some(parts)) => {
            named.insert("parts".to_owned(), parts.clone());
        }
        ("difference", Some(Plain::Array(both))) => {
            let names = ["whole", "hole"].map(str::to_owned);
            named.extend(names.into_iter().zip(both.iter().cloned()));
        }
        (_, Some(Plain::Table(fields))) => named = fields.clone(),
        _ => {}
    }
    let mut table = table_of(keys, &named, at);
    table.insert(tag.name, at, Value::Text(word.clone()));
    Some(table)
}

#[cfg(test)]
mod tests {
    use understory_branching::cloud::{Arrangement, Envelope, Shade, Warp};
    use understory_branching::colonization::{Damage, Harm, Solid};
    use understory_branching::presets::PRESETS;
    use understory_branching::tree::TreeForm;

    use super::*;
    use crate::keys::TREE;

    fn sphere() -> Envelope {
        Envelope::Sphere {
            centre_m: [0.0, 0.0, 6.0],
            radius_m: 3.0,
        }
    }

    /// A form with something in every list, and every shape somewhere.
    fn forms() -> Vec<TreeForm> {
        let crowns = [
            sphere(),
            Envelope::Union(vec![
                sphere(),
                Envelope::Difference(Box::new(sphere()), Box::new(sphere())),
            ]),
            Envelope::Around {
                segments_m: vec![[[0.0; 3], [1.0, 2.0, 3.0]]],
                distance_m: 0.5,
            },
            Envelope::AroundMesh {
                triangles_m: vec![[[0.0; 3], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]],
                distance_m: 0.5,
            },
        ];
        let with_crown = |crown: &Envelope| {
            let mut form = PRESETS[0].form();
            form.crown = crown.clone();
            form.arrangement = Arrangement::Tiers {
                apart_m: 1.0,
                thickness_m: 0.5,
            };
            form.shade = vec![Shade {
                volume: crown.clone(),
                share: 0.5,
            }];
            form.warps = vec![Warp::Lean { per_m: [0.1, 0.2] }, Warp::Hang { per_m: 0.3 }];
            form.shoot.damage = vec![Damage {
                round: 3,
                by: Harm::Wither { share: 0.5 },
            }];
            form
        };
        let presets = PRESETS.iter().map(|preset| preset.form());
        crowns.iter().map(with_crown).chain(presets).collect()
    }

    #[test]
    fn a_form_survives_the_way_into_a_scenario_and_back() {
        for form in forms() {
            let mut report = Report::new("test", "");
            let table = table_of(TREE, &toml::Table::try_from(&form).unwrap(), 0);
            assert_eq!(part(&mut report, TREE, &table), Some(form));
        }
    }

    #[test]
    fn a_solid_survives_it_too() {
        let solid = Solid::HalfSpace {
            place_m: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
        };
        let keys = Key::find(TREE, "solids").and_then(|key| key.kind.keys()).unwrap();
        let table = tagged_table(keys, &Plain::try_from(solid).unwrap(), 0).unwrap();
        assert_eq!(table.text("shape"), Some("half-space"));
        assert_eq!(
            tagged_part(&mut Report::new("test", ""), keys, &table),
            Some(solid)
        );
    }
}

//! Tables of a scenario as the library's values, and back.

use serde::de::DeserializeOwned;
use toml::Value as Plain;

use crate::keys::{Key, ValueKind};
use crate::problem::Report;
use crate::value::{Table, Value};

/// What the library makes of a table, where nothing in it is broken.
pub(super) fn part<T: DeserializeOwned>(report: &mut Report<'_>, table: &Table) -> Option<T> {
    crate::part::part(report, "tree", table)
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

fn value_of(kind: ValueKind, plain: &Plain, at: usize) -> Option<Value> {
    let table = |keys, plain: &Plain| Some(table_of(keys, plain.as_table()?, at));
    Some(match kind {
        ValueKind::Table(keys)
        | ValueKind::OneOf(keys)
        | ValueKind::Tagged(_, keys)
        | ValueKind::Swept(keys) => Value::Table(table(keys, plain)?),
        ValueKind::Tables(keys, _) | ValueKind::OneOfList(keys) | ValueKind::TaggedList(_, keys) => {
            let tables = plain.as_array()?.iter().map(|plain| table(keys, plain));
            Value::Tables(tables.collect::<Option<_>>()?)
        }
        ValueKind::Text
        | ValueKind::Name
        | ValueKind::Path
        | ValueKind::Letter
        | ValueKind::Colour
        | ValueKind::Choice(_)
        | ValueKind::Preset(_) => Value::Text(plain.as_str()?.to_owned()),
        ValueKind::Choices(_) => Value::Texts(plain.clone().try_into().ok()?),
        ValueKind::Flag => Value::Flag(plain.as_bool()?),
        ValueKind::Real(_) => Value::Real(plain.as_float()?),
        ValueKind::RealPair(_) => Value::RealPair(plain.clone().try_into().ok()?),
        ValueKind::RealTriple(_) => Value::RealTriple(plain.clone().try_into().ok()?),
        ValueKind::Reals(_) => Value::Reals(plain.clone().try_into().ok()?),
        ValueKind::RealPairs(_) => Value::RealPairs(plain.clone().try_into().ok()?),
        ValueKind::Segments(_) => Value::Segments(plain.clone().try_into().ok()?),
        ValueKind::Triangles(_) => Value::Triangles(plain.clone().try_into().ok()?),
        ValueKind::Whole(..) => Value::Whole(plain.as_integer()?),
        ValueKind::WholePair(..) => Value::WholePair(plain.clone().try_into().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use understory_branching::cloud::{Arrangement, Envelope, Shade, Warp};
    use understory_branching::colonization::{Damage, Harm, Obstacle};
    use understory_branching::presets::{PRESETS, colonized_oak};
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
            Envelope::Union {
                parts: vec![
                    sphere(),
                    Envelope::Difference {
                        whole: Box::new(sphere()),
                        hole: Box::new(sphere()),
                    },
                ],
            },
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
            let mut form = colonized_oak();
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
            form.shoot.damage = vec![Damage::new(3, Harm::Wither { share: 0.5 })];
            form
        };
        crowns.iter().map(with_crown).collect()
    }

    #[test]
    fn a_form_survives_the_way_into_a_scenario_and_back() {
        for form in forms() {
            let mut report = Report::new("test", "");
            let table = table_of(TREE, &toml::Table::try_from(&form).unwrap(), 0);
            assert_eq!(part(&mut report, &table), Some(form));
        }
    }

    #[test]
    fn a_preset_survives_it_too() {
        for preset in PRESETS {
            let form = preset.form();
            let table = table_of(TREE, &toml::Table::try_from(&form).unwrap(), 0);
            assert_eq!(part(&mut Report::new("test", ""), &table), Some(form));
        }
    }

    #[test]
    fn an_obstacle_survives_it_too() {
        let obstacle = Obstacle::HalfSpace {
            place_m: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
        };
        let keys = Key::find(TREE, "obstacles")
            .and_then(|key| key.kind.keys())
            .unwrap();
        let table = table_of(keys, &toml::Table::try_from(obstacle).unwrap(), 0);
        assert_eq!(table.text("shape"), Some("half-space"));
        assert_eq!(part(&mut Report::new("test", ""), &table), Some(obstacle));
    }
}

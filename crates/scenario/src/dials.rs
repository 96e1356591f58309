//! What can be turned of a scenario while its forest, tree or points are looked at: each key that holds numbers, a word or a
//! flag, with its value, range, unit and meaning.
//!
//! They come from the one table of keys and the completed tables of the file, so that a preset's number is there too. A key that
//! has no value, as it is left out and has no default, is none of them; nor is one that names a file or is a name.

use crate::files::Files;
use crate::fill::applies;
use crate::keys::{self, Interval, Key, SCENARIO, ValueKind};
use crate::loading::{Place, parse, read};
use crate::problem::Problems;
use crate::scenario::Overrides;
use crate::value::{Table, Value};
use crate::wanted::Wanted;

/// A key that can be turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// The key's path, as [`Setting`](crate::Setting) reads it: `species.beech.fruit.seeds_per_m2`.
    pub path: String,
    /// What it holds, and what it may hold.
    pub value: DialValue,
    /// Unit; empty where there is none.
    pub unit: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Whether the file itself gives it, and not a preset or a default.
    pub is_written: bool,
}

/// What a key holds, and what it may hold.
#[derive(Clone, Debug, PartialEq)]
pub enum DialValue {
    /// Real numbers, as many as there are: one, or those of a pair, a triple or a list.
    Reals {
        /// The numbers.
        values: Vec<f64>,
        /// Whether they stand in brackets, also where it is one.
        is_list: bool,
        /// What each may be.
        interval: Interval,
    },
    /// Whole numbers likewise.
    Wholes {
        /// The numbers.
        values: Vec<i64>,
        /// Whether they stand in brackets.
        is_list: bool,
        /// The least and the greatest that each may be.
        range: (i64, i64),
    },
    /// `true` or `false`.
    Flag(bool),
    /// A word.
    Word {
        /// The word.
        word: String,
        /// The words that it may be.
        words: Vec<&'static str>,
    },
}

/// Tables that say what is written down, or what is compared when all has grown: nothing of them is seen meanwhile.
const UNSEEN: &[&str] = &[
    "record",
    "compare",
    "method",
    "target",
    "sweep",
    "calibrate",
    "prior",
];

/// The dials of the scenario at `path`, in the order of the table of keys, those of a list of tables entry by entry.
///
/// # Errors
/// [`Problems`] of the file itself; those of the files that it names are found by [`load`](crate::load).
pub fn dials(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<Vec<Dial>, Problems> {
    let bytes = read(path, files)?;
    parse(
        &Place::first(path),
        &bytes,
        files,
        overrides,
        Wanted::Any,
        |_, table| {
            let mut dials = Vec::new();
            let seen: Vec<&'static Key> = SCENARIO
                .iter()
                .filter(|key| !UNSEEN.contains(&key.name))
                .collect();
            for key in seen {
                of_key(SCENARIO, key, table, table.at, "", &mut dials);
            }
            let unread = unread(table);
            dials.retain(|dial| !unread.contains(&dial.path));
            Some(dials)
        },
    )
}

/// Keys that have their defaults and say nothing in this scenario, which refuses them.
fn unread(table: &Table) -> Vec<String> {
    let mut unread: Vec<String> = Vec::new();
    let world = table.table("world");
    // Where it follows from a grown forest it may be a torus too.
    let is_open = world.and_then(|world| world.text("edge")) == Some("open");
    let is_tree = table.has("tree") && !table.has("place");
    if !is_open || is_tree || ["scatter", "target", "place"].iter().any(|kind| table.has(kind)) {
        unread.extend(["world.buffer_m", "world.seeds_over_edge"].map(str::to_owned));
    }
    // Of a map the plot's corner follows.
    if is_tree || world.is_some_and(|world| world.has("elevation")) {
        unread.push("world.origin_m".to_owned());
    }
    if !table.has("ground") {
        unread.push("climate.gathered_mm".to_owned());
    }
    // Where each year is a good seed year there are no others.
    for species in table.tables("species").unwrap_or_default() {
        let every_yr = species
            .table("fruit")
            .and_then(|fruit| fruit.whole::<u32>("mast_every_yr"));
        if let (Some(name), Some(1)) = (species.text("name"), every_yr) {
            unread.push(format!("species.{name}.fruit.off_year_fraction"));
        }
    }
    unread
}

/// The dials of a table's keys. `preset_at` is where the preset stands that may have brought them in.
fn of_table(keys: &'static [Key], table: &Table, above_at: usize, path: &str, dials: &mut Vec<Dial>) {
    let preset_at = if table.has("preset") {
        table.at("preset")
    } else {
        above_at
    };
    for key in keys {
        of_key(keys, key, table, preset_at, path, dials);
    }
}

fn of_key(
    keys: &'static [Key],
    key: &'static Key,
    table: &Table,
    preset_at: usize,
    path: &str,
    dials: &mut Vec<Dial>,
) {
    let Some(node) = table.get(key.name) else { return };
    // Of several keys of one name that which belongs here; and the first where several do.
    let fits = |other: &&Key| other.name == key.name && applies(other.when, table) == Some(true);
    if !keys
        .iter()
        .find(fits)
        .is_some_and(|first| std::ptr::eq(first, key))
    {
        return;
    }
    let path = step(path, key.name);
    let mut add = |value: DialValue| {
        dials.push(Dial {
            path: path.clone(),
            value,
            unit: key.unit,
            doc: key.doc,
            is_written: node.at != table.at && node.at != preset_at,
        });
    };
    let reals = |values: &[f64], is_list, interval| DialValue::Reals {
        values: values.to_vec(),
        is_list,
        interval,
    };
    match (&node.value, key.kind) {
        (Value::Real(x), ValueKind::Real(interval)) => add(reals(&[*x], false, interval)),
        (Value::RealPair(pair), ValueKind::RealPair(interval)) => add(reals(pair, true, interval)),
        (Value::RealTriple(triple), ValueKind::RealTriple(interval)) => add(reals(triple, true, interval)),
        (Value::Reals(numbers), ValueKind::Reals(interval)) => add(reals(numbers, true, interval)),
        (Value::Whole(n), ValueKind::Whole(low, high)) => add(DialValue::Wholes {
            values: vec![*n],
            is_list: false,
            range: (low, high),
        }),
        (Value::WholePair(pair), ValueKind::WholePair(low, high)) => add(DialValue::Wholes {
            values: pair.to_vec(),
            is_list: true,
            range: (low, high),
        }),
        (Value::Flag(flag), ValueKind::Flag) => add(DialValue::Flag(*flag)),
        (Value::Text(word), ValueKind::Choice(words)) => add(DialValue::Word {
            word: word.clone(),
            words: words.to_vec(),
        }),
        (Value::Text(word), ValueKind::Preset(presets)) => add(DialValue::Word {
            word: word.clone(),
            words: keys::presets(presets),
        }),
        (Value::Table(inner), ValueKind::Table(keys) | ValueKind::OneOf(keys)) => {
            of_table(keys, inner, preset_at, &path, dials);
        }
        // Of a shape its numbers alone: another shape has other keys.
        (Value::Table(inner), ValueKind::Tagged(_, keys)) => {
            of_table(
                keys.split_first().map_or(keys, |(_, rest)| rest),
                inner,
                preset_at,
                &path,
                dials,
            );
        }
        (
            Value::Tables(entries),
            ValueKind::Tables(keys, _) | ValueKind::OneOfList(keys) | ValueKind::TaggedList(_, keys),
        ) if node.at != table.at && node.at != preset_at => {
            // A list that a preset brings in is not in the file, so nothing of it can be set there.
            let names: Vec<String> = (1..)
                .zip(entries)
                .map(|(number, entry)| called(entry, number))
                .collect();
            for (entry, name) in entries.iter().zip(&names) {
                // Two of one name cannot be told apart.
                if names.iter().filter(|other| *other == name).count() == 1 {
                    of_table(keys, entry, preset_at, &step(&path, name), dials);
                }
            }
        }
        _ => {}
    }
}

/// What an entry of a list is called in a path.
fn called(entry: &Table, number: usize) -> String {
    let name = entry.text("label").or(entry.text("name"));
    name.map_or_else(|| number.to_string(), str::to_owned)
}

/// A path with one more step, in quotes where it needs them.
fn step(path: &str, name: &str) -> String {
    crate::words::joined(path, &toml_edit::Key::new(name).to_string())
}

//! The one table of keys: what a scenario file may say, with kinds, units, ranges, defaults and meaning.
//!
//! The walk over a file, its messages and hints, the JSON Schema and the reference pages all read this table,
//! so that none of them can know a key that the others do not.

mod climate;
mod crowns;
mod ground;
mod method;
mod place;
mod scatter;
mod scenario;
mod species;
mod tree;

pub use climate::ClimateRules;
pub use crowns::{CrownOfSpecies, CrownPart, CrownRules, CrownsWhen};
pub use ground::{GroundRules, WithoutData};
pub(crate) use method::is_parameter;
pub(crate) use place::PAINTED;
pub(crate) use scatter::{PLANE, SCATTERED};
pub(crate) use scenario::OF_A_MAP;
pub use scenario::SCENARIO;
pub use species::{RESERVED_NAMES, SPECIES};
pub(crate) use tree::BASELINE;
pub use tree::TREE;
pub use understory_keys::{Interval, Key, Literal, Need, Presets, ValueKind, When};

/// The names of all presets of a set.
#[must_use]
pub fn presets(set: Presets) -> Vec<&'static str> {
    use understory_branching::{lsystem, presets as trees};
    use understory_forest::presets as species;
    match set {
        Presets::Species => species::PRESETS.iter().map(|preset| &*preset.name).collect(),
        Presets::Trees => trees::PRESETS.iter().map(|preset| preset.name).collect(),
        Presets::LSystems => lsystem::L_SYSTEMS.iter().map(|preset| preset.name).collect(),
    }
}

/// Keys that were called otherwise: what they were, and what they are.
const RENAMED: &[(&str, &str)] = &[
    ("interaction", "light"),
    ("tree.counterpart", "baseline"),
    ("tree.solids", "obstacles"),
];

/// What the key at a path that is not known is called now, where it was called so.
pub(crate) fn renamed(path: &str) -> Option<&'static str> {
    let known = RENAMED.iter().find(|(old, _)| *old == path);
    known.map(|(_, new)| *new)
}

/// Several keys can have one name, each where another word stands at a further key. All of this one's name where it is
/// the first of them, which speaks for all; else none.
pub(crate) fn alike(keys: &'static [Key], key: &Key) -> Vec<&'static Key> {
    let mut alike: Vec<_> = keys.iter().filter(|other| other.name == key.name).collect();
    if alike.first().is_some_and(|first| !std::ptr::eq(*first, key)) {
        alike.clear();
    }
    alike
}

/// The words with which they may stand.
pub(crate) fn words(alike: &[&'static Key]) -> Vec<&'static str> {
    let words = alike.iter().filter_map(|key| match key.when {
        When::Is(_, words) => Some(words),
        _ => None,
    });
    words.flatten().copied().collect()
}

const fn table(name: &'static str, keys: &'static [Key], doc: &'static str, example: &'static str) -> Key {
    Key::new(name, ValueKind::Table(keys), "", doc, example)
}

const fn real(
    name: &'static str,
    interval: Interval,
    unit: &'static str,
    doc: &'static str,
    example: &'static str,
) -> Key {
    Key::new(name, ValueKind::Real(interval), unit, doc, example)
}

const fn whole(
    name: &'static str,
    (low, high): (i64, i64),
    unit: &'static str,
    doc: &'static str,
    example: &'static str,
) -> Key {
    Key::new(name, ValueKind::Whole(low, high), unit, doc, example)
}

/// The fewest and most years that can be asked for.
const YEARS: (i64, i64) = (1, 20_000);
/// Shorter lengths drown in the rounding of places.
const LENGTH: Interval = Interval::from(1e-6, 1e6);

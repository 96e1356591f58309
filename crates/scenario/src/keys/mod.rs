//! The one table of keys: what a scenario file may say, with kinds, units, ranges, defaults and meaning.
//!
//! The walk over a file, its messages and hints, the JSON Schema and the reference pages all read this table,
//! so that none of them can know a key that the others do not.

mod climate;
mod crowns;
mod ground;
mod method;
mod place;
mod record;
mod scatter;
mod scenario;
mod species;
mod tree;

pub use climate::ClimateRules;
pub use crowns::{CrownOfSpecies, CrownPart, CrownRules, CrownsWhen};
pub use ground::{GroundRules, WithoutData};
pub(crate) use method::is_parameter;
pub(crate) use place::PAINTED;
pub use record::{Format, Record};
pub(crate) use scatter::{PLANE, SCATTERED};
pub use scenario::SCENARIO;
pub(crate) use scenario::{OF_A_MAP, RUN, WORLD};
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

/// Keys that have lost their meaning, by the end of their paths, and what is given in their place.
const GONE: &[(&str, &str)] = &[
    (
        "growth.height_max_m",
        "give `growth.site_index_m`, the top height at 100 years; the tallest tree known is `growth.greatest_height_m`",
    ),
    (
        "growth.height_rate_per_yr",
        "give `growth.curve_rate_per_yr`, and `growth.curve_exponent = 3.0` and `growth.curve_exponent_by_site = 0.0` for the former curve",
    ),
    (
        "growth.dbh_max_cm",
        "give `growth.greatest_dbh_cm`, which no tree passes",
    ),
    (
        "growth.dbh_rate_per_yr",
        "give `growth.basal_area_cm2_per_m2`: trees grow by basal area now",
    ),
    ("growth.shade_exponent", "give `growth.shade_sensitivity`"),
    (
        "growth.height_shade_share",
        "give `growth.height_light` and `growth.height_light_exponent`",
    ),
    (
        "competition.strength",
        "give `crown.leaf_area_index` for the shade that a tree casts, `growth.shade_sensitivity` for how it bears that of others",
    ),
    (
        "competition.height_exponent",
        "remove it: a crown takes as much light at any height",
    ),
    (
        "mortality.lucky_fraction",
        "give `mortality.chance_per_yr`, the share that dies in a year whatever its light and age",
    ),
    (
        "mortality.stress_threshold_height_factor",
        "remove it: `mortality.stress_threshold` holds at any height",
    ),
    (
        "wind.sheltered_share",
        "give `sheltered_drag`, the drag of a crown among others, whatever its species; remove it for 0.057",
    ),
];

/// What takes the place of a key that was known once, by its path, and in words.
pub(crate) fn known_once(path: &str) -> Option<(Option<&'static str>, String)> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == path);
    let ends_so = |end: &str| {
        let above = path.strip_suffix(end);
        above.is_some_and(|above| above.starts_with("species.") || above == "disturbance.")
    };
    let gone = GONE.iter().find(|(end, _)| ends_so(end));
    let renamed = renamed.map(|(_, new)| (Some(*new), format!("it is called `{new}` now")));
    renamed.or(gone.map(|(_, instead)| (None, (*instead).to_owned())))
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

/// The fewest and most years that can be asked for.
const YEARS: (i64, i64) = (1, 20_000);
/// Shorter lengths drown in the rounding of places.
const LENGTH: Interval = Interval::from(1e-6, 1e6);

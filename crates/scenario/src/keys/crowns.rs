//! Whether crowns and roots grow in a forest, of which trees, and how.

use serde::Deserialize;
use understory_branching::roots::RootSystem;
use understory_branching::stand::{CrownShape, Sharing};
use understory_forest::crowns::YearlyRules;
use understory_keys::Literal::{Real, Word};
use understory_keys::{Interval, ValueKind, choice, key, name, parameters, real, table};
use understory_space::Plot;

/// Below breast height a tree has no diameter that its stem could be as thick as.
const HEIGHT: Interval = Interval::from(1.3, 150.0);
const PLACE: Interval = Interval::from(-1e9, 1e9);

parameters! {
    /// Which trees of a forest grow crowns and roots, and when.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct CrownRules + "How they grow into the space that they share." sharing: Sharing = Sharing::KEYS; {
        /// When crowns and roots grow: `final`, once at the end of the run, or `yearly`, crowns with their trees.
        pub when: CrownsWhen = choice(CrownsWhen::WORDS, "", "\"final\""),
        /// Height from which a tree takes part.
        pub min_height_m: f64 = real(HEIGHT, "m", "5.0").default(Real(1.3)),
        /// Rectangle whose trees are written down; those around it grow as their neighbours; left out: the whole plot.
        #[serde(default)]
        pub part: Option<CrownPart> = table(CrownPart::KEYS, "{ low_m = [20.0, 20.0], high_m = [60.0, 60.0] }").optional(),
        /// How light and crowns act on each other, where they grow `yearly`.
        #[serde(default)]
        pub yearly: Option<YearlyRules> = table(YearlyRules::KEYS, "{ shed_below = 0.1 }").optional(),
        /// What the crowns and roots of a species look like.
        #[serde(default)]
        pub species: Vec<CrownOfSpecies> = key(ValueKind::Tables(CrownOfSpecies::KEYS, &[]), "", "").optional(),
    }
}

parameters! {
    /// When crowns and roots grow.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum CrownsWhen of words {
        /// Crowns and roots once, at the end of the run; nothing else changes by them.
        Final = "final",
        /// Crowns with their trees, year by year: the space that a crown wins is its tree's light, and by that it grows. Roots are grown
        /// for the tables alone, as with `final`.
        Yearly = "yearly",
    }
}

parameters! {
    /// A rectangle of the plot.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct CrownPart {
        /// Its lower left corner.
        pub low_m: [f64; 2] = key(ValueKind::RealPair(PLACE), "m", "[20.0, 20.0]"),
        /// Its upper right corner.
        pub high_m: [f64; 2] = key(ValueKind::RealPair(PLACE), "m", "[60.0, 60.0]"),
    }
}

parameters! {
    /// What the crowns and roots of a species look like; of one that is not listed, as by default.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct CrownOfSpecies {
        /// Name of the species.
        pub name: String = name("\"spruce\""),
        /// What a crown looks like in the open.
        #[serde(default = "rounded")]
        pub crown: CrownShape = choice(CrownShape::WORDS, "", "\"cone\"").default(Word("rounded")),
        /// What its roots look like: oak and pine have taproots, beech and birch hearts, spruce a plate.
        #[serde(default = "heart")]
        pub roots: RootSystem = choice(RootSystem::WORDS, "", "\"plate\"").default(Word("heart")),
    }
}

impl CrownPart {
    /// Whether a place lies in it, its lower edges included.
    #[must_use]
    pub fn holds(&self, place_m: [f64; 2]) -> bool {
        (0..2).all(|axis| (self.low_m[axis]..self.high_m[axis]).contains(&place_m[axis]))
    }
}

impl CrownRules {
    /// The share of a plot whose trees are written down with crowns and roots.
    #[must_use]
    pub fn share_written(&self, plot: &Plot) -> f64 {
        self.part.map_or(1.0, |part| {
            let sides_m = [0, 1].map(|axis| part.high_m[axis] - part.low_m[axis]);
            (sides_m[0] * sides_m[1] / plot.area_m2()).min(1.0)
        })
    }

    /// What the crowns of the species of this name look like.
    #[must_use]
    pub fn shape(&self, species: &str) -> CrownShape {
        self.listed(species).map_or_else(rounded, |entry| entry.crown)
    }

    /// What the roots of the species of this name look like.
    #[must_use]
    pub fn roots(&self, species: &str) -> RootSystem {
        self.listed(species).map_or_else(heart, |entry| entry.roots)
    }

    fn listed(&self, species: &str) -> Option<&CrownOfSpecies> {
        self.species.iter().find(|entry| entry.name == species)
    }
}

fn rounded() -> CrownShape {
    CrownShape::Rounded
}

fn heart() -> RootSystem {
    RootSystem::Heart
}

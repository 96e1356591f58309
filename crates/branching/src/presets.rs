//! Forms of trees that ship: oak, beech, birch, spruce, pine, a pine in the wind, willow, shrub.
//!
//! Each lives its years: what tells an oak from a spruce is how its buds stand, who of them leads, what light and space
//! they need. The numbers are ours, tuned by eye and so that the metrics of what grows lie where those of real trees do,
//! and height and diameter near growth tables; they stand in `crates/branching/presets/`, written as a scenario's `[tree]`.
//! One more, [`colonized_oak`], fills a crown that is drawn, to be set beside them.

use serde::de::DeserializeOwned;

use crate::lsystem::{self, Turtle};
use crate::seasons::SeasonTree;
use crate::skeleton::PipeModel;
use crate::specimen::Baseline;
use crate::tree::{Finish, TreeForm};
use crate::variation::{Strays, Variation};

/// A form that ships.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name a scenario uses.
    pub name: &'static str,
    /// What it looks like.
    pub about: &'static str,
    /// Its parameters, in TOML.
    text: &'static str,
    baseline: &'static str,
    /// Size of the L-system beside it, as a share of its usual one: trees beside each other are about as high.
    baseline_size: f64,
}

impl Preset {
    /// Its parameters.
    ///
    /// # Panics
    /// Never: a test grows each.
    #[must_use]
    pub fn form(&self) -> SeasonTree {
        read(self.text)
    }

    /// The L-system to set beside it.
    ///
    /// # Panics
    /// Never: a test holds that every baseline ships.
    #[must_use]
    pub fn baseline(&self) -> Baseline {
        let preset = lsystem::named(self.baseline).expect("baselines ship");
        Baseline {
            system: preset.system(),
            turtle: Turtle {
                unit_m: self.baseline_size,
                ..preset.turtle()
            },
            finish: Finish {
                relocate: false,
                smoothings: 0,
                sag_per_m: 0.0,
                // Words are shorter than lives: their few tips are thicker.
                pipes: PipeModel {
                    exponent: 2.35,
                    tip_radius_m: preset.tip_radius_m * self.baseline_size,
                },
                ..self.form().finish
            },
        }
    }

    /// How far its trees stray: stands more than the trees of a stand.
    #[must_use]
    pub fn variation(&self) -> Variation {
        Variation {
            stand: Strays {
                height: 0.15,
                width: 0.12,
                density: 0.15,
                tropism: 0.06,
            },
            tree: Strays {
                height: 0.08,
                width: 0.2,
                density: 0.1,
                tropism: 0.04,
            },
        }
    }
}

/// Parameters from TOML, by way of JSON, which has no dates: what reads a value of it is a third shorter.
fn read<T: DeserializeOwned>(text: &str) -> T {
    let value = toml::from_str(text).expect("presets are TOML");
    serde_json::from_value(value).expect("presets have all keys")
}

/// The preset with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// An oak that colonizes the space of a drawn crown.
///
/// # Panics
/// Never: a test grows it.
#[must_use]
pub fn colonized_oak() -> TreeForm {
    read(include_str!("../presets/colonized-oak.toml"))
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "oak",
        about: "a broad crown of a few heavy crooked limbs on a short stem",
        text: include_str!("../presets/oak.toml"),
        baseline: "decurrent",
        baseline_size: 1.2,
    },
    Preset {
        name: "beech",
        about: "a fan of smooth rising branches",
        text: include_str!("../presets/beech.toml"),
        baseline: "ascending",
        baseline_size: 1.0,
    },
    Preset {
        name: "birch",
        about: "a slender crown with hanging twigs",
        text: include_str!("../presets/birch.toml"),
        baseline: "ascending",
        baseline_size: 1.0,
    },
    Preset {
        name: "spruce",
        about: "a spire about one stem, its branches in yearly whorls, its twigs hanging",
        text: include_str!("../presets/spruce.toml"),
        baseline: "excurrent",
        baseline_size: 0.75,
    },
    Preset {
        name: "pine",
        about: "whorls when it is young, a flat crown on a clear stem when it is old",
        text: include_str!("../presets/pine.toml"),
        baseline: "excurrent",
        baseline_size: 0.6,
    },
    Preset {
        name: "windswept-pine",
        about: "a low pine that leans away from the wind",
        text: include_str!("../presets/windswept-pine.toml"),
        baseline: "excurrent",
        baseline_size: 0.3,
    },
    Preset {
        name: "willow",
        about: "rising limbs with long twigs that hang",
        text: include_str!("../presets/willow.toml"),
        baseline: "ascending",
        baseline_size: 0.75,
    },
    Preset {
        name: "shrub",
        about: "many stems from the ground",
        text: include_str!("../presets/shrub.toml"),
        baseline: "multistemmed",
        baseline_size: 1.0,
    },
];

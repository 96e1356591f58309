//! Forms of trees that ship: oak, beech, birch, spruce, pine, shrub.
//!
//! Each grows its limbs first, with few attraction points and long segments, then its boughs, then its twigs. Who
//! leads is a matter of the angle at which limbs fork: wide for a stem that runs through to the top, narrow for
//! many limbs that share the crown. The crown's own shade keeps leaves to its surface, and the twigs' reach leaves
//! gaps between the boughs. The numbers are ours, tuned by eye and so that the metrics of what grows lie where those
//! of real trees do; they stand in `crates/branching/presets/`, written as a scenario's `[tree]`.

use crate::lsystem;
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
}

impl Preset {
    /// Its parameters.
    ///
    /// # Panics
    /// Never: a test grows each.
    #[must_use]
    pub fn form(&self) -> TreeForm {
        toml::from_str(self.text).expect("presets can be read")
    }

    /// The L-system to set beside it, which wood and bark are given to in the same way.
    ///
    /// # Panics
    /// Never: a test holds that every baseline ships.
    #[must_use]
    pub fn baseline(&self) -> Baseline {
        let preset = lsystem::named(self.baseline).expect("baselines ship");
        Baseline {
            system: preset.system(),
            turtle: preset.turtle(),
            finish: Finish {
                relocate: false,
                smoothings: 0,
                softness_per_m: 0.0,
                ..self.form().finish
            },
        }
    }

    /// How far its trees stray: sites more than the trees of a site.
    #[must_use]
    pub fn variation(&self) -> Variation {
        Variation {
            site: Strays {
                height: 0.15,
                width: 0.12,
                density: 0.15,
                tropism: 0.06,
            },
            tree: Strays {
                height: 0.08,
                width: 0.08,
                density: 0.1,
                tropism: 0.04,
            },
        }
    }
}

/// The preset with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "oak",
        about: "a broad crown of a few heavy crooked limbs on a short stem",
        text: include_str!("../presets/oak.toml"),
        baseline: "decurrent",
    },
    Preset {
        name: "beech",
        about: "a tall egg of rising branches",
        text: include_str!("../presets/beech.toml"),
        baseline: "ascending",
    },
    Preset {
        name: "birch",
        about: "a slender crown with hanging twigs",
        text: include_str!("../presets/birch.toml"),
        baseline: "ascending",
    },
    Preset {
        name: "spruce",
        about: "a narrow cone about one stem, its branches in tiers that droop",
        text: include_str!("../presets/spruce.toml"),
        baseline: "excurrent",
    },
    Preset {
        name: "pine",
        about: "a bare stem below a flat crown of plates",
        text: include_str!("../presets/pine.toml"),
        baseline: "excurrent",
    },
    Preset {
        name: "shrub",
        about: "many stems from the ground",
        text: include_str!("../presets/shrub.toml"),
        baseline: "multistemmed",
    },
];

//! What may befall trees while they grow.

use serde::{Deserialize, Serialize};

use crate::vector;

/// Damage in one round; growth goes on from what it leaves. The wood that stays remembers the tips that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    /// The round in which it strikes, from 0; one that growth does not reach strikes nothing.
    pub round: u32,
    /// What happens.
    pub by: Harm,
}

/// Kinds of damage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Harm {
    /// Twigs break off.
    Breakage {
        /// Probability that a branch breaks at a node of it, 0 to 1.
        share: f64,
        /// The most tips on a branch that may break.
        most_tips: u32,
    },
    /// The shoot goes above a height.
    Lightning {
        /// Height over the base, m; finite.
        above_m: f64,
    },
    /// Growth points die.
    Wither {
        /// Probability that one does, 0 to 1.
        share: f64,
    },
    /// Nothing grows any more from nodes in a ball, in this round and all later ones.
    Disease {
        /// Its centre, m.
        centre_m: [f64; 3],
        /// Its radius, m; above 0.
        radius_m: f64,
    },
}

impl Harm {
    /// What scenarios call this kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Breakage { .. } => "breakage",
            Self::Lightning { .. } => "lightning",
            Self::Wither { .. } => "wither",
            Self::Disease { .. } => "disease",
        }
    }

    pub(super) fn is_sound(&self) -> bool {
        match *self {
            Self::Breakage { share, .. } | Self::Wither { share } => (0.0..=1.0).contains(&share),
            Self::Lightning { above_m } => above_m.is_finite(),
            Self::Disease { centre_m, radius_m } => {
                vector::is_finite(centre_m) && radius_m > 0.0 && radius_m.is_finite()
            }
        }
    }
}

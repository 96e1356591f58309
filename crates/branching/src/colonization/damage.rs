//! What may befall trees while they grow.

use serde::{Deserialize, Serialize};
use understory_keys::{ValueKind, key, parameters, real, whole};

use crate::ranges::{COUNT, LENGTH, MANY, SHARE, SIZE, place};

parameters! {
    /// Damage in one round; growth goes on from what it leaves. The wood that stays remembers the tips that are gone.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Damage {
        /// Round of growth in which it comes, counted from 0 through all passes; several in one round come in the order of
        /// the file; the column `iteration` of skeleton.csv has each node's.
        pub round: u32 = whole(0, COUNT, "", "40"),
        /// What comes.
        pub by: Harm = key(ValueKind::OneOf(Harm::KEYS), "", "{ lightning = { above_m = 6.0 } }"),
    }
}

parameters! {
    /// Kinds of damage.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum Harm of tables {
        /// Twigs break off.
        Breakage = "breakage", "{ share = 0.02, most_tips = 8 }" {
            /// Probability that a branch breaks at a node of it.
            share: f64 = real(SHARE, "", "0.02"),
            /// The most tips on a branch that may break.
            most_tips: u32 = whole(0, MANY, "", "8"),
        }
        /// The shoot goes above a height.
        Lightning = "lightning", "{ above_m = 6.0 }" {
            /// Height over the base.
            above_m: f64 = real(SIZE, "m", "6.0"),
        }
        /// Growth points die.
        Wither = "wither", "{ share = 0.3 }" {
            /// Probability that a growth point dies.
            share: f64 = real(SHARE, "", "0.3"),
        }
        /// Nothing grows any more from nodes in a ball, in this round and all later ones.
        Disease = "disease", "{ centre_m = [2.0, 0.0, 7.0], radius_m = 2.0 }" {
            /// Middle of the ball.
            centre_m: [f64; 3] = place("[2.0, 0.0, 7.0]"),
            /// Radius of the ball.
            radius_m: f64 = real(LENGTH, "m", "2.0"),
        }
    }
}

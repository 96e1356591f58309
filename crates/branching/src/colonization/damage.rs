//! What may befall trees while they grow.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Flag;
use understory_keys::{OutOfRange, ValueKind, key, parameters, real, whole};

use crate::ranges::{COUNT, LENGTH, MANY, SHARE, SIZE, place};

parameters! {
    /// Damage in one round; growth goes on from what it leaves. The wood that stays remembers the tips that are gone.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Damage where Damage::related {
        /// Round of growth in which it comes, counted from 0 through all passes; several in one round come in the order of
        /// the file; the column `iteration` of skeleton.csv has each node's.
        pub round: u32 = whole(0, COUNT, "", "40"),
        /// What comes.
        pub by: Harm = key(ValueKind::OneOf(Harm::KEYS), "", "{ lightning = { above_m = 6.0 } }"),
        /// Whether the tree grows back into the gap: attraction points that the lost wood had reached, and no other wood has,
        /// are free again.
        #[serde(default)]
        pub regrows: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
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
        /// A bird or a squirrel builds in a fork of the upper half, which one is drawn; at the top where nothing forks there.
        /// Nothing grows into the nest or out of it, in this round and all later ones. `metrics.json` says where it is.
        Nest = "nest", "{ radius_m = 0.3 }" {
            /// Radius of the nest, a ball around the fork.
            radius_m: f64 = real(LENGTH, "m", "0.3"),
        }
    }
}

impl Damage {
    /// Damage after which a gap remains.
    #[must_use]
    pub fn new(round: u32, by: Harm) -> Self {
        Self {
            round,
            by,
            regrows: false,
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        let takes_wood = matches!(self.by, Harm::Breakage { .. } | Harm::Lightning { .. });
        if self.regrows && !takes_wood {
            let problem = "is true, but nothing that it could grow back is lost".to_owned();
            let hint = "only `breakage` and `lightning` take wood away; leave `regrows` out";
            vec![OutOfRange::beside("regrows", problem, hint)]
        } else {
            Vec::new()
        }
    }
}

/// A nest that was built while a tree grew: a ball around a fork.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nest {
    /// The fork.
    pub centre_m: [f64; 3],
    /// Its radius.
    pub radius_m: f64,
    /// Round of growth in which it was built.
    pub round: u32,
}

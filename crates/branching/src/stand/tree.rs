//! A tree of a stand as a forest knows it, and the space that it asks for.

use serde::{Deserialize, Serialize};
use understory_keys::parameters;
use understory_numerics::RandomKey;

use crate::roots::RootSystem;
use crate::stand::parameters::SharedRoots;
use crate::stand::space::Claim;

/// A tree as a forest knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandTree {
    /// Decides where its attraction points lie and which tree has its turn first; no two trees share one.
    pub key: RandomKey,
    /// Where it stands, m.
    pub base_m: [f64; 3],
    /// Height, m.
    pub height_m: f64,
    /// Diameter at breast height, m.
    pub dbh_m: f64,
    /// Height above the ground at which its crown begins, m.
    pub crown_base_m: f64,
    /// Greatest radius of its crown, m.
    pub crown_radius_m: f64,
    /// What its crown looks like in the open.
    pub shape: CrownShape,
    /// What its roots look like.
    pub roots: RootSystem,
}

parameters! {
    /// What a crown looks like in the open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum CrownShape of words {
        /// Widest at two fifths of its length, rounded above and below; the stem ends in it.
        Rounded = "rounded",
        /// Widest at its base, with a stem to the top.
        Cone = "cone",
    }
}

impl CrownShape {
    /// Radius of the crown over its greatest, this far up its length: 0 at its base, 1 at its top.
    #[must_use]
    pub fn radius_share(self, up: f64) -> f64 {
        match self {
            Self::Cone => 1.0 - up,
            Self::Rounded => {
                let half = if up < WIDEST { WIDEST } else { 1.0 - WIDEST };
                let off = (up - WIDEST) / half;
                (1.0 - off * off).max(0.0).sqrt()
            }
        }
    }
}

/// Height of the widest place of a rounded crown, as a share of its length; ours.
const WIDEST: f64 = 0.4;
/// A stem goes on so far into its crown, as a share of the crown's length; ours.
const STEM_INTO_ROUNDED: f64 = 0.3;
const STEM_INTO_CONE: f64 = 0.95;
/// Rings from which a curved profile is made.
const RINGS: u32 = 12;

impl StandTree {
    /// The space that its crown asks for.
    pub(crate) fn crown(&self) -> Claim {
        let (base_m, radius_m) = (self.crown_base_m, self.crown_radius_m);
        let length_m = self.height_m - base_m;
        let (profile_m, into) = match self.shape {
            CrownShape::Cone => {
                let profile = vec![[base_m, radius_m], [self.height_m, 0.0]];
                (profile, STEM_INTO_CONE)
            }
            CrownShape::Rounded => {
                let ring = |number: u32| {
                    let up = f64::from(number) / f64::from(RINGS);
                    [base_m + up * length_m, radius_m * self.shape.radius_share(up)]
                };
                ((0..=RINGS).map(ring).collect(), STEM_INTO_ROUNDED)
            }
        };
        Claim {
            key: self.key,
            base_m: self.base_m,
            profile_m,
            e_fold_m: None,
            stem_m: base_m + into * length_m,
            roots: None,
        }
    }

    /// The space that its roots ask for: half an ellipsoid.
    pub(crate) fn soil(&self, roots: &SharedRoots) -> Claim {
        let radius_m = 0.5 * roots.width_per_height * self.height_m;
        let ring = |number: u32| {
            let up = f64::from(number) / f64::from(RINGS);
            let down = 1.0 - up;
            [-roots.depth_m * down, radius_m * (1.0 - down * down).sqrt()]
        };
        Claim {
            key: self.key,
            base_m: self.base_m,
            profile_m: (0..=RINGS).map(ring).collect(),
            e_fold_m: Some(self.roots.depth_share() * roots.e_fold_m),
            stem_m: -(self.roots.taproot_share() * roots.taproot_per_height * self.height_m)
                .min(roots.depth_m),
            roots: Some(self.roots),
        }
    }
}

//! What counts as a gap of the canopy.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, parameters, real};

parameters! {
    /// What counts as a gap of the canopy.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct GapRules {
        /// Height from which trees are part of the canopy; a gap lies under no crown of such.
        pub canopy_from_m: f64 = real(Interval::from(0.5, 150.0), "m", "10.0").default(Real(10.0)),
        /// Ground of the smallest gap that counts.
        pub least_m2: f64 = real(Interval::from(0.0, 1e6), "m²", "10.0").default(Real(10.0)),
        /// Side of the cells into which the ground is cut.
        pub cell_m: f64 = real(Interval::from(0.1, 100.0), "m", "1.0").default(Real(1.0)),
    }
}

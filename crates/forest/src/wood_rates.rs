//! How fast the dead of a species fall and decay.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Interval, parameters, real};

parameters! {
    /// How long a dead tree stands and how fast its wood decays. Where nothing is said it is a beech's.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct WoodRates: Default {
        /// Probability that a snag of 30 cm falls within a year while its wood is sound; thicker ones stand longer, decayed ones
        /// fall sooner.
        pub snag_fall_per_yr: f64 = real(Interval::from(0.0, 1.0), "per yr", "0.1").default(Real(0.1)),
        /// Rate k at which lying wood loses its mass, as e^(−k · years).
        pub decay_per_yr: f64 = real(Interval::from(0.001, 10.0), "per yr", "0.086").default(Real(0.086)),
        /// Rate at which standing wood does, as a share of it; with what breaks off.
        pub standing_decay_share: f64 = real(Interval::from(0.05, 10.0), "", "0.5").default(Real(0.5)),
        /// Dry mass of sound wood for each m³ of fresh wood.
        pub basic_density_kg_per_m3: f64 = real(Interval::from(1.0, 2000.0), "kg per m³", "570.0").default(Real(570.0)),
    }
}

//! A side of a tree where the soil is wetter.

use serde::{Deserialize, Serialize};
use understory_keys::{Interval, Key, parameters, real, table};
use understory_numerics::math;

/// A wet side as the value of a key.
pub(crate) const WET_SIDE: Key = table(WetSide::KEYS, "{ towards_deg = 90.0, times = 4.0 }").optional();

parameters! {
    /// A side of the tree where the soil is wetter: a stream, the foot of a slope.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct WetSide {
        /// Direction towards it, clockwise from north, which is along y; 90: east, along x.
        pub towards_deg: f64 = real(Interval::from(0.0, 360.0), "°", "90.0"),
        /// How many times as much water there is at that end of the soil as at the other; in between it grows evenly on a
        /// logarithmic scale.
        pub times: f64 = real(Interval::from(1.0, 1000.0), "", "4.0"),
    }
}

impl WetSide {
    /// Water at a place, seen from the tree, as a share of that at the wet end of soil that reaches `spread_m` from it.
    #[must_use]
    pub fn share(&self, [x_m, y_m]: [f64; 2], spread_m: f64) -> f64 {
        let (sin, cos) = math::sin_cos(self.towards_deg.to_radians());
        let along = ((x_m * sin + y_m * cos) / spread_m).clamp(-1.0, 1.0);
        math::exp(0.5 * math::ln(self.times) * (along - 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wet_end_has_as_many_times_the_water_of_the_dry_one() {
        let side = WetSide {
            towards_deg: 90.0,
            times: 4.0,
        };
        assert!((side.share([6.0, 0.0], 6.0) - 1.0).abs() < 1e-12);
        assert!((side.share([-6.0, 3.0], 6.0) - 0.25).abs() < 1e-12);
        assert!((side.share([0.0, 0.0], 6.0) - 0.5).abs() < 1e-12);
    }
}

//! Space warps: attraction points moved once, before anything grows towards them.

use serde::{Deserialize, Serialize};
use understory_keys::{ValueKind, key, parameters, real};
use understory_numerics::math;

use crate::ranges::DIRECTION;

parameters! {
    /// A move of every place, about the vertical axis through the origin.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum Warp of tables {
        /// Down with the distance from the axis of the tree; up where it is negative.
        Hang = "hang", "{ per_m = 0.3 }" {
            /// Metres for each metre of distance.
            per_m: f64 = real(DIRECTION, "", "0.3"),
        }
        /// Aside with the height: a stem that the wind has bent.
        Lean = "lean", "{ per_m = [0.2, 0.0] }" {
            /// Metres along x and y for each metre of height.
            per_m: [f64; 2] = key(ValueKind::RealPair(DIRECTION), "", "[0.2, 0.0]"),
        }
        /// About the axis with the height.
        Twist = "twist", "{ deg_per_m = 10.0 }" {
            /// Degrees for each metre of height.
            deg_per_m: f64 = real(DIRECTION, "°", "10.0"),
        }
    }
}

impl Warp {
    /// Where a place goes.
    #[must_use]
    pub fn moved(&self, place_m: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = place_m;
        match *self {
            Self::Hang { per_m } => [x, y, z - per_m * (x * x + y * y).sqrt()],
            Self::Lean { per_m } => [x + per_m[0] * z, y + per_m[1] * z, z],
            Self::Twist { deg_per_m } => {
                let (sin, cos) = math::sin_cos((deg_per_m * z).to_radians());
                [x * cos - y * sin, x * sin + y * cos, z]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Warp;

    #[test]
    fn what_hangs_sinks_with_its_distance_and_what_leans_shifts_with_its_height() {
        let place_m = [3.0, 4.0, 10.0];
        assert_eq!(Warp::Hang { per_m: 0.2 }.moved(place_m), [3.0, 4.0, 9.0]);
        assert_eq!(Warp::Lean { per_m: [0.1, 0.0] }.moved(place_m), [4.0, 4.0, 10.0]);
        let turned = Warp::Twist { deg_per_m: 9.0 }.moved(place_m);
        assert!((turned[0] + 4.0).abs() < 1e-12 && (turned[1] - 3.0).abs() < 1e-12);
    }
}

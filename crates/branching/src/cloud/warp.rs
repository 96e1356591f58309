//! Space warps: attraction points moved once, before anything grows towards them.

use serde::{Deserialize, Serialize};
use understory_numerics::math;

/// A move of every place, about the vertical axis through the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Warp {
    /// Down with the distance from the axis: heavy branches that hang; up where it is negative.
    Hang {
        /// Metres for each metre of distance; finite.
        per_m: f64,
    },
    /// Aside with the height: a stem that the wind has bent.
    Lean {
        /// Metres along x and y for each metre of height; finite.
        per_m: [f64; 2],
    },
    /// About the axis with the height.
    Twist {
        /// Degrees for each metre of height; finite.
        deg_per_m: f64,
    },
}

impl Warp {
    /// What scenarios call this kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hang { .. } => "hang",
            Self::Lean { .. } => "lean",
            Self::Twist { .. } => "twist",
        }
    }

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

    pub(crate) fn is_sound(&self) -> bool {
        match *self {
            Self::Hang { per_m } => per_m.is_finite(),
            Self::Lean { per_m } => per_m.iter().all(|along| along.is_finite()),
            Self::Twist { deg_per_m } => deg_per_m.is_finite(),
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

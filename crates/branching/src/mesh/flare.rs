//! The foot of a stem: wider to the ground, and widest where roots leave it.

use understory_numerics::math;

use crate::mesh::upper_roots::UpperRoot;
use crate::vector::Vector;

/// How high a foot reaches, in radii of the stem at the ground.
pub(super) const HEIGHT: f64 = 5.0;
/// How far the stem goes on below the ground, in the same; roots or a slope would show its end.
pub(super) const DEPTH: f64 = 0.8;
/// It narrows further down, about what taproot there is, and ends at this depth as thin as this, in the same.
pub(super) const END: [f64; 2] = [1.6, 0.1];
/// How much wider the stem is at the ground between roots, and how much more where one leaves it.
const WIDER: f64 = 0.4;
const BUTTRESS: f64 = 0.75;
/// From the middle of a buttress to where it has sunk to 1/e, radians.
const HALF_WIDTH: f64 = 0.5;
/// Buttresses of a tree whose skeleton has no roots.
const WITHOUT_ROOTS: u32 = 5;

/// Where the buttresses of a foot stand.
#[derive(Clone, Debug)]
pub(super) struct Flare {
    /// Direction from above, radians from x to y, and how strong each is, 0 to 1.
    buttresses: Vec<(f64, f64)>,
}

impl Flare {
    /// A buttress above each upper root.
    pub(super) fn of(roots: &[UpperRoot]) -> Self {
        let thickest_m = roots.first().map_or(1.0, |root| root.radius_m);
        let mut buttresses: Vec<(f64, f64)> = roots
            .iter()
            .map(|root| (root.angle, (root.radius_m / thickest_m).sqrt()))
            .collect();
        if buttresses.is_empty() {
            let turn = std::f64::consts::TAU / f64::from(WITHOUT_ROOTS);
            // Some stand closer than others, some are weaker.
            buttresses = (0..WITHOUT_ROOTS)
                .map(|number| {
                    let uneven = f64::from(number * number % 3) / 3.0;
                    (turn * (f64::from(number) + 0.5 * uneven), 0.9 - 0.4 * uneven)
                })
                .collect();
        }
        Self { buttresses }
    }

    /// How much wider than the stem a foot is in a direction, and how fast that grows towards another at right angles to
    /// it, per radian; `share` is how far down the foot the place is, 0 at its upper end and 1 at the ground.
    pub(super) fn at(&self, outward: Vector, tangent: Vector, share: f64) -> (f64, f64) {
        if share <= 0.0 {
            return (1.0, 0.0);
        }
        const STEP: f64 = 1e-3;
        let towards = |turn: f64| {
            let x = outward[0] + turn * tangent[0];
            let y = outward[1] + turn * tangent[1];
            self.wider(math::atan2(y, x), share)
        };
        let here = towards(0.0);
        (here, (towards(STEP) - here) / STEP)
    }

    fn wider(&self, angle: f64, share: f64) -> f64 {
        let above = |&(middle, strength): &(f64, f64)| {
            let turn = (angle - middle).rem_euclid(std::f64::consts::TAU);
            let off = turn.min(std::f64::consts::TAU - turn) / HALF_WIDTH;
            strength * math::exp(-off * off)
        };
        let buttress: f64 = self.buttresses.iter().map(above).sum::<f64>().min(1.2);
        let square = share * share;
        1.0 + WIDER * square + BUTTRESS * square * share * buttress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_is_widest_above_its_thickest_root_and_not_wider_at_its_upper_end() {
        let root = |angle, radius_m| UpperRoot {
            axis: 0,
            angle,
            radius_m,
        };
        let flare = Flare::of(&[root(0.0, 0.1), root(std::f64::consts::FRAC_PI_2, 0.025)]);
        let towards = |x: f64, y: f64, share: f64| flare.at([x, y, 0.0], [-y, x, 0.0], share);
        let widest = 1.0 + WIDER + BUTTRESS;
        assert!((towards(1.0, 0.0, 1.0).0 - widest).abs() < 1e-3);
        assert!((towards(0.0, 1.0, 1.0).0 - (1.0 + WIDER + 0.5 * BUTTRESS)).abs() < 1e-3);
        assert!((towards(-1.0, 0.0, 1.0).0 - (1.0 + WIDER)).abs() < 1e-3);
        assert_eq!(towards(1.0, 0.0, 0.0), (1.0, 0.0));
        // Beside the root the foot narrows away from it.
        let (sin, cos) = math::sin_cos(0.3);
        assert!(towards(cos, sin, 1.0).1 < -0.5);
        assert!(towards(cos, -sin, 1.0).1 > 0.5);
        assert_eq!(Flare::of(&[]).buttresses.len(), 5);
    }
}

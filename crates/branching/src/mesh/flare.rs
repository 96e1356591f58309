//! The foot of a stem: wider to the ground, and widest where roots leave it.

use understory_numerics::math;

use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, sub};

/// How high a foot reaches, in radii of the stem at the ground.
pub(super) const HEIGHT: f64 = 5.0;
/// How far the stem goes on below the ground, in the same; roots or a slope would show its end.
pub(super) const DEPTH: f64 = 0.8;
/// How much wider the stem is at the ground between roots, and how much more where one leaves it.
const WIDER: f64 = 0.4;
const BUTTRESS: f64 = 1.1;
/// From the middle of a buttress to where it has sunk to 1/e, radians.
const HALF_WIDTH: f64 = 0.38;
/// Buttresses of a tree whose skeleton has no roots, and of any tree at most.
const WITHOUT_ROOTS: u32 = 5;
const MOST: usize = 5;

/// Where the buttresses of a foot stand.
#[derive(Clone, Debug)]
pub(super) struct Flare {
    /// Direction from above, radians from x to y, and how strong each is, 0 to 1.
    buttresses: Vec<(f64, f64)>,
}

impl Flare {
    /// A buttress above each of the thickest roots that leave the collar.
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let collar = skeleton.nodes.first().map_or([0.0; 3], |node| node.place_m);
        let mut roots: Vec<(f64, f64)> = skeleton
            .nodes
            .iter()
            .filter(|node| node.part == Part::Root && node.parent == Some(0))
            .filter_map(|node| {
                let [x, y, _] = sub(node.place_m, collar);
                (x * x + y * y > 1e-18).then(|| (math::atan2(y, x), node.radius_m))
            })
            .collect();
        roots.sort_by(|a, b| b.1.total_cmp(&a.1));
        roots.truncate(MOST);
        let thickest_m = roots.first().map_or(1.0, |root| root.1);
        let mut buttresses: Vec<(f64, f64)> = roots
            .iter()
            .map(|&(angle, radius_m)| (angle, (radius_m / thickest_m).sqrt()))
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
    use crate::skeleton::Node;

    #[test]
    fn a_foot_is_widest_above_its_thickest_root_and_not_wider_at_its_upper_end() {
        let mut nodes = vec![Node::new(None, Part::Shoot, [1.0, 1.0, 0.0], 0)];
        for (place, radius_m) in [([2.0, 1.0, -0.1], 0.1), ([1.0, 3.0, -0.1], 0.025)] {
            nodes.push(Node {
                radius_m,
                ..Node::new(Some(0), Part::Root, place, 0)
            });
        }
        let flare = Flare::of(&Skeleton { nodes });
        let towards = |x: f64, y: f64, share: f64| flare.at([x, y, 0.0], [-y, x, 0.0], share);
        let root = 1.0 + WIDER + BUTTRESS;
        assert!((towards(1.0, 0.0, 1.0).0 - root).abs() < 1e-3);
        assert!((towards(0.0, 1.0, 1.0).0 - (1.0 + WIDER + 0.5 * BUTTRESS)).abs() < 1e-3);
        assert!((towards(-1.0, 0.0, 1.0).0 - (1.0 + WIDER)).abs() < 1e-3);
        assert_eq!(towards(1.0, 0.0, 0.0), (1.0, 0.0));
        // Beside the root the foot narrows away from it.
        let (sin, cos) = math::sin_cos(0.3);
        assert!(towards(cos, sin, 1.0).1 < -0.5);
        assert!(towards(cos, -sin, 1.0).1 > 0.5);
        assert_eq!(Flare::of(&Skeleton::default()).buttresses.len(), 5);
    }
}

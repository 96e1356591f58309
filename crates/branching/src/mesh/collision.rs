//! Capsules along the stem and the thick limbs: what a walker or a ball runs into.

use understory_numerics::sort;

use crate::mesh::axes::{Axis, Point};
use crate::skeleton::Part;
use crate::vector::distance;

/// A cylinder with half a ball at each end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Middle of one end, m.
    pub from_m: [f64; 3],
    /// Middle of the other, m.
    pub to_m: [f64; 3],
    /// Its radius, m.
    pub radius_m: f64,
}

/// Wood thinner than this share of the stem's foot stands in nobody's way.
const THICK: f64 = 0.2;
/// Up to here, above the stem's foot, things run into a tree, m: the wood below comes first, and thinner wood counts, m.
const REACH_M: f64 = 4.0;
const THICK_IN_REACH_M: f64 = 0.03;
/// Capsules shorter than so many of their radii are joined with the next.
const SHORT: f64 = 2.0;
/// Lines may be off by this share of the radius of the stem's foot.
const OFF: f64 = 0.5;
/// Capsules at most.
const MOST: usize = 32;

/// Of the axes of the shoot: those within reach first, the thickest of them first, and so above.
pub(super) fn capsules(axes: &[Axis]) -> Vec<Capsule> {
    let shoots = || axes.iter().filter(|axis| axis.part == Part::Shoot);
    let stem_m = shoots().map(Axis::radius_m).fold(0.0, f64::max);
    let reach_m = REACH_M + axes.first().map_or(0.0, |stem| stem.points[0].place[2]);
    let mut capsules: Vec<Capsule> = shoots().flat_map(|axis| along(axis, stem_m, reach_m)).collect();
    let is_above = |capsule: &Capsule| capsule.from_m[2].min(capsule.to_m[2]) >= reach_m;
    sort::by(&mut capsules, |a, b| {
        is_above(a)
            .cmp(&is_above(b))
            .then(b.radius_m.total_cmp(&a.radius_m))
    });
    capsules.truncate(MOST);
    capsules
}

/// Along an axis as far as it is thick.
fn along(axis: &Axis, stem_m: f64, reach_m: f64) -> Vec<Capsule> {
    let least_m = |point: &Point| {
        let least_m = THICK * stem_m;
        if point.place[2] < reach_m {
            least_m.min(THICK_IN_REACH_M)
        } else {
            least_m
        }
    };
    let thick: Vec<&Point> = axis
        .points
        .iter()
        .take_while(|point| point.radius_m >= least_m(point))
        .collect();
    let last = thick.len().saturating_sub(1);
    let mut kept: Vec<&Point> = Vec::new();
    for (at, point) in thick.into_iter().enumerate() {
        let is_worth_it = at == 0 || at == last || point.worth_m > OFF * stem_m;
        let is_short = |before: &&Point| distance(before.place, point.place) < SHORT * before.radius_m;
        if is_worth_it && (at == 0 || at == last || !kept.last().is_some_and(is_short)) {
            kept.push(point);
        }
    }
    kept.windows(2)
        .map(|pair| Capsule {
            from_m: pair[0].place,
            to_m: pair[1].place,
            radius_m: (pair[0].radius_m + pair[1].radius_m) / 2.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::axes::axes;
    use crate::skeleton::{Node, Skeleton};

    /// A stem of 12 m with 40 limbs of 12 cm at its top, and one of 4 cm at a height of 2 m: that one is among the capsules,
    /// right after the stem.
    #[test]
    fn what_is_within_reach_comes_before_what_is_thicker_above() {
        let node = |parent, place, radius_m| Node {
            radius_m,
            ..Node::new(parent, Part::Shoot, place, 0)
        };
        let mut nodes = vec![
            node(None, [0.0; 3], 0.3),
            node(Some(0), [0.0, 0.0, 2.0], 0.3),
            node(Some(1), [0.0, 0.0, 12.0], 0.3),
            node(Some(1), [1.5, 0.0, 2.5], 0.04),
        ];
        for number in 0..40 {
            let aside = f64::from(number) / 40.0;
            nodes.push(node(Some(2), [1.0 - aside, aside, 13.0], 0.12));
        }
        let capsules = capsules(&axes(&Skeleton { nodes }));
        assert_eq!(capsules.len(), MOST);
        assert_eq!(capsules[1].to_m, [1.5, 0.0, 2.5]);
        assert!(capsules[2..].iter().all(|capsule| capsule.radius_m > 0.1));
    }

    #[test]
    fn thick_wood_is_covered_by_capsules_and_thin_wood_is_not() {
        let node = |parent, place, radius_m| Node {
            radius_m,
            ..Node::new(parent, Part::Shoot, place, 0)
        };
        let tree = Skeleton {
            nodes: vec![
                node(None, [0.0; 3], 0.3),
                node(Some(0), [0.0, 0.0, 3.0], 0.2),
                node(Some(1), [0.0, 0.0, 6.0], 0.1),
                node(Some(2), [0.0, 0.0, 9.0], 0.01),
                node(Some(1), [2.0, 0.0, 3.0], 0.02),
            ],
        };
        let capsules = capsules(&axes(&tree));
        assert_eq!(capsules.len(), 1);
        assert_eq!(
            (capsules[0].from_m, capsules[0].to_m),
            ([0.0; 3], [0.0, 0.0, 6.0])
        );
        assert!((capsules[0].radius_m - 0.2).abs() < 1e-12);
    }
}

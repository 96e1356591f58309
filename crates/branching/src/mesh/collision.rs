//! Capsules along the stem and the thick limbs: what a walker or a ball runs into.

use crate::mesh::axes::{Axis, Point};
use crate::skeleton::Part;

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
/// Lines may be off by this share of the radius of the stem's foot.
const OFF: f64 = 0.5;
/// Capsules at most.
const MOST: usize = 32;

/// Of the axes of the shoot, the thickest first.
pub(super) fn capsules(axes: &[Axis]) -> Vec<Capsule> {
    let shoots = || axes.iter().filter(|axis| axis.part == Part::Shoot);
    let stem_m = shoots().map(Axis::radius_m).fold(0.0, f64::max);
    let mut capsules: Vec<Capsule> = shoots().flat_map(|axis| along(axis, stem_m)).collect();
    capsules.sort_by(|a, b| b.radius_m.total_cmp(&a.radius_m));
    capsules.truncate(MOST);
    capsules
}

/// Along an axis as far as it is thick.
fn along(axis: &Axis, stem_m: f64) -> Vec<Capsule> {
    let thick: Vec<&Point> = axis
        .points
        .iter()
        .take_while(|point| point.radius_m >= THICK * stem_m)
        .collect();
    let last = thick.len().saturating_sub(1);
    let kept: Vec<&&Point> = thick
        .iter()
        .enumerate()
        .filter(|(at, point)| *at == 0 || *at == last || point.worth_m > OFF * stem_m)
        .map(|(_, point)| point)
        .collect();
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
                node(Some(1), [2.0, 0.0, 3.0], 0.03),
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

//! Numbers that say whether a skeleton looks like a tree.

mod angles;
mod bands;
mod neighbours;
mod quartiles;
mod size;
mod streams;
mod wood;

use serde::{Deserialize, Serialize};

use crate::colonization::LeftOver;
use crate::metrics::angles::Angles;
use crate::metrics::quartiles::quartiles;
use crate::metrics::size::Size;
use crate::metrics::streams::{Streams, ratio};
use crate::skeleton::{Part, Skeleton};

pub use bands::{BANDS, Band};
pub use neighbours::{crossings_per_1000, smallest_gap_m};
pub use quartiles::Quartiles;
pub use size::BREAST_M;
pub(crate) use size::dbh_cm;

/// The form of a finished tree. Values that a tree is too small for are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Nodes of shoot and root.
    pub nodes: usize,
    /// Streams of each Horton–Strahler order in the shoot, from order 1.
    pub strahler_counts: Vec<u32>,
    /// How many times fewer streams each order has: 10 to the slope of log counts against order, by least squares.
    pub bifurcation_ratio: Option<f64>,
    /// How many times longer streams of each order are, by the same regression of their mean lengths.
    pub stream_length_ratio: Option<f64>,
    /// Side branches of the next lower order on a stream of order 2 or more, on average (Tokunaga's *T*₁).
    pub tokunaga_t1: Option<f64>,
    /// Most branches that leave a node, in one part.
    pub valence_max: usize,
    /// Angle of side branches against the axis below their fork, degrees.
    pub lateral_angle_deg: Option<Quartiles>,
    /// Angle of side branches against the branch that carries on the axis, degrees.
    pub sibling_angle_deg: Option<Quartiles>,
    /// Exponent *n* for which *r^n = Σ r_i^n* at a fork of the shoot, the median; with radii only.
    pub da_vinci_exponent: Option<f64>,
    /// Way along the wood from the base to a tip of the shoot, the mean over the greatest.
    pub path_fraction: Option<f64>,
    /// Height of the highest shoot node over the base, m.
    pub height_m: f64,
    /// Diameter of the thickest living stem, 1.3 m above the base, cm; with radii only.
    pub dbh_cm: Option<f64>,
    /// Share of the height above the lowest fork of the stem.
    pub crown_ratio: Option<f64>,
    /// Mean of the crown's widths along x and y, over the height.
    pub crown_width_per_height: Option<f64>,
    /// Wood of the roots over wood of the shoot, by volume; with radii and roots only.
    pub root_shoot_ratio: Option<f64>,
    /// Attraction points that were not reached.
    pub left_over: LeftOver,
    /// Angle by which the axis bends where a side branch leaves it, degrees.
    pub main_axis_bend_deg: Option<Quartiles>,
}

impl Metrics {
    /// Measures a finished skeleton; `left_over` is passed on.
    ///
    /// Streams, angles, paths and sizes are those of the living shoot, or of the roots in a skeleton of nothing else.
    ///
    /// # Panics
    /// If the skeleton has no node.
    #[must_use]
    pub fn of(skeleton: &Skeleton, left_over: LeftOver) -> Self {
        let has_shoot = skeleton.nodes[1..]
            .iter()
            .any(|node| node.part == Part::Shoot && !node.dead);
        let shoot = if has_shoot {
            only_shoot(skeleton)
        } else {
            skeleton.clone()
        };
        let streams = Streams::of(&shoot);
        let angles = Angles::of(&shoot);
        let size = Size::of(&shoot);
        Self {
            nodes: skeleton.nodes.len(),
            bifurcation_ratio: ratio(
                &streams
                    .counts
                    .iter()
                    .map(|&count| f64::from(count))
                    .collect::<Vec<_>>(),
            )
            .map(|growth| 1.0 / growth),
            stream_length_ratio: ratio(&streams.mean_lengths_m()),
            tokunaga_t1: streams.tokunaga_t1(),
            strahler_counts: streams.counts,
            valence_max: valence_max(skeleton),
            lateral_angle_deg: quartiles(angles.lateral_deg),
            sibling_angle_deg: quartiles(angles.sibling_deg),
            da_vinci_exponent: wood::da_vinci_exponent(&shoot),
            path_fraction: size::path_fraction(&shoot),
            height_m: size.height_m,
            dbh_cm: size::dbh_cm(&shoot),
            crown_ratio: size.crown_ratio,
            crown_width_per_height: (size.height_m > 0.0).then(|| size.width_m / size.height_m),
            root_shoot_ratio: wood::root_shoot_ratio(skeleton),
            left_over,
            main_axis_bend_deg: quartiles(angles.main_bend_deg),
        }
    }
}

/// The living shoot; parents of what lives are alive.
fn only_shoot(skeleton: &Skeleton) -> Skeleton {
    let stays: Vec<bool> = skeleton
        .nodes
        .iter()
        .map(|node| node.part == Part::Shoot && !node.dead || node.parent.is_none())
        .collect();
    skeleton.with_only(&stays)
}

fn valence_max(skeleton: &Skeleton) -> usize {
    let children = skeleton.children();
    let of_part = |number: u32, part: Part| {
        let branches = children.of(number).iter();
        branches
            .filter(|&&child| skeleton.nodes[child as usize].part == part)
            .count()
    };
    let numbers = 0..skeleton.nodes.len() as u32;
    numbers
        .map(|number| of_part(number, Part::Shoot).max(of_part(number, Part::Root)))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Node, PipeModel};

    /// A perfect binary tree: each branch forks in two of half its length, ±45° from it.
    fn binary(levels: u32) -> Skeleton {
        let mut nodes = vec![
            Node::new(None, Part::Shoot, [0.0; 3], 0),
            Node::new(Some(0), Part::Shoot, [0.0, 0.0, 1.0], 0),
        ];
        let mut level = vec![(1_u32, [0.0, 0.0, 1.0])];
        for depth in 0..levels {
            let mut next = Vec::new();
            for (parent, along) in level {
                let across = crate::vector::cross([1.0, 0.0, 0.0], along);
                for side in [1.0, -1.0] {
                    let heading = crate::vector::add(along, crate::vector::scale(across, side));
                    let heading = crate::vector::scale(heading, 0.5 / std::f64::consts::SQRT_2);
                    let from = nodes[parent as usize].place_m;
                    let place = crate::vector::add(from, heading);
                    next.push((nodes.len() as u32, heading));
                    nodes.push(Node::new(Some(parent), Part::Shoot, place, depth));
                }
            }
            level = next;
        }
        Skeleton { nodes }
    }

    #[test]
    fn a_perfect_binary_tree_has_the_ratios_it_was_made_with() {
        let mut tree = binary(5);
        tree.give_radii(&PipeModel {
            exponent: 2.4,
            tip_radius_m: 0.01,
        })
        .unwrap();
        let metrics = Metrics::of(&tree, LeftOver::default());
        assert_eq!(metrics.strahler_counts, [32, 16, 8, 4, 2, 1]);
        let is = |value: Option<f64>, expected: f64| (value.unwrap() - expected).abs() < 1e-9;
        assert!(is(metrics.bifurcation_ratio, 2.0));
        assert!(is(metrics.stream_length_ratio, 2.0));
        assert!(is(metrics.tokunaga_t1, 0.0));
        assert!(is(metrics.da_vinci_exponent, 2.4));
        assert!(is(metrics.path_fraction, 1.0));
        assert!((metrics.lateral_angle_deg.unwrap().median - 45.0).abs() < 1e-9);
        assert!((metrics.main_axis_bend_deg.unwrap().median - 45.0).abs() < 1e-9);
        assert_eq!(metrics.valence_max, 2);
        assert_eq!(metrics.root_shoot_ratio, None);
    }

    #[test]
    fn a_single_stem_has_no_ratios_and_no_angles() {
        let stem = binary(0);
        let metrics = Metrics::of(&stem, LeftOver::default());
        assert_eq!(metrics.strahler_counts, [1]);
        assert_eq!((metrics.bifurcation_ratio, metrics.crown_ratio), (None, None));
        assert_eq!(metrics.lateral_angle_deg, None);
        assert_eq!(metrics.height_m, 1.0);
    }
}

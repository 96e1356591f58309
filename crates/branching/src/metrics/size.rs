//! Sizes of the whole, and ways through it.

use crate::skeleton::{Node, Skeleton};

/// Height at which a stem's diameter is taken, m.
pub const BREAST_M: f64 = 1.3;

/// Diameter of the thickest wood that rises through breast height, at the node there or above, cm.
pub(crate) fn dbh_cm(skeleton: &Skeleton) -> Option<f64> {
    let breast_m = skeleton.nodes[0].place_m[2] + BREAST_M;
    let rises = |node: &&Node| {
        let from = node.parent.map(|parent| &skeleton.nodes[parent as usize]);
        node.place_m[2] >= breast_m && from.is_some_and(|from| from.place_m[2] < breast_m)
    };
    let stems = skeleton.nodes.iter().filter(rises);
    let thickest_m = stems.map(|node| node.radius_m).fold(0.0, f64::max);
    (thickest_m > 0.0).then_some(200.0 * thickest_m)
}

pub(super) struct Size {
    pub(super) height_m: f64,
    pub(super) crown_ratio: Option<f64>,
    pub(super) width_m: f64,
}

impl Size {
    pub(super) fn of(skeleton: &Skeleton) -> Self {
        let base_m = skeleton.nodes[0].place_m[2];
        let span_m = |axis: usize| {
            let along = skeleton.nodes.iter().map(|node| node.place_m[axis]);
            along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
        };
        let tops_m = skeleton.nodes.iter().map(|node| node.place_m[2]);
        let height_m = tops_m.fold(base_m, f64::max) - base_m;
        let crown_ratio = lowest_fork_m(skeleton)
            .filter(|_| height_m > 0.0)
            .map(|fork_m| 1.0 - (fork_m - base_m) / height_m);
        Self {
            height_m,
            crown_ratio,
            width_m: (span_m(0) + span_m(1)) / 2.0,
        }
    }
}

/// Height of the first fork on the way up the main axis, m.
fn lowest_fork_m(skeleton: &Skeleton) -> Option<f64> {
    let (children, main) = (skeleton.children(), skeleton.main_children());
    let mut at = 0_u32;
    while children.of(at).len() < 2 {
        at = main[at as usize]?;
    }
    Some(skeleton.nodes[at as usize].place_m[2])
}

pub(super) fn path_fraction(skeleton: &Skeleton) -> Option<f64> {
    let children = skeleton.children();
    let mut way_m = vec![0.0; skeleton.nodes.len()];
    let (mut sum_m, mut greatest_m, mut tips) = (0.0, 0.0_f64, 0_u32);
    for number in 1..skeleton.nodes.len() {
        let parent = skeleton.nodes[number].parent?;
        way_m[number] = way_m[parent as usize] + skeleton.segment_m(number as u32);
        if children.of(number as u32).is_empty() {
            sum_m += way_m[number];
            greatest_m = greatest_m.max(way_m[number]);
            tips += 1;
        }
    }
    (greatest_m > 0.0).then(|| sum_m / f64::from(tips) / greatest_m)
}

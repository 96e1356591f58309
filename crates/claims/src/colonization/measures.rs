//! What the experiments measure of a skeleton beyond its metrics.

use understory_branching::skeleton::Skeleton;
use understory_numerics::math;

pub(super) type Place = [f64; 3];

pub(super) fn distance_squared(a: Place, b: Place) -> f64 {
    let off: Place = std::array::from_fn(|axis| a[axis] - b[axis]);
    off[0] * off[0] + off[1] * off[1] + off[2] * off[2]
}

pub(super) fn distance(a: Place, b: Place) -> f64 {
    distance_squared(a, b).sqrt()
}

/// Squared distance of a place to the nearest place of a segment, which may have no length, m².
pub(super) fn distance_squared_to_segment(place: Place, [from, to]: [Place; 2]) -> f64 {
    let length_squared = distance_squared(from, to);
    let along: f64 = (0..3)
        .map(|axis| (place[axis] - from[axis]) * (to[axis] - from[axis]))
        .sum();
    let share = if length_squared > 0.0 {
        (along / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let nearest = std::array::from_fn(|axis| from[axis] + share * (to[axis] - from[axis]));
    distance_squared(place, nearest)
}

/// Angle at `b` between the way from `a` and the way on to `c`, radians from 0.
fn bend(a: Place, b: Place, c: Place) -> f64 {
    let (u, v): (Place, Place) = (
        std::array::from_fn(|axis| b[axis] - a[axis]),
        std::array::from_fn(|axis| c[axis] - b[axis]),
    );
    let cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    math::atan2(distance(cross, [0.0; 3]), dot)
}

/// Numbers of the nodes that bear nothing.
pub(super) fn tips(skeleton: &Skeleton) -> Vec<u32> {
    let children = skeleton.children();
    (0..skeleton.nodes.len() as u32)
        .filter(|&node| children.of(node).is_empty())
        .collect()
}

/// Length of all segments.
pub(super) fn wood_m(skeleton: &Skeleton) -> f64 {
    skeleton.segments_m().iter().map(|&[a, b]| distance(a, b)).sum()
}

/// How crooked branches are: the way along the wood from the base over the straight one, mean over the tips.
pub(super) fn tortuosity(skeleton: &Skeleton) -> f64 {
    let mut way_m = vec![0.0; skeleton.nodes.len()];
    for (number, node) in skeleton.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let parent = parent as usize;
            way_m[number] = way_m[parent] + distance(node.place_m, skeleton.nodes[parent].place_m);
        }
    }
    let base_m = skeleton.nodes[0].place_m;
    let tips = tips(skeleton);
    let ratios = tips
        .iter()
        .map(|&tip| way_m[tip as usize] / distance(skeleton.nodes[tip as usize].place_m, base_m));
    ratios.sum::<f64>() / tips.len() as f64
}

/// How much branches turn: sum of the angles along the axes, where one segment follows another, over the length
/// of the wood, radians per m.
pub(super) fn bend_per_m(skeleton: &Skeleton) -> f64 {
    let place = |number: u32| skeleton.nodes[number as usize].place_m;
    let main = skeleton.main_children();
    let mut sum = 0.0;
    for (node, main) in skeleton.nodes.iter().zip(&main) {
        if let (Some(parent), Some(child)) = (node.parent, *main) {
            sum += bend(place(parent), node.place_m, place(child));
        }
    }
    sum / wood_m(skeleton)
}

/// Mean height of the tips over the ground.
pub(super) fn mean_tip_height_m(skeleton: &Skeleton) -> f64 {
    let tips = tips(skeleton);
    let heights_m = tips.iter().map(|&tip| skeleton.nodes[tip as usize].place_m[2]);
    heights_m.sum::<f64>() / tips.len() as f64
}

/// Segments that come within a radius of a place.
pub(super) fn segments_through(skeleton: &Skeleton, centre_m: Place, radius_m: f64) -> usize {
    let segments = skeleton.segments_m().into_iter();
    segments
        .filter(|&segment| distance_squared_to_segment(centre_m, segment) < radius_m * radius_m)
        .count()
}

/// Standard deviation over the mean.
pub(super) fn variation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    variance(values).sqrt() / mean
}

/// Sum of squares about the mean, over one less than their number.
pub(super) fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    squares.sum::<f64>() / (values.len() - 1) as f64
}

/// The least step down from one value to the next; above 0 where each is lower than the one before.
pub(super) fn least_fall(values: &[f64]) -> f64 {
    let falls = values.windows(2).map(|pair| pair[0] - pair[1]);
    falls.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use understory_branching::skeleton::{Node, Part};

    use super::*;

    fn line(places_m: &[Place]) -> Skeleton {
        let node = |(number, &place_m): (usize, &Place)| {
            let parent = number.checked_sub(1).map(|parent| parent as u32);
            Node::new(parent, Part::Shoot, place_m, 0)
        };
        Skeleton {
            nodes: places_m.iter().enumerate().map(node).collect(),
        }
    }

    #[test]
    fn a_square_corner_turns_by_a_right_angle_and_is_the_root_of_two_too_long() {
        let corner = line(&[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
        assert_eq!(tips(&corner), [2]);
        assert_eq!(wood_m(&corner), 2.0);
        assert!((tortuosity(&corner) - 2.0_f64.sqrt()).abs() < 1e-12);
        assert!((bend_per_m(&corner) - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
        assert_eq!(segments_through(&corner, [1.2, 0.5, 0.0], 0.3), 1);
        assert_eq!(segments_through(&corner, [1.2, 0.5, 0.3], 0.3), 0);
    }

    #[test]
    fn distances_to_a_segment_end_at_its_ends() {
        let segment = [[0.0; 3], [2.0, 0.0, 0.0]];
        assert_eq!(distance_squared_to_segment([1.0, 3.0, 0.0], segment), 9.0);
        assert_eq!(distance_squared_to_segment([5.0, 0.0, 4.0], segment), 25.0);
        assert_eq!(distance_squared_to_segment([0.0, 2.0, 0.0], [[0.0; 3]; 2]), 4.0);
    }
}

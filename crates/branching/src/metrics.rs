//! Numbers that say whether a skeleton looks like a tree.

use serde::Serialize;
use understory_numerics::math;

use crate::colonization::LeftOver;
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, angle_deg, sub};

/// The form of a finished tree. Values that a tree is too small for are none.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Share of the height above the lowest fork of the stem.
    pub crown_ratio: Option<f64>,
    /// Mean of the crown's widths along x and y, over the height.
    pub crown_width_per_height: Option<f64>,
    /// Wood of the roots over wood of the shoot, by volume; with radii and roots only.
    pub root_shoot_ratio: Option<f64>,
    /// Attraction points that were not reached.
    pub left_over: LeftOver,
}

/// Where a quarter, a half and three quarters of values lie below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quartiles {
    /// Lower quartile.
    pub q25: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub q75: f64,
}

impl Metrics {
    /// Measures a finished skeleton; `left_over` is passed on.
    ///
    /// Streams, angles, paths and sizes are those of the shoot, or of the roots in a skeleton of nothing else.
    ///
    /// # Panics
    /// If the skeleton has no node.
    #[must_use]
    pub fn of(skeleton: &Skeleton, left_over: LeftOver) -> Self {
        let has_shoot = skeleton.nodes[1..].iter().any(|node| node.part == Part::Shoot);
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
            da_vinci_exponent: da_vinci_exponent(&shoot),
            path_fraction: path_fraction(&shoot),
            height_m: size.height_m,
            crown_ratio: size.crown_ratio,
            crown_width_per_height: (size.height_m > 0.0).then(|| size.width_m / size.height_m),
            root_shoot_ratio: root_shoot_ratio(skeleton),
            left_over,
        }
    }
}

fn only_shoot(skeleton: &Skeleton) -> Skeleton {
    let stays: Vec<bool> = skeleton
        .nodes
        .iter()
        .map(|node| node.part == Part::Shoot || node.parent.is_none())
        .collect();
    skeleton.with_only(&stays)
}

/// Horton–Strahler streams: unbroken runs of segments of one order.
struct Streams {
    counts: Vec<u32>,
    lengths_m: Vec<f64>,
    /// Streams that join one of the next order without being one of the two that begin it.
    sides: u32,
}

impl Streams {
    fn of(skeleton: &Skeleton) -> Self {
        let orders = skeleton.strahler_orders();
        let top = orders[0] as usize;
        let (mut counts, mut lengths_m) = (vec![0_u32; top], vec![0.0; top]);
        let mut joining = 0;
        for (number, node) in skeleton.nodes.iter().enumerate() {
            let order = orders[number];
            lengths_m[order as usize - 1] += skeleton.segment_m(number as u32);
            match node.parent.map(|parent| orders[parent as usize]) {
                Some(above) if above == order => {}
                Some(above) => {
                    counts[order as usize - 1] += 1;
                    joining += u32::from(above == order + 1);
                }
                None => counts[order as usize - 1] += 1,
            }
        }
        let begun: u32 = counts[1..].iter().sum();
        Self {
            counts,
            lengths_m,
            sides: joining.saturating_sub(2 * begun),
        }
    }

    fn mean_lengths_m(&self) -> Vec<f64> {
        let pairs = self.lengths_m.iter().zip(&self.counts);
        pairs
            .map(|(&length_m, &count)| length_m / f64::from(count))
            .collect()
    }

    fn tokunaga_t1(&self) -> Option<f64> {
        let begun: u32 = self.counts[1..].iter().sum();
        (begun > 0).then(|| f64::from(self.sides) / f64::from(begun))
    }
}

/// The factor from one value to the next by least squares on their logarithms.
fn ratio(values: &[f64]) -> Option<f64> {
    if values.len() < 2 || values.iter().any(|&value| value <= 0.0) {
        return None;
    }
    let middle = (values.len() - 1) as f64 / 2.0;
    let (mut products, mut squares) = (0.0, 0.0);
    for (at, &value) in values.iter().enumerate() {
        let off = at as f64 - middle;
        products += off * math::ln(value);
        squares += off * off;
    }
    Some(math::exp(products / squares))
}

struct Angles {
    lateral_deg: Vec<f64>,
    sibling_deg: Vec<f64>,
}

impl Angles {
    fn of(skeleton: &Skeleton) -> Self {
        let main = skeleton.main_children();
        let heading = |number: u32| -> Option<Vector> {
            let node = skeleton.nodes[number as usize];
            let heading = sub(node.place_m, skeleton.nodes[node.parent? as usize].place_m);
            (heading != [0.0; 3]).then_some(heading)
        };
        let mut angles = Self {
            lateral_deg: Vec::new(),
            sibling_deg: Vec::new(),
        };
        for (number, node) in (0..).zip(&skeleton.nodes) {
            let Some(parent) = node
                .parent
                .filter(|&parent| main[parent as usize] != Some(number))
            else {
                continue;
            };
            let Some(own) = heading(number) else { continue };
            let angle_to = |other: Option<Vector>| other.map(|other| angle_deg(own, other));
            angles.lateral_deg.extend(angle_to(heading(parent)));
            angles
                .sibling_deg
                .extend(angle_to(main[parent as usize].and_then(heading)));
        }
        angles
    }
}

fn quartiles(mut values: Vec<f64>) -> Option<Quartiles> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |share: f64| {
        let place = share * last as f64;
        let below = place.floor();
        let (low, high) = (values[below as usize], values[(below as usize + 1).min(last)]);
        low + (high - low) * (place - below)
    };
    Some(Quartiles {
        q25: at(0.25),
        median: at(0.5),
        q75: at(0.75),
    })
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

fn da_vinci_exponent(skeleton: &Skeleton) -> Option<f64> {
    let children = skeleton.children();
    let mut exponents = Vec::new();
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let branches = children.of(number);
        let shares: Vec<f64> = branches
            .iter()
            .map(|&child| skeleton.nodes[child as usize].radius_m / node.radius_m)
            .collect();
        if shares.len() >= 2 && shares.iter().all(|&share| share > 0.0 && share < 1.0) {
            exponents.push(node_exponent(&shares));
        }
    }
    quartiles(exponents).map(|quartiles| quartiles.median)
}

/// The *n* with Σ share^n = 1, for two shares or more between 0 and 1.
///
/// The sum falls with *n* and is convex, so that Newton's steps from 0 never pass the root.
fn node_exponent(shares: &[f64]) -> f64 {
    const MOST_STEPS: u32 = 100;
    let logs: Vec<f64> = shares.iter().map(|&share| math::ln(share)).collect();
    let mut exponent = 0.0;
    for _ in 0..MOST_STEPS {
        let (mut excess, mut slope) = (-1.0, 0.0);
        for log in &logs {
            let power = math::exp(exponent * log);
            excess += power;
            slope += power * log;
        }
        exponent -= excess / slope;
        if excess.abs() < 1e-12 {
            break;
        }
    }
    exponent
}

fn path_fraction(skeleton: &Skeleton) -> Option<f64> {
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

struct Size {
    height_m: f64,
    crown_ratio: Option<f64>,
    width_m: f64,
}

impl Size {
    fn of(skeleton: &Skeleton) -> Self {
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

fn root_shoot_ratio(skeleton: &Skeleton) -> Option<f64> {
    let mut volumes_m3 = [0.0; 2];
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let Some(parent) = node.parent else { continue };
        // A branch is as thick at its fork as at its first node, however thick what it leaves.
        let below = skeleton.nodes[parent as usize].radius_m.min(node.radius_m * 1.5);
        let (a, b) = (below, node.radius_m);
        let volume_m3 = std::f64::consts::PI / 3.0 * skeleton.segment_m(number) * (a * a + a * b + b * b);
        volumes_m3[usize::from(node.part == Part::Root)] += volume_m3;
    }
    let [shoot_m3, root_m3] = volumes_m3;
    (shoot_m3 > 0.0 && root_m3 > 0.0).then(|| root_m3 / shoot_m3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Node, PipeModel};

    #[test]
    fn the_digitised_walnut_has_a_bifurcation_ratio_of_3_4() {
        // Stream counts of the OpenAlea sample tree `noylum2`, and the ratio found for them elsewhere.
        let counts = [1868.0, 596.0, 182.0, 50.0, 16.0, 6.0, 1.0];
        let found = 1.0 / ratio(&counts).unwrap();
        assert!((found - 3.40).abs() < 0.01, "{found}");
    }

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

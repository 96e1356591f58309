//! Space colonization in the article's words, without what makes it end: a rival, not for use.
//!
//! Growth may never end by itself: rounds can repeat for ever and nodes double, so both are looked for.

use understory_branching::cloud::AttractionPoint;

use crate::colonization::measures::{Place, distance_squared};

/// Which ends a point pulls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pull {
    /// Each one that it is near enough to.
    EveryEnd,
    /// The nearest one.
    NearestEnd,
}

/// What is given: lengths in metres.
pub(super) struct Naive {
    pub(super) pull: Pull,
    pub(super) step_m: f64,
    pub(super) kill_m: f64,
    pub(super) influence_m: f64,
    /// Growth ends when fewer points than this are left; 0 to go on to the last.
    pub(super) few: usize,
    /// Growth is given up with the round that brings as many nodes.
    pub(super) most_nodes: usize,
}

/// What came of it.
pub(super) struct Grown {
    #[cfg(test)]
    nodes: usize,
    /// Points not reached.
    pub(super) left: usize,
    pub(super) end: End,
}

/// Why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No point is left, or too few are.
    FewLeft,
    /// No end is near enough to a point.
    OutOfReach,
    /// A round brought no point nearer to an end and reached none: all further rounds repeat it for ever.
    Stalemate,
    /// It was given up.
    TooManyNodes,
}

impl Naive {
    /// Grows round by round, as the article says it: all points against all ends.
    pub(super) fn grow(&self, base_m: Place, points: &[AttractionPoint]) -> Grown {
        let mut nodes = vec![base_m];
        let mut nearest = vec![(f64::INFINITY, 0_usize); points.len()];
        let mut is_left = vec![true; points.len()];
        let mut known = 0;
        let end = loop {
            let mut is_any_nearer = false;
            for (point, (squared, holder)) in nearest.iter_mut().enumerate() {
                // Each point keeps the nearest node so far, so only new ones are looked at.
                for (node, &place) in nodes.iter().enumerate().skip(known) {
                    let found = distance_squared(points[point].place_m, place);
                    if is_left[point] && found < *squared {
                        (*squared, *holder) = (found, node);
                        is_any_nearer = true;
                    }
                }
                is_left[point] &= *squared > self.kill_m * self.kill_m;
            }
            known = nodes.len();
            let left = is_left.iter().filter(|&&left| left).count();
            if left == 0 || left < self.few {
                break End::FewLeft;
            }
            if !is_any_nearer && self.pull == Pull::NearestEnd {
                break End::Stalemate;
            }
            if nodes.len() >= self.most_nodes {
                break End::TooManyNodes;
            }
            let left: Vec<usize> = (0..points.len()).filter(|&point| is_left[point]).collect();
            let pulls = |node: usize, point: usize| match self.pull {
                Pull::EveryEnd => {
                    distance_squared(points[point].place_m, nodes[node]) < self.influence_m * self.influence_m
                }
                Pull::NearestEnd => {
                    let (squared, holder) = nearest[point];
                    holder == node && squared < self.influence_m * self.influence_m
                }
            };
            let new: Vec<Place> = (0..nodes.len())
                .filter_map(|node| {
                    let pulling = left.iter().filter(|&&point| pulls(node, point));
                    self.end_of_segment(nodes[node], pulling.map(|&point| points[point].place_m))
                })
                .collect();
            if new.is_empty() {
                break End::OutOfReach;
            }
            nodes.extend(new);
        };
        Grown {
            #[cfg(test)]
            nodes: nodes.len(),
            left: is_left.iter().filter(|&&left| left).count(),
            end,
        }
    }

    /// Where the segment ends that follows the attraction vector; none where nothing pulls.
    fn end_of_segment(&self, from: Place, towards: impl Iterator<Item = Place>) -> Option<Place> {
        let mut sum = [0.0; 3];
        for place in towards {
            let factor = 1.0 / distance_squared(place, from).sqrt();
            for axis in 0..3 {
                sum[axis] += (place[axis] - from[axis]) * factor;
            }
        }
        let length = distance_squared(sum, [0.0; 3]).sqrt();
        (length > 1e-12).then(|| std::array::from_fn(|axis| from[axis] + sum[axis] / length * self.step_m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(places_m: &[Place]) -> Vec<AttractionPoint> {
        let point = |&place_m| AttractionPoint { place_m, weight: 1.0 };
        places_m.iter().map(point).collect()
    }

    const RULE: Naive = Naive {
        pull: Pull::NearestEnd,
        step_m: 1.0,
        kill_m: 0.6,
        influence_m: 10.0,
        few: 0,
        most_nodes: 1000,
    };

    #[test]
    fn a_lone_point_is_walked_to_and_two_beside_the_way_are_never_reached() {
        let grown = RULE.grow([0.0; 3], &points(&[[4.5, 0.0, 0.0]]));
        assert_eq!((grown.nodes, grown.left), (5, 0));
        assert_eq!(grown.end, End::FewLeft);
        // Both pull the end between them ahead; from the next place they pull back, and nothing comes of it.
        let stuck = RULE.grow([0.0; 3], &points(&[[0.3, 1.0, 0.0], [0.3, -1.0, 0.0]]));
        assert_eq!((stuck.end, stuck.left), (End::Stalemate, 2));
    }

    #[test]
    fn pulled_all_together_the_ends_double_in_each_round() {
        let every = Naive {
            pull: Pull::EveryEnd,
            kill_m: 0.01,
            most_nodes: 64,
            ..RULE
        };
        let grown = every.grow([0.0; 3], &points(&[[0.3, 1.0, 0.0], [7.3, -1.0, 0.0]]));
        assert_eq!((grown.nodes, grown.end), (64, End::TooManyNodes));
    }
}

//! Forks of many branches, drawn apart.

use crate::colonization::Obstacle;
use crate::colonization::obstacle::bars;
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::between;

/// How often a new fork is moved half-way back where an obstacle bars one of its branches.
const TRIES: i32 = 8;
/// Branches that may leave a fork, in each part.
const MOST_BRANCHES: usize = 3;

impl Skeleton {
    /// With at most three branches a fork and part.
    ///
    /// A fork with more keeps the thinner of them; the branch that carries on the axis gets a new node on its way,
    /// from which it and the others leave: the nearer to the fork where obstacles bar the others. Node numbers change.
    #[must_use]
    pub fn with_forks_of_three(&self, obstacles: &[Obstacle]) -> Self {
        let tips = self.tips_borne();
        let main = self.main_children();
        let children = self.children();
        let mut nodes: Vec<Node> = Vec::with_capacity(self.nodes.len());
        // Number here, parent there; a new node has no number here.
        let mut waiting: Vec<(u32, Option<u32>)> = vec![(0, None)];
        if self.nodes.is_empty() {
            return self.clone();
        }
        while let Some((number, parent)) = waiting.pop() {
            let node = self.nodes[number as usize];
            let stands = nodes.len() as u32;
            nodes.push(Node { parent, ..node });
            for part in [Part::Root, Part::Shoot] {
                let of_part = children.of(number).iter().copied();
                let mut branches: Vec<u32> = of_part
                    .filter(|&child| self.nodes[child as usize].part == part)
                    .collect();
                // The main branch last, before it the others by how much they bear.
                branches.sort_by_key(|&child| {
                    (main[number as usize] == Some(child), tips[child as usize], child)
                });
                let mut fork = stands;
                let mut rest = branches.as_slice();
                while rest.len() > MOST_BRANCHES {
                    let (leaving, others) = rest.split_at(MOST_BRANCHES - 1);
                    waiting.extend(leaving.iter().map(|&child| (child, Some(fork))));
                    rest = others;
                    let axis = self.nodes[rest[rest.len() - 1] as usize];
                    let from = nodes[fork as usize].place_m;
                    // The further forks share what is left of the way.
                    let forks_left = rest.len().div_ceil(MOST_BRANCHES - 1) as f64;
                    let mut share = 1.0 / (forks_left + 1.0);
                    for _ in 0..TRIES {
                        let at = between(from, axis.place_m, share);
                        let is_barred =
                            |&child: &u32| bars(at, self.nodes[child as usize].place_m, obstacles);
                        if obstacles.is_empty() || !rest.iter().any(is_barred) {
                            break;
                        }
                        share *= 0.5;
                    }
                    let at = between(from, axis.place_m, share);
                    let mut new = Node::new(Some(fork), part, at, axis.iteration);
                    new.order = axis.order;
                    fork = nodes.len() as u32;
                    nodes.push(new);
                }
                waiting.extend(rest.iter().map(|&child| (child, Some(fork))));
            }
        }
        Self { nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_witchs_broom_becomes_forks_of_three_and_keeps_its_tips() {
        let mut nodes = vec![Node::new(None, Part::Shoot, [0.0; 3], 0)];
        for number in 0..9 {
            let part = if number < 2 { Part::Root } else { Part::Shoot };
            nodes.push(Node::new(Some(0), part, [f64::from(number), 1.0, 1.0], 1));
        }
        let forked = Skeleton { nodes }.with_forks_of_three(&[]);
        let children = forked.children();
        for number in 0..forked.nodes.len() as u32 {
            for part in [Part::Shoot, Part::Root] {
                let of_part = children.of(number).iter();
                assert!(
                    of_part
                        .filter(|&&child| forked.nodes[child as usize].part == part)
                        .count()
                        <= 3
                );
            }
            assert!(
                forked.nodes[number as usize]
                    .parent
                    .is_none_or(|parent| parent < number)
            );
        }
        assert_eq!(forked.tips_borne()[0], 9);
        assert_eq!(forked.nodes.len(), 10 + 2);
    }
}

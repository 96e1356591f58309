//! How wind moves wood: the whole tree from its foot, each limb from where it leaves the stem.

use understory_numerics::{Purpose, RandomKey, sample::unit_from_u32};

use crate::skeleton::Skeleton;
use crate::vector::distance;

/// What wind does to each node; see [`Mesh`](super::Mesh).
pub(super) struct Wind {
    rows: Vec<[f64; 4]>,
}

impl Wind {
    /// `main` is the child that carries on the axis of each node.
    ///
    /// A tree bends like a pole that stands in the ground: with the square of the height. A limb bends with the square
    /// root of the way along it from the stem, and all that it bears moves in its phase.
    pub(super) fn of(skeleton: &Skeleton, main: &[Option<u32>]) -> Self {
        let heights = skeleton.nodes.iter().map(|node| node.place_m[2]);
        let highest_m = heights.fold(f64::MIN_POSITIVE, f64::max);
        // Way along the wood from the stem, and the node where the limb leaves it.
        let mut limbs: Vec<(f64, Option<u32>)> = Vec::with_capacity(skeleton.nodes.len());
        for (number, node) in (0..).zip(&skeleton.nodes) {
            limbs.push(node.parent.map_or((0.0, None), |parent| {
                let (way_m, limb) = limbs[parent as usize];
                let step_m = distance(node.place_m, skeleton.nodes[parent as usize].place_m);
                match limb {
                    None if main[parent as usize] == Some(number) => (0.0, None),
                    None => (step_m, Some(number)),
                    limb => (way_m + step_m, limb),
                }
            }));
        }
        let furthest_m = limbs.iter().map(|limb| limb.0).fold(f64::MIN_POSITIVE, f64::max);
        let row = |(node, (way_m, limb)): (&crate::skeleton::Node, &(f64, Option<u32>))| {
            let share = (node.place_m[2] / highest_m).max(0.0);
            let phase = limb.map_or(0.0, |limb| {
                unit_from_u32(RandomKey::root(0, &["wind"]).draws(0, Purpose::Leaf, limb)[0])
            });
            [share * share, (way_m / furthest_m).sqrt(), phase, 0.0]
        };
        Self {
            rows: skeleton.nodes.iter().zip(&limbs).map(row).collect(),
        }
    }

    /// What it does to a node.
    pub(super) fn at(&self, node: u32) -> [f64; 4] {
        self.rows[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Node, Part};

    #[test]
    fn the_stem_bends_with_the_square_of_the_height_and_limbs_from_where_they_leave_it() {
        let node = |parent, place| Node::new(parent, Part::Shoot, place, 0);
        let tree = Skeleton {
            nodes: vec![
                node(None, [0.0; 3]),
                node(Some(0), [0.0, 0.0, 2.0]),
                node(Some(1), [0.0, 0.0, 4.0]),
                node(Some(1), [1.0, 0.0, 2.0]),
                node(Some(3), [4.0, 0.0, 2.0]),
                node(Some(2), [0.0, 0.0, 3.0]),
            ],
        };
        let wind = Wind::of(&tree, &tree.main_children());
        let main = tree.main_children();
        assert_eq!(main[1], Some(2));
        assert_eq!(wind.at(0), [0.0; 4]);
        assert_eq!(wind.at(1)[..2], [0.25, 0.0]);
        assert_eq!(wind.at(2)[..2], [1.0, 0.0]);
        assert_eq!(wind.at(3)[..2], [0.25, 0.5]);
        assert_eq!(wind.at(4)[..2], [0.25, 1.0]);
        assert_eq!(wind.at(3)[2], wind.at(4)[2], "a limb has one phase");
        assert!(wind.at(4)[2] > 0.0);
    }
}

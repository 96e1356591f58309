//! A tree as a figure takes it: nodes of wood and leaves, as plain numbers.

use crate::error::ReportError;
use crate::tree::solids::Solid;
use crate::tree::view::{Extent, Seen, View};

/// Beyond this the figure's own coordinates would lose a tree's details.
const HUGE: f64 = 1e9;

/// What is no higher than this part of its width is flat.
const FLAT: f64 = 0.02;

/// A node of a tree, a street network or a web of pipes, and the segment that leads to it from its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Node {
    /// Number of the node that it grew from, which stands before it; none for a base.
    pub parent: Option<u32>,
    /// Where it is, m; z is up and the ground lies at 0.
    pub place_m: [f64; 3],
    /// Radius of the wood, m; 0 or more.
    pub radius_m: f64,
    /// Order of its branch: 0 for the main axis, more for side branches.
    pub order: u32,
    /// Root or shoot.
    pub is_root: bool,
}

/// A leaf, or the card that stands for a spray of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leaf {
    /// Its stalk, m.
    pub from_m: [f64; 3],
    /// Its tip, m.
    pub to_m: [f64; 3],
    /// Its width, m; 0 or more.
    pub width_m: f64,
}

/// What there is to see of one tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreePicture {
    /// Its wood; parents stand before their children.
    pub nodes: Vec<Node>,
    /// Its leaves; none where it is drawn bare.
    pub leaves: Vec<Leaf>,
    /// What it grew around.
    pub solids: Vec<Solid>,
}

/// A tree with its name, and with numbers where a figure shows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captioned {
    /// What stands with the picture, such as `oak, seed 7`.
    pub caption: String,
    /// The tree.
    pub picture: TreePicture,
    /// Names of metrics, with their units, and their values; none where a tree is too small for it.
    pub metrics: Vec<(String, Option<f64>)>,
}

impl Captioned {
    /// Refuses what cannot be drawn, and a metric that is not a finite number.
    pub(super) fn check(&self, figure: &str) -> Result<(), ReportError> {
        self.picture.check(figure)?;
        let mut values = self.metrics.iter().filter_map(|(_, value)| *value);
        match values.find(|value| !value.is_finite()) {
            Some(found) => Err(ReportError::Number {
                table: self.caption.clone(),
                column: "metrics",
                found,
                needed: "a finite number",
            }),
            None => Ok(()),
        }
    }
}

impl TreePicture {
    /// Whether it lies in the plane of the ground, as streets do.
    pub(super) fn is_flat(&self) -> bool {
        let span_m = |axis: usize| {
            let places = self.nodes.iter().map(|node| node.place_m[axis]);
            let ends = places.map(|along| (along, along));
            let ends = ends.reduce(|(low, high), (l, h)| (low.min(l), high.max(h)));
            ends.map_or(0.0, |(low, high)| high - low)
        };
        self.nodes.len() > 1 && span_m(2) <= FLAT * span_m(0).max(span_m(1))
    }

    pub(super) fn has_roots(&self) -> bool {
        self.nodes.iter().any(|node| node.is_root)
    }

    /// What of a view the tree and what it grew around take.
    pub(super) fn extent(&self, view: View) -> Extent {
        let solids = self.solids.iter().flat_map(Solid::corners_m);
        Extent::around(seen(view, self.discs().chain(solids)))
    }

    /// What of a view the tree alone takes.
    pub(super) fn own_extent(&self, view: View) -> Extent {
        Extent::around(seen(view, self.discs()))
    }

    /// Places of the wood and the leaves, and how far they reach around.
    fn discs(&self) -> impl Iterator<Item = ([f64; 3], f64)> {
        let wood = self.nodes.iter().map(|node| (node.place_m, node.radius_m));
        let leaves = self
            .leaves
            .iter()
            .flat_map(|leaf| [leaf.from_m, leaf.to_m].map(|end| (end, 0.5 * leaf.width_m)));
        wood.chain(leaves)
    }

    /// Refuses what cannot be drawn, by the name of the figure that it is for.
    pub(super) fn check(&self, figure: &str) -> Result<(), ReportError> {
        let refused = |column, found, needed| {
            Err(ReportError::Number {
                table: figure.to_owned(),
                column,
                found,
                needed,
            })
        };
        let near = |along: &f64| along.abs() <= HUGE;
        let far = |place_m: &[f64; 3]| place_m.iter().copied().find(|along| !near(along));
        let size = |size: f64| (0.0..=HUGE).contains(&size);
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(found) = far(&node.place_m) {
                return refused("place_m", found, "a number from -1e9 to 1e9");
            }
            if !size(node.radius_m) {
                return refused("radius_m", node.radius_m, "a radius from 0 to 1e9");
            }
            if let Some(parent) = node.parent.filter(|&parent| parent as usize >= number) {
                return refused("parent", f64::from(parent), "a node that stands before its child");
            }
        }
        for leaf in &self.leaves {
            if let Some(found) = far(&leaf.from_m).or(far(&leaf.to_m)) {
                return refused("leaf", found, "a number from -1e9 to 1e9");
            }
            if !size(leaf.width_m) {
                return refused("width_m", leaf.width_m, "a width from 0 to 1e9");
            }
        }
        for (place_m, radius_m) in self.solids.iter().flat_map(Solid::ends_m) {
            if let Some(found) = far(&place_m) {
                return refused("solid", found, "a number from -1e9 to 1e9");
            }
            if !size(radius_m) {
                return refused("radius_m", radius_m, "a radius from 0 to 1e9");
            }
        }
        Ok(())
    }
}

fn seen(view: View, discs: impl Iterator<Item = ([f64; 3], f64)>) -> impl Iterator<Item = (Seen, f64)> {
    discs.map(move |(place_m, radius_m)| (view.seen(place_m), radius_m))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(places_m: &[[f64; 3]]) -> TreePicture {
        let node = |&place_m: &[f64; 3]| Node {
            place_m,
            radius_m: 0.5,
            ..Node::default()
        };
        TreePicture {
            nodes: places_m.iter().map(node).collect(),
            ..TreePicture::default()
        }
    }

    #[test]
    fn what_is_no_higher_than_a_fiftieth_of_its_width_is_flat() {
        let streets = |high_m| tree(&[[0.0; 3], [10.0, 1.0, high_m], [4.0, -3.0, 0.0]]);
        assert!(streets(0.0).is_flat() && streets(0.2).is_flat());
        assert!(!streets(0.21).is_flat() && !streets(1.5).is_flat() && !streets(-0.21).is_flat());
        let northward = tree(&[[0.0, -5.0, 7.0], [0.0, 5.0, 7.1]]);
        assert!(northward.is_flat());
        assert!(!tree(&[[0.0; 3]]).is_flat() && !tree(&[]).is_flat());
    }

    #[test]
    fn one_root_is_enough_to_have_roots() {
        let mut found = tree(&[[0.0; 3]; 2]);
        assert!(!found.has_roots());
        found.nodes[1].is_root = true;
        assert!(found.has_roots());
    }

    #[test]
    fn a_tree_reaches_as_far_as_its_wood_its_leaves_and_what_it_grew_around() {
        let mut found = tree(&[[1.0, 2.0, 3.0], [4.0, 2.0, 6.0]]);
        let sides = |tree: &TreePicture| {
            let extent = tree.extent(View::Front);
            [extent.left_m, extent.right_m, extent.low_m, extent.high_m]
        };
        assert_eq!(sides(&found), [0.5, 4.5, 2.5, 6.5]);
        found.leaves.push(Leaf {
            from_m: [4.0, 0.0, 8.0],
            to_m: [6.0, 0.0, 9.0],
            width_m: 0.5,
        });
        assert_eq!(sides(&found), [0.5, 6.25, 2.5, 9.25]);
        found.solids.push(Solid::Box {
            low_m: [-2.0, 0.0, 0.0],
            high_m: [0.0, 1.0, 1.0],
        });
        assert_eq!(sides(&found), [-2.0, 6.25, 0.0, 9.25]);
        assert_eq!(found.own_extent(View::Front).left_m, 0.5);
    }

    #[test]
    fn numbers_up_to_their_limits_are_drawn() {
        let mut found = tree(&[[1e9, -1e9, 0.0]]);
        found.nodes[0].radius_m = 1e9;
        assert!(found.check("f").is_ok());
        found.leaves.push(Leaf {
            width_m: 1e9,
            ..Leaf::default()
        });
        assert!(found.check("f").is_ok());
        found.leaves[0].width_m = -1e-9;
        assert!(found.check("f").is_err());
    }
}

//! A tree as a figure takes it: its triangles, its light, and what words say of it.
//!
//! The light is worked out once for all figures and views of a tree, so a tree never changes; without its leaves it is
//! another one.

use crate::error::ReportError;
use crate::needed::FINITE;
use crate::tree::light::light;
use crate::tree::surface::{Part, Surface};
use crate::tree::view::{Extent, View};

/// What is no higher than this part of its width is flat.
const FLAT: f64 = 0.04;

/// What words say of a tree beside its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Nodes of its wood, those of roots among them.
    pub nodes: usize,
    /// Nodes of its roots.
    pub root_nodes: usize,
    /// The highest order of its branches, where it has any; 0 is the main axis.
    pub highest_order: Option<u32>,
    /// Where its wood is thickest, m across.
    pub thickest_m: f64,
    /// Leaves, or cards that each stand for a spray of them.
    pub leaves: usize,
    /// What it grew around.
    pub obstacles: usize,
}

impl Counts {
    /// Counts nodes, of each whether it is a root, its order and its radius in m, and cards of two triangles.
    #[must_use]
    pub fn of(nodes: impl Iterator<Item = (bool, u32, f64)>, surfaces: &[Surface]) -> Self {
        let leaves = surfaces.iter().filter(|surface| surface.part == Part::Leaves);
        let none = Counts {
            leaves: leaves.map(|surface| surface.triangles.len() / 2).sum(),
            ..Counts::default()
        };
        nodes.fold(none, |counts, (is_root, order, radius_m)| Counts {
            nodes: counts.nodes + 1,
            root_nodes: counts.root_nodes + usize::from(is_root),
            highest_order: counts.highest_order.max(Some(order)),
            thickest_m: counts.thickest_m.max(2.0 * radius_m),
            ..counts
        })
    }
}

/// What there is to see of one tree, a street network or a web of pipes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreePicture {
    pub(super) surfaces: Vec<Surface>,
    pub(super) counts: Counts,
    /// The light at each vertex of each surface.
    pub(super) light: Vec<Vec<f32>>,
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
    /// Refuses a metric that is not a finite number.
    pub(super) fn check(&self) -> Result<(), ReportError> {
        let values = self.metrics.iter().filter_map(|(_, value)| *value);
        FINITE.of(&self.caption, "metrics", values)
    }
}

impl TreePicture {
    /// A tree of these triangles, and what words say of it.
    ///
    /// # Errors
    /// [`ReportError::Number`], by the name, for a place, direction, texture, triangle or skin that cannot be drawn.
    pub fn new(name: &str, surfaces: Vec<Surface>, counts: Counts) -> Result<Self, ReportError> {
        surfaces.iter().try_for_each(|surface| surface.check(name))?;
        Ok(TreePicture::lit(surfaces, counts))
    }

    fn lit(surfaces: Vec<Surface>, counts: Counts) -> Self {
        let light = light(&surfaces);
        TreePicture {
            surfaces,
            counts,
            light,
        }
    }

    /// What is left of it in winter.
    pub(super) fn without_leaves(&self) -> Self {
        let left = self
            .surfaces
            .iter()
            .filter(|surface| surface.part != Part::Leaves);
        TreePicture::lit(left.cloned().collect(), self.counts)
    }

    /// Whether it lies in the plane of the ground, as streets do.
    pub(super) fn is_flat(&self) -> bool {
        let [front, side] = [View::Front, View::Side].map(|view| self.own_extent(view));
        self.has(Part::Wood) && front.height_m() <= FLAT * front.width_m().max(side.width_m())
    }

    pub(super) fn has(&self, part: Part) -> bool {
        self.of(part).next().is_some()
    }

    pub(super) fn of(&self, part: Part) -> impl Iterator<Item = &Surface> {
        self.surfaces
            .iter()
            .filter(move |surface| surface.part == part && !surface.triangles.is_empty())
    }

    /// What of a view the tree and what it grew around take.
    pub(super) fn extent(&self, view: View) -> Extent {
        extent(self.surfaces.iter(), view)
    }

    /// What of a view the tree alone takes.
    pub(super) fn own_extent(&self, view: View) -> Extent {
        let own = |surface: &&Surface| surface.part != Part::Obstacles;
        extent(self.surfaces.iter().filter(own), view)
    }
}

fn extent<'a>(surfaces: impl Iterator<Item = &'a Surface>, view: View) -> Extent {
    let axes = view.axes();
    Extent::around(
        surfaces
            .flat_map(|surface| &surface.places_m)
            .map(|place_m| axes.seen(place_m.map(f64::from))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(part: Part, places_m: &[[f32; 3]]) -> Surface {
        Surface {
            part,
            places_m: places_m.to_vec(),
            triangles: vec![[0, 0, 0]],
            ..Surface::default()
        }
    }

    #[test]
    fn what_is_no_higher_than_a_25th_of_its_width_is_flat() {
        let is_flat = |part, high_m| {
            let surface = tree(part, &[[0.0; 3], [10.0, 1.0, high_m], [4.0, -3.0, 0.0]]);
            TreePicture::lit(vec![surface], Counts::default()).is_flat()
        };
        assert!(is_flat(Part::Wood, 0.0) && is_flat(Part::Wood, 0.39));
        assert!(!is_flat(Part::Wood, 0.41) && !is_flat(Part::Wood, -0.41) && !is_flat(Part::Leaves, 0.0));
        assert!(!TreePicture::default().is_flat());
    }

    #[test]
    fn a_tree_reaches_as_far_as_all_its_parts_and_itself_without_what_it_grew_around() {
        let surfaces = vec![
            tree(Part::Wood, &[[1.0, 2.0, 3.0], [4.0, 2.0, 6.0]]),
            tree(Part::Leaves, &[[4.0, 0.0, 8.0]]),
            tree(Part::Obstacles, &[[-2.0, 0.0, 0.0]]),
        ];
        let tree = TreePicture::lit(surfaces, Counts::default());
        let sides = |extent: Extent| [extent.left_m, extent.right_m, extent.low_m, extent.high_m];
        assert_eq!(sides(tree.extent(View::Front)), [-2.0, 4.0, 0.0, 8.0]);
        assert_eq!(sides(tree.own_extent(View::Front)), [1.0, 4.0, 3.0, 8.0]);
    }

    #[test]
    fn nodes_and_cards_are_counted() {
        let leaves = Surface {
            triangles: vec![[0; 3]; 6],
            ..tree(Part::Leaves, &[[0.0; 3]])
        };
        let nodes = [(false, 0, 0.2), (false, 3, 0.1), (true, 1, 0.05)];
        let counts = Counts::of(nodes.into_iter(), &[leaves, tree(Part::Wood, &[[0.0; 3]])]);
        let expected = Counts {
            nodes: 3,
            root_nodes: 1,
            highest_order: Some(3),
            thickest_m: 0.4,
            leaves: 3,
            obstacles: 0,
        };
        assert_eq!(counts, expected);
        assert_eq!(Counts::of(std::iter::empty(), &[]).highest_order, None);
    }
}

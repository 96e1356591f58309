//! What grew in a stand.

use crate::colonization::LeftOver;
use crate::skeleton::{Part, Skeleton};

/// What grew in a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownStand {
    /// The trees in the order in which they were given.
    pub trees: Vec<GrownTree>,
    /// Mean distance between the attraction points of the crowns, m; 0 without trees.
    pub crown_spacing_m: f64,
    /// The same of those of the roots at the surface, m; 0 without roots.
    pub root_spacing_m: f64,
    /// Attraction points that no crown reached.
    pub left_above: LeftOver,
    /// Attraction points that no root reached.
    pub left_below: LeftOver,
}

/// A tree that shared its space with others.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownTree {
    /// Shoot and roots with their radii; node 0 is the collar.
    pub skeleton: Skeleton,
    /// What its crown won.
    pub crown: Won,
    /// What its roots won.
    pub roots: Won,
    /// Volume of the space that its crown won, m³: what each attraction point stands for, times those that it reached.
    pub crown_volume_m3: f64,
}

/// Attraction points of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// Points in the space that it asked for, those included that others asked for too.
    pub offered: u32,
    /// Points that it reached, in that space or beside it.
    pub reached: u32,
}

impl GrownTree {
    /// Height of its wood over the collar, m.
    #[must_use]
    pub fn height_m(&self) -> f64 {
        let [low_m, high_m] = self.span_m(2, Part::Shoot);
        (high_m - low_m).max(0.0)
    }

    /// Mean width of its wood above the ground along x and y, m.
    #[must_use]
    pub fn crown_width_m(&self) -> f64 {
        self.width_m(Part::Shoot)
    }

    /// Mean width of its roots along x and y, m; 0 without roots.
    #[must_use]
    pub fn root_spread_m(&self) -> f64 {
        self.width_m(Part::Root)
    }

    fn width_m(&self, part: Part) -> f64 {
        let [x_m, y_m] = [0, 1].map(|axis| {
            let [low_m, high_m] = self.span_m(axis, part);
            high_m - low_m
        });
        (x_m + y_m) / 2.0
    }

    /// Lowest and highest place along an axis of the wood of a part and the collar, m.
    fn span_m(&self, axis: usize, part: Part) -> [f64; 2] {
        let collar_m = self.skeleton.nodes[0].place_m[axis];
        let of_part = self.skeleton.nodes.iter().filter(|node| node.part == part);
        of_part.fold([collar_m; 2], |[low_m, high_m], node| {
            let along_m = node.place_m[axis];
            [low_m.min(along_m), high_m.max(along_m)]
        })
    }
}

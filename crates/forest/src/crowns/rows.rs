//! From rows of trees and growth points to the crowns that they make.

use understory_space::Plot;

use crate::components::{Position, Size, SpeciesIndex, TreeNumber};
use crate::crowns::envelope::Envelope;
use crate::crowns::parameters::YearlyCrowns;
use crate::entities::GrowthPoint;
use crate::error::ForestError;
use crate::resources::{GroundHeight, SpeciesList};
use crate::sorted::sort_by_place;

/// Parent of a growth point at the foot of its tree.
pub(crate) const NONE: u32 = u32::MAX;

/// A tree that has a crown of its own.
#[derive(Clone, Debug)]
pub(crate) struct CrownTree {
    pub(crate) number: u64,
    /// Its row among the trees.
    pub(crate) row: usize,
    pub(crate) species: usize,
    /// Where it stands, from the plot's origin, and how high, m.
    pub(crate) foot_m: [f64; 3],
    pub(crate) envelope: Envelope,
}

impl CrownTree {
    /// Place that lies so far from its foot, m.
    pub(crate) fn place_m(&self, off_m: [f32; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| self.foot_m[axis] + f64::from(off_m[axis]))
    }

    /// Lowest and highest corner of the space that it may fill, m.
    pub(crate) fn bounds_m(&self) -> [[f64; 3]; 2] {
        let Envelope {
            base_m,
            length_m,
            radius_m,
            ..
        } = self.envelope;
        let [x_m, y_m, z_m] = self.foot_m;
        [
            [x_m - radius_m, y_m - radius_m, z_m + base_m],
            [x_m + radius_m, y_m + radius_m, z_m + base_m + length_m],
        ]
    }

    /// Whether a point that is seen from its wood lies in the space that it may fill.
    pub(crate) fn may_take(&self, off_m: [f32; 3], offset_m: [f64; 3]) -> bool {
        self.envelope.holds(std::array::from_fn(|axis| {
            f64::from(off_m[axis]) + offset_m[axis]
        }))
    }
}

/// All trees that have a crown, by running number, and the lowest foot and the highest top of all that live, m.
pub(crate) struct CrownTrees {
    pub(crate) trees: Vec<CrownTree>,
    pub(crate) low_m: f64,
    pub(crate) high_m: f64,
}

/// Those of a forest, by the columns of its trees.
pub(crate) fn crown_trees(
    columns: (&[TreeNumber], &[SpeciesIndex], &[Position], &[Size]),
    crowns: &YearlyCrowns,
    species: &SpeciesList,
    plot: &Plot,
    ground: &GroundHeight,
) -> CrownTrees {
    let (numbers, indices, places, sizes) = columns;
    let origin_m = plot.origin_m();
    let mut all = CrownTrees {
        trees: Vec::new(),
        low_m: f64::INFINITY,
        high_m: f64::NEG_INFINITY,
    };
    for (row, (place, size)) in places.iter().zip(sizes).enumerate() {
        let foot_z_m = ground.0.as_ref().map_or(0.0, |height_at| height_at(place.0));
        all.low_m = all.low_m.min(foot_z_m);
        all.high_m = all.high_m.max(foot_z_m + size.height_m);
        if size.height_m < crowns.min_height_m || size.dbh_cm <= 0.0 {
            continue;
        }
        let species_number = usize::from(indices[row].0);
        let crown = &species.0[species_number].parameters.crown;
        all.trees.push(CrownTree {
            number: numbers[row].0,
            row,
            species: species_number,
            foot_m: [place.0[0] - origin_m[0], place.0[1] - origin_m[1], foot_z_m],
            envelope: Envelope::of(crown, *size, crowns.shapes[species_number]),
        });
    }
    sort_by_place(&mut all.trees, &mut Vec::new(), |tree| (0, tree.number.into()));
    all
}

impl CrownTrees {
    /// For each growth point, whose tree numbers rise, the place of its tree in the list; none where that is gone.
    pub(crate) fn of(&self, growth_points: &[TreeNumber]) -> Vec<Option<u32>> {
        let mut at = 0;
        let find = |number: &TreeNumber| {
            while self.trees.get(at).is_some_and(|tree| tree.number < number.0) {
                at += 1;
            }
            let found = self.trees.get(at).filter(|tree| tree.number == number.0);
            found.map(|_| at as u32)
        };
        growth_points.iter().map(find).collect()
    }
}

/// That growth points can be: in the order of tree and number, each of a tree that lives, grown from one with a lower number.
pub(crate) fn check_growth_points(
    growth_points: &[GrowthPoint],
    lives: impl Fn(u64) -> bool,
) -> Result<(), ForestError> {
    let mut first = 0;
    for (row, point) in growth_points.iter().enumerate() {
        let strange = |problem: &str| {
            let what = format!("growth point {} of tree {}", point.node, point.tree);
            Err(ForestError::impossible(what, problem))
        };
        let before = row.checked_sub(1).map(|row| &growth_points[row]);
        let begins = before.is_none_or(|before| before.tree != point.tree);
        if begins {
            first = row;
            if !lives(point.tree) {
                return strange("its tree does not live");
            }
            if point.parent != NONE {
                return strange("it is the first of its tree, but grew from another");
            }
        }
        if before.is_some_and(|before| (before.tree, before.node) >= (point.tree, point.node)) {
            return strange("it must stand behind those of earlier trees and with lower numbers");
        }
        if point.off_m.iter().any(|m| !m.is_finite()) {
            return strange("its place is none");
        }
        let has_parent = || {
            growth_points[first..row]
                .binary_search_by_key(&point.parent, |other| other.node)
                .is_ok()
        };
        if !begins && !has_parent() {
            return strange("what it grew from is not there");
        }
    }
    Ok(())
}

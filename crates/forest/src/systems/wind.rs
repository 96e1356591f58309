//! Wind: a storm breaks or uproots trees, and what falls hits what stands in its way.
//!
//! A storm strikes some times over: each time the trees that stand where others fell before are more exposed. Trees that died
//! otherwise this year stand until it ends and shelter as the living do.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_space::Tiles;

use crate::components::{Cause, CrownBase, CrownRadius, Death, Identity, Position, Size, SpeciesIndex};
use crate::disturbance::Wind;
use crate::entities::Tree;
use crate::nearby::for_each_row_near;
use crate::neighbourhood::Neighbourhood;
use crate::parameters::Conditions;
use crate::resources::{HazardKey, SpeciesList, TileIndex, Year};
use crate::row_lists::found_in;
use crate::storm::{Canopy, LOADED_M, Sail, Storm, drag, load_nm, unit_vector};

// What is looked at together; no result depends on it.
const ROWS_TOGETHER: usize = 1024;
const FALLEN_TOGETHER: usize = 16;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn wind(
    mut trees: View<
        Tree,
        (
            &Position,
            &Identity,
            &SpeciesIndex,
            &Size,
            &CrownRadius,
            &CrownBase,
            &mut Death,
        ),
    >,
    index: Res<TileIndex<Tree>>,
    tiles: Res<Tiles>,
    conditions: Res<Conditions>,
    hazards: Res<HazardKey>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    let Some(wind) = conditions.disturbance.wind else {
        return;
    };
    let Some(storm) = Storm::of_year(&wind, hazards.0, year.0) else {
        return;
    };
    let (places, identities, indices, sizes, radii, bases, deaths) = trees.slices();
    let stand = StormTrees {
        places,
        identities,
        sizes,
        tiles: &tiles,
        index: &index,
    };
    let sail = |row: usize| Sail {
        height_m: sizes[row].height_m,
        base_m: f64::from(bases[row].0),
        radius_m: radii[row].0,
    };
    let in_the_open = |row: usize| {
        let stem = &species.parameters(indices[row].0).stem;
        let load_nm = load_nm(stem, sail(row), storm.gust_m_per_s);
        let [of_stem, of_roots] = stem.soundness(identities[row].0);
        let breaks_at = stem.breaking_nm(sizes[row]) * of_stem / load_nm;
        let uproots_at = stem.uprooting_nm(sizes[row]) * of_roots / load_nm;
        let (falls_at, cause) = if breaks_at < uproots_at {
            (breaks_at, Cause::Snapped)
        } else {
            (uproots_at, Cause::Uprooted)
        };
        let sheltered = (wind.sheltered_drag / drag(stem, storm.gust_m_per_s)).min(1.0);
        (falls_at <= 1.0).then_some(Shaky {
            row,
            falls_at,
            sheltered,
            cause,
        })
    };
    let mut shaky = found_in(0..places.len(), ROWS_TOGETHER, &|rows, shaky| {
        let stand = rows.filter(|&row| deaths[row].0.is_none() && sizes[row].height_m > LOADED_M[0]);
        shaky.extend(stand.filter_map(in_the_open));
    });
    let mut fallen = Vec::new();
    for _ in 0..wind.gusts {
        let before = fallen.len();
        let canopy = Canopy::new(&tiles, places, sizes, |row| {
            !matches!(deaths[row].0, Some(Cause::Snapped | Cause::Uprooted))
        });
        shaky.retain(|tree| {
            let exposure = canopy.exposure(
                places[tree.row].0,
                sizes[tree.row].height_m,
                storm.towards(),
                tree.sheltered,
            );
            let falls = exposure >= tree.falls_at;
            if falls {
                deaths[tree.row] = Death(Some(tree.cause));
                fallen.push(tree.row);
            }
            !falls
        });
        if fallen.len() == before {
            break;
        }
    }
    let hit = found_in(0..fallen.len(), FALLEN_TOGETHER, &|numbers, hit| {
        for &row in &fallen[numbers] {
            stand.add_hit_by(row, sail(row), &wind, &storm, year.0, hit);
        }
    });
    for row in hit {
        // What the storm threw itself, or what had died before, is not killed again.
        if deaths[row].0.is_none() {
            deaths[row] = Death(Some(Cause::Hit));
        }
    }
}

/// A tree that the storm would throw in the open.
struct Shaky {
    row: usize,
    /// Exposure from which it falls.
    falls_at: f64,
    /// Exposure among neighbours as tall as itself.
    sheltered: f64,
    cause: Cause,
}

/// The trees as the storm finds them.
struct StormTrees<'a> {
    places: &'a [Position],
    identities: &'a [Identity],
    sizes: &'a [Size],
    tiles: &'a Tiles,
    index: &'a Neighbourhood,
}

impl StormTrees<'_> {
    /// Adds the rows of the lower trees that this one kills when it falls.
    fn add_hit_by(
        &self,
        faller: usize,
        sail: Sail,
        wind: &Wind,
        storm: &Storm,
        year: u32,
        hit: &mut Vec<usize>,
    ) {
        let (place_m, key) = (self.places[faller].0, self.identities[faller].0);
        let [a, b, ..] = key.draws(year, Purpose::Hit, 0).map(unit_from_u32);
        let towards = unit_vector(storm.towards_deg + wind.fall_sd_deg * standard_normal([a, b]));
        let middle_m = [0, 1].map(|axis| place_m[axis] + 0.5 * sail.height_m * towards[axis]);
        let reach_m = 0.5 * sail.height_m + sail.radius_m;
        for_each_row_near(self.tiles, self.index, middle_m, reach_m, |row| {
            let offset_m = self.tiles.plot().offset_m(place_m, self.places[row].0);
            if row == faller || !lies_in_the_way(offset_m, towards, sail) {
                return;
            }
            let chance = wind.hit_loss * (1.0 - self.sizes[row].height_m / sail.height_m);
            // Keyed by both trees; the direction takes the first two words.
            let pair = key.draws(year, Purpose::Hit, self.identities[row].0.bits() as u32);
            if unit_from_u32(pair[2]) < chance {
                hit.push(row);
            }
        });
    }
}

/// Whether a tree that falls this way covers a place at this offset from its foot: its crown does within its radius of the
/// line, on the ground from where the crown begins to the tree's top.
fn lies_in_the_way(offset_m: [f64; 2], towards: [f64; 2], sail: Sail) -> bool {
    let along_m = offset_m[0] * towards[0] + offset_m[1] * towards[1];
    let aside_m = offset_m[0] * towards[1] - offset_m[1] * towards[0];
    (sail.base_m..=sail.height_m).contains(&along_m) && aside_m.abs() <= sail.radius_m
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crown_covers_a_rectangle_at_the_far_end_of_its_stem() {
        let sail = Sail {
            height_m: 20.0,
            base_m: 12.0,
            radius_m: 3.0,
        };
        let covers = |east, north, deg| lies_in_the_way([east, north], unit_vector(deg), sail);
        assert!(covers(15.0, 2.9, 90.0) && covers(15.0, -2.9, 90.0) && covers(19.9, 0.0, 90.0));
        assert!(!covers(15.0, 3.1, 90.0) && !covers(20.1, 0.0, 90.0));
        assert!(!covers(11.9, 0.0, 90.0) && !covers(-15.0, 0.0, 90.0));
        assert!(covers(0.0, -15.0, 180.0) && covers(-10.0, 10.0, 315.0));
    }
}

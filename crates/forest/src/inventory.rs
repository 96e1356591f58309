//! What an inventory counts: stems, volume, biomass and leaves of the living, species by species.

use std::f64::consts::PI;
use std::ops::Range;

use understory_ecs::{View, World};
use understory_numerics::{math, parallel, quick};
use understory_space::Tiles;

use crate::borders::Borders;
use crate::components::{CrownRadius, Position, Size, SpeciesIndex};
use crate::entities::Tree;
use crate::field::LEVELS;
use crate::growth::BREAST_HEIGHT_M;
use crate::management::{MERCHANTABLE_CM, basal_area_m2, top_height_m};
use crate::parameters::Species;
use crate::resources::{SpeciesList, TileIndex};
use crate::row_lists::of_stretches;

/// What stands in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inventory {
    /// Trees of 7 cm or more.
    pub stems: u64,
    /// Their basal area, m².
    pub basal_area_m2: f64,
    /// Sum of their basal areas times heights, m³.
    pub height_by_basal_area_m3: f64,
    /// Mean height of the hundred thickest of them a hectare, m; 0 without any.
    pub top_height_m: f64,
    /// Volume of their stems, m³.
    pub volume_m3: f64,
    /// Their wood over 7 cm, m³.
    pub merchantable_m3: f64,
    /// Their dry mass above the ground, kg.
    pub biomass_kg: f64,
    /// Leaf area of all trees, m².
    pub leaves_m2: f64,
    /// Area of the crowns of trees of 1.3 m or more, m².
    pub crowns_m2: f64,
}

impl Inventory {
    /// Share of this much ground that lies under crowns, if these overlap by chance.
    #[must_use]
    pub fn canopy_cover(&self, area_m2: f64) -> f64 {
        1.0 - math::exp(-self.crowns_m2 / area_m2)
    }

    fn add(&mut self, other: &Self) {
        self.stems += other.stems;
        self.basal_area_m2 += other.basal_area_m2;
        self.height_by_basal_area_m3 += other.height_by_basal_area_m3;
        self.volume_m3 += other.volume_m3;
        self.merchantable_m3 += other.merchantable_m3;
        self.biomass_kg += other.biomass_kg;
        self.leaves_m2 += other.leaves_m2;
        self.crowns_m2 += other.crowns_m2;
    }
}

/// Trees in the window that are thinner than the stems of an inventory, which begin at 7 cm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallTrees {
    /// Below breast height.
    pub seedlings: u64,
    /// From there on.
    pub saplings: u64,
}

impl SmallTrees {
    pub(crate) fn add(&mut self, other: &Self) {
        self.seedlings += other.seedlings;
        self.saplings += other.saplings;
    }
}

/// What stands in one row of tiles of one level, in the window.
///
/// Sums of floats depend on where they are cut. They are cut here, so that they are the same bits for any number of threads and of
/// processes, whose strips are rows of tiles.
struct Batch {
    /// Of each species.
    sums: Vec<Inventory>,
    /// Sizes of its stems, those of each species by themselves.
    stems: Vec<Vec<Size>>,
}

/// The batches of these tiles, whole rows of them, level by level.
fn batches(world: &World, tiles_of: Range<u32>) -> Vec<Batch> {
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let (species, window) = (world.res::<SpeciesList>(), world.res::<Borders>().window);
    let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Size, &CrownRadius)> = world.view();
    let (places, indices, sizes, radii) = trees.slices();
    let (all, columns) = (species.0.len(), tiles.count()[0]);
    let of_level = |level| {
        tiles_of
            .clone()
            .step_by(columns as usize)
            .map(move |first| (level, first))
    };
    let cuts: Vec<(usize, u32)> = (0..LEVELS).flat_map(of_level).collect();
    let batch = |(level, first): (usize, u32)| {
        let mut batch = Batch {
            sums: vec![Inventory::default(); all],
            stems: vec![Vec::new(); all],
        };
        for row in index.rows(&tiles, level, first, first + columns - 1) {
            if window.holds(places[row].0) {
                let index = indices[row].0;
                batch.add(index, species.parameters(index), sizes[row], radii[row].0);
            }
        }
        batch
    };
    parallel::map(cuts.len(), 1, |cut| batch(cuts[cut]))
}

impl Batch {
    fn add(&mut self, index: u16, kind: &Species, size: Size, radius_m: f64) {
        let index = usize::from(index);
        let sum = &mut self.sums[index];
        let crown_m2 = PI * radius_m * radius_m;
        sum.leaves_m2 += crown_m2 * kind.crown.leaf_area_index;
        if size.height_m >= BREAST_HEIGHT_M {
            sum.crowns_m2 += crown_m2;
        }
        if size.dbh_cm >= MERCHANTABLE_CM {
            let (stem, ln_dbh) = (&kind.stem, quick::ln(size.dbh_cm));
            let by_size =
                stem.volume_dbh_exponent * ln_dbh + stem.volume_height_exponent * quick::ln(size.height_m);
            sum.stems += 1;
            let own_m2 = basal_area_m2(size.dbh_cm);
            sum.basal_area_m2 += own_m2;
            sum.height_by_basal_area_m3 += own_m2 * size.height_m;
            sum.merchantable_m3 += stem.merchantable_m3(size);
            sum.volume_m3 += stem.volume_factor * quick::exp(by_size);
            sum.biomass_kg += stem.biomass_factor * quick::exp(stem.biomass_dbh_exponent * ln_dbh);
            self.stems[index].push(size);
        }
    }
}

/// What the inventory of a forest is made of, or a part's share of that.
pub(crate) struct Shares {
    /// Of each batch and species, in their order.
    pub(crate) sums: Vec<Inventory>,
    /// Of each species, the thickest of its stems as far as a top height may ask for them.
    pub(crate) thickest: Vec<Vec<Size>>,
}

impl Shares {
    /// Of these tiles, whole rows of them.
    pub(crate) fn of(world: &World, tiles_of: Range<u32>) -> Self {
        let mut sums = Vec::new();
        let mut stems = vec![Vec::new(); world.res::<SpeciesList>().0.len()];
        for batch in batches(world, tiles_of) {
            sums.extend(batch.sums);
            let of_species = stems.iter_mut().zip(batch.stems);
            of_species.for_each(|(all, more): (&mut Vec<Size>, _)| all.extend(more));
        }
        let most = stems_of_top_height(area_ha(world));
        Self {
            sums,
            thickest: stems.into_iter().map(|stems| thickest(stems, most)).collect(),
        }
    }

    /// Of all parts, in their order.
    pub(crate) fn of_parts(parts: Vec<Self>) -> Self {
        let mut all = Self {
            sums: Vec::new(),
            thickest: vec![Vec::new(); parts.first().map_or(0, |part| part.thickest.len())],
        };
        // Strips are runs of rows of tiles, so within a level the parts follow each other.
        for level in 0..LEVELS {
            for part in &parts {
                let of_level = part.sums.len() / LEVELS;
                all.sums
                    .extend_from_slice(&part.sums[level * of_level..(level + 1) * of_level]);
            }
        }
        for part in parts {
            let of_species = all.thickest.iter_mut().zip(part.thickest);
            of_species.for_each(|(all, more)| all.extend(more));
        }
        all
    }

    /// Of each species in the window, then of all together.
    pub(crate) fn inventory(self, area_ha: f64) -> Vec<Inventory> {
        let species = self.thickest.len();
        let mut sums = vec![Inventory::default(); species + 1];
        for of_batch in self.sums.chunks_exact(species.max(1)) {
            sums.iter_mut()
                .zip(of_batch)
                .for_each(|(sum, more)| sum.add(more));
        }
        let mut together = Inventory::default();
        sums[..species].iter().for_each(|sum| together.add(sum));
        sums[species] = together;
        let most = stems_of_top_height(area_ha);
        let mut of_all = Vec::new();
        for (sum, sizes) in sums.iter_mut().zip(self.thickest) {
            let thickest = thickest(sizes, most);
            sum.top_height_m = top_height_m(&thickest, area_ha).unwrap_or(0.0);
            // The thickest of all are among the thickest of each species.
            of_all.extend(thickest);
        }
        sums[species].top_height_m = top_height_m(&thickest(of_all, most), area_ha).unwrap_or(0.0);
        sums
    }
}

/// The small trees of each species in these tiles.
pub(crate) fn small_trees(world: &World, tiles_of: Range<u32>) -> Vec<SmallTrees> {
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let (species, window) = (world.res::<SpeciesList>().0.len(), world.res::<Borders>().window);
    let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Size)> = world.view();
    let (places, indices, sizes) = trees.slices();
    let count = |rows: Range<usize>| {
        let mut counts = vec![SmallTrees::default(); species];
        for row in rows {
            let size = sizes[row];
            if size.dbh_cm < MERCHANTABLE_CM && window.holds(places[row].0) {
                let of_species = &mut counts[usize::from(indices[row].0)];
                if size.height_m < BREAST_HEIGHT_M {
                    of_species.seedlings += 1;
                } else {
                    of_species.saplings += 1;
                }
            }
        }
        counts
    };
    let mut sums = vec![SmallTrees::default(); species];
    for level in 0..LEVELS {
        let rows = index.rows(&tiles, level, tiles_of.start, tiles_of.end - 1);
        for counts in of_stretches(rows, ROWS_TOGETHER, &count) {
            sums.iter_mut().zip(&counts).for_each(|(sum, more)| sum.add(more));
        }
    }
    sums
}

/// Area of the window, ha.
pub(crate) fn area_ha(world: &World) -> f64 {
    world.res::<Borders>().window.plot().area_m2() / 1e4
}

/// Rows that are counted together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

/// The hundred thickest a hectare.
fn stems_of_top_height(area_ha: f64) -> usize {
    (100.0 * area_ha).round().max(1.0) as usize
}

/// The thickest, in their order; those as thick by height, for the same bits of the sums.
fn thickest(mut sizes: Vec<Size>, most: usize) -> Vec<Size> {
    let from_thickest = |a: &Size, b: &Size| {
        let by_dbh = b.dbh_cm.total_cmp(&a.dbh_cm);
        by_dbh.then(b.height_m.total_cmp(&a.height_m))
    };
    if sizes.len() > most {
        sizes.select_nth_unstable_by(most, from_thickest);
        sizes.truncate(most);
    }
    sizes.sort_unstable_by(from_thickest);
    sizes
}

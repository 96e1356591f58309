//! What an inventory counts: stems, volume, biomass and leaves of the living, species by species.

use std::f64::consts::PI;

use rayon::prelude::*;
use understory_ecs::{View, World};
use understory_numerics::quick;

use crate::borders::Borders;
use crate::components::{FieldSource, Position, Size, SpeciesIndex};
use crate::entities::Tree;
use crate::growth::BREAST_HEIGHT_M;
use crate::management::{MERCHANTABLE_CM, basal_area_m2, top_height_m};
use crate::resources::SpeciesList;

/// Rows that are summed by themselves. It is part of the results: sums of floats depend on where they are cut.
const BATCH: usize = 4096;

/// What stands in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inventory {
    /// Trees of 7 cm or more.
    pub stems: u64,
    /// Their basal area, m².
    pub basal_area_m2: f64,
    /// Mean height of the hundred thickest of them a hectare, m; 0 without any.
    pub top_height_m: f64,
    /// Volume of their stems, m³.
    pub volume_m3: f64,
    /// Their dry mass above the ground, kg.
    pub biomass_kg: f64,
    /// Leaf area of all trees, m².
    pub leaves_m2: f64,
    /// Area of the crowns of trees of 1.3 m or more, m².
    pub crowns_m2: f64,
}

impl Inventory {
    fn add(&mut self, other: &Self) {
        self.stems += other.stems;
        self.basal_area_m2 += other.basal_area_m2;
        self.volume_m3 += other.volume_m3;
        self.biomass_kg += other.biomass_kg;
        self.leaves_m2 += other.leaves_m2;
        self.crowns_m2 += other.crowns_m2;
    }
}

/// What a run of rows holds.
struct Batch {
    /// Of each species.
    sums: Vec<Inventory>,
    /// Species and size of each tree of 7 cm or more.
    stems: Vec<(u16, Size)>,
}

/// Of each species in the window, then of all together; the same bits for any number of threads.
pub(crate) fn inventory(world: &World) -> Vec<Inventory> {
    let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Size, &FieldSource)> = world.view();
    let (places, indices, sizes, sources) = trees.slices();
    inventory_of(world, places, indices, sizes, |row| sources[row].radius_m)
}

/// The same of a stand that is not the world's own, with the radii of crowns, m.
pub(crate) fn inventory_of(
    world: &World,
    places: &[Position],
    indices: &[SpeciesIndex],
    sizes: &[Size],
    radius_m: impl Fn(usize) -> f32 + Sync,
) -> Vec<Inventory> {
    let (species, window) = (world.res::<SpeciesList>(), world.res::<Borders>().window);
    let all = species.0.len();
    let rows: Vec<usize> = (0..places.len()).step_by(BATCH).collect();
    let batches: Vec<Batch> = rows
        .into_par_iter()
        .map(|first| {
            let (mut sums, mut stems) = (vec![Inventory::default(); all], Vec::new());
            for row in first..(first + BATCH).min(places.len()) {
                if !window.holds(places[row].0) {
                    continue;
                }
                let (index, size) = (indices[row].0, sizes[row]);
                let (sum, kind) = (&mut sums[usize::from(index)], species.parameters(index));
                let radius_m = f64::from(radius_m(row));
                let crown_m2 = PI * radius_m * radius_m;
                sum.leaves_m2 += crown_m2 * kind.crown.leaf_area_index;
                if size.height_m >= BREAST_HEIGHT_M {
                    sum.crowns_m2 += crown_m2;
                }
                if size.dbh_cm >= MERCHANTABLE_CM {
                    let (stem, ln_dbh) = (&kind.stem, quick::ln(size.dbh_cm));
                    let by_size = stem.volume_dbh_exponent * ln_dbh
                        + stem.volume_height_exponent * quick::ln(size.height_m);
                    sum.stems += 1;
                    sum.basal_area_m2 += basal_area_m2(size.dbh_cm);
                    sum.volume_m3 += stem.volume_factor * quick::exp(by_size);
                    sum.biomass_kg += stem.biomass_factor * quick::exp(stem.biomass_dbh_exponent * ln_dbh);
                    stems.push((index, size));
                }
            }
            Batch { sums, stems }
        })
        .collect();
    let mut sums = vec![Inventory::default(); all + 1];
    let mut stems: Vec<Vec<Size>> = vec![Vec::new(); all];
    for batch in batches {
        for (sum, of_batch) in sums.iter_mut().zip(&batch.sums) {
            sum.add(of_batch);
        }
        for (index, size) in batch.stems {
            stems[usize::from(index)].push(size);
        }
    }
    let mut together = Inventory::default();
    sums[..all].iter().for_each(|sum| together.add(sum));
    sums[all] = together;
    let area_ha = window.plot().area_m2() / 1e4;
    let most = (100.0 * area_ha).round().max(1.0) as usize;
    let mut of_all = Vec::new();
    for (sum, sizes) in sums.iter_mut().zip(stems) {
        let thickest = thickest(sizes, most);
        sum.top_height_m = top_height_m(&thickest, area_ha).unwrap_or(0.0);
        // The thickest of all are among the thickest of each species.
        of_all.extend(thickest);
    }
    sums[all].top_height_m = top_height_m(&thickest(of_all, most), area_ha).unwrap_or(0.0);
    sums
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

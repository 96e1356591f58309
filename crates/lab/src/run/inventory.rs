//! The inventory of a year, species by species and for all together; only what is in the counted window enters it.

use std::io::Read;

use understory_forest::{Forest, Inventory, Tally};
use understory_records::{InventoryRow, paths, read_rows};

use crate::LabError;

/// The inventories of a run, year by year: increment, production and recruits need the one before.
pub(crate) struct Inventories {
    before: Option<Vec<Inventory>>,
    /// Wood over 7 cm that has grown so far, m³ per ha: of each species, then of all.
    produced_m3_per_ha: Vec<f64>,
}

impl Inventories {
    /// Before year 0.
    pub(crate) fn begin() -> Self {
        Self {
            before: None,
            produced_m3_per_ha: Vec::new(),
        }
    }

    /// After the year in which this forest stands and whose rows end the table.
    pub(crate) fn resume(forest: &Forest, table: impl Read) -> Result<Self, LabError> {
        let rows: Vec<InventoryRow> = read_rows(paths::INVENTORY, table)?;
        let of_year = rows.iter().filter(|row| row.year == forest.year());
        Ok(Self {
            before: Some(forest.inventory()),
            produced_m3_per_ha: of_year.map(|row| row.merchantable_production_m3_per_ha).collect(),
        })
    }

    /// The rows of the year that has just passed: each species in order, then `all`.
    pub(crate) fn rows(&mut self, forest: &Forest) -> Vec<InventoryRow> {
        let now = forest.inventory();
        let mut tallies = forest.tallies();
        let mut together = Tally::default();
        tallies.iter().for_each(|tally| together.add(tally));
        tallies.push(together);
        let mut names: Vec<&str> = forest.species().map(|species| species.name.as_str()).collect();
        names.push("all");
        let area_ha = forest.window().plot().area_m2() / 1e4;
        self.produced_m3_per_ha.resize(names.len(), 0.0);
        if let Some(before) = &self.before {
            for (index, produced) in self.produced_m3_per_ha.iter_mut().enumerate() {
                let gone = [&tallies[index].dead_stems, &tallies[index].felled_stems];
                let gone_m3: f64 = gone.iter().map(|stems| stems.merchantable_m3).sum();
                *produced += (now[index].merchantable_m3 - before[index].merchantable_m3 + gone_m3) / area_ha;
            }
        }
        let rows = names.iter().enumerate().map(|(index, name)| {
            let before = self.before.as_ref().map(|before| &before[index]);
            let produced = self.produced_m3_per_ha[index];
            row(
                forest.year(),
                name,
                &now[index],
                before,
                &tallies[index],
                produced,
                area_ha,
            )
        });
        let rows = rows.collect();
        self.before = Some(now);
        rows
    }
}

fn row(
    year: u32,
    species: &str,
    now: &Inventory,
    before: Option<&Inventory>,
    tally: &Tally,
    produced_m3_per_ha: f64,
    area_ha: f64,
) -> InventoryRow {
    let (dead, felled) = (&tally.dead_stems, &tally.felled_stems);
    let has_stems = now.stems > 0;
    let gone_m3 = dead.volume_m3 + felled.volume_m3;
    InventoryRow {
        year,
        species: species.to_owned(),
        stems_per_ha: now.stems as f64 / area_ha,
        basal_area_m2_per_ha: now.basal_area_m2 / area_ha,
        quadratic_mean_dbh_cm: has_stems.then(|| quadratic_mean_dbh_cm(now.basal_area_m2, now.stems)),
        top_height_m: has_stems.then_some(now.top_height_m),
        volume_m3_per_ha: now.volume_m3 / area_ha,
        biomass_t_per_ha: now.biomass_kg / 1000.0 / area_ha,
        increment_m3_per_ha: before.map(|before| (now.volume_m3 - before.volume_m3 + gone_m3) / area_ha),
        died_m3_per_ha: dead.volume_m3 / area_ha,
        felled_m3_per_ha: felled.volume_m3 / area_ha,
        recruits_per_ha: before.map(|before| {
            (now.stems + dead.count + felled.count).saturating_sub(before.stems) as f64 / area_ha
        }),
        leaf_area_index: now.leaves_m2 / (area_ha * 1e4),
        canopy_cover: now.canopy_cover(area_ha * 1e4),
        merchantable_m3_per_ha: now.merchantable_m3 / area_ha,
        merchantable_production_m3_per_ha: produced_m3_per_ha,
        height_of_mean_tree_m: has_stems.then(|| now.height_by_basal_area_m3 / now.basal_area_m2),
    }
}

/// Diameter of the tree of mean basal area, cm.
pub(crate) fn quadratic_mean_dbh_cm(basal_area_m2: f64, stems: u64) -> f64 {
    200.0 * (basal_area_m2 / stems as f64 / std::f64::consts::PI).sqrt()
}

//! The figures of a run or a comparison.
//!
//! Drawn from tables alone, so that `plot` gives the same figures as the run.

use understory_lab::store::Store;
use understory_records::{
    CensusRow, ClimateRow, DeadwoodRow, ForestManifest, ForestsRow, FromFields, GroundRow, InventoryRow,
    MethodsRow, ReplicatesRow, SitesRow, SpacingRow, SuitabilityRow, TreeRow, paths, read_table,
};
use understory_report::{Cause, Figure, GrownCrowns, ReportError, RunAbout, Tables};
use understory_scenario::TARGET_LABEL;

use crate::error::Error;
use crate::kinds::compare::{figures as comparison, kerr};
use crate::stored::{Each, is_listed, read};

/// Draws every figure of a run or a comparison from its tables, as wide as is asked for.
pub(crate) fn of_run(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    width_mm: Option<f64>,
    each: Each<'_>,
) -> Result<(), Error> {
    let mut keep = |figure| each(figure).map_err(Cause::from);
    let tables = RunTables {
        store,
        manifest,
        width_mm,
    };
    let about = tables.about();
    // Where methods were compared with a measured stand, no year was recorded.
    if !manifest.recorded_years.is_empty() {
        understory_report::draw(&tables, &mut keep)?;
    }
    let grown = paths::crowns(manifest.all.made_from.years, manifest.format());
    if is_listed(&manifest.all.files, &grown) {
        let crowns = GrownCrowns {
            year: manifest.all.made_from.years,
            trees: rows(&tables, &grown)?,
            nodes: rows(
                &tables,
                &paths::growth_points(manifest.all.made_from.years, manifest.format()),
            )?,
        };
        understory_report::crowns(&about, &crowns, &mut keep)?;
    }
    if is_listed(&manifest.all.files, paths::METHODS) {
        let compared = comparison::of_tables(about.clone(), store, manifest)?;
        understory_report::compare(&compared, &mut keep)?;
        // Results of a version that compared one forest alone have no such table.
        if is_listed(&manifest.all.files, paths::FORESTS) {
            let mut methods: Vec<MethodsRow> = read(store, paths::METHODS)?;
            methods.retain(|row| row.method != TARGET_LABEL);
            let forests: Vec<ForestsRow> = read(store, paths::FORESTS)?;
            let scenario = &manifest.all.made_from.scenario;
            understory_report::compare_forests(scenario, &forests, &methods, &mut keep)?;
        }
        let rasters = kerr::of_tables(store, manifest, &compared.methods)?;
        understory_report::kerr(&about, &rasters, &mut keep)?;
    }
    Ok(())
}

/// The map of a run through its recorded years as a picture that moves.
pub(crate) fn map_film(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    width_mm: Option<f64>,
) -> Result<Figure, Error> {
    if manifest.recorded_years.len() < 2 {
        return Err(Error::FewYears {
            recorded: manifest.recorded_years.len(),
        });
    }
    let tables = RunTables {
        store,
        manifest,
        width_mm,
    };
    Ok(understory_report::map_film(&tables)?)
}

/// What figures say of the run with this manifest.
#[must_use]
pub fn run_about(manifest: ForestManifest<'_>) -> RunAbout {
    let world = &manifest.world;
    RunAbout {
        name: manifest.all.made_from.scenario.clone(),
        size_m: world.size_m,
        origin_m: world.origin_m,
        torus: world.edge == "torus",
        species: manifest.species.clone(),
        width_mm: None,
    }
}

/// A whole table, for figures that are drawn from it alone.
fn rows<R: FromFields>(tables: &RunTables<'_>, path: &str) -> Result<Vec<R>, ReportError> {
    tables.rows(path).map_err(|source| ReportError::Table {
        table: path.to_owned(),
        source,
    })
}

/// A run's tables as the figures ask for them.
struct RunTables<'a> {
    store: &'a dyn Store,
    manifest: ForestManifest<'a>,
    width_mm: Option<f64>,
}

impl RunTables<'_> {
    fn rows<R: FromFields>(&self, path: &str) -> Result<Vec<R>, Cause> {
        Ok(read_table(path, self.store.open(path)?)?)
    }

    /// Of a table that only some runs leave, none where this one did not.
    fn rows_if_left<R: FromFields>(&self, path: &str) -> Result<Vec<R>, Cause> {
        if is_listed(&self.manifest.all.files, path) {
            self.rows(path)
        } else {
            Ok(Vec::new())
        }
    }
}

impl Tables for RunTables<'_> {
    fn about(&self) -> RunAbout {
        RunAbout {
            width_mm: self.width_mm,
            ..run_about(self.manifest)
        }
    }

    fn census(&self) -> Result<Vec<CensusRow>, Cause> {
        self.rows(paths::CENSUS)
    }

    fn spacing(&self) -> Result<Vec<SpacingRow>, Cause> {
        self.rows(paths::SPACING)
    }

    fn replicates(&self) -> Result<Vec<ReplicatesRow>, Cause> {
        self.rows(paths::REPLICATES)
    }

    fn climate(&self) -> Result<Vec<ClimateRow>, Cause> {
        self.rows_if_left(paths::CLIMATE)
    }

    fn deadwood(&self) -> Result<Vec<DeadwoodRow>, Cause> {
        // Results of a version that knew no deadwood have no such table.
        self.rows_if_left(paths::DEADWOOD)
    }

    fn inventory(&self) -> Result<Vec<InventoryRow>, Cause> {
        // Nor has one that knew no inventory.
        self.rows_if_left(paths::INVENTORY)
    }

    fn ground(&self) -> Result<Vec<GroundRow>, Cause> {
        self.rows_if_left(paths::GROUND)
    }

    fn suitability(&self) -> Result<Vec<SuitabilityRow>, Cause> {
        self.rows_if_left(paths::SUITABILITY)
    }

    fn sites(&self) -> Result<Vec<SitesRow>, Cause> {
        self.rows_if_left(paths::SITES)
    }

    fn recorded_years(&self) -> Vec<u32> {
        self.manifest.recorded_years.clone()
    }

    fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Cause> {
        self.rows(&paths::trees(year, self.manifest.format()))
    }
}

//! The figures of a run or a comparison.
//!
//! Drawn from tables, or from the rows that a comparison has at hand, which hold the same: `plot` gives the figures of the run.

use understory_lab::compare::CompareFound;
use understory_lab::store::Store;
use understory_records::{ForestManifest, FromFields, paths, read_table};
use understory_report::{Cause, Figure, GrownCrowns, KerrRaster, ReportError, RunAbout, Tables};
use understory_scenario::TARGET_LABEL;

use crate::error::Error;
use crate::kinds::compare::figures as comparison;
use crate::stored::{Each, is_listed};

/// Draws every figure of a run or a comparison, as wide as is asked for: from its tables, but for what was `found` just now.
pub(crate) fn of_run(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    width_mm: Option<f64>,
    found: Option<CompareFound>,
    each: Each<'_>,
) -> Result<(), Error> {
    let mut keep = |figure| each(figure).map_err(Cause::from);
    let about = RunAbout {
        width_mm,
        ..run_about(manifest)
    };
    // Where methods were compared with a measured stand, no year was recorded.
    if !manifest.recorded_years.is_empty() {
        let tables = tables(store, manifest, about.clone())?;
        let trees = |year| from(store, &paths::trees(year, manifest.format()));
        understory_report::draw(&tables, &manifest.recorded_years, &trees, &mut keep)?;
    }
    let grown = paths::crowns(manifest.all.made_from.years, manifest.format());
    if is_listed(&manifest.all.files, &grown) {
        let crowns = GrownCrowns {
            year: manifest.all.made_from.years,
            trees: rows(store, &grown)?,
            nodes: rows(
                store,
                &paths::growth_points(manifest.all.made_from.years, manifest.format()),
            )?,
        };
        understory_report::crowns(&about, &crowns, &mut keep)?;
    }
    if is_listed(&manifest.all.files, paths::METHODS) {
        let found = found.map_or_else(|| comparison::of_tables(store, manifest), Ok)?;
        let compared = comparison::beside(about.clone(), found.shown);
        understory_report::compare(&compared, &mut keep)?;
        if !found.forests.is_empty() {
            let mut methods = found.methods;
            methods.retain(|row| row.method != TARGET_LABEL);
            let scenario = &manifest.all.made_from.scenario;
            understory_report::compare_forests(scenario, &found.forests, &methods, &mut keep)?;
        }
        let raster = |(name, cells)| KerrRaster { name, cells };
        let rasters: Vec<KerrRaster> = found.rasters.into_iter().map(raster).collect();
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
    let about = RunAbout {
        width_mm,
        ..run_about(manifest)
    };
    let trees = |year| from(store, &paths::trees(year, manifest.format()));
    Ok(understory_report::map_film(
        &about,
        &manifest.recorded_years,
        &trees,
    )?)
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

/// A run's tables as the figures ask for them. An older version knew no deadwood or no inventory and left no such table.
fn tables(store: &dyn Store, manifest: ForestManifest<'_>, about: RunAbout) -> Result<Tables, ReportError> {
    Ok(Tables {
        about,
        census: rows(store, paths::CENSUS)?,
        spacing: rows(store, paths::SPACING)?,
        replicates: rows(store, paths::REPLICATES)?,
        climate: rows_if_left(store, manifest, paths::CLIMATE)?,
        deadwood: rows_if_left(store, manifest, paths::DEADWOOD)?,
        inventory: rows_if_left(store, manifest, paths::INVENTORY)?,
        ground: rows_if_left(store, manifest, paths::GROUND)?,
        suitability: rows_if_left(store, manifest, paths::SUITABILITY)?,
        sites: rows_if_left(store, manifest, paths::SITES)?,
    })
}

/// A whole table; one that is missing or was edited is refused by its name.
fn rows<R: FromFields>(store: &dyn Store, path: &str) -> Result<Vec<R>, ReportError> {
    from(store, path).map_err(|source| ReportError::Table {
        table: path.to_owned(),
        source,
    })
}

/// Of a table that only some runs leave, none where this one did not.
fn rows_if_left<R: FromFields>(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    path: &str,
) -> Result<Vec<R>, ReportError> {
    match is_listed(&manifest.all.files, path) {
        true => rows(store, path),
        false => Ok(Vec::new()),
    }
}

fn from<R: FromFields>(store: &dyn Store, path: &str) -> Result<Vec<R>, Cause> {
    Ok(read_table(path, store.open(path)?)?)
}

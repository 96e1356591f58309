//! The figures of a run or a comparison, from its tables.

use understory_lab::store::Store;
use understory_records::{
    CensusRow, EnvelopeRow, FromFields, Manifest, MethodsRow, PointRow, ReplicatesRow, SpacingRow, TreeRow,
    paths, read_table,
};
use understory_report::{Cause, Compared, Comparison, CurvePoint, Distances, RunAbout, Tables};

use crate::failure::{Failure, Outcome};
use crate::left::{keep, read};
use crate::store::DirectoryStore;

/// Draws every figure of the run in `store` into its `figures` folder.
pub(crate) fn draw_figures(store: &DirectoryStore, manifest: &Manifest) -> Outcome {
    // Where methods were compared with a measured stand, no year was recorded.
    if !manifest.recorded_years.is_empty() {
        understory_report::draw(&RunTables { store, manifest }, &mut |figure| {
            keep(store, &figure).map_err(Cause::from)
        })?;
    }
    if manifest.files.iter().any(|file| file.path == paths::METHODS) {
        understory_report::compare(&comparison(store, manifest)?, &mut |figure| {
            keep(store, &figure).map_err(Cause::from)
        })?;
    }
    Ok(())
}

/// The methods that were compared, from their tables; the first row is the target.
fn comparison(store: &DirectoryStore, manifest: &Manifest) -> Result<Comparison, Failure> {
    let mut target = Compared::default();
    let mut methods = Vec::new();
    for (number, row) in read::<MethodsRow>(store, paths::METHODS)?.into_iter().enumerate() {
        let points = read::<PointRow>(store, &paths::points(&row.method))?;
        let mut compared = Compared {
            points_m: points.iter().map(|point| [point.x_m, point.y_m]).collect(),
            sizes_m: points.iter().filter_map(|point| point.size_m).collect(),
            seconds: row.seconds,
            distances: Distances {
                g_ks: row.g_ks,
                l_rmse_m: row.l_rmse_m,
                pcf_rmse: row.pcf_rmse,
            },
            judged_p: row.judged_p,
            judged_by: row.judged_by,
            notes: row.notes,
            name: row.method,
            ..Compared::default()
        };
        if number == 0 {
            target = compared;
            continue;
        }
        // A method that once gave too few points for a curve has none.
        let envelope = |function: &str| {
            let path = paths::function(&compared.name, &format!("envelope_{function}"));
            if manifest.files.iter().any(|file| file.path == path) {
                read::<EnvelopeRow>(store, &path)
            } else {
                Ok(Vec::new())
            }
        };
        let (nnd, pcf) = (envelope("nnd")?, envelope("pcf")?);
        if target.pcf.is_empty() {
            target.nnd_density = nnd.iter().map(of_target).collect();
            target.pcf = pcf.iter().map(of_target).collect();
        }
        compared.nnd_density = nnd.iter().map(of_method).collect();
        compared.pcf = pcf.iter().map(of_method).collect();
        methods.push(compared);
    }
    Ok(Comparison {
        about: RunTables { store, manifest }.about(),
        target,
        methods,
    })
}

fn of_target(row: &EnvelopeRow) -> CurvePoint {
    CurvePoint {
        r_m: row.r,
        value: row.obs,
        ..CurvePoint::default()
    }
}

fn of_method(row: &EnvelopeRow) -> CurvePoint {
    CurvePoint {
        r_m: row.r,
        value: row.first,
        low: row.lo,
        high: row.hi,
    }
}

/// A run's tables as the figures ask for them.
struct RunTables<'a> {
    store: &'a DirectoryStore,
    manifest: &'a Manifest,
}

impl RunTables<'_> {
    fn rows<R: FromFields>(&self, path: &str) -> Result<Vec<R>, Cause> {
        Ok(read_table(path, self.store.open(path)?)?)
    }
}

impl Tables for RunTables<'_> {
    fn about(&self) -> RunAbout {
        let world = &self.manifest.world;
        RunAbout {
            name: self.manifest.scenario.clone(),
            size_m: world.size_m,
            origin_m: world.origin_m,
            torus: world.edge == "torus",
            species: self.manifest.species.clone(),
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

    fn recorded_years(&self) -> Vec<u32> {
        self.manifest.recorded_years.clone()
    }

    fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Cause> {
        self.rows(&paths::trees(year, self.manifest.format()))
    }
}

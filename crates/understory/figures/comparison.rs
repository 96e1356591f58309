//! Methods that were compared, as their figures ask for them.

use understory_lab::store::Store;
use understory_records::{EnvelopeRow, Manifest, MethodsRow, PointRow, paths};
use understory_report::{Compared, Comparison, CurvePoint, Distances, RunAbout};

use crate::error::Error;
use crate::left::read;

/// The methods that were compared, from their tables; the first row is the target.
pub(super) fn of_tables(
    about: RunAbout,
    store: &dyn Store,
    manifest: &Manifest,
) -> Result<Comparison, Error> {
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
        about,
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

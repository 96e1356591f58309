//! Methods that were compared, as their figures ask for them.

use understory_lab::store::Store;
use understory_records::{EnvelopeRow, ForestManifest, ForestsRow, MethodsRow, PointRow, paths};
use understory_report::{Compared, Comparison, CurvePoint, Distances, OfForest, RunAbout};
use understory_scenario::TARGET_LABEL;

use crate::error::Error;
use crate::left::{read, read_listed};

/// All methods beside each forest, from `methods.csv` and `forests.csv`.
pub(super) fn forests_of_tables(store: &dyn Store) -> Result<Vec<OfForest>, Error> {
    let rows = read::<MethodsRow>(store, paths::METHODS)?;
    let forests = read::<ForestsRow>(store, paths::FORESTS)?;
    let of_forest = |forest: ForestsRow| {
        let own = rows.iter().filter(|row| row.forest == forest.forest);
        let fitted = own.clone().filter(|row| !row.fitted_to.is_empty());
        let fitted = fitted.map(|row| row.method.clone()).collect();
        let methods = own.filter(|row| row.method != TARGET_LABEL).map(|row| Compared {
            name: row.method.clone(),
            distances: distances(row),
            judged_p: row.g_and_j_p,
            judged_by: "G J".to_owned(),
            ..Compared::default()
        });
        OfForest {
            points: forest.points,
            area_m2: (forest.points_per_ha > 0.0).then(|| 1e4 * forest.points as f64 / forest.points_per_ha),
            clark_evans: forest.clark_evans,
            own_g_ks: forest.own_g_ks,
            methods: methods.collect(),
            fitted,
            forest: forest.forest,
        }
    };
    Ok(forests.into_iter().map(of_forest).collect())
}

fn distances(row: &MethodsRow) -> Distances {
    Distances {
        g_ks: row.g_ks,
        l_rmse_m: row.l_rmse_m,
        pcf_rmse: row.pcf_rmse,
    }
}

/// The curve of a method with its envelope; a method that once gave too few points for one has none.
pub(crate) fn envelope(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    method: &str,
    function: &str,
) -> Result<Vec<EnvelopeRow>, Error> {
    let path = paths::function(method, &format!("envelope_{function}"));
    read_listed(store, &manifest.all.files, &path)
}

/// The rows of the first forest: the target, then the methods.
pub(crate) fn of_first_forest(store: &dyn Store) -> Result<Vec<MethodsRow>, Error> {
    let mut rows = read::<MethodsRow>(store, paths::METHODS)?;
    let others = rows.iter().position(|row| row.forest != rows[0].forest);
    rows.truncate(others.unwrap_or(rows.len()));
    Ok(rows)
}

/// The methods that were compared with the first forest, from their tables.
pub(super) fn of_tables(
    about: RunAbout,
    store: &dyn Store,
    manifest: ForestManifest<'_>,
) -> Result<Comparison, Error> {
    let mut target = Compared::default();
    let mut methods = Vec::new();
    for (number, row) in of_first_forest(store)?.into_iter().enumerate() {
        let points = read::<PointRow>(store, &paths::points(&row.method))?;
        let mut compared = Compared {
            points_m: points.iter().map(|point| [point.x_m, point.y_m]).collect(),
            sizes_m: points.iter().filter_map(|point| point.size_m).collect(),
            seconds: row.seconds,
            distances: distances(&row),
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
        let envelope = |function: &str| envelope(store, manifest, &compared.name, function);
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

#[cfg(test)]
mod tests {
    use understory_lab::store::MemoryStore;
    use understory_scenario::{Overrides, Scenario};

    use super::*;
    use crate::figures::run::run_about;
    use crate::{open, run};

    /// Tables of a comparison with a measured stand, against the stand.
    #[test]
    fn a_comparison_shows_the_stand_and_each_method_beside_it() {
        let overrides = Overrides {
            set: vec!["compare.simulations=40".parse().unwrap()],
            ..Overrides::default()
        };
        let mut scenario: Scenario = open("scenarios/compare-longleaf.toml", &overrides).unwrap();
        let Scenario::Stand(stand) = &mut scenario else {
            panic!("it names a stand")
        };
        let candidates = &mut stand.compare.candidates;
        candidates.retain(|method| ["uniform", "jittered-grid"].contains(&method.label.as_str()));
        let points_m = stand.points_m.clone();
        let results = run(&scenario, MemoryStore::default(), &()).unwrap().unwrap();
        let manifest = results.forest().unwrap();
        let shown = of_tables(run_about(manifest), results.store(), manifest).unwrap();
        let mut names: Vec<&str> = shown.methods.iter().map(|method| method.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["jittered-grid", "uniform"]);
        let rows = results.methods().unwrap();
        let listed = rows[1..]
            .iter()
            .map(|row| (row.method.as_str(), row.seconds, row.judged_p));
        let methods = shown.methods.iter();
        assert!(listed.eq(methods.map(|method| (method.name.as_str(), method.seconds, method.judged_p))));
        assert_eq!(shown.target.points_m.len(), points_m.len());
        for (shown, measured) in shown.target.points_m.iter().zip(&points_m) {
            assert!((shown[0] - measured[0]).abs() < 1e-3 && (shown[1] - measured[1]).abs() < 1e-3);
        }
        for method in &shown.methods {
            let row = rows.iter().find(|row| row.method == method.name).unwrap();
            let Distances {
                g_ks,
                l_rmse_m,
                pcf_rmse,
            } = method.distances;
            assert!(g_ks.is_some() && [g_ks, l_rmse_m, pcf_rmse] == [row.g_ks, row.l_rmse_m, row.pcf_rmse]);
            assert!(!method.points_m.is_empty() && method.seconds.is_some());
            assert!(
                method.judged_p.is_some_and(|p| (0.0..=1.0).contains(&p)),
                "{:?}",
                method.judged_p
            );
            for (curve, of_target) in [
                (&method.nnd_density, &shown.target.nnd_density),
                (&method.pcf, &shown.target.pcf),
            ] {
                assert!(curve.len() > 10 && curve.len() == of_target.len());
                assert!(
                    curve
                        .iter()
                        .zip(of_target)
                        .all(|(one, other)| one.r_m == other.r_m)
                );
                let ends: Vec<_> = curve
                    .iter()
                    .filter_map(|point| Some((point.low?, point.high?)))
                    .collect();
                assert!(!ends.is_empty() && ends.iter().all(|(low, high)| low <= high));
                assert_ne!(curve, of_target);
            }
        }
    }
}

//! Methods that were compared, as their figures and their page ask for them.

use understory_lab::compare::CompareFound;
use understory_lab::store::Store;
use understory_records::{Compared, EnvelopeRow, ForestManifest, MethodsRow, paths};
use understory_report::{Comparison, RunAbout};

use super::kerr;
use crate::error::Error;
use crate::stored::{read, read_listed};

/// The tables of the first forest: those of the target, then those of the methods.
pub(crate) fn of_first_forest(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
) -> Result<Vec<Compared>, Error> {
    let mut rows = read::<MethodsRow>(store, paths::METHODS)?;
    let others = rows.iter().position(|row| row.forest != rows[0].forest);
    rows.truncate(others.unwrap_or(rows.len()));
    let compared = |row: MethodsRow| {
        // A method that once gave too few points for an envelope has none.
        let envelope = |function: &str| {
            let path = paths::function(&row.method, &format!("envelope_{function}"));
            read_listed(store, &manifest.all.files, &path)
        };
        Ok(Compared {
            points: read(store, &paths::points(&row.method))?,
            nnd: envelope("nnd")?,
            pcf: envelope("pcf")?,
            row,
        })
    };
    rows.into_iter().map(compared).collect()
}

/// What was found, from its tables. Results of a version that compared one forest alone have none of forests.
pub(crate) fn of_tables(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<CompareFound, Error> {
    let shown = of_first_forest(store, manifest)?;
    Ok(CompareFound {
        methods: read(store, paths::METHODS)?,
        forests: read_listed(store, &manifest.all.files, paths::FORESTS)?,
        answer: String::new(),
        rasters: kerr::of_tables(store, manifest, &shown)?,
        shown,
    })
}

/// The first of these patterns as the target, and the others beside it.
pub(crate) fn beside(about: RunAbout, all: Vec<Compared>) -> Comparison {
    let mut all = all.into_iter();
    let mut target = all.next().unwrap_or_default();
    let methods: Vec<Compared> = all.collect();
    for beside in &methods {
        if target.pcf.is_empty() {
            target.nnd = beside.nnd.iter().map(of_target).collect();
            target.pcf = beside.pcf.iter().map(of_target).collect();
        }
    }
    Comparison {
        about,
        target,
        methods,
    }
}

fn of_target(row: &EnvelopeRow) -> EnvelopeRow {
    EnvelopeRow {
        r: row.r,
        first: row.obs,
        ..EnvelopeRow::default()
    }
}

#[cfg(test)]
mod tests {
    use understory_lab::store::MemoryStore;
    use understory_scenario::{Overrides, Scenario};

    use super::*;
    use crate::kinds::run::figures::run_about;
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
        let found = of_tables(results.store(), manifest).unwrap();
        let shown = beside(run_about(manifest), found.shown);
        let mut names: Vec<&str> = shown
            .methods
            .iter()
            .map(|method| method.row.method.as_str())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["jittered-grid", "uniform"]);
        let rows = results.methods().unwrap();
        let listed = rows[1..]
            .iter()
            .map(|row| (row.method.as_str(), row.seconds, row.judged_p));
        let methods = shown.methods.iter();
        assert!(listed.eq(methods.map(|method| (
            method.row.method.as_str(),
            method.row.seconds,
            method.row.judged_p
        ))));
        assert_eq!(shown.target.points.len(), points_m.len());
        for (shown, measured) in shown.target.points.iter().zip(&points_m) {
            assert!((shown.x_m - measured[0]).abs() < 1e-3 && (shown.y_m - measured[1]).abs() < 1e-3);
        }
        for method in &shown.methods {
            let row = rows.iter().find(|row| row.method == method.row.method).unwrap();
            assert!(row.g_ks.is_some() && method.row == *row);
            assert!(!method.points.is_empty() && method.row.seconds.is_some());
            assert!(
                method.row.judged_p.is_some_and(|p| (0.0..=1.0).contains(&p)),
                "{:?}",
                method.row.judged_p
            );
            for (curve, of_target) in [(&method.nnd, &shown.target.nnd), (&method.pcf, &shown.target.pcf)] {
                assert!(curve.len() > 10 && curve.len() == of_target.len());
                assert!(curve.iter().zip(of_target).all(|(one, other)| one.r == other.r));
                let ends: Vec<_> = curve
                    .iter()
                    .filter_map(|point| Some((point.lo?, point.hi?)))
                    .collect();
                assert!(!ends.is_empty() && ends.iter().all(|(low, high)| low <= high));
                assert_ne!(curve, of_target);
            }
        }
    }
}

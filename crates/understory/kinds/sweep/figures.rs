//! The figures of a sweep, from its tables alone.

use understory_lab::store::Store;
use understory_records::{SensitivityRow, SweepManifest, paths};
use understory_report::{SweepPanel, sensitivity, sweep};

use super::runs::{FIGURES, SweepRun, sweep_runs};
use crate::error::Error;
use crate::stored::{Each, is_listed, read};

/// Keys that are drawn; the others are in the table.
const KEYS: usize = 4;
/// Ends of a key's values that lie further apart than this factor are drawn by ratios.
const WIDE: f64 = 20.0;

/// Draws the figures of a sweep.
pub(crate) fn of_sweep(store: &dyn Store, manifest: SweepManifest<'_>, each: Each<'_>) -> Result<(), Error> {
    let panels = panels(store, manifest)?;
    each(sweep(manifest.all.made_from.years, &panels)?)?;
    if is_listed(&manifest.all.files, paths::SENSITIVITY) {
        let mut rows: Vec<SensitivityRow> = read(store, paths::SENSITIVITY)?;
        let (index, words) = match manifest.design.as_str() {
            "morris" => ("mu_star", "mean size of the effect of a key (mu*)"),
            _ => ("total", "share of the variance (total index)"),
        };
        rows.retain(|row| row.index == index && row.species == "all");
        let figures = FIGURES.map(|(figure, words, _)| (figure, words));
        each(sensitivity(words, &figures, &manifest.keys, &rows)?)?;
    }
    Ok(())
}

/// Each figure in the last year against each key with numbers, run by run.
fn panels(store: &dyn Store, manifest: SweepManifest<'_>) -> Result<Vec<SweepPanel>, Error> {
    let runs = sweep_runs(store, manifest)?;
    let mut panels = Vec::new();
    for (key, path) in manifest.keys.iter().enumerate() {
        let of_figure = |(figure, (_, words, _)): (usize, &(&str, &str, usize))| {
            // A figure that is not defined in a run has no point there.
            let point = |run: &SweepRun| Some([run.keys[key].parse().ok()?, run.figures[figure]?]);
            let runs: Vec<[f64; 2]> = runs.iter().filter_map(point).collect();
            (!runs.is_empty()).then(|| SweepPanel {
                key: path.clone(),
                figure: (*words).to_owned(),
                is_log: is_wide(&runs),
                runs,
            })
        };
        let of_key: Vec<SweepPanel> = FIGURES.iter().enumerate().filter_map(of_figure).collect();
        // Rows have the same figures, or the sheet would be torn.
        if of_key.len() == FIGURES.len() && panels.len() < KEYS * FIGURES.len() {
            panels.extend(of_key);
        }
    }
    Ok(panels)
}

fn is_wide(runs: &[[f64; 2]]) -> bool {
    let keys = || runs.iter().map(|run| run[0]);
    let (low, high) = (keys().fold(f64::INFINITY, f64::min), keys().fold(0.0, f64::max));
    low > 0.0 && high > WIDE * low
}

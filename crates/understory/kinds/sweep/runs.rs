//! The runs of a sweep in its last year, from `sweep.csv`.

use understory_lab::store::Store;
use understory_records::{SweepManifest, paths};

use crate::error::Error;

/// The figures of the census that are shown: their columns, their words and how many decimals they are told with.
pub(crate) const FIGURES: [(&str, &str, usize); 4] = [
    ("adults", "trees of 10 cm or more", 0),
    ("basal_area_m2_per_ha", "basal area (m² per ha)", 1),
    ("mean_dbh_cm", "mean diameter (cm)", 1),
    ("clark_evans", "Clark–Evans index", 2),
];

/// A run.
pub(crate) struct SweepRun {
    /// Value of each key of the manifest, as it is written.
    pub(crate) keys: Vec<String>,
    /// Each of [`FIGURES`] where it is defined.
    pub(crate) figures: [Option<f64>; FIGURES.len()],
}

/// Reads them, all species together.
pub(crate) fn sweep_runs(store: &dyn Store, manifest: SweepManifest<'_>) -> Result<Vec<SweepRun>, Error> {
    let mut table = csv::Reader::from_reader(store.open(paths::SWEEP)?);
    let header = table.headers().map_err(std::io::Error::from)?.clone();
    let column = |name: &str| header.iter().position(|column| column == name);
    let keys: Vec<Option<usize>> = manifest.keys.iter().map(|key| column(key)).collect();
    let figures = FIGURES.map(|(name, ..)| column(name));
    let (year, species) = (column("year"), column("species"));
    let last = manifest.all.made_from.years.to_string();
    let mut runs = Vec::new();
    for row in table.records() {
        let row = row.map_err(std::io::Error::from)?;
        let field = |at: Option<usize>| row.get(at?);
        if field(year) == Some(&last) && field(species) == Some("all") {
            runs.push(SweepRun {
                keys: keys
                    .iter()
                    .map(|&at| field(at).unwrap_or_default().to_owned())
                    .collect(),
                figures: figures.map(|at| field(at)?.parse().ok()),
            });
        }
    }
    Ok(runs)
}

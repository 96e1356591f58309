//! The one table of a sweep, and the indices that a sample was drawn for.

use std::io::{self, BufWriter};

use understory_records::{SensitivityRow, paths};
use understory_scenario::{Design, Task, plain_value};

use super::{SweepJob, sensitivity};
use crate::error::LabError;
use crate::run::calendar::is_recorded;
use crate::store::Store;
use crate::tables::write_table;

/// Names of missing tasks that are told.
const TOLD: usize = 5;

impl SweepJob<'_> {
    /// Writes `sweep.csv` from the tasks, task by task, and `sensitivity.csv` where the design is for it. Gives the number of
    /// its rows.
    ///
    /// # Errors
    /// [`LabError::Refused`] where tasks are missing, and no table, or what the store reports.
    pub fn gather(&self, store: &dyn Store) -> Result<u64, LabError> {
        let identity = &self.scenario.header.identity;
        let points = self.points();
        let described = |task: Task| {
            let values = points
                .as_ref()
                .map_or_else(Vec::new, |points| points.values(task.point));
            self.description(task, &values, identity)
        };
        let mut samples = points
            .as_ref()
            .filter(|_| self.is_sample_for_indices())
            .map(|points| Samples::new(points.count()));
        let (mut missing, mut first_missing) = (0, Vec::new());
        let mut rows = 0;
        let written = store.write(paths::SWEEP, &mut |out| {
            let mut out = csv::Writer::from_writer(BufWriter::new(out));
            for task in self.scenario.tasks() {
                let made = described(task);
                let census = self.finished_census(&made, store).map_err(io::Error::other)?;
                let Some(census) = census else {
                    missing += 1;
                    if first_missing.len() < TOLD {
                        first_missing.push(made.task);
                    }
                    continue;
                };
                let mut census = csv::Reader::from_reader(census.as_slice());
                let header = census.headers()?.clone();
                if rows == 0 {
                    let keys = made.set.iter().map(|(key, _)| key.as_str());
                    out.write_record(keys.chain(["replicate"]).chain(header.iter()))?;
                }
                let replicate = task.replicate.to_string();
                for row in census.records() {
                    let row = row?;
                    let year = row.get(0).and_then(|year| year.parse().ok());
                    // With all tables the census has every year.
                    if !year.is_some_and(|year| is_recorded(self.scenario, year)) {
                        continue;
                    }
                    let values = made.set.iter().map(|(_, value)| plain_value(value));
                    let values: Vec<String> = values.collect();
                    let own = values.iter().map(String::as_str).chain([replicate.as_str()]);
                    out.write_record(own.chain(row.iter()))?;
                    rows += 1;
                    if let Some(samples) = &mut samples {
                        samples.add(task, &header, &row);
                    }
                }
            }
            match missing {
                0 => out.flush(),
                _ => Err(io::Error::other("tasks are missing")),
            }
        });
        if missing > 0 {
            return Err(LabError::refused(
                "sweep",
                format!(
                    "{missing} of {} tasks are missing or were made from another scenario, seed or version: {}{}",
                    self.scenario.task_count(),
                    first_missing.join(", "),
                    if missing > first_missing.len() {
                        ", …"
                    } else {
                        ""
                    }
                ),
                "run each by `understory sweep SCENARIO --task ID`, or all that are missing by `understory run SCENARIO --resume`",
            ));
        }
        written?;
        if let Some(samples) = samples {
            write_table(store, paths::SENSITIVITY, self.indices(&samples))?;
        }
        Ok(rows)
    }

    /// Whether the points were drawn for indices of sensitivity.
    fn is_sample_for_indices(&self) -> bool {
        let design = self.scenario.sweep.as_ref().map(|sweep| sweep.design);
        matches!(design, Some(Design::Morris { .. } | Design::Sobol { .. }))
    }

    /// The indices of each figure that varies and is defined at every point.
    fn indices(&self, samples: &Samples) -> Vec<SensitivityRow> {
        let (Some(sweep), Some(points)) = (&self.scenario.sweep, self.points()) else {
            return Vec::new();
        };
        let keys = sweep.varied.len();
        let mut rows = Vec::new();
        for (figure, values) in &samples.figures {
            let values: Vec<f64> = values
                .iter()
                .map(|sum| sum / f64::from(self.scenario.replicates))
                .collect();
            let is_told = values.iter().all(|value| value.is_finite())
                && values.iter().any(|value| *value != values[0]);
            if !is_told {
                continue;
            }
            let mut add = |key: usize, index: &str, value: f64, interval: Option<[f64; 2]>| {
                rows.push(SensitivityRow {
                    year: figure.year,
                    species: figure.species.clone(),
                    figure: figure.column.clone(),
                    key: sweep.varied[key].path.clone(),
                    index: index.to_owned(),
                    value,
                    low: interval.map(|[low, _]| low),
                    high: interval.map(|[_, high]| high),
                });
            };
            match sweep.design {
                Design::Morris { .. } => {
                    let effects = sensitivity::morris(&values, |point| points.shares(point), keys);
                    for (key, effect) in effects.into_iter().enumerate() {
                        add(key, "mu", effect.mu, None);
                        add(key, "mu_star", effect.mu_star, effect.mu_star_interval);
                        add(key, "sigma", effect.sigma, None);
                    }
                }
                Design::Sobol { .. } => {
                    let indices = sensitivity::sobol(&values, keys, self.scenario.header.seed);
                    for (key, [first, total]) in indices.into_iter().enumerate() {
                        add(key, "first", first.value, Some(first.interval));
                        add(key, "total", total.value, Some(total.interval));
                    }
                }
                Design::Grid | Design::LatinHypercube { .. } => {}
            }
        }
        rows
    }
}

/// A column of the census, of one species and year.
struct Figure {
    year: u32,
    species: String,
    column: String,
}

/// The figures of the census, each with its sum over the replicates at every point; NaN where one is not defined.
struct Samples {
    points: usize,
    figures: Vec<(Figure, Vec<f64>)>,
    /// The row of the task that is at hand, and its task: all have the same rows.
    at: (usize, Option<Task>),
}

impl Samples {
    fn new(points: u64) -> Self {
        Self {
            points: usize::try_from(points).unwrap_or(usize::MAX),
            figures: Vec::new(),
            at: (0, None),
        }
    }

    fn add(&mut self, task: Task, header: &csv::StringRecord, row: &csv::StringRecord) {
        if self.at.1 != Some(task) {
            self.at = (0, Some(task));
        }
        // Year and species come first.
        let columns = header.iter().zip(row).skip(2);
        let first = self.at.0 * (header.len() - 2);
        self.at.0 += 1;
        for (number, (column, value)) in columns.enumerate() {
            if first + number == self.figures.len() {
                let figure = Figure {
                    year: row.get(0).and_then(|year| year.parse().ok()).unwrap_or_default(),
                    species: row.get(1).unwrap_or_default().to_owned(),
                    column: column.to_owned(),
                };
                self.figures.push((figure, vec![0.0; self.points]));
            }
            if let Some((_, values)) = self.figures.get_mut(first + number) {
                values[task.point as usize] += value.parse().unwrap_or(f64::NAN);
            }
        }
    }
}

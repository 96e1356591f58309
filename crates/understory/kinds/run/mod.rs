//! A forest that is grown: estimated, run, drawn.
//!
//! The estimate is asked before anything is written, and may refuse: hours of work must not end for want of memory.

pub(crate) mod divided;
pub(crate) mod explain;
pub(crate) mod figures;
pub(crate) mod page;
pub(crate) mod root_exports;

use understory_lab::store::Store;
use understory_lab::{EachYear, End, Estimate, Job, Ran, Watch};
use understory_records::{Body, ForestBody, ForestManifest, RunJson, Took, World, YearsTook, paths};
use understory_scenario::ForestScenario;

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::folder::GoesOn;
use crate::kinds::check::check_forest;
use crate::kinds::compare::explain::comparison;
use crate::kinds::sentences::Sentences;
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::machine::{check_memory, gigabytes};
use crate::manifests::world_of;
use crate::results::Results;
use crate::stored::{Each, is_listed};

impl<'a> Task<'a, ForestScenario> {
    /// The same with a function of the user's own that changes the forest before each year, from year 1 on. Its name goes into the
    /// manifest, and a run that was stopped goes on with a function of the same name alone. What it does must follow from the forest
    /// and the year, or a run that goes on ends otherwise than one that was not stopped.
    ///
    /// ```no_run
    /// use understory::scenario::load;
    /// use understory::{DiskFiles, EachYear, ForestScenario, Overrides, Task, TreeChange, make_into};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///
    /// let scenario: ForestScenario = load("stand.toml", &DiskFiles, &Overrides::default())?;
    /// let fell_thick = |forest: &mut understory::Forest| {
    ///     let thick: Vec<_> = forest.trees().filter(|tree| tree.size.dbh_cm >= 40.0).collect();
    ///     let changes = thick.iter().map(|tree| TreeChange {
    ///         tree: tree.number,
    ///         size: None,
    ///         vigour: None,
    ///         dies_of: Some(understory::Cause::Intrinsic),
    ///     });
    ///     forest.change_trees(changes).map_err(|error| error.to_string())
    /// };
    /// let each_year = EachYear { name: "no thick trees", change: &fell_thick };
    /// let task = Task::new(&scenario)?.with_each_year(each_year)?;
    /// make_into(&task, std::path::Path::new("results/stand"), false, &())?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] where the scenario has replicates, which are grown without it.
    pub fn with_each_year(mut self, each_year: EachYear<'a>) -> Result<Self, Error> {
        if self.scenario.replicates > 1 {
            return Err(Error::Refused {
                why: format!(
                    "`{}` is called in one forest, and this scenario has {} replicates",
                    each_year.name, self.scenario.replicates
                ),
                way_out: "set `replicates` to 1 and run once for each seed, each time into another folder"
                    .to_owned(),
            });
        }
        self.made_from.each_year = Some(each_year.name.to_owned());
        self.each_year = Some(each_year);
        Ok(self)
    }

    /// An estimate in words.
    #[must_use]
    pub fn takes(&self, estimate: &Estimate) -> String {
        let replicates = match self.scenario.replicates {
            1 => String::new(),
            n => format!(" each in {n} replicates"),
        };
        format!(
            "for about {} trees{replicates} this run takes about {} of memory and writes about {} of tables, with their page",
            estimate.trees,
            gigabytes(estimate.memory_bytes),
            gigabytes(estimate.disk_bytes + estimate.page_bytes)
        )
    }
}

/// What a forest takes that is grown for its trees alone, in words and in numbers.
pub(crate) fn takes_of(scenario: &ForestScenario, host: &dyn Host) -> Result<(String, Estimate), Error> {
    let estimate = estimate(scenario, 1, host)?;
    let takes = format!(
        "for about {} trees the forest of `{}` takes about {} of memory",
        estimate.trees,
        scenario.header.path,
        gigabytes(estimate.memory_bytes)
    );
    Ok((takes, estimate))
}

impl Experiment for Task<'_, ForestScenario> {
    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    fn goes_on(&self) -> Option<GoesOn> {
        Some(GoesOn::AtCheckpoint)
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let own = || check_forest(&self.scenario.header, self.scenario);
        // Who only wants to know is shown what is wrong; who is to run it is asked whether so much is meant before more is tried.
        if host.only_checks() {
            own()?;
        }
        let estimate = estimate(self.scenario, 1, host)?;
        host.estimated(&self.takes(&estimate), &estimate)?;
        if host.only_checks() { Ok(()) } else { own() }
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.write_copies(store)
    }

    /// What was finished stays after an error too, and the run can go on from its newest checkpoint.
    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let made_from = (&self.made_from, self.each_year);
        match grow(self.scenario, made_from, store, from, host)? {
            End::Complete(ran) => self.found(&ran, store).map(End::Complete),
            End::Stopped { year } => Ok(End::Stopped { year }),
        }
    }
}

impl Task<'_, ForestScenario> {
    /// What came of the run, beside which what programs for roots read is written.
    pub(crate) fn found(&self, ran: &Ran, store: &dyn Store) -> Result<Found<'static>, Error> {
        let RunJson { scenario, years, .. } = &self.made_from;
        let format = understory_lab::table_format(self.scenario);
        root_exports::write(store, scenario, *years, format)?;
        let (body, took) = body_of(self.scenario, ran);
        let replicates = match self.scenario.replicates {
            1 => String::new(),
            2 => " and another replicate".to_owned(),
            n => format!(" and {} more replicates", n - 1),
        };
        let us_per_tree_year = 1e6 * took.year_s / (took.tree_years.max(1) as f64);
        Ok(Found {
            summary: Summary {
                line: format!("{scenario}: {years} years{replicates}"),
                pace: format!("{us_per_tree_year:.2} µs per tree-year"),
                ..Summary::default()
            },
            body: Body::Run(body),
            took: Some(Took::Years(took)),
            drawing: None,
        })
    }
}

/// Its plot, as manifests have it.
pub(crate) fn world_of_forest(scenario: &ForestScenario) -> World {
    let epsg = scenario.terrain.as_ref().and_then(|terrain| terrain.epsg);
    world_of(scenario.borders.window.plot(), epsg)
}

/// What the manifest has of a forest that grew, and what its years took.
pub(crate) fn body_of(scenario: &ForestScenario, ran: &Ran) -> (ForestBody, YearsTook) {
    let names = scenario.species.iter().map(|species| species.name.clone());
    let body = ForestBody {
        world: world_of_forest(scenario),
        species: names.collect(),
        recorded_years: ran.recorded_years.clone(),
        founders_moved_to_near_edge: ran.founders_moved_to_near_edge,
    };
    let took = YearsTook {
        year_s: ran.year_s,
        peak_seeds: ran.peak_seeds,
        tree_years: ran.tree_years,
        tree_years_per_s: if ran.year_s > 0.0 {
            ran.tree_years as f64 / ran.year_s
        } else {
            0.0
        },
        system_s: ran.system_s.iter().cloned().collect(),
    };
    (body, took)
}

/// What a forest will take of which so many grow at once, by a small sample of it unless a bound says enough.
pub(crate) fn estimate(scenario: &ForestScenario, at_once: u64, host: &dyn Host) -> Result<Estimate, Error> {
    let threads = rayon::current_num_threads();
    let bound = Estimate::at_most(scenario, threads);
    if host.only_checks() && check_memory("", bound.memory_bytes.saturating_mul(at_once)).is_ok() {
        return Ok(bound);
    }
    Estimate::of(scenario, threads).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

/// The forest that may take more memory.
pub(crate) fn larger(one: ForestScenario, other: ForestScenario) -> ForestScenario {
    let [bound_bytes, of_other] = [&one, &other].map(|forest| Estimate::at_most(forest, 1).memory_bytes);
    if of_other >= bound_bytes { other } else { one }
}

/// Grows a forest with all its tables.
pub(crate) fn grow(
    scenario: &ForestScenario,
    (made_from, each_year): (&RunJson, Option<EachYear<'_>>),
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
) -> Result<End<Ran>, Error> {
    let job = Job {
        scenario,
        identity: &made_from.identity,
        version: &made_from.version,
        each_year,
    };
    understory_lab::run(&job, store, from, watch).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

impl Shown for ForestManifest<'_> {
    fn draw(&self, store: &dyn Store, width_mm: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_run(store, *self, width_mm, None, each)
    }

    fn page(&self, store: &dyn Store) -> Result<Option<String>, Error> {
        page::of_run(store, *self).map(Some)
    }

    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        if !self.recorded_years.is_empty() {
            explain::forest(said, results, *self)?;
        }
        if is_listed(&self.all.files, paths::METHODS) {
            comparison(said, results)?;
        }
        Ok(())
    }
}

//! A forest that several processes grow, each its strip of the plot, into one folder: the one that a single process would leave.
//!
//! The first process, the root, writes all; the others hold their strips and write nothing.

use std::sync::Arc;

use understory_forest::exchange::{Exchange, to_all};
use understory_lab::store::Store;
use understory_lab::{End, Job};
use understory_records::RunJson;
use understory_scenario::ForestScenario;

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host};
use crate::folder::GoesOn;
use crate::kinds::task::Task;

/// A forest that is grown by several processes.
pub struct DividedForest<'a> {
    task: Task<'a, ForestScenario>,
    exchange: Arc<dyn Exchange>,
    threads_at_end: usize,
}

impl<'a> DividedForest<'a> {
    /// That all processes grow the same forest, and that it can be divided; all of them call it, and all get the same answer.
    ///
    /// # Errors
    /// [`Error::Refused`] where one process has another version or scenario, [`Error::Scenario`] with the key where something asks for the
    /// whole forest.
    pub fn agreed(task: Task<'a, ForestScenario>, exchange: Arc<dyn Exchange>) -> Result<Self, Error> {
        let RunJson {
            version,
            scenario_blake3,
            identity,
            seed,
            years,
            ..
        } = &task.made_from;
        let own = format!("{version}\n{identity} {scenario_blake3} {seed} {years}");
        let all = to_all(&*exchange, own.as_bytes());
        for (process, other) in all.iter().enumerate() {
            if *other == all[0] {
                continue;
            }
            let version_of = |text: &[u8]| {
                let text = String::from_utf8_lossy(text).into_owned();
                text.lines().next().unwrap_or_default().to_owned()
            };
            let [first, of_other] = [version_of(&all[0]), version_of(other)];
            let why = if first == of_other {
                format!("process {process} has another scenario than process 0")
            } else {
                format!("process {process} is understory {of_other}, but process 0 is {first}")
            };
            return Err(Error::Refused {
                why,
                way_out: "start all processes with the same program, scenario and options".to_owned(),
            });
        }
        understory_lab::check_parts(task.scenario, exchange.parts())
            .map_err(|error| Error::at_keys(&task.scenario.header, [error]))?;
        Ok(Self {
            task,
            exchange,
            threads_at_end: 0,
        })
    }

    /// With so many threads for what the root does alone when the years are over, such as figures: the cores of the others on its machine
    /// are free by then.
    #[must_use]
    pub fn with_threads_at_end(mut self, threads: usize) -> Self {
        self.threads_at_end = threads;
        self
    }

    /// Lets the other processes end, by the root, where its folder is complete already.
    pub fn dismiss(&self) {
        understory_lab::dismiss(&*self.exchange);
    }

    /// Grows the part of a process that is not the root, until the root has all years.
    ///
    /// # Errors
    /// [`Error::Lab`] where no such forest can be made.
    pub fn follow(&self) -> Result<(), Error> {
        let scenario = self.task.scenario;
        understory_lab::follow(scenario, self.exchange.clone())
            .map_err(|error| Error::at_keys(&scenario.header, [error]))
    }
}

impl Experiment for DividedForest<'_> {
    fn made_from(&self) -> RunJson {
        self.task.made_from()
    }

    fn goes_on(&self) -> Option<GoesOn> {
        self.task.goes_on()
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        self.task.check(host)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_inputs(store)
    }

    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let Task {
            scenario, made_from, ..
        } = &self.task;
        let job = Job {
            scenario,
            identity: &made_from.identity,
            version: &made_from.version,
            each_year: None,
        };
        let end = understory_lab::run_in_parts(&job, store, from, host, self.exchange.clone())
            .map_err(|error| Error::at_keys(&scenario.header, [error]))?;
        match end {
            End::Complete(ran) => {
                use_threads(self.threads_at_end);
                self.task.found(&ran, store).map(End::Complete)
            }
            End::Stopped { year } => Ok(End::Stopped { year }),
        }
    }
}

/// Lets this thread work with so many others from now on, where that is more than it does already.
fn use_threads(count: usize) {
    if count > rayon::current_num_threads() {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .use_current_thread()
            .build();
        // It lasts as long as the thread. Where the system has no more threads, those at hand do the work.
        std::mem::forget(pool);
    }
}

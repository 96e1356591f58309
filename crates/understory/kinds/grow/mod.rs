//! A single tree that is grown: its tables, its files for other programs, its figures.
//!
//! Faults are only known once a tree has grown, so growing is the check.

pub(crate) mod explain;
pub(crate) mod exports;
pub(crate) mod figures;
pub(crate) mod metrics;
pub(crate) mod obstacles;
pub(crate) mod page;
mod summary;
pub(crate) mod triangles;

use std::time::Instant;

use understory_lab::grow::{files_in, write_tables};
use understory_lab::store::Store;
use understory_lab::{End, LabError};
use understory_numerics::parallel::join;
use understory_records::{Body, GrowBody, GrowManifest, RunJson, TableFile, Took, TreeTook};
use understory_scenario::TreeScenario;

use self::summary::summary;
use crate::error::Error;
use crate::experiment::{Experiment, Found, Host};
use crate::kinds::check::{check_tree, check_tree_files, memory_of_tree, unmet};
use crate::kinds::sentences::Sentences;
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::results::Results;
use crate::stored::Each;

impl Experiment for Task<'_, TreeScenario> {
    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    /// Whether this program writes its files and this machine has the memory. What else keeps a tree from growing shows when it grows:
    /// who only wants to know has it grown for that.
    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        if host.only_checks() {
            return check_tree(self.scenario);
        }
        check_tree_files(self.scenario)?;
        memory_of_tree(self.scenario)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.write_copies(store)
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let TreeScenario { header, specimen, .. } = self.scenario;
        host.step("growing", 0, 1);
        // Bark and leaves are drawn while the tree grows.
        let (grown, skin) = join(
            || understory_lab::grow::grow_watched(specimen, header.seed, host),
            || exports::skin(self.scenario),
        );
        let grown = grown.map_err(|faults| Error::at_keys(header, faults))?;
        if let Some(unmet) = unmet(self.scenario, &grown) {
            return Err(Error::at_keys(header, [unmet]));
        }
        let skin = skin?;
        host.step("writing", 0, 1);
        let start = Instant::now();
        let (tables, files) = join(
            || write_tables(specimen, &grown, store),
            || exports::write(self.scenario, &grown, &skin, store),
        );
        tables?;
        files?;
        let took = TreeTook {
            attraction_s: grown.attraction_s,
            tree: grown.tree.times,
            write_s: start.elapsed().as_secs_f64(),
            baseline: grown.baseline.as_ref().map(|plant| plant.times),
        };
        Ok(End::Complete(Found {
            body: Body::Grow(GrowBody {}),
            took: Some(Took::Tree(took)),
            summary: summary(self.scenario, &grown),
            drawing: None,
        }))
    }
}

impl Shown for GrowManifest<'_> {
    fn files(&self, store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
        files_in(store)
    }

    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_tree(store, self.all, each)
    }

    fn page(&self, store: &dyn Store) -> Result<Option<String>, Error> {
        page::of_tree(store, self.all).map(Some)
    }

    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        explain::tree(said, results, self.all)
    }
}

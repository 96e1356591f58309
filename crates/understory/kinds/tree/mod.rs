//! A single tree that is grown: its tables, its files for other programs, its figures.
//!
//! Faults are only known once a tree has grown, so growing is the check.

pub(crate) mod explain;
pub(crate) mod exports;
pub(crate) mod figures;
pub(crate) mod metrics;
pub(crate) mod obstacles;
pub(crate) mod page;
pub(crate) mod triangles;

use std::time::Instant;

use understory_lab::End;
use understory_lab::grow::{Grown, write_tables};
use understory_lab::store::Store;
use understory_numerics::parallel::join;
use understory_records::{Body, RunJson, Took, TreeTook};
use understory_scenario::TreeScenario;

use crate::kinds::check::{check_tree_files, memory_of_tree, unmet};
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::kinds::tree::exports;
use crate::kinds::task::Task;

/// A tree that grew.
#[derive(Debug)]
pub struct GrownTree {
    /// The tree, and its L-system baseline where it has one.
    pub grown: Grown,
    /// Time that its files for other programs took, s.
    pub write_s: f64,
}

impl Experiment for Task<'_, TreeScenario> {
    type Found = GrownTree;

    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    /// A part of a tree is no tree.
    fn keeps_what_was_finished(&self) -> bool {
        false
    }

    /// Whether this program writes its files and this machine has the memory; what else keeps a tree from growing shows when it grows.
    fn check(&self, _: &dyn Host) -> Result<(), Error> {
        check_tree_files(self.scenario)?;
        memory_of_tree(self.scenario)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.write_copies(store)
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<GrownTree>, Error> {
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
        let write_s = start.elapsed().as_secs_f64();
        Ok(End::Complete(GrownTree { grown, write_s }))
    }

    fn body(&self, found: &GrownTree) -> Result<(Body, Option<Took>), Error> {
        let took = TreeTook {
            attraction_s: found.grown.attraction_s,
            tree: found.grown.tree.times,
            write_s: found.write_s,
            baseline: found.grown.baseline.as_ref().map(|plant| plant.times),
        };
        Ok((Body::Grow, Some(Took::Tree(took))))
    }
}

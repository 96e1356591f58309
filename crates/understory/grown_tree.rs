//! A single tree that is grown: its tables, its files for other programs, its figures.

use std::time::Instant;

use understory_lab::Watch;
use understory_lab::grow::{Grown, TreeEstimate, write_tables};
use understory_lab::store::Store;
use understory_records::TreeManifest;
use understory_scenario::TreeScenario;

use crate::error::Error;
use crate::machine::check_memory;
use crate::manifests::of_tree;
use crate::task::Task;
use crate::{exports, figures};

/// Whether this machine has the memory for a tree.
pub(crate) fn try_tree(scenario: &TreeScenario) -> Result<(), Error> {
    let estimate = TreeEstimate::of(&scenario.specimen);
    check_memory(&scenario.header, "this tree", estimate.memory_bytes, estimate.key)
}

impl Task<'_, TreeScenario> {
    /// Whether this machine has the memory.
    ///
    /// # Errors
    /// [`Error::Scenario`], at the key that asks for so much.
    pub fn check(&self) -> Result<(), Error> {
        try_tree(self.scenario)
    }

    /// Grows the tree and leaves tables, meshes, figures and a manifest.
    ///
    /// # Errors
    /// [`Error::Scenario`] where it cannot grow or be drawn, with all that keeps it; nothing of worth is left then.
    pub fn grow(&self, store: &dyn Store, watch: &dyn Watch) -> Result<(Grown, TreeManifest), Error> {
        let TreeScenario { header, specimen, .. } = self.scenario;
        self.write_copies(store)?;
        watch.step("growing", 0, 1);
        let grown = understory_lab::grow::grow(specimen, header.seed)
            .map_err(|_| Error::at_keys(header, understory_lab::grow::faults(specimen, header.seed)))?;
        watch.step("writing", 0, 1);
        let start = Instant::now();
        write_tables(specimen, &grown, store)?;
        exports::write(self.scenario, &grown, store)?;
        let write_s = start.elapsed().as_secs_f64();
        let mut manifest = of_tree(&grown, write_s, &self.made_from, store)?;
        self.close(&mut manifest, figures::of_tree, store, watch)?;
        Ok((grown, manifest))
    }
}

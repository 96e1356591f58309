//! A single tree that is grown: its tables, its files for other programs, its figures.

use std::time::Instant;

use understory_lab::Watch;
use understory_lab::grow::{Grown, TreeEstimate, files_in, write_tables};
use understory_lab::store::Store;
use understory_records::{Document, TreeManifest, TreePerformance, paths};
use understory_scenario::TreeScenario;

use crate::error::Error;
use crate::left::{keep, others};
use crate::machine::{check_memory, peak_rss_bytes};
use crate::task::Task;
use crate::{exports, figures};

/// Whether this machine has the memory for a tree.
///
/// # Errors
/// [`Error::Scenario`], at the key that asks for so much.
pub fn try_tree(scenario: &TreeScenario) -> Result<(), Error> {
    let estimate = TreeEstimate::of(&scenario.specimen);
    check_memory(&scenario.header, "this tree", estimate.memory_bytes, estimate.key)
}

impl Task<'_, TreeScenario> {
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
        watch.step("drawing figures", 0, 1);
        let mut manifest = self.manifest(&grown, write_s, store)?;
        figures::of_tree(store, &manifest, &mut |figure| keep(store, &figure))?;
        manifest.others = others(store, &mut manifest.files)?;
        manifest.performance.wall_s = self.begun.elapsed().as_secs_f64();
        manifest.performance.peak_rss_bytes = peak_rss_bytes();
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
        Ok((grown, manifest))
    }

    /// The manifest but for what is known at the end alone.
    fn manifest(&self, grown: &Grown, write_s: f64, store: &dyn Store) -> Result<TreeManifest, Error> {
        let made_from = &self.made_from;
        Ok(TreeManifest {
            version: made_from.version.clone(),
            command: "grow".to_owned(),
            scenario: made_from.scenario.clone(),
            scenario_blake3: made_from.scenario_blake3.clone(),
            inputs: made_from.inputs.clone(),
            seed: made_from.seed,
            threads: rayon::current_num_threads() as u64,
            performance: TreePerformance {
                wall_s: 0.0,
                peak_rss_bytes: None,
                attraction_s: grown.attraction_s,
                tree: grown.tree.times,
                write_s,
                counterpart: grown.counterpart.as_ref().map(|plant| plant.times),
            },
            files: files_in(store)?,
            identity: made_from.identity.clone(),
            others: Vec::new(),
        })
    }
}

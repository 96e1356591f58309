//! Point methods against a forest that grows or a stand that was measured.

use understory_lab::compare::{Target, try_methods};
use understory_lab::store::Store;
use understory_lab::{End, Estimate, Watch, tables_in};
use understory_records::{Manifest, MethodsRow, Performance, RunJson, World};
use understory_scenario::{Compare, Described, Scenario, StandScenario};
use understory_space::Plot;

use crate::error::Error;
use crate::grown_forest::{grow, try_founders};
use crate::machine::check_memory;
use crate::task::Task;

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What was made, and what it took.
    pub manifest: Manifest,
    /// The rows of `methods.csv`: the target, then the methods.
    pub methods: Vec<MethodsRow>,
}

/// The plot of a scenario, and the methods that it compares there.
///
/// # Errors
/// [`Error::Scenario`] for a single tree, which stands on no plot.
pub fn comparison_of(scenario: &Scenario) -> Result<(&Plot, &Compare), Error> {
    scenario.comparison().ok_or_else(|| {
        let message = "a single tree grows in this scenario, not a forest".to_owned();
        let hint = "grow it by `understory grow`, or remove `[tree]`".to_owned();
        Error::at_key(scenario.header(), "tree", message, Some(hint))
    })
}

/// Tries what only shows when methods lay out points and founders are planted, before anything is written.
///
/// # Errors
/// [`Error::Scenario`], with all that is wrong, or where the machine has no memory for it.
pub fn try_comparison(scenario: &Scenario, compare: &Compare) -> Result<(), Error> {
    let header = scenario.header();
    let (plot, _) = comparison_of(scenario)?;
    try_methods(compare, plot, header.seed).map_err(|errors| Error::at_keys(header, errors))?;
    if let Scenario::Forest(scenario) = scenario {
        let estimate = Estimate::of(scenario, rayon::current_num_threads())
            .map_err(|error| Error::at_keys(header, [error]))?;
        check_memory(
            header,
            "growing this forest",
            estimate.memory_bytes,
            "world.size_m",
        )?;
        try_founders(scenario)?;
    }
    Ok(())
}

impl Task<'_, Scenario> {
    /// Grows the forest, where there is one, and sets the methods of `compare` against it or the measured stand.
    /// Leaves tables, figures and a manifest; `None` where `watch` stopped it.
    ///
    /// # Errors
    /// [`Error`]; what was finished stays, without a manifest.
    pub fn compare(
        &self,
        compare: &Compare,
        store: &dyn Store,
        watch: &dyn Watch,
    ) -> Result<Option<Compared>, Error> {
        let header = self.scenario.header();
        let refused = |error| Error::at_keys(header, [error]);
        comparison_of(self.scenario)?;
        self.write_copies(store)?;
        let (target, mut manifest) = match self.scenario {
            Scenario::Stand(stand) => (Target::measured(stand), stand_manifest(stand, &self.made_from)),
            // Refused above.
            Scenario::Tree(_) => return Ok(None),
            Scenario::Forest(scenario) => {
                let grown = grow((scenario, &self.made_from), "compare", store, None, watch)?;
                let End::Complete(manifest) = grown else {
                    return Ok(None);
                };
                let target = Target::grown(scenario, store, manifest.performance.year_s).map_err(refused)?;
                (target, *manifest)
            }
        };
        let methods = understory_lab::compare::compare(&target, compare, header.seed, store, watch);
        let Some(methods) = methods.map_err(refused)? else {
            return Ok(None);
        };
        manifest.files = tables_in(store)?;
        self.close(&mut manifest, store, watch)?;
        Ok(Some(Compared { manifest, methods }))
    }
}

/// The manifest of a comparison for which nothing grew.
fn stand_manifest(stand: &StandScenario, made_from: &RunJson) -> Manifest {
    Manifest {
        version: made_from.version.clone(),
        command: "compare".to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        world: World {
            size_m: stand.plot.size_m(),
            origin_m: stand.plot.origin_m(),
            edge: stand.plot.edge().to_string(),
        },
        seed: made_from.seed,
        years: 0,
        threads: rayon::current_num_threads() as u64,
        performance: Performance {
            wall_s: 0.0,
            year_s: 0.0,
            peak_rss_bytes: None,
            peak_seeds: 0,
            tree_years: 0,
            tree_years_per_s: 0.0,
            system_s: Vec::new(),
        },
        files: Vec::new(),
        species: Vec::new(),
        replicates: 1,
        recorded_years: Vec::new(),
        founders_moved_to_near_edge: 0,
        identity: made_from.identity.clone(),
        others: Vec::new(),
    }
}

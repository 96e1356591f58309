//! Point methods against a forest that grows or a stand that was measured.

use understory_lab::compare::{Target, try_methods};
use understory_lab::store::Store;
use understory_lab::{End, Estimate, Watch};
use understory_records::{Manifest, MethodsRow};
use understory_scenario::{Compare, Described, Scenario};
use understory_space::Plot;

use crate::error::Error;
use crate::figures;
use crate::grown_forest::{grow, try_founders};
use crate::machine::check_memory;
use crate::manifests::{of_forest, of_plot};
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

impl Task<'_, Scenario> {
    /// Tries what only shows when methods lay out points and founders are planted, and whether this machine has the
    /// memory.
    ///
    /// # Errors
    /// [`Error::Scenario`], with all that is wrong.
    pub fn check_comparison(&self, compare: &Compare) -> Result<(), Error> {
        let header = self.scenario.header();
        let (plot, _) = comparison_of(self.scenario)?;
        try_methods(compare, plot, header.seed).map_err(|errors| Error::at_keys(header, errors))?;
        if let Scenario::Forest(scenario) = self.scenario {
            understory_lab::check_format(scenario).map_err(|error| Error::at_keys(header, [error]))?;
            let estimate = Estimate::of(scenario, rayon::current_num_threads())
                .map_err(|error| Error::at_keys(header, [error]))?;
            let (needed, key) = (estimate.memory_bytes, "world.size_m");
            check_memory(header, "growing this forest", needed, key)?;
            try_founders(scenario)?;
        }
        Ok(())
    }

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
        let (plot, _) = comparison_of(self.scenario)?;
        self.write_copies(store)?;
        let (target, grown) = match self.scenario {
            Scenario::Stand(stand) => (Target::measured(stand), None),
            // Refused above.
            Scenario::Tree(_) => return Ok(None),
            Scenario::Forest(scenario) => {
                let End::Complete(ran) = grow(scenario, &self.made_from, store, None, watch)? else {
                    return Ok(None);
                };
                let target = Target::grown(scenario, store, ran.year_s).map_err(refused)?;
                (target, Some((scenario, ran)))
            }
        };
        let methods = understory_lab::compare::compare(&target, compare, header.seed, store, watch);
        let Some(methods) = methods.map_err(refused)? else {
            return Ok(None);
        };
        let mut manifest = match grown {
            Some((scenario, ran)) => of_forest(scenario, ran, &self.made_from, "compare", store)?,
            None => of_plot(plot, &self.made_from, "compare", store)?,
        };
        self.close(&mut manifest, figures::of_run, store, watch)?;
        Ok(Some(Compared { manifest, methods }))
    }
}

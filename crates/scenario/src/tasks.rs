//! The runs of a sweep as scenarios of their own.

use crate::files::Files;
use crate::load;
use crate::loading::{Place, parse};
use crate::problem::Problems;
use crate::scenario::{ForestScenario, Overrides};
use crate::sweep::{Sweep, Task};
use crate::swept::{settings_of, without_sweep};
use crate::wanted::Wanted;

impl ForestScenario {
    /// How many runs the sweep asks for, replicates counted.
    #[must_use]
    pub fn task_count(&self) -> u64 {
        let points = self.sweep.as_ref().map_or(1, Sweep::count);
        points.saturating_mul(u64::from(self.replicates))
    }

    /// All runs of the sweep: of each point all replicates.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        let points = self.sweep.as_ref().map_or(1, Sweep::count);
        let replicates = self.replicates;
        (0..points).flat_map(move |point| (0..replicates).map(move |replicate| Task { point, replicate }))
    }

    /// The scenario of one run: with these values of the varied keys, in their order, the seed of this replicate, and without
    /// `[sweep]`.
    ///
    /// # Errors
    /// [`Problems`] that the scenario has with these values, each named as a setting.
    pub fn of_task(&self, files: &dyn Files, values: &[String], replicate: u32) -> Result<Self, Problems> {
        let paths = self.sweep.iter().flat_map(|sweep| &sweep.varied);
        let settings = paths
            .zip(values)
            .map(|(varied, value)| (varied.path.as_str(), value.as_str()));
        let overrides = Overrides {
            seed: Some(self.header.seed + u64::from(replicate)),
            years: Some(self.years),
            set: settings_of(settings),
        };
        let place = Place::first(&self.header.path);
        let text = without_sweep(&self.header.text);
        parse(
            &place,
            text.as_bytes(),
            files,
            &overrides,
            Wanted::Forest,
            load::forest,
        )
    }
}

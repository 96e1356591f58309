//! The runs of a sweep as scenarios of their own.

use crate::files::Files;
use crate::load;
use crate::loading::{Place, parse};
use crate::problem::Problems;
use crate::scenario::{ForestScenario, Overrides};
use crate::sweep::{Sweep, Task};
use crate::swept::{settings_of, without_experiments};
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
        let seed = self.header.seed + u64::from(replicate);
        self.with_values(files, settings, seed, self.years)
    }

    /// The scenario with these values of keys, each path with the value as it stands in a file, this seed and these years; without
    /// `[sweep]` and `[calibrate]`.
    ///
    /// # Errors
    /// [`Problems`] that the scenario has with these values, each named as a setting.
    pub fn with_values<'a>(
        &self,
        files: &dyn Files,
        values: impl Iterator<Item = (&'a str, &'a str)>,
        seed: u64,
        years: u32,
    ) -> Result<Self, Problems> {
        let overrides = Overrides {
            seed: Some(seed),
            years: Some(years),
            set: settings_of(values),
        };
        let place = Place::first(&self.header.path);
        let text = without_experiments(&self.header.text);
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

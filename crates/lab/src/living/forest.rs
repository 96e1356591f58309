//! A forest that somebody looks at while it grows: the rows of the year that has just passed, as a run's tables would hold them.

use understory_forest::{Forest, Happening};
use understory_records::{CensusRow, EventRow, SpacingRow, TreeRow};
use understory_scenario::ForestScenario;

use crate::error::LabError;
use crate::run::census::census;
use crate::run::spacing::spacing;
use crate::tables::Names;

/// The rows of a year.
#[derive(Clone, Debug, PartialEq)]
pub struct YearRows {
    /// Those of `census.csv`.
    pub census: Vec<CensusRow>,
    /// Those of `spacing.csv`.
    pub spacing: Vec<SpacingRow>,
    /// Those of the year's table of trees.
    pub trees: Vec<TreeRow>,
    /// The deaths among those of `events.csv`; none of a forest that does not note them.
    pub deaths: Vec<EventRow>,
}

impl YearRows {
    /// Of a forest of this scenario in the year where it is.
    ///
    /// # Errors
    /// [`LabError`] where nothing can be measured.
    pub fn of(scenario: &ForestScenario, forest: &mut Forest) -> Result<Self, LabError> {
        let events = forest.take_events();
        let forest = &*forest;
        let (names, window, ground) = (Names::of(forest), forest.window(), scenario.ground());
        let counted = forest.trees().filter(|tree| window.holds(tree.place_m));
        let events = events.iter().filter(|event| window.holds(event.place_m));
        Ok(Self {
            census: census(forest)?,
            spacing: spacing(forest, scenario)?,
            trees: counted.map(|tree| names.tree_row(ground, &tree)).collect(),
            deaths: events
                .filter(|event| matches!(event.what, Happening::Death(_)))
                .map(|event| names.event_row(event))
                .collect(),
        })
    }
}

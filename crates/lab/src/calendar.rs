//! Which years of a run leave tables and a state.

use understory_scenario::ForestScenario;

/// Whether the tables of trees and spacing are written for this year: every so many, the first and the last.
pub(crate) fn is_recorded(scenario: &ForestScenario, year: u32) -> bool {
    year.is_multiple_of(scenario.record.every_years) || year == scenario.years
}

/// Whether a state is kept for this year in any case.
pub(crate) fn is_checkpoint(scenario: &ForestScenario, year: u32) -> bool {
    year.is_multiple_of(scenario.record.checkpoint_every_years) || year == scenario.years
}

/// Whether a table of trees of this year stays.
pub(crate) fn has_trees(scenario: &ForestScenario, year: u32) -> bool {
    is_recorded(scenario, year) || (scenario.record.keep_state && is_checkpoint(scenario, year))
}

//! Which years of a run leave tables and a state.
//!
//! Year 0 and the last year always leave a table of trees.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scenario;

    #[test]
    fn years_are_counted_from_the_first_and_the_last_is_among_them() {
        let text = "name = \"calendar\"\nworld = { size_m = [40.0, 40.0], edge = \"torus\", seed = 1 }\nrun = { years = 11 }\n\
                    species = [{ name = \"birch\", preset = \"betula-pendula\" }]\n\
                    founders = [{ species = \"birch\", method = \"uniform\", count = 3, height_m = 10.0 }]\n\
                    record = { every_years = 4, checkpoint_every_years = 3 }\n";
        let mut scenario = scenario(text);
        let years = |scenario: &ForestScenario, is_one: fn(&ForestScenario, u32) -> bool| -> Vec<u32> {
            (0..=12).filter(|year| is_one(scenario, *year)).collect()
        };
        assert_eq!(years(&scenario, is_recorded), [0, 4, 8, 11, 12]);
        assert_eq!(years(&scenario, is_checkpoint), [0, 3, 6, 9, 11, 12]);
        assert_eq!(years(&scenario, has_trees), [0, 4, 8, 11, 12]);
        scenario.record.keep_state = true;
        assert_eq!(years(&scenario, has_trees), [0, 3, 4, 6, 8, 9, 11, 12]);
    }
}

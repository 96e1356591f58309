use understory_scenario::{Founders, Scenario};

use crate::run::is_recorded;

/// What a run will take, told before its first year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Trees that are expected at once.
    pub trees: u64,
    /// Memory, bytes.
    pub memory_bytes: u64,
    /// Tables on disk, bytes.
    pub disk_bytes: u64,
}

/// Trees per hectare, seedlings included, that a stand of the shipped species holds at most times: more than
/// the forest begins with where it begins with few.
const TREES_PER_HA: f64 = 10_000.0;
/// Memory for a tree and the seeds around it, bytes.
const MEMORY_PER_TREE: u64 = 150 + 3 * 64;
/// A row of the table of trees, bytes.
const TREE_ROW_BYTES: u64 = 190;
/// A row of the table of seeds, bytes, times seeds in the bank per tree.
const SEED_ROW_BYTES: u64 = 90;
/// A row of the table of events, bytes, times births and deaths per tree and year.
const EVENT_ROW_BYTES: u64 = 20;

impl Estimate {
    /// The estimate for a scenario.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        let founders: u64 = scenario.founders.iter().map(count_at_start).sum();
        let renews_itself = scenario
            .species
            .iter()
            .any(|species| species.fruit.seeds_per_m2 > 0.0);
        let full = (scenario.plot.area_m2() / 10_000.0 * TREES_PER_HA) as u64;
        let trees = if renews_itself {
            founders.max(full)
        } else {
            founders
        };
        let years = u64::from(scenario.years);
        let recorded = (0..=scenario.years)
            .filter(|&year| is_recorded(scenario, year))
            .count() as u64;
        let states = if scenario.record.keep_state {
            1 + years / u64::from(scenario.record.checkpoint_every_years)
        } else {
            1
        };
        let events = if scenario.record.events {
            years * EVENT_ROW_BYTES
        } else {
            0
        };
        Self {
            trees,
            memory_bytes: trees * MEMORY_PER_TREE,
            disk_bytes: trees * (recorded * TREE_ROW_BYTES + states * SEED_ROW_BYTES + events),
        }
    }
}

/// Trees that founders bring; of a grown forest, which is only known when it has grown, none.
fn count_at_start(founders: &Founders) -> u64 {
    match founders {
        Founders::Drawn { count, .. } => u64::from(*count),
        Founders::Listed { trees, .. } => trees.len() as u64,
        Founders::Grown { .. } => 0,
    }
}

//! Everything that can be wrong with a scenario, before anything is grown.

use understory_lab::compare::try_methods;
use understory_lab::memory_of_founders_bytes;
use understory_scenario::{Described, Scenario};

use crate::error::Error;
use crate::grown_tree::try_tree;
use crate::machine::check_memory;

/// Tries what shows only when something is laid out or grown: founders, methods, a tree.
///
/// # Errors
/// [`Error::Scenario`], with all that is wrong, or where the machine has no memory for it.
pub fn check(scenario: &Scenario) -> Result<(), Error> {
    let header = scenario.header();
    let mut errors = Vec::new();
    match scenario {
        Scenario::Forest(forest) => {
            let needed = memory_of_founders_bytes(forest);
            check_memory(header, "planting the founders", needed, "founders")?;
            understory_lab::check_format(forest).map_err(|error| Error::at_keys(header, [error]))?;
            errors.extend(understory_lab::try_founders(forest).err().unwrap_or_default());
        }
        Scenario::Stand(_) => {}
        Scenario::Tree(scenario) => {
            try_tree(scenario)?;
            errors = understory_lab::grow::faults(&scenario.specimen, header.seed);
        }
    }
    if let Some((plot, compare)) = scenario.comparison() {
        errors.extend(try_methods(compare, plot, header.seed).err().unwrap_or_default());
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::at_keys(header, errors))
    }
}

//! A scenario from disk, for the examples.

use understory_scenario::{Files, ForestScenario, Overrides};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Reads and checks a scenario and all that it names.
pub(crate) fn scenario(path: &str) -> Result<ForestScenario, Box<dyn std::error::Error>> {
    Ok(understory_scenario::load(path, &Disk, &Overrides::default())?)
}

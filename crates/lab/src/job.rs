//! A run that is to be made, and who looks on while it is.

use understory_scenario::ForestScenario;

/// A run that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is to be grown.
    pub scenario: &'a ForestScenario,
    /// BLAKE3 of the scenario's text as it is run, 64 hex digits.
    pub scenario_blake3: &'a str,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: &'a str,
    /// Version of the program.
    pub version: &'a str,
    /// The command that asked for it.
    pub command: &'a str,
    /// Threads at work.
    pub threads: usize,
}

/// Who looks on while a run is made, and may stop it.
pub trait Watch: Sync {
    /// A year of the first replicate is over; year 0 when it stands planted.
    fn year(&self, year: u32, trees: usize) {
        let _ = (year, trees);
    }

    /// This many replicates of all are over.
    fn replicate(&self, done: u32, of: u32) {
        let _ = (done, of);
    }

    /// A method is about to be compared, number `done` of all.
    fn method(&self, done: usize, of: usize, label: &str) {
        let _ = (done, of, label);
    }

    /// Whether to stop after the current year.
    fn is_stopped(&self) -> bool {
        false
    }
}

//! A run that is to be made, and who looks on while an experiment is at work.

use understory_scenario::ForestScenario;

/// A run that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is to be grown.
    pub scenario: &'a ForestScenario,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: &'a str,
    /// Version of the program.
    pub version: &'a str,
}

/// Who looks on while an experiment is at work, and may stop it. `()` looks away.
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

    /// Work of another kind is at `what`, `done` of `of` parts over.
    fn step(&self, what: &str, done: u64, of: u64) {
        let _ = (what, done, of);
    }

    /// Something is not as it was asked for, and the work goes on.
    fn note(&self, note: &str) {
        let _ = note;
    }

    /// Whether to stop after the current year or method.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Watch for () {}

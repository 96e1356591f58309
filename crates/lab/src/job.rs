//! A run that is to be made, and who looks on while an experiment is at work.

use std::fmt;

use understory_forest::Forest;
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
    /// What the user changes of the forest before each year.
    pub each_year: Option<EachYear<'a>>,
}

/// What a user changes of a forest before each year, by a function of its own. Replicates after the first are grown without it.
#[derive(Clone, Copy)]
pub struct EachYear<'a> {
    /// What the function is called.
    pub name: &'a str,
    /// Changes the forest, or says why it cannot; then it must leave the forest as it was.
    pub change: &'a (dyn Fn(&mut Forest) -> Result<(), String> + Sync),
}

impl fmt::Debug for EachYear<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EachYear({})", self.name)
    }
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

//! `tasks/ID/task.json`: a run of a sweep that is whole, and what it was made from.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::listing::OtherFile;

/// A run of a sweep that is whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskJson {
    /// Version of the program.
    pub version: String,
    /// Hash of all that fixes the sweep except the number of years and replicates.
    pub identity: String,
    /// Name of the task, such as `0012-01`.
    pub task: String,
    /// Its seed.
    pub seed: u64,
    /// Years that were simulated.
    pub years: u32,
    /// The varied keys with their values, as they stand in a file, in the order of the scenario.
    pub set: Vec<(String, String)>,
    /// Its files, by paths below its folder.
    pub files: Vec<OtherFile>,
}

impl Document for TaskJson {
    const KIND: &'static str = "description of a task";
    const IS_SEALED: bool = true;
}

//! `checkpoint.json`: what makes the state of a year whole. It is written last, so a state without it was cut.
//!
//! It names every table with its hash and how far those go that later years append to: what lies beyond is cut off
//! when a run goes on.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::difference::{Expected, FileDifference, difference};
use crate::document::Document;
use crate::hashing::Content;
use crate::read::read_each_row;
use crate::table::table;

/// What a run needs besides the tables of a year to go on from it, and how those tables must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Version of the program.
    pub version: String,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: String,
    /// Seed of the run.
    pub seed: u64,
    /// The year after which the state stands.
    pub year: u32,
    /// Running number that the next tree gets.
    pub next_tree: u64,
    /// Sum over the years so far of the trees alive when the year began.
    pub tree_years: u64,
    /// Most seeds that were there at once so far: the bank and what fell in a year.
    pub peak_seeds: u64,
    /// Every table that the year needs.
    pub files: Vec<CheckpointFile>,
    /// The list of all that was finished before, [`FinishedRow`]; it goes when the run is complete.
    pub finished: CheckpointFile,
}

table! {
    /// One file of a run that is being built that no later year touches: a table of trees, or of a state that is kept.
    #[file("finished.csv")]
    pub struct FinishedRow {
        /// Path below the folder of the run.
        pub path: String,
        /// Length.
        pub bytes: u64,
        /// BLAKE3, 64 hex digits.
        pub blake3: String,
    }
}

impl FinishedRow {
    /// A file with this content.
    #[must_use]
    pub fn new(path: impl Into<String>, content: &Content) -> Self {
        Self {
            path: path.into(),
            bytes: content.bytes,
            blake3: content.blake3.clone(),
        }
    }
}

/// How a table stood when the checkpoint was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointFile {
    /// Path below the folder of the run.
    pub path: String,
    /// Rows, without the header.
    pub rows: u64,
    /// Length.
    pub bytes: u64,
    /// BLAKE3 of these bytes, 64 hex digits.
    pub blake3: String,
    /// Whether later years append to it: then only its first `bytes` count.
    pub grows: bool,
}

impl CheckpointFile {
    /// A file with this content and as many rows.
    #[must_use]
    pub fn new(path: impl Into<String>, content: &Content, rows: u64, grows: bool) -> Self {
        Self {
            path: path.into(),
            rows,
            bytes: content.bytes,
            blake3: content.blake3.clone(),
            grows,
        }
    }
}

impl Document for Checkpoint {
    const KIND: &'static str = "checkpoint";
    const IS_SEALED: bool = true;
}

impl Checkpoint {
    /// Compares every file that the year needs with what the checkpoint says of it. Nothing that differs: the state is
    /// whole.
    ///
    /// `open` opens a file by its path and answers [`io::ErrorKind::NotFound`] where there is none.
    ///
    /// # Errors
    /// What `open` or reading reports.
    pub fn differences<I: Read>(
        &self,
        mut open: impl FnMut(&str) -> io::Result<I>,
    ) -> io::Result<Vec<FileDifference>> {
        let files = self.files.iter().chain([&self.finished]);
        let mut differences = Vec::new();
        for file in files {
            differences.extend(difference(&Expected::from(file), &mut open)?);
        }
        Ok(differences)
    }

    /// The files that were finished before, of a state that is whole.
    ///
    /// # Errors
    /// What `open` or reading reports.
    pub fn finished<I: Read>(
        &self,
        mut open: impl FnMut(&str) -> io::Result<I>,
    ) -> io::Result<Vec<CheckpointFile>> {
        if self.finished.bytes == 0 {
            return Ok(Vec::new());
        }
        let list = open(&self.finished.path)?.take(self.finished.bytes);
        let rows = read_each_row::<FinishedRow>(&self.finished.path, list).map_err(io::Error::other)?;
        rows.map(|row| row.map(CheckpointFile::from).map_err(io::Error::other))
            .collect()
    }
}

impl<'a> From<&'a CheckpointFile> for Expected<'a> {
    fn from(file: &'a CheckpointFile) -> Self {
        Self {
            path: &file.path,
            bytes: Some(file.bytes),
            rows: None,
            blake3: &file.blake3,
            grows: file.grows,
        }
    }
}

impl From<FinishedRow> for CheckpointFile {
    fn from(row: FinishedRow) -> Self {
        Self {
            path: row.path,
            rows: 0,
            bytes: row.bytes,
            blake3: row.blake3,
            grows: false,
        }
    }
}

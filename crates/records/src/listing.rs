//! Files that a document lists: what was read, and what was left.
//!
//! A file that no list has is the user's, and goes on into the next results of the folder.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::difference::Expected;
use crate::document::Document;

/// A file that a scenario names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// Path as the scenario names it.
    pub path: String,
    /// Length.
    pub bytes: u64,
    /// BLAKE3, 64 hex digits.
    pub blake3: String,
}

/// A file that a run left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFile {
    /// Path below the folder of the run.
    pub path: String,
    /// Rows of a table, without its header; `null` for any other file.
    pub rows: Option<u64>,
    /// BLAKE3, 64 hex digits.
    pub blake3: String,
}

impl<'a> From<&'a TableFile> for Expected<'a> {
    fn from(file: &'a TableFile) -> Self {
        Self {
            path: &file.path,
            bytes: None,
            rows: file.rows,
            blake3: &file.blake3,
            grows: false,
        }
    }
}

/// Another file that was left: a figure, the scenario, an input, what makes a state whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherFile {
    /// Path below the folder of the run.
    pub path: String,
    /// BLAKE3, 64 hex digits.
    pub blake3: String,
}

/// What any manifest of ours says that was left beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The command that left it.
    pub command: String,
    /// Tables, and what else was made for other programs.
    pub files: Vec<TableFile>,
    /// All else.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

impl From<&OtherFile> for TableFile {
    fn from(file: &OtherFile) -> Self {
        Self {
            path: file.path.clone(),
            rows: None,
            blake3: file.blake3.clone(),
        }
    }
}

impl Listing {
    /// All files, with what is said of each.
    #[must_use]
    pub fn all(&self) -> Vec<TableFile> {
        let others = self.others.iter().map(TableFile::from);
        self.files.iter().cloned().chain(others).collect()
    }

    /// The hash of each file by its path.
    #[must_use]
    pub fn hashes(&self) -> BTreeMap<&str, &str> {
        let files = self.files.iter().map(|file| (&file.path, &file.blake3));
        let others = self.others.iter().map(|file| (&file.path, &file.blake3));
        files
            .chain(others)
            .map(|(path, hash)| (path.as_str(), hash.as_str()))
            .collect()
    }
}

impl Document for Listing {
    const KIND: &'static str = "manifest";
}

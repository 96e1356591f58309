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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Files = BTreeMap<String, Vec<u8>>;

    fn files() -> Files {
        [
            ("census.csv", "year\n0\n1\n"),
            ("finished.csv", "path,bytes,blake3\ntrees/year-0000.csv,5,ab\n"),
            ("state/year-0001/seeds.csv", "key\nab\n"),
        ]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into()
    }

    fn checkpoint() -> Checkpoint {
        let of = |(path, bytes): (&String, &Vec<u8>)| {
            let content = Content::of(&bytes[..]).unwrap();
            CheckpointFile::new(path, &content, content.rows(), !path.starts_with("state/"))
        };
        let mut files: Vec<CheckpointFile> = files().iter().map(of).collect();
        let finished = files.remove(1);
        Checkpoint {
            version: "0.1.0".into(),
            identity: "ab".repeat(32),
            seed: 7,
            year: 1,
            next_tree: 41,
            tree_years: 40,
            peak_seeds: 3,
            files,
            finished,
        }
    }

    fn messages(files: &Files) -> Vec<String> {
        let open = |path: &str| {
            files
                .get(path)
                .map(|bytes| &bytes[..])
                .ok_or(io::ErrorKind::NotFound.into())
        };
        checkpoint()
            .differences(open)
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn reads_back_equal() {
        let mut text = Vec::new();
        checkpoint().write(&mut text).unwrap();
        assert_eq!(
            Checkpoint::read("checkpoint.json", &text[..]).unwrap(),
            checkpoint()
        );
        assert_eq!(checkpoint().files[0].rows, 2);
    }

    #[test]
    fn one_that_was_changed_in_any_number_is_not_read() {
        let mut text = Vec::new();
        checkpoint().write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for (from, to) in [
            ("\"next_tree\": 41", "\"next_tree\": 42"),
            ("\"rows\": 2", "\"rows\": 1"),
        ] {
            let edited = text.replacen(from, to, 1);
            assert_ne!(edited, text);
            let error = Checkpoint::read("x/checkpoint.json", edited.as_bytes()).unwrap_err();
            assert_eq!(
                error.to_string(),
                "x/checkpoint.json: this checkpoint was changed since it was written"
            );
        }
    }

    #[test]
    fn what_was_finished_before_is_listed_and_a_list_without_rows_is_not_there() {
        let all = files();
        let open = |path: &str| Ok(&all[path][..]);
        let listed = checkpoint().finished(open).unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(
            (listed[0].path.as_str(), listed[0].bytes),
            ("trees/year-0000.csv", 5)
        );
        let mut none = checkpoint();
        none.finished = CheckpointFile::new("finished.csv", &Content::of(io::empty()).unwrap(), 0, true);
        assert_eq!(none.finished(open).unwrap(), []);
        let mut without = files();
        without.remove("finished.csv");
        let open = |path: &str| {
            without
                .get(path)
                .map(|b| &b[..])
                .ok_or(io::ErrorKind::NotFound.into())
        };
        assert!(none.differences(open).unwrap().is_empty());
    }

    #[test]
    fn a_growing_table_may_have_grown_and_no_other_may() {
        let mut grown = files();
        grown.get_mut("census.csv").unwrap().extend_from_slice(b"2\n");
        assert_eq!(messages(&grown), [""; 0]);
        grown
            .get_mut("state/year-0001/seeds.csv")
            .unwrap()
            .extend_from_slice(b"cd\n");
        assert_eq!(
            messages(&grown),
            ["`state/year-0001/seeds.csv` has 10 bytes instead of 7"]
        );
    }

    #[test]
    fn missing_shorter_and_edited_files_are_told_apart() {
        let mut spoilt = files();
        spoilt.remove("census.csv");
        spoilt.get_mut("state/year-0001/seeds.csv").unwrap()[5] = b'c';
        assert_eq!(
            messages(&spoilt),
            [
                "`census.csv` is missing",
                "`state/year-0001/seeds.csv` was edited: its content has another hash"
            ]
        );
        let mut cut = files();
        cut.get_mut("census.csv").unwrap().pop();
        assert_eq!(messages(&cut), ["`census.csv` has 8 bytes instead of 9"]);
    }

    #[test]
    fn another_failure_to_open_is_an_error_and_no_difference() {
        let open = |_: &str| Err::<&[u8], _>(io::ErrorKind::PermissionDenied.into());
        assert_eq!(
            checkpoint().differences(open).unwrap_err().kind(),
            io::ErrorKind::PermissionDenied
        );
    }

    proptest! {
        #[test]
        fn any_changed_byte_is_found(place in 0_usize..59, change in 1_u8..=255) {
            let mut spoilt = files();
            let bytes = spoilt.values_mut().flat_map(|bytes| bytes.iter_mut()).nth(place);
            *bytes.unwrap() ^= change;
            prop_assert_eq!(messages(&spoilt).len(), 1);
        }
    }
}

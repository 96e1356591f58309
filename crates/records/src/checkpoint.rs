//! `checkpoint.json`: what makes the state of a year whole. It is written last, so a state without it was cut.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::hashing::{Content, Hashing};

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

/// How a file differs from what its checkpoint says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileDifference {
    /// It is not there.
    Missing {
        /// Path below the folder of the run.
        path: String,
    },
    /// It has another length.
    Length {
        /// Path below the folder of the run.
        path: String,
        /// Bytes it must have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// It has the right length and other bytes.
    Bytes {
        /// Path below the folder of the run.
        path: String,
        /// BLAKE3 it must have.
        expected: String,
        /// BLAKE3 it has.
        found: String,
    },
}

impl fmt::Display for FileDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => write!(formatter, "`{path}` is missing"),
            Self::Length {
                path,
                expected,
                found,
            } => {
                write!(formatter, "`{path}` has {found} bytes instead of {expected}")
            }
            Self::Bytes { path, .. } => {
                write!(formatter, "`{path}` was edited: its content has another hash")
            }
        }
    }
}

impl Document for Checkpoint {
    const KIND: &'static str = "checkpoint";
}

impl Checkpoint {
    /// Compares every file with what the checkpoint says of it. Nothing that differs: the state is whole.
    ///
    /// `open` opens a file by its path and answers [`io::ErrorKind::NotFound`] where there is none.
    ///
    /// # Errors
    /// What `open` or reading reports.
    pub fn differences<I: Read>(
        &self,
        mut open: impl FnMut(&str) -> io::Result<I>,
    ) -> io::Result<Vec<FileDifference>> {
        let mut differences = Vec::new();
        for file in &self.files {
            let path = file.path.clone();
            let input = match open(&path) {
                Ok(input) => input,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(FileDifference::Missing { path });
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut prefix = Hashing::new(input.take(file.bytes));
            io::copy(&mut prefix, &mut io::sink())?;
            let found = prefix.content();
            let mut rest = prefix.into_inner().into_inner();
            let beyond = if file.grows || found.bytes < file.bytes {
                0
            } else {
                io::copy(&mut rest, &mut io::sink())?
            };
            if found.bytes + beyond != file.bytes {
                let found = found.bytes + beyond;
                differences.push(FileDifference::Length {
                    path,
                    expected: file.bytes,
                    found,
                });
            } else if found.blake3 != file.blake3 {
                differences.push(FileDifference::Bytes {
                    path,
                    expected: file.blake3.clone(),
                    found: found.blake3,
                });
            }
        }
        Ok(differences)
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
            ("state/year-0001/seeds.csv", "key\nab\n"),
        ]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into()
    }

    fn checkpoint() -> Checkpoint {
        let of = |(path, bytes): (&String, &Vec<u8>)| {
            let content = Content::of(&bytes[..]).unwrap();
            CheckpointFile::new(path, &content, content.rows(), path == "census.csv")
        };
        Checkpoint {
            version: "0.1.0".into(),
            identity: "ab".repeat(32),
            seed: 7,
            year: 1,
            next_tree: 41,
            tree_years: 40,
            peak_seeds: 3,
            files: files().iter().map(of).collect(),
        }
    }

    fn told(files: &Files) -> Vec<String> {
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
    fn a_growing_table_may_have_grown_and_no_other_may() {
        let mut grown = files();
        grown.get_mut("census.csv").unwrap().extend_from_slice(b"2\n");
        assert_eq!(told(&grown), [""; 0]);
        grown
            .get_mut("state/year-0001/seeds.csv")
            .unwrap()
            .extend_from_slice(b"cd\n");
        assert_eq!(
            told(&grown),
            ["`state/year-0001/seeds.csv` has 10 bytes instead of 7"]
        );
    }

    #[test]
    fn missing_shorter_and_edited_files_are_told_apart() {
        let mut spoilt = files();
        spoilt.remove("census.csv");
        spoilt.get_mut("state/year-0001/seeds.csv").unwrap()[5] = b'c';
        assert_eq!(
            told(&spoilt),
            [
                "`census.csv` is missing",
                "`state/year-0001/seeds.csv` was edited: its content has another hash"
            ]
        );
        let mut cut = files();
        cut.get_mut("census.csv").unwrap().pop();
        assert_eq!(told(&cut), ["`census.csv` has 8 bytes instead of 9"]);
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
        fn any_changed_byte_is_found(place in 0_usize..16, change in 1_u8..=255) {
            let mut spoilt = files();
            let bytes = spoilt.values_mut().flat_map(|bytes| bytes.iter_mut()).nth(place);
            *bytes.unwrap() ^= change;
            prop_assert_eq!(told(&spoilt).len(), 1);
        }
    }
}

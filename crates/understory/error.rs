//! Why something could not be opened, made or drawn, and who can do something about it.
//!
//! [`Error::is_user_error`] decides the exit code; the compiler asks there for a new variant.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

#[cfg(feature = "claims")]
use understory_claims::{ClaimError, ClaimNameError};
use understory_lab::LabError;
use understory_lab::stats::StatsError;
use understory_page::PageError;
use understory_records::{DocumentError, ReadError};
use understory_report::ReportError;
use understory_scenario::{Header, Problem, Problems, problem_of_key};
use understory_terrain::TerrainError;

use crate::changed::Changed;
use crate::feature::MissingFeature;
use crate::folder::FolderError;

/// Why something could not be opened, made or drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The scenario or a file that it names is at fault; each problem with its place.
    #[error(transparent)]
    Scenario(#[from] Problems),
    /// A run takes more memory than there is.
    #[error("{takes}, but {:.1} GB of memory are free", *free_bytes as f64 / 1e9)]
    TooLarge {
        /// What it takes, in words.
        takes: String,
        /// What there is, bytes.
        free_bytes: u64,
    },
    /// The program that asks for results refuses.
    #[error("{why}")]
    Refused {
        /// Why.
        why: String,
        /// What the user can do; empty where the message says it.
        way_out: String,
    },
    /// An experiment could not go on.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// A file that was named cannot be opened.
    #[error("cannot open `{name}`: {source}")]
    NotOpened {
        /// The file.
        name: String,
        /// What the system reports.
        source: io::Error,
    },
    /// A raster cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A pattern could not be measured.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// What was asked for was left out when this program was built.
    #[error(transparent)]
    Missing(#[from] MissingFeature),
    /// What the figures of claims show could not be grown.
    #[cfg(feature = "claims")]
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A claim could not be measured.
    #[cfg(feature = "claims")]
    #[error("claim `{id}` could not be measured: {source}")]
    NotMeasured {
        /// The claim.
        id: String,
        /// Why.
        source: ClaimError,
    },
    /// A claim was asked for that there is not, or one twice.
    #[cfg(feature = "claims")]
    #[error(transparent)]
    ClaimName(#[from] ClaimNameError),
    /// A folder of results cannot be had.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A manifest cannot be read or written.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A figure could not be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A page could not be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A folder holds no results.
    #[error("`{folder}` holds no complete run: there is no `{manifest}`")]
    NoResults {
        /// The folder.
        folder: String,
        /// The file that is missing.
        manifest: String,
    },
    /// The figures of statistics, which are drawn when they are measured and not from tables.
    #[error("the figures of statistics are drawn when they are measured")]
    StatsNotDrawn,
    /// A picture through the years, of which there are too few.
    #[error("a picture through the years needs 2 recorded years, but the results hold {recorded}")]
    FewYears {
        /// Years with a table of trees.
        recorded: usize,
    },
    /// The store fails, or a file in it is not what was left there.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// Whether the user's input is at fault; otherwise it is the machine or the program.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        match self {
            Self::Scenario(_)
            | Self::TooLarge { .. }
            | Self::Refused { .. }
            | Self::Stats(_)
            | Self::Missing(_)
            | Self::NoResults { .. }
            | Self::StatsNotDrawn
            | Self::FewYears { .. } => true,
            #[cfg(feature = "claims")]
            Self::ClaimName(_) => true,
            #[cfg(feature = "claims")]
            Self::Claim(_) | Self::NotMeasured { .. } => false,
            Self::Lab(error) => error.is_user_error(),
            Self::NotOpened { source, .. } => {
                matches!(source.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
            }
            Self::Terrain(error) => !matches!(error, TerrainError::Io { .. }),
            Self::Folder(error) => error.is_user_error(),
            Self::Document(error) => !matches!(error, DocumentError::Read { .. } | DocumentError::Write(_)),
            Self::Read(error) => !matches!(error, ReadError::Io { .. }),
            Self::Report(error) => is_in_tables(error),
            Self::Page(error) => !matches!(error, PageError::Packing(_)),
            Self::Io(error) => is_changed(error),
        }
    }

    /// The way out, where the message alone does not say it; by options of the command line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::TooLarge { .. } => {
                Some("make the plot smaller or run fewer threads, or add `--yes` to try all the same".to_owned())
            }
            Self::Folder(error) => error.hint().map(str::to_owned),
            Self::Lab(error) => error.hint(),
            Self::Missing(missing) => Some(missing.hint()),
            Self::NoResults { .. } => Some(
                "give the folder that `understory run`, `compare`, `grow`, `place`, `scatter`, `bake` or `claims` made"
                    .to_owned(),
            ),
            Self::Refused { way_out, .. } => (!way_out.is_empty()).then(|| way_out.clone()),
            Self::StatsNotDrawn => Some("measure again with the same command".to_owned()),
            Self::FewYears { .. } => {
                Some("every run of a forest has them, and a comparison with one that grows".to_owned())
            }
            _ => None,
        }
    }

    /// What is refused, and the way out where the message alone does not say it.
    #[must_use]
    pub fn refused(why: impl Into<String>, way_out: impl Into<String>) -> Self {
        let (why, way_out) = (why.into(), way_out.into());
        Self::Refused { why, way_out }
    }

    /// What the system reports of a file that was to be opened.
    pub(crate) fn not_opened(file: &Path) -> impl FnOnce(io::Error) -> Self {
        let name = file.display().to_string();
        move |source| Self::NotOpened { name, source }
    }

    /// A table that holds what no run writes.
    pub(crate) fn of_table(table: &str, found: impl Display) -> Self {
        let why = format!("{table} holds {found}");
        Self::refused(why, "run again the command that left the folder")
    }

    /// A problem to be mended at a key of a scenario.
    pub(crate) fn at_key(header: &Header, key: &str, message: String, hint: Option<String>) -> Self {
        Self::of_problems(vec![header.problem(key, message, hint)])
    }

    /// What an experiment refuses, at the keys of the scenario to be mended; else the first error that has no key.
    pub(crate) fn at_keys(header: &Header, errors: impl IntoIterator<Item = LabError>) -> Self {
        let mut problems = Vec::new();
        for error in errors {
            let Some(key) = error.key() else {
                return error.into();
            };
            let (message, hint) = (error.to_string(), error.hint());
            problems.push(match &error {
                LabError::InPatch { path, text, .. } => {
                    problem_of_key(&header.beside(path), text, &key, message, hint)
                }
                _ => header.problem(&key, message, hint),
            });
        }
        Self::of_problems(problems)
    }

    fn of_problems(problems: Vec<Problem>) -> Self {
        match Problems::of(problems) {
            Some(problems) => Self::Scenario(problems),
            None => io::Error::other("something was refused, and nothing was said of it").into(),
        }
    }
}

/// A table that was edited or is missing is the user's to mend; so is a number that no run writes.
fn is_in_tables(error: &ReportError) -> bool {
    match error {
        ReportError::Table { source, .. } => match source.downcast_ref::<ReadError>() {
            Some(error) => !matches!(error, ReadError::Io { .. }),
            None => source
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::NotFound || is_changed(error)),
        },
        ReportError::Number { .. } => true,
        _ => false,
    }
}

/// Whether a table is not what its run left.
fn is_changed(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Changed>())
}

/// What an error says, and behind it what caused it, each once.
#[must_use]
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    for error in std::iter::successors(error.source(), |cause| cause.source()) {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(&format!(": {message}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use understory_records::FileDifference;
    use understory_report::Cause;

    fn read(is_of_the_disk: bool) -> ReadError {
        let file = "census.csv".to_owned();
        if is_of_the_disk {
            let source = io::ErrorKind::StorageFull.into();
            ReadError::Io { file, source }
        } else {
            let header = String::new();
            ReadError::Empty { file, header }
        }
    }

    fn document(is_of_the_disk: bool) -> DocumentError {
        let file = "manifest.json".to_owned();
        if is_of_the_disk {
            let source = io::ErrorKind::StorageFull.into();
            DocumentError::Read { file, source }
        } else {
            DocumentError::Changed {
                file,
                kind: "manifest",
            }
        }
    }

    fn changed() -> io::Error {
        let path = "census.csv".to_owned();
        let changed = Changed::new("out".as_ref(), &FileDifference::Bytes { path });
        io::Error::new(io::ErrorKind::InvalidData, changed)
    }

    fn table(source: impl Into<Cause>) -> Error {
        let table = "census.csv".to_owned();
        let source = source.into();
        Error::Report(ReportError::Table { table, source })
    }

    #[test]
    fn what_was_edited_or_is_missing_is_the_users_to_mend_and_a_disk_is_not() {
        for is_of_the_disk in [true, false] {
            for error in [
                Error::Read(read(is_of_the_disk)),
                Error::Document(document(is_of_the_disk)),
                table(read(is_of_the_disk)),
                FolderError::Document {
                    source: document(is_of_the_disk),
                    so: String::new(),
                    way_out: "",
                }
                .into(),
            ] {
                assert_eq!(error.is_user_error(), !is_of_the_disk, "{error:?}");
            }
        }
        let number = ReportError::Number {
            table: "census.csv".to_owned(),
            column: "trees",
            found: -1.0,
            needed: "a number",
        };
        let keep = ReportError::Keep {
            figure: "map".to_owned(),
            source: "no room".into(),
        };
        for (error, is_user_error) in [
            (changed().into(), true),
            (io::Error::from(io::ErrorKind::NotFound).into(), false),
            (table(changed()), true),
            (table(io::Error::from(io::ErrorKind::NotFound)), true),
            (table(io::Error::from(io::ErrorKind::PermissionDenied)), false),
            (table("something else"), false),
            (number.into(), true),
            (keep.into(), false),
            (Error::StatsNotDrawn, true),
            (Error::FewYears { recorded: 1 }, true),
        ] {
            assert_eq!(Error::is_user_error(&error), is_user_error, "{error:?}");
        }
    }

    #[test]
    fn a_hint_stands_where_the_message_does_not_tell_the_way_out() {
        let nothing = Error::NoResults {
            folder: "out".to_owned(),
            manifest: "out/manifest.json".to_owned(),
        };
        let hint = nothing.hint().unwrap();
        assert!(
            nothing.is_user_error() && hint.starts_with("give the folder that `understory run`"),
            "{hint}"
        );
        assert_eq!(
            Error::StatsNotDrawn.hint().unwrap(),
            "measure again with the same command"
        );
        assert_eq!(Error::from(changed()).hint(), None);
    }
}

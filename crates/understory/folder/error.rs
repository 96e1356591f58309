//! Why a run cannot have its folder.
//!
//! Messages name the folder and say what was left as it was; which error is the user's decides the exit code.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use understory_records::{DocumentError, FileDifference, RunDifference};

/// Why a run cannot have its folder. Nothing in the folders was changed, unless the message says so.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The path ends in no name.
    #[error("`{}` cannot be the folder of a run, as the path ends in no name", path.display())]
    NoName {
        /// Where.
        path: PathBuf,
    },

    /// There is something else than a folder.
    #[error("`{}` is not a folder, but a run needs one there", path.display())]
    NotAFolder {
        /// Where.
        path: PathBuf,
    },

    /// A folder that we did not write.
    #[error(
        "`{}` is not empty and was not written by understory, so it is left alone",
        path.display()
    )]
    Foreign {
        /// Where.
        path: PathBuf,
    },

    /// A folder whose manifest or `run.json` is none of ours.
    #[error(
        "`{0}` holds a `{sign}` that is not one of understory, or was changed, so it is left alone",
        path.display()
    )]
    StrangeSign {
        /// Where.
        path: PathBuf,
        /// The file that makes a folder ours.
        sign: &'static str,
    },

    /// The place where former results are set aside is taken.
    #[error(
        "`{}` is needed to set `{}` aside, but it is taken",
        replaced.display(), out.display()
    )]
    InTheWay {
        /// Where former results are set aside.
        replaced: PathBuf,
        /// The folder of the results.
        out: PathBuf,
    },

    /// The results of another command, which are not to be replaced.
    #[error(
        "`{}` holds the results of `understory {command}`, which are not replaced by those of another command",
        path.display()
    )]
    OfAnotherCommand {
        /// Where.
        path: PathBuf,
        /// The command that left them.
        command: String,
    },

    /// Former results whose manifest cannot be read.
    #[error(
        "{source}; so nobody can tell what in `{}` is yours, and it is left alone",
        folder.display()
    )]
    Unlisted {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        source: DocumentError,
    },

    /// No task of a sweep was run there.
    #[error("`{}` holds no task of this sweep", path.display())]
    NoTasks {
        /// Where.
        path: PathBuf,
    },

    /// The place of the lock is taken.
    #[error("`{}` is needed as a lock, but it is not an empty file", path.display())]
    NotALock {
        /// Where.
        path: PathBuf,
    },

    /// Another run is at work there.
    #[error("another run is at work in `{}`", path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },

    /// With `resume`: what was begun there was made from something else.
    #[error(
        "`{}` was begun as another run: {}",
        path.display(), joined(differences)
    )]
    OtherRun {
        /// Where.
        path: PathBuf,
        /// What differs.
        differences: Vec<RunDifference>,
    },

    /// With `resume`: files were changed since they were finished.
    #[error(
        "`{}` cannot go on from year {year}: {}",
        path.display(), joined(differences)
    )]
    StateChanged {
        /// Where.
        path: PathBuf,
        /// The year of the checkpoint.
        year: u32,
        /// What differs.
        differences: Vec<FileDifference>,
        /// Whether they are of what was finished before the checkpoint, which nothing makes anew.
        is_finished: bool,
    },

    /// With `resume`: the run is complete, but tables were changed since.
    #[error("`{}` is complete, but was changed since: {}", path.display(), joined(differences))]
    TablesChanged {
        /// Where.
        path: PathBuf,
        /// What differs.
        differences: Vec<FileDifference>,
    },

    /// With `resume`: a checkpoint is of another year than its name says.
    #[error("`{}` holds the state of year {found}", path.display())]
    OtherYear {
        /// Where.
        path: PathBuf,
        /// The year that it is of.
        found: u32,
    },

    /// What was built has no manifest.
    #[error("`{}` has no manifest, so the run there is not complete", path.display())]
    NoManifest {
        /// Where.
        path: PathBuf,
    },

    /// With `resume`: a checkpoint or `run.json` cannot be read.
    #[error(transparent)]
    Document {
        /// What is wrong.
        source: DocumentError,
    },

    /// The system refuses.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },

    /// What was built cannot be moved to its place.
    #[error("the result is complete and stays in `{}`, but it cannot be moved to `{}`: {reason}", built.display(), out.display())]
    NotMoved {
        /// Where it was built.
        built: PathBuf,
        /// The folder of the results.
        out: PathBuf,
        /// Why.
        reason: Box<FolderError>,
    },

    /// What was there before cannot be cleared away.
    #[error(
        "the result is complete in `{}`; what was there before stays in `{}` until the next start, as it cannot be cleared away: {reason}",
        out.display(), replaced.display()
    )]
    NotCleared {
        /// The folder of the results.
        out: PathBuf,
        /// Where former results are set aside.
        replaced: PathBuf,
        /// Why.
        reason: Box<FolderError>,
    },
}

impl FolderError {
    /// Whether the user's input is at fault; otherwise it is the machine or the program.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        match self {
            Self::Io { source, .. } => is_a_wrong_path(source),
            Self::NoManifest { .. } => false,
            Self::Document { source } | Self::Unlisted { source, .. } => {
                !matches!(source, DocumentError::Read { .. } | DocumentError::Write(_))
            }
            Self::NotMoved { reason, .. } | Self::NotCleared { reason, .. } => reason.is_user_error(),
            _ => true,
        }
    }

    /// Whether a checkpoint is at fault, in whose place an older one can stand.
    pub(super) fn is_of_a_checkpoint(&self) -> bool {
        match self {
            Self::OtherYear { .. } => true,
            Self::StateChanged { is_finished, .. } => !is_finished,
            Self::Document { source } => {
                !matches!(source, DocumentError::Read { .. } | DocumentError::Write(_))
            }
            _ => false,
        }
    }

    /// What is wrong with a checkpoint.
    pub(super) fn damage(&self) -> String {
        match self {
            Self::StateChanged {
                year, differences, ..
            } => format!("year {year}: {}", joined(differences)),
            other => other.to_string(),
        }
    }
}

/// Turns what the system reports into an error with what was tried and where.
pub(super) fn io_at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Io { action, path, source }
}

fn is_a_wrong_path(source: &io::Error) -> bool {
    matches!(
        source.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename
    )
}

fn joined<T: ToString>(differences: &[T]) -> String {
    differences
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_checkpoint_stands_in_for_one_that_is_damaged_and_for_nothing_else() {
        let path = || PathBuf::from("out.partial");
        let state = |is_finished| FolderError::StateChanged {
            path: path(),
            year: 3,
            differences: Vec::new(),
            is_finished,
        };
        let document = |source| FolderError::Document { source };
        let file = || "checkpoint.json".to_owned();
        let cut = DocumentError::Changed {
            file: file(),
            kind: "checkpoint",
        };
        let unread = DocumentError::Read {
            file: file(),
            source: io::ErrorKind::PermissionDenied.into(),
        };
        for (error, is_of_a_checkpoint) in [
            (
                FolderError::OtherYear {
                    path: path(),
                    found: 4,
                },
                true,
            ),
            (state(false), true),
            (state(true), false),
            (document(cut), true),
            (document(unread), false),
            (FolderError::InUse { path: path() }, false),
        ] {
            assert_eq!(error.is_of_a_checkpoint(), is_of_a_checkpoint, "{error}");
        }
    }
}

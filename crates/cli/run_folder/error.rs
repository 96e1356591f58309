//! Why a run cannot have its folder.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use understory_records::{DocumentError, FileDifference, RunDifference};

/// Why a run cannot have its folder. Nothing in the folders was changed, unless the message says so.
#[derive(Debug, Error)]
pub(crate) enum FolderError {
    #[error("`{}` cannot be the folder of a run; give a path that ends in a name, such as `--out results/old-field`", path.display())]
    NoName { path: PathBuf },

    #[error("`{}` is not a folder, but a run needs one there; choose another with `--out`", path.display())]
    NotAFolder { path: PathBuf },

    #[error(
        "`{}` is not empty and was not written by understory, so it is left alone; choose another folder with `--out`, or move it away",
        path.display()
    )]
    Foreign { path: PathBuf },

    #[error(
        "`{0}` holds a `{sign}` that is not one of understory, or was changed, so it is left alone; choose another folder with `--out`, or move it away",
        path.display()
    )]
    StrangeSign { path: PathBuf, sign: &'static str },

    #[error(
        "`{}` is needed to set `{}` aside, but it is taken; move it away or remove it, or choose another folder with `--out`",
        replaced.display(), out.display()
    )]
    InTheWay { replaced: PathBuf, out: PathBuf },

    #[error(
        "`{}` holds the results of `understory {command}`, which are not replaced by those of another command; choose another folder with `--out`",
        path.display()
    )]
    OfAnotherCommand { path: PathBuf, command: String },

    #[error(
        "{source}; so nobody can tell what in `{}` is yours, and it is left alone; restore the file, move the folder away, or choose another with `--out`",
        folder.display()
    )]
    Unlisted { folder: PathBuf, source: DocumentError },

    #[error("`{}` is needed as a lock, but it is not a file; move it away, or choose another folder with `--out`", path.display())]
    NotALock { path: PathBuf },

    #[error("another run is at work in `{}`; wait until it ends, or choose another folder with `--out`", path.display())]
    InUse { path: PathBuf },

    #[error(
        "`{}` was begun as another run: {}; give what it was begun with, choose another folder with `--out`, or start anew without `--resume`",
        path.display(), joined(differences)
    )]
    OtherRun {
        path: PathBuf,
        differences: Vec<RunDifference>,
    },

    #[error(
        "`{}` cannot go on from year {year}: {}; restore what was changed, or start anew without `--resume`",
        path.display(), joined(differences)
    )]
    StateChanged {
        path: PathBuf,
        year: u32,
        differences: Vec<FileDifference>,
        /// Whether they are of what was finished before the checkpoint, which nothing makes anew.
        is_finished: bool,
    },

    #[error("`{}` holds the state of year {found}; restore the file, or start anew without `--resume`", path.display())]
    OtherYear { path: PathBuf, found: u32 },

    #[error("`{}` has no manifest, so the run there is not complete", path.display())]
    NoManifest { path: PathBuf },

    #[error("{source}; restore the file, or start anew without `--resume`")]
    Document { source: DocumentError },

    #[error("cannot {action} `{}`: {source}{}", path.display(), way_out(source))]
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },

    #[error("the result is complete and stays in `{}`, but it cannot be moved to `{}`: {reason}", built.display(), out.display())]
    NotMoved {
        built: PathBuf,
        out: PathBuf,
        reason: Box<FolderError>,
    },

    #[error(
        "the result is complete in `{}`; what was there before stays in `{}` until the next start, as it cannot be cleared away: {reason}",
        out.display(), replaced.display()
    )]
    NotCleared {
        out: PathBuf,
        replaced: PathBuf,
        reason: Box<FolderError>,
    },
}

/// Who can do something about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The user's input: exit code 1.
    User,
    /// The machine, or understory itself: exit code 2.
    Machine,
}

impl FolderError {
    /// Who can do something about it.
    pub(crate) fn fault(&self) -> Fault {
        match self {
            Self::Io { source, .. } if is_a_wrong_path(source) => Fault::User,
            Self::Io { .. } | Self::NoManifest { .. } => Fault::Machine,
            Self::Document {
                source: DocumentError::Read { .. } | DocumentError::Write(_),
            }
            | Self::Unlisted {
                source: DocumentError::Read { .. } | DocumentError::Write(_),
                ..
            } => Fault::Machine,
            Self::NotMoved { reason, .. } | Self::NotCleared { reason, .. } => reason.fault(),
            _ => Fault::User,
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

    /// What is wrong with a checkpoint, without a way out.
    pub(super) fn damage(&self) -> String {
        match self {
            Self::StateChanged {
                year, differences, ..
            } => format!("year {year}: {}", joined(differences)),
            Self::OtherYear { path, found } => {
                format!("`{}` holds the state of year {found}", path.display())
            }
            Self::Document { source } => source.to_string(),
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

fn way_out(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename => "; choose another name with `--out`",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose another folder with `--out`"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; free some space and go on with `--resume`"
        }
        io::ErrorKind::Unsupported => "; choose a folder on another disk with `--out`",
        _ => "",
    }
}

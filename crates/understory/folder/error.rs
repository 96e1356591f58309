//! Why a run cannot have its folder.
//!
//! Messages name the folder and say what was left as it was; which error is the user's decides the exit code.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;
use understory_records::DocumentError;

/// Ways out that several have.
pub(super) const OTHER_FOLDER: &str = "choose another folder with `--out`";
pub(super) const RESTORE: &str = "restore what was changed, or start anew without `--resume`";

/// Why a run cannot have its folder. Nothing in the folders was changed, unless the message says so.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds something else, another run is at work there, or what was begun there is another run.
    #[error("{why}")]
    Refused {
        /// Why, with the folder.
        why: String,
        /// What the user can do.
        way_out: &'static str,
    },
    /// With `resume`: files of a checkpoint are not as they were written.
    #[error("`{}` cannot go on from {damage}", path.display())]
    Damaged {
        /// Where.
        path: PathBuf,
        /// The year of the checkpoint, and what is wrong.
        damage: String,
    },
    /// A manifest, a checkpoint or `run.json` cannot be read.
    #[error("{source}{so}")]
    Document {
        /// What is wrong.
        source: DocumentError,
        /// What follows from it for the folder.
        so: String,
        /// What the user can do.
        way_out: &'static str,
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
    /// What was built cannot be put in its place, or what was there before cannot be cleared away.
    #[error("the result is complete {and_where}: {reason}")]
    AtTheEnd {
        /// Where the result is, and what cannot be done.
        and_where: String,
        /// Why.
        reason: Box<FolderError>,
    },
}

impl FolderError {
    pub(super) fn refused(why: String, way_out: &'static str) -> Self {
        Self::Refused { why, way_out }
    }

    pub(super) fn in_use(path: &Path) -> Self {
        Self::refused(
            format!("another run is at work in `{}`", path.display()),
            "wait until it ends, or choose another folder with `--out`",
        )
    }

    pub(super) fn not_a_folder(path: &Path) -> Self {
        Self::refused(
            format!("`{}` is not a folder, but a run needs one there", path.display()),
            OTHER_FOLDER,
        )
    }

    /// Whether the user's input is at fault; otherwise it is the machine or the program.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        match self {
            Self::Refused { .. } | Self::Damaged { .. } => true,
            Self::Io { source, .. } => is_a_wrong_path(source),
            Self::Document { source, .. } => is_of_what_it_holds(source),
            Self::AtTheEnd { reason, .. } => reason.is_user_error(),
        }
    }

    /// The way out, where one is known.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Refused { way_out, .. } | Self::Document { way_out, .. } => way_out,
            Self::Damaged { .. } => RESTORE,
            Self::AtTheEnd { reason, .. } => return reason.hint(),
            Self::Io { source, .. } => match source.kind() {
                ErrorKind::InvalidInput | ErrorKind::InvalidFilename => "choose another name with `--out`",
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                    "free some space and go on with `--resume`"
                }
                ErrorKind::Unsupported => "choose a folder on another disk with `--out`",
                ErrorKind::Other => return None,
                _ => OTHER_FOLDER,
            },
        })
    }

    /// Whether a checkpoint is at fault, in whose place an older one can stand.
    pub(super) fn is_of_a_checkpoint(&self) -> bool {
        match self {
            Self::Damaged { .. } => true,
            Self::Document { source, .. } => is_of_what_it_holds(source),
            _ => false,
        }
    }

    /// What is wrong with a checkpoint.
    pub(super) fn damage(&self) -> String {
        match self {
            Self::Damaged { damage, .. } => damage.clone(),
            other => other.to_string(),
        }
    }
}

/// Turns what the system reports into an error with what was tried and where.
pub(super) fn io_at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Io { action, path, source }
}

fn is_of_what_it_holds(source: &DocumentError) -> bool {
    !matches!(source, DocumentError::Read { .. } | DocumentError::Write(_))
}

fn is_a_wrong_path(source: &io::Error) -> bool {
    matches!(
        source.kind(),
        ErrorKind::InvalidInput | ErrorKind::InvalidFilename
    )
}

pub(super) fn joined<T: ToString>(differences: &[T]) -> String {
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
        let damaged = FolderError::Damaged {
            path: "out.partial".into(),
            damage: "year 3: `census.csv` is missing".to_owned(),
        };
        let document = |source| FolderError::Document {
            source,
            so: String::new(),
            way_out: "",
        };
        let file = || "checkpoint.json".to_owned();
        let cut = DocumentError::Changed {
            file: file(),
            kind: "checkpoint",
        };
        let unread = DocumentError::Read {
            file: file(),
            source: ErrorKind::PermissionDenied.into(),
        };
        for (error, is_of_a_checkpoint) in [
            (damaged, true),
            (document(cut), true),
            (document(unread), false),
            (FolderError::in_use("out.partial".as_ref()), false),
        ] {
            assert_eq!(error.is_of_a_checkpoint(), is_of_a_checkpoint, "{error}");
        }
    }

    #[test]
    fn what_the_system_refuses_has_a_way_out() {
        for (kind, way_out) in [
            (
                ErrorKind::InvalidFilename,
                Some("choose another name with `--out`"),
            ),
            (ErrorKind::PermissionDenied, Some(OTHER_FOLDER)),
            (
                ErrorKind::StorageFull,
                Some("free some space and go on with `--resume`"),
            ),
            (ErrorKind::Other, None),
        ] {
            let error = FolderError::AtTheEnd {
                and_where: "in `x`".to_owned(),
                reason: Box::new(io_at("create", "x".as_ref())(kind.into())),
            };
            assert_eq!(error.hint(), way_out);
        }
    }
}

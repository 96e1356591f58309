//! Ways out by options of the command line, of which the library's errors know nothing.

use std::io::ErrorKind;

use understory::lab::LabError;
use understory::{Error, FolderError};

/// The option or command that helps, where one does.
pub(crate) fn by_options(error: &Error) -> Option<&'static str> {
    match error {
        Error::Folder(error) => by_another_folder(error),
        Error::Lab(LabError::StrangeCheckpoint { .. }) => Some("start anew without `--resume`"),
        Error::Lab(LabError::TableChanged { .. }) => Some("restore it, or start anew without `--resume`"),
        Error::TooLarge { .. } => {
            Some("make the plot smaller or run fewer threads, or add `--yes` to try all the same")
        }
        _ => None,
    }
}

fn by_another_folder(error: &FolderError) -> Option<&'static str> {
    Some(match error {
        FolderError::NoTasks { .. } => {
            "run its tasks first by `understory sweep SCENARIO --task ID`, or name their folder with `--out`"
        }
        FolderError::NoName { .. } => "give a path that ends in a name, such as `--out results/old-field`",
        FolderError::NotAFolder { .. } | FolderError::OfAnotherCommand { .. } => {
            "choose another folder with `--out`"
        }
        FolderError::Foreign { .. } | FolderError::StrangeSign { .. } => {
            "choose another folder with `--out`, or move it away"
        }
        FolderError::InTheWay { .. } => "move it away or remove it, or choose another folder with `--out`",
        FolderError::Unlisted { .. } => {
            "restore the file, move the folder away, or choose another with `--out`"
        }
        FolderError::NotALock { .. } => "move it away, or choose another folder with `--out`",
        FolderError::InUse { .. } => "wait until it ends, or choose another folder with `--out`",
        FolderError::OtherRun { .. } => {
            "give what it was begun with (`scenario.toml` there), choose another folder with `--out`, or start anew \
             without `--resume`"
        }
        FolderError::StateChanged { .. } | FolderError::TablesChanged { .. } => {
            "restore what was changed, or start anew without `--resume`"
        }
        FolderError::OtherYear { .. } | FolderError::Document { .. } => {
            "restore the file, or start anew without `--resume`"
        }
        FolderError::Io { source, .. } => match source.kind() {
            ErrorKind::InvalidInput | ErrorKind::InvalidFilename => "choose another name with `--out`",
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "choose another folder with `--out`"
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space and go on with `--resume`",
            ErrorKind::Unsupported => "choose a folder on another disk with `--out`",
            _ => return None,
        },
        FolderError::NotMoved { reason, .. } | FolderError::NotCleared { reason, .. } => {
            return by_another_folder(reason);
        }
        FolderError::NoManifest { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_told_with_a_way_out() {
        for (kind, way_out) in [
            (
                ErrorKind::InvalidFilename,
                Some("choose another name with `--out`"),
            ),
            (
                ErrorKind::PermissionDenied,
                Some("choose another folder with `--out`"),
            ),
            (
                ErrorKind::StorageFull,
                Some("free some space and go on with `--resume`"),
            ),
            (ErrorKind::Other, None),
        ] {
            let error = FolderError::Io {
                action: "create",
                path: "x".into(),
                source: kind.into(),
            };
            assert_eq!(by_options(&Error::Folder(error)), way_out);
        }
    }

    #[test]
    fn what_could_not_be_moved_is_told_with_the_way_out_of_what_stood_in_its_way() {
        let error = FolderError::NotMoved {
            built: "x.partial".into(),
            out: "x".into(),
            reason: Box::new(FolderError::NotAFolder { path: "x".into() }),
        };
        assert_eq!(
            by_options(&Error::Folder(error)),
            Some("choose another folder with `--out`")
        );
    }
}

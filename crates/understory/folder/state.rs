//! What a folder is to us, and what may be done to one of ours.
//!
//! Entries are looked at as they are (`symlink_metadata`), so that nothing behind a link is removed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use understory_records::is_ours;

use super::error::{FolderError, io_at};

/// What a folder is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FolderState {
    Absent,
    Empty,
    Ours,
    Foreign,
    NotAFolder,
}

/// A folder is ours if the document called `sign` in it is. One that holds nothing but the unfinished write of
/// that document is empty.
pub(super) fn standing(folder: &Path, sign: &str) -> Result<FolderState, FolderError> {
    let found = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FolderState::Absent),
        found => found.map_err(io_at("look at", folder))?,
    };
    if !found.is_dir() {
        return Ok(FolderState::NotAFolder);
    }
    let unfinished = format!(".{sign}.tmp");
    if names(folder)?.iter().all(|name| *name == *unfinished) {
        return Ok(FolderState::Empty);
    }
    let document = folder.join(sign);
    // Not a pipe, which would make the program wait.
    if !document.is_file() {
        return Ok(FolderState::Foreign);
    }
    match File::open(&document).and_then(is_ours) {
        Ok(true) => Ok(FolderState::Ours),
        Ok(false) => Ok(FolderState::Foreign),
        Err(error) => Err(io_at("read", &document)(error)),
    }
}

/// Refuses a folder that is not ours, with the reason.
pub(super) fn refuse_foreign(folder: &Path, sign: &'static str) -> Result<(), FolderError> {
    let why = match standing(folder, sign)? {
        FolderState::NotAFolder => return Err(FolderError::not_a_folder(folder)),
        FolderState::Foreign if folder.join(sign).exists() => {
            format!("holds a `{sign}` that is not one of understory, or was changed")
        }
        FolderState::Foreign => "is not empty and was not written by understory".to_owned(),
        FolderState::Absent | FolderState::Empty | FolderState::Ours => return Ok(()),
    };
    Err(FolderError::refused(
        format!("`{}` {why}, so it is left alone", folder.display()),
        "choose another folder with `--out`, or move it away",
    ))
}

/// Removes a folder of ours, the sign that it is ours last. Not an error where there is none.
pub(super) fn remove(folder: &Path, sign: &str) -> Result<(), FolderError> {
    if standing(folder, sign)? == FolderState::Absent {
        return Ok(());
    }
    make_empty_but(folder, sign)?;
    fs::remove_dir_all(folder).map_err(io_at("remove", folder))
}

/// Makes a folder, or removes everything from it but the sign that it is ours.
pub(super) fn make_empty_but(folder: &Path, sign: &str) -> Result<(), FolderError> {
    fs::create_dir_all(folder).map_err(io_at("create", folder))?;
    for name in names(folder)?.iter().filter(|name| *name != sign) {
        let path = folder.join(name);
        let found = fs::symlink_metadata(&path).map_err(io_at("look at", &path))?;
        let removed = if found.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(io_at("remove", &path))?;
    }
    Ok(())
}

pub(super) fn names(folder: &Path) -> Result<Vec<OsString>, FolderError> {
    let entries = fs::read_dir(folder).map_err(io_at("look into", folder))?;
    entries
        .map(|entry| Ok(entry.map_err(io_at("look into", folder))?.file_name()))
        .collect()
}

pub(super) fn rename(from: &Path, to: &Path) -> Result<(), FolderError> {
    fs::rename(from, to).map_err(io_at("rename", from))
}

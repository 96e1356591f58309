//! Where a folder lies: links followed, parents made, names beside it.
//!
//! What is built and set aside lies beside the folder itself, not beside a link to it: a rename works within one disk
//! alone.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{FolderError, io_at};

/// The folder itself where `out` is a link to it, so that the link stays and everything lies on one disk.
pub(super) fn resolved(out: &Path) -> Result<PathBuf, FolderError> {
    let no_name = || {
        let out = out.display();
        FolderError::refused(
            format!("`{out}` cannot be the folder of a run, as the path ends in no name"),
            "give a path that ends in a name with `--out`, such as `results/old-field`",
        )
    };
    let mut path: PathBuf = match out.file_name() {
        // Without a slash at the end, which would hide a link.
        Some(_) => out.components().collect(),
        None => fs::canonicalize(out).map_err(|_| no_name())?,
    };
    // As many as Linux follows: links that lead round in a circle end.
    const MOST_LINKS: usize = 40;
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = parent_of(&path).join(target).components().collect(),
            Err(_) => break,
        }
    }
    if path.file_name().is_some() {
        Ok(path)
    } else {
        Err(no_name())
    }
}

/// Makes the folders that a folder is to lie in: those that were not there, the innermost first.
pub(super) fn make_parents(out: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let parent = parent_of(out);
    if let Some(file) = parent
        .ancestors()
        .find(|folder| folder.exists() && !folder.is_dir())
    {
        return Err(FolderError::not_a_folder(file));
    }
    let absent = parent
        .ancestors()
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let absent = absent.map(Path::to_owned).collect();
    fs::create_dir_all(parent).map_err(io_at("create", parent))?;
    Ok(absent)
}

pub(super) fn parent_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Where the results of a folder are made before they take its place.
pub(crate) fn partial_of(out: &Path) -> PathBuf {
    beside(out, "", ".partial")
}

/// The path beside `out` with its name after `before` and before `after`.
pub(super) fn beside(out: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = OsString::from(before);
    name.push(out.file_name().unwrap_or(OsStr::new("run")));
    name.push(after);
    out.with_file_name(name)
}

//! The files of several patterns, those of a null model say: named one by one, by their folder, or by a pattern of names.
//!
//! Files come in the order of their names: the order of a folder differs from system to system.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The files that are meant, those of a folder or a pattern in the order of their names.
pub(super) fn files(option: &str, given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        let text = path.to_string_lossy();
        // A file that is called so wins over a pattern.
        let is_pattern = text.contains(['*', '?', '[']) && !path.exists();
        if path.is_dir() {
            files.extend(tables_in(option, path)?);
        } else if is_pattern {
            files.extend(matching(option, &text)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The CSV files of a folder, in the order of their names.
fn tables_in(option: &str, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| {
        let message = format!("cannot look into `{}`: {error}", folder.display());
        match error.kind() {
            ErrorKind::NotFound => Failure::input(message),
            _ => Failure::Machine(message.into()),
        }
    })?;
    let is_table = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("csv") && path.is_file()
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut tables: Vec<PathBuf> = paths.filter(is_table).collect();
    tables.sort_unstable();
    if tables.is_empty() {
        return Err(Failure::input(format!(
            "`{option} {}` is a folder without a CSV",
            folder.display()
        )));
    }
    Ok(tables)
}

/// The files that match a pattern.
fn matching(option: &str, pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let refused = |why: String| Failure::input(format!("`{option} {pattern}`: {why}"));
    let paths = glob::glob(pattern).map_err(|error| refused(error.to_string()))?;
    // In the order of their names, as the library promises.
    let files: Vec<PathBuf> = paths
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .collect();
    if files.is_empty() {
        return Err(refused("no file has such a name".to_owned()));
    }
    Ok(files)
}

//! A folder of results for a call that names none: a number behind the name keeps it apart from those of other calls.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::folder::partial_of;

/// A folder for results.
#[derive(Debug)]
pub struct OwnFolder {
    /// Where it is.
    pub folder: PathBuf,
    is_taken: bool,
}

impl OwnFolder {
    /// The folder that was asked for, otherwise the first of `results/NAME`, `results/NAME-2`, … where nothing is and nothing was begun,
    /// taken by making it, so that it is nobody else's; to resume, the last one before it.
    #[must_use]
    pub fn of(asked: Option<PathBuf>, name: &str, resume: bool) -> Self {
        let not_taken = |folder| Self {
            folder,
            is_taken: false,
        };
        let results = Path::new("results");
        let numbered = |number: u64| match number {
            1 => results.join(name),
            _ => results.join(format!("{name}-{number}")),
        };
        let is_begun = |folder: &Path| fs::symlink_metadata(partial_of(folder)).is_ok();
        if let Some(folder) = asked {
            return not_taken(folder);
        }
        if resume {
            let is_there = |folder: &PathBuf| fs::symlink_metadata(folder).is_ok() || is_begun(folder);
            let last = (1..).map(numbered).take_while(is_there).last();
            return not_taken(last.unwrap_or_else(|| numbered(1)));
        }
        let mut number = 1;
        loop {
            let folder = numbered(number);
            match fs::create_dir_all(results).and_then(|()| fs::create_dir(&folder)) {
                Ok(()) => {
                    let is_begun = is_begun(&folder);
                    let taken = Self {
                        folder,
                        is_taken: true,
                    };
                    if !is_begun {
                        return taken;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && results.is_dir() => {}
                // Why is said where the results are to be made.
                Err(_) => return not_taken(folder),
            }
            number += 1;
        }
    }
}

impl Drop for OwnFolder {
    /// Removes the folder that was made, where nothing came into it.
    fn drop(&mut self) {
        if self.is_taken {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

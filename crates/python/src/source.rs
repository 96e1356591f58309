//! A scenario as Python gives it: a path, or a text that lies in no file, with what is set in it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use pyo3::prelude::*;
use understory::scenario::{Files, Loadable, load};
use understory::{DiskFiles, Error, Overrides, Setting, slashed};

/// What is asked for, common to all commands that take a scenario. The keys of a dict, all of them there.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Request {
    /// Path of the scenario, or the name by which problems call its text.
    pub(crate) path: PathBuf,
    pub(crate) text: Option<String>,
    /// `PATH=VALUE`, the value as in TOML.
    pub(crate) set: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) years: Option<u32>,
    pub(crate) threads: Option<usize>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) resume: bool,
    pub(crate) yes: bool,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// A scenario that can be opened without Python.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: String,
    text: Option<String>,
    set: Vec<String>,
    seed: Option<u64>,
    years: Option<u32>,
}

impl Request {
    pub(crate) fn source(&self) -> Source {
        Source {
            path: slashed(&self.path),
            text: self.text.clone(),
            set: self.set.clone(),
            seed: self.seed,
            years: self.years,
        }
    }
}

/// Where results go.
pub(crate) struct Out {
    pub(crate) folder: PathBuf,
    is_taken: bool,
}

impl Out {
    /// The folder that was asked for, otherwise the first of `results/NAME`, `results/NAME-2`, … where nothing is and nothing was begun,
    /// taken by making it, so that it is nobody else's; to resume, the last one before it.
    pub(crate) fn of(asked: Option<PathBuf>, name: &str, resume: bool) -> Self {
        let not_taken = |folder| Self {
            folder,
            is_taken: false,
        };
        let results = Path::new("results");
        let numbered = |number: u64| match number {
            1 => results.join(name),
            _ => results.join(format!("{name}-{number}")),
        };
        let is_begun = |folder: &Path| {
            let mut partial = folder.as_os_str().to_owned();
            partial.push(".partial");
            fs::symlink_metadata(partial).is_ok()
        };
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

impl Drop for Out {
    /// Removes the folder that was made, where nothing came into it.
    fn drop(&mut self) {
        if self.is_taken {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl Source {
    /// Reads and checks the scenario and all that it names; files of a text are seen from where the program runs.
    pub(crate) fn open<S: Loadable>(&self) -> Result<S, Error> {
        let set: Result<Vec<Setting>, String> = self.set.iter().map(|text| text.parse()).collect();
        let set = set.map_err(|why| Error::Refused {
            why,
            way_out: "give `set` a dict from paths to values, such as {\"world.seed\": 8}".to_owned(),
        })?;
        let overrides = Overrides {
            seed: self.seed,
            years: self.years,
            set,
        };
        Ok(load(&self.path, self, &overrides)?)
    }
}

impl Files for Source {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match &self.text {
            Some(text) if path == self.path => Ok(text.clone().into_bytes()),
            _ => DiskFiles.read(path),
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        DiskFiles.list(folder)
    }
}

//! A scenario as Python gives it: a path, or a text that lies in no file, with what is set in it.

use std::io;
use std::path::PathBuf;

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

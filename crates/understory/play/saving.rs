//! Saves what the page shows as a folder of results, on a thread of its own, so that the forest grows on meanwhile.
//!
//! It is the way of the commands ([`run_into`]), with their bytes. A folder that is there is never replaced: the next one has a
//! number behind its name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};

use serde::Serialize;
use understory_lab::{Estimate, Watch};
use understory_scenario::{Described, Scenario};

use crate::error::Error;
use crate::experiment::Host;
use crate::folder::{RunFolder, Start};
use crate::machine::check_memory;
use crate::run_into;

/// Larger tables are not saved by a click.
const MOST_DISK_BYTES: u64 = 2 << 30;
/// So many folders of one name at most.
const MOST_FOLDERS: u32 = 10_000;

/// How far saving has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Saving {
    /// Nothing was asked for yet.
    #[default]
    Idle,
    /// It is at work.
    Working {
        /// At what.
        what: String,
        /// Parts of it that are over.
        done: u64,
        /// All of its parts.
        of: u64,
    },
    /// All is there.
    Saved {
        /// The folder, from where the program runs.
        folder: String,
    },
    /// It could not be saved.
    Failed {
        /// Why.
        why: String,
    },
}

/// Saves one at a time.
pub(super) struct Saver {
    folder: PathBuf,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<Saving>,
    is_stopped: AtomicBool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, Saving> {
        // Whole at any time.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn working(&self, what: &str, done: u64, of: u64) {
        *self.state() = Saving::Working {
            what: what.to_owned(),
            done,
            of,
        };
    }
}

impl Saver {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            shared: Arc::default(),
            thread: None,
        }
    }

    pub(super) fn state(&self) -> Saving {
        self.shared.state().clone()
    }

    /// Begins to save, unless it is at work.
    pub(super) fn begin(&mut self, scenario: Scenario) -> Result<(), Error> {
        if matches!(self.state(), Saving::Working { .. }) {
            return Err(Error::Refused {
                why: "something is being saved".to_owned(),
                way_out: "wait until that is over".to_owned(),
            });
        }
        let folder = free(&self.folder)?;
        self.shared.working("beginning", 0, 1);
        let shared = self.shared.clone();
        let save = move || {
            let end = save(&scenario, &folder, &shared);
            *shared.state() = end;
        };
        self.thread = Some(thread::Builder::new().name("saving".to_owned()).spawn(save)?);
        Ok(())
    }

    /// Stops what is at work and waits for it; what was half saved is gone then.
    pub(super) fn end(self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

fn save(scenario: &Scenario, folder: &Path, shared: &Shared) -> Saving {
    let is_missing = |parent: &Path| !parent.as_os_str().is_empty() && !parent.exists();
    let host = SavingHost {
        shared,
        makes_parent: folder.parent().is_some_and(is_missing),
        years: scenario.years(),
        partial: OnceLock::new(),
    };
    match run_into(scenario, folder, &host) {
        Ok(Some(_)) => Saving::Saved {
            folder: folder.display().to_string(),
        },
        Ok(None) => {
            host.take_away();
            Saving::Idle
        }
        Err(error) => {
            host.take_away();
            let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
            Saving::Failed {
                why: format!("{error}{}", hint.unwrap_or_default()),
            }
        }
    }
}

/// A folder that is not there yet: this one, or with the first number behind its name that is free.
fn free(folder: &Path) -> Result<PathBuf, Error> {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let numbered = (2..=MOST_FOLDERS).map(|number| folder.with_file_name(format!("{name}-{number}")));
    let is_free = |folder: &PathBuf| {
        let partial = folder.with_file_name(format!(
            "{}.partial",
            folder.file_name().unwrap_or_default().display()
        ));
        !folder.exists() && !partial.exists()
    };
    let found = std::iter::once(folder.to_owned()).chain(numbered).find(is_free);
    found.ok_or_else(|| Error::Refused {
        why: format!("there are {MOST_FOLDERS} folders `{}` already", folder.display()),
        way_out: "remove some, or choose another place".to_owned(),
    })
}

/// What hears of the work, and may stop it.
struct SavingHost<'a> {
    shared: &'a Shared,
    /// Whether the folder above, such as `results`, was not there before.
    makes_parent: bool,
    years: u32,
    partial: OnceLock<PathBuf>,
}

impl SavingHost<'_> {
    /// Removes what was not finished; it holds nothing that was not made here, as the folder was not there before.
    fn take_away(&self) {
        if let Some(partial) = self.partial.get() {
            // Where even that fails it is a `.partial` folder like those of commands that were killed.
            let _ = fs::remove_dir_all(partial);
            if let Some(parent) = partial.parent().filter(|_| self.makes_parent) {
                // Only if it is empty.
                let _ = fs::remove_dir(parent);
            }
        }
    }
}

impl Host for SavingHost<'_> {
    fn estimated(&self, takes: &str, estimate: &Estimate) -> Result<(), Error> {
        check_memory(takes, estimate.memory_bytes)?;
        if estimate.disk_bytes > MOST_DISK_BYTES {
            return Err(Error::Refused {
                why: takes.to_owned(),
                way_out: "save the scenario, and give it to `understory run` with `--yes`".to_owned(),
            });
        }
        Ok(())
    }

    fn begins(&self, folder: &RunFolder, _: &Start) {
        // It is begun once.
        let _ = self.partial.set(folder.partial().to_owned());
    }
}

impl Watch for SavingHost<'_> {
    fn year(&self, year: u32, _: usize) {
        self.shared
            .working("year", u64::from(year), u64::from(self.years));
    }

    fn replicate(&self, done: u32, of: u32) {
        self.shared.working("replicate", u64::from(done), u64::from(of));
    }

    fn step(&self, what: &str, done: u64, of: u64) {
        self.shared.working(what, done, of);
    }

    fn is_stopped(&self) -> bool {
        self.shared.is_stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_there_is_never_taken() {
        let place = tempfile::tempdir().unwrap();
        let wanted = place.path().join("old-field-played");
        assert_eq!(free(&wanted).unwrap(), wanted);
        fs::create_dir(&wanted).unwrap();
        assert_eq!(free(&wanted).unwrap(), place.path().join("old-field-played-2"));
        fs::create_dir(place.path().join("old-field-played-2.partial")).unwrap();
        assert_eq!(free(&wanted).unwrap(), place.path().join("old-field-played-3"));
    }
}

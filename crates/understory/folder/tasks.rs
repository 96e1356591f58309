//! The folder into which the tasks of a sweep are run one by one: `run.json` says of which sweep it is until `manifest.json` does.
//!
//! Several processes may write there at once, each into the folder of its own task.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use understory_lab::store::Store;
use understory_records::{Document, RunJson, SweepManifest, paths};

use super::error::{FolderError, io_at};
use super::lock::Lock;
use super::place::beside;
use super::resuming::{read, refuse_other};
use super::standing::{Standing, names, refuse_foreign, standing};
use crate::directory::DirectoryStore;

/// How often a process looks again whether another has described the folder, and how long it waits between.
const TRIES: u32 = 250;
const WAIT: Duration = Duration::from_millis(20);

/// A folder of tasks.
#[derive(Debug)]
pub struct TaskFolder {
    out: PathBuf,
    store: DirectoryStore,
}

impl TaskFolder {
    /// The folder for a task of this sweep, which is made where there is none.
    ///
    /// # Errors
    /// [`FolderError`] where it holds something else; then nothing is changed.
    pub fn open(out: &Path, wanted: &RunJson) -> Result<Self, FolderError> {
        let mut tries = 0;
        // Of several processes that begin at the same moment one says whose folder it is, and the others wait for that.
        while !is_of(out, wanted)? {
            fs::create_dir_all(out).map_err(io_at("create", out))?;
            // `.` has no name to stand beside.
            let whole = fs::canonicalize(out).map_err(io_at("look at", out))?;
            if let Some(_lock) = Lock::take(&beside(&whole, ".", ".lock"))? {
                if !is_of(out, wanted)? {
                    let described =
                        DirectoryStore::existing(out).write(paths::RUN, &mut |file| Ok(wanted.write(file)?));
                    described.map_err(io_at("describe the sweep in", out))?;
                }
            } else if tries < TRIES {
                tries += 1;
                thread::sleep(WAIT);
            } else {
                return Err(FolderError::InUse { path: out.to_owned() });
            }
        }
        Ok(Self {
            out: out.to_owned(),
            store: DirectoryStore::existing(out),
        })
    }

    /// The folder of a sweep that was begun.
    ///
    /// # Errors
    /// [`FolderError::NoTasks`] where there is none, otherwise as for [`Self::open`].
    pub fn existing(out: &Path, wanted: &RunJson) -> Result<Self, FolderError> {
        if !is_of(out, wanted)? {
            return Err(FolderError::NoTasks { path: out.to_owned() });
        }
        Ok(Self {
            out: out.to_owned(),
            store: DirectoryStore::existing(out),
        })
    }

    /// Where tasks are written.
    #[must_use]
    pub fn store(&self) -> DirectoryStore {
        self.store.clone()
    }

    /// Counts the files of these tasks as ours; anything else there is the user's.
    ///
    /// # Errors
    /// [`FolderError`], where the system refuses.
    pub(crate) fn adopt(&self, tasks: &[String]) -> Result<(), FolderError> {
        adopt(&self.store, &self.out, tasks)
    }

    /// The manifest is there, and says of which sweep the folder is.
    ///
    /// # Errors
    /// [`FolderError`], where the system refuses.
    pub(crate) fn finish(&self) -> Result<(), FolderError> {
        let own = self.out.join(paths::RUN);
        match fs::remove_file(&own) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(io_at("remove", &own)),
        }
    }
}

/// Counts the files of tasks among what was written.
pub(super) fn adopt(store: &DirectoryStore, root: &Path, tasks: &[String]) -> Result<(), FolderError> {
    for task in tasks {
        let files = store.list(&paths::task(task));
        store.adopt(files.map_err(io_at("look into", root))?);
    }
    Ok(())
}

/// Whether a folder holds nothing but those of tasks, and the unfinished write of its description.
fn has_tasks_alone(out: &Path) -> Result<bool, FolderError> {
    let unfinished = format!(".{}.tmp", paths::RUN);
    let names = names(out)?;
    Ok(names
        .iter()
        .all(|name| *name == *paths::TASKS || *name == *unfinished))
}

/// Whether a folder is of this sweep; not where it is not there or empty.
fn is_of(out: &Path, wanted: &RunJson) -> Result<bool, FolderError> {
    if standing(out, paths::MANIFEST)? == Standing::Ours {
        let complete: SweepManifest = read(&out.join(paths::MANIFEST))?;
        refuse_other(out, wanted, &complete.run())?;
        return Ok(true);
    }
    // Programs that run tasks make their folders beforehand, and another process may be describing this one.
    if standing(out, paths::RUN)? == Standing::Foreign && has_tasks_alone(out)? {
        return Ok(false);
    }
    refuse_foreign(out, paths::RUN)?;
    if standing(out, paths::RUN)? != Standing::Ours {
        return Ok(false);
    }
    let begun: RunJson = read(&out.join(paths::RUN))?;
    refuse_other(out, wanted, &begun)?;
    Ok(true)
}

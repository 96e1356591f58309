//! The folder into which the tasks of a sweep are run one by one: `run.json` says of which sweep it is until `manifest.json` does.
//!
//! Several processes may write there at once, each into the folder of its own task.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use understory_lab::store::Store;
use understory_records::{Document, RunJson, TaskJson, paths};

use super::error::{FolderError, io_at};
use super::keeping::listing;
use super::lock::Lock;
use super::place::beside;
use super::resuming::{complete_in, read, refuse_other};
use super::state::{FolderState, names, refuse_foreign, standing};
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
                return Err(FolderError::in_use(out));
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
    /// [`FolderError`] where none was begun, otherwise as for [`Self::open`].
    pub fn existing(out: &Path, wanted: &RunJson) -> Result<Self, FolderError> {
        if !is_of(out, wanted)? {
            return Err(FolderError::refused(
                format!("`{}` holds no task of this sweep", out.display()),
                "run its tasks first by `understory sweep SCENARIO --task ID`, or name their folder with `--out`",
            ));
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

    /// Where the table of all tasks is gathered. What is neither theirs nor what an earlier gathering left is the user's.
    ///
    /// # Errors
    /// [`FolderError`], where the system refuses.
    pub(crate) fn gathering(&self) -> Result<DirectoryStore, FolderError> {
        let is_gathered = standing(&self.out, paths::MANIFEST)? == FolderState::Ours;
        let listed = if is_gathered {
            listing(&self.out)?.all()
        } else {
            Vec::new()
        };
        let store = self.store().over(listed);
        adopt(&store, &self.out)?;
        Ok(store)
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

/// Counts the files that tasks list among what was written; anything else there is the user's. Gives whether there are tasks.
pub(super) fn adopt(store: &DirectoryStore, root: &Path) -> Result<bool, FolderError> {
    let tasks = root.join(paths::TASKS);
    if !tasks.is_dir() {
        return Ok(false);
    }
    for task in names(&tasks)?.iter().filter_map(|name| name.to_str()) {
        let folder = paths::task(task);
        // A task that does not say what is its own is run again.
        let Ok(made) = read::<TaskJson>(&root.join(&folder).join(paths::TASK)) else {
            continue;
        };
        let own = made.files.into_iter().map(|file| file.path);
        store.adopt(
            own.chain([paths::TASK.to_owned()])
                .map(|path| format!("{folder}/{path}")),
        );
    }
    Ok(true)
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
    if standing(out, paths::MANIFEST)? == FolderState::Ours {
        refuse_other(out, wanted, &complete_in(out)?)?;
        return Ok(true);
    }
    // Programs that run tasks make their folders beforehand, and another process may be describing this one.
    if standing(out, paths::RUN)? == FolderState::Foreign && has_tasks_alone(out)? {
        return Ok(false);
    }
    refuse_foreign(out, paths::RUN)?;
    if standing(out, paths::RUN)? != FolderState::Ours {
        return Ok(false);
    }
    let begun: RunJson = read(&out.join(paths::RUN))?;
    refuse_other(out, wanted, &begun)?;
    Ok(true)
}

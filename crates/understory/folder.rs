//! The folder of a run: who may write there, what is kept, and where a run goes on.
//!
//! What a command leaves is built in `DIR.partial` and renamed to `DIR` when it is complete. What was in `DIR` stands
//! as `.NAME.replaced` beside it in between; what in it is the user's goes on into the new `DIR`. A folder is ours if it
//! holds our `manifest.json` (`DIR`, `.NAME.replaced`) or `run.json` (`DIR.partial`); these go last when a folder is
//! emptied, so that an interruption leaves it recognisable. `DIR` keeps its `run.json` until `.NAME.replaced` is gone:
//! only then is one known to be left by us.

mod error;
mod keeping;
mod lock;
mod place;
mod resuming;
mod state;
mod tasks;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use understory_lab::store::Store;
use understory_records::{Document, RunJson, paths};

pub use self::error::FolderError;
use self::error::{OTHER_FOLDER, RESTORE, io_at, joined};
pub use self::keeping::Kept;
use self::keeping::{REMOVED, carry_over, listing};
pub(crate) use self::keeping::{is_of_the_user, set_aside};
pub(crate) use self::lock::Lock;
pub(crate) use self::place::partial_of;
use self::place::{beside, make_parents, parent_of, resolved};
use self::resuming::{ResumePoint, complete_in, newest_whole, read, refuse_other, years};
use self::state::{FolderState, make_empty_but, refuse_foreign, remove, rename, standing};
pub use self::tasks::TaskFolder;
use self::tasks::adopt;
use crate::changed;
use crate::directory::{DirectoryStore, sync_folder};

/// The folder of a run, held against other runs while this lives.
#[derive(Debug)]
pub struct RunFolder {
    out: PathBuf,
    partial: PathBuf,
    replaced: PathBuf,
    store: DirectoryStore,
    /// The folders that were made for it, the innermost first.
    parents: Vec<PathBuf>,
    lock: Lock,
}

/// Where a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At year 0, in an empty folder.
    Fresh {
        /// Year that an interrupted run had reached; its folder was emptied.
        given_up_year: Option<u32>,
    },
    /// After this year, whose state is whole.
    Continue {
        /// Year of the newest checkpoint that is whole.
        year: u32,
        /// What is wrong with newer ones.
        passed_over: Vec<String>,
    },
    /// This very run is complete, its tables are as it left them, and nothing was changed.
    AlreadyComplete,
}

/// Which earlier results may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// Those of any command.
    Any,
    /// Those of this command alone.
    Only(&'static str),
}

/// Where work that was interrupted goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// At its newest checkpoint that is whole.
    AtCheckpoint,
    /// After the tasks that are whole.
    AfterTasks,
    /// After the last row of this table.
    AfterRows(&'static str),
}

impl RunFolder {
    /// Takes the folder for a run to `out` and says where it begins.
    ///
    /// With `resume` a run that was interrupted goes on if it is the same one; without, it is given up.
    ///
    /// # Errors
    /// [`FolderError`]: a folder holds something else, another run is at work in it, or with `resume` the
    /// run there is another one or its tables were changed. Then nothing is changed.
    pub fn open(out: &Path, wanted: &RunJson, resume: bool) -> Result<(Self, Start), FolderError> {
        Self::open_over(out, wanted, resume.then_some(GoesOn::AtCheckpoint), Replaces::Any)
    }

    /// As [`Self::open`], where not every former result may be replaced, or where work goes on otherwise than at a checkpoint.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_over(
        out: &Path,
        wanted: &RunJson,
        resume: Option<GoesOn>,
        replaces: Replaces,
    ) -> Result<(Self, Start), FolderError> {
        let out = resolved(out)?;
        let parents = make_parents(&out)?;
        let partial = partial_of(&out);
        let locked = beside(&out, ".", ".lock");
        // Before anything is looked at: what another run is about to change must not decide anything.
        let Some(lock) = Lock::take(&locked)? else {
            return Err(FolderError::in_use(&partial));
        };
        let folder = Self {
            replaced: beside(&out, ".", ".replaced"),
            out,
            store: DirectoryStore::existing(&partial),
            partial,
            parents,
            lock,
        };
        refuse_foreign(&folder.out, paths::MANIFEST)?;
        refuse_foreign(&folder.partial, paths::RUN)?;
        // First, so that what follows meets a folder either before or after a change of results, and never between.
        folder.end_what_was_interrupted()?;

        let start = if let Some(goes_on) = resume {
            folder.resumed(wanted, goes_on)?
        } else {
            let reached = years(&folder.partial, &folder.store)?;
            Start::Fresh {
                given_up_year: reached.first().copied(),
            }
        };
        if start == Start::AlreadyComplete {
            return Ok((folder, start));
        }
        folder.refuse_replaced()?;
        if standing(&folder.out, paths::MANIFEST)? == FolderState::Ours {
            refuse_of_another_command(&folder.out, replaces)?;
        }
        match start {
            Start::Fresh { .. } => make_empty_but(&folder.partial, paths::RUN)?,
            _ => folder
                .store
                .remove_unfinished()
                .map_err(io_at("tidy up", &folder.partial))?,
        }
        // Written anew also where a run goes on, as it may go on for more years than it began with.
        folder.describe(wanted)?;
        Ok((folder, start))
    }

    /// Where the run is built.
    #[must_use]
    pub fn store(&self) -> DirectoryStore {
        self.store.clone()
    }

    /// The folder in which the run is built, for messages.
    #[must_use]
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// The folder in which the run stands when it is complete.
    #[must_use]
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Puts the run, which must have its manifest, in the place of what was there before, and gives that place and
    /// what of the user's went with it.
    ///
    /// # Errors
    /// [`FolderError`], which says where the result is; both it and what was there before are kept.
    pub fn finish(self) -> Result<(PathBuf, Kept), FolderError> {
        let at_the_end = |and_where: String| {
            move |reason| FolderError::AtTheEnd {
                and_where,
                reason: Box::new(reason),
            }
        };
        let [built, out, replaced] = [&self.partial, &self.out, &self.replaced].map(|path| path.display());
        self.move_in().map_err(at_the_end(format!(
            "and stays in `{built}`, but it cannot be moved to `{out}`"
        )))?;
        let kept = self.clear_replaced().map_err(at_the_end(format!(
            "in `{out}`; what was there before stays in `{replaced}` until the next start, as it cannot be cleared away"
        )))?;
        Ok((self.out, kept))
    }

    /// Removes what was built, as nothing of it is worth keeping, and the folders that were made for it.
    ///
    /// # Errors
    /// [`FolderError`], where the system refuses.
    pub fn give_up(self) -> Result<(), FolderError> {
        remove(&self.partial, paths::RUN)?;
        drop(self.lock);
        for folder in self.parents {
            // One that another wrote into meanwhile stays.
            if fs::remove_dir(&folder).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn move_in(&self) -> Result<(), FolderError> {
        if standing(&self.partial, paths::MANIFEST)? != FolderState::Ours {
            let missing = std::io::Error::other("it has no manifest, so the run there is not complete");
            return Err(io_at("finish", &self.partial)(missing));
        }
        refuse_foreign(&self.out, paths::MANIFEST)?;
        self.refuse_replaced()?;
        let before = standing(&self.out, paths::MANIFEST)?;
        if before == FolderState::Ours {
            // Read once beforehand: with a manifest that cannot be read, nobody knows what is the user's.
            listing(&self.out)?;
            remove(&self.replaced, paths::MANIFEST)?;
            // Two renames, as not every system can exchange two folders in one step. A stop between them is ended at
            // the next start.
            rename(&self.out, &self.replaced)?;
        } else {
            remove(&self.out, paths::MANIFEST)?;
        }
        if let Err(error) = rename(&self.partial, &self.out) {
            if before == FolderState::Ours {
                // If this fails too, the next start puts it back.
                let _ = rename(&self.replaced, &self.out);
            }
            return Err(error);
        }
        Ok(())
    }

    /// Moves what is the user's out of the former result and removes the rest of it.
    fn clear_replaced(&self) -> Result<Kept, FolderError> {
        let parent = parent_of(&self.out);
        // The new names first: were the former results removed before, a power cut could lose both.
        let to_the_disk = || sync_folder(parent).map_err(io_at("bring to the disk", parent));
        to_the_disk()?;
        let mut kept = Kept::default();
        match standing(&self.replaced, paths::MANIFEST)? {
            FolderState::Ours => {
                kept = carry_over(&self.replaced, &self.out)?;
                if !kept.is_empty() {
                    sync_folder(&self.out).map_err(io_at("bring to the disk", &self.out))?;
                }
                remove(&self.replaced, paths::MANIFEST)?;
            }
            FolderState::Empty => remove(&self.replaced, paths::MANIFEST)?,
            FolderState::Absent | FolderState::Foreign | FolderState::NotAFolder => {}
        }
        // Last: while `run.json` is there, the next start knows that the former results have still to go.
        for own in REMOVED {
            let place = self.out.join(own);
            match fs::remove_file(&place) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                removed => removed.map_err(io_at("remove", &place))?,
            }
        }
        Ok(kept)
    }

    /// Does the rest of [`Self::finish`] for a run that was stopped in it.
    fn end_what_was_interrupted(&self) -> Result<(), FolderError> {
        match standing(&self.out, paths::MANIFEST)? {
            FolderState::Ours if standing(&self.out, paths::RUN)? == FolderState::Ours => {
                self.clear_replaced().map(|_| ())
            }
            FolderState::Absent | FolderState::Empty
                if standing(&self.replaced, paths::MANIFEST)? == FolderState::Ours =>
            {
                remove(&self.out, paths::MANIFEST)?;
                rename(&self.replaced, &self.out)
            }
            _ => Ok(()),
        }
    }

    /// The name under which a former result is set aside must be free.
    fn refuse_replaced(&self) -> Result<(), FolderError> {
        match standing(&self.replaced, paths::MANIFEST)? {
            FolderState::Absent | FolderState::Empty => Ok(()),
            FolderState::Ours | FolderState::Foreign | FolderState::NotAFolder => Err(FolderError::refused(
                format!(
                    "`{}` is needed to set `{}` aside, but it is taken",
                    self.replaced.display(),
                    self.out.display()
                ),
                "move it away or remove it, or choose another folder with `--out`",
            )),
        }
    }

    fn resumed(&self, wanted: &RunJson, goes_on: GoesOn) -> Result<Start, FolderError> {
        let is_begun = standing(&self.partial, paths::RUN)? == FolderState::Ours;
        if is_begun {
            let begun: RunJson = read(&self.partial.join(paths::RUN))?;
            refuse_other(&self.partial, wanted, &begun)?;
            // Tasks and rows are each held against their own hash before they count.
            let found = match goes_on {
                GoesOn::AtCheckpoint => newest_whole(&self.partial, &self.store, wanted, &begun)?,
                GoesOn::AfterTasks => adopt(&self.store, &self.partial)?.then(ResumePoint::default),
                GoesOn::AfterRows(table) => self.partial.join(table).is_file().then(|| {
                    self.store.adopt([table, paths::FINISHED].map(str::to_owned));
                    ResumePoint::default()
                }),
            };
            if let Some(ResumePoint { year, passed_over }) = found {
                return Ok(Start::Continue { year, passed_over });
            }
        }
        if standing(&self.out, paths::MANIFEST)? == FolderState::Ours {
            let complete = complete_in(&self.out);
            if complete
                .as_ref()
                .is_ok_and(|complete| wanted.is_the_same_as(complete))
            {
                refuse_changed(&self.out)?;
                return Ok(Start::AlreadyComplete);
            }
            // Beside a run that was begun and is the same, what is complete need not be.
            if !is_begun {
                refuse_other(&self.out, wanted, &complete?)?;
            }
        }
        Ok(Start::Fresh { given_up_year: None })
    }

    fn describe(&self, wanted: &RunJson) -> Result<(), FolderError> {
        self.store
            .write(paths::RUN, &mut |out| Ok(wanted.write(out)?))
            .map_err(io_at("describe the run in", &self.partial))
    }
}

/// Holds a folder against all that would write there, as long as the lock lives.
///
/// # Errors
/// [`FolderError`] while another is at work there, or what the system reports.
pub(crate) fn hold(folder: &Path) -> Result<Lock, FolderError> {
    let folder = resolved(folder)?;
    make_parents(&folder)?;
    Lock::take(&beside(&folder, ".", ".lock"))?.ok_or_else(|| FolderError::in_use(&folder))
}

/// Refuses results of which a table is not as the manifest lists it.
fn refuse_changed(out: &Path) -> Result<(), FolderError> {
    let mut differences = Vec::new();
    for table in listing(out)?.files {
        let place = out.join(&table.path);
        differences.extend(changed::difference(&table, &place).map_err(io_at("read", &place))?);
    }
    if differences.is_empty() {
        return Ok(());
    }
    let (out, differences) = (out.display(), joined(&differences));
    let why = format!("`{out}` is complete, but was changed since: {differences}");
    Err(FolderError::refused(why, RESTORE))
}

fn refuse_of_another_command(out: &Path, replaces: Replaces) -> Result<(), FolderError> {
    // One whose manifest cannot be read is refused here, before anything is done.
    let listing = listing(out)?;
    match replaces {
        Replaces::Only(command) if listing.command != command => Err(FolderError::refused(
            format!(
                "`{}` holds the results of `understory {}`, which are not replaced by those of another command",
                out.display(),
                listing.command
            ),
            OTHER_FOLDER,
        )),
        Replaces::Only(_) | Replaces::Any => Ok(()),
    }
}

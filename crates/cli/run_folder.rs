//! The folder of a run: who may write there, what is kept, and where a run goes on.
//!
//! A run is built in `DIR.partial` and renamed to `DIR` when it is complete. What was in `DIR` stands as
//! `DIR.old` in between. A folder is ours if it holds our `manifest.json` (`DIR`, `DIR.old`) or `run.json`
//! (`DIR.partial`); these go last when a folder is emptied, so that an interruption leaves it recognisable.
//! `DIR` keeps its `run.json` until `DIR.old` is gone: only then is a `DIR.old` known to be left by us.

mod error;
mod lock;

#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use understory_lab::store::Store;
use understory_records::{Checkpoint, Document, DocumentError, Manifest, RunJson, is_ours, paths};

use self::error::io_at;
pub(crate) use self::error::{Fault, FolderError};
use self::lock::Lock;
use crate::store::{DirectoryStore, sync_folder};

/// The folder of a run, held against other runs while this lives.
#[derive(Debug)]
pub(crate) struct RunFolder {
    out: PathBuf,
    partial: PathBuf,
    old: PathBuf,
    _lock: Lock,
}

/// Where a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At year 0, in an empty folder.
    Fresh {
        /// Year that an interrupted run had reached; its folder was emptied.
        given_up_year: Option<u32>,
    },
    /// After this year, whose state is whole.
    Continue {
        /// Year of the newest checkpoint.
        year: u32,
    },
    /// This very run is complete, and nothing was changed.
    AlreadyComplete,
}

impl RunFolder {
    /// Takes the folder for a run to `out` and says where it begins.
    ///
    /// With `resume` a run that was interrupted goes on if it is the same one; without, it is given up.
    ///
    /// # Errors
    /// [`FolderError`]: a folder holds something else, another run is at work in it, or with `resume` the
    /// run there is another one or its tables were changed. Then nothing is changed.
    pub(crate) fn open(out: &Path, wanted: &RunJson, resume: bool) -> Result<(Self, Start), FolderError> {
        let out = resolved(out)?;
        make_parents(&out)?;
        let partial = beside(&out, ".partial");
        let locked = beside(&out, ".partial.lock");
        let Some(lock) = Lock::take(&locked).map_err(io_at("lock", &locked))? else {
            return Err(FolderError::InUse { path: partial });
        };
        let folder = Self {
            old: beside(&out, ".old"),
            out,
            partial,
            _lock: lock,
        };
        refuse_foreign(&folder.out, paths::MANIFEST)?;
        refuse_foreign(&folder.partial, paths::RUN)?;
        folder.end_what_was_interrupted()?;

        let start = if resume {
            folder.resumed(wanted)?
        } else {
            Start::Fresh {
                given_up_year: folder.newest()?,
            }
        };
        if start == Start::AlreadyComplete {
            return Ok((folder, start));
        }
        if standing(&folder.out, paths::MANIFEST)? == Standing::Ours {
            folder.refuse_old()?;
        }
        if matches!(start, Start::Fresh { .. }) {
            make_empty_but(&folder.partial, paths::RUN)?;
        }
        folder.describe(wanted)?;
        Ok((folder, start))
    }

    /// Where the run is built.
    pub(crate) fn store(&self) -> DirectoryStore {
        DirectoryStore::existing(&self.partial)
    }

    /// The folder in which the run is built, for messages.
    pub(crate) fn partial(&self) -> &Path {
        &self.partial
    }

    /// The folder in which the run stands when it is complete.
    pub(crate) fn out(&self) -> &Path {
        &self.out
    }

    /// Puts the run, which must have its manifest, in the place of what was there before, and gives that place.
    ///
    /// # Errors
    /// [`FolderError`], which says where the result is; both it and what was there before are kept.
    pub(crate) fn finish(self) -> Result<PathBuf, FolderError> {
        self.move_in().map_err(|reason| FolderError::NotMoved {
            built: self.partial.clone(),
            out: self.out.clone(),
            reason: Box::new(reason),
        })?;
        self.clear_old().map_err(|reason| FolderError::NotCleared {
            out: self.out.clone(),
            reason: Box::new(reason),
        })?;
        Ok(self.out)
    }

    /// Removes what was built: nothing of it is worth keeping.
    ///
    /// # Errors
    /// [`FolderError`], where the system refuses.
    pub(crate) fn give_up(self) -> Result<(), FolderError> {
        remove(&self.partial, paths::RUN)
    }

    fn move_in(&self) -> Result<(), FolderError> {
        if standing(&self.partial, paths::MANIFEST)? != Standing::Ours {
            return Err(FolderError::NoManifest {
                path: self.partial.clone(),
            });
        }
        refuse_foreign(&self.out, paths::MANIFEST)?;
        let before = standing(&self.out, paths::MANIFEST)?;
        if before == Standing::Ours {
            self.refuse_old()?;
            remove(&self.old, paths::MANIFEST)?;
            rename(&self.out, &self.old)?;
        } else {
            remove(&self.out, paths::MANIFEST)?;
        }
        if let Err(error) = rename(&self.partial, &self.out) {
            if before == Standing::Ours {
                // If this fails too, the next start puts it back.
                let _ = rename(&self.old, &self.out);
            }
            return Err(error);
        }
        Ok(())
    }

    fn clear_old(&self) -> Result<(), FolderError> {
        let parent = parent_of(&self.out);
        sync_folder(parent).map_err(io_at("bring to the disk", parent))?;
        if let Standing::Ours | Standing::Empty = standing(&self.old, paths::MANIFEST)? {
            remove(&self.old, paths::MANIFEST)?;
        }
        let run = self.out.join(paths::RUN);
        fs::remove_file(&run).map_err(io_at("remove", &run))
    }

    /// Does the rest of [`Self::finish`] for a run that was stopped in it.
    fn end_what_was_interrupted(&self) -> Result<(), FolderError> {
        match standing(&self.out, paths::MANIFEST)? {
            Standing::Ours if self.out.join(paths::RUN).exists() => self.clear_old(),
            Standing::Absent | Standing::Empty if standing(&self.old, paths::MANIFEST)? == Standing::Ours => {
                remove(&self.out, paths::MANIFEST)?;
                rename(&self.old, &self.out)
            }
            _ => Ok(()),
        }
    }

    /// The name under which a former result is set aside must be free.
    fn refuse_old(&self) -> Result<(), FolderError> {
        match standing(&self.old, paths::MANIFEST)? {
            Standing::Absent | Standing::Empty => Ok(()),
            Standing::Ours | Standing::Foreign | Standing::NotAFolder => Err(FolderError::OldInTheWay {
                old: self.old.clone(),
                out: self.out.clone(),
            }),
        }
    }

    fn resumed(&self, wanted: &RunJson) -> Result<Start, FolderError> {
        if standing(&self.partial, paths::RUN)? == Standing::Ours {
            let begun: RunJson = read(&self.partial.join(paths::RUN))?;
            refuse_other(&self.partial, wanted, &begun)?;
            if let Some(year) = self.newest()? {
                self.check_state(year, wanted, &begun)?;
                return Ok(Start::Continue { year });
            }
        }
        if standing(&self.out, paths::MANIFEST)? == Standing::Ours {
            let complete = read::<Manifest>(&self.out.join(paths::MANIFEST))?.run();
            refuse_other(&self.out, wanted, &complete)?;
            if wanted.is_the_same_as(&complete) {
                return Ok(Start::AlreadyComplete);
            }
        }
        Ok(Start::Fresh { given_up_year: None })
    }

    /// Year of the newest checkpoint of an interrupted run. A state without one was cut while it was written.
    fn newest(&self) -> Result<Option<u32>, FolderError> {
        let state = self.partial.join(paths::STATE);
        let files = self
            .store()
            .list(paths::STATE)
            .map_err(io_at("look into", &state))?;
        Ok(files
            .iter()
            .filter_map(|path| paths::year_of_checkpoint(path))
            .max())
    }

    fn check_state(&self, year: u32, wanted: &RunJson, begun: &RunJson) -> Result<(), FolderError> {
        let path = self.partial.join(paths::checkpoint(year));
        let checkpoint: Checkpoint = read(&path)?;
        if checkpoint.year != year {
            return Err(FolderError::OtherYear {
                path,
                found: checkpoint.year,
            });
        }
        let Checkpoint {
            version,
            identity,
            seed,
            ..
        } = checkpoint.clone();
        refuse_other(
            &path,
            wanted,
            &RunJson {
                version,
                identity,
                seed,
                ..begun.clone()
            },
        )?;
        let store = self.store();
        let differences = checkpoint
            .differences(|path| store.open(path))
            .map_err(io_at("check the tables in", &self.partial))?;
        if differences.is_empty() {
            return Ok(());
        }
        Err(FolderError::StateChanged {
            path: self.partial.clone(),
            year,
            differences,
        })
    }

    fn describe(&self, wanted: &RunJson) -> Result<(), FolderError> {
        self.store()
            .write(paths::RUN, &mut |out| Ok(wanted.write(out)?))
            .map_err(io_at("describe the run in", &self.partial))
    }
}

/// What a folder is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Absent,
    Empty,
    Ours,
    Foreign,
    NotAFolder,
}

/// A folder is ours if the document called `sign` in it is. One that holds nothing but the unfinished write of
/// that document is empty.
fn standing(folder: &Path, sign: &str) -> Result<Standing, FolderError> {
    let found = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::Absent),
        found => found.map_err(io_at("look at", folder))?,
    };
    if !found.is_dir() {
        return Ok(Standing::NotAFolder);
    }
    let unfinished = format!(".{sign}.tmp");
    if names(folder)?.iter().all(|name| *name == *unfinished) {
        return Ok(Standing::Empty);
    }
    let document = folder.join(sign);
    match File::open(&document).and_then(is_ours) {
        Ok(true) => Ok(Standing::Ours),
        Ok(false) => Ok(Standing::Foreign),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::IsADirectory
            ) =>
        {
            Ok(Standing::Foreign)
        }
        Err(error) => Err(io_at("read", &document)(error)),
    }
}

fn refuse_foreign(folder: &Path, sign: &str) -> Result<(), FolderError> {
    let path = folder.to_owned();
    match standing(folder, sign)? {
        Standing::NotAFolder => Err(FolderError::NotAFolder { path }),
        Standing::Foreign => Err(FolderError::Foreign { path }),
        Standing::Absent | Standing::Empty | Standing::Ours => Ok(()),
    }
}

fn refuse_other(path: &Path, wanted: &RunJson, begun: &RunJson) -> Result<(), FolderError> {
    let differences = wanted.differences_from(begun);
    if differences.is_empty() {
        return Ok(());
    }
    Err(FolderError::OtherRun {
        path: path.to_owned(),
        differences,
    })
}

fn read<D: Document>(path: &Path) -> Result<D, FolderError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|source| FolderError::Document {
        source: DocumentError::Read {
            file: name.clone(),
            source,
        },
    })?;
    D::read(&name, file).map_err(|source| FolderError::Document { source })
}

/// Removes a folder of ours, the sign that it is ours last. Not an error where there is none.
fn remove(folder: &Path, sign: &str) -> Result<(), FolderError> {
    if standing(folder, sign)? == Standing::Absent {
        return Ok(());
    }
    make_empty_but(folder, sign)?;
    fs::remove_dir_all(folder).map_err(io_at("remove", folder))
}

/// Makes a folder, or removes everything from it but the sign that it is ours.
fn make_empty_but(folder: &Path, sign: &str) -> Result<(), FolderError> {
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

fn names(folder: &Path) -> Result<Vec<OsString>, FolderError> {
    let entries = fs::read_dir(folder).map_err(io_at("look into", folder))?;
    entries
        .map(|entry| Ok(entry.map_err(io_at("look into", folder))?.file_name()))
        .collect()
}

fn rename(from: &Path, to: &Path) -> Result<(), FolderError> {
    fs::rename(from, to).map_err(io_at("rename", from))
}

/// The folder itself where `out` is a link to it, so that the link stays and everything lies on one disk.
fn resolved(out: &Path) -> Result<PathBuf, FolderError> {
    let no_name = || FolderError::NoName { path: out.to_owned() };
    let mut path: PathBuf = match out.file_name() {
        // Without a slash at the end, which would hide a link.
        Some(_) => out.components().collect(),
        None => fs::canonicalize(out).map_err(|_| no_name())?,
    };
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

fn make_parents(out: &Path) -> Result<(), FolderError> {
    let parent = parent_of(out);
    if let Some(file) = parent
        .ancestors()
        .find(|folder| folder.exists() && !folder.is_dir())
    {
        return Err(FolderError::NotAFolder {
            path: file.to_owned(),
        });
    }
    fs::create_dir_all(parent).map_err(io_at("create", parent))
}

fn parent_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or(OsStr::new("run")).to_owned();
    name.push(ending);
    out.with_file_name(name)
}

//! The store of an experiment as a directory on disk.
//!
//! A file is written beside its place under a temporary name (`.name.tmp`), brought to the disk and renamed, so
//! that whoever reads the directory, at whatever moment the power fails, finds it whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use understory_lab::store::{Store, changed_meanwhile};
use understory_records::TableFile;

use crate::changed::{self, Changed};
use crate::folder::{Kept, is_of_the_user, set_aside};

// Rows are some hundred bytes: without a buffer each would be a call into the system.
const BUFFER_BYTES: usize = 1 << 16;
/// How often the folders above a file are made before it is an error that one of them is gone again.
const FOLDER_TRIES: u32 = 100;

/// A directory whose files are named by paths below it; that of [`RunFolder::store`](crate::RunFolder::store).
#[derive(Clone, Debug)]
pub struct DirectoryStore {
    root: PathBuf,
    /// Whether the directory is made where it is not there.
    makes_root: bool,
    /// What was written, by this store or one that it was cloned from, and not removed since.
    written: Arc<Mutex<BTreeSet<String>>>,
    /// What the manifest of results that stand there lists, by path; none where they are being built.
    listed: Option<Arc<BTreeMap<String, TableFile>>>,
    /// What of the user's was in the way.
    kept: Arc<Mutex<Kept>>,
}

impl DirectoryStore {
    /// The directory need not exist yet; the first file makes it.
    pub(crate) fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            makes_root: true,
            written: Arc::default(),
            listed: None,
            kept: Arc::default(),
        }
    }

    /// The directory is there, and if it is removed, it is not made anew.
    pub(crate) fn existing(root: impl Into<PathBuf>) -> Self {
        Self {
            makes_root: false,
            ..Self::new(root)
        }
    }

    /// The same over results that stand. A file that is listed is opened only if it still is what the list says; one that is
    /// not listed, or that was edited, is the user's: it is never removed, and what is written in its place sets it aside.
    pub(crate) fn over(self, listed: impl IntoIterator<Item = TableFile>) -> Self {
        let listed = listed.into_iter().map(|file| (file.path.clone(), file));
        Self {
            listed: Some(Arc::new(listed.collect())),
            ..self
        }
    }

    /// What of the user's was in the way, and where it is now.
    pub(crate) fn kept(&self) -> Kept {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is listed of a file that this store has not written itself.
    fn listed(&self, path: &str) -> Option<&TableFile> {
        let listed = self.listed.as_ref()?.get(path)?;
        (!self.written_paths().contains(path)).then_some(listed)
    }

    /// Whether the file at a place is the user's.
    fn is_of_the_user(&self, path: &str, place: &Path) -> io::Result<bool> {
        if self.listed.is_none() || self.written_paths().contains(path) {
            return Ok(false);
        }
        let hash = |path: &str| self.listed.as_ref()?.get(path).map(|file| file.blake3.as_str());
        is_of_the_user(&hash, path, place)
    }

    /// Sets aside what of the user's is where a file is to be, unless it has the same bytes.
    fn make_way(&self, path: &str, place: &Path, beside: &Path) -> io::Result<()> {
        if self.is_of_the_user(path, place)? {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            set_aside(&self.root, path, beside, &mut kept)?;
        }
        Ok(())
    }

    /// Removes what is ours at a place and below it.
    fn remove_own(&self, path: &str, place: &Path) -> io::Result<()> {
        if !fs::symlink_metadata(place)?.is_dir() {
            return match self.is_of_the_user(path, place)? {
                true => Ok(()),
                false => fs::remove_file(place),
            };
        }
        for entry in fs::read_dir(place)? {
            let name = entry?.file_name();
            // A name that is not UTF-8 is none of ours.
            if let Some(name) = name.to_str() {
                self.remove_own(&format!("{path}/{name}"), &place.join(name))?;
            }
        }
        // One that still holds something of the user's stays.
        let _ = fs::remove_dir(place);
        Ok(())
    }

    /// Counts files that an earlier start wrote among what was written.
    pub(crate) fn adopt(&self, paths: impl IntoIterator<Item = String>) {
        self.written_paths().extend(paths);
    }

    /// Removes what interrupted writes left.
    pub(crate) fn remove_unfinished(&self) -> io::Result<()> {
        fn tidy(folder: &Path) -> io::Result<()> {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    tidy(&entry.path())?;
                } else if kind.is_file() && entry.file_name().to_str().is_some_and(is_temporary) {
                    fs::remove_file(entry.path())?;
                }
            }
            Ok(())
        }
        tidy(&self.root)
    }

    fn written_paths(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // A panic elsewhere leaves whole paths.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the folders above a file and brings the new names to the disk.
    fn make_folder_of(&self, place: &Path) -> io::Result<()> {
        let Some(folder) = place.parent() else {
            return Ok(());
        };
        if folder.is_dir() {
            return Ok(());
        }
        if self.makes_root {
            fs::create_dir_all(&self.root).map_err(at("create", &self.root))?;
        }
        let mut tries = 1;
        while let Err(error) = self.make_folders_to(folder) {
            // Who removes the last file of a folder beside this one removes the empty folder above both.
            let removed_meanwhile = error.kind() == io::ErrorKind::NotFound && self.root.is_dir();
            if !removed_meanwhile || tries == FOLDER_TRIES {
                return Err(error);
            }
            tries += 1;
        }
        sync_folder_of(folder).map_err(at("create", folder))
    }

    /// Makes what is not there of the folders from the root to one below it.
    fn make_folders_to(&self, folder: &Path) -> io::Result<()> {
        let mut below = self.root.clone();
        for name in folder.strip_prefix(&self.root).unwrap_or(Path::new("")) {
            below.push(name);
            match fs::create_dir(&below) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => made.map_err(at("create", &below))?,
            }
        }
        Ok(())
    }

    /// Where a path lies on disk. A path that could lead out of the directory is refused.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let is_name = |part: &str| !part.is_empty() && !matches!(part, "." | "..") && !is_temporary(part);
        // Paths also come from manifests, which anyone can edit: none may lead out of the directory.
        if path.split('/').all(is_name) && !path.contains(['\\', ':', '\0']) {
            return Ok(self.root.join(path));
        }
        let root = self.root.display();
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("`{path}` does not name a file below `{root}`"),
        ))
    }

    /// Folders come and go with their files. One that is not empty stays, and so do those above it.
    fn remove_empty_folders_above(&self, place: &Path) {
        for folder in place.ancestors().skip(1) {
            if folder == self.root || fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

impl Store for DirectoryStore {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        let place = self.place(path)?;
        if let Some(listed) = self.listed(path)
            && let Some(difference) = changed::difference(listed, &place).map_err(at("read", &place))?
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                Changed::new(&self.root, &difference),
            ));
        }
        let file = open_file(&place).map_err(at("open", &place))?;
        Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file)))
    }

    fn write(&self, path: &str, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let place = self.place(path)?;
        self.make_folder_of(&place)?;
        let beside = temporary(&place);
        let result = write_beside(&beside, fill)
            .and_then(|()| self.make_way(path, &place, &beside))
            .and_then(|()| fs::rename(&beside, &place))
            .and_then(|()| sync_folder_of(&place))
            .map_err(at("write", &place));
        if result.is_ok() {
            self.adopt([path.to_owned()]);
        } else {
            // What went wrong first is reported; a file that cannot even be removed is overwritten by the next try.
            let _ = fs::remove_file(&beside);
        }
        result
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(path)?;
        if length == 0 {
            self.make_folder_of(&place)?;
        }
        let add = || {
            let mut options = OpenOptions::new();
            let mut file = match options.append(true).create(length == 0).open(&place) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(changed_meanwhile(None, length));
                }
                file => file?,
            };
            let found = file.metadata()?.len();
            // A second writer, or a file that was cut or edited meanwhile, shows in its length.
            if found != length {
                return Err(changed_meanwhile(Some(found), length));
            }
            file.write_all(bytes)
        };
        self.adopt([path.to_owned()]);
        add().map_err(at("append to", &place))
    }

    fn sync(&self, path: &str) -> io::Result<()> {
        let place = self.place(path)?;
        let bring = || {
            File::open(&place)?.sync_data()?;
            sync_folder_of(&place)
        };
        bring().map_err(at("bring to the disk", &place))
    }

    fn truncate(&self, path: &str, bytes: u64) -> io::Result<()> {
        let place = self.place(path)?;
        let cut = || {
            let file = OpenOptions::new().write(true).open(&place)?;
            let length = file.metadata()?.len();
            if length < bytes {
                let message = format!("it has {length} bytes and cannot be cut to its first {bytes}");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            file.set_len(bytes)?;
            // What follows is appended to this length, so the cut must be on the disk first.
            file.sync_all()
        };
        cut().map_err(at("shorten", &place))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let place = if folder.is_empty() {
            self.root.clone()
        } else {
            self.place(folder)?
        };
        let mut paths = Vec::new();
        match list_below(&place, folder, &mut paths) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !place.exists() => {}
            result => result.map_err(at("list", &place))?,
        }
        paths.sort_unstable();
        Ok(paths)
    }

    fn written(&self) -> io::Result<Vec<String>> {
        Ok(self.written_paths().iter().cloned().collect())
    }

    fn remove(&self, path: &str) -> io::Result<()> {
        let place = self.place(path)?;
        let removed = match fs::symlink_metadata(&place) {
            Ok(_) if self.listed.is_some() => self.remove_own(path, &place),
            Ok(found) if found.is_dir() => fs::remove_dir_all(&place),
            Ok(_) => fs::remove_file(&place),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result.map_err(at("remove", &place)),
        }?;
        let below = format!("{path}/");
        self.written_paths()
            .retain(|file| file != path && !file.starts_with(&below));
        self.remove_empty_folders_above(&place);
        Ok(())
    }
}

/// Whether a name is one that an interrupted write leaves.
pub(crate) fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".tmp")
}

/// Brings to the disk which names a folder holds. Elsewhere than on Unix the system does so by itself.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Opens a file, and nothing that would make the program wait, such as a pipe.
fn open_file(place: &Path) -> io::Result<File> {
    let found = fs::metadata(place)?;
    if found.is_file() || found.is_dir() {
        return File::open(place);
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "it is not a file"))
}

fn temporary(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}.tmp"))
}

/// Fills a file and waits until it is on the disk.
fn write_beside(beside: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER_BYTES, File::create(beside)?);
    fill(&mut out)?;
    out.into_inner()?.sync_all()
}

fn sync_folder_of(place: &Path) -> io::Result<()> {
    match place.parent() {
        Some(folder) if folder.as_os_str().is_empty() => sync_folder(Path::new(".")),
        Some(folder) => sync_folder(folder),
        None => Ok(()),
    }
}

/// All files below a folder, but not what interrupted writes left.
fn list_below(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            let message = format!("{:?} is not a UTF-8 name; rename it", entry.file_name());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        };
        let path = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}/{name}")
        };
        if entry.file_type()?.is_dir() {
            list_below(&entry.path(), &path, paths)?;
        } else if !is_temporary(&name) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Puts what was tried and where into an error, and keeps its kind.
pub(crate) fn at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    let path = path.to_owned();
    move |source| io::Error::new(source.kind(), Failure { action, path, source })
}

#[derive(Debug)]
struct Failure {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "cannot {} `{}`: {}",
            self.action,
            self.path.display(),
            self.source
        )
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(store: &DirectoryStore, path: &str) -> io::Result<String> {
        io::read_to_string(store.open(path)?)
    }

    fn put(store: &DirectoryStore, path: &str, text: &str) {
        store
            .write(path, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
    }

    #[test]
    fn what_is_written_is_read_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path().join("new"));
        put(&store, "trees/year-0000.csv", "a");
        put(&store, "trees/year-0000.csv", "bc");
        assert_eq!(text(&store, "trees/year-0000.csv").unwrap(), "bc");
    }

    #[test]
    fn a_write_that_fails_leaves_the_file_as_it_was_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path());
        put(&store, "a.csv", "whole");
        let mut fill = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 2 * BUFFER_BYTES])?;
            Err(io::Error::new(io::ErrorKind::StorageFull, "no room"))
        };
        let error = store.write("a.csv", &mut fill).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(
            error.to_string(),
            format!(
                "cannot write `{}`: no room",
                folder.path().join("a.csv").display()
            )
        );
        assert_eq!(text(&store, "a.csv").unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_file_is_absent_until_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path());
        let mut fill = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 2 * BUFFER_BYTES])?;
            assert!(!folder.path().join("a.csv").exists());
            assert_eq!(store.list("")?, [""; 0]);
            Ok(())
        };
        store.write("a.csv", &mut fill).unwrap();
        assert_eq!(store.list("").unwrap(), ["a.csv"]);
    }

    #[test]
    fn bytes_are_appended_and_cut() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path());
        store.append("deep/er/events.csv", 0, b"year\n").unwrap();
        store.append("deep/er/events.csv", 5, b"1\n").unwrap();
        store.truncate("deep/er/events.csv", 5).unwrap();
        assert_eq!(text(&store, "deep/er/events.csv").unwrap(), "year\n");
        let error = store.truncate("deep/er/events.csv", 6).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("it has 5 bytes and cannot be cut to its first 6"),
            "{error}"
        );
        assert_eq!(text(&store, "deep/er/events.csv").unwrap(), "year\n");
        assert_eq!(
            store.truncate("none.csv", 0).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }

    #[test]
    fn files_are_listed_below_a_folder_in_order_of_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path());
        for path in [
            "b.csv",
            "state/year-0010/seeds.csv",
            "state/year-0002/dead.csv",
            "state.csv",
        ] {
            put(&store, path, "");
        }
        fs::write(folder.path().join("state/.seeds.csv.tmp"), "cut").unwrap();
        fs::create_dir(folder.path().join("empty")).unwrap();
        let state = ["state/year-0002/dead.csv", "state/year-0010/seeds.csv"];
        assert_eq!(
            store.list("").unwrap(),
            ["b.csv", "state.csv", state[0], state[1]]
        );
        assert_eq!(store.list("state").unwrap(), state);
        assert_eq!(store.list("none/at/all").unwrap(), [""; 0]);
        assert_eq!(
            store.list("b.csv").unwrap_err().kind(),
            io::ErrorKind::NotADirectory
        );
        assert_eq!(
            store.list("b.csv/deep").unwrap_err().kind(),
            io::ErrorKind::NotADirectory
        );
    }

    #[test]
    fn a_file_is_written_while_others_remove_the_empty_folder_above() {
        let folder = tempfile::tempdir().unwrap();
        let store = &DirectoryStore::new(folder.path());
        std::thread::scope(|scope| {
            for task in 0..4 {
                scope.spawn(move || {
                    for _ in 0..200 {
                        store.remove(&format!("tasks/{task}")).unwrap();
                        put(store, &format!("tasks/{task}/task.json"), "");
                    }
                });
            }
        });
        assert_eq!(store.list("tasks").unwrap().len(), 4);
    }

    #[test]
    fn files_folders_and_nothing_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path());
        for path in ["a.csv", "state/year-0000/seeds.csv", "state/year-0010/seeds.csv"] {
            put(&store, path, "");
        }
        store.remove("a.csv").unwrap();
        store.remove("state/year-0000").unwrap();
        store.remove("never/was").unwrap();
        assert_eq!(store.list("").unwrap(), ["state/year-0010/seeds.csv"]);
        store.remove("state/year-0010/seeds.csv").unwrap();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            0,
            "empty folders go as well"
        );
    }

    #[test]
    fn a_missing_file_is_told_with_its_path_and_its_kind() {
        let error = DirectoryStore::new("/nowhere").open("census.csv").err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(
            error
                .to_string()
                .starts_with("cannot open `/nowhere/census.csv`: "),
            "{error}"
        );
    }

    /// What a caller's own error was caused by is found behind what was tried.
    #[test]
    fn the_cause_of_a_failure_is_kept() {
        let keep = understory_report::ReportError::Keep {
            figure: "map".to_owned(),
            source: "no ink".into(),
        };
        let error = at("write", Path::new("x"))(io::Error::other(keep));
        assert_eq!(
            error.to_string(),
            "cannot write `x`: cannot keep the figure `map`"
        );
        assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "no ink");
    }

    #[test]
    fn paths_that_leave_the_directory_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = DirectoryStore::new(folder.path().join("inside"));
        fs::write(folder.path().join("outside.csv"), "theirs").unwrap();
        for path in [
            "../outside.csv",
            "a/../../outside.csv",
            "/etc/passwd",
            "",
            ".",
            "a//b",
            "a/",
            "a\\b",
            "c:x",
            ".x.tmp",
        ] {
            let refused = [
                store.open(path).err().unwrap(),
                store.write(path, &mut |_| Ok(())).unwrap_err(),
                store.append(path, 0, b"ours").unwrap_err(),
                store.truncate(path, 0).unwrap_err(),
                store.remove(path).unwrap_err(),
            ];
            assert!(
                refused
                    .iter()
                    .all(|error| error.kind() == io::ErrorKind::InvalidInput),
                "{path}: {refused:?}"
            );
        }
        assert_eq!(store.list("..").unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(
            fs::read_to_string(folder.path().join("outside.csv")).unwrap(),
            "theirs"
        );
    }
}

//! One run at a time in a folder: a lock that the system lets go of when the program ends, however it ends.
//!
//! The file under the lock is `.NAME.lock` beside the folder. It goes with its holder, but for one that is killed or
//! ended by Ctrl-C at once: were the file removed while that one still writes, another could begin. It is hidden, does
//! no harm, and the next run takes and removes it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{FolderError, io_at};

/// Holds a lock file while it lives, and removes it afterwards.
#[derive(Debug)]
pub(crate) struct Lock {
    /// Held open for its lock.
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock at `path`; `None` while another run holds it.
    ///
    /// # Errors
    /// [`FolderError`]: something else stands there, or the system refuses.
    pub(super) fn take(path: &Path) -> Result<Option<Self>, FolderError> {
        // A pipe would make the program wait, and a link lead out of the folder.
        // Ours are empty: what is not is the user's.
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() || found.len() > 0) {
            return Err(FolderError::refused(
                format!(
                    "`{}` is needed as a lock, but it is not an empty file",
                    path.display()
                ),
                "move it away, or choose another folder with `--out`",
            ));
        }
        Self::take_file(path).map_err(io_at("lock", path))
    }

    /// Opens and locks the file, again and again until the lock is on the file that has the name.
    fn take_file(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file = File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Whoever held the lock may have removed the file after it was opened here; then the lock is on a
            // file without a name, which nobody else will ever see.
            if is_named(&file, path)? {
                return Ok(Some(Self {
                    _file: file,
                    path: path.to_owned(),
                }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) {
            // A lock file that stays is no harm: it is taken again by the next run.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((held.dev(), held.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_named(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_removed_or_replaced_is_no_longer_the_one_of_that_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".x.lock");
        let file = File::create(&path).unwrap();
        assert!(is_named(&file, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!is_named(&file, &path).unwrap());
        let _other = File::create(&path).unwrap();
        assert!(!is_named(&file, &path).unwrap());
    }

    /// A user's file of that name was taken for ours and removed.
    #[test]
    fn a_file_with_something_in_it_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".x.lock");
        fs::write(&path, "mine").unwrap();
        assert!(matches!(Lock::take(&path), Err(FolderError::Refused { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }

    #[test]
    fn no_two_hold_the_lock_while_it_is_taken_and_dropped_over_and_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".x.lock");
        let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while taken.load(Ordering::SeqCst) < 2000 {
                        let Some(lock) = Lock::take(&path).unwrap() else {
                            continue;
                        };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

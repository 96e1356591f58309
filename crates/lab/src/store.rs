//! Where an experiment keeps its tables: the only way in which this crate sees files.
//!
//! A path always has `/` between its parts. What `write` leaves is there whole or not at all; `append` promises
//! nothing before `sync`.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A folder of files, named by paths relative to it with `/` between the parts.
///
/// `understory::DirectoryStore` is one of files on a disk.
pub trait Store: Sync {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is none; otherwise what the system reports.
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>>;

    /// Writes a file that appears whole or not at all; one that was there is replaced. Folders are made as
    /// needed.
    ///
    /// # Errors
    /// What `fill`, which is called once, or the system reports; then the file is as it was before.
    fn write(&self, path: &str, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;

    /// Adds bytes to the end of a file, which must be `length` bytes long; where that is 0 and there is none, it
    /// is made. They may be lost in a power cut until [`Self::sync`].
    ///
    /// # Errors
    /// [`changed_meanwhile`] where the file has another length, otherwise what the system reports; some of the
    /// bytes may then be there.
    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> io::Result<()>;

    /// Waits until everything that was added to a file is on disk.
    ///
    /// # Errors
    /// What the system reports.
    fn sync(&self, path: &str) -> io::Result<()>;

    /// Cuts a file to its first `bytes`.
    ///
    /// # Errors
    /// What the system reports.
    fn truncate(&self, path: &str, bytes: u64) -> io::Result<()>;

    /// All files below `folder` (`""`: everything), in alphabetical order of their paths; none where the
    /// folder does not exist.
    ///
    /// # Errors
    /// What the system reports.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// The files that were written through this store and not removed since, in alphabetical order; of a store that
    /// nobody else writes to, all.
    ///
    /// # Errors
    /// What the system reports.
    fn written(&self) -> io::Result<Vec<String>> {
        self.list("")
    }

    /// Removes a file or a folder with everything in it, and the folders above that become empty; not an error
    /// where there is none.
    ///
    /// # Errors
    /// What the system reports.
    fn remove(&self, path: &str) -> io::Result<()>;
}

/// The error for a file that is not as long as what was written of it.
#[must_use]
pub fn changed_meanwhile(found: Option<u64>, expected: u64) -> io::Error {
    let found = found.map_or_else(
        || "it is gone".to_owned(),
        |found| format!("it has {found} bytes"),
    );
    let message = format!(
        "{found}, but {expected} bytes were written; it was changed or removed while the run was at work"
    );
    io::Error::new(io::ErrorKind::NotFound, message)
}

/// A store in memory: for tables without a disk, and for tests.
#[derive(Debug, Default)]
pub struct MemoryStore {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl MemoryStore {
    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        // A panic elsewhere leaves each file as it was or as it should be.
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        let bytes = self.files().get(path).cloned();
        let bytes =
            bytes.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("no file `{path}`")))?;
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn write(&self, path: &str, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        fill(&mut bytes)?;
        self.files().insert(path.to_owned(), bytes);
        Ok(())
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> io::Result<()> {
        let mut files = self.files();
        let found = files.get(path).map(|file| file.len() as u64);
        if found.unwrap_or(0) != length {
            return Err(changed_meanwhile(found, length));
        }
        files.entry(path.to_owned()).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn truncate(&self, path: &str, bytes: u64) -> io::Result<()> {
        let mut files = self.files();
        let file = files.get_mut(path).ok_or(io::ErrorKind::NotFound)?;
        file.truncate(usize::try_from(bytes).unwrap_or(usize::MAX));
        Ok(())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let below = |path: &&String| folder.is_empty() || path.starts_with(&format!("{folder}/"));
        Ok(self.files().keys().filter(below).cloned().collect())
    }

    fn remove(&self, path: &str) -> io::Result<()> {
        self.files()
            .retain(|file, _| file != path && !file.starts_with(&format!("{path}/")));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(store: &MemoryStore, path: &str) -> String {
        let mut text = String::new();
        store.open(path).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn what_was_written_is_all_that_a_store_in_memory_holds() {
        let store = MemoryStore::default();
        for path in ["b.csv", "a/c.csv"] {
            store.write(path, &mut |out| out.write_all(b"x")).unwrap();
        }
        assert_eq!(store.written().unwrap(), ["a/c.csv", "b.csv"]);
        store.remove("a").unwrap();
        assert_eq!(store.written().unwrap(), ["b.csv"]);
    }

    #[test]
    fn files_in_memory_are_written_grown_cut_and_removed() {
        let store = MemoryStore::default();
        assert_eq!(store.open("a").err().unwrap().kind(), io::ErrorKind::NotFound);
        store
            .write("a/b.csv", &mut |out| out.write_all(b"first"))
            .unwrap();
        store
            .write("a/b.csv", &mut |out| out.write_all(b"again"))
            .unwrap();
        let failed = store.write("a/b.csv", &mut |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert_eq!(
            (
                failed.unwrap_err().to_string().as_str(),
                read(&store, "a/b.csv").as_str()
            ),
            ("full", "again")
        );
        store.append("a/b.csv", 5, b" and more").unwrap();
        store.append("new", 0, b"begun").unwrap();
        store.sync("new").unwrap();
        assert_eq!(
            (read(&store, "a/b.csv").as_str(), read(&store, "new").as_str()),
            ("again and more", "begun")
        );
        let refused = store.append("new", 4, b"x").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "it has 5 bytes, but 4 bytes were written; it was changed or removed while the run was at work"
        );
        assert!(
            store
                .append("gone", 4, b"x")
                .unwrap_err()
                .to_string()
                .starts_with("it is gone, but 4 bytes")
        );
        store.truncate("a/b.csv", 2).unwrap();
        store.truncate("new", 99).unwrap();
        assert_eq!(
            (read(&store, "a/b.csv").as_str(), read(&store, "new").as_str()),
            ("ag", "begun")
        );
        assert_eq!(
            store.truncate("gone", 1).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }

    #[test]
    fn a_folder_is_what_lies_below_its_name_and_no_other() {
        let store = MemoryStore::default();
        for path in ["a/b/c", "ab", "a/d", "e"] {
            store.write(path, &mut |out| out.write_all(b"x")).unwrap();
        }
        assert_eq!(store.list("").unwrap(), ["a/b/c", "a/d", "ab", "e"]);
        assert_eq!(store.list("a").unwrap(), ["a/b/c", "a/d"]);
        assert!(store.list("e").unwrap().is_empty() && store.list("f").unwrap().is_empty());
        store.remove("a/b").unwrap();
        assert_eq!(store.list("").unwrap(), ["a/d", "ab", "e"]);
        store.remove("a").unwrap();
        store.remove("e").unwrap();
        store.remove("none").unwrap();
        assert_eq!(store.list("").unwrap(), ["ab"]);
    }
}

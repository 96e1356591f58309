//! Tables to which years append, known by their hash at any time without being read again.
//!
//! Always CSV: a Parquet file cannot grow.

use std::io::{self, Read, Write};

use understory_records::{CheckpointFile, Hashing, Table, append_rows, write_rows};

use crate::error::LabError;
use crate::store::Store;

/// A table to which years append. It is CSV in any format of the run, as a CSV can be cut anywhere.
pub(crate) struct Growing {
    path: &'static str,
    /// All that was written of it so far has passed here.
    passed: Hashing<io::Sink>,
}

impl Growing {
    /// One of which nothing is written.
    pub(crate) fn new(path: &'static str) -> Self {
        Self {
            path,
            passed: Hashing::new(io::sink()),
        }
    }

    /// One of which the first `bytes` stay and the others are cut off.
    pub(crate) fn cut(store: &dyn Store, path: &'static str, bytes: u64) -> Result<Self, LabError> {
        let mut growing = Self::new(path);
        if bytes == 0 {
            store.remove(path)?;
            return Ok(growing);
        }
        // The hash of what stays has to be made anew: that of the whole says nothing of a beginning.
        store.truncate(path, bytes)?;
        io::copy(&mut store.open(path)?.take(bytes), &mut growing.passed)?;
        Ok(growing)
    }

    /// Adds rows, with the header before the first. Fails where the file is not as long as what was written of it.
    pub(crate) fn append<R: Table>(
        &mut self,
        store: &dyn Store,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), LabError> {
        let written = self.passed.content().bytes;
        let mut bytes = Vec::new();
        if written == 0 {
            write_rows(&mut bytes, rows)?;
        } else {
            append_rows(&mut bytes, rows)?;
        }
        store.append(self.path, written, &bytes)?;
        self.passed.write_all(&bytes)?;
        Ok(())
    }

    /// Waits until all of it is on the disk.
    pub(crate) fn sync(&self, store: &dyn Store) -> Result<(), LabError> {
        if self.passed.content().bytes == 0 {
            return Ok(());
        }
        Ok(store.sync(self.path)?)
    }

    /// How it stands, for a checkpoint, when all of it is on the disk.
    pub(crate) fn stand(&self, store: &dyn Store) -> Result<CheckpointFile, LabError> {
        self.sync(store)?;
        let content = self.passed.content();
        Ok(CheckpointFile::new(self.path, &content, content.rows(), true))
    }
}

#[cfg(test)]
mod tests {
    use understory_records::{Content, ReplicateRow};

    use super::*;
    use crate::store::MemoryStore;

    fn row(year: u32) -> ReplicateRow {
        ReplicateRow {
            year,
            figure: "f".into(),
            value: 0.5,
        }
    }

    #[test]
    fn its_hash_is_that_of_the_file_also_after_a_cut() {
        let store = MemoryStore::default();
        let in_the_file = |store: &MemoryStore| Content::of(store.open("a.csv").unwrap()).unwrap();
        let mut growing = Growing::new("a.csv");
        growing.append(&store, [row(0)]).unwrap();
        let first = growing.stand(&store).unwrap();
        growing.append(&store, [row(1), row(2)]).unwrap();
        let second = growing.stand(&store).unwrap();
        assert_eq!(second.blake3, in_the_file(&store).blake3);
        assert_eq!((first.rows, second.rows), (1, 3));

        let nothing = Growing::new("none.csv").stand(&store).unwrap();
        assert_eq!((nothing.bytes, nothing.rows), (0, 0));
        assert!(Growing::cut(&store, "none.csv", 0).is_ok());

        let mut again = Growing::cut(&store, "a.csv", first.bytes).unwrap();
        assert_eq!(again.stand(&store).unwrap(), first);
        again.append(&store, [row(1), row(2)]).unwrap();
        assert_eq!(again.stand(&store).unwrap(), second);
    }

    #[test]
    fn a_file_that_was_removed_meanwhile_is_not_begun_anew() {
        let store = MemoryStore::default();
        let mut growing = Growing::new("a.csv");
        growing.append(&store, [row(0)]).unwrap();
        store.remove("a.csv").unwrap();
        let error = growing.append(&store, [row(1)]).unwrap_err();
        assert!(error.to_string().contains("was changed or removed"), "{error}");
        assert!(store.open("a.csv").is_err());
    }
}

//! Files that are read once, so that a scenario stays what it was while it is played with, whatever happens on the disk.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use understory_scenario::Files;

use crate::files::DiskFiles;

/// The files of a scenario, each as it was when it was first read.
#[derive(Debug, Default)]
pub(super) struct HeldFiles {
    read: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Files for HeldFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.read.borrow().get(path) {
            return Ok(bytes.clone());
        }
        let bytes = DiskFiles.read(path)?;
        self.read.borrow_mut().insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        DiskFiles.list(folder)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::slashed;

    #[test]
    fn a_file_stays_what_it_was_when_it_was_first_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = slashed(&folder.path().join("stand.toml"));
        fs::write(&path, "a").unwrap();
        let files = HeldFiles::default();
        assert_eq!(files.read(&path).unwrap(), b"a");
        fs::write(&path, "b").unwrap();
        assert_eq!(files.read(&path).unwrap(), b"a");
        assert!(files.read(&format!("{path}.none")).is_err());
    }
}

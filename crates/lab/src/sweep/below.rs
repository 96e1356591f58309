//! A folder of a store as a store of its own.

use std::io::{self, Read, Write};

use crate::store::Store;

/// A folder of a store.
pub(super) struct Below<'a> {
    store: &'a dyn Store,
    folder: String,
}

impl<'a> Below<'a> {
    pub(super) fn new(store: &'a dyn Store, folder: String) -> Self {
        Self { store, folder }
    }

    fn path(&self, path: &str) -> String {
        if path.is_empty() {
            self.folder.clone()
        } else {
            format!("{}/{path}", self.folder)
        }
    }

    fn within(&self, paths: Vec<String>) -> Vec<String> {
        let before = format!("{}/", self.folder);
        let below = paths.iter().filter_map(|path| path.strip_prefix(&before));
        below.map(str::to_owned).collect()
    }
}

impl Store for Below<'_> {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        self.store.open(&self.path(path))
    }

    fn write(&self, path: &str, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.store.write(&self.path(path), fill)
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> io::Result<()> {
        self.store.append(&self.path(path), length, bytes)
    }

    fn sync(&self, path: &str) -> io::Result<()> {
        self.store.sync(&self.path(path))
    }

    fn truncate(&self, path: &str, bytes: u64) -> io::Result<()> {
        self.store.truncate(&self.path(path), bytes)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        Ok(self.within(self.store.list(&self.path(folder))?))
    }

    fn written(&self) -> io::Result<Vec<String>> {
        Ok(self.within(self.store.written()?))
    }

    fn remove(&self, path: &str) -> io::Result<()> {
        self.store.remove(&self.path(path))
    }
}

//! Files of scenarios, from disk and from memory.

use std::{fs, io};

use understory_scenario::Files;

pub(crate) const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");

/// Files below a folder, so that messages do not depend on where the tests run.
pub(crate) struct Folder(pub(crate) &'static str);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(format!("{}/{path}", self.0))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(format!("{}/{folder}", self.0)) else {
            return Vec::new();
        };
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// The same with another text at one path.
pub(crate) struct Replaced {
    pub(crate) files: Folder,
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Files for Replaced {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == self.path {
            Ok(self.text.clone().into_bytes())
        } else {
            self.files.read(path)
        }
    }
}

/// Files in memory, by their paths.
pub(crate) struct Memory(pub(crate) Vec<(String, Vec<u8>)>);

impl Files for Memory {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(known, _)| known == path);
        found
            .map(|(_, bytes)| bytes.clone())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Paths of the scenarios in a folder of the corpus.
pub(crate) fn scenarios(folder: &str) -> Vec<String> {
    let names = Folder(CORPUS).list(folder);
    let found: Vec<_> = names.iter().filter(|name| name.ends_with(".toml")).collect();
    assert!(!found.is_empty());
    found.iter().map(|name| format!("{folder}/{name}")).collect()
}

/// Whether a problem is of the kind that the table of keys alone decides.
pub(crate) fn is_structural(message: &str) -> bool {
    [
        "is missing",
        "is not a known key",
        "but it must be",
        " must be at least",
        " must be greater than",
        "belongs to",
        "says nothing without",
        "cannot stand beside",
        "has none of",
        "at once",
        "is empty",
    ]
    .iter()
    .any(|part| message.contains(part))
}

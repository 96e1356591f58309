//! Where exported files go: into the folder of results, listed in its manifest, or elsewhere, and never over what is somebody
//! else's.

use std::path::{Path, PathBuf};

use understory_lab::store::Store;
use understory_records::{Content, Listing};

use super::error::GisError;
use crate::directory::DirectoryStore;
use crate::error::Error;
use crate::results::{Results, manifest_in};

/// Folder of exports in a folder of results.
const FOLDER: &str = "export";

/// A file that is made, and not yet written.
#[derive(Debug)]
pub(super) struct MadeFile {
    name: String,
    pub(super) about: String,
    bytes: Vec<u8>,
}

impl MadeFile {
    pub(super) fn new(name: String, about: String, bytes: Vec<u8>) -> Self {
        Self { name, about, bytes }
    }
}

/// The places of files.
#[derive(Debug)]
pub(super) struct Places {
    run: PathBuf,
    /// The folder that was asked for; without, that of the results.
    out: Option<PathBuf>,
    names: Vec<String>,
}

impl Places {
    /// As asked for, or in the folder of results. All are looked at before any is written.
    pub(super) fn of(run: &Path, out: Option<&Path>, files: &[MadeFile]) -> Result<Self, Error> {
        if let Some(out) = out.filter(|out| out.is_file()) {
            return Err(GisError::OutIsAFile {
                file: out.display().to_string(),
            }
            .into());
        }
        let places = Self {
            run: run.to_owned(),
            out: out.map(Path::to_owned),
            names: files.iter().map(|file| file.name.clone()).collect(),
        };
        if places.out.is_some() {
            if let Some(file) = places.of_files().find(|file| file.exists()) {
                let (file, why) = (file.display().to_string(), "");
                return Err(GisError::InTheWay { file, why }.into());
            }
            return Ok(places);
        }
        // What an earlier export left is what the manifest lists, with those bytes.
        let listing: Listing = manifest_in(run)?;
        let listed = listing.hashes();
        let store = DirectoryStore::existing(run);
        for (name, file) in places.names.iter().zip(places.of_files()) {
            if !file.exists() {
                continue;
            }
            let path = format!("{FOLDER}/{name}");
            let why = match listed.get(path.as_str()) {
                None => ", and the manifest does not list it",
                Some(hash) if !file.is_file() || Content::of(store.open(&path)?)?.blake3 != **hash => {
                    ", and was changed since it was exported"
                }
                Some(_) => continue,
            };
            return Err(GisError::InTheWay {
                file: file.display().to_string(),
                why,
            }
            .into());
        }
        Ok(places)
    }

    /// Where the files are, in their order.
    pub(super) fn of_files(&self) -> impl Iterator<Item = PathBuf> {
        let folder = self.out.clone().unwrap_or_else(|| self.run.join(FOLDER));
        self.names.clone().into_iter().map(move |name| folder.join(name))
    }

    /// Writes all, each whole or not at all.
    pub(super) fn write(&self, files: &[MadeFile]) -> Result<(), Error> {
        if let Some(out) = &self.out {
            let store = DirectoryStore::new(out);
            for file in files {
                store.write(&file.name, &mut |out| out.write_all(&file.bytes))?;
            }
            return Ok(());
        }
        let _held = crate::folder::hold(&self.run)?;
        let mut results = Results::in_folder(&self.run)?;
        for file in files {
            let path = format!("{FOLDER}/{}", file.name);
            results
                .store()
                .write(&path, &mut |out| out.write_all(&file.bytes))?;
        }
        results.list_new()
    }
}

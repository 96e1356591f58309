//! Where exported files go: into the folder of results, listed in its manifest, or elsewhere.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::folder::Kept;
use crate::results::{put_among_results, put_elsewhere};

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

/// Writes all, each whole or not at all. Gives their places, and what of the user's was in the way.
pub(super) fn write(
    run: &Path,
    out: Option<&Path>,
    files: &[MadeFile],
) -> Result<(Vec<PathBuf>, Kept), Error> {
    if let Some(out) = out.filter(|out| out.is_file()) {
        let file = out.display();
        let why = format!("`--out` is `{file}`, which is a file, but exports go into a folder");
        return Err(Error::refused(why, "give a folder, such as `--out maps`"));
    }
    let named = |before: &str| -> Vec<(String, &[u8])> {
        let named = |file: &MadeFile| format!("{before}{}", file.name);
        files.iter().map(|file| (named(file), &*file.bytes)).collect()
    };
    let kept = match out {
        Some(out) => put_elsewhere(out, &named(""))?,
        None => put_among_results(run, &named(&format!("{FOLDER}/")))?,
    };
    let folder = out.map_or_else(|| run.join(FOLDER), Path::to_owned);
    Ok((files.iter().map(|file| folder.join(&file.name)).collect(), kept))
}

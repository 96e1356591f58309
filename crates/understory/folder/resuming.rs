//! Where an interrupted run goes on: at the newest checkpoint that is whole, and from nothing that was changed since.
//!
//! A checkpoint without its own file, or with a table that has another hash, does not count; what was finished before
//! it must be as it was written.

use std::fs::File;
use std::path::Path;

use understory_lab::store::Store;
use understory_records::{
    Checkpoint, Document, DocumentError, Expected, FileDifference, Manifest, RunJson, difference, paths,
};

use super::error::{FolderError, RESTORE, io_at, joined};
use crate::directory::DirectoryStore;

/// Where work goes on; at year 0 where nothing grows from year to year.
#[derive(Default)]
pub(super) struct ResumePoint {
    pub(super) year: u32,
    /// What is wrong with newer ones.
    pub(super) passed_over: Vec<String>,
}

/// What the results in a folder were made from.
pub(super) fn complete_in(out: &Path) -> Result<RunJson, FolderError> {
    Ok(read::<Manifest>(&out.join(paths::MANIFEST))?.made_from)
}

/// The years of which an interrupted run has a checkpoint, newest first. A state without one was cut while it was
/// written.
pub(super) fn years(partial: &Path, store: &DirectoryStore) -> Result<Vec<u32>, FolderError> {
    let state = partial.join(paths::STATE);
    let files = store.list(paths::STATE).map_err(io_at("look into", &state))?;
    let mut years: Vec<u32> = files
        .iter()
        .filter_map(|path| paths::year_of_checkpoint(path))
        .collect();
    years.sort_unstable_by(|a, b| b.cmp(a));
    Ok(years)
}

/// The newest checkpoint whose state is whole; `None` where there is no checkpoint at all.
///
/// An older one takes the place of one that is damaged, where it was kept. What was finished before both must be as it
/// was written in any case: nothing makes it anew.
pub(super) fn newest_whole(
    partial: &Path,
    store: &DirectoryStore,
    wanted: &RunJson,
    begun: &RunJson,
) -> Result<Option<ResumePoint>, FolderError> {
    let mut damaged: Vec<FolderError> = Vec::new();
    for year in years(partial, store)? {
        match check(partial, store, year, wanted, begun) {
            Ok(()) => {
                let passed_over = damaged.iter().map(FolderError::damage).collect();
                return Ok(Some(ResumePoint { year, passed_over }));
            }
            Err(error) if error.is_of_a_checkpoint() => damaged.push(error),
            Err(error) => return Err(error),
        }
    }
    damaged.into_iter().next().map_or(Ok(None), Err)
}

/// Refuses a checkpoint that is not whole, of another run, or whose run has files that were changed.
fn check(
    partial: &Path,
    store: &DirectoryStore,
    year: u32,
    wanted: &RunJson,
    begun: &RunJson,
) -> Result<(), FolderError> {
    let path = partial.join(paths::checkpoint(year));
    let checkpoint: Checkpoint = read(&path)?;
    if checkpoint.year != year {
        return Err(FolderError::Damaged {
            damage: format!(
                "year {year}: `{}` holds the state of year {}",
                path.display(),
                checkpoint.year
            ),
            path: partial.to_owned(),
        });
    }
    let of_checkpoint = RunJson {
        version: checkpoint.version.clone(),
        identity: checkpoint.identity.clone(),
        seed: checkpoint.seed,
        years: year,
        ..begun.clone()
    };
    refuse_other(&path, wanted, &of_checkpoint)?;
    let changed = |differences: Vec<FileDifference>, is_finished| {
        if differences.is_empty() {
            return Ok(());
        }
        let damaged = FolderError::Damaged {
            path: partial.to_owned(),
            damage: format!("year {year}: {}", joined(&differences)),
        };
        // Of what was finished before, no older checkpoint makes anything anew.
        Err(if is_finished {
            FolderError::refused(damaged.to_string(), RESTORE)
        } else {
            damaged
        })
    };
    let open = |path: &str| store.open(path);
    let unread = || io_at("check the tables in", partial);
    changed(checkpoint.differences(open).map_err(unread())?, false)?;
    let finished = checkpoint.finished(open).map_err(unread())?;
    let mut differences = Vec::new();
    for file in &finished {
        differences.extend(difference(&Expected::from(file), open).map_err(unread())?);
    }
    changed(differences, true)?;
    let own = checkpoint
        .files
        .iter()
        .chain([&checkpoint.finished])
        .chain(&finished);
    store.adopt(own.map(|file| file.path.clone()).chain([paths::checkpoint(year)]));
    // Each is held against its own hash before it counts.
    store.adopt(store.list("replicates").map_err(unread())?);
    Ok(())
}

/// Refuses a run that was begun from something else.
pub(super) fn refuse_other(path: &Path, wanted: &RunJson, begun: &RunJson) -> Result<(), FolderError> {
    let differences = wanted.differences_from(begun);
    if differences.is_empty() {
        return Ok(());
    }
    Err(FolderError::refused(
        format!(
            "`{}` was begun as another run: {}",
            path.display(),
            joined(&differences)
        ),
        "give what it was begun with (`scenario.toml` there), choose another folder with `--out`, or start anew \
         without `--resume`",
    ))
}

pub(super) fn read<D: Document>(path: &Path) -> Result<D, FolderError> {
    let name = path.display().to_string();
    let read = File::open(path).map_err(|source| DocumentError::Read {
        file: name.clone(),
        source,
    });
    read.and_then(|file| D::read(&name, file))
        .map_err(|source| FolderError::Document {
            source,
            so: String::new(),
            way_out: "restore the file, or start anew without `--resume`",
        })
}

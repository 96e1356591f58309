//! From an experiment to results: in a store, in a folder, from tasks that were run one by one.

use std::path::{Path, PathBuf};
use std::time::Instant;

use understory_lab::End;
use understory_lab::store::Store;
use understory_records::{Manifest, Performance, RunJson};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::folder::{Kept, RunFolder, Start};
use crate::kinds::shown;
use crate::kinds::sweep::SweptForest;
use crate::manifests::close;
use crate::stored::{Each, keep, keep_page};

/// Makes the results of an experiment in a store, from the start or from the checkpoint of the year `from`: tables, figures, page and
/// manifest.
///
/// # Errors
/// [`Error`]; what was finished stays in the store, without a manifest.
pub fn make(
    experiment: &dyn Experiment,
    store: &dyn Store,
    from: Option<u32>,
    host: &dyn Host,
) -> Result<End<(Summary, Manifest)>, Error> {
    let begun = Instant::now();
    experiment.write_inputs(store)?;
    let found = match experiment.tables(store, from, host)? {
        End::Complete(found) => found,
        End::Stopped { year } => return Ok(End::Stopped { year }),
    };
    host.step("drawing figures", 0, 1);
    finish(experiment.made_from(), found, store, begun).map(End::Complete)
}

/// Draws figures and page, and writes the manifest, last: results without one are not whole.
fn finish(
    made_from: RunJson,
    found: Found<'_>,
    store: &dyn Store,
    begun: Instant,
) -> Result<(Summary, Manifest), Error> {
    let Found {
        body,
        took,
        summary,
        drawing,
    } = found;
    let mut manifest = Manifest {
        made_from,
        threads: took.is_some().then(|| rayon::current_num_threads() as u64),
        performance: took.map(|parts| Performance {
            wall_s: 0.0,
            peak_rss_bytes: None,
            parts,
        }),
        files: Vec::new(),
        others: Vec::new(),
        body,
    };
    let files = shown(&manifest).files(store)?;
    manifest.files = files;
    // Figures of a run that was stopped while it was drawn may have had another last year.
    store.remove("figures")?;
    let each: Each<'_> = &mut |figure| keep(store, &figure);
    match drawing {
        Some(draw) => draw(store, &manifest, each)?,
        None => shown(&manifest).draw(store, None, each)?,
    }
    if let Some(page) = shown(&manifest).page(store)? {
        keep_page(store, &page)?;
    }
    close(&mut manifest, begun, store)?;
    Ok((summary, manifest))
}

/// What came of an experiment in a folder.
#[derive(Debug)]
pub enum Made {
    /// The results are whole.
    Whole {
        /// What a person is shown of them.
        summary: Summary,
        /// The manifest of what was left.
        manifest: Box<Manifest>,
        /// Where the results are.
        folder: PathBuf,
        /// What of the user's was in the former results, and is in these now.
        kept: Kept,
    },
    /// They were to be resumed, but are complete already.
    AlreadyComplete {
        /// Where they are.
        folder: PathBuf,
    },
    /// The host stopped it.
    Stopped {
        /// After this year of the first replicate; 0 where nothing grows.
        year: u32,
        /// Where what was finished is.
        partial: PathBuf,
    },
}

impl Made {
    /// What a person is shown, the manifest and where the results are, where they are whole and were made just now.
    #[must_use]
    pub fn whole(self) -> Option<(Summary, Manifest, PathBuf)> {
        match self {
            Self::Whole {
                summary,
                manifest,
                folder,
                ..
            } => Some((summary, *manifest, folder)),
            Self::AlreadyComplete { .. } | Self::Stopped { .. } => None,
        }
    }
}

/// Makes the results of an experiment in a folder, which appears whole or not at all, by the rules of [`RunFolder`]. With
/// `resume` an interrupted run goes on from its newest checkpoint; without, it is given up.
///
/// # Errors
/// [`Error`]; what was finished and is worth keeping stays beside the folder, in `FOLDER.partial`.
pub fn make_into(
    experiment: &dyn Experiment,
    folder: &Path,
    resume: bool,
    host: &dyn Host,
) -> Result<Made, Error> {
    // What fails after hours was wrong from the start.
    experiment.check(host)?;
    // Built beside the folder, which former results hold until the new ones are whole.
    let made_from = experiment.made_from();
    let goes_on = experiment.goes_on().filter(|_| resume);
    let (building, start) = RunFolder::open_over(folder, &made_from, goes_on, experiment.replaces())?;
    host.begins(&building, &start);
    let from = match start {
        Start::Fresh { .. } => None,
        Start::Continue { year, .. } => Some(year),
        Start::AlreadyComplete => {
            let folder = building.out().to_owned();
            return Ok(Made::AlreadyComplete { folder });
        }
    };
    let (summary, manifest) = match make(experiment, &building.store(), from, host) {
        Ok(End::Complete(made)) => made,
        Ok(End::Stopped { year }) => {
            let partial = building.partial().to_owned();
            return Ok(Made::Stopped { year, partial });
        }
        Err(error) => {
            if !experiment.keeps_what_was_finished() {
                building.give_up()?;
            }
            return Err(error);
        }
    };
    // Renamed into its place, and what was there of the user's goes along.
    let (folder, kept) = building.finish()?;
    Ok(Made::Whole {
        summary,
        manifest: Box::new(manifest),
        folder,
        kept,
    })
}

/// Makes the table of a sweep whose tasks were run one by one in `out`, with manifest and figures. Gives also what of the user's was
/// in the way.
///
/// # Errors
/// [`Error::Folder`] where `out` holds something else, [`Error::Lab`] where tasks are missing; then nothing is written.
pub fn gather(swept: &SweptForest<'_>, out: &Path) -> Result<((Summary, Manifest), Kept), Error> {
    let begun = Instant::now();
    let folder = swept.folder_of_tasks(out)?;
    let store = folder.gathering()?;
    let found = swept.gathered(&store)?;
    swept.write_inputs(&store)?;
    let made = finish(swept.made_from(), found, &store, begun)?;
    folder.finish()?;
    Ok((made, store.kept()))
}

//! From an experiment to a folder of results: the way that every command goes, from top to bottom.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use understory_lab::store::Store;
use understory_lab::{End, Estimate, Watch};
use understory_records::{Body, ClaimsRow, Manifest, Performance, RunJson, Took};

use crate::error::Error;
use crate::folder::{GoesOn, Kept, Replaces, RunFolder, Start};
use crate::kinds::drawn;
use crate::machine::check_memory;
use crate::manifests::{close, files_of};
use crate::stored::{Each, keep, keep_page};

/// Work that leaves results: tables, figures and a manifest. A forest or a tree that grows, a comparison, claims or a
/// pattern that is measured.
pub trait Experiment {
    /// What the results are made from, by hashes: by it an interrupted experiment is recognised.
    fn made_from(&self) -> RunJson;

    /// The earlier results that these may take the place of.
    fn replaces(&self) -> Replaces {
        Replaces::Any
    }

    /// Where it goes on when it was interrupted; nowhere where it begins anew.
    fn goes_on(&self) -> Option<GoesOn> {
        None
    }

    /// Whether what was finished is worth keeping after an error.
    fn keeps_what_was_finished(&self) -> bool {
        self.goes_on().is_some()
    }

    /// Tries what would go wrong later: founders and methods are laid out, memory is estimated.
    ///
    /// # Errors
    /// [`Error`], before anything is written.
    fn check(&self, host: &dyn Host) -> Result<(), Error>;

    /// Writes what the tables are made from, so that partial results show which inputs they came from.
    ///
    /// # Errors
    /// What the store reports.
    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        let _ = store;
        Ok(())
    }

    /// Makes the tables, from the start or from the checkpoint of the year `from`.
    ///
    /// # Errors
    /// [`Error`]; what was finished stays in the store.
    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error>;

    /// Makes the results from the start, or from the checkpoint of the year `from`: tables, figures, page and manifest.
    ///
    /// # Errors
    /// [`Error`]; what was finished stays in the store, without a manifest.
    fn make(
        &self,
        store: &dyn Store,
        from: Option<u32>,
        host: &dyn Host,
    ) -> Result<End<(Summary, Manifest)>, Error> {
        let begun = Instant::now();
        self.write_inputs(store)?;
        let found = match self.tables(store, from, host)? {
            End::Complete(found) => found,
            End::Stopped { year } => return Ok(End::Stopped { year }),
        };
        host.step("drawing figures", 0, 1);
        finish(self.made_from(), found, store, begun).map(End::Complete)
    }
}

/// What came of an experiment, beside its tables.
pub struct Found<'a> {
    /// What its results alone have in the manifest.
    pub body: Body,
    /// What parts of its time are known; none of results that are the same each time, with their manifest.
    pub took: Option<Took>,
    /// What a person is shown.
    pub summary: Summary,
    /// How its figures are drawn; from the tables alone where this is not said.
    pub drawing: Option<Drawing<'a>>,
}

/// Draws figures and hands them on, one at a time.
pub type Drawing<'a> = Box<dyn Fn(Each<'_>) -> Result<(), Error> + 'a>;

/// What a person is shown of results; all of it is in their tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What was made, such as `old-field: 150 years`; may be empty.
    pub line: String,
    /// At which pace, such as `0.62 µs per tree-year`; may be empty.
    pub pace: String,
    /// Its numbers, in lines of text; may be empty.
    pub table: String,
    /// What a reader should know, a line each.
    pub notes: Vec<String>,
}

/// Draws figures and page, and writes the manifest, last: results without one are not whole.
pub(crate) fn finish(
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
        files: files_of(&body, store)?,
        others: Vec::new(),
        body,
    };
    // Figures of a run that was stopped while it was drawn may have had another last year.
    store.remove("figures")?;
    let each: Each<'_> = &mut |figure| keep(store, &figure);
    match drawing {
        Some(draw) => draw(each)?,
        None => drawn::draw(store, &manifest, None, each)?,
    }
    if let Some(page) = drawn::page(store, &manifest)? {
        keep_page(store, &page)?;
    }
    close(&mut manifest, begun, store)?;
    Ok((summary, manifest))
}

/// The program that asks for results: what it learns on the way, and where it may refuse to go on.
pub trait Host: Watch {
    /// A forest was estimated: in words what it takes, and in numbers. An error refuses it.
    ///
    /// # Errors
    /// Unless a program has its own rule, [`Error::TooLarge`] where the machine lacks the memory.
    fn estimated(&self, takes: &str, estimate: &Estimate) -> Result<(), Error> {
        check_memory(takes, estimate.memory_bytes)
    }

    /// Whether it only asks if the work can begin: a bound on what a forest takes then says enough where the machine has that much,
    /// and a tree is grown to see whether it can be.
    fn only_checks(&self) -> bool {
        false
    }

    /// So many runs are asked for. An error refuses them.
    ///
    /// # Errors
    /// Unless a program has its own rule, none.
    fn sweep(&self, runs: u64) -> Result<(), Error> {
        let _ = runs;
        Ok(())
    }

    /// The folder is taken, and the work begins there.
    fn begins(&self, folder: &RunFolder, start: &Start) {
        let _ = (folder, start);
    }

    /// A claim was measured.
    ///
    /// # Errors
    /// What keeps the program from going on.
    fn measured(&self, claim: &ClaimsRow) -> io::Result<()> {
        let _ = claim;
        Ok(())
    }
}

impl Host for () {}

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
    let (summary, manifest) = match experiment.make(&building.store(), from, host) {
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

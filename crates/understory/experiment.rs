//! From an experiment to a folder of results: the way that every command goes, from top to bottom.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use understory_lab::store::Store;
use understory_lab::{End, Estimate, Watch};
use understory_records::{ClaimsRow, RunJson};

use crate::error::Error;
use crate::figures::Each;
use crate::folder::{GoesOn, Kept, Replaces, RunFolder, Start};
use crate::left::keep;
use crate::machine::check_memory;
use crate::manifests::{Closing, close};
use crate::pages;

/// Work that leaves results: tables, figures and a manifest. A forest or a tree that grows, a comparison, claims or a
/// pattern that is measured.
pub trait Experiment {
    /// What it finds, beside what it leaves.
    type Found;
    /// What tells what it left.
    type Manifest: Closing;

    /// What the results are made from, by hashes: by it an interrupted experiment is recognised.
    fn made_from(&self) -> RunJson;

    /// The earlier results that these may take the place of.
    fn replaces(&self) -> Replaces {
        Replaces::Any
    }

    /// Where it goes on when it was interrupted.
    fn goes_on(&self) -> GoesOn {
        GoesOn::AtCheckpoint
    }

    /// Whether what was finished is worth keeping after an error.
    fn keeps_what_was_finished(&self) -> bool {
        true
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
    fn tables(
        &self,
        store: &dyn Store,
        from: Option<u32>,
        host: &dyn Host,
    ) -> Result<End<Self::Found>, Error>;

    /// What the manifest says of the tables.
    ///
    /// # Errors
    /// What the store reports.
    fn manifest(&self, found: &Self::Found, store: &dyn Store) -> Result<Self::Manifest, Error>;

    /// Draws the figures and hands each to `each`.
    ///
    /// # Errors
    /// [`Error::Report`] for what cannot be drawn, or what `each` reports.
    fn draw(
        &self,
        store: &dyn Store,
        found: &Self::Found,
        manifest: &Self::Manifest,
        each: Each<'_>,
    ) -> Result<(), Error>;

    /// The results as a page for a browser, from their tables; none where there is no page of this kind of results yet.
    ///
    /// # Errors
    /// [`Error::Page`] for what cannot be drawn, or what the store reports.
    fn page(&self, store: &dyn Store, manifest: &Self::Manifest) -> Result<Option<String>, Error> {
        let _ = (store, manifest);
        Ok(None)
    }

    /// Makes the results from the start, or from the checkpoint of the year `from`.
    ///
    /// # Errors
    /// [`Error`]; what was finished stays in the store, without a manifest.
    fn make(
        &self,
        store: &dyn Store,
        from: Option<u32>,
        host: &dyn Host,
    ) -> Result<End<FoundAndManifest<Self>>, Error> {
        let begun = Instant::now();
        self.write_inputs(store)?;
        let found = match self.tables(store, from, host)? {
            End::Complete(found) => found,
            End::Stopped { year } => return Ok(End::Stopped { year }),
        };
        let mut manifest = self.manifest(&found, store)?;
        // Figures of a run that was stopped while it was drawn may have had another last year.
        store.remove("figures")?;
        host.step("drawing figures", 0, 1);
        self.draw(store, &found, &manifest, &mut |figure| keep(store, &figure))?;
        if let Some(page) = self.page(store, &manifest)? {
            pages::keep(store, &page)?;
        }
        // Last: results without a manifest are not whole.
        close(&mut manifest, begun, store)?;
        Ok(End::Complete((found, manifest)))
    }
}

/// What an experiment finds, and the manifest that tells what it left.
pub type FoundAndManifest<E> = (<E as Experiment>::Found, <E as Experiment>::Manifest);

/// The program that asks for results: what it learns on the way, and where it may refuse to go on.
pub trait Host: Watch {
    /// A forest was estimated: in words what it takes, and in numbers. An error refuses it.
    ///
    /// # Errors
    /// Unless a program has its own rule, [`Error::TooLarge`] where the machine lacks the memory.
    fn estimated(&self, takes: &str, estimate: &Estimate) -> Result<(), Error> {
        check_memory(takes, estimate.memory_bytes)
    }

    /// Whether a bound on what a forest takes says enough where the machine has that much: to know better a part of it is grown.
    fn takes_bounds(&self) -> bool {
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
pub enum Made<T, M> {
    /// The results are whole.
    Whole {
        /// What was found.
        found: T,
        /// What tells what was left.
        manifest: M,
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

impl<T, M> Made<T, M> {
    /// What was found, the manifest and where the results are, where they are whole and were made just now.
    #[must_use]
    pub fn whole(self) -> Option<(T, M, PathBuf)> {
        match self {
            Self::Whole {
                found,
                manifest,
                folder,
                ..
            } => Some((found, manifest, folder)),
            Self::AlreadyComplete { .. } | Self::Stopped { .. } => None,
        }
    }
}

/// Makes the results of an experiment in a folder, which appears whole or not at all, by the rules of [`RunFolder`]. With
/// `resume` an interrupted run goes on from its newest checkpoint; without, it is given up.
///
/// # Errors
/// [`Error`]; what was finished and is worth keeping stays beside the folder, in `FOLDER.partial`.
pub fn make_into<E: Experiment>(
    experiment: &E,
    folder: &Path,
    resume: bool,
    host: &dyn Host,
) -> Result<Made<E::Found, E::Manifest>, Error> {
    // What fails after hours was wrong from the start.
    experiment.check(host)?;
    // Built beside the folder, which former results hold until the new ones are whole.
    let made_from = experiment.made_from();
    let (building, start) = RunFolder::open_over(
        folder,
        &made_from,
        resume.then(|| experiment.goes_on()),
        experiment.replaces(),
    )?;
    host.begins(&building, &start);
    let from = match start {
        Start::Fresh { .. } => None,
        Start::Continue { year, .. } => Some(year),
        Start::AlreadyComplete => {
            let folder = building.out().to_owned();
            return Ok(Made::AlreadyComplete { folder });
        }
    };
    let (found, manifest) = match experiment.make(&building.store(), from, host) {
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
        found,
        manifest,
        folder,
        kept,
    })
}

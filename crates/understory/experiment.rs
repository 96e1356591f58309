//! What an experiment is, what it finds, and what it asks of the program that wants its results.

use std::io;

use understory_lab::store::Store;
use understory_lab::{End, Estimate, Watch};
use understory_records::{Body, ClaimsRow, Manifest, RunJson, Took};

use crate::error::Error;
use crate::folder::{GoesOn, Replaces, RunFolder, Start};
use crate::machine::check_memory;
use crate::stored::Each;

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

/// Draws figures and hands them on, one at a time; what else was left is in the store, by the manifest.
pub type Drawing<'a> = Box<dyn FnOnce(&dyn Store, &Manifest, Each<'_>) -> Result<(), Error> + 'a>;

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

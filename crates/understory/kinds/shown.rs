//! What is shown of results from their tables alone, by the manifest of their kind.

use understory_lab::store::Store;
use understory_lab::{LabError, tables_in};
use understory_records::TableFile;

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::results::Results;
use crate::stored::Each;

/// What is shown of results of a kind; implemented for its manifest.
pub(crate) trait Shown {
    /// The files that a manifest lists with their rows: the tables and, of some kinds, all files for other programs.
    fn files(&self, store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
        tables_in(store)
    }

    /// Draws the figures; those of forests and comparisons as wide as is asked for.
    fn draw(&self, store: &dyn Store, width_mm: Option<f64>, each: Each<'_>) -> Result<(), Error>;

    /// The page for a browser; none of a kind that has no page.
    fn page(&self, store: &dyn Store) -> Result<Option<String>, Error> {
        let _ = store;
        Ok(None)
    }

    /// Says what happened, with numbers.
    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        let _ = (results, said);
        Err(Error::Refused {
            why: "these results have no description in words".to_owned(),
            way_out: "look at their figures and tables; `explain` describes results of `understory run`, `compare`, `grow`, \
                      `place`, `sweep` and `calibrate`"
                .to_owned(),
        })
    }
}

/// A program without claims has nothing to draw them by.
#[cfg(not(feature = "claims"))]
impl Shown for understory_records::ClaimsManifest<'_> {
    fn draw(&self, _: &dyn Store, _: Option<f64>, _: Each<'_>) -> Result<(), Error> {
        Ok(crate::feature::Feature::Claims.needed_by("drawing what claims show")?)
    }
}

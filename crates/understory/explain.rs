//! What happened, in about ten sentences with numbers and the figure to look at: from the tables alone.

mod calibration;
mod comparison;
mod forest;
mod said;
mod sweep;
mod tree;
mod words;
mod world;

use understory_records::paths;

use self::said::Said;
use crate::error::Error;
use crate::left::is_listed;
use crate::results::{AnyManifest, Results};

pub use self::said::Sentence;

/// Says what results show.
///
/// # Errors
/// [`Error::Io`] or [`Error::Read`] of a table that is not as it was left, [`Error::Refused`] for results of which there is
/// nothing to tell in sentences.
pub fn explain(results: &Results) -> Result<Vec<Sentence>, Error> {
    let (mut said, others) = (Said::default(), results.about().others());
    match results.about() {
        AnyManifest::Run(manifest) => {
            if !manifest.recorded_years.is_empty() {
                forest::forest(&mut said, results, manifest)?;
            }
            if is_listed(&manifest.files, paths::METHODS) {
                comparison::comparison(&mut said, results)?;
            }
        }
        AnyManifest::Tree(manifest) => tree::tree(&mut said, results, manifest)?,
        AnyManifest::World(manifest) => world::world(&mut said, results, manifest)?,
        AnyManifest::Sweep(manifest) => sweep::sweep(&mut said, results, manifest)?,
        AnyManifest::Calibrate(manifest) => calibration::calibration(&mut said, results, manifest)?,
        _ => {
            return Err(Error::Refused {
                why: "these results have no description in words".to_owned(),
                way_out: "look at their figures and tables; `explain` describes results of `understory run`, `compare`, `grow`, \
                          `place`, `sweep` and `calibrate`"
                    .to_owned(),
            });
        }
    }
    Ok(said.with_figures(others))
}

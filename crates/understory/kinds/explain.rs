//! What happened, in about ten sentences with numbers and the figure to look at: from the tables alone.

use understory_records::{Body, paths};

use super::calibrate::explain::calibration;
use super::compare::explain::comparison;
use super::grow::explain::tree;
use super::place::explain::world;
use super::run::explain::forest;
use super::sentences::{Said, Sentence};
use super::sweep::explain::sweep;
use crate::error::Error;
use crate::results::Results;
use crate::stored::is_listed;

/// Says what results show.
///
/// # Errors
/// [`Error::Io`] or [`Error::Read`] of a table that is not as it was left, [`Error::Refused`] for results of which there is
/// nothing to tell in sentences.
pub fn explain(results: &Results) -> Result<Vec<Sentence>, Error> {
    let (mut said, about) = (Said::default(), results.about());
    match &about.body {
        Body::Run(body) | Body::Compare(body) => {
            let manifest = about.with(body);
            if !manifest.recorded_years.is_empty() {
                forest(&mut said, results, manifest)?;
            }
            if is_listed(&about.files, paths::METHODS) {
                comparison(&mut said, results)?;
            }
        }
        Body::Grow => tree(&mut said, results, about)?,
        Body::Place(body) => world(&mut said, results, about.with(&**body))?,
        Body::Sweep(body) => sweep(&mut said, results, about.with(body))?,
        Body::Calibrate(body) => calibration(&mut said, results, about.with(body))?,
        _ => {
            return Err(Error::Refused {
                why: "these results have no description in words".to_owned(),
                way_out: "look at their figures and tables; `explain` describes results of `understory run`, `compare`, `grow`, \
                          `place`, `sweep` and `calibrate`"
                    .to_owned(),
            });
        }
    }
    Ok(said.with_figures(&about.others))
}

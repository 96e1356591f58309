//! What is drawn of results from their tables alone: figures and page, by the kind of results.

use understory_lab::store::Store;
use understory_records::{Body, Manifest};

use super::bake::figures as bake;
use super::calibrate::figures as calibrate;
use super::grow::{figures as grow, page as grow_page};
use super::place::{figures as place, page as place_page};
use super::run::{figures as run, page as run_page};
use super::scatter::figures as scatter;
use super::sweep::figures as sweep;
use crate::error::Error;
#[cfg(not(feature = "claims"))]
use crate::feature::Feature;
use crate::stored::Each;

/// Draws the figures of results from their tables; those of forests and comparisons as wide as is asked for.
pub(crate) fn draw(
    store: &dyn Store,
    manifest: &Manifest,
    width_mm: Option<f64>,
    each: Each<'_>,
) -> Result<(), Error> {
    match &manifest.body {
        Body::Run(body) | Body::Compare(body) => run::of_run(store, manifest.with(body), width_mm, each),
        Body::Grow => grow::of_tree(store, manifest, each),
        Body::Place(body) => place::of_world(store, manifest.with(&**body), each),
        Body::Scatter(body) => scatter::of_scatter(store, manifest.with(body), each),
        Body::Stats(_) => Err(Error::StatsNotDrawn),
        Body::Bake(body) => bake::of_tile(store, body, each),
        Body::Sweep(body) => sweep::of_sweep(store, manifest.with(body), each),
        Body::Calibrate(body) => calibrate::of_calibration(store, manifest.with(body), each),
        #[cfg(feature = "claims")]
        Body::Claims(body) => super::claims::figures::draw_measured(store, body, each),
        #[cfg(not(feature = "claims"))]
        Body::Claims(_) => Ok(Feature::Claims.needed_by("drawing what claims show")?),
    }
}

/// The page of results, from their tables; none of a kind that has no page.
pub(crate) fn page(store: &dyn Store, manifest: &Manifest) -> Result<Option<String>, Error> {
    Ok(Some(match &manifest.body {
        Body::Run(body) | Body::Compare(body) => run_page::of_run(store, manifest.with(body))?,
        Body::Grow => grow_page::of_tree(store, manifest)?,
        Body::Place(body) => place_page::of_world(store, manifest.with(&**body))?,
        _ => return Ok(None),
    }))
}

//! What is drawn of results from their tables alone: figures and page, by the kind of results.

use understory_lab::store::Store;
use understory_records::{Body, Manifest};

use crate::error::Error;
#[cfg(not(feature = "claims"))]
use crate::feature::Feature;
use crate::{figures, pages};

/// Draws the figures of results from their tables; those of forests and comparisons as wide as is asked for.
pub(crate) fn draw(
    store: &dyn Store,
    manifest: &Manifest,
    width_mm: Option<f64>,
    each: figures::Each<'_>,
) -> Result<(), Error> {
    match &manifest.body {
        Body::Run(body) | Body::Compare(body) => figures::of_run(store, manifest.with(body), width_mm, each),
        Body::Grow => figures::of_tree(store, manifest, each),
        Body::Place(body) => figures::of_world(store, manifest.with(&**body), each),
        Body::Scatter(body) => figures::of_scatter(store, manifest.with(body), each),
        Body::Stats(_) => Err(Error::StatsNotDrawn),
        Body::Bake(body) => figures::of_tile(store, body, each),
        Body::Sweep(body) => figures::of_sweep(store, manifest.with(body), each),
        Body::Calibrate(body) => figures::of_calibration(store, manifest.with(body), each),
        #[cfg(feature = "claims")]
        Body::Claims(body) => crate::measured_claims::figures::draw_measured(store, body, each),
        #[cfg(not(feature = "claims"))]
        Body::Claims(_) => Ok(Feature::Claims.needed_by("drawing what claims show")?),
    }
}

/// The page of results, from their tables; none of a kind that has no page.
pub(crate) fn page(store: &dyn Store, manifest: &Manifest) -> Result<Option<String>, Error> {
    Ok(Some(match &manifest.body {
        Body::Run(body) | Body::Compare(body) => pages::of_run(store, manifest.with(body))?,
        Body::Grow => pages::of_tree(store, manifest)?,
        Body::Place(body) => pages::of_world(store, manifest.with(&**body))?,
        _ => return Ok(None),
    }))
}

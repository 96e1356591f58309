//! What is drawn of results from their tables alone: figures and page, by the kind of results.

use understory_lab::store::Store;
use understory_records::{Body, Manifest};

use super::forest::{figures as forest, page as forest_page};
use super::tree::{figures as tree, page as tree_page};
use super::world::{figures as world, page as world_page};
use super::{
    calibration::figures as calibration, points::figures as points, sweep::figures as sweep,
    tile::figures as tile,
};
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
        Body::Run(body) | Body::Compare(body) => forest::of_run(store, manifest.with(body), width_mm, each),
        Body::Grow => tree::of_tree(store, manifest, each),
        Body::Place(body) => world::of_world(store, manifest.with(&**body), each),
        Body::Scatter(body) => points::of_scatter(store, manifest.with(body), each),
        Body::Stats(_) => Err(Error::StatsNotDrawn),
        Body::Bake(body) => tile::of_tile(store, body, each),
        Body::Sweep(body) => sweep::of_sweep(store, manifest.with(body), each),
        Body::Calibrate(body) => calibration::of_calibration(store, manifest.with(body), each),
        #[cfg(feature = "claims")]
        Body::Claims(body) => super::claims::figures::draw_measured(store, body, each),
        #[cfg(not(feature = "claims"))]
        Body::Claims(_) => Ok(Feature::Claims.needed_by("drawing what claims show")?),
    }
}

/// The page of results, from their tables; none of a kind that has no page.
pub(crate) fn page(store: &dyn Store, manifest: &Manifest) -> Result<Option<String>, Error> {
    Ok(Some(match &manifest.body {
        Body::Run(body) | Body::Compare(body) => forest_page::of_run(store, manifest.with(body))?,
        Body::Grow => tree_page::of_tree(store, manifest)?,
        Body::Place(body) => world_page::of_world(store, manifest.with(&**body))?,
        _ => return Ok(None),
    }))
}

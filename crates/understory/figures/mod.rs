//! The figures of results, each with title, caption and text alternative, from tables and, of trees, meshes alone.

mod calibration;
mod comparison;
mod kerr;
mod metrics;
mod run;
mod scatter;
mod stats;
mod sweep;
mod tile;
mod tree;
pub(crate) mod triangles;
mod world;

use std::io;

use understory_lab::store::Store;
use understory_records::{Body, Manifest};
use understory_report::Figure;

use crate::error::Error;
#[cfg(not(feature = "claims"))]
use crate::feature::Feature;

pub(crate) use comparison::of_first_forest;
pub(crate) use metrics::in_words;
pub use metrics::shown_metrics;
pub(crate) use run::map_film;
pub use run::run_about;
pub use stats::{Labels, draw_stats};
pub(crate) use world::{biome_picture, window_of};

/// What is done with each figure, one at a time.
pub type Each<'a> = &'a mut dyn FnMut(Figure) -> io::Result<()>;

/// Draws the figures of results from their tables; those of forests and comparisons as wide as is asked for.
pub(crate) fn draw(
    store: &dyn Store,
    manifest: &Manifest,
    width_mm: Option<f64>,
    each: Each<'_>,
) -> Result<(), Error> {
    match &manifest.body {
        Body::Run(body) | Body::Compare(body) => run::of_run(store, manifest.with(body), width_mm, each),
        Body::Grow => tree::of_tree(store, manifest, each),
        Body::Place(body) => world::of_world(store, manifest.with(&**body), each),
        Body::Scatter(body) => scatter::of_scatter(store, manifest.with(body), each),
        Body::Stats(_) => Err(Error::StatsNotDrawn),
        Body::Bake(body) => tile::of_tile(store, body, each),
        Body::Sweep(body) => sweep::of_sweep(store, manifest.with(body), each),
        Body::Calibrate(body) => calibration::of_calibration(store, manifest.with(body), each),
        #[cfg(feature = "claims")]
        Body::Claims(body) => crate::measured_claims::draw(store, body, each),
        #[cfg(not(feature = "claims"))]
        Body::Claims(_) => Ok(Feature::Claims.needed_by("drawing what claims show")?),
    }
}

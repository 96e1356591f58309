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

use understory_report::Figure;

pub(crate) use calibration::of_calibration;
pub(crate) use comparison::of_first_forest;
pub(crate) use metrics::in_words;
pub use metrics::shown_metrics;
pub use run::run_about;
pub(crate) use run::{map_film, of_run};
pub(crate) use scatter::of_scatter;
pub use stats::{Labels, draw_stats};
pub(crate) use sweep::of_sweep;
pub(crate) use tile::of_tile;
pub(crate) use tree::of_tree;
pub(crate) use world::{biome_picture, of_world, window_of};

/// What is done with each figure, one at a time.
pub type Each<'a> = &'a mut dyn FnMut(Figure) -> io::Result<()>;

//! Results as one page for a browser: one file of HTML that opens without a network, made from tables alone.
//!
//! [`page`] makes it of what there is: a forest that grew ([`Run`]), methods that were compared with it or with a measured
//! stand ([`Comparison`]), a tree that grew alone ([`Tree`]), a painted world ([`World`]). Whoever calls it reads the tables and says which colour a species has; what comes back is the text of
//! the file.
//!
//! [`live_page`] is the page that shows a forest, a tree or points while they change; it asks the program that serves it for
//! frames ([`forest_frame`], [`tree_frame`], [`points_frame`]), and is made of the same parts.
//!
//! # What is in the file
//!
//! A skeleton of HTML, one style sheet, one script (`assets/`, put together by `document.rs`), and the numbers: packed by
//! `payload.rs` as columns of whole numbers, compressed (DEFLATE), as base64 in a block that no browser runs. Names and numbers
//! reach the page as text alone, never as markup or script; a content security policy in the file's head allows the one
//! script and the one style sheet by their hashes, and forbids every request.
//!
//! A forest of many trees is thinned for the drawing ([`Thinning`]): at most 200,000 rows of trees are in a file, and some
//! 20,000 of each year, which with the rest stays below 8 MB and is drawn within a tenth of a second. Every number that is shown is of the whole table.
//!
//! # Why charts are drawn by our own script
//!
//! Looked at were the crates that bring a chart library by cargo alone. `plotly` 0.14 embeds plotly.js, 4.7 MB, more than half
//! of what a file may have; `charming` 0.6 carries ECharts 5.5.1, 1.0 MB, which a program that uses it cannot reach without
//! its server-side renderer, a whole JavaScript engine; `echarts` 0.1 carries 3.0 MB and was last changed in 2023;
//! `mdbook_uplot` is a tool for mdBook. Five kinds of line charts need less than 10 kB of script (`chart.js`), whose marks are
//! plain SVG that screen readers and printers take.
//!
//! # Why 3D is drawn by our own script
//!
//! Likewise three.js: `autumn-plugin-three` 0.2 brings it, with a framework for web servers of 350 crates; `dioxus-three` 0.0.4 writes pages
//! that ask a server for it; crates such as `wrend` and `webglue` are for programs that run in a browser themselves. What is needed is
//! little: the same few shapes many times over, one light, its shadows. `webgl.js` draws a mesh as often as it is asked to;
//! `view3d.js` takes plain arrays of trees, wood, leaves and ground, and `view3d_*.js` are its models, programs, light and camera. The
//! largest trees are drawn finely and the others coarsely, so that 10,000 take less than 2 million triangles in some 30 calls.

mod column;
mod compare;
mod curve;
mod document;
mod ground;
mod live;
mod page;
mod payload;
mod run;
mod snapshots;
mod state;
mod thinning;
mod tree;
mod wood;
mod world;

pub use compare::Comparison;
pub use ground::Ground;
pub use live::{
    LiveAbout, LiveKind, LiveNode, LivePart, LivePoint, LivePoints, LiveRaster, LiveTree, forest_frame,
    live_page, points_frame, tree_frame,
};
pub use page::{About, Parts, page};
pub use payload::PageError;
pub use run::{Death, Run};
pub use snapshots::Snapshots;
pub use state::{SpeciesLook, State};
pub use thinning::Thinning;
pub use tree::{Metric, Tree};
pub use wood::{Wood, WoodNode};
pub use world::{BiomeMap, Layer, Thing, TileInRing, World};

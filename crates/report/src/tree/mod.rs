//! Figures of trees that grew, or of whatever else branches: streets, pipes.
//!
//! [`views`] shows one tree from three sides with axes; [`beside`] a few at one scale with their metrics; [`sheet`] and
//! [`rows`] many small ones; [`bands`] what was measured of them against measured trees. A tree comes in as plain
//! triangles ([`TreePicture`]), so nothing here knows how it grew.
//!
//! `sizes` tells in words how large trees are. `raster` finds the nearest of many triangles at each place of a grid; `light`
//! asks it from the sun and the sky, `render` from the reader's side; `planted` lays the pictures on the page.

mod bands;
mod beside;
mod gallery;
mod light;
mod picture;
mod planted;
pub(crate) mod raster;
mod render;
mod sizes;
mod surface;
pub(crate) mod view;
mod views;

pub use bands::{FormValues, MetricValues, bands};
pub use beside::beside;
pub use gallery::{PictureRow, rows, sheet};
pub use picture::{Captioned, Counts, TreePicture};
pub use surface::{Part, Skin, Surface};
pub use view::View;
pub use views::views;

//! Figures of trees that grew, or of whatever else branches: streets, pipes.
//!
//! [`views`] shows one tree from three sides with axes; [`beside`] a few at one scale with their metrics; [`sheet`] and
//! [`rows`] many small ones; [`bands`] what was measured of them against measured trees. A tree comes in as plain
//! numbers ([`TreePicture`]), so nothing here knows how it grew.
//!
//! `sizes` tells in words how large trees are. Wood is drawn as ribbons (`wood`), leaves as lenses (`foliage`) in the light that comes through the leaves above
//! (`light`), what they grew around in grey (`solids`); a `brush` lays all on the page from the farthest to the nearest.

mod bands;
mod beside;
mod brush;
mod foliage;
mod gallery;
mod light;
mod paint;
mod picture;
mod planted;
mod sizes;
mod solids;
mod tones;
mod view;
mod views;
mod wood;

pub use bands::{FormValues, MetricValues, bands};
pub use beside::beside;
pub use gallery::{PictureRow, rows, sheet};
pub use picture::{Captioned, Leaf, Node, TreePicture};
pub use solids::Solid;
pub use view::View;
pub use views::views;

//! A picture of many shapes as a camera sees them: a ground and what stands on it, in the light of the sun and the sky.
//!
//! [`Camera`] looks from a place to another, or so that all of a scene is seen; [`Scene`] has shapes of triangles and where each
//! stands; [`view`] draws them, [`view_beside`] several of them beside each other and [`view_film`] one after the other. Shadows are cast, and haze takes the colours of what is far away. The same scene and camera give
//! the same bytes, for any number of threads.
//!
//! On the way: `scene` is what comes in, `simpler` makes shapes of fewer triangles for what is small in the picture, `sight` says
//! where a place comes to lie, `strew` lays what stands in sight over a grid (by the rasteriser of `tree`), `shadow` does so from
//! the sun, `render` from the camera.

mod beside;
mod camera;
mod render;
mod scene;
mod shadow;
mod sight;
mod simpler;
mod strew;

pub use beside::{view_beside, view_film};
pub use camera::Camera;
pub use render::{Meadow, view};
pub use scene::{Instance, Part, Scene, Shape};

//! The ground: heights from files or drawn, slope and aspect, where water runs and how much sun a year brings, and rasters of
//! anything else that a map says.
//!
//! Coordinates are metres, x to the east and y to the north, as everywhere. What stands on the ground asks it through
//! [`Ground`]; [`Level`] is ground without hills.
//!
//! ```
//! use understory_terrain::{Ground, Heights, NoData, read_ascii_grid};
//!
//! let file = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\n5 6 7\n1 2 3\n";
//! let heights = read_ascii_grid("hill.asc", file.as_bytes(), 1 << 20)?;
//! let ground = Heights::new(heights, NoData::Refuse)?;
//! // Rows run from north to south in the file; here (105, 205) is the centre of the south-western cell.
//! assert_eq!(ground.height_m([105.0, 205.0]), 1.0);
//! assert_eq!(ground.height_m([110.0, 210.0]), 3.5);
//! # Ok::<(), understory_terrain::TerrainError>(())
//! ```

mod ascii_grid;
mod ascii_grid_out;
mod changed;
mod error;
mod fill;
mod flow;
mod generate;
mod geotiff;
mod geotiff_out;
mod geotiff_tags;
mod ground;
mod heights;
mod horizon;
mod map;
mod png;
mod raised;
mod raster;
mod read_map;
mod slope;
mod sun;
mod wetness;

pub use ascii_grid::read_ascii_grid;
pub use ascii_grid_out::write_ascii_grid;
pub use error::{Problem, TerrainError};
pub use fill::{Flood, OUTLET, around};
pub use flow::{Routing, drained_m2};
pub use generate::{Hills, Noise, Relief, Rim};
pub use geotiff_out::{Band, write_geotiff};
pub use ground::{Ground, Level};
pub use heights::{Heights, NoData};
pub use horizon::horizon;
pub use map::{Map, Unit};
pub use png::{Coloured, Gray, read_coloured_png, read_gray_png};
pub use raised::{Corners, RaisedGround, is_seen_from_above};
pub use raster::{Grid, Raster};
pub use read_map::read_map;
pub use slope::{aspect_deg, horn_gradients, slope_deg};
pub use sun::{CLEAR_AIR, ClearSky};
pub use wetness::{LEAST_SLOPE, wetness_index};

//! Where things are: the plot with its edges, and who is near whom.
//!
//! - [`Plot`] and [`Edge`]: a rectangle, open or closed to a torus; distances on it.
//! - [`Window`]: the part of a plot that is counted, where a strip along its edges only surrounds it.
//! - [`PolygonWindow`]: polygons with holes as the window of a statistic; their area, border and overlap when moved.
//! - [`Tiles`]: the plot cut into nearly square tiles of about a given side, from the plot alone.
//! - [`Cells`] and [`CellGrid`]: a box cut into equal cells, and things sorted by them, in two or three dimensions.
//! - [`KdTree`]: nearest points and points within a distance by a kd-tree, on open and torus plots.
//!
//! # Which neighbour question is answered by what
//!
//! | question | answered by | against the others |
//! |---|---|---|
//! | all sources whose own reach covers a place, for every tree and year | tile lists (`forest`): rows stand in order of tiles, so that a list is a few runs of memory, shared by a tile | a kd-tree asked tree by tree takes 38 to 45 times as long (`cargo bench --bench neighbours`) |
//! | the nearest, or all within a fixed distance, of points that fill their window | [`CellGrid`] (`spacing`; elimination and repulsion in `scatter`): rows of cells are slices, so that inner loops vectorise | nearest neighbours of 10⁶ uniform points: grid 0.13 s, kd-tree 0.86 s (`cargo bench -p understory-spacing --bench distances`) |
//! | the same of points in heaps, *k* nearest with ties, places far from every point, competition indices | [`KdTree`] (kiddo) | a grid's cells hold nearly all points or none; the kd-tree takes 0.69 s for 10⁶ points in heaps |
//! | whether any point is nearer than a distance, while points are laid out | single-precision offsets in cells for one point each, then lists that grow, in [`Cells`] (`scatter`: occupancy grid, buckets) | nothing is sorted, as each answer decides what is put in next |
//! | how many pairs each class of distances holds, while points move | a list for each cell (`scatter`: resampled) | a point leaves and enters cells for each trial |
//! | whether a node stands within a thousandth of a step of a place | a hashed grid without bounds (`branching`) | where a tree will grow to is not known before |
//! | attraction points near a growing node | [`CellGrid`] in space (`branching`) | 3.8 to 7.2 times as fast as an R-tree, 44 times as fast as a kd-tree that is made anew in every round (`cargo bench -p understory-branching --bench colonization`) |
//! | segments and boxes: which branch crosses or lies near which | an R-tree (rstar, in `branching`) | as few segments are left to be measured exactly: 1,426 times fewer than all (claim S37) |
//!
//! Figures were taken on one thread of the machine that `docs/src/speed.md` names; run the commands for yours.

mod cell_grid;
mod cells;
mod kd_tree;
mod plot;
mod polygon;
mod region;
mod tiles;
mod window;

pub use cell_grid::CellGrid;
pub use cells::Cells;
pub use kd_tree::{KdTree, NotIndexed};
pub use plot::{Edge, Plot, PlotError};
pub use polygon::{Chain, EdgeCrossing, NearShift, PolygonError, PolygonWindow, RingNumber};
pub use region::Region;
pub use tiles::Tiles;
pub use window::Window;

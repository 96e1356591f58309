//! What pictures show of spawn points: a warped grid whole, and as its points are taken away in two orders.

use understory_scatter::{PointMethod as _, Ranks, Request, WarpedGrid};
use understory_space::{Edge, Plot};
use understory_spacing::NearestNeighbourSummary;

use super::patterns::{ALONG, Measures, key};
use crate::ClaimError;

/// What is left of a warped grid.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinnedGrid {
    /// The order in which points are taken away.
    pub order: String,
    /// Share of the points that are left.
    pub share: f64,
    /// Side of the square, in spacings of the grid.
    pub side: f64,
    /// The points.
    pub points: Vec<[f64; 2]>,
    /// n d².
    pub packing: f64,
    /// Clark–Evans index.
    pub clark_evans: f64,
    /// Collinear index: 1 by chance.
    pub collinear_index: f64,
}

/// All of a warped grid, half and a quarter of it, by a dither and by even ranks.
///
/// # Errors
/// [`ClaimError`] for a pattern that cannot be laid out.
pub fn thinned_grids() -> Result<Vec<ThinnedGrid>, ClaimError> {
    let side = f64::from(ALONG);
    let plot = Plot::new([0.0; 2], [side; 2], Edge::Torus)?;
    let mut grids = Vec::new();
    for (order, ranks) in [("ordered dither", Ranks::Ordered), ("even ranks", Ranks::Even)] {
        for share in [1.0, 0.5, 0.25] {
            let method = WarpedGrid {
                density: share,
                ranks,
                ..WarpedGrid::default()
            };
            let count = (f64::from(ALONG * ALONG) * share) as u32;
            let points = method.scatter(&Request::new(&plot, count), key(0))?.points_m;
            let measures = Measures::of(&points, &plot)?;
            let clark_evans = NearestNeighbourSummary::new(&points, &plot)?.clark_evans().naive;
            grids.push(ThinnedGrid {
                order: order.to_owned(),
                share,
                side,
                points,
                packing: measures.packed,
                clark_evans,
                collinear_index: measures.rows,
            });
        }
    }
    Ok(grids)
}

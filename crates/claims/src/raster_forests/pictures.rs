//! What pictures show of forests on rasters: seeds that fly near and far, strong seeds, and seeds of which hardly any outlive a round.

use understory_scatter::kerr::{KerrRules, Stops};

use super::measures::{CELLS, grown, rules};
use crate::ClaimError;

/// A forest on a raster.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterPicture {
    /// In what it differs from those beside it.
    pub caption: String,
    /// Cells in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Of each cell, row by row, the round in which it became forest.
    pub forest_since: Vec<Option<u32>>,
}

/// Four forests that cover a quarter of the ground, as the figures of the article.
///
/// # Errors
/// [`ClaimError`] for a forest that cannot grow.
pub fn raster_forests() -> Result<Vec<RasterPicture>, ClaimError> {
    let usual = KerrRules {
        // So that all of them cover as much.
        stops: Stops::InRound,
        ..rules()
    };
    let of = |caption: &str, rules: KerrRules| {
        Ok::<_, ClaimError>(RasterPicture {
            caption: caption.to_owned(),
            columns: CELLS.columns as usize,
            rows: CELLS.rows as usize,
            forest_since: grown(rules, 0)?.forest_since(),
        })
    };
    let reaching = |reach_cells| KerrRules { reach_cells, ..usual };
    Ok(vec![
        of("R_s 4", reaching(4))?,
        of("R_s 20", reaching(20))?,
        of(
            "R_s 7, S_s 1",
            KerrRules {
                strength: 1.0,
                ..reaching(7)
            },
        )?,
        of(
            "R_s 7, d_s 0.99",
            KerrRules {
                decay: 0.99,
                ..reaching(7)
            },
        )?,
    ])
}

//! A tile for people: it and its forest, as both lose their trees.

use understory_records::{BakeBody, TileStatisticsRow};

use crate::text;

/// The tile in a sentence.
pub(super) fn about(tile: &BakeBody) -> String {
    let [width_m, height_m] = tile.size_m;
    format!(
        "{} trees of {}, year {}, on {width_m} m by {height_m} m, {}: {:.0} per ha, {:.1} m high on average",
        tile.trees, tile.forest, tile.year, tile.made, tile.per_ha, tile.mean_height_m
    )
}

/// Tile and forest as both lose their trees.
pub(super) fn table(rows: &[TileStatisticsRow]) -> String {
    let header = [
        "share",
        "per ha",
        "R forest",
        "R tile",
        "G KS",
        "L rmse (m)",
        "pcf rmse",
    ];
    let rows = rows.iter().map(|row| {
        [
            format!("{} %", row.share * 100.0),
            format!("{:.0}", row.per_ha),
            format!("{:.3}", row.clark_evans_forest),
            format!("{:.3}", row.clark_evans_tile),
            format!("{:.3}", row.g_ks),
            format!("{:.3}", row.l_rmse_m),
            format!("{:.3}", row.pcf_rmse),
        ]
    });
    text::table(header, rows, 0)
}

//! Numbers that no figure could show are refused by the name of their table and column.

use understory_records::{
    CensusRow, ClimateRow, DeadwoodRow, InventoryRow, ReplicatesRow, SpacingRow, TreeRow,
};

use crate::error::ReportError;
use crate::needed::{FINITE, Needed, SIZE};

/// Refuses what is not finite.
pub(crate) fn census(rows: &[CensusRow]) -> Result<(), ReportError> {
    each(rows, "census.csv", |row| {
        [("basal_area_m2_per_ha", Some(row.basal_area_m2_per_ha), SIZE)]
    })
}

/// Refuses what is not finite or below 0.
pub(crate) fn deadwood(rows: &[DeadwoodRow]) -> Result<(), ReportError> {
    each(rows, "deadwood.csv", |row| {
        [
            ("snags_per_ha", Some(row.snags_per_ha), SIZE),
            ("logs_per_ha", Some(row.logs_per_ha), SIZE),
            ("stumps_per_ha", Some(row.stumps_per_ha), SIZE),
            ("standing_m3_per_ha", Some(row.standing_m3_per_ha), SIZE),
            ("lying_m3_per_ha", Some(row.lying_m3_per_ha), SIZE),
            ("class_1_m3_per_ha", Some(row.class_1_m3_per_ha), SIZE),
            ("class_2_m3_per_ha", Some(row.class_2_m3_per_ha), SIZE),
            ("class_3_m3_per_ha", Some(row.class_3_m3_per_ha), SIZE),
            ("class_4_m3_per_ha", Some(row.class_4_m3_per_ha), SIZE),
            ("class_5_m3_per_ha", Some(row.class_5_m3_per_ha), SIZE),
        ]
    })
}

/// Refuses what is not finite or below 0, but for an increment, which falls below where rounding leaves nothing of it.
pub(crate) fn inventory(rows: &[InventoryRow]) -> Result<(), ReportError> {
    each(rows, "inventory.csv", |row| {
        [
            ("stems_per_ha", Some(row.stems_per_ha), SIZE),
            ("volume_m3_per_ha", Some(row.volume_m3_per_ha), SIZE),
            ("increment_m3_per_ha", row.increment_m3_per_ha, FINITE),
            ("merchantable_m3_per_ha", Some(row.merchantable_m3_per_ha), SIZE),
            ("height_of_mean_tree_m", row.height_of_mean_tree_m, SIZE),
            ("died_m3_per_ha", Some(row.died_m3_per_ha), SIZE),
            ("felled_m3_per_ha", Some(row.felled_m3_per_ha), SIZE),
            ("top_height_m", row.top_height_m, SIZE),
        ]
    })
}

/// Refuses what is not finite.
pub(crate) fn spacing(rows: &[SpacingRow]) -> Result<(), ReportError> {
    each(rows, "spacing.csv", |row| {
        [
            ("r_m", row.r_m, SIZE),
            ("observed", row.observed, FINITE),
            ("theoretical", row.theoretical, FINITE),
            ("envelope_low", row.envelope_low, FINITE),
            ("envelope_high", row.envelope_high, FINITE),
        ]
    })
}

/// Refuses what is not finite.
pub(crate) fn replicates(rows: &[ReplicatesRow]) -> Result<(), ReportError> {
    each(rows, "replicates.csv", |row| {
        [
            ("mean", Some(row.mean), FINITE),
            ("low", row.low, FINITE),
            ("high", row.high, FINITE),
        ]
    })
}

/// Refuses what is not finite, and rain below 0.
pub(crate) fn climate(rows: &[ClimateRow]) -> Result<(), ReportError> {
    each(rows, "climate.csv", |row| {
        [
            ("temperature_c", Some(row.temperature_c), FINITE),
            ("rain_mm", Some(row.rain_mm), SIZE),
        ]
    })
}

/// Refuses a tree whose place is not finite or whose size is not finite or below 0.
pub(crate) fn trees(year: u32, rows: &[TreeRow]) -> Result<(), ReportError> {
    each(rows, &format!("trees/year-{year:04}"), |tree| {
        [
            ("x_m", Some(tree.x_m), FINITE),
            ("y_m", Some(tree.y_m), FINITE),
            ("dbh_cm", Some(tree.dbh_cm), SIZE),
            ("crown_radius_m", Some(tree.crown_radius_m), SIZE),
        ]
    })
}

type Field = (&'static str, Option<f64>, Needed);

fn each<R, const N: usize>(
    rows: &[R],
    table: &str,
    fields: impl Fn(&R) -> [Field; N],
) -> Result<(), ReportError> {
    let mut fields = rows.iter().flat_map(fields);
    fields.try_for_each(|(column, number, needed)| needed.of(table, column, number))
}

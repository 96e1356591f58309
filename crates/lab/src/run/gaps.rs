//! The gaps of the canopy in a recorded year.

use understory_forest::Forest;
use understory_records::GapsRow;
use understory_scenario::GapRules;
use understory_spacing::{CanopyGaps, Crown};

use crate::error::LabError;

/// Gaps up to this are small: in old beech they take most of the gaps' area.
const SMALL_M2: f64 = 500.0;

/// The row of the year that has just passed. Crowns of the strip around the counted window hang into it.
pub(crate) fn gaps(forest: &Forest, rules: &GapRules) -> Result<GapsRow, LabError> {
    let crowns: Vec<Crown> = forest
        .canopy(rules.canopy_from_m)
        .map(|(place_m, radius_m)| Crown { place_m, radius_m })
        .collect();
    let found = CanopyGaps::new(&crowns, forest.window().plot(), rules.cell_m, rules.least_m2)?;
    let areas_m2 = found.areas_m2();
    let count = areas_m2.len();
    let total_m2: f64 = areas_m2.iter().sum();
    Ok(GapsRow {
        year: forest.year(),
        gaps: count as u64,
        share: found.share(),
        mean_m2: (count > 0).then(|| total_m2 / count as f64),
        median_m2: (count > 0).then(|| (areas_m2[(count - 1) / 2] + areas_m2[count / 2]) / 2.0),
        largest_m2: areas_m2.first().copied(),
        share_up_to_500_m2: found.share_up_to(SMALL_M2),
    })
}

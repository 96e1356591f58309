//! Whether a stand can be one, before it is grown: units that are mistaken show in numbers that no forest has.

use crate::scenario::ListedTree;

/// Fewer trees say nothing.
const FEWEST: usize = 10;
/// The heaviest forest known, of coast redwoods, has 4,000 t/ha above ground (guinnessworldrecords.com, "Heaviest forest"); with
/// trunks of 0.4 t/m³ and half as much volume as a cylinder of 60 m that is 330 m²/ha.
const MOST_BASAL_AREA_M2_HA: f64 = 400.0;
/// Above carpets of seedlings.
const MOST_HA: f64 = 1e6;
/// The mean spacing of a savanna, and far less than that of a forest whose centimetres are taken as metres.
const FEWEST_HA: f64 = 0.1;
/// Barring damage, trees end at 122 to 130 m (Koch et al. 2004, Nature 428).
const HIGHEST_M: f64 = 130.0;
/// Half of all trees of a stand are thinner, in any forest.
const MEDIAN_CM: f64 = 200.0;
/// Censuses begin at 1 cm and above.
const THINNEST_CM: f64 = 1.0;

/// What is implausible of a stand, a line each: [`implausible`].
#[must_use]
pub fn implausible_stand(area_m2: f64, trees: &[ListedTree]) -> Vec<String> {
    let places_m: Vec<[f64; 2]> = trees.iter().map(|tree| tree.place_m).collect();
    let sizes = |of: fn(&ListedTree) -> Option<f64>| trees.iter().filter_map(of).collect::<Vec<f64>>();
    implausible(
        area_m2,
        &places_m,
        sizes(|tree| tree.dbh_cm),
        &sizes(|tree| tree.height_m),
    )
}

/// What is implausible of trees at these places of an area, with the likely cause, a line each. Sizes are given where they are known.
#[must_use]
pub fn implausible(
    area_m2: f64,
    places_m: &[[f64; 2]],
    mut dbh_cm: Vec<f64>,
    height_m: &[f64],
) -> Vec<String> {
    let mut found = Vec::new();
    let area_ha = area_m2 / 1e4;
    let per_ha = places_m.len() as f64 / area_ha;
    if places_m.len() < FEWEST {
        return found;
    }
    if per_ha > MOST_HA {
        found.push(format!(
            "{per_ha:.0} trees a hectare, more than any forest has: are coordinates in degrees or kilometres?"
        ));
    }
    let extent_m = |axis: usize| {
        let along = || places_m.iter().map(|place_m| place_m[axis]);
        along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
    };
    if (places_m.len() as f64) < FEWEST_HA * extent_m(0) * extent_m(1) / 1e4 {
        found.push(format!(
            "{} trees stand on {:.0} m by {:.0} m, farther apart than in any forest: are coordinates in centimetres or feet?",
            places_m.len(),
            extent_m(0),
            extent_m(1)
        ));
    }
    let basal_m2_ha = dbh_cm.iter().map(|dbh_cm| dbh_cm * dbh_cm).sum::<f64>() * std::f64::consts::FRAC_PI_4
        / 1e4
        / area_ha;
    let half = dbh_cm.len() / 2;
    let is_thick =
        dbh_cm.len() >= FEWEST && *dbh_cm.select_nth_unstable_by(half, f64::total_cmp).1 > MEDIAN_CM;
    let millimetres = "are diameters in millimetres? `new --from` converts a column that is called `dbh_mm`";
    if basal_m2_ha > MOST_BASAL_AREA_M2_HA && per_ha <= MOST_HA {
        found.push(format!(
            "the basal area is {basal_m2_ha:.0} m² a hectare, more than any forest has: {millimetres}"
        ));
    } else if is_thick {
        found.push(format!(
            "half of the trees are thicker than {MEDIAN_CM} cm: {millimetres}"
        ));
    }
    let thickest_cm = dbh_cm.iter().copied().fold(0.0, f64::max);
    if thickest_cm > 0.0 && thickest_cm < THINNEST_CM && dbh_cm.len() >= FEWEST {
        found.push(format!(
            "the thickest tree has {thickest_cm} cm: are diameters in metres?"
        ));
    }
    let highest_m = height_m.iter().copied().fold(0.0, f64::max);
    if highest_m > HIGHEST_M {
        found.push(format!(
            "the highest tree has {highest_m} m, more than any has: are heights in feet, decimetres or centimetres?"
        ));
    }
    found
}

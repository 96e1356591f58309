//! What a kernel, a range or a border does not allow: refused before the functions are measured.

use std::collections::BTreeMap;

use understory_spacing::{Radii, Region, SpacingError};

use super::error::StatsError;
use super::functions::Function;
use super::intensity::Intensity;
use super::options::{Pattern, StatsOptions};

/// Refuses a kernel that the distances do not go with.
pub(super) fn check_kernel(
    pattern: &Pattern,
    options: &StatsOptions,
    pairs: &Radii,
) -> Result<(), StatsError> {
    let has_kernel = options
        .functions
        .iter()
        .any(|function| function.about().has_kernel);
    if !has_kernel && pattern.marks.is_empty() {
        return Ok(());
    }
    // From one species to another the kernel is that of the second one's intensity.
    let mut counts: BTreeMap<&str, usize> = BTreeMap::from([("", pattern.points_m.len())]);
    for species in pattern
        .species
        .iter()
        .filter(|_| options.functions.contains(&Function::Pcf))
    {
        *counts.entry(species).or_default() += 1;
    }
    counts.into_values().try_for_each(|count| {
        let fits = options
            .kernel()
            .check(pairs, count as f64 / pattern.window.area_m2());
        fits.map_err(|error| {
            StatsError::Refused(format!(
                "{error}; give another `--bandwidth`, `--r-max` or `--r-steps`"
            ))
        })
    })
}

/// Refuses polygons of so many edges beside each other that their common areas take minutes.
pub(super) fn check_corners(
    pattern: &Pattern,
    options: &StatsOptions,
    pairs: &Radii,
) -> Result<(), StatsError> {
    const PAIRS: f64 = 1e10;
    // Fewer have always been measured, however long it takes.
    const FEW_CORNERS: usize = 4096;
    /// Common areas that are looked up where there are more pairs of points.
    const LOOKED_UP: f64 = 8192.0;
    let border = pattern
        .window
        .polygon()
        .filter(|window| window.edges().len() > FEW_CORNERS);
    let is_of_pairs =
        |function: &&Function| !matches!(function, Function::G | Function::F | Function::J | Function::Knn);
    let mut functions: Vec<&str> = options
        .functions
        .iter()
        .filter(is_of_pairs)
        .map(|of| of.name())
        .collect();
    functions.extend((!pattern.marks.is_empty()).then_some("marks"));
    let Some(border) = border.filter(|_| !functions.is_empty()) else {
        return Ok(());
    };
    let reach_m = pairs.max_m();
    let points = pattern.points_m.len() as f64;
    let of_points = (1.6 * points * points * reach_m * reach_m / border.area_m2()).min(points * points);
    let meetings = border.near_shift([0.5 * reach_m, 0.3 * reach_m]).pairs;
    if meetings as f64 * of_points.min(LOOKED_UP) <= PAIRS {
        return Ok(());
    }
    Err(StatsError::Refused(format!(
        "the polygon has {} corners, and where it is moved over itself {meetings} pairs of edges meet, too many for {}: \
         simplify it, such as by Simplify of QGIS or `sf::st_simplify`, or ask for `--functions G,F,J` without marks and \
         species",
        border.edges().len(),
        functions.join(", ")
    )))
}

/// The intensity by a kernel at the points of a pattern, where each has one.
pub(super) fn of_kernel(pattern: &Pattern, sigma_m: f64) -> Result<Vec<f64>, StatsError> {
    let per_m2 = Intensity::Kernel(sigma_m).at_points(&pattern.points_m, &pattern.window)?;
    // As pairs are weighted by them: by the square of their inverse.
    match per_m2
        .iter()
        .position(|per_m2| !(1.0 / (per_m2 * per_m2)).is_normal())
    {
        None => Ok(per_m2),
        Some(index) => {
            let intensity = per_m2[index];
            let error = SpacingError::NotAnIntensity { index, intensity };
            Err(StatsError::Refused(format!(
                "{error}: give a wider `--intensity-bandwidth` than {sigma_m}"
            )))
        }
    }
}

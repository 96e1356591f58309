//! The distances at which curves stand.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use understory_spacing::{Radii, Region, SpacingError, default_distance_range_m};

use super::error::StatsError;
use super::functions::Function;
use super::options::{Pattern, StatsOptions};

/// The distances at which curves stand.
pub(super) struct Ranges {
    /// Of K, L, the pair correlation and the marks.
    pub(super) pairs: Radii,
    /// Of G, F and J.
    pub(super) distances_m: Vec<f64>,
    /// Whether each function has its usual range, which between species depends on their numbers.
    pub(super) are_usual: bool,
}

impl Ranges {
    /// Of so many points, in steps from 0 to the greatest distance; to the usual one of each function without.
    pub(super) fn of(
        points: usize,
        window: &impl Region,
        r_max_m: Option<f64>,
        steps: usize,
    ) -> Result<Self, SpacingError> {
        // K at random is π r².
        if let Some(max_m) = r_max_m.filter(|r_max_m| !(PI * r_max_m * r_max_m).is_finite()) {
            return Err(SpacingError::NoRadii { max_m, steps });
        }
        let pairs = match r_max_m {
            Some(r_max_m) => Radii::new(r_max_m, steps)?,
            None => Radii::new(Radii::for_pairs(points, window)?.max_m(), steps)?,
        };
        let distances = Radii::new(r_max_m.unwrap_or(default_distance_range_m(points, window)), steps)?;
        Ok(Self {
            pairs,
            distances_m: distances.to_vec_m(),
            are_usual: r_max_m.is_none(),
        })
    }

    /// Refuses a kernel that the distances do not go with.
    pub(super) fn check_kernel(&self, pattern: &Pattern, options: &StatsOptions) -> Result<(), StatsError> {
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
                .check(&self.pairs, count as f64 / pattern.window.area_m2());
            fits.map_err(|source| StatsError::Kernel { source })
        })
    }

    /// Refuses polygons of so many edges beside each other that their common areas take minutes.
    pub(super) fn check_corners(&self, pattern: &Pattern, options: &StatsOptions) -> Result<(), StatsError> {
        const PAIRS: f64 = 1e10;
        // Fewer have always been measured, however long it takes.
        const FEW_CORNERS: usize = 4096;
        /// Common areas that are looked up where there are more pairs of points.
        const LOOKED_UP: f64 = 8192.0;
        let border = pattern
            .window
            .polygon()
            .filter(|window| window.edges().len() > FEW_CORNERS);
        let is_of_pairs = |function: &&Function| {
            !matches!(function, Function::G | Function::F | Function::J | Function::Knn)
        };
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
        let reach_m = self.pairs.max_m();
        let points = pattern.points_m.len() as f64;
        let of_points = (1.6 * points * points * reach_m * reach_m / border.area_m2()).min(points * points);
        let pairs = border.near_shift([0.5 * reach_m, 0.3 * reach_m]).pairs;
        if pairs as f64 * of_points.min(LOOKED_UP) <= PAIRS {
            return Ok(());
        }
        Err(StatsError::Corners {
            corners: border.edges().len(),
            pairs,
            functions: functions.join(", "),
        })
    }

    /// Of G from one species to another with `neighbours` points.
    pub(super) fn to_species_m(
        &self,
        neighbours: usize,
        window: &impl Region,
    ) -> Result<Vec<f64>, SpacingError> {
        if !self.are_usual {
            return Ok(self.distances_m.clone());
        }
        let r_max_m = default_distance_range_m(neighbours, window);
        Ok(Radii::new(r_max_m, self.distances_m.len() - 1)?.to_vec_m())
    }
}

//! The distances at which curves stand.

use std::f64::consts::PI;

use understory_spacing::{Radii, Region, SpacingError, default_distance_range_m};

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

//! The distances at which curves stand.

use understory_spacing::{Plot, Radii, SpacingError, default_distance_range_m};

use super::error::StatsError;
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
    pub(super) fn of(pattern: &Pattern, options: &StatsOptions) -> Result<Self, StatsError> {
        let (count, window) = (pattern.points_m.len(), &pattern.window);
        let pairs = match options.r_max_m {
            Some(r_max_m) => Radii::new(r_max_m, options.r_steps)?,
            None => {
                let usual = Radii::for_pairs(count, window)?;
                Radii::new(usual.max_m(), options.r_steps)?
            }
        };
        let distances = Radii::new(
            options.r_max_m.unwrap_or(default_distance_range_m(count, window)),
            options.r_steps,
        )?;
        Ok(Self {
            pairs,
            distances_m: distances.to_vec_m(),
            are_usual: options.r_max_m.is_none(),
        })
    }

    /// Of G from one species to another with `neighbours` points.
    pub(super) fn to_species_m(&self, neighbours: usize, window: &Plot) -> Result<Vec<f64>, SpacingError> {
        if !self.are_usual {
            return Ok(self.distances_m.clone());
        }
        let r_max_m = default_distance_range_m(neighbours, window);
        Ok(Radii::new(r_max_m, self.distances_m.len() - 1)?.to_vec_m())
    }
}

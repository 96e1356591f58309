use std::f64::consts::PI;

use rayon::prelude::*;
use understory_numerics::math::exp;
use understory_space::Plot;

use crate::clark_evans::ClarkEvans;
use crate::density::DistanceDensity;
use crate::error::SpacingError;
use crate::g::GFunction;
use crate::kaplan_meier::KaplanMeier;
use crate::nearest::nearest_neighbour_distances;

/// Everything that follows from the nearest-neighbour distances of one pattern, which are computed once.
#[derive(Clone, Debug)]
pub struct NearestNeighbourSummary {
    window: Plot,
    distances_m: Vec<f64>,
    sorted_m: Vec<f64>,
    mean_m: f64,
    /// `None` on a torus, where no neighbour is hidden.
    km: Option<KaplanMeier>,
}

impl NearestNeighbourSummary {
    /// Finds the nearest neighbour of each of `points_m` in `window`.
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`].
    pub fn new(points_m: &[[f64; 2]], window: &Plot) -> Result<Self, SpacingError> {
        let distances_m = nearest_neighbour_distances(points_m, window)?;
        let km = (!window.is_torus()).then(|| {
            let to_edge_m = points_m
                .iter()
                .map(|&point_m| distance_to_edge_m(window, point_m));
            KaplanMeier::new(distances_m.iter().copied().zip(to_edge_m))
        });
        let mut sorted_m = distances_m.clone();
        sorted_m.par_sort_unstable_by(f64::total_cmp);
        // Summed in rising order: the mean then depends on the distances alone, not on the order of the points.
        let mean_m = sorted_m.iter().sum::<f64>() / sorted_m.len() as f64;
        Ok(Self {
            window: *window,
            distances_m,
            sorted_m,
            mean_m,
            km,
        })
    }

    /// Distance of each point to its nearest neighbour, m, in the order of the points.
    #[must_use]
    pub fn distances_m(&self) -> &[f64] {
        &self.distances_m
    }

    /// The distances in rising order, m: the first is the least, the last the greatest.
    #[must_use]
    pub fn sorted_m(&self) -> &[f64] {
        &self.sorted_m
    }

    /// Mean distance, m.
    #[must_use]
    pub fn mean_m(&self) -> f64 {
        self.mean_m
    }

    /// Points per m².
    #[must_use]
    pub fn intensity_per_m2(&self) -> f64 {
        self.sorted_m.len() as f64 / self.window.area_m2()
    }

    /// The Clark–Evans index.
    #[must_use]
    pub fn clark_evans(&self) -> ClarkEvans {
        ClarkEvans::new(self.mean_m, self.sorted_m.len(), &self.window)
    }

    /// *G* at each of `r_m`, in any order.
    ///
    /// # Errors
    /// [`SpacingError::NotADistance`] where one is negative or not finite.
    pub fn g(&self, r_m: &[f64]) -> Result<GFunction, SpacingError> {
        let is_distance = |r_m: f64| r_m.is_finite() && r_m >= 0.0;
        if let Some(index) = r_m.iter().position(|&r_m| !is_distance(r_m)) {
            return Err(SpacingError::NotADistance {
                index,
                r_m: r_m[index],
            });
        }
        let raw: Vec<f64> = r_m.iter().map(|&r_m| self.share_within(r_m)).collect();
        Ok(GFunction {
            r_m: r_m.to_vec(),
            theoretical: r_m
                .iter()
                .map(|&r_m| 1.0 - exp(-self.expected_within(r_m)))
                .collect(),
            km: match &self.km {
                Some(km) => r_m.iter().map(|&r_m| km.at(r_m)).collect(),
                None => raw.clone(),
            },
            raw,
        })
    }

    /// The density of the distances in `bins` equal bins from 0 to `range_m`.
    ///
    /// # Errors
    /// [`SpacingError::NoBins`] where there is no bin, or the range is not finite and above 0.
    pub fn density(&self, range_m: f64, bins: usize) -> Result<DistanceDensity, SpacingError> {
        if bins == 0 || !(range_m.is_finite() && range_m > 0.0) {
            return Err(SpacingError::NoBins { bins, range_m });
        }
        let bin_m = range_m / bins as f64;
        let r_m: Vec<f64> = (0..bins).map(|bin| (bin as f64 + 0.5) * bin_m).collect();
        let mut below = 0;
        let observed_per_m = (1..=bins)
            .map(|bin| {
                let end_m = range_m * (bin as f64 / bins as f64);
                let up_to_end = self.count_within(end_m);
                let in_bin = up_to_end - below;
                below = up_to_end;
                in_bin as f64 / (self.sorted_m.len() as f64 * bin_m)
            })
            .collect();
        let csr_per_m =
            |r_m: f64| 2.0 * PI * self.intensity_per_m2() * (r_m * exp(-self.expected_within(r_m)));
        let theoretical_per_m = r_m.iter().map(|&r_m| csr_per_m(r_m)).collect();
        Ok(DistanceDensity {
            bin_m,
            r_m,
            observed_per_m,
            theoretical_per_m,
        })
    }

    fn count_within(&self, r_m: f64) -> usize {
        self.sorted_m.partition_point(|&distance_m| distance_m <= r_m)
    }

    fn share_within(&self, r_m: f64) -> f64 {
        self.count_within(r_m) as f64 / self.sorted_m.len() as f64
    }

    /// Points expected within `r_m` of a place under CSR.
    fn expected_within(&self, r_m: f64) -> f64 {
        self.intensity_per_m2() * PI * r_m * r_m
    }
}

fn distance_to_edge_m(window: &Plot, point_m: [f64; 2]) -> f64 {
    let along = |axis: usize| {
        let from_near_m = point_m[axis] - window.origin_m()[axis];
        let from_far_m = window.origin_m()[axis] + window.size_m()[axis] - point_m[axis];
        from_near_m.min(from_far_m)
    };
    along(0).min(along(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edge;

    #[test]
    fn the_nearest_of_the_four_edges_counts() {
        let window = Plot::new([10.0, -5.0], [8.0, 6.0], Edge::Open).unwrap();
        assert_eq!(distance_to_edge_m(&window, [11.0, -3.0]), 1.0);
        assert_eq!(distance_to_edge_m(&window, [17.5, -3.0]), 0.5);
        assert_eq!(distance_to_edge_m(&window, [14.0, -4.75]), 0.25);
        assert_eq!(distance_to_edge_m(&window, [14.0, 0.5]), 0.5);
        assert_eq!(distance_to_edge_m(&window, [18.0, 0.5]), 0.0);
    }

    #[test]
    fn the_order_of_the_points_changes_no_statistic() {
        let window = Plot::new([0.0; 2], [50.0; 2], Edge::Open).unwrap();
        let points_m: Vec<_> = (0..300_u32)
            .map(|i| [f64::from(i * 131 % 499) * 0.1, f64::from(i * 37 % 491) * 0.1])
            .collect();
        let backwards_m: Vec<_> = points_m.iter().rev().copied().collect();
        let one = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        let other = NearestNeighbourSummary::new(&backwards_m, &window).unwrap();
        let r_m: Vec<f64> = (0..50).map(|k| f64::from(k) * 0.1).collect();
        assert_eq!(one.clark_evans(), other.clark_evans());
        assert_eq!(one.g(&r_m), other.g(&r_m));
        assert_eq!(one.density(5.0, 20), other.density(5.0, 20));
    }
}

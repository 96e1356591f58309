//! All that follows from nearest-neighbour distances: computed once, asked for by name.

use std::cmp::Ordering;
use std::f64::consts::PI;

use understory_numerics::math::{exp, ln};
use understory_numerics::sort;
use understory_space::{Plot, Region};

use crate::censored::Censored;
use crate::clark_evans::ClarkEvans;
use crate::density::DistanceDensity;
use crate::error::SpacingError;
use crate::g::GFunction;
use crate::nearest::nearest_neighbour_distances;

/// Everything that follows from the nearest-neighbour distances of one pattern, which are computed once.
#[derive(Clone, Debug)]
pub struct NearestNeighbourSummary {
    bounds: Plot,
    area_m2: f64,
    /// Whether the window is bounded by polygons.
    is_polygon: bool,
    distances_m: Vec<f64>,
    sorted_m: Vec<f64>,
    mean_m: f64,
    duplicates: usize,
    /// `None` on a torus, where no neighbour is hidden.
    censored: Option<Censored>,
}

impl NearestNeighbourSummary {
    /// Finds the nearest neighbour of each of `points_m` in `window`.
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`].
    pub fn new(points_m: &[[f64; 2]], window: &impl Region) -> Result<Self, SpacingError> {
        let distances_m = nearest_neighbour_distances(points_m, window)?;
        Ok(Self::of(points_m, window, distances_m))
    }

    /// From the distances, in the order of the points.
    pub(crate) fn of(points_m: &[[f64; 2]], window: &impl Region, distances_m: Vec<f64>) -> Self {
        let duplicates = count_duplicates(points_m, &distances_m);
        let censored = (!window.is_torus()).then(|| {
            let to_edge_m = points_m.iter().map(|&point_m| window.to_border_m(point_m));
            Censored::new(distances_m.iter().copied().zip(to_edge_m), window)
        });
        let mut sorted_m = distances_m.clone();
        sort::many_numbers(&mut sorted_m);
        // Summed in rising order: the mean then depends on the distances alone, not on the order of the points.
        let mean_m = sorted_m.iter().sum::<f64>() / sorted_m.len() as f64;
        Self {
            bounds: *window.bounds(),
            area_m2: window.area_m2(),
            is_polygon: window.polygon().is_some(),
            distances_m,
            sorted_m,
            mean_m,
            duplicates,
            censored,
        }
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

    /// Standard deviation of the distances, m, with *n* − 1 in the denominator.
    #[must_use]
    pub fn sd_m(&self) -> f64 {
        let squares = self
            .sorted_m
            .iter()
            .map(|distance_m| (distance_m - self.mean_m) * (distance_m - self.mean_m));
        (squares.sum::<f64>() / (self.sorted_m.len() as f64 - 1.0)).sqrt()
    }

    /// Mean of the squared distances, m².
    #[must_use]
    pub fn mean_square_m2(&self) -> f64 {
        self.sorted_m
            .iter()
            .map(|distance_m| distance_m * distance_m)
            .sum::<f64>()
            / self.sorted_m.len() as f64
    }

    /// Coefficient of variation, no unit: the standard deviation over the mean. Under CSR 0.52; `None` where all
    /// points coincide.
    #[must_use]
    pub fn cv(&self) -> Option<f64> {
        (self.mean_m > 0.0).then(|| self.sd_m() / self.mean_m)
    }

    /// Quantile of the distances, m, by linear interpolation between the sorted ones: number *h* = (*n* − 1)*p*,
    /// counted from 0. Type 7 in R, its default.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] outside 0 … 1.
    pub fn quantile_m(&self, probability: f64) -> Result<f64, SpacingError> {
        if !(0.0..=1.0).contains(&probability) {
            let (what, must) = ("the probability", "lie between 0 and 1");
            return Err(SpacingError::out_of_range(what, probability, must));
        }
        let place = probability * (self.sorted_m.len() - 1) as f64;
        let (below, share) = (place.floor() as usize, place.fract());
        let above = (below + 1).min(self.sorted_m.len() - 1);
        Ok(self.sorted_m[below] + share * (self.sorted_m[above] - self.sorted_m[below]))
    }

    /// How many points stand where a point before them in the list stands.
    #[must_use]
    pub fn duplicates(&self) -> usize {
        self.duplicates
    }

    /// The greatest distance at which R-spatstat draws *G*, *F* and *J*: see [`default_distance_range_m`].
    #[must_use]
    pub fn default_range_m(&self) -> f64 {
        distance_range_m(self.sorted_m.len(), &self.bounds, self.area_m2)
    }

    /// Points per m².
    #[must_use]
    pub fn intensity_per_m2(&self) -> f64 {
        self.sorted_m.len() as f64 / self.area_m2
    }

    /// The Clark–Evans index.
    #[must_use]
    pub fn clark_evans(&self) -> ClarkEvans {
        let cdf_mean_m = match &self.censored {
            Some(censored) => censored.km_mean_m(),
            None => Some(self.mean_m),
        };
        // Donnelly's correction is for rectangles.
        let perimeter_m = (!self.is_polygon && !self.bounds.is_torus()).then(|| self.bounds.perimeter_m());
        ClarkEvans::new(
            self.mean_m,
            cdf_mean_m,
            self.sorted_m.len(),
            self.area_m2,
            perimeter_m,
        )
    }

    /// *G* at each of `r_m`, in any order.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where one is negative or not finite.
    pub fn g(&self, r_m: &[f64]) -> Result<GFunction, SpacingError> {
        GFunction::new(
            &self.sorted_m,
            self.censored.as_ref(),
            self.intensity_per_m2(),
            r_m,
        )
    }

    /// The density of the distances in `bins` equal bins from 0 to `range_m`.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where there is no bin, or the range is not finite and above 0.
    pub fn density(&self, range_m: f64, bins: usize) -> Result<DistanceDensity, SpacingError> {
        if bins == 0 || !(range_m.is_finite() && range_m > 0.0) {
            let found = format!("{range_m} m in {bins} bins");
            let must = "be finite and above 0, in at least 1 bin";
            return Err(SpacingError::out_of_range(
                "the range of the histogram",
                found,
                must,
            ));
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

    /// Points expected within `r_m` of a place under CSR.
    fn expected_within(&self, r_m: f64) -> f64 {
        self.intensity_per_m2() * PI * r_m * r_m
    }
}

/// Points less distinct places. A point that is not alone in its place is at distance 0, so only those are compared.
fn count_duplicates(points_m: &[[f64; 2]], distances_m: &[f64]) -> usize {
    let mut shared: Vec<[f64; 2]> = points_m
        .iter()
        .zip(distances_m)
        .filter(|&(_, &distance_m)| distance_m == 0.0)
        .map(|(&point_m, _)| point_m)
        .collect();
    shared.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    let points = shared.len();
    shared.dedup();
    points - shared.len()
}

/// The greatest distance at which R-spatstat draws *G*, *F* and *J*, m: half the diagonal of the window (of
/// the rectangle around polygons), or the *r*
/// at which 1 − exp(−*λ*π*r*²) is 1 − 10⁻⁵ if that is less.
///
/// For a curve between two species, `count` is that of the neighbours.
#[must_use]
pub fn default_distance_range_m(count: usize, window: &impl Region) -> f64 {
    distance_range_m(count, window.bounds(), window.area_m2())
}

fn distance_range_m(count: usize, bounds: &Plot, area_m2: f64) -> f64 {
    let [width_m, height_m] = bounds.size_m();
    let half_diagonal_m = 0.5 * (width_m * width_m + height_m * height_m).sqrt();
    half_diagonal_m.min((ln(1e5) * area_m2 / (PI * count as f64)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edge;

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

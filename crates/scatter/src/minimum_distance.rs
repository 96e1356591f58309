//! Dart throwing: uniform points of which each keeps a distance to those before it.
//!
//! How many points the plot holds depends on how many darts are tried: with few tries the plot counts as
//! full long before no room is left, so "full" is always reported with the tries.

use serde::Deserialize;
use understory_keys::{Checked, parameters};
use understory_numerics::RandomKey;

use crate::ScatterError;
use crate::buckets::Buckets;
use crate::cost::{Cost, rules};
use crate::dart_throwing::{DartThrowing, darts_a_point};
use crate::layout::Layout;
use crate::limits::{DISTANCE, TRIES};
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;

parameters! {
/// Uniform points of which each keeps a distance to those before it, also across the seams of a torus.
///
/// The darts are one numbered row of uniform places; the next one that is free is the next point, and the plot counts
/// as full after `tries` darts in a row that were not. Under a weight a free place also is taken at random with the
/// weight there as its chance. Dart throwing jams where discs of that diameter cover 0.547 of the plot; with few tries it is
/// full long before: at 0.30 with 30 tries, 0.48 with 1000.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct MinimumDistance: Default {
    /// Least distance between two points; left out: so that count · distance² is 0.4 of the plot.
    pub distance_m: Option<f64> = DISTANCE,
    /// Places tried for one point before the plot counts as full.
    pub tries: u32 = TRIES,
}

}

impl MinimumDistance {
    fn distance_for(&self, layout: &Layout<'_>) -> f64 {
        self.distance_m
            .unwrap_or_else(|| 0.4_f64.sqrt() * layout.room_m())
    }
}

impl PointMethod for MinimumDistance {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        let distance_m = self.distance_for(layout);
        let mut buckets = Buckets::new(*layout.plot, distance_m, layout.count);
        let mut darts = DartThrowing::new(layout, key);
        let is_full = darts.until_full(layout.count, self.tries, &[], &mut buckets)?;
        Ok(Scattered {
            spacing_m: Some(distance_m),
            shortfall: is_full.then(|| Shortfall::NoRoom {
                tries: self.tries,
                placed: Vec::new(),
            }),
            ..Scattered::of(buckets.into_points_m())
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let tries = f64::from(self.tries);
        let room = self.distance_m.map_or(f64::INFINITY, |distance_m| {
            let [width, height] = layout
                .plot
                .size_m()
                .map(|side_m| side_m / (0.8 * distance_m) + 2.0);
            width * height
        });
        let points = f64::from(layout.count).min(room);
        let darts = points * darts_a_point(self.distance_m.is_some(), tries) + tries;
        let key = rules("tries", self.tries > 1000);
        Cost::new(key, 120.0 * darts, 120.0 * points)
    }

    fn fit_parameters(&self, layout: &Layout<'_>) -> Vec<FitParameter> {
        let (value, room_m) = (self.distance_for(layout), layout.room_m());
        vec![FitParameter::new(
            "distance_m",
            value,
            [0.05 * room_m, 0.75 * room_m],
        )]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "distance_m" {
            self.distance_m = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;
    use crate::place::UniformPlaces;

    /// The method in its naive form: every dart is held against every point.
    fn by_brute_force(plot: &Plot, count: u32, key: RandomKey, distance_m: f64, tries: u32) -> Vec<[f64; 2]> {
        let mut points_m: Vec<[f64; 2]> = Vec::new();
        let mut failures = 0;
        for place_m in UniformPlaces::new(plot, key).first(count * tries) {
            if points_m.len() == count as usize || failures == tries {
                break;
            }
            let is_free = points_m
                .iter()
                .all(|&other_m| plot.distance_squared_m2(place_m, other_m) >= distance_m * distance_m);
            failures = if is_free { 0 } else { failures + 1 };
            if is_free {
                points_m.push(place_m);
            }
        }
        points_m
    }

    proptest! {
        #[test]
        fn buckets_change_no_point(
            seed in any::<u64>(),
            count in 0_u32..150,
            distance_m in prop_oneof![0.05..0.5, 0.5..3.0, 3.0..30.0],
            tries in 1_u32..20,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([1e5, -7.0], [17.0, 6.0], edge).unwrap();
            let key = RandomKey::root(seed, &["minimum-distance"]);
            let naive_m = by_brute_force(&plot, count, key, distance_m, tries);
            let method = MinimumDistance { distance_m: Some(distance_m), tries };
            let scattered = method.scatter(&Request::new(&plot, count), key).unwrap();
            prop_assert_eq!(scattered.shortfall.is_some(), naive_m.len() < count as usize);
            prop_assert_eq!(scattered.points_m, naive_m);
        }
    }

    /// Known coverages by discs of the least distance where dart throwing stops, by the tries; the limit is 0.547.
    #[test]
    fn how_full_a_plot_gets_depends_on_the_tries_as_known() {
        let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Torus).unwrap();
        for (tries, known) in [
            (10, 0.206),
            (30, 0.304),
            (100, 0.388),
            (300, 0.440),
            (1000, 0.477),
            (3000, 0.505),
        ] {
            let method = MinimumDistance {
                distance_m: Some(1.0),
                tries,
            };
            let placed: usize = (0..10)
                .map(|seed| {
                    let found = method
                        .scatter(&Request::new(&plot, 10_000), RandomKey::root(seed, &["full"]))
                        .unwrap();
                    assert_eq!(
                        found.shortfall.map(|why| why.to_string()),
                        Some(format!("full: {tries} tries in a row found no room"))
                    );
                    found.points_m.len()
                })
                .sum();
            let coverage = placed as f64 / 10.0 * std::f64::consts::PI / 4.0 / plot.area_m2();
            // Few tries stop by chance early or late: the mean of ten varies by some hundredths there.
            let tolerance = if tries <= 30 { 0.05 } else { 0.02 };
            assert!((coverage - known).abs() < tolerance, "{tries}: {coverage}");
        }
    }
}

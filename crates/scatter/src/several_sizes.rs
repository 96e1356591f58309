//! Dart throwing with zones of several sizes, the largest first.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Checked, Interval, ValueKind, key, parameters, real};
use understory_numerics::{Purpose, RandomKey, sort};

use crate::ScatterError;
use crate::buckets::Buckets;
use crate::cost::{Cost, rules};
use crate::dart_throwing::{DartThrowing, darts_a_point};
use crate::layout::Layout;
use crate::limits::{FACTOR, LENGTH, TRIES};
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use crate::shortfall::{PlacedOfSize, Shortfall};

parameters! {
/// Points of several sizes whose zones do not overlap, also across the seams of a torus.
///
/// After West's article, which scatters four sizes with "proximity constraints" in its Figure 7; the radii and
/// shares are ours. A point of radius *rᵢ* keeps *rᵢ + rⱼ* to every other. Classes are laid out from the largest
/// radius to the smallest, each as in [`MinimumDistance`](crate::MinimumDistance): with few collisions while zones
/// cover less than about a fifth of the plot, and three or more darts a point at the default of two fifths.
///
/// Counts of the classes follow the shares to the nearest whole numbers. [`Scattered::sizes_m`] holds the diameters
/// of the zones, [`Scattered::classes`] the numbers of the classes in [`classes`](Self::classes). A class that finds
/// no more room is reported as full, and the smaller ones after it are still laid out.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct SeveralSizes {
    /// Sizes of the zones; left out: four, 3 : 2 : 1.5 : 1, with as many points each.
    pub classes: Vec<SizeClass> = key(ValueKind::Tables(SizeClass::KEYS, &[]), "", "").optional(),
    /// Radius of a zone whose `relative_radius` is 1; left out: so that all zones cover 0.4 of the plot.
    pub radius_m: Option<f64> = real(LENGTH, "m", "1.5").optional(),
    /// Places tried for one point before the plot counts as full for its class.
    pub tries: u32 = TRIES,
}

}

parameters! {
/// One size of [`SeveralSizes`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct SizeClass {
    /// Radius of the zone over `radius_m`.
    pub relative_radius: f64 = real(FACTOR, "", "2.0"),
    /// Share of the points, against the sum of all shares.
    pub share: f64 = real(Interval::from(0.0, 1e6), "", "0.5").default(Real(1.0)),
}

}

impl Default for SeveralSizes {
    fn default() -> Self {
        let class = |relative_radius| SizeClass {
            relative_radius,
            share: 1.0,
        };
        Self {
            classes: [3.0, 2.0, 1.5, 1.0].map(class).to_vec(),
            radius_m: None,
            tries: 1000,
        }
    }
}

/// Share of the plot that zones cover where no radius is given.
const COVERAGE: f64 = 0.4;

impl SeveralSizes {
    fn radius_for(&self, layout: &Layout<'_>, counts: &[u32]) -> f64 {
        self.radius_m.unwrap_or_else(|| {
            let squares: f64 = self
                .classes
                .iter()
                .zip(counts)
                .map(|(class, &count)| class.relative_radius * class.relative_radius * f64::from(count))
                .sum();
            let covered_m2 = COVERAGE * layout.plot.area_m2();
            (covered_m2 / (std::f64::consts::PI * squares.max(f64::MIN_POSITIVE))).sqrt()
        })
    }

    /// Whole numbers in proportion to the shares that add up to `count`: each rounded down, and what is left goes
    /// to the largest remainders, of equal ones to the class that comes first.
    fn counts(&self, count: u32) -> Vec<u32> {
        let shares: f64 = self.classes.iter().map(|class| class.share).sum();
        let exact: Vec<f64> = self
            .classes
            .iter()
            .map(|class| f64::from(count) * (class.share / shares))
            .collect();
        let mut counts: Vec<u32> = exact.iter().map(|exact| *exact as u32).collect();
        let mut order: Vec<usize> = (0..counts.len())
            .filter(|&i| self.classes[i].share > 0.0)
            .collect();
        sort::by(&mut order, |&a, &b| {
            (exact[b].fract()).total_cmp(&exact[a].fract())
        });
        let left = count.saturating_sub(counts.iter().sum());
        for &class in order.iter().cycle().take(left as usize) {
            counts[class] += 1;
        }
        counts
    }
}

impl PointMethod for SeveralSizes {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        let counts = self.counts(layout.count);
        let radius_m = self.radius_for(layout, &counts);
        let mut order: Vec<usize> = (0..counts.len()).filter(|&class| counts[class] > 0).collect();
        sort::by(&mut order, |&a, &b| {
            self.classes[b]
                .relative_radius
                .total_cmp(&self.classes[a].relative_radius)
        });

        let mut placed: Vec<(f64, Vec<[f64; 2]>)> = Vec::new();
        let mut result = Scattered::default();
        let mut placed_of_sizes = Vec::new();
        let mut thrown = 0;
        for (stage, &class) in order.iter().enumerate() {
            let own_m = radius_m * self.classes[class].relative_radius;
            // Each pair of classes has its own distance, and so its own buckets.
            let others: Vec<Buckets> = placed
                .iter()
                .map(|(other_m, points_m)| Buckets::holding(*layout.plot, own_m + other_m, points_m))
                .collect();
            let mut own = Buckets::new(*layout.plot, 2.0 * own_m, counts[class]);
            let mut darts = DartThrowing::new(layout, key.child(0, Purpose::Place, stage as u32));
            if darts.until_full(counts[class], self.tries, &others, &mut own)? {
                placed_of_sizes.push(PlacedOfSize {
                    placed: own.len(),
                    wanted: counts[class],
                    diameter_m: 2.0 * own_m,
                });
            }
            thrown += darts.next;
            let points_m = own.into_points_m();
            result.points_m.extend_from_slice(&points_m);
            result.sizes_m.resize(result.points_m.len(), 2.0 * own_m);
            result.classes.resize(result.points_m.len(), class as u16);
            placed.push((own_m, points_m));
        }
        if !result.points_m.is_empty() {
            let darts = thrown as f64 / result.points_m.len() as f64;
            result.notes.push(format!("{darts:.1} throws a point"));
        }
        result.spacing_m = order
            .last()
            .map(|&class| 2.0 * radius_m * self.classes[class].relative_radius);
        result.shortfall = (!placed_of_sizes.is_empty()).then_some(Shortfall::NoRoom {
            tries: self.tries,
            placed: placed_of_sizes,
        });
        Ok(result)
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        let has_share = self.classes.iter().any(|class| class.share > 0.0);
        if has_share && self.classes.len() <= usize::from(u16::MAX) {
            Ok(())
        } else {
            Err(ScatterError::NoSizes)
        }
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let (count, classes) = (f64::from(layout.count), self.classes.len() as f64);
        let tries = f64::from(self.tries);
        let darts = count * darts_a_point(self.radius_m.is_some(), tries) + classes * tries;
        let key = if self.tries > 1000 {
            "tries"
        } else {
            rules("classes", classes > 10.0)
        };
        // A dart looks at the points of each class before.
        Cost::new(
            key,
            60.0 * darts * (1.0 + classes),
            140.0 * count + 200.0 * classes,
        )
    }

    fn fit_parameters(&self, layout: &Layout<'_>) -> Vec<FitParameter> {
        let counts = self.counts(layout.count.max(1));
        let value = self.radius_for(layout, &counts);
        let from_count = Self {
            radius_m: None,
            ..self.clone()
        };
        let default = from_count.radius_for(layout, &counts);
        vec![FitParameter::new(
            "radius_m",
            value,
            [0.1 * default, 1.05 * default],
        )]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "radius_m" {
            self.radius_m = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;

    proptest! {
        #[test]
        fn zones_do_not_overlap_and_counts_follow_the_shares(
            seed in any::<u128>(),
            count in 0_u32..150,
            radii in prop::collection::vec((0.2..4.0, 0.0..3.0), 1..6),
            radius_m in prop::option::of(0.1..1.5),
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([1e4, -7.0], [25.0, 16.0], edge).unwrap();
            let mut classes: Vec<_> =
                radii.iter().map(|&(relative_radius, share)| SizeClass { relative_radius, share }).collect();
            classes[0].share = 1.0;
            let method = SeveralSizes { classes: classes.clone(), radius_m, tries: 100 };
            let found = method.scatter(&Request::new(&plot, count), RandomKey::from_bits(seed)).unwrap();
            prop_assert!(found.points_m.len() == count as usize || found.shortfall.is_some());
            prop_assert_eq!(found.sizes_m.len(), found.points_m.len());
            let shares: f64 = classes.iter().map(|class| class.share).sum();
            for (number, class) in classes.iter().enumerate() {
                let expected = f64::from(count) * class.share / shares;
                let placed = found.classes.iter().filter(|&&class| usize::from(class) == number).count() as f64;
                prop_assert!(placed < expected + 1.0 + 1e-9);
                prop_assert!(found.shortfall.is_some() || placed > expected - 1.0 - 1e-9);
            }
            for i in 0..found.points_m.len() {
                for j in 0..i {
                    let distance_m = plot.distance_squared_m2(found.points_m[i], found.points_m[j]).sqrt();
                    prop_assert!(distance_m >= (found.sizes_m[i] + found.sizes_m[j]) / 2.0 - 1e-9);
                }
            }
        }
    }

    #[test]
    fn the_default_lays_out_four_sizes_largest_first_and_covers_two_fifths() {
        let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
        let found = SeveralSizes::default()
            .scatter(&Request::new(&plot, 2000), RandomKey::from_bits(1))
            .unwrap();
        assert_eq!((found.points_m.len(), &found.shortfall), (2000, &None));
        assert!(found.sizes_m.is_sorted_by(|a, b| a >= b));
        for class in 0..4 {
            assert_eq!(found.classes.iter().filter(|&&c| c == class).count(), 500);
        }
        let covered_m2: f64 = found
            .sizes_m
            .iter()
            .map(|d_m| d_m * d_m * std::f64::consts::PI / 4.0)
            .sum();
        assert!((covered_m2 / plot.area_m2() - 0.4).abs() < 1e-9);
    }

    /// Known figures for 500 of each of the four sizes, largest first, by the share of the plot that they cover.
    #[test]
    fn throws_for_a_point_are_as_known() {
        let radius_m = 1.0;
        let zones_m2 = 500.0 * (1.0 + 1.5 * 1.5 + 2.0 * 2.0 + 3.0 * 3.0) * std::f64::consts::PI;
        for (coverage, known) in [(0.05_f64, 1.1), (0.2, 1.6), (0.3, 2.2), (0.4, 3.3)] {
            let side_m = (zones_m2 / coverage).sqrt();
            let plot = Plot::new([0.0; 2], [side_m; 2], Edge::Torus).unwrap();
            let method = SeveralSizes {
                radius_m: Some(radius_m),
                ..SeveralSizes::default()
            };
            let found = method
                .scatter(&Request::new(&plot, 2000), RandomKey::from_bits(4))
                .unwrap();
            let throws: f64 = found.notes[0].split(' ').next().unwrap().parse().unwrap();
            assert!((throws / known - 1.0).abs() < 0.12, "{coverage}: {throws}");
        }
    }

    #[test]
    fn sizes_that_are_none_are_refused_by_name() {
        let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
        let refusal = |classes: Vec<SizeClass>, radius_m| {
            let method = SeveralSizes {
                classes,
                radius_m,
                tries: 9,
            };
            method
                .scatter(&Request::new(&plot, 10), RandomKey::from_bits(1))
                .unwrap_err()
                .to_string()
        };
        let class = |relative_radius, share| SizeClass {
            relative_radius,
            share,
        };
        assert!(refusal(vec![], None).starts_with("`classes`"));
        assert!(refusal(vec![class(1.0, 0.0)], None).starts_with("`classes`"));
        assert!(refusal(vec![class(f64::NAN, 1.0)], None).starts_with("`classes.relative_radius` is"));
        assert!(refusal(vec![class(1.0, 1.0), class(1.0, -1.0)], None).starts_with("`classes.share` is"));
        assert!(refusal(vec![class(1.0, 1.0)], Some(0.0)).starts_with("`radius_m` is 0"));
    }
}

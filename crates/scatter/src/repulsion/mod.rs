//! Repulsion: particles of several sizes that push each other out of their zones until they hardly overlap.

mod swarm;

use std::f64::consts::FRAC_PI_4;

use serde::Deserialize;
use understory_keys::Literal::{Real, Reals, Whole};
use understory_keys::{Checked, Interval, ValueKind, key, parameters, real};
use understory_numerics::{Purpose, RandomKey};

use crate::ScatterError;
use crate::cost::{Cost, rules};
use crate::layout::Layout;
use crate::limits::{FACTOR, ITERATIONS};
use crate::place::uniform_place_m;
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use swarm::{Particle, Swarm};

parameters! {
    /// Round zones of several sizes, thrown anywhere, that push each other apart.
    ///
    /// Two points overlap where they are nearer than the sum of their zones' radii. In each iteration every overlapping
    /// pair moves apart along the line between them, each by 0.9 of the overlap, all pairs at once; then zones that
    /// reach out of an open plot are set back inside (on a torus they go round). It ends when no distance is short by
    /// more than [`overlap_left`](Self::overlap_left) of the one wanted, or after [`iterations`](Self::iterations);
    /// the notes say which, after how many and with what overlap left. The overlaps of an iteration are found in cells
    /// of the largest zone, sorted anew each time.
    ///
    /// At contact zones leave each other alone, and holes may stay where nothing pushed. With a [`reach`](Self::reach) beyond
    /// contact they go on to push each other, the less the farther apart, for the first hundred iterations; then contact alone counts.
    /// A reach of 2 suits most coverages: of four sizes, 200 points on a torus (five seeds), the largest round hole shrinks from
    /// 4.6 to 2.7 mean diameters at a coverage of 0.3, from 3.1 to 1.3 at 0.5 and from 1.8 to 0.8 at 0.7, and the places
    /// with room for another zone of the mean size from 26 to 9 %, 6.6 to 0.1 % and 0.8 % to none.
    ///
    /// Unlike dart throwing, which jams where zones of one size cover 0.547 of the plot, it goes on to 0.8: with four sizes
    /// 200 points of an open plot rest after about 10 iterations at 0.3, 16 at 0.5, 45 at 0.7 and 270 at 0.8. The count
    /// is exact whatever the coverage. Points come with their sizes and size classes, which take turns: point *i* is of
    /// class *i* modulo the number of sizes. A zone wider than an open plot stands in its middle. Weight maps are
    /// refused.
    ///
    /// # Source
    /// After Mick West's article on random scattering, which names the method; the law of the push and the step are
    /// ours.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Repulsion: Default {
        /// Diameters of the zones relative to each other, none more than 100 times another, as many points of each.
        pub relative_sizes: Vec<f64> =
            key(ValueKind::Reals(FACTOR), "", "[1.0, 2.0]").default(Reals(&[1.0, 1.5, 2.0, 3.0])),
        /// Sum of the zones' areas over the plot's.
        pub coverage: f64 = real(Interval::from(1e-6, 0.8), "", "0.5").default(Real(0.5)),
        /// Iterations at most; 0 leaves the points where they were thrown.
        pub iterations: u32 = ITERATIONS.default(Whole(2000)),
        /// How far zones push each other, in the distance at which they touch; 1 for contact alone.
        pub reach: f64 = real(Interval::from(1.0, 3.0), "", "2.0").default(Real(1.0)),
        /// Overlap at which two zones count as apart, as a share of the distance to keep.
        pub overlap_left: f64 = real(Interval::from(1e-6, 0.999), "", "0.01").default(Real(0.01)),
    }
}

/// Iterations in which zones push beyond contact: after them hardly anything moves.
const SOFT_ITERATIONS: u32 = 100;

impl Repulsion {
    /// Diameters of the zones that cover the plot as asked, m, by number of the point.
    fn sizes_m(&self, layout: &Layout<'_>) -> Vec<f64> {
        let sizes = self.relative_sizes.iter().cycle().take(layout.count as usize);
        let squares: f64 = sizes.clone().map(|size| size * size).sum();
        let area_m2 = self.coverage * layout.plot.area_m2();
        let unit_m = (area_m2 / (FRAC_PI_4 * squares)).sqrt();
        sizes.map(|size| size * unit_m).collect()
    }
}

impl PointMethod for Repulsion {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        if layout.weight.is_some() {
            return Err(ScatterError::NoWeights { method: "repulsion" });
        }
        let sizes_m = self.sizes_m(layout);
        let particles = (0..).zip(&sizes_m).map(|(number, &size_m)| Particle {
            place_m: uniform_place_m(layout.plot, key.draws(0, Purpose::Place, number)),
            radius_m: size_m / 2.0,
            number,
        });
        let mut swarm = Swarm::new(*layout.plot, particles.collect(), self.reach);
        let mut iterations = 0;
        let soft = if self.reach > 1.0 { SOFT_ITERATIONS } else { 0 };
        while iterations < self.iterations.min(soft) {
            swarm.push_beyond();
            swarm.give_way();
            iterations += 1;
        }
        let mut overlap = swarm.push();
        while overlap > self.overlap_left && iterations < self.iterations {
            swarm.give_way();
            overlap = swarm.push();
            iterations += 1;
        }
        let ending = if overlap > self.overlap_left {
            "gave up"
        } else {
            "rests"
        };
        let classes = (0..self.relative_sizes.len() as u16).cycle().take(sizes_m.len());
        Ok(Scattered {
            points_m: swarm.into_places_m(),
            classes: classes.collect(),
            spacing_m: sizes_m.iter().copied().reduce(f64::min),
            notes: vec![format!(
                "{ending} after {iterations} iterations; largest overlap {:.2} %",
                100.0 * overlap
            )],
            sizes_m,
            shortfall: None,
        })
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        let largest = self.relative_sizes.iter().copied().fold(0.0, f64::max);
        if let Some(&size) = self.relative_sizes.iter().find(|&&size| size < largest / 100.0) {
            let rule = "a size is at least a hundredth of the largest";
            return Err(ScatterError::out_of_range("relative_sizes", size, rule));
        }
        if self.relative_sizes.is_empty() {
            let rule = "each point needs a size: give at least one, such as `[1.0]`";
            return Err(ScatterError::out_of_range("relative_sizes", "empty", rule));
        }
        Ok(())
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        let sizes = &self.relative_sizes;
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        let mean_square = sizes.iter().map(|size| size * size).sum::<f64>() / sizes.len().max(1) as f64;
        // Points in a cell as wide as the largest zone, of which a point meets four and a half.
        let in_a_cell = (self.coverage / FRAC_PI_4 * self.reach * self.reach * largest * largest
            / mean_square.max(f64::MIN_POSITIVE))
        .max(1.0)
        .min(count);
        let most = f64::from(self.iterations);
        // Twice as many as it took of up to a hundred thousand points, where all have room to give way in and need not
        // come apart to the last digit; else it can go on to the end.
        let usual = 14.0 / understory_numerics::math::pow(0.85 - self.coverage, 1.4) * in_a_cell;
        let largest_m = (in_a_cell * layout.plot.area_m2() / count.max(1.0)).sqrt();
        let comes_to_rest = self.overlap_left >= 1e-6 && largest_m <= layout.plot.shorter_side_m() / 5.0;
        let soft = if self.reach > 1.0 {
            f64::from(SOFT_ITERATIONS)
        } else {
            0.0
        };
        let iterations = if comes_to_rest {
            most.min(usual + soft)
        } else {
            most
        } + 1.0;
        let key = rules("iterations", !comes_to_rest);
        Cost::new(key, count * iterations * (100.0 + 6.0 * in_a_cell), 150.0 * count)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        vec![FitParameter::new("coverage", self.coverage, [0.01, 0.7])]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "coverage" {
            self.coverage = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::Request;

    fn plot(edge: Edge) -> Plot {
        Plot::new([-3.0, 12.0], [20.0, 10.0], edge).unwrap()
    }

    fn iterations(scattered: &Scattered) -> f64 {
        let note = &scattered.notes[0];
        assert!(note.starts_with("rests after"), "{note}");
        note.split(' ').nth(2).unwrap().parse().unwrap()
    }

    #[test]
    fn zones_part_and_stay_inside_at_coverages_that_throwing_cannot_reach() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = plot(edge);
            // Most iterations: what a plain step of half the overlap was seen to take.
            for (coverage, most) in [(0.3, 33.0), (0.5, 175.0), (0.6, 270.0), (0.7, 550.0)] {
                let method = Repulsion {
                    coverage,
                    ..Repulsion::default()
                };
                let mut mean = 0.0;
                for seed in 0..5 {
                    let scattered = method
                        .scatter(&Request::new(&plot, 200), RandomKey::root(seed, &["coverage"]))
                        .unwrap();
                    mean += iterations(&scattered) / 5.0;
                    let (points_m, sizes_m) = (&scattered.points_m, &scattered.sizes_m);
                    let area_m2: f64 = sizes_m
                        .iter()
                        .map(|d_m| std::f64::consts::FRAC_PI_4 * d_m * d_m)
                        .sum();
                    assert!((area_m2 / plot.area_m2() - coverage).abs() < 1e-9);
                    for i in 0..200 {
                        assert!(plot.contains(points_m[i]));
                        assert_eq!(scattered.classes[i], (i % 4) as u16);
                        for j in 0..i {
                            let wanted_m = (sizes_m[i] + sizes_m[j]) / 2.0;
                            let distance_m = plot.distance_squared_m2(points_m[i], points_m[j]).sqrt();
                            assert!(distance_m >= 0.99 * wanted_m - 1e-9, "{distance_m} {wanted_m}");
                        }
                        if edge == Edge::Open {
                            let [x_m, y_m] = points_m[i];
                            let to_edge_m = (x_m + 3.0).min(17.0 - x_m).min(y_m - 12.0).min(22.0 - y_m);
                            assert!(to_edge_m >= sizes_m[i] / 2.0 - 1e-9);
                        }
                    }
                }
                assert!(mean < most, "{coverage}: {mean}");
            }
        }
    }

    /// Greatest distance of a place from all zones, and the share of places at which another of the mean size would fit.
    fn holes(plot: &Plot, scattered: &Scattered) -> (f64, f64) {
        const SIDE: u32 = 200;
        let mean_m = scattered.sizes_m.iter().sum::<f64>() / scattered.sizes_m.len() as f64;
        let (mut largest_m, mut fitting) = (0.0_f64, 0.0);
        for cell in 0..SIDE * SIDE {
            let share = [cell % SIDE, cell / SIDE].map(|at| (f64::from(at) + 0.5) / f64::from(SIDE));
            let place_m = [0, 1].map(|axis: usize| plot.origin_m()[axis] + share[axis] * plot.size_m()[axis]);
            let zones = scattered.points_m.iter().zip(&scattered.sizes_m);
            let free_m = zones
                .map(|(&at_m, size_m)| plot.distance_squared_m2(at_m, place_m).sqrt() - size_m / 2.0)
                .fold(f64::INFINITY, f64::min);
            largest_m = largest_m.max(free_m);
            fitting += f64::from(u8::from(free_m >= mean_m / 2.0)) / f64::from(SIDE * SIDE);
        }
        (largest_m, fitting)
    }

    #[test]
    fn pushes_beyond_contact_close_the_holes_that_contact_leaves() {
        let plot = plot(Edge::Torus);
        let mean = |reach: f64, coverage: f64| {
            let method = Repulsion {
                coverage,
                reach,
                ..Repulsion::default()
            };
            let (mut largest, mut fitting) = (0.0, 0.0);
            for seed in 0..5 {
                let key = RandomKey::root(seed, &["holes"]);
                let scattered = method.scatter(&Request::new(&plot, 200), key).unwrap();
                assert!(
                    scattered.notes[0].starts_with("rests"),
                    "{reach} {coverage}: {:?}",
                    scattered.notes
                );
                let mean_m = scattered.sizes_m.iter().sum::<f64>() / 200.0;
                let (hole_m, share) = holes(&plot, &scattered);
                largest += 2.0 * hole_m / mean_m / 5.0;
                fitting += share / 5.0;
            }
            (largest, fitting)
        };
        for coverage in [0.3, 0.5, 0.7] {
            let (hole, share) = mean(1.0, coverage);
            let (softer_hole, softer_share) = mean(2.0, coverage);
            assert!(softer_hole < 0.65 * hole, "{coverage}: {hole} {softer_hole}");
            assert!(softer_share < 0.4 * share, "{coverage}: {share} {softer_share}");
        }
    }

    #[test]
    fn a_swarm_that_finds_no_rest_says_what_overlap_is_left() {
        let method = Repulsion {
            coverage: 0.7,
            iterations: 2,
            ..Repulsion::default()
        };
        let plot = plot(Edge::Open);
        let scattered = method
            .scatter(&Request::new(&plot, 200), RandomKey::root(1, &[]))
            .unwrap();
        assert_eq!(scattered.points_m.len(), 200);
        assert!(
            scattered.notes[0].starts_with("gave up after 2 iterations; largest overlap "),
            "{:?}",
            scattered.notes
        );
    }

    #[test]
    fn bad_parameters_and_weights_are_refused() {
        let plot = plot(Edge::Open);
        let refusal = |method: Repulsion| {
            method
                .scatter(&Request::new(&plot, 9), RandomKey::root(1, &[]))
                .unwrap_err()
                .to_string()
        };
        let sizes = |relative_sizes| Repulsion {
            relative_sizes,
            ..Repulsion::default()
        };
        assert!(refusal(sizes(vec![])).starts_with("`relative_sizes` is empty"));
        for size in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.001] {
            assert!(refusal(sizes(vec![1.0, size])).starts_with("`relative_sizes"));
        }
        for coverage in [0.0, -1.0, 0.81, f64::NAN] {
            let method = Repulsion {
                coverage,
                ..Repulsion::default()
            };
            assert!(refusal(method).starts_with("`coverage` is"));
        }
        for overlap_left in [0.0, 1.0, f64::NAN] {
            let method = Repulsion {
                overlap_left,
                ..Repulsion::default()
            };
            assert!(refusal(method).starts_with("`overlap_left` is"));
        }
        let even = |_: [f64; 2]| 1.0;
        let request = Request {
            weight: Some(&even),
            ..Request::new(&plot, 9)
        };
        assert_eq!(
            Repulsion::default().scatter(&request, RandomKey::root(1, &[])),
            Err(ScatterError::NoWeights { method: "repulsion" })
        );
    }
}

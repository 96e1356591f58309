//! Springs: a grid whose nodes are tied by springs of random rest lengths, let go for a while, then cut loose.

mod net;
mod parameters;

use understory_keys::Checked;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

pub use net::{Spring, SpringNet};
pub use parameters::{Border, Springs};

use crate::ScatterError;
use crate::cost::{Cost, rules};
use crate::grid::Grid;
use crate::layout::Layout;
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use crate::thinning::{Candidate, nodes_needed, thinned};

impl Springs {
    /// The net after `self.iterations`, with its springs still on: what the article's figures show.
    ///
    /// # Errors
    /// [`ScatterError`] for a parameter out of its range.
    pub fn net(&self, layout: &Layout<'_>, key: RandomKey) -> Result<SpringNet, ScatterError> {
        self.in_range()?;
        let grid = Grid::new(layout.plot, nodes_needed(layout)?.max(1));
        let mut net = SpringNet::new(layout.plot, grid, key, self);
        net.relax(self.iterations);
        Ok(net)
    }
}

impl PointMethod for Springs {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        let net = self.net(layout, key)?;
        let mut candidates = Vec::with_capacity(net.len());
        let mut row_key = key;
        for (number, node_m) in (0..).zip(net.nodes_m()) {
            let (row, column) = (number / net.columns(), number % net.columns());
            if column == 0 {
                row_key = key.child(0, Purpose::Place, row);
            }
            if let Some(place_m) = layout.plot.place(node_m) {
                let rank = unit_from_u32(row_key.draws(1, Purpose::Place, column)[0]);
                candidates.push(Candidate { place_m, rank });
            }
        }
        let outside = net.len() - candidates.len();
        let kept = thinned(layout, &candidates)?;
        let points_m: Vec<[f64; 2]> = kept
            .into_iter()
            .map(|number| candidates[number].place_m)
            .collect();
        let missing = layout.count as usize - points_m.len();
        let shortfall = (missing > 0).then_some(if outside > 0 {
            Shortfall::LeftThePlot { nodes: outside }
        } else {
            Shortfall::Weight { missing }
        });
        Ok(Scattered {
            spacing_m: Some(net.spacing_m()),
            shortfall,
            ..Scattered::of(points_m)
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        let iterations = f64::from(self.iterations) + 1.0;
        let key = rules("iterations", iterations > 100.0);
        Cost::new(key, 60.0 * count * iterations, 120.0 * count)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        vec![FitParameter::new("amplitude", self.amplitude, [0.0, 0.95])]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "amplitude" {
            self.amplitude = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};
    use understory_spacing::NearestNeighbourSummary;

    use super::*;
    use crate::Request;

    fn square(side_m: f64, edge: Edge) -> Plot {
        Plot::new([7.0, -30.0], [side_m; 2], edge).unwrap()
    }

    fn net(springs: Springs, plot: &Plot, count: u32, seed: u64) -> SpringNet {
        springs
            .net(&Layout::new(plot, count), RandomKey::root(seed, &["springs"]))
            .unwrap()
    }

    #[test]
    fn amplitude_takes_the_net_from_a_lattice_towards_random_points() {
        let plot = square(40.0, Edge::Torus);
        // Clark–Evans index and least distance for five seeds each; the least of 1600 distances scatters.
        for (amplitude, index, least_m) in [
            (0.2, 1.81, 0.71),
            (0.4, 1.64, 0.43),
            (0.6, 1.50, 0.24),
            (0.8, 1.38, 0.14),
        ] {
            let springs = Springs {
                amplitude,
                ..Springs::default()
            };
            let (mut mean_index, mut mean_least_m) = (0.0, 0.0);
            for seed in 0..5 {
                let key = RandomKey::root(seed, &["amplitude"]);
                let points_m = springs.scatter(&Request::new(&plot, 1600), key).unwrap().points_m;
                let summary = NearestNeighbourSummary::new(&points_m, &plot).unwrap();
                mean_index += summary.clark_evans().naive / 5.0;
                mean_least_m += summary.sorted_m()[0] / 5.0;
            }
            assert!((mean_index - index).abs() < 0.012, "{amplitude}: {mean_index}");
            assert!(
                (mean_least_m - least_m).abs() < 0.06,
                "{amplitude}: {mean_least_m}"
            );
        }
    }

    #[test]
    fn a_free_net_shrinks_or_swells_and_a_pinned_one_does_not() {
        let plot = square(10.0, Edge::Open);
        let share = |mean_rest: f64, amplitude: f64, border| {
            let springs = Springs {
                amplitude,
                mean_rest,
                border,
                ..Springs::default()
            };
            (0..20)
                .map(|seed| net(springs, &plot, 100, seed).border_area_m2() / 81.0 / 20.0)
                .sum::<f64>()
        };
        for (mean_rest, amplitude, expected, tolerance) in [
            (0.8, 0.4, 0.68, 0.02),
            (1.2, 0.4, 1.30, 0.03),
            (1.0, 0.2, 0.996, 0.01),
            (1.0, 0.4, 0.976, 0.015),
            (1.0, 0.6, 0.926, 0.03),
        ] {
            let found = share(mean_rest, amplitude, Border::Free);
            assert!(
                (found - expected).abs() < tolerance,
                "{mean_rest} {amplitude}: {found}"
            );
        }
        assert!((share(0.8, 0.4, Border::Pinned) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn iterations_lower_the_excess_until_the_springs_rest() {
        for edge in [Edge::Torus, Edge::Open] {
            let plot = square(20.0, edge);
            for (amplitude, mean_rest) in [(0.4, 1.0), (0.95, 0.5), (0.95, 1.5)] {
                let after = |iterations| {
                    let springs = Springs {
                        amplitude,
                        mean_rest,
                        stiffness: 1.0 / 6.0,
                        iterations,
                        ..Springs::default()
                    };
                    net(springs, &plot, 400, 1).residual_m()
                };
                let residuals_m = [after(0), after(10), after(40), after(3000)];
                assert!(
                    residuals_m.is_sorted_by(|a, b| a > b || (a - b).abs() < 1e-3),
                    "{residuals_m:?}"
                );
                assert!(residuals_m[2] < 0.98 * residuals_m[0], "{residuals_m:?}");
            }
        }
    }

    #[test]
    fn nodes_that_leave_the_plot_are_left_out_and_counted() {
        let plot = square(10.0, Edge::Open);
        let springs = Springs {
            mean_rest: 1.5,
            ..Springs::default()
        };
        let scattered = springs
            .scatter(&Request::new(&plot, 100), RandomKey::root(1, &[]))
            .unwrap();
        let left = 100 - scattered.points_m.len();
        assert!(left > 10, "{left}");
        assert_eq!(
            scattered.shortfall.map(|why| why.to_string()),
            Some(format!("full: {left} nodes of the net left the plot"))
        );
    }

    #[test]
    fn a_weight_thins_in_proportion_and_keeps_the_count() {
        let plot = square(60.0, Edge::Torus);
        let weight = |place_m: [f64; 2]| if place_m[0] < 37.0 { 0.25 } else { 1.0 };
        let request = Request {
            weight: Some(&weight),
            ..Request::new(&plot, 2000)
        };
        let points_m = Springs::default()
            .scatter(&request, RandomKey::root(1, &[]))
            .unwrap()
            .points_m;
        assert_eq!(points_m.len(), 2000);
        let thin = points_m.iter().filter(|point_m| point_m[0] < 37.0).count();
        // A fifth of 2000; four standard deviations of a binomial count, which thinned grids stay below.
        assert!((328..=472).contains(&thin), "{thin}");
    }

    /// One spring at a time, from both its ends: the iteration without rows and slices.
    fn stepped_spring_by_spring(net: &SpringNet, stiffness: f64) -> Vec<[f64; 2]> {
        let mut nodes_m: Vec<[f64; 2]> = net.nodes_m().collect();
        for spring in net.springs() {
            let length_m = spring.excess_m() + spring.rest_m;
            for (axis, way_m) in spring.way_m.into_iter().enumerate() {
                let move_m = stiffness * spring.excess_m() * way_m / length_m;
                nodes_m[spring.ends[0] as usize][axis] += move_m;
                nodes_m[spring.ends[1] as usize][axis] -= move_m;
            }
        }
        nodes_m
    }

    proptest! {
        #[test]
        fn rows_move_the_nodes_as_single_springs_do(
            seed in any::<u64>(),
            count in 1_u32..60,
            size_m in prop::array::uniform2(3.0..30.0),
            iterations in 0_u32..4,
            is_torus in any::<bool>(),
            is_pinned in any::<bool>(),
        ) {
            let plot = Plot::new([0.0; 2], size_m, if is_torus { Edge::Torus } else { Edge::Open }).unwrap();
            let springs = Springs {
                amplitude: 0.7,
                iterations,
                border: if is_pinned { Border::Pinned } else { Border::Free },
                ..Springs::default()
            };
            let before = net(springs, &plot, count, seed);
            let after = net(Springs { iterations: iterations + 1, ..springs }, &plot, count, seed);
            let expected_m = stepped_spring_by_spring(&before, springs.stiffness);
            let columns = before.columns() as usize;
            let rows = expected_m.len() / columns;
            for (node, (found_m, expected_m)) in after.nodes_m().zip(expected_m).enumerate() {
                let (column, row) = (node % columns, node / columns);
                let is_outermost = column == 0 || row == 0 || column == columns - 1 || row == rows - 1;
                let is_held = is_pinned && !is_torus && is_outermost;
                let expected_m = if is_held { before.nodes_m().nth(node).unwrap() } else { expected_m };
                for axis in 0..2 {
                    prop_assert!((found_m[axis] - expected_m[axis]).abs() < 1e-9, "{node}: {found_m:?} {expected_m:?}");
                }
            }
        }
    }
}

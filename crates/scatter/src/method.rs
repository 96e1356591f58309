use understory_numerics::Key;
use understory_space::Plot;

use crate::{jittered_grid, minimum_distance, uniform};

/// A way to lay out points on a plot.
pub trait PointMethod {
    /// The name that scenarios and tables use: `jittered-grid`.
    fn name(&self) -> &'static str;

    /// `count` points of `plot`, from `key` alone: the same key gives the same points on every machine.
    ///
    /// # Errors
    /// [`ScatterError`] where the plot cannot hold that many points by this method.
    fn points(&self, plot: &Plot, count: u32, key: Key) -> Result<Vec<[f64; 2]>, ScatterError>;
}

/// The point methods, by their names in a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Independent uniform points.
    Uniform,
    /// Uniform points of which each keeps a distance to those before it, also across the seams of a torus.
    ///
    /// Throwing jams where discs of that diameter cover 0.547 of the plot; with few tries it is full long before:
    /// at 0.28 with 30 tries, 0.47 with 1000.
    MinimumDistance {
        /// Least distance between two points, m; above 0.
        distance_m: f64,
        /// Places that are tried for one point before the plot counts as full; at least 1.
        tries: u32,
    },
    /// Points of a grid, each moved by a random part of the spacing.
    ///
    /// The grid has about square cells *a* × *b* m, and as many as points wherever count and plot allow; else a few
    /// cells, fewer than a row, stay empty by lot. Two points keep (1 − 2 · jitter) · min(*a*, *b*).
    JitteredGrid {
        /// Greatest move along each axis, in spacings; 0 to 0.5. West's article takes 0.4.
        jitter: f64,
    },
}

impl PointMethod for Method {
    fn name(&self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::MinimumDistance { .. } => "minimum-distance",
            Self::JitteredGrid { .. } => "jittered-grid",
        }
    }

    fn points(&self, plot: &Plot, count: u32, key: Key) -> Result<Vec<[f64; 2]>, ScatterError> {
        match *self {
            Self::Uniform => Ok(uniform::points(plot, count, key)),
            Self::MinimumDistance { distance_m, tries } => {
                minimum_distance::points(plot, count, key, distance_m, tries)
            }
            Self::JitteredGrid { jitter } => jittered_grid::points(plot, count, key, jitter),
        }
    }
}

/// Why a method could not lay out the points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScatterError {
    /// No room was left for another point.
    #[error(
        "the plot is full after {placed} of {wanted} points: {tries} places in a row were nearer than \
         {distance_m} m to another point"
    )]
    Full {
        /// Points laid out so far.
        placed: u32,
        /// Points asked for.
        wanted: u32,
        /// Places tried for the next one.
        tries: u32,
        /// Distance to keep, m.
        distance_m: f64,
    },
    /// A least distance that is not above 0, or not finite.
    #[error("`distance_m` is {0}, but a distance to keep must be finite and greater than 0")]
    NotADistance(f64),
    /// No place may be tried.
    #[error("`tries` is 0, but each point needs at least 1")]
    NoTries,
    /// A jitter that would move points out of their cells, or none at all.
    #[error("`jitter` is {0}, but a point moves by 0 to 0.5 spacings along each axis")]
    NotAJitter(f64),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    const METHODS: [Method; 3] = [
        Method::Uniform,
        Method::MinimumDistance {
            distance_m: 0.8,
            tries: 500,
        },
        Method::JitteredGrid { jitter: 0.4 },
    ];

    fn plot(edge: Edge) -> Plot {
        Plot::new([-8.0, 3.0], [30.0, 12.0], edge).unwrap()
    }

    proptest! {
        #[test]
        fn a_key_fixes_the_points_and_another_key_changes_them(seed in any::<u64>(), count in 1_u32..200) {
            for method in METHODS {
                let points_m = |seed| {
                    method.points(&plot(Edge::Torus), count, Key::root(seed, &[method.name()])).unwrap()
                };
                prop_assert_eq!(points_m(seed), points_m(seed));
                prop_assert_ne!(points_m(seed), points_m(seed.wrapping_add(1)));
            }
        }

        #[test]
        fn every_point_lies_in_the_plot_and_the_count_is_exact(seed in any::<u64>(), count in 0_u32..200) {
            for edge in [Edge::Open, Edge::Torus] {
                for method in METHODS {
                    let points_m = method.points(&plot(edge), count, Key::root(seed, &["count"])).unwrap();
                    prop_assert_eq!(points_m.len(), count as usize);
                    prop_assert!(points_m.iter().all(|&point_m| plot(edge).contains(point_m)));
                }
            }
        }

        #[test]
        fn the_least_distance_holds_across_the_seams_of_a_torus(
            seed in any::<u64>(),
            shift_m in prop::array::uniform2(-40.0..40.0),
        ) {
            let torus = plot(Edge::Torus);
            let open = plot(Edge::Open);
            let method = Method::MinimumDistance { distance_m: 0.8, tries: 500 };
            let points_m = method.points(&torus, 200, Key::root(seed, &["seam"])).unwrap();
            // Moved round the torus, pairs that met across a seam lie side by side in the plane.
            let moved_m: Vec<_> = points_m
                .iter()
                .map(|p| torus.place([p[0] + shift_m[0], p[1] + shift_m[1]]).unwrap())
                .collect();
            for (i, &a_m) in moved_m.iter().enumerate() {
                for &b_m in &moved_m[..i] {
                    prop_assert!(open.distance_squared_m2(a_m, b_m).sqrt() >= 0.8 - 1e-9);
                }
            }
        }
    }

    #[test]
    fn uniform_points_fill_the_quarters_of_the_plot_evenly() {
        let points_m = Method::Uniform
            .points(&plot(Edge::Open), 40_000, Key::root(2, &["even"]))
            .unwrap();
        let mut quarters = [0_i32; 4];
        for [x_m, y_m] in points_m {
            quarters[usize::from(x_m >= 7.0) + 2 * usize::from(y_m >= 9.0)] += 1;
        }
        // Four standard deviations of a binomial count.
        assert!(
            quarters.iter().all(|&count| (count - 10_000).abs() < 347),
            "{quarters:?}"
        );
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let refusal = |method: Method| {
            method
                .points(&plot(Edge::Open), 3, Key::root(1, &[]))
                .unwrap_err()
                .to_string()
        };
        for distance_m in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            assert!(refusal(Method::MinimumDistance { distance_m, tries: 9 }).starts_with("`distance_m` is"));
        }
        assert!(
            refusal(Method::MinimumDistance {
                distance_m: 1.0,
                tries: 0
            })
            .starts_with("`tries` is 0")
        );
        for jitter in [-0.1, 0.51, f64::NAN] {
            assert!(refusal(Method::JitteredGrid { jitter }).starts_with("`jitter` is"));
        }
    }

    #[test]
    fn a_full_plot_is_reported_with_what_was_placed() {
        let method = Method::MinimumDistance {
            distance_m: 50.0,
            tries: 8,
        };
        let full = method
            .points(&plot(Edge::Open), 3, Key::root(1, &[]))
            .unwrap_err();
        assert_eq!(
            full,
            ScatterError::Full {
                placed: 1,
                wanted: 3,
                tries: 8,
                distance_m: 50.0
            }
        );
    }
}

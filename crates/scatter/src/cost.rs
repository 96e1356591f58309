//! What laying points out takes: work and memory, which each method tells from its parameters and the task alone.
//!
//! Its figures are bounds where a method has one, and a generous guess where chance decides how long it goes on. What
//! they are compared with is stated, so that a number with a slip in it is refused before anything is laid out.

use crate::ScatterError;
use crate::limits::{MOST_BYTES, MOST_STEPS, MOST_STEPS_OF_MANY};

/// What laying out a pattern takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Steps of about a nanosecond on one thread.
    pub steps: f64,
    /// Most memory at once, bytes.
    pub bytes: f64,
    /// The parameter that rules it, as scenarios call it: `count`, or one of the method's.
    pub key: &'static str,
}

impl Cost {
    pub(crate) fn new(key: &'static str, steps: f64, bytes: f64) -> Self {
        Self { steps, bytes, key }
    }

    /// Whether so many patterns of `count` points by `method` are within the limits, each and all together.
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where it is not.
    pub fn check(&self, method: &'static str, count: u32, patterns: u32) -> Result<(), ScatterError> {
        // Written so that NaN is refused.
        let together = self.steps * f64::from(patterns);
        if self.steps <= MOST_STEPS && together <= MOST_STEPS_OF_MANY && self.bytes <= MOST_BYTES {
            return Ok(());
        }
        Err(ScatterError::TooCostly {
            method,
            count,
            patterns: if self.steps <= MOST_STEPS { patterns } else { 1 },
            steps: self.steps,
            bytes: self.bytes,
            key: self.key,
        })
    }
}

/// The key to blame: `key` where it makes the difference, else the count.
pub(crate) fn rules(key: &'static str, makes_the_difference: bool) -> &'static str {
    if makes_the_difference { key } else { "count" }
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_space::{Edge, Plot};

    use crate::kerr::{KerrRules, Overlay};
    use crate::{
        CircleType, Circles, Kerr, Layout, Method, MinimumDistance, PointMethod, Quadtree, Repulsion,
        Request, Resampled, ScatterError,
    };

    fn plot(size_m: [f64; 2]) -> Plot {
        Plot::new([0.0; 2], size_m, Edge::Torus).unwrap()
    }

    #[test]
    fn the_defaults_are_within_the_limits_for_a_hundred_thousand_points() {
        for size_m in [[1000.0, 1000.0], [60.0, 6000.0]] {
            for method in Method::all() {
                for count in [0, 1, 60, 5000, 100_000] {
                    let plot = plot(size_m);
                    let cost = method.cost(&Layout::new(&plot, count));
                    assert_eq!(
                        cost.check(method.name(), count, 1),
                        Ok(()),
                        "{} {cost:?}",
                        method.name()
                    );
                }
            }
        }
    }

    /// It was refused from 185,000 points on, and from 18,000 in `compare`, for iterations that it never comes to.
    #[test]
    fn repulsion_is_allowed_as_far_as_it_takes_seconds() {
        let (plot, method) = (plot([1000.0; 2]), Method::named("repulsion").unwrap());
        let check = |count, patterns| {
            method
                .cost(&Layout::new(&plot, count))
                .check("repulsion", count, patterns)
        };
        assert_eq!(check(1_000_000, 1), Ok(()));
        assert_eq!(check(200_000, 200), Ok(()));
        assert!(check(10_000_000, 1).is_err());
        // Zones that are wider than a strip is do not come to rest.
        let strip = Plot::new([0.0; 2], [1e6, 1.0], Edge::Open).unwrap();
        assert!(
            method
                .cost(&Layout::new(&strip, 1_000_000))
                .check("repulsion", 1_000_000, 1)
                .is_err()
        );
    }

    /// Each of these took minutes or all memory; now it is refused at once.
    #[test]
    fn what_takes_minutes_or_all_memory_is_refused_by_its_key() {
        let kerr = |rules: KerrRules| {
            Method::Kerr(Kerr {
                rules,
                ..Kerr::default()
            })
        };
        let caves = Kerr {
            cell_m: Some(1.0),
            level: Some(Overlay::default()),
            ..Kerr::default()
        };
        let circles = |length_factor, seeds_per_step| {
            Method::Circles(Circles {
                length_factor,
                types: vec![CircleType {
                    seeds_per_step,
                    ..CircleType::default()
                }],
            })
        };
        for (method, size_m, count, key) in [
            (Method::Uniform(crate::Uniform), [60.0; 2], 100_000_000, "count"),
            (
                Method::named("elimination").unwrap(),
                [60.0; 2],
                10_000_000,
                "count",
            ),
            (Method::named("circles").unwrap(), [60.0; 2], 10_000_000, "count"),
            (
                Method::named("poisson-maximal").unwrap(),
                [60.0; 2],
                10_000_000,
                "count",
            ),
            (Method::Kerr(caves), [1e6, 200.0], 20, "cell_m"),
            (
                kerr(KerrRules {
                    decay: 0.999_999,
                    ..KerrRules::default()
                }),
                [60.0; 2],
                60,
                "decay",
            ),
            (circles(Some(0.003), 3), [60.0; 2], 60, "length_factor"),
            (circles(None, 1000), [60.0; 2], 10_000, "types"),
            (
                Method::Quadtree(Quadtree {
                    levels: Some(6),
                    props_per_patch: Some([1_000_000; 2]),
                    ..Quadtree::default()
                }),
                [60.0; 2],
                60,
                "props_per_patch",
            ),
            (
                Method::MinimumDistance(MinimumDistance {
                    distance_m: Some(50.0),
                    tries: 1_000_000_000,
                }),
                [60.0; 2],
                60,
                "tries",
            ),
            (
                Method::Repulsion(Repulsion {
                    iterations: 1_000_000,
                    overlap_left: 1e-12,
                    ..Repulsion::default()
                }),
                [60.0; 2],
                1000,
                "iterations",
            ),
            (
                Method::Resampled(Resampled {
                    moves_per_point: 1_000_000,
                    r_max_m: None,
                }),
                [60.0; 2],
                1000,
                "moves_per_point",
            ),
        ] {
            let plot = plot(size_m);
            let refused = method
                .scatter(&Request::new(&plot, count), RandomKey::root(1, &[]))
                .unwrap_err();
            assert!(matches!(refused, ScatterError::TooCostly { .. }), "{refused}");
            assert_eq!(refused.key(), Some(key), "{refused}");
        }
    }
}

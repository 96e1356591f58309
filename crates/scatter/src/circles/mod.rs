//! Circles that age, seed and overlap: the scheme of a procedural foliage spawner.

mod cost;
mod kind;
mod stand;

use serde::Deserialize;
use understory_keys::{Checked, ValueKind, key, parameters, real};
use understory_numerics::RandomKey;
use understory_space::Plot;

pub use kind::CircleType;

use crate::ScatterError;
use crate::cost::Cost;
use crate::layout::Layout;
use crate::limits::FACTOR;
use crate::point_method::{FitParameter, PointMethod};
use crate::ranks::leave_out_by_rank;
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use stand::{Circle, ScaledKinds};

parameters! {
    /// Circles that age, seed and kill each other where they overlap, for a few steps.
    ///
    /// Imitates the growth of the Unreal Procedural Foliage Spawner, with its whole table of parameters, in metres. A
    /// step: all circles age, then all seed; a seed falls anywhere around its mother at about a given distance beyond
    /// both full-grown radii. After each half, circles are gone through from the best to the worst (priority, age,
    /// scale, key) and one that overlaps a better one that stays dies. There each circle is held against the others as
    /// it comes, so the result hangs on the order; here it hangs on the key alone. Kinds that spawn in shade begin
    /// when the others have run through. The plot is grown as one piece, no tiles are repeated, and nothing dies of
    /// age. No two circles of collision overlap, on a torus also across the seams; a size is the diameter of that
    /// circle, a class the number of the kind. Seeds that leave an open plot are lost.
    ///
    /// Without `length_factor` all lengths are scaled so that at least as many circles stand as are asked for, and as
    /// few more as a few trials give; the surplus is left out by random rank, so that all ages stay. A weight is the chance of
    /// a seed to come up.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Circles {
        /// Factor on every length of the types, 1 takes them as they are; left out: from the count.
        pub length_factor: Option<f64> = real(FACTOR, "", "1.0").optional(),
        /// Kinds of circles; left out: one with all defaults.
        pub types: Vec<CircleType> = key(ValueKind::Tables(CircleType::KEYS, &[]), "", "").optional(),
    }
}

impl Default for Circles {
    fn default() -> Self {
        Self {
            length_factor: None,
            types: vec![CircleType::default()],
        }
    }
}

/// Stands that are grown in search of a factor.
const TRIALS: u32 = 24;
/// Circles of a stand that is small enough to try factors on.
const FEW: u32 = 5000;
/// Circles before competition that a given factor may make.
const MOST: usize = 6_000_000;

impl Circles {
    fn stand<'a>(&'a self, layout: &Layout<'a>, factor: f64, most: usize) -> ScaledKinds<'a> {
        ScaledKinds {
            types: &self.types,
            factor,
            layout: *layout,
            most,
        }
    }

    /// The stand of the fewest circles that are enough, or else of the most, with its factor.
    fn fitted(&self, layout: &Layout<'_>, key: RandomKey) -> Result<(f64, Vec<Circle>), ScatterError> {
        let wanted = f64::from(layout.count);
        let few_more = wanted * 1.1 + 3.0 * wanted.sqrt();
        let most = layout.count as usize * 200 + 100_000;
        let mut factor = self.first_factor(layout, key)?;
        let mut best: Option<(f64, Vec<Circle>)> = None;
        for _ in 0..TRIALS {
            let Some(circles) = self.stand(layout, factor, most).grow(key)? else {
                factor *= 1.5;
                continue;
            };
            let found = circles.len() as f64;
            // Enough beats too few; then the nearer one.
            let rank = |found: f64| (found < wanted, (found - wanted).abs());
            if best
                .as_ref()
                .is_none_or(|(_, best)| rank(found) < rank(best.len() as f64))
            {
                best = Some((factor, circles));
            }
            if (wanted..=few_more).contains(&found) {
                break;
            }
            let change = (found / (1.05 * wanted)).sqrt().clamp(0.5, 2.0);
            factor *= if found < wanted { change.min(0.97) } else { change };
        }
        best.ok_or_else(too_many(factor))
    }

    /// As if circles of half the last age covered half of the plot, or the seeds of a few steps came up; for many
    /// circles what a smaller plot takes, which is far cheaper to find.
    fn first_factor(&self, layout: &Layout<'_>, key: RandomKey) -> Result<f64, ScatterError> {
        let share = (f64::from(FEW) / f64::from(layout.count)).sqrt();
        let size_m = layout.plot.size_m().map(|side_m| side_m * share);
        if layout.count > 2 * FEW
            && layout.weight.is_none()
            && let Ok(plot) = Plot::new(layout.plot.origin_m(), size_m, layout.plot.edge())
        {
            let (factor, circles) = self.fitted(&Layout::new(&plot, FEW), key)?;
            let found = circles.len() as f64 / (1.05 * f64::from(FEW));
            return Ok(factor * found.sqrt().max(0.5));
        }
        let density_per_m2 = self.types.iter().map(|this| {
            let begin_per_m2 = this.initial_seeds_per_10_m * this.initial_seeds_per_10_m / 100.0;
            let with_seeds_per_m2 = begin_per_m2 * f64::from(1 + this.seeds_per_step * this.steps.min(3));
            let radius_m = this.collision_radius_m.max(this.shade_radius_m);
            let radius_m = radius_m * this.scale_at(f64::from(this.steps) / 2.0);
            let full_per_m2 = 0.5 / (std::f64::consts::PI * radius_m * radius_m).max(f64::MIN_POSITIVE);
            with_seeds_per_m2.min(full_per_m2)
        });
        let expected = density_per_m2.sum::<f64>() * layout.plot.area_m2();
        Ok((expected / f64::from(layout.count)).sqrt().clamp(1e-6, 1e6))
    }
}

impl PointMethod for Circles {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        if layout.count == 0 {
            return Ok(Scattered::default());
        }
        let (factor, mut circles) = match self.length_factor {
            None => self.fitted(layout, key)?,
            Some(factor) => {
                let stand = self.stand(layout, factor, MOST).grow(key)?;
                (factor, stand.ok_or_else(too_many(factor))?)
            }
        };
        let stood = circles.len();
        let shortfall = (stood < layout.count as usize).then_some(Shortfall::FewStand { circles: stood });
        leave_out_by_rank(&mut circles, layout.count as usize, Circle::random_rank);
        let stand = self.stand(layout, factor, MOST);
        let least_radius_m = |this: &CircleType| this.collision_radius_m * this.scale[0].min(this.scale[1]);
        let least_m = self
            .types
            .iter()
            .map(least_radius_m)
            .fold(f64::INFINITY, f64::min);
        Ok(Scattered {
            points_m: circles.iter().map(|circle| circle.place_m).collect(),
            sizes_m: circles
                .iter()
                .map(|circle| stand.collision_diameter_m(circle))
                .collect(),
            classes: circles.iter().map(|circle| circle.kind).collect(),
            spacing_m: Some(2.0 * least_m * factor),
            shortfall,
            notes: vec![format!("lengths x {factor:.4}, {stood} circles stood")],
        })
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        if self.types.is_empty() || self.types.len() > usize::from(u16::MAX) {
            let rule = "there must be at least one kind of circles, and at most 65535";
            let found = format!("{} long", self.types.len());
            return Err(ScatterError::out_of_range("types", found, rule));
        }
        self.types.iter().try_for_each(CircleType::check_together)
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        cost::of(&self.types, self.length_factor, layout)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        let Some(first) = self.types.first() else {
            return Vec::new();
        };
        vec![
            FitParameter::new("average_spread_m", first.average_spread_m, [0.0, 20.0]),
            FitParameter::new("spread_variance_m", first.spread_variance_m, [0.0, 20.0]),
        ]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        for this in &mut self.types {
            match parameter {
                "average_spread_m" => this.average_spread_m = value,
                "spread_variance_m" => this.spread_variance_m = value,
                _ => {}
            }
        }
    }
}

fn too_many(factor: f64) -> impl FnOnce() -> ScatterError {
    move || {
        let rule = "too many circles would come: take a greater one, fewer seeds or fewer steps";
        ScatterError::out_of_range("length_factor", factor, rule)
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;
    use crate::Request;

    #[test]
    fn the_factor_gives_a_few_more_than_are_asked_for() {
        let plot = Plot::new([0.0; 2], [200.0, 50.0], Edge::Torus).unwrap();
        for count in [30, 300, 3000, 30_000] {
            let method = Circles::default();
            let request = Request::new(&plot, count);
            let layout = Layout::new(&plot, count);
            let (factor, circles) = method.fitted(&layout, RandomKey::root(3, &["fit"])).unwrap();
            let surplus = circles.len() as f64 / f64::from(count);
            assert!((1.0..1.7).contains(&surplus), "{count}: {surplus}");
            let given = Circles {
                length_factor: Some(factor),
                ..method.clone()
            };
            let key = RandomKey::root(3, &["fit"]);
            assert_eq!(given.scatter(&request, key), method.scatter(&request, key));
        }
    }

    #[test]
    fn sizes_are_diameters_of_circles_that_keep_apart() {
        let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Torus).unwrap();
        let scattered = Circles::default()
            .scatter(&Request::new(&plot, 300), RandomKey::root(3, &["apart"]))
            .unwrap();
        assert!(
            scattered
                .sizes_m
                .iter()
                .any(|size_m| *size_m > 1.3 * scattered.spacing_m.unwrap())
        );
        for (i, &a_m) in scattered.points_m.iter().enumerate() {
            for (j, &b_m) in scattered.points_m[..i].iter().enumerate() {
                let least_m = (scattered.sizes_m[i] + scattered.sizes_m[j]) / 2.0;
                assert!(plot.distance_squared_m2(a_m, b_m).sqrt() >= least_m - 1e-9);
                assert!(least_m >= scattered.spacing_m.unwrap());
            }
        }
    }

    #[test]
    fn a_given_factor_that_gives_too_few_says_so() {
        let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Open).unwrap();
        let method = Circles {
            length_factor: Some(2.0),
            ..Circles::default()
        };
        let scattered = method
            .scatter(&Request::new(&plot, 1000), RandomKey::root(3, &[]))
            .unwrap();
        let full = scattered.shortfall.unwrap().to_string();
        assert_eq!(
            full,
            format!(
                "full: {} circles stand after the last step",
                scattered.points_m.len()
            )
        );
    }

    #[test]
    fn a_map_that_is_nowhere_above_zero_and_kinds_without_seeds_end_with_an_empty_plot() {
        let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Open).unwrap();
        let nowhere = Request {
            weight: Some(&|_| 0.0),
            ..Request::new(&plot, 5)
        };
        let seedless = CircleType {
            initial_seeds_per_10_m: 0.0,
            ..CircleType::default()
        };
        let seedless = Circles {
            types: vec![seedless],
            ..Circles::default()
        };
        for (method, request) in [(Circles::default(), nowhere), (seedless, Request::new(&plot, 5))] {
            let scattered = method.scatter(&request, RandomKey::root(3, &[])).unwrap();
            assert!(scattered.points_m.is_empty() && scattered.shortfall.is_some());
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let plot = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let refusal = |method: Circles| {
            let refused = method.scatter(&Request::new(&plot, 3), RandomKey::root(1, &[]));
            refused.unwrap_err().to_string()
        };
        let usual = CircleType::default;
        let refused = [
            (
                "collision_radius_m",
                CircleType {
                    collision_radius_m: -1.0,
                    ..usual()
                },
            ),
            (
                "shade_radius_m",
                CircleType {
                    shade_radius_m: f64::NAN,
                    ..usual()
                },
            ),
            (
                "spread_variance_m",
                CircleType {
                    spread_variance_m: f64::INFINITY,
                    ..usual()
                },
            ),
            (
                "max_initial_offset_m",
                CircleType {
                    max_initial_offset_m: -0.1,
                    ..usual()
                },
            ),
            (
                "average_spread_m",
                CircleType {
                    average_spread_m: f64::NAN,
                    ..usual()
                },
            ),
            (
                "steps",
                CircleType {
                    steps: 1001,
                    ..usual()
                },
            ),
            (
                "seeds_per_step",
                CircleType {
                    seeds_per_step: 1001,
                    ..usual()
                },
            ),
            (
                "initial_seeds_per_10_m",
                CircleType {
                    initial_seeds_per_10_m: f64::NAN,
                    ..usual()
                },
            ),
            (
                "max_age",
                CircleType {
                    max_age: -1.0,
                    ..usual()
                },
            ),
            (
                "max_initial_age",
                CircleType {
                    max_initial_age: 10.5,
                    ..usual()
                },
            ),
            (
                "scale",
                CircleType {
                    scale: [0.0, 1.0],
                    ..usual()
                },
            ),
            (
                "scale_curve",
                CircleType {
                    scale_curve: vec![],
                    ..usual()
                },
            ),
            (
                "scale_curve",
                CircleType {
                    scale_curve: vec![[0.5, 0.0], [0.5, 1.0]],
                    ..usual()
                },
            ),
            (
                "spawns_in_shade",
                CircleType {
                    spawns_in_shade: true,
                    ..usual()
                },
            ),
        ];
        for (name, kind) in refused {
            let message = refusal(Circles {
                types: vec![usual(), kind],
                ..Circles::default()
            });
            assert!(message.contains(&format!("{name}` is")), "{message}");
        }
        assert!(
            refusal(Circles {
                types: vec![],
                length_factor: None
            })
            .starts_with("`types` is 0 long")
        );
        for factor in [0.0, -1.0, f64::NAN, 1e-9] {
            let method = Circles {
                length_factor: Some(factor),
                ..Circles::default()
            };
            assert!(refusal(method).starts_with("`length_factor` is"));
        }
    }

    /// Mean distance to the nearest neighbour over the one expected of independent points.
    fn clark_evans(plot: &Plot, points_m: &[[f64; 2]]) -> f64 {
        let nearest_m = |&a_m: &[f64; 2]| {
            let others = points_m.iter().filter(|b_m| **b_m != a_m);
            let distances_m2 = others.map(|&b_m| plot.distance_squared_m2(a_m, b_m));
            distances_m2.fold(f64::INFINITY, f64::min).sqrt()
        };
        let n = points_m.len() as f64;
        points_m.iter().map(nearest_m).sum::<f64>() / n * 2.0 * (n / plot.area_m2()).sqrt()
    }

    /// The initial seeds are a sparse pattern near chance; each step crowds it until it is as even as circles are.
    #[test]
    fn steps_make_the_pattern_more_even_and_the_sizes_more_unlike() {
        let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
        let after = |steps| {
            let types = vec![CircleType {
                steps,
                ..CircleType::default()
            }];
            let method = Circles {
                length_factor: None,
                types,
            };
            let scattered = method
                .scatter(&Request::new(&plot, 1000), RandomKey::root(3, &["steps"]))
                .unwrap();
            let sizes = |end: fn(f64, f64) -> f64, from| scattered.sizes_m.iter().copied().fold(from, end);
            let spread = sizes(f64::max, 0.0) / sizes(f64::min, f64::INFINITY);
            (clark_evans(&plot, &scattered.points_m), spread)
        };
        let (evenness, spreads): (Vec<_>, Vec<_>) = [0, 1, 3].into_iter().map(after).unzip();
        // Independent points give 1 ± 0.02, hexagons 2.15.
        assert!((0.95..1.12).contains(&evenness[0]), "{evenness:?}");
        assert!(
            evenness[1] > evenness[0] + 0.06 && evenness[2] > evenness[1] + 0.15,
            "{evenness:?}"
        );
        // A tenth of the way from scale 1 to 3 with each step.
        for (spread, expected) in spreads.into_iter().zip([1.0, 1.2, 1.6]) {
            assert!((spread - expected).abs() < 1e-9, "{spread}");
        }
    }
}

//! Resampling: points rearranged until their pair correlation is that of the target statistics.

mod goal;
mod pairs;

use std::f64::consts::PI;

use serde::Deserialize;
use understory_keys::Literal::Whole;
use understory_keys::{Checked, parameters, real, whole};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, sort};

use crate::ScatterError;
use crate::cost::{Cost, rules};
use crate::layout::Layout;
use crate::limits::LENGTH;
use crate::place::uniform_place_m;
use crate::point_method::PointMethod;
use crate::request::TargetStatistics;
use crate::scattered::Scattered;
use goal::Goal;
use pairs::Pairs;

parameters! {
    /// Points with the pair correlation, and the sizes, of another pattern: [`Layout::target_statistics`].
    ///
    /// From uniform points on, one point after another is tried at another place, and stays there if that brings the
    /// pattern nearer to the target statistics: the sum over distance classes of (*ĝ* − *g*)², where *ĝ* is the share of
    /// pairs of the class over the one expected of uniform points (so that the edge of an open plot, beyond which no
    /// pairs are seen, is allowed for). Every other sweep over the points tries places all over the plot, the others
    /// places up to 3 spacings away. Pairs are kept as whole numbers by class and only those of the moved point are
    /// counted anew, on a list of cells. It ends before [`moves_per_point`](field@Self::moves_per_point) where the pair
    /// correlation is off (root mean square) by less than 0.003, or than a fifth of what it scatters by among uniform
    /// patterns of that count. Without `r_max_m` pairs are matched as far as the curve goes, at most to a quarter of
    /// the shorter side and to 20 / √λ, with which the cost of a move no longer depends on the size of the plot.
    ///
    /// What it keeps: the count, the pair correlation up to [`r_max_m`](field@Self::r_max_m), the sizes. Of patterns
    /// with that pair correlation it finds one that is otherwise as random as the moves left it: holes, rows and the
    /// like are not taken over. Below the first distance of the target's curve the first value holds. Sizes are those
    /// of the target, at evenly spaced ranks, and dealt at random: how sizes and places hang together is not taken over
    /// either. The notes say how far the pair correlation is from that of the target. Weight maps are refused: clusters
    /// and gradients look alike to a pair correlation.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Resampled: Default {
        /// Times that each point is tried at another place, at most; 0 leaves the points uniform.
        pub moves_per_point: u32 = whole(0, 1_000_000, "", "40").default(Whole(40)),
        /// Distance up to which pairs are matched, at most a third of the shorter side; left out: as far as makes
        /// sense.
        pub r_max_m: Option<f64> = real(LENGTH, "m", "10.0").optional(),
    }
}

impl Resampled {
    fn reach_m(
        &self,
        layout: &Layout<'_>,
        target_statistics: &TargetStatistics,
    ) -> Result<f64, ScatterError> {
        let curve_m = target_statistics.r_m.last().copied().unwrap_or(0.0);
        let shorter_m = layout.plot.shorter_side_m();
        let Some(r_max_m) = self.r_max_m else {
            return Ok(curve_m.min(shorter_m / 4.0).min(20.0 * layout.room_m()));
        };
        if r_max_m <= shorter_m / 3.0 && r_max_m <= curve_m {
            return Ok(r_max_m);
        }
        Err(ScatterError::out_of_range(
            "r_max_m",
            r_max_m,
            "it must be at most a third of the plot's shorter side, and not past the curve of the target",
        ))
    }
}

impl PointMethod for Resampled {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        let target_statistics = layout.target_statistics.ok_or(ScatterError::NoTargetStatistics)?;
        check(target_statistics)?;
        if layout.weight.is_some() {
            return Err(ScatterError::NoWeights { method: "resampled" });
        }
        let r_max_m = self.reach_m(layout, target_statistics)?;
        let start_m: Vec<[f64; 2]> = (0..layout.count)
            .map(|number| uniform_place_m(layout.plot, key.draws(0, Purpose::Place, number)))
            .collect();
        let sizes_m = dealt_sizes_m(&target_statistics.sizes_m, layout.count, key);
        if layout.count < 2 {
            return Ok(Scattered {
                sizes_m,
                ..Scattered::of(start_m)
            });
        }
        let goal = Goal::new(layout, target_statistics, r_max_m);
        let mut pairs = Pairs::new(*layout.plot, start_m, r_max_m, goal.classes());
        for sweep in 0..self.moves_per_point {
            if goal.off(pairs.counts()) < goal.near_enough() {
                break;
            }
            for number in 0..layout.count {
                let draws = key.draws(1 + sweep, Purpose::Place, number);
                let place_m = if sweep % 2 == 0 {
                    Some(uniform_place_m(layout.plot, draws))
                } else {
                    near_m(layout, pairs.place_m(number), draws)
                };
                if let Some(place_m) = place_m {
                    pairs.try_move(number, place_m, |counts, changes| {
                        goal.change(counts, changes) < 0.0
                    });
                }
            }
        }
        Ok(Scattered {
            notes: vec![format!(
                "pair correlation off by {:.3} (root mean square) up to {r_max_m:.1} m",
                goal.off(pairs.counts())
            )],
            sizes_m,
            ..Scattered::of(pairs.into_places_m())
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        let shorter_m = layout.plot.shorter_side_m();
        let reach_m = self
            .r_max_m
            .unwrap_or_else(|| (shorter_m / 4.0).min(20.0 * layout.room_m()));
        let in_reach = (count / layout.plot.area_m2() * PI * reach_m * reach_m).min(count);
        // The classes of both places are counted, for each move and once before.
        let moves = f64::from(self.moves_per_point) + 1.0;
        let key = if self.moves_per_point > 40 {
            "moves_per_point"
        } else {
            rules("r_max_m", self.r_max_m.is_some())
        };
        Cost::new(key, count * moves * (1.5 * in_reach + 100.0), 120.0 * count)
    }
}

/// A place in a square round `from_m`, whose half side is drawn from 0.05 to 3 spacings; `None` outside an open plot.
fn near_m(layout: &Layout<'_>, from_m: [f64; 2], draws: [u32; 4]) -> Option<[f64; 2]> {
    let [a, b, c, _] = draws.map(unit_from_u32);
    let half_side_m = layout.room_m() * (0.05 + 2.95 * c * c);
    let along = |from_m: f64, draw: f64| from_m + (2.0 * draw - 1.0) * half_side_m;
    layout.plot.place([along(from_m[0], a), along(from_m[1], b)])
}

/// As many sizes, at evenly spaced ranks of those of the target, in random order; empty where it has none.
fn dealt_sizes_m(target_m: &[f64], count: u32, key: RandomKey) -> Vec<f64> {
    if target_m.is_empty() {
        return Vec::new();
    }
    let mut sorted_m = target_m.to_vec();
    sort::numbers(&mut sorted_m);
    let mut dealt: Vec<([u32; 4], u32)> = (0..count)
        .map(|number| (key.draws(0, Purpose::Size, number), number))
        .collect();
    dealt.sort_unstable();
    let share = sorted_m.len() as f64 / f64::from(count.max(1));
    dealt
        .into_iter()
        .map(|(_, rank)| sorted_m[((f64::from(rank) + 0.5) * share) as usize])
        .collect()
}

fn check(target_statistics: &TargetStatistics) -> Result<(), ScatterError> {
    let (r_m, g) = (&target_statistics.r_m, &target_statistics.pair_correlation);
    if r_m.len() < 2 || r_m.len() != g.len() {
        return Err(ScatterError::NotACurve {
            distances: r_m.len(),
            values: g.len(),
        });
    }
    let mut before_m = 0.0;
    for (&r_m, &g) in r_m.iter().zip(g) {
        if !(r_m > before_m && r_m.is_finite()) {
            return Err(ScatterError::out_of_range(
                "target_statistics.r_m",
                r_m,
                "the distances of the target's curve are finite and rise from above 0",
            ));
        }
        if !(g >= 0.0 && g.is_finite()) {
            return Err(ScatterError::out_of_range(
                "target_statistics.pair_correlation",
                g,
                "a pair correlation is finite and not negative",
            ));
        }
        before_m = r_m;
    }
    match target_statistics
        .sizes_m
        .iter()
        .find(|size_m| !(**size_m >= 0.0 && size_m.is_finite()))
    {
        None => Ok(()),
        Some(&size_m) => Err(ScatterError::out_of_range(
            "target_statistics.sizes_m",
            size_m,
            "a size is finite and not negative",
        )),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::sample::standard_normal;
    use understory_space::{Edge, Plot};
    use understory_spacing::{EdgeCorrection, PairKernel, PairStatistics, Radii};

    use super::*;
    use crate::Request;
    use crate::{MinimumDistance, Uniform};

    fn plot(edge: Edge) -> Plot {
        Plot::new([9.0, -70.0], [50.0, 40.0], edge).unwrap()
    }

    const COUNT: u32 = 1000;

    fn pair_correlation(points_m: &[[f64; 2]], plot: &Plot) -> TargetStatistics {
        let radii = Radii::new(10.0, 100).unwrap();
        let correction = if plot.is_torus() {
            EdgeCorrection::Periodic
        } else {
            EdgeCorrection::Translation
        };
        let curves = PairStatistics::new(points_m, plot)
            .unwrap()
            .pair_correlation(&radii, &[correction], &PairKernel::default())
            .unwrap();
        let values = curves.by(correction).unwrap()[1..].iter();
        TargetStatistics {
            r_m: radii.to_vec_m()[1..].to_vec(),
            pair_correlation: values.map(|g| g.unwrap()).collect(),
            sizes_m: Vec::new(),
        }
    }

    /// Root mean square difference from 0.5 m on: nearer to 0 the estimate itself goes astray.
    fn apart(a: &TargetStatistics, b: &TargetStatistics) -> f64 {
        let squares = a.pair_correlation[4..].iter().zip(&b.pair_correlation[4..]);
        let squares = squares.map(|(a, b)| (a - b) * (a - b));
        (squares.sum::<f64>() / (a.r_m.len() - 4) as f64).sqrt()
    }

    fn thrown(plot: &Plot) -> Vec<[f64; 2]> {
        let scattered =
            MinimumDistance::default().scatter(&Request::new(plot, COUNT), RandomKey::root(3, &["thrown"]));
        scattered.unwrap().points_m
    }

    /// Heaps of about 20 round as many mothers, 1.5 m across.
    fn clustered(plot: &Plot) -> Vec<[f64; 2]> {
        let key = RandomKey::root(4, &["clustered"]);
        let mothers_m = Uniform
            .scatter(&Request::new(plot, COUNT / 20), key)
            .unwrap()
            .points_m;
        (0..)
            .filter_map(|number: u32| {
                let mother_m = mothers_m[number as usize % mothers_m.len()];
                let [a, b, c, d] = key.draws(2, Purpose::Place, number).map(unit_from_u32);
                let [x, y] = [standard_normal([a, b]), standard_normal([c, d])];
                plot.place([mother_m[0] + 1.5 * x, mother_m[1] + 1.5 * y])
            })
            .take(COUNT as usize)
            .collect()
    }

    #[test]
    fn the_pair_correlation_is_far_nearer_to_that_of_the_target_than_that_of_uniform_points() {
        for edge in [Edge::Torus, Edge::Open] {
            let plot = plot(edge);
            let uniform_m = Uniform
                .scatter(&Request::new(&plot, COUNT), RandomKey::root(5, &[]))
                .unwrap()
                .points_m;
            let uniform = pair_correlation(&uniform_m, &plot);
            for target_m in [thrown(&plot), clustered(&plot)] {
                let target_statistics = pair_correlation(&target_m, &plot);
                let request = Request {
                    target_statistics: Some(&target_statistics),
                    ..Request::new(&plot, COUNT)
                };
                let scattered = Resampled::default()
                    .scatter(&request, RandomKey::root(6, &[]))
                    .unwrap();
                assert_eq!(scattered.points_m.len(), COUNT as usize);
                let found = apart(&pair_correlation(&scattered.points_m, &plot), &target_statistics);
                let before = apart(&uniform, &target_statistics);
                assert!(found < before / 5.0, "{edge}: {found} {before}");
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_target_dealt_at_random() {
        let plot = plot(Edge::Open);
        let target_statistics = TargetStatistics {
            sizes_m: vec![5.0, 1.0, 1.0, 2.0],
            ..pair_correlation(&thrown(&plot), &plot)
        };
        let request = |count| Request {
            target_statistics: Some(&target_statistics),
            ..Request::new(&plot, count)
        };
        let sizes_m = |count| {
            let scattered = Resampled::default().scatter(&request(count), RandomKey::root(1, &[]));
            scattered.unwrap().sizes_m
        };
        let dealt_m = sizes_m(400);
        for (size_m, times) in [(1.0, 200), (2.0, 100), (5.0, 100)] {
            assert_eq!(
                dealt_m.iter().filter(|&&dealt_m| dealt_m == size_m).count(),
                times
            );
        }
        let early = dealt_m[..200].iter().filter(|&&dealt_m| dealt_m == 1.0).count();
        assert!((70..=130).contains(&early), "{early}");
        assert_eq!(sizes_m(1).len(), 1);
        assert!(sizes_m(0).is_empty());
    }

    #[test]
    fn what_cannot_be_imitated_is_refused() {
        let plot = plot(Edge::Torus);
        let refusal = |method: Resampled, target_statistics: Option<&TargetStatistics>| {
            let request = Request {
                target_statistics,
                ..Request::new(&plot, 9)
            };
            method.scatter(&request, RandomKey::root(1, &[])).unwrap_err()
        };
        assert_eq!(
            refusal(Resampled::default(), None),
            ScatterError::NoTargetStatistics
        );
        let curve = |r_m: &[f64], pair_correlation: &[f64]| TargetStatistics {
            r_m: r_m.to_vec(),
            pair_correlation: pair_correlation.to_vec(),
            sizes_m: Vec::new(),
        };
        let says = |target_statistics: &TargetStatistics| {
            refusal(Resampled::default(), Some(target_statistics)).to_string()
        };
        assert!(says(&curve(&[1.0], &[1.0])).starts_with("the target's pair correlation has 1 distances"));
        assert!(says(&curve(&[1.0, 2.0], &[1.0])).contains("2 distances and 1 values"));
        assert!(says(&curve(&[0.0, 2.0], &[1.0; 2])).starts_with("`target_statistics.r_m` is 0"));
        assert!(says(&curve(&[2.0, 2.0], &[1.0; 2])).starts_with("`target_statistics.r_m` is 2"));
        assert!(
            says(&curve(&[1.0, 2.0], &[1.0, f64::NAN]))
                .starts_with("`target_statistics.pair_correlation` is NaN")
        );
        for r_max_m in [0.0, -1.0, f64::NAN, 14.0] {
            let method = Resampled {
                r_max_m: Some(r_max_m),
                ..Resampled::default()
            };
            let target_statistics = curve(&[1.0, 20.0], &[1.0; 2]);
            assert!(
                refusal(method, Some(&target_statistics))
                    .to_string()
                    .starts_with("`r_max_m` is")
            );
        }
    }

    proptest! {
        /// After many moves the counts that were kept up are those of all pairs.
        #[test]
        fn counts_by_class_are_those_of_every_pair(
            seed in any::<u64>(),
            count in 2_u32..60,
            size_m in prop::array::uniform2(4.0..60.0),
            reach in 0.02..0.33,
            is_torus in any::<bool>(),
        ) {
            const CLASSES: usize = 12;
            let plot = Plot::new([3.0, 3.0], size_m, if is_torus { Edge::Torus } else { Edge::Open }).unwrap();
            let reach_m = reach * plot.shorter_side_m();
            let key = RandomKey::root(seed, &["pairs"]);
            let place_m = |sweep, number| uniform_place_m(&plot, key.draws(sweep, Purpose::Place, number));
            let mut pairs = Pairs::new(plot, (0..count).map(|number| place_m(0, number)).collect(), reach_m, CLASSES);
            for number in 0..count {
                pairs.try_move(number, place_m(1, number), |_, _| number % 3 > 0);
            }
            let kept = pairs.counts().to_vec();
            let places_m = pairs.into_places_m();
            let mut expected = vec![0; CLASSES];
            for (i, &one_m) in places_m.iter().enumerate() {
                prop_assert_eq!(one_m, place_m(u32::from(i % 3 > 0), i as u32));
                for &other_m in &places_m[..i] {
                    let distance_m = plot.distance_squared_m2(one_m, other_m).sqrt();
                    let class = (distance_m * (CLASSES as f64 / reach_m)) as usize;
                    if class < CLASSES {
                        expected[class] += 1;
                    }
                }
            }
            prop_assert_eq!(kept, expected);
        }
    }
}

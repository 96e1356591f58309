//! A method's numbers, set so that its points come nearest to the target. Every trial has the same draws, so that only the
//! numbers differ.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor, State};
use argmin::solver::neldermead::NelderMead;
use understory_numerics::parallel::try_map;
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::{FitParameter, Layout, Method, PointMethod, Request, ScatterError};
use understory_scenario::Candidate;

use super::distance::{Measured, Ruler};
use super::outcome::Fitted;
use crate::error::LabError;
use crate::job::Watch;

/// Patterns over which a setting is judged; the same draws for every setting.
const PATTERNS: u32 = 8;
/// Steps of the search for each parameter that is set.
const STEPS_PER_PARAMETER: u64 = 25;
/// First step of the search, in ranges.
const FIRST_STEP: f64 = 0.25;

/// A method with the numbers that bring it nearest to the target.
pub(super) struct Fit {
    pub(super) method: Method,
    pub(super) found: Fitted,
}

/// Sets the parameters of a method until the distance of the pair correlation to the target, mean over a few patterns, is
/// least: Nelder & Mead's simplex from the present setting. *G* and *J* are left to judge by.
pub(super) fn fit(
    candidate: &Candidate,
    layout: &Layout<'_>,
    (ruler, target): (&Ruler, &Measured),
    seed: u64,
    watch: &dyn Watch,
) -> Result<Fit, LabError> {
    let parameters = candidate.method.fit_parameters(layout);
    let search = Search {
        candidate,
        layout,
        ruler,
        target,
        parameters: &parameters,
        key: RandomKey::root(seed, &["compare", &candidate.label, "fit"]),
        watch,
    };
    let start: Vec<f64> = parameters.iter().map(share_of).collect();
    let before = search.distance(&start)?;
    let corners = (0..parameters.len()).map(|axis| {
        let mut corner = start.clone();
        let step = if corner[axis] > 0.5 {
            -FIRST_STEP
        } else {
            FIRST_STEP
        };
        corner[axis] += step;
        corner
    });
    let simplex = std::iter::once(start.clone()).chain(corners).collect();
    let solver = NelderMead::new(simplex)
        .with_sd_tolerance(1e-4)
        .map_err(|error| LabError::Fit(error.to_string()))?;
    let steps = STEPS_PER_PARAMETER * parameters.len() as u64;
    let failed = RefCell::new(None);
    let trials = Trials {
        search: &search,
        failed: &failed,
    };
    let result = Executor::new(trials, solver)
        .configure(|state| state.max_iters(steps))
        .timer(false)
        .run();
    if let Some(error) = failed.take() {
        return Err(error);
    }
    let result = result.map_err(|error| LabError::Fit(error.to_string()))?;
    let best = result.state().get_best_param().cloned().unwrap_or(start);
    let method = search.setting(&best);
    let numbers: Vec<String> = method
        .fit_parameters(layout)
        .iter()
        .map(|parameter| format!("{}={:.4}", parameter.name, parameter.value))
        .collect();
    let after = search.distance(&best)?;
    Ok(Fit {
        found: Fitted {
            numbers: numbers.join(" "),
            before,
            after,
        },
        method,
    })
}

/// Where in its range a parameter stands, from 0 to 1.
fn share_of(parameter: &FitParameter) -> f64 {
    ((parameter.value - parameter.range[0]) / (parameter.range[1] - parameter.range[0])).clamp(0.0, 1.0)
}

struct Search<'a> {
    candidate: &'a Candidate,
    layout: &'a Layout<'a>,
    ruler: &'a Ruler,
    target: &'a Measured,
    parameters: &'a [FitParameter],
    key: RandomKey,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    /// The method with each parameter at a share of its range; beyond the ends, at the end.
    fn setting(&self, shares: &[f64]) -> Method {
        let set = self.parameters.iter().zip(shares);
        set.fold(self.candidate.method.clone(), |method, (parameter, share)| {
            let [low, high] = parameter.range;
            method.with(parameter.name, low + share.clamp(0.0, 1.0) * (high - low))
        })
    }

    fn distance(&self, shares: &[f64]) -> Result<f64, LabError> {
        let method = self.setting(shares);
        let distances = try_map(PATTERNS as usize, 1, |number| {
            if self.watch.is_stopped() {
                return Err(LabError::Stopped);
            }
            let key = self.key.child(0, Purpose::Simulation, number as u32);
            let scattered = match method.scatter(&Request::from(*self.layout), key) {
                Ok(scattered) => scattered,
                // Numbers with which a pattern takes too long are no way to come nearer either.
                Err(ScatterError::TooCostly { .. }) => return Ok(EMPTY),
                Err(error) => return Err(LabError::of_method(&self.candidate.label, &error)),
            };
            if scattered.points_m.len() < 2 {
                return Ok(EMPTY);
            }
            let distance = self
                .ruler
                .distance(self.target, &self.ruler.measure(&scattered.points_m)?)?;
            // Points that found no room are no way to come nearer.
            let missing = 1.0 - scattered.points_m.len() as f64 / f64::from(self.layout.count);
            Ok(distance.pcf_rmse + missing)
        });
        let sum: f64 = distances?.iter().sum();
        // Beyond the range the way back must go downhill.
        let outside: f64 = shares
            .iter()
            .map(|share| (share - share.clamp(0.0, 1.0)).abs())
            .sum();
        Ok(sum / f64::from(PATTERNS) + outside)
    }
}

/// The distance of a pattern without pairs: farther than any.
const EMPTY: f64 = 10.0;

/// A search as its solver sees it. What fails is kept here, as the solver panics at the error of a first trial; from then on
/// no trial is worth anything.
struct Trials<'a> {
    search: &'a Search<'a>,
    failed: &'a RefCell<Option<LabError>>,
}

impl CostFunction for Trials<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, shares: &Self::Param) -> Result<f64, Error> {
        if self.failed.borrow().is_some() {
            return Ok(f64::INFINITY);
        }
        Ok(self.search.distance(shares).unwrap_or_else(|error| {
            self.failed.replace(Some(error));
            f64::INFINITY
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use understory_scatter::{MinimumDistance, WarpedGrid};
    use understory_space::{Edge, Plot};

    use super::*;

    #[test]
    fn a_parameter_stands_at_a_share_of_its_range() {
        let parameter = |value: f64| FitParameter {
            name: "own",
            value,
            range: [2.0, 6.0],
        };
        let shares = [2.0, 3.0, 6.0, 1.0, 9.0].map(|value| share_of(&parameter(value)));
        assert_eq!(shares, [0.0, 0.25, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn beyond_its_range_a_number_stays_at_the_end_and_the_way_back_leads_downhill() {
        let plot = Plot::new([0.0; 2], [30.0, 20.0], Edge::Torus).unwrap();
        let layout = Layout::new(&plot, 40);
        let points_m = MinimumDistance::default()
            .scatter(&layout.into(), RandomKey::root(1, &["own"]))
            .unwrap()
            .points_m;
        let ruler = Ruler::new(&plot, &points_m).unwrap();
        let target = ruler.measure(&points_m).unwrap();
        let candidate = Candidate::from(Method::WarpedGrid(WarpedGrid::default()));
        let parameters = candidate.method.fit_parameters(&layout);
        assert_eq!(parameters.len(), 2);
        let search = Search {
            candidate: &candidate,
            layout: &layout,
            ruler: &ruler,
            target: &target,
            parameters: &parameters,
            key: RandomKey::root(1, &["fit"]),
            watch: &(),
        };
        for (shares, expected) in [([0.0, 0.5], [0.0, 0.5]), ([-1.0, 2.0], [0.0, 1.0])] {
            let set = search.setting(&shares).fit_parameters(&layout);
            for ((parameter, was), share) in set.iter().zip(&parameters).zip(expected) {
                let [low, high] = was.range;
                assert!(
                    (parameter.value - low - share * (high - low)).abs() < 1e-12,
                    "{parameter:?}"
                );
            }
        }
        let at = |shares: [f64; 2]| search.distance(&shares).unwrap();
        let ends = at([0.0, 1.0]);
        assert!((at([-0.5, 1.25]) - ends - 0.75).abs() < 1e-12);
        assert!(ends > 0.0 && ends < 3.0);
    }

    /// Stops when it is asked for the so many-th time.
    struct StopsAt(AtomicU32);

    impl Watch for StopsAt {
        fn is_stopped(&self) -> bool {
            self.0.fetch_sub(1, Ordering::SeqCst) == 0
        }
    }

    /// The solver unwraps the error of its first trials: Ctrl-C in one of them was a panic.
    #[test]
    fn a_fit_that_is_stopped_in_any_of_its_trials_says_so() {
        let plot = Plot::new([0.0; 2], [30.0, 20.0], Edge::Torus).unwrap();
        let layout = Layout::new(&plot, 40);
        let points_m = MinimumDistance::default()
            .scatter(&layout.into(), RandomKey::root(1, &["own"]))
            .unwrap()
            .points_m;
        let ruler = Ruler::new(&plot, &points_m).unwrap();
        let target = ruler.measure(&points_m).unwrap();
        let candidate = Candidate::from(Method::WarpedGrid(WarpedGrid::default()));
        let mut ended = 0;
        // Before the search, in each of its first corners, and far into it.
        for number in [0, 7, 8, 15, 16, 24, 31, 32, 100, 200] {
            let watch = StopsAt(AtomicU32::new(number));
            match fit(&candidate, &layout, (&ruler, &target), 1, &watch) {
                Err(LabError::Stopped) => ended += 1,
                other => assert!(other.is_ok(), "{:?}", other.err()),
            }
        }
        assert!(ended >= 8, "{ended}");
    }

    /// A pattern without pairs is farther than any, and points that are missing are no way to come nearer.
    #[test]
    fn patterns_that_lack_points_are_far() {
        let plot = Plot::new([0.0; 2], [30.0, 20.0], Edge::Torus).unwrap();
        let layout = Layout::new(&plot, 40);
        let of = |distance_m: f64| {
            let method = MinimumDistance {
                distance_m: Some(distance_m),
                ..MinimumDistance::default()
            };
            Candidate::from(Method::MinimumDistance(method))
        };
        let points_m = of(1.0)
            .method
            .scatter(&layout.into(), RandomKey::root(1, &["own"]))
            .unwrap()
            .points_m;
        let ruler = Ruler::new(&plot, &points_m).unwrap();
        let target = ruler.measure(&points_m).unwrap();
        let far = |candidate: &Candidate| {
            let search = Search {
                candidate,
                layout: &layout,
                ruler: &ruler,
                target: &target,
                parameters: &[],
                key: RandomKey::root(1, &["fit"]),
                watch: &(),
            };
            search.distance(&[]).unwrap()
        };
        assert_eq!(far(&of(60.0)), 10.0);
        // By hand, pattern by pattern.
        let crowded = of(4.5);
        let each = (0..8).map(|number| {
            let key = RandomKey::root(1, &["fit"]).child(0, Purpose::Simulation, number);
            let points_m = crowded.method.scatter(&layout.into(), key).unwrap().points_m;
            assert!(points_m.len() > 9 && points_m.len() < 40);
            let distance = ruler
                .distance(&target, &ruler.measure(&points_m).unwrap())
                .unwrap();
            distance.pcf_rmse + (40 - points_m.len()) as f64 / 40.0
        });
        let expected = each.sum::<f64>() / 8.0;
        assert!((far(&crowded) - expected).abs() < 1e-12);
    }
}

//! Patterns of a null hypothesis: what is taken to be random, and what stays as it was observed.
//!
//! Points, marks and pairs of species each have a key of their own: what else is tested changes no simulation.

use std::sync::atomic::{AtomicU64, Ordering};

use understory_numerics::parallel::try_map;
use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Plot, Region};
use understory_spacing::{SpacingError, csr_simulations, uniform_points};

use super::intensity::Fitted;
use super::options::{NullHypothesis, StatsOptions};
use super::species::SpeciesPair;
use crate::job::Watch;

/// Simulations of one null hypothesis; the same for any number of threads.
pub(super) struct Null<'a> {
    simulations: u32,
    key: RandomKey,
    hypothesis: NullHypothesis,
    /// What is simulated, for progress messages.
    what: String,
    done: AtomicU64,
    watch: &'a dyn Watch,
}

impl<'a> Null<'a> {
    /// `purpose` keeps these draws apart from others of the same seed; `what` names the simulations in progress
    /// messages.
    pub(super) fn new(options: &StatsOptions, purpose: &str, what: &str, watch: &'a dyn Watch) -> Self {
        Self {
            simulations: options.simulations,
            key: RandomKey::root(options.seed, &["stats", purpose]),
            hypothesis: options.species_null,
            what: format!("simulating {what}"),
            done: AtomicU64::new(0),
            watch,
        }
    }

    /// Random patterns of so many points.
    pub(super) fn random<T: Send>(
        &self,
        points: usize,
        window: &impl Region,
        figure: impl Fn(&[[f64; 2]]) -> Result<T, SpacingError> + Sync,
    ) -> Result<Vec<T>, SpacingError> {
        csr_simulations(self.simulations, points, window, self.key, |points_m, _| {
            self.reported(figure(points_m))
        })
    }

    /// Patterns of independent points that gather as an intensity says.
    pub(super) fn varying<T: Send>(
        &self,
        intensity: &Fitted<'_>,
        window: &impl Region,
        figure: impl Fn(&[[f64; 2]]) -> Result<T, SpacingError> + Sync,
    ) -> Result<Vec<T>, SpacingError> {
        self.each(|key| figure(&intensity.drawn(window, key)?))
    }

    /// The key of all draws.
    pub(super) fn key(&self) -> RandomKey {
        self.key
    }

    /// Random labelling: the same places with the marks dealt out anew.
    pub(super) fn relabelled<T: Send>(
        &self,
        marks: &[f64],
        figure: impl Fn(&[f64]) -> Result<T, SpacingError> + Sync,
    ) -> Result<Vec<T>, SpacingError> {
        self.each(|key| {
            let order = shuffled(marks.len(), key);
            let dealt: Vec<f64> = order.iter().map(|&number| marks[number as usize]).collect();
            figure(&dealt)
        })
    }

    /// Two species among all points, as the null hypothesis has them.
    pub(super) fn pairs<T: Send>(
        &self,
        all_m: &[[f64; 2]],
        pair: &SpeciesPair,
        window: &impl Region,
        figure: impl Fn(&[[f64; 2]], &[[f64; 2]]) -> Result<T, SpacingError> + Sync,
    ) -> Result<Vec<T>, SpacingError> {
        let (from_m, to_m) = (&pair.from_m, &pair.to_m);
        self.each(|key| match self.hypothesis {
            NullHypothesis::RandomLabelling => {
                let order = shuffled(all_m.len(), key);
                let dealt = |range: std::ops::Range<usize>| -> Vec<[f64; 2]> {
                    let numbers = &order[range];
                    numbers.iter().map(|&number| all_m[number as usize]).collect()
                };
                let (from, both) = (from_m.len(), from_m.len() + to_m.len());
                figure(&dealt(0..from), &dealt(from..both))
            }
            NullHypothesis::ToroidalShift => {
                // Refused in polygons before.
                let window = window.bounds();
                let way = unit_pair(key.draws(0, Purpose::Place, 0));
                let moved: Vec<[f64; 2]> = to_m
                    .iter()
                    .map(|&point_m| shifted(point_m, way, window))
                    .collect();
                figure(from_m, &moved)
            }
            NullHypothesis::Csr | NullHypothesis::Given | NullHypothesis::VaryingIntensity => {
                let of = |number: u32, count: usize| {
                    uniform_points(count, window, key.child(0, Purpose::Place, number))
                };
                figure(&of(0, from_m.len())?, &of(1, to_m.len())?)
            }
        })
    }

    /// What is made of each simulation's key, in their order.
    fn each<T: Send>(
        &self,
        make: impl Fn(RandomKey) -> Result<T, SpacingError> + Sync,
    ) -> Result<Vec<T>, SpacingError> {
        try_map(self.simulations as usize, 1, |number| {
            self.reported(make(self.key.child(0, Purpose::Simulation, number as u32)))
        })
    }

    /// Passes on what was made of a simulation, and reports how many there are so far.
    fn reported<T>(&self, done: T) -> T {
        let count = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.watch.step(&self.what, count, u64::from(self.simulations));
        done
    }
}

/// The numbers below `count` in a random order: that of random ranks.
fn shuffled(count: usize, key: RandomKey) -> Vec<u32> {
    let rank = |number: u32| {
        let [a, b, ..] = key.draws(0, Purpose::Simulation, number);
        (u64::from(a) | u64::from(b) << 32, number)
    };
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by_cached_key(|&number| rank(number));
    order
}

/// Two uniform numbers on (0, 1) of 52 bits each, from one draw.
fn unit_pair([a, b, c, d]: [u32; 4]) -> [f64; 2] {
    [(a, b), (c, d)].map(|(low, high)| unit_from_u64(u64::from(low) | u64::from(high) << 32))
}

/// A place moved by shares of the window's sides; what leaves it enters on the other side.
fn shifted(point_m: [f64; 2], way: [f64; 2], window: &Plot) -> [f64; 2] {
    std::array::from_fn(|axis| {
        let (origin_m, size_m) = (window.origin_m()[axis], window.size_m()[axis]);
        let along_m = point_m[axis] - origin_m + way[axis] * size_m;
        let moved_m = origin_m
            + if along_m >= size_m {
                along_m - size_m
            } else {
                along_m
            };
        // Rounding can reach the far edge, which on a torus is the near one.
        if moved_m < origin_m || moved_m - origin_m >= size_m {
            origin_m
        } else {
            moved_m
        }
    })
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    #[test]
    fn a_shuffle_holds_each_number_once_and_moves_most() {
        let order = shuffled(1000, RandomKey::root(1, &["shuffle"]));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(
            sorted
                .iter()
                .enumerate()
                .all(|(at, &number)| at == number as usize)
        );
        let kept = order
            .iter()
            .enumerate()
            .filter(|(at, number)| *at == **number as usize);
        assert!(kept.count() < 8);
        // Where number 0 goes is even over the shuffles.
        let places = (0..2000).map(|seed| {
            let order = shuffled(4, RandomKey::root(seed, &["shuffle"]));
            order.iter().position(|&number| number == 0).unwrap()
        });
        let mut counts = [0; 4];
        places.for_each(|place| counts[place] += 1);
        assert!(
            counts.iter().all(|count| (430..570).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_shift_keeps_the_ways_between_points_on_the_torus() {
        for edge in [Edge::Open, Edge::Torus] {
            let window = Plot::new([-3.0, 10.0], [8.0, 5.0], edge).unwrap();
            let torus = Plot::new([-3.0, 10.0], [8.0, 5.0], Edge::Torus).unwrap();
            let points_m = [[-3.0, 10.0], [4.9, 14.9], [0.0, 12.0]];
            for seed in 0..50 {
                let way = unit_pair(RandomKey::root(seed, &["shift"]).draws(0, Purpose::Place, 0));
                let moved = points_m.map(|point_m| shifted(point_m, way, &window));
                assert!(moved.iter().all(|&point_m| torus.contains(point_m)));
                let squared = |points_m: [[f64; 2]; 3]| torus.distance_squared_m2(points_m[0], points_m[1]);
                assert!((squared(moved) - squared(points_m)).abs() < 1e-9);
            }
        }
    }
}

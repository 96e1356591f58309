//! Generations of renewal at their barest: seeds, a field that keeps them from sprouting, and deaths that ask for nothing.
//!
//! The forest of this library has light, ages and sizes beside it; here is only what the article names, so that a figure can be
//! blamed on it. Each year as many seeds fall; one sprouts with the chance exp(−sum of the fields of all trees); then each tree dies
//! with one chance. Trees of one year do not see each other.

use understory_numerics::math::{exp, ln, sin_cos};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::Uniform;
use understory_space::Plot;

use super::measures::{Place, evenness, key, pattern, torus};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(ROWS, 1, renewals)
}

const SIDE_M: f64 = 150.0;
const YEARS: u32 = 200;
/// Share of the trees that die in a year: a life of 50 years.
const DIES: f64 = 0.02;
const SEEDS: u32 = 900;
/// How strong the field of a tree is at its foot: in most experiments, and a weak one.
const STRENGTH: f64 = 6.0;
const WEAK: f64 = 0.5;
/// The length over which it falls to a third, m.
const FOLD_M: f64 = 1.6;
const REACH_M: f64 = 8.0;

const ROWS: [&str; 7] = ["W19", "W20", "W20.far", "W20.near", "W20.weak", "W20.many", "W22"];

/// Evenness after all years, and the share of its rise that came in the first 50.
struct Renewed {
    evenness: f64,
    soon: f64,
}

/// Where a seed falls.
#[derive(Clone, Copy)]
enum Seeds {
    Everywhere,
    /// So far from a random tree, on average, m.
    FromTrees(f64),
}

/// What is seen of renewal by where seeds fall.
fn renewals(seed: u64) -> Result<Numbers<7>, ClaimError> {
    let plot = torus([SIDE_M; 2])?;
    let (opened, balance, rain) = renewed(&plot, Seeds::Everywhere, STRENGTH, seed)?;
    let from_trees = |mean_m: f64, strength: f64| {
        let (_, _, renewed) = renewed(&plot, Seeds::FromTrees(mean_m), strength, seed)?;
        Ok::<f64, ClaimError>(renewed.evenness)
    };
    Ok([
        ("W19", opened),
        ("W20", rain.evenness),
        ("W20.far", from_trees(30.0, STRENGTH)?),
        ("W20.near", from_trees(4.0, STRENGTH)?),
        ("W20.weak", from_trees(4.0, WEAK)?),
        ("W20.many", rain.soon),
        ("W22", balance),
    ])
}

/// Chance of a seed where trees died over that at random, trees over those of the balance, and evenness.
fn renewed(plot: &Plot, seeds: Seeds, strength: f64, seed: u64) -> Result<(f64, f64, Renewed), ClaimError> {
    let key = key(seed, 0);
    // About as many as there are in the end.
    let begin = torus([40.0; 2])?;
    let founders_m: Vec<Place> = pattern(&Uniform, &begin, seed, 1)?
        .into_iter()
        .map(|place_m| place_m.map(|along_m| along_m * SIDE_M / 40.0))
        .collect();
    let mut stand = TreesInSquares::new(plot, strength, &founders_m);
    let first = evenness(&stand.trees_m, plot)?;
    let mut soon = f64::NAN;
    let (mut chance_there, mut chance_anywhere, mut balance) = ([0.0; 2], [0.0; 2], 0.0);
    for year in 0..YEARS {
        let of_year = key.child(year, Purpose::Simulation, 1);
        let mut chance_now = 0.0;
        let sprouts: Vec<Place> = (0..SEEDS)
            .filter_map(|number| {
                let place_m = stand.seed_place_m(seeds, of_year, number);
                let chance = exp(-stand.field(place_m));
                chance_now += chance / f64::from(SEEDS);
                let draw = unit_from_u32(of_year.draws(1, Purpose::SeedYear, number)[0]);
                (draw < chance).then_some(place_m)
            })
            .collect();
        sprouts.into_iter().for_each(|place_m| stand.stand(place_m));
        let gone_m = stand.after_deaths(of_year);
        if year + 1 == 50 {
            soon = evenness(&stand.trees_m, plot)? - first;
        }
        if year >= YEARS / 2 {
            for place_m in gone_m {
                chance_there[0] += exp(-stand.field(place_m));
                chance_there[1] += 1.0;
            }
            for number in 0..200 {
                let place_m = stand.seed_place_m(Seeds::Everywhere, of_year, SEEDS + number);
                chance_anywhere[0] += exp(-stand.field(place_m));
                chance_anywhere[1] += 1.0;
            }
            // Newborns die in their first year too, so the trees at its end are (trees + births) less the share that dies.
            let births = f64::from(SEEDS) * chance_now;
            balance += stand.trees_m.len() as f64 / (births * (1.0 - DIES) / DIES) / f64::from(YEARS / 2);
        }
    }
    let last = evenness(&stand.trees_m, plot)?;
    let mean = |[sum, count]: [f64; 2]| sum / count;
    Ok((
        mean(chance_there) / mean(chance_anywhere),
        balance,
        Renewed {
            evenness: last,
            soon: soon / (last - first),
        },
    ))
}

/// Trees by squares as wide as a field reaches.
struct TreesInSquares<'a> {
    plot: &'a Plot,
    strength: f64,
    along: usize,
    trees_m: Vec<Place>,
    squares: Vec<Vec<Place>>,
}

impl<'a> TreesInSquares<'a> {
    fn new(plot: &'a Plot, strength: f64, trees_m: &[Place]) -> Self {
        let along = (plot.size_m()[0] / REACH_M) as usize;
        let mut stand = Self {
            plot,
            strength,
            along,
            trees_m: Vec::new(),
            squares: vec![Vec::new(); along * along],
        };
        trees_m.iter().for_each(|&place_m| stand.stand(place_m));
        stand
    }

    fn square(&self, place_m: Place) -> [usize; 2] {
        [0, 1].map(|axis| {
            let share = place_m[axis] / self.plot.size_m()[axis];
            ((share * self.along as f64) as usize).min(self.along - 1)
        })
    }

    fn stand(&mut self, place_m: Place) {
        let [column, row] = self.square(place_m);
        self.squares[row * self.along + column].push(place_m);
        self.trees_m.push(place_m);
    }

    /// The sum of the fields of all trees at a place.
    fn field(&self, place_m: Place) -> f64 {
        let [column, row] = self.square(place_m);
        let along = self.along;
        let mut sum = 0.0;
        for beside in 0..9 {
            let at = [
                (column + along + beside % 3 - 1) % along,
                (row + along + beside / 3 - 1) % along,
            ];
            for &tree_m in &self.squares[at[1] * along + at[0]] {
                let distance_m2 = self.plot.distance_squared_m2(place_m, tree_m);
                if distance_m2 < REACH_M * REACH_M {
                    sum += self.strength * exp(-distance_m2.sqrt() / FOLD_M);
                }
            }
        }
        sum
    }

    fn seed_place_m(&self, seeds: Seeds, key: RandomKey, number: u32) -> Place {
        let [a, b, c, _] = key.draws(0, Purpose::Seed, number).map(unit_from_u32);
        match seeds {
            Seeds::FromTrees(mean_m) if !self.trees_m.is_empty() => {
                let mother = ((c * self.trees_m.len() as f64) as usize).min(self.trees_m.len() - 1);
                let flight_m = -mean_m * ln(1.0 - a);
                let (sin, cos) = sin_cos(std::f64::consts::TAU * b);
                let [x_m, y_m] = self.trees_m[mother];
                self.plot.around([x_m + flight_m * cos, y_m + flight_m * sin])
            }
            _ => [a, b].map(|share| share * SIDE_M),
        }
    }

    /// Lets trees die: the places of those that did.
    fn after_deaths(&mut self, key: RandomKey) -> Vec<Place> {
        let trees_m = std::mem::take(&mut self.trees_m);
        self.squares.iter_mut().for_each(Vec::clear);
        let mut gone_m = Vec::new();
        for (number, place_m) in (0..).zip(trees_m) {
            if unit_from_u32(key.draws(0, Purpose::Death, number)[0]) < DIES {
                gone_m.push(place_m);
            } else {
                self.stand(place_m);
            }
        }
        gone_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_the_sum_over_all_trees_also_across_the_seams() {
        let plot = torus([SIDE_M; 2]).unwrap();
        let trees_m = pattern(&Uniform, &torus([30.0; 2]).unwrap(), 1, 0).unwrap();
        let trees_m: Vec<Place> = trees_m
            .iter()
            .map(|place_m| place_m.map(|along_m| 5.0 * along_m))
            .collect();
        let stand = TreesInSquares::new(&plot, STRENGTH, &trees_m);
        for place_m in [[0.1, 0.1], [149.9, 75.0], [33.0, 70.0]] {
            let all: f64 = trees_m
                .iter()
                .map(|&tree_m| plot.distance_squared_m2(place_m, tree_m).sqrt())
                .filter(|distance_m| *distance_m < REACH_M)
                .map(|distance_m| STRENGTH * exp(-distance_m / FOLD_M))
                .sum();
            assert!((stand.field(place_m) - all).abs() < 1e-12);
        }
    }
}

//! Points picked at random: what overlaps, what stands in strings, how wide the holes are, and whether the generator is to blame.

use std::f64::consts::PI;

use understory_scatter::{JitteredGrid, MinimumDistance, Uniform};
use understory_space::Plot;
use understory_spacing::{
    close_pairs, cluster_sizes, collinear_index, nearest_neighbour_distances, strings, uniform_points,
};

use super::generators::{Congruential, Generator, Shifting};
use super::measures::{Place, evenness, hole, key, pattern, torus};
use crate::ClaimError;
use crate::budget::Measured;
use crate::claim::Claim;
use crate::rows::{Definition, Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Scatters::at, 1, ROWS);
    claims.extend(claims_of(Beside::at, 8, BESIDE));
    claims.extend(claims_of(blamed, 1, BLAMED));
    claims.extend(BIRTHDAYS.iter().map(Definition::claim));
    claims
}

/// Patterns a seed of 110 points.
const PATTERNS: u32 = 100;
const SIDES: [f64; 2] = [11.0, 10.0];

const ROWS: &[Row<Scatters>] = &[
    Row("W2", |found| found.overlaps),
    Row("W2.none", |found| found.without),
    Row("W3", |found| found.strings),
    Row("W4", |found| found.hole),
    Row("W5", |found| found.strays),
];

/// What is seen of 110 random points, mean of the patterns of a seed.
struct Scatters {
    overlaps: f64,
    without: f64,
    strings: f64,
    hole: f64,
    strays: f64,
}

impl Scatters {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let plot = torus(SIDES)?;
        let mut seen = Self {
            overlaps: 0.0,
            without: 0.0,
            strings: 0.0,
            hole: 0.0,
            strays: 0.0,
        };
        let share = 1.0 / f64::from(PATTERNS);
        for number in 0..PATTERNS {
            let points_m = pattern(&Uniform, &plot, seed, number)?;
            let overlaps = close_pairs(&points_m, &plot, 0.2)?;
            seen.overlaps += overlaps as f64 * share;
            seen.without += f64::from(u8::from(overlaps == 0)) * share;
            seen.strings += strings(&points_m, &plot, 0.5)? as f64 * share;
            seen.hole += hole(&points_m, &plot)? * share;
            seen.strays += strays(&points_m, &plot)? * share;
        }
        Ok(seen)
    }
}

fn strays(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    let distances_m = nearest_neighbour_distances(points_m, plot)?;
    Ok(distances_m.iter().filter(|&&distance_m| distance_m > 1.0).count() as f64)
}

const BESIDE: &[Row<Beside>] = &[
    Row("W1", |found| found.evenness),
    Row("W3.lines", |found| found.lines),
    Row("W4.distance", |found| found.hole_over_distance),
    Row("W4.jitter", |found| found.hole_over_jitter),
    Row("W5.distance", |found| found.strays_of_distance),
    Row("W5.jitter", |found| found.strays_of_jitter),
    Row("W11.random", |found| found.clump),
];

/// A random scatter beside two others.
struct Beside {
    evenness: f64,
    lines: f64,
    hole_over_distance: f64,
    hole_over_jitter: f64,
    strays_of_distance: f64,
    strays_of_jitter: f64,
    clump: f64,
}

impl Beside {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let plot = torus([40.0; 2])?;
        let random_m = pattern(&Uniform, &plot, seed, 0)?;
        let apart = MinimumDistance {
            distance_m: Some(0.7),
            tries: 100_000,
        };
        let distant_m = pattern(&apart, &plot, seed, 1)?;
        let moved_m = pattern(&JitteredGrid { jitter: 0.4 }, &plot, seed, 2)?;
        Ok(Self {
            evenness: evenness(&random_m, &plot)?,
            lines: collinear_index(&random_m, &plot)?.unwrap_or(f64::NAN),
            hole_over_distance: hole(&random_m, &plot)? / hole(&distant_m, &plot)?,
            hole_over_jitter: hole(&random_m, &plot)? / hole(&moved_m, &plot)?,
            strays_of_distance: strays(&distant_m, &plot)? / strays(&random_m, &plot)?,
            strays_of_jitter: strays(&moved_m, &plot)? / strays(&random_m, &plot)?,
            clump: clump(&random_m, &plot, 0.8)?,
        })
    }
}

/// Trees in the cluster of a tree, on average.
pub(super) fn clump(points_m: &[Place], plot: &Plot, link: f64) -> Result<f64, ClaimError> {
    let sizes = cluster_sizes(points_m, plot, link)?;
    Ok(sizes.iter().map(|size| (size * size) as f64).sum::<f64>() / points_m.len() as f64)
}

const BLAMED: &[Row<[f64; 2]>] = &[
    Row("W6", |[congruential, _]| *congruential),
    Row("W6.shift", |[_, shifting]| *shifting),
];

/// Overlaps by two other generators, over those by the library's own.
fn blamed(seed: u64) -> Result<[f64; 2], ClaimError> {
    let plot = torus(SIDES)?;
    let (mut congruential, mut shifting) = (Congruential::new(seed), Shifting::new(seed));
    let mut pairs = [0; 3];
    for number in 0..4 * PATTERNS {
        let patterns_m = [
            uniform_points(110, &plot, key(seed, number))?,
            congruential.places(110, SIDES),
            shifting.places(110, SIDES),
        ];
        for (pairs, points_m) in pairs.iter_mut().zip(&patterns_m) {
            *pairs += close_pairs(points_m, &plot, 0.2)?;
        }
    }
    let [own, a, b] = pairs.map(|pairs| pairs as f64);
    Ok([a / own, b / own])
}

const BIRTHDAYS: &[Definition] = &[
    Definition("W7", |_| Ok(Measured::exact(shares_a_day(23)))),
    Definition("W7.fewer", |_| Ok(Measured::exact(shares_a_day(22)))),
    Definition("W7.trees", |budget| budget.mean(two_trees_touch)),
];

fn shares_a_day(people: u32) -> f64 {
    let apart = (0..people).map(|before| f64::from(365 - before) / 365.0);
    1.0 - apart.product::<f64>()
}

fn two_trees_touch(seed: u64) -> Result<f64, ClaimError> {
    const TIMES: u32 = 2000;
    let plot = torus([1.0; 2])?;
    let near_m2 = 1.0 / (365.0 * PI);
    let mut touching = 0;
    for time in 0..TIMES {
        let trees_m = uniform_points(23, &plot, key(seed, time))?;
        let touches = |(number, a_m): (usize, &Place)| {
            let others = trees_m[..number].iter();
            others
                .clone()
                .any(|b_m| plot.distance_squared_m2(*a_m, *b_m) < near_m2)
        };
        touching += u32::from(trees_m.iter().enumerate().any(touches));
    }
    Ok(f64::from(touching) / f64::from(TIMES))
}

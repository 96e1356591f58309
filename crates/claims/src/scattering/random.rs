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
use crate::claim::Claim;
use crate::rows::Definition::{Mean, Once};
use crate::rows::{Definition, Numbers, claims_of, named};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 1, scatters);
    claims.extend(claims_of(BESIDE, 8, beside));
    claims.extend(claims_of(BLAMED, 1, blamed));
    claims.extend(BIRTHDAYS.iter().map(Definition::claim));
    claims
}

/// Patterns a seed of 110 points.
const PATTERNS: u32 = 100;
const SIDES: [f64; 2] = [11.0, 10.0];

const ROWS: [&str; 5] = ["W2", "W2.none", "W3", "W4", "W5"];

/// What is seen of 110 random points, mean of the patterns of a seed.
fn scatters(seed: u64) -> Result<Numbers<5>, ClaimError> {
    let plot = torus(SIDES)?;
    let mut means = [0.0; 5];
    for number in 0..PATTERNS {
        let points_m = pattern(&Uniform, &plot, seed, number)?;
        let overlaps = close_pairs(&points_m, &plot, 0.2)?;
        let seen = [
            overlaps as f64,
            f64::from(u8::from(overlaps == 0)),
            strings(&points_m, &plot, 0.5)? as f64,
            hole(&points_m, &plot)?,
            strays(&points_m, &plot)?,
        ];
        for (mean, value) in means.iter_mut().zip(seen) {
            *mean += value * (1.0 / f64::from(PATTERNS));
        }
    }
    Ok(named(ROWS, means))
}

fn strays(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    let distances_m = nearest_neighbour_distances(points_m, plot)?;
    Ok(distances_m.iter().filter(|&&distance_m| distance_m > 1.0).count() as f64)
}

const BESIDE: [&str; 7] = [
    "W1",
    "W3.lines",
    "W4.distance",
    "W4.jitter",
    "W5.distance",
    "W5.jitter",
    "W11.random",
];

/// A random scatter beside two others.
fn beside(seed: u64) -> Result<Numbers<7>, ClaimError> {
    let plot = torus([40.0; 2])?;
    let random_m = pattern(&Uniform, &plot, seed, 0)?;
    let apart = MinimumDistance {
        distance_m: Some(0.7),
        tries: 100_000,
    };
    let distant_m = pattern(&apart, &plot, seed, 1)?;
    let moved_m = pattern(&JitteredGrid { jitter: 0.4 }, &plot, seed, 2)?;
    Ok([
        ("W1", evenness(&random_m, &plot)?),
        ("W3.lines", collinear_index(&random_m, &plot)?.unwrap_or(f64::NAN)),
        ("W4.distance", hole(&random_m, &plot)? / hole(&distant_m, &plot)?),
        ("W4.jitter", hole(&random_m, &plot)? / hole(&moved_m, &plot)?),
        (
            "W5.distance",
            strays(&distant_m, &plot)? / strays(&random_m, &plot)?,
        ),
        ("W5.jitter", strays(&moved_m, &plot)? / strays(&random_m, &plot)?),
        ("W11.random", clump(&random_m, &plot, 0.8)?),
    ])
}

/// Trees in the cluster of a tree, on average.
pub(super) fn clump(points_m: &[Place], plot: &Plot, link: f64) -> Result<f64, ClaimError> {
    let sizes = cluster_sizes(points_m, plot, link)?;
    Ok(sizes.iter().map(|size| (size * size) as f64).sum::<f64>() / points_m.len() as f64)
}

const BLAMED: [&str; 2] = ["W6", "W6.shift"];

/// Overlaps by two other generators, over those by the library's own.
fn blamed(seed: u64) -> Result<Numbers<2>, ClaimError> {
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
    let [own, congruential, shifting] = pairs.map(|pairs| pairs as f64);
    Ok([("W6", congruential / own), ("W6.shift", shifting / own)])
}

const BIRTHDAYS: &[Definition] = &[
    Once("W7", || Ok(shares_a_day(23))),
    Once("W7.fewer", || Ok(shares_a_day(22))),
    Mean("W7.trees", two_trees_touch),
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

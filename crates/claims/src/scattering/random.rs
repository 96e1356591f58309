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
use crate::claim::SaidBy::{Article, Ours};
use crate::claim::{Claim, Definition};
use crate::expected::Expected::{AtLeast, AtMost, Between};
use crate::rows::{Row, claims_of};

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
    Row {
        id: "W2",
        said_by: Article,
        statement: "in a random scatter several objects overlap",
        experiment: "110 discs of 0.2 D at random on a torus, 100 patterns a seed: overlapping pairs",
        expected: AtLeast(3.0),
        remark: "theory: (n − 1) π f² / 2 = 6.85",
        value: |found| found.overlaps,
    },
    Row {
        id: "W2.none",
        said_by: Ours,
        statement: "… so that a scatter without an overlap hardly ever comes",
        experiment: "the same: share of patterns without an overlap",
        expected: AtMost(0.01),
        remark: "theory: exp(−6.85) = 0.001",
        value: |found| found.without,
    },
    Row {
        id: "W3",
        said_by: Article,
        statement: "a random scatter has little lines of three or four trees",
        experiment: "the same: groups of 3 or 4 within half a D of each other and of nothing else that are elongated, per pattern",
        expected: AtLeast(1.0),
        remark: "",
        value: |found| found.strings,
    },
    Row {
        id: "W4",
        said_by: Article,
        statement: "a random scatter leaves wide open spaces",
        experiment: "the same: radius of the largest empty circle, D",
        expected: AtLeast(1.25),
        remark: "in a square grid it is 0.71 D, after moving its points by 0.4 D just below 1",
        value: |found| found.hole,
    },
    Row {
        id: "W5",
        said_by: Article,
        statement: "… and a few trees off by themselves",
        experiment: "the same: trees with no other within D, per pattern",
        expected: AtLeast(1.0),
        remark: "theory: exp(−π) = 4.3 % of them, 4.75 of 110",
        value: |found| found.strays,
    },
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
    Row {
        id: "W1",
        said_by: Article,
        statement: "picking each place on its own scatters without any order",
        experiment: "1,600 random points on a torus: Clark–Evans index",
        expected: Between(0.95, 1.05),
        remark: "theory: 1, with a standard deviation of 0.013",
        value: |found| found.evenness,
    },
    Row {
        id: "W3.lines",
        said_by: Ours,
        statement: "… and prefers lines",
        experiment: "the same: collinear index",
        expected: AtLeast(1.05),
        remark: "1 is chance: groups of three or four come in all shapes, and about as often as not they are long",
        value: |found| found.lines,
    },
    Row {
        id: "W4.distance",
        said_by: Ours,
        statement: "… far wider than those between trees that keep a distance",
        experiment: "1,600 points at random and at a distance of 0.7 D: ratio of the radii of their largest empty circles",
        expected: AtLeast(1.2),
        remark: "",
        value: |found| found.hole_over_distance,
    },
    Row {
        id: "W4.jitter",
        said_by: Ours,
        statement: "… and between those of a jittered grid",
        experiment: "1,600 points at random and of a grid, jittered by 0.4 D: the same ratio",
        expected: AtLeast(1.2),
        remark: "",
        value: |found| found.hole_over_jitter,
    },
    Row {
        id: "W5.distance",
        said_by: Ours,
        statement: "… whom a minimum distance takes away",
        experiment: "1,600 points at a distance of 0.7 D and at random: ratio of the numbers of trees with no other within D",
        expected: AtMost(0.5),
        remark: "no method takes them away: what keeps trees apart makes more room around each",
        value: |found| found.strays_of_distance,
    },
    Row {
        id: "W5.jitter",
        said_by: Ours,
        statement: "… or jittering the points of a grid",
        experiment: "1,600 points of a grid, jittered by 0.4 D, and at random: the same ratio",
        expected: AtMost(0.5),
        remark: "",
        value: |found| found.strays_of_jitter,
    },
    Row {
        id: "W11.random",
        said_by: Article,
        statement: "a random scatter clumps",
        experiment: "1,600 random points: mean number of trees in the cluster of a tree, linked within 0.8 D",
        expected: AtLeast(4.0),
        remark: "",
        value: |found| found.clump,
    },
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
    Row {
        id: "W6",
        said_by: Article,
        statement: "the generator is not to blame: random numbers look like this",
        experiment: "110 discs of 0.2 D, 400 patterns a seed: overlapping pairs by a linear congruential generator over those by \
                     counter hashes",
        expected: Between(0.9, 1.1),
        remark: "",
        value: |[congruential, _]| *congruential,
    },
    Row {
        id: "W6.shift",
        said_by: Article,
        statement: "… whichever one takes",
        experiment: "the same by a generator of shifts",
        expected: Between(0.9, 1.1),
        remark: "",
        value: |[_, shifting]| *shifting,
    },
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
    Definition {
        id: "W7",
        said_by: Article,
        statement: "of 23 people it is as likely as not that two share a birthday",
        experiment: "1 − 365 · 364 · … / 365ⁿ for n = 23",
        expected: Between(0.5, 0.52),
        remark: "the first number of people above a half",
        measure: |_| Ok(Measured::exact(shares_a_day(23))),
    },
    Definition {
        id: "W7.fewer",
        said_by: Ours,
        statement: "… and not yet of 22",
        experiment: "the same for n = 22",
        expected: Between(0.45, 0.5),
        remark: "",
        measure: |_| Ok(Measured::exact(shares_a_day(22))),
    },
    Definition {
        id: "W7.trees",
        said_by: Article,
        statement: "… and of 23 trees that two touch, if each keeps one in 365 parts of the ground",
        experiment: "23 random places on a torus, 2,000 times a seed: share in which two are nearer than √(area / 365 π), mean",
        expected: Between(0.47, 0.55),
        remark: "the same sum, as each further tree finds the days of those before it taken",
        measure: |budget| budget.mean(two_trees_touch),
    },
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

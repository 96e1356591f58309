//! A least distance: what it takes away, the corridors that it leaves, and whether those are made by the algorithm.

use std::f64::consts::PI;

use understory_scatter::{JitteredGrid, MinimumDistance, PointMethod as _, PoissonMaximal, Request, Uniform};
use understory_space::Plot;
use understory_spacing::{
    Divisor, EdgeCorrection, PairKernel, PairStatistics, Radii, close_pairs, uniform_points, variance_to_mean,
};

use super::darts::equilibrium;
use super::measures::{Place, corridor, evenness, hole, key, least_distance, pattern, torus};
use super::random::clump;
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 6, thrown);
    claims.extend(claims_of(FULL, 2, fullness));
    claims.extend(claims_of(ARTEFACT, 4, beside_equilibrium));
    claims
}

/// Points at a distance until there are as many as squares of side 1.
fn apart(distance: f64) -> MinimumDistance {
    MinimumDistance {
        distance_m: Some(distance),
        tries: 10_000_000,
    }
}

const ROWS: [&str; 17] = [
    "W10",
    "W11",
    "W11.groups",
    "W11.clumps",
    "W12",
    "W12.wider",
    "W12.jitter",
    "W13",
    "W13.filled",
    "W13.sparse",
    "W13.dense",
    "W13.pairs",
    "W13.farther",
    "W16",
    "W16.random",
    "W27",
    "W27.loose",
];

/// What is seen of points that keep a distance, and of others beside them.
fn thrown(seed: u64) -> Result<Numbers<17>, ClaimError> {
    let plot = torus([40.0; 2])?;
    let distant_m = pattern(&apart(0.7), &plot, seed, 0)?;
    let random_m = pattern(&Uniform, &plot, seed, 1)?;
    let moved_m = pattern(&JitteredGrid { jitter: 0.4 }, &plot, seed, 2)?;
    let sparse_m = pattern(&apart(0.5), &plot, seed, 3)?;
    let dense_m = pattern(&apart(0.81), &plot, seed, 4)?;
    let from = evenness(&random_m, &plot)?;
    let moved = evenness(&moved_m, &plot)? - from;
    let share = |points_m: &[Place]| Ok::<f64, ClaimError>(moved / (evenness(points_m, &plot)? - from));
    let widest = corridor(&distant_m, &plot)?;
    let clumped = patchy(&distant_m, &plot, seed)?;
    let least = least_distance(&distant_m, &plot)?;
    let groups = clump(&distant_m, &plot, 0.8)?;
    Ok([
        ("W10", f64::from(u8::from(least >= 0.7))),
        ("W11", close_pairs(&distant_m, &plot, 0.7)? as f64),
        ("W11.groups", groups / clump(&random_m, &plot, 0.8)?),
        ("W11.clumps", clump(&distant_m, &plot, 1.0)?),
        ("W12", widest / 0.7),
        ("W12.wider", widest / corridor(&random_m, &plot)?),
        ("W12.jitter", widest / corridor(&moved_m, &plot)?),
        ("W13", widest / 0.7),
        ("W13.filled", filled(&distant_m, &plot, seed)?),
        ("W13.sparse", corridor(&sparse_m, &plot)? / 0.5),
        ("W13.dense", corridor(&dense_m, &plot)? / 0.81),
        ("W13.pairs", pairs_at(&distant_m, &plot, 1.05)?),
        ("W13.farther", pairs_at(&distant_m, &plot, 1.26)?),
        ("W16", clumped / patchy(&moved_m, &plot, seed)?),
        ("W16.random", clumped / patchy(&random_m, &plot, seed)?),
        ("W27", share(&distant_m)?),
        ("W27.loose", share(&sparse_m)?),
    ])
}

/// Share of the gaps of 1.4 to 1.6 minimum distances between two of the points that are filled when the throwing of points goes on
/// until 100,000 in a row miss.
fn filled(points_m: &[Place], plot: &Plot, seed: u64) -> Result<f64, ClaimError> {
    let until_full = MinimumDistance {
        distance_m: Some(0.7),
        tries: 100_000,
    };
    let request = Request::new(plot, 100_000);
    let all_m = until_full.scatter(&request, key(seed, 0))?.points_m;
    let is_between = |a: Place, b: Place, other: Place| {
        // By Thales, as seen from inside the disc across which both stand.
        let squared = plot.distance_squared_m2(a, other) + plot.distance_squared_m2(b, other);
        squared < plot.distance_squared_m2(a, b) && other != a && other != b
    };
    let (mut gaps, mut filled) = (0_u32, 0_u32);
    for (number, &a) in points_m.iter().enumerate() {
        for &b in &points_m[..number] {
            let apart = plot.distance_squared_m2(a, b).sqrt() / 0.7;
            if !(1.4..1.6).contains(&apart) || points_m.iter().any(|&other| is_between(a, b, other)) {
                continue;
            }
            gaps += 1;
            filled += u32::from(
                all_m[points_m.len()..]
                    .iter()
                    .any(|&other| is_between(a, b, other)),
            );
        }
    }
    Ok(f64::from(filled) / f64::from(gaps))
}

/// Pair correlation at a distance.
fn pairs_at(points_m: &[Place], plot: &Plot, distance: f64) -> Result<f64, ClaimError> {
    let radii = Radii::new(distance, 2)?;
    let kernel = PairKernel {
        half_width_m: Some(0.07),
        divisor: Divisor::Distance,
    };
    let corrections = [EdgeCorrection::Periodic];
    let curves = PairStatistics::new(points_m, plot)?.pair_correlation(&radii, &corrections, &kernel)?;
    let last = curves
        .by(EdgeCorrection::Periodic)
        .and_then(|values| values.last().copied());
    Ok(last.flatten().unwrap_or(f64::NAN))
}

/// Variance over mean of the counts in discs of 25 units of area.
fn patchy(points_m: &[Place], plot: &Plot, seed: u64) -> Result<f64, ClaimError> {
    let centres_m = uniform_points(2000, plot, key(seed, 99))?;
    let ratio = variance_to_mean(points_m, plot, (25.0 / PI).sqrt(), &centres_m)?;
    Ok(ratio.unwrap_or(f64::NAN))
}

const FULL: [&str; 2] = ["W10.few", "W10.many"];

/// Points where darts gave up, over those that fit.
fn fullness(seed: u64) -> Result<Numbers<2>, ClaimError> {
    let plot = torus([40.0; 2])?;
    let request = Request::new(&plot, 10_000);
    let all = PoissonMaximal {
        distance_m: Some(1.0),
    };
    let fit = all.scatter(&request, key(seed, 0))?.points_m.len() as f64;
    let after = |tries: u32| {
        let darts = MinimumDistance {
            distance_m: Some(1.0),
            tries,
        };
        Ok::<f64, ClaimError>(darts.scatter(&request, key(seed, tries))?.points_m.len() as f64 / fit)
    };
    Ok([("W10.few", after(30)?), ("W10.many", after(1000)?)])
}

const ARTEFACT: [&str; 2] = ["W14", "W14.hole"];

/// Widest corridor and largest hole of thrown points, over those of points in equilibrium.
fn beside_equilibrium(seed: u64) -> Result<Numbers<2>, ClaimError> {
    const PATTERNS: u32 = 4;
    let plot = torus([30.0; 2])?;
    let mut sums = [[0.0; 2]; 2];
    for number in 0..PATTERNS {
        let thrown_m = pattern(&apart(0.7), &plot, seed, number)?;
        let moved_m = equilibrium(&thrown_m, &plot, 0.7, 300, key(seed, number));
        for (sums, points_m) in sums.iter_mut().zip([&thrown_m, &moved_m]) {
            sums[0] += corridor(points_m, &plot)?;
            sums[1] += hole(points_m, &plot)?;
        }
    }
    Ok([
        ("W14", sums[0][0] / sums[1][0]),
        ("W14.hole", sums[0][1] / sums[1][1]),
    ])
}

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
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Thrown::at, 6, ROWS);
    claims.extend(claims_of(Fullness::at, 2, FULL));
    claims.extend(claims_of(beside_equilibrium, 4, ARTEFACT));
    claims
}

/// Points at a distance until there are as many as squares of side 1.
fn apart(distance: f64) -> MinimumDistance {
    MinimumDistance {
        distance_m: Some(distance),
        tries: 10_000_000,
    }
}

const ROWS: &[Row<Thrown>] = &[
    Row("W10", |thrown| f64::from(u8::from(thrown.least >= 0.7))),
    Row("W11", |thrown| thrown.overlaps),
    Row("W11.groups", |thrown| thrown.clump_small / thrown.clump_of_random),
    Row("W11.clumps", |thrown| thrown.clump_large),
    Row("W12", |thrown| thrown.corridor / 0.7),
    Row("W12.wider", |thrown| thrown.corridor / thrown.corridor_of_random),
    Row("W12.jitter", |thrown| thrown.corridor / thrown.corridor_of_jitter),
    Row("W13", |thrown| thrown.corridor / 0.7),
    Row("W13.filled", |thrown| thrown.filled),
    Row("W13.sparse", |thrown| thrown.corridor_sparse / 0.5),
    Row("W13.dense", |thrown| thrown.corridor_dense / 0.81),
    Row("W13.pairs", |thrown| thrown.pairs_at[0]),
    Row("W13.farther", |thrown| thrown.pairs_at[1]),
    Row("W16", |thrown| thrown.patchy / thrown.patchy_of_jitter),
    Row("W16.random", |thrown| thrown.patchy / thrown.patchy_of_random),
    Row("W27", |thrown| thrown.between[0]),
    Row("W27.loose", |thrown| thrown.between[1]),
];

/// What is seen of points that keep a distance, and of others beside them.
struct Thrown {
    least: f64,
    overlaps: f64,
    clump_small: f64,
    clump_large: f64,
    clump_of_random: f64,
    corridor: f64,
    corridor_of_random: f64,
    corridor_of_jitter: f64,
    corridor_sparse: f64,
    corridor_dense: f64,
    filled: f64,
    pairs_at: [f64; 2],
    patchy: f64,
    patchy_of_random: f64,
    patchy_of_jitter: f64,
    between: [f64; 2],
}

impl Thrown {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let plot = torus([40.0; 2])?;
        let distant_m = pattern(&apart(0.7), &plot, seed, 0)?;
        let random_m = pattern(&Uniform, &plot, seed, 1)?;
        let moved_m = pattern(&JitteredGrid { jitter: 0.4 }, &plot, seed, 2)?;
        let sparse_m = pattern(&apart(0.5), &plot, seed, 3)?;
        let dense_m = pattern(&apart(0.81), &plot, seed, 4)?;
        let from = evenness(&random_m, &plot)?;
        let moved = evenness(&moved_m, &plot)? - from;
        let share = |points_m: &[Place]| Ok::<f64, ClaimError>(moved / (evenness(points_m, &plot)? - from));
        Ok(Self {
            least: least_distance(&distant_m, &plot)?,
            overlaps: close_pairs(&distant_m, &plot, 0.7)? as f64,
            clump_small: clump(&distant_m, &plot, 0.8)?,
            clump_large: clump(&distant_m, &plot, 1.0)?,
            clump_of_random: clump(&random_m, &plot, 0.8)?,
            corridor: corridor(&distant_m, &plot)?,
            corridor_of_random: corridor(&random_m, &plot)?,
            corridor_of_jitter: corridor(&moved_m, &plot)?,
            corridor_sparse: corridor(&sparse_m, &plot)?,
            corridor_dense: corridor(&dense_m, &plot)?,
            filled: filled(&distant_m, &plot, seed)?,
            pairs_at: [
                pairs_at(&distant_m, &plot, 1.05)?,
                pairs_at(&distant_m, &plot, 1.26)?,
            ],
            patchy: patchy(&distant_m, &plot, seed)?,
            patchy_of_random: patchy(&random_m, &plot, seed)?,
            patchy_of_jitter: patchy(&moved_m, &plot, seed)?,
            between: [share(&distant_m)?, share(&sparse_m)?],
        })
    }
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

const FULL: &[Row<Fullness>] = &[
    Row("W10.few", |full| full.after_30),
    Row("W10.many", |full| full.after_1000),
];

/// Points where darts gave up, over those that fit.
struct Fullness {
    after_30: f64,
    after_1000: f64,
}

impl Fullness {
    fn at(seed: u64) -> Result<Self, ClaimError> {
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
        Ok(Self {
            after_30: after(30)?,
            after_1000: after(1000)?,
        })
    }
}

const ARTEFACT: &[Row<[f64; 2]>] = &[
    Row("W14", |[corridors, _]| *corridors),
    Row("W14.hole", |[_, holes]| *holes),
];

/// Widest corridor and largest hole of thrown points, over those of points in equilibrium.
fn beside_equilibrium(seed: u64) -> Result<[f64; 2], ClaimError> {
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
    Ok([0, 1].map(|measure: usize| sums[0][measure] / sums[1][measure]))
}

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
use crate::claim::SaidBy::{Article, Ours};
use crate::expected::Expected::{Above, AtLeast, AtMost, Between, Exactly};
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
    Row {
        id: "W10",
        said_by: Article,
        statement: "a place too close to another tree is left for another, so that all keep the distance",
        experiment: "1,600 points at a distance of 0.7 D on a torus: share of patterns in which all keep it",
        expected: Exactly(1.0),
        remark: "",
        value: |thrown| f64::from(u8::from(thrown.least >= 0.7)),
    },
    Row {
        id: "W11",
        said_by: Article,
        statement: "a minimum distance takes the overlaps away",
        experiment: "the same: pairs nearer than 0.7 D",
        expected: Exactly(0.0),
        remark: "",
        value: |thrown| thrown.overlaps,
    },
    Row {
        id: "W11.groups",
        said_by: Article,
        statement: "… and the strange groups",
        experiment: "the same: mean number of trees in the cluster of a tree, linked within 0.8 D, over that of random points",
        expected: AtMost(0.6),
        remark: "",
        value: |thrown| thrown.clump_small / thrown.clump_of_random,
    },
    Row {
        id: "W11.clumps",
        said_by: Article,
        statement: "… but clumping can still occur",
        experiment: "the same: mean number of trees in the cluster of a tree, linked within D",
        expected: AtLeast(50.0),
        remark: "at one and a half distances nearly all trees hang together",
        value: |thrown| thrown.clump_large,
    },
    Row {
        id: "W12",
        said_by: Article,
        statement: "a minimum distance leaves what looks like paths through the forest",
        experiment: "the same: width of the widest corridor from side to side over the minimum distance",
        expected: Above(1.0),
        remark: "",
        value: |thrown| thrown.corridor / 0.7,
    },
    Row {
        id: "W12.wider",
        said_by: Ours,
        statement: "… wider ones than the other methods: than random points",
        experiment: "1,600 points at a distance of 0.7 D and at random: ratio of the widths of their widest corridors",
        expected: Above(1.0),
        remark: "the paths of a random scatter are wider: here they are seen because nothing else is uneven",
        value: |thrown| thrown.corridor / thrown.corridor_of_random,
    },
    Row {
        id: "W12.jitter",
        said_by: Ours,
        statement: "… than a jittered grid",
        experiment: "the same beside a grid whose points are jittered by 0.4 D",
        expected: Above(1.0),
        remark: "",
        value: |thrown| thrown.corridor / thrown.corridor_of_jitter,
    },
    Row {
        id: "W13",
        said_by: Article,
        statement: "the paths are one and a half minimum distances wide",
        experiment: "1,600 points at a distance of 0.7 D: width of the widest corridor, minimum distances",
        expected: Between(1.35, 1.65),
        remark: "at this density: n d² = 0.49",
        value: |thrown| thrown.corridor / 0.7,
    },
    Row {
        id: "W13.filled",
        said_by: Article,
        statement: "… as gaps of that width are unlikely to be filled",
        experiment: "the same pairs of points, 1.4 to 1.6 minimum distances apart with no other between them, when as many points as fit are \
                     thrown: share with one between them, in the disc across which they stand",
        expected: AtMost(0.1),
        remark: "a tree between them would need two minimum distances",
        value: |thrown| thrown.filled,
    },
    Row {
        id: "W13.sparse",
        said_by: Ours,
        statement: "… whatever the density",
        experiment: "the same at a distance of 0.5 D",
        expected: Between(1.35, 1.65),
        remark: "n d² = 0.25: the width goes with the mean spacing, not with the minimum distance",
        value: |thrown| thrown.corridor_sparse / 0.5,
    },
    Row {
        id: "W13.dense",
        said_by: Ours,
        statement: "… also where trees are packed",
        experiment: "the same at a distance of 0.81 D",
        expected: Between(1.35, 1.65),
        remark: "n d² = 0.66: near the most that can be thrown",
        value: |thrown| thrown.corridor_dense / 0.81,
    },
    Row {
        id: "W13.pairs",
        said_by: Ours,
        statement: "distances of one and a half minimum distances are rare",
        experiment: "the same at a distance of 0.7 D: pair correlation at 1.5 distances",
        expected: AtMost(0.95),
        remark: "pairs at that distance are as common as any; rare are those at 1.8",
        value: |thrown| thrown.pairs_at[0],
    },
    Row {
        id: "W13.farther",
        said_by: Ours,
        statement: "… and so are those of 1.8",
        experiment: "the same at 1.8 distances",
        expected: AtMost(0.95),
        remark: "",
        value: |thrown| thrown.pairs_at[1],
    },
    Row {
        id: "W16",
        said_by: Article,
        statement: "at a minimum distance trees are still patchy",
        experiment: "1,600 points at a distance of 0.7 D: variance over mean of the counts in 2,000 discs of 25 D², over that of a \
                     grid moved by 0.4 D",
        expected: AtLeast(1.3),
        remark: "at 0.8 D it is as even as the jittered grid",
        value: |thrown| thrown.patchy / thrown.patchy_of_jitter,
    },
    Row {
        id: "W16.random",
        said_by: Ours,
        statement: "… about as much as at random",
        experiment: "the same over that of random points",
        expected: AtLeast(0.7),
        remark: "a minimum distance evens out what is far wider than itself",
        value: |thrown| thrown.patchy / thrown.patchy_of_random,
    },
    Row {
        id: "W27",
        said_by: Article,
        statement: "jittering the points of a grid lies between random places and a minimum distance",
        experiment: "Clark–Evans index of a grid jittered by 0.4 D: its way from that of random points to that at 0.7 D, as a share",
        expected: Between(0.0, 1.0),
        remark: "",
        value: |thrown| thrown.between[0],
    },
    Row {
        id: "W27.loose",
        said_by: Ours,
        statement: "… also where the distance is a half of D",
        experiment: "the same to that at 0.5 D",
        expected: Between(0.0, 1.0),
        remark: "below 0.52 D the jittered grid is the more even one",
        value: |thrown| thrown.between[1],
    },
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
    Row {
        id: "W10.few",
        said_by: Ours,
        statement: "an area is full once some attempts in a row have found no spot",
        experiment: "darts on a torus of 40 × 40 minimum distances, full after 30 in a row that miss: points over those that fit, if \
                     none is given up before there is no room left",
        expected: AtLeast(0.9),
        remark: "full after so few tries means little: say after how many",
        value: |full| full.after_30,
    },
    Row {
        id: "W10.many",
        said_by: Ours,
        statement: "… after a thousand",
        experiment: "the same with 1,000",
        expected: AtLeast(0.9),
        remark: "",
        value: |full| full.after_1000,
    },
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
    Row {
        id: "W14",
        said_by: Article,
        statement: "the paths are artefacts of the algorithm: gaps that are unlikely to be filled",
        experiment: "900 points at a distance of 0.7 D: width of the widest corridor when thrown, over that after 300 random moves \
                     of each, all of which keep the distance",
        expected: AtLeast(1.05),
        remark: "any points that keep a distance leave such paths, whatever has laid them out",
        value: |[corridors, _]| *corridors,
    },
    Row {
        id: "W14.hole",
        said_by: Ours,
        statement: "… as are the open spaces",
        experiment: "the same of the radius of the largest empty circle",
        expected: AtLeast(1.05),
        remark: "throwing leaves smaller holes than chance does among points that keep a distance: it fills them",
        value: |[_, holes]| *holes,
    },
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

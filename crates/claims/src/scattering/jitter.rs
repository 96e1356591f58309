//! The points of a grid, each moved a little: how near they come, and whether a place can be made again.

use std::collections::BTreeSet;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, sort};
use understory_scatter::{HardCorePlane, JitteredGrid, JitteredPlane, MinimumDistance};
use understory_space::{Edge, Plot};

use super::measures::{Place, key, least_distance, pattern, torus};
use crate::ClaimError;
use crate::budget::Measured;
use crate::claim::SaidBy::{Article, Ours};
use crate::claim::{Claim, Definition};
use crate::expected::Expected::{AtLeast, AtMost, Between, Exactly};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Moved::at, 1, ROWS);
    claims.extend(claims_of(Listed::at, 4, LISTING));
    claims.extend(SEEDS.iter().map(Definition::claim));
    claims.extend(claims_of(Pieces::at, 1, PIECES));
    claims
}

const PATTERNS: u32 = 200;

const ROWS: &[Row<Moved>] = &[
    Row {
        id: "W25",
        said_by: Article,
        statement: "grid points moved by up to 0.4 D along each axis are never nearer than 0.2 D",
        experiment: "10,000 points on a torus, 20 patterns a seed: share of patterns in which none are",
        expected: Exactly(1.0),
        remark: "side neighbours differ by (1 − 2 · 0.4) D along one axis, whatever the other does",
        value: |moved| f64::from(u8::from(moved.least >= 0.2)),
    },
    Row {
        id: "W25.near",
        said_by: Ours,
        statement: "… though some come as near",
        experiment: "the same: minimum distance of the 20 patterns, D",
        expected: AtMost(0.22),
        remark: "",
        value: |moved| moved.least,
    },
    Row {
        id: "W26",
        said_by: Article,
        statement: "so trees that are no wider than that do not overlap",
        experiment: "110 points, 200 patterns a seed: share in which two crowns of 0.2 D overlap",
        expected: Exactly(0.0),
        remark: "",
        value: |moved| moved.overlapping[0],
    },
    Row {
        id: "W26.crowns",
        said_by: Ours,
        statement: "… however wide their crowns are: 0.3 D",
        experiment: "the same with crowns of 0.3 D",
        expected: Exactly(0.0),
        remark: "only crowns up to 0.2 D cannot; in the article's own figure two touch",
        value: |moved| moved.overlapping[1],
    },
    Row {
        id: "W26.wide",
        said_by: Ours,
        statement: "… 0.5 D",
        experiment: "the same with crowns of 0.5 D",
        expected: AtMost(0.5),
        remark: "without overlaps, points may be moved by (1 − crown) / 2: 0.25 D here",
        value: |moved| moved.overlapping[2],
    },
];

struct Moved {
    least: f64,
    overlapping: [f64; 3],
}

impl Moved {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let method = JitteredGrid { jitter: 0.4 };
        let wide = torus([100.0; 2])?;
        let mut least = f64::INFINITY;
        for number in 0..20 {
            least = least.min(least_distance(&pattern(&method, &wide, seed, number)?, &wide)?);
        }
        let plot = torus([11.0, 10.0])?;
        let mut overlapping = [0.0; 3];
        for number in 0..PATTERNS {
            let apart = least_distance(&pattern(&method, &plot, seed, number)?, &plot)?;
            for (share, crown) in overlapping.iter_mut().zip([0.2, 0.3, 0.5]) {
                *share += f64::from(u8::from(apart < crown)) / f64::from(PATTERNS);
            }
        }
        Ok(Self { least, overlapping })
    }
}

const LISTING: &[Row<Listed>] = &[
    Row {
        id: "W29",
        said_by: Ours,
        statement: "Listing 1 makes a tree for each cell",
        experiment: "Listing 1 with 10 columns and 10 rows: points",
        expected: Exactly(100.0),
        remark: "its loops run one past the last: 11 × 11",
        value: |listed| listed.points,
    },
    Row {
        id: "W29.outside",
        said_by: Ours,
        statement: "… in the rectangle that it is given",
        experiment: "the same: points outside of it",
        expected: Exactly(0.0),
        remark: "nodes lie on the border, and half of those there move out",
        value: |listed| listed.outside,
    },
    Row {
        id: "W29.seam",
        said_by: Ours,
        statement: "… so that patches beside each other join",
        experiment: "the same on two patches side by side, 50 times a seed: minimum distance of points of both, D, median",
        expected: AtLeast(0.2),
        remark: "both make the shared column: two trees on each of its nodes. Cells that own half of their border do not",
        value: |listed| listed.seam,
    },
];

struct Listed {
    points: f64,
    outside: f64,
    seam: f64,
}

impl Listed {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let first = listing([0.0; 2], [10, 10], key(seed, 0));
        let is_outside = |place: &&Place| place.iter().any(|along| !(0.0..10.0).contains(along));
        let mut least: Vec<f64> = (1..=50)
            .map(|number| {
                let patches = [0, 1].map(|patch: u32| {
                    let corner = [10.0 * f64::from(patch), 0.0];
                    listing(corner, [10, 10], key(seed, 2 * number + patch))
                });
                let apart = |a: &Place, b: &Place| {
                    let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
                    (dx * dx + dy * dy).sqrt()
                };
                let pairs = patches[0]
                    .iter()
                    .flat_map(|a| patches[1].iter().map(move |b| apart(a, b)));
                pairs.fold(f64::INFINITY, f64::min)
            })
            .collect();
        sort::numbers(&mut least);
        Ok(Self {
            points: first.len() as f64,
            outside: first.iter().filter(is_outside).count() as f64,
            seam: least[least.len() / 2],
        })
    }
}

/// Listing 1 of the article, with cells of side 1.
fn listing(corner: Place, [columns, rows]: [u32; 2], key: RandomKey) -> Vec<Place> {
    let mut points = Vec::new();
    for column in 0..=columns {
        for row in 0..=rows {
            let moves = key
                .draws(column, Purpose::Place, row)
                .map(|word| 0.8 * unit_from_u32(word) - 0.4);
            points.push([
                corner[0] + f64::from(column) + moves[0],
                corner[1] + f64::from(row) + moves[1],
            ]);
        }
    }
    points
}

const SEEDS: &[Definition] = &[
    Definition {
        id: "W31",
        said_by: Article,
        statement: "the low bits of a tree's place before it is moved are a seed of its own, with places in \
                    floats as in Listing 1",
        experiment: "100 × 100 nodes a metre apart: different values of the lower 16 bits of both coordinates as f32, as a share",
        expected: AtLeast(0.99),
        remark: "whole numbers have no low bits: all 10,000 trees would be alike",
        measure: |_| Ok(Measured::exact(share_of_seeds(1.0))),
    },
    Definition {
        id: "W31.tenth",
        said_by: Ours,
        statement: "… also where nodes are a tenth of a metre apart",
        experiment: "the same of nodes 0.1 m apart",
        expected: AtLeast(0.99),
        remark: "",
        measure: |_| Ok(Measured::exact(share_of_seeds(0.1))),
    },
    Definition {
        id: "W31.origin",
        said_by: Ours,
        statement: "… from wherever one counts",
        experiment: "nodes at 0.1 · k, and at 3 + 0.1 · (k − 30), f64, 100 to 1,099: share whose bits differ",
        expected: Exactly(0.0),
        remark: "the same place by another sum has other bits",
        measure: |_| {
            let differ = (100_u32..1100).filter(|&k| {
                let (a, b) = (0.1 * f64::from(k), 3.0 + 0.1 * f64::from(k - 30));
                a.to_bits() != b.to_bits()
            });
            Ok(Measured::exact(differ.count() as f64 / 1000.0))
        },
    },
    Definition {
        id: "W31.cells",
        said_by: Ours,
        statement: "… as the whole numbers of its cell are",
        experiment: "100 × 100 cells of the library's jittered plane: different seeds of appearance, as a share, mean",
        expected: AtLeast(0.9999),
        remark: "hash columns and rows, never coordinates",
        measure: |budget| {
            budget.mean(|seed| {
                let plane = JitteredPlane::new([1.0; 2], 0.4, key(seed, 0))?;
                let cells = (0..100).flat_map(|column| (0..100).map(move |row| [column, row]));
                let seeds: BTreeSet<u64> = cells.map(|cell| plane.appearance_seed(cell)).collect();
                Ok(seeds.len() as f64 / 10_000.0)
            })
        },
    },
];

/// Different seeds by the low bits of nodes of a spacing, as a share of the nodes.
fn share_of_seeds(spacing_m: f32) -> f64 {
    let low = |k: u16| (f32::from(k) * spacing_m).to_bits() & 0xffff;
    let seeds: BTreeSet<[u32; 2]> = (0..100)
        .flat_map(|x| (0..100).map(move |y| [low(x), low(y)]))
        .collect();
    seeds.len() as f64 / 10_000.0
}

const PIECES: &[Row<Pieces>] = &[
    Row {
        id: "W24",
        said_by: Article,
        statement: "each tree is moved along both axes by a random way of up to 0.4 D",
        experiment: "60 × 60 D of the jittered plane: greatest way of a tree along an axis from the middle of its cell, D",
        expected: Between(0.395, 0.405),
        remark: "",
        value: |pieces| pieces.farthest,
    },
    Row {
        id: "W30",
        said_by: Article,
        statement: "a jittered grid is repeatable: leave a place, come back, and the same trees stand there",
        experiment: "a window of 20 × 20 D of the jittered plane, after others: share of its trees that stand where they stood, to the bit",
        expected: Exactly(1.0),
        remark: "",
        value: |pieces| pieces.again,
    },
    Row {
        id: "W32",
        said_by: Article,
        statement: "… and look the same",
        experiment: "the same: share whose seed of appearance is the same",
        expected: Exactly(1.0),
        remark: "",
        value: |pieces| pieces.looks,
    },
    Row {
        id: "W39",
        said_by: Article,
        statement: "a jittered grid makes any small part of a landscape as it is in the whole",
        experiment: "a window of 20 × 20 D beside the same part of one of 60 × 60 D: share of its trees that are in both",
        expected: Exactly(1.0),
        remark: "",
        value: |pieces| pieces.cut,
    },
    Row {
        id: "W39.thrown",
        said_by: Article,
        statement: "… which throwing at a distance does not",
        experiment: "the same of points at a distance of 0.7 D",
        expected: AtMost(0.01),
        remark: "",
        value: |pieces| pieces.thrown,
    },
    Row {
        id: "W39.only",
        said_by: Ours,
        statement: "… nor any other method",
        experiment: "the same of candidates that stay where no other nearby has a lower mark (Matérn's second process)",
        expected: AtMost(0.01),
        remark: "it keeps a distance and makes any part alone; the price is density, n d² = 0.36",
        value: |pieces| pieces.hard_core,
    },
    Row {
        id: "W39.dense",
        said_by: Ours,
        statement: "… at the density of thrown points",
        experiment: "the same: n d², over the 0.697 that can be thrown",
        expected: AtLeast(0.9),
        remark: "",
        value: |pieces| pieces.dense / 0.697,
    },
];

/// Shares of the points of a piece that are those of the whole.
struct Pieces {
    farthest: f64,
    again: f64,
    cut: f64,
    looks: f64,
    thrown: f64,
    hard_core: f64,
    dense: f64,
}

impl Pieces {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let window = [[20.0; 2], [40.0; 2]];
        let plane = JitteredPlane::new([1.0; 2], 0.4, key(seed, 0))?;
        let piece = plane.points_in(window[0], window[1])?;
        let whole = plane.points_in([0.0; 2], [60.0; 2])?;
        let cut = piece.iter().filter(|point| whole.contains(point)).count();
        let back = plane.points_in(window[0], window[1])?;
        let again = piece
            .iter()
            .zip(&back)
            .filter(|(before, after)| before == after)
            .count();
        let same_plane = JitteredPlane::new([1.0; 2], 0.4, key(seed, 0))?;
        let looks = piece
            .iter()
            .filter(|point| plane.appearance_seed(point.cell) == same_plane.appearance_seed(point.cell));
        let share = |count: usize, of: usize| count as f64 / of as f64;

        let apart = MinimumDistance {
            distance_m: Some(0.7),
            tries: 100_000,
        };
        let part = Plot::new(window[0], [20.0; 2], Edge::Open)?;
        let all = Plot::new([0.0; 2], [60.0; 2], Edge::Open)?;
        let thrown = pattern(&apart, &part, seed, 0)?;
        let all_thrown: BTreeSet<[u64; 2]> = pattern(&apart, &all, seed, 0)?
            .iter()
            .map(|place| place.map(f64::to_bits))
            .collect();
        let thrown_again = thrown
            .iter()
            .filter(|place| all_thrown.contains(&place.map(f64::to_bits)));

        let plane = HardCorePlane::new(0.6, key(seed, 1))?;
        let kept = plane.points_in(window[0], window[1])?;
        let all_kept = plane.points_in([0.0; 2], [60.0; 2])?;
        let kept_again = kept.iter().filter(|point| all_kept.contains(point)).count();
        let ways = whole.iter().flat_map(|point| {
            let middle = point.cell.map(|number| f64::from(number) + 0.5);
            [0, 1].map(|axis: usize| (point.place_m[axis] - middle[axis]).abs())
        });
        Ok(Self {
            farthest: ways.fold(0.0, f64::max),
            again: share(again, piece.len()),
            cut: share(cut, piece.len()),
            looks: share(looks.count(), piece.len()),
            thrown: share(thrown_again.count(), thrown.len()),
            hard_core: share(kept_again, kept.len()),
            dense: all_kept.len() as f64 * 0.36 / 3600.0,
        })
    }
}

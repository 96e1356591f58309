//! The points of a grid, each moved a little: how near they come, and whether a place can be made again.

use std::collections::BTreeSet;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, sort};
use understory_scatter::{HardCorePlane, JitteredGrid, JitteredPlane, MinimumDistance};
use understory_space::{Edge, Plot};

use super::measures::{Place, key, least_distance, pattern, torus};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::Definition::{Mean, Once};
use crate::rows::{Definition, Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 1, moved);
    claims.extend(claims_of(LISTING, 4, listed));
    claims.extend(SEEDS.iter().map(Definition::claim));
    claims.extend(claims_of(PIECES, 1, pieces));
    claims
}

const PATTERNS: u32 = 200;

const ROWS: [&str; 5] = ["W25", "W25.near", "W26", "W26.crowns", "W26.wide"];

fn moved(seed: u64) -> Result<Numbers<5>, ClaimError> {
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
    Ok([
        ("W25", f64::from(u8::from(least >= 0.2))),
        ("W25.near", least),
        ("W26", overlapping[0]),
        ("W26.crowns", overlapping[1]),
        ("W26.wide", overlapping[2]),
    ])
}

const LISTING: [&str; 3] = ["W29", "W29.outside", "W29.seam"];

fn listed(seed: u64) -> Result<Numbers<3>, ClaimError> {
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
    Ok([
        ("W29", first.len() as f64),
        ("W29.outside", first.iter().filter(is_outside).count() as f64),
        ("W29.seam", least[least.len() / 2]),
    ])
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
    Once("W31", || Ok(share_of_seeds(1.0))),
    Once("W31.tenth", || Ok(share_of_seeds(0.1))),
    Once("W31.origin", || {
        let differ = (100_u32..1100).filter(|&k| {
            let (a, b) = (0.1 * f64::from(k), 3.0 + 0.1 * f64::from(k - 30));
            a.to_bits() != b.to_bits()
        });
        Ok(differ.count() as f64 / 1000.0)
    }),
    Mean("W31.cells", |seed| {
        let plane = JitteredPlane::new([1.0; 2], 0.4, key(seed, 0))?;
        let cells = (0..100).flat_map(|column| (0..100).map(move |row| [column, row]));
        let seeds: BTreeSet<u64> = cells.map(|cell| plane.appearance_seed(cell)).collect();
        Ok(seeds.len() as f64 / 10_000.0)
    }),
];

/// Different seeds by the low bits of nodes of a spacing, as a share of the nodes.
fn share_of_seeds(spacing_m: f32) -> f64 {
    let low = |k: u16| (f32::from(k) * spacing_m).to_bits() & 0xffff;
    let seeds: BTreeSet<[u32; 2]> = (0..100)
        .flat_map(|x| (0..100).map(move |y| [low(x), low(y)]))
        .collect();
    seeds.len() as f64 / 10_000.0
}

const PIECES: [&str; 7] = ["W24", "W30", "W32", "W39", "W39.thrown", "W39.only", "W39.dense"];

/// Shares of the points of a piece that are those of the whole.
fn pieces(seed: u64) -> Result<Numbers<7>, ClaimError> {
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
    Ok([
        ("W24", ways.fold(0.0, f64::max)),
        ("W30", share(again, piece.len())),
        ("W32", share(looks.count(), piece.len())),
        ("W39", share(cut, piece.len())),
        ("W39.thrown", share(thrown_again.count(), thrown.len())),
        ("W39.only", share(kept_again, kept.len())),
        ("W39.dense", all_kept.len() as f64 * 0.36 / 3600.0 / 0.697),
    ])
}

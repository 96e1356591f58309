//! Spawn points: how dense, how far apart, whether in rows, and what is left of that when some are taken away.

use std::collections::BTreeSet;
use std::sync::Arc;

use understory_numerics::{Purpose, RandomKey};
use understory_placement::Window;
use understory_placement::pattern::{TorusPattern, TorusPoints};
use understory_scatter::{JitteredGrid, PointMethod, PoissonMaximal, Ranks, Request, WarpedGrid, even_order};
use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, close_pairs, collinear_index};

use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Patterns::at, 2, ROWS);
    claims.extend(claims_of(Tile::at, 1, TILES));
    claims
}

/// Points in a row of the grid, and rows.
pub(super) const ALONG: u32 = 64;

const ROWS: &[Row<Patterns>] = &[
    Row("B45", |found| found.warped.packed / 0.697),
    Row("B46", |found| found.warped.least / 0.65),
    Row("B47", |found| found.warped.rows),
    Row("B47.jitter", |found| found.moved_rows),
    Row("B48", |found| found.half_dithered.rows),
    Row("B48.quarter", |found| found.quarter_dithered.rows),
    Row("B48.dense", |found| {
        found.quarter_dithered.packed / found.warped.packed
    }),
    Row("B48.even", |found| found.quarter_even.rows),
    Row("B48.even-dense", |found| {
        found.quarter_even.packed / found.warped.packed
    }),
    Row("B48.random", |found| {
        found.quarter_random.packed / found.warped.packed
    }),
    Row("B50", |found| found.warped.packed / found.poisson.packed),
    Row("B50.rows", |found| found.warped.rows - found.poisson.rows),
    Row("B50.quarter", |found| {
        found.quarter_even.packed / found.quarter_poisson.packed
    }),
    Row("B50.quarter-rows", |found| {
        found.quarter_even.rows - found.quarter_poisson.rows
    }),
];

/// Patterns of spawn points, whole and thinned.
struct Patterns {
    warped: Measures,
    half_dithered: Measures,
    quarter_dithered: Measures,
    quarter_even: Measures,
    quarter_random: Measures,
    poisson: Measures,
    quarter_poisson: Measures,
    moved_rows: f64,
}

/// What is measured of spawn points.
pub(super) struct Measures {
    /// Least distance, in spacings of the grid before any were taken away.
    least: f64,
    /// n d²: 1 on a square grid.
    pub(super) packed: f64,
    /// Collinear index.
    pub(super) rows: f64,
}

impl Measures {
    pub(super) fn of(points_m: &[[f64; 2]], plot: &Plot) -> Result<Self, ClaimError> {
        let summary = NearestNeighbourSummary::new(points_m, plot)?;
        let least = summary.sorted_m().first().copied().unwrap_or(f64::NAN);
        Ok(Self {
            least,
            packed: points_m.len() as f64 * least * least / plot.area_m2(),
            rows: collinear_index(points_m, plot)?.unwrap_or(f64::NAN),
        })
    }
}

pub(super) fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["spawn points"])
}

impl Patterns {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let plot = Plot::new([0.0; 2], [f64::from(ALONG); 2], Edge::Torus)?;
        let key = key(seed);
        let count = ALONG * ALONG;
        let points = |method: &dyn PointMethod, count: u32| {
            Ok::<_, ClaimError>(method.scatter(&Request::new(&plot, count), key)?.points_m)
        };
        let warped = |density: f64, ranks: Ranks| {
            let method = WarpedGrid {
                density,
                ranks,
                ..WarpedGrid::default()
            };
            points(&method, (f64::from(count) * density) as u32)
        };
        let measured = |points_m: &[[f64; 2]]| Measures::of(points_m, &plot);
        let all = warped(1.0, Ranks::Even)?;
        let poisson = points(&PoissonMaximal::default(), count)?;
        let evenly = |points_m: &[[f64; 2]]| -> Vec<[f64; 2]> {
            let order = even_order(&plot, points_m, key);
            order[..points_m.len() / 4]
                .iter()
                .map(|&number| points_m[number as usize])
                .collect()
        };
        let at_random: Vec<[f64; 2]> = (0..)
            .zip(&all)
            .filter(|(number, _)| key.draws(9, Purpose::Place, *number)[0] < u32::MAX / 4)
            .map(|(_, place_m)| *place_m)
            .collect();
        Ok(Self {
            warped: measured(&all)?,
            half_dithered: measured(&warped(0.5, Ranks::Ordered)?)?,
            quarter_dithered: measured(&warped(0.25, Ranks::Ordered)?)?,
            quarter_even: measured(&evenly(&all))?,
            quarter_random: measured(&at_random)?,
            poisson: measured(&poisson)?,
            quarter_poisson: measured(&evenly(&poisson))?,
            moved_rows: measured(&points(&JitteredGrid { jitter: 0.1 }, count)?)?.rows,
        })
    }
}

const TILES: &[Row<Tile>] = &[
    Row("B49", |tile| tile.near),
    Row("B49.density", |tile| tile.density),
    Row("B58", |tile| tile.rings.packed),
    Row("B58.rows", |tile| tile.rings.rows),
    Row("B51", |tile| tile.not_in_denser),
];

/// Width of the strips beside the seams, sides: eight spacings of the grid.
const STRIP: f64 = 0.0625;

struct Tile {
    near: f64,
    density: f64,
    rings: Measures,
    not_in_denser: f64,
}

impl Tile {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let warped = Arc::new(TorusPattern::warped_grid(key(seed))?);
        let least = warped.least();
        let tiles = TorusPoints::of_size(warped.clone(), [1.0; 2], [0.0; 2]);
        let points = |tiles: &TorusPoints, side: f64, density: f32| {
            let mut found = Vec::new();
            let window = Window {
                low_m: [0.0; 2],
                high_m: [side; 2],
            };
            tiles.points_in(&window, density, &mut found);
            found.into_iter().map(|point| point.place_m).collect::<Vec<_>>()
        };
        let four = points(&tiles, 2.0, 1.0);
        let plot = Plot::new([0.0; 2], [2.0; 2], Edge::Torus)?;
        let at_seam = |place_m: &&[f64; 2]| {
            place_m
                .iter()
                .any(|along_m| (along_m - along_m.round()).abs() < STRIP)
        };
        let strips = four.iter().filter(at_seam).count() as f64
            / (4.0 * (1.0 - (1.0 - 2.0 * STRIP) * (1.0 - 2.0 * STRIP)));
        let rings = TorusPoints::of_size(Arc::new(TorusPattern::rings(key(seed))?), [1.0; 2], [0.0; 2]);
        let rings = points(&rings, 1.0, 1.0);
        let (few, more) = (points(&tiles, 1.0, 0.3), points(&tiles, 1.0, 0.6));
        let more: BTreeSet<[u64; 2]> = more.iter().map(|place_m| place_m.map(f64::to_bits)).collect();
        let missing = few
            .iter()
            .filter(|place_m| !more.contains(&place_m.map(f64::to_bits)))
            .count();
        Ok(Self {
            near: close_pairs(&four, &plot, least * (1.0 - 1e-9))? as f64,
            density: strips / f64::from(warped.count()),
            rings: Measures::of(&rings, &Plot::new([0.0; 2], [1.0; 2], Edge::Torus)?)?,
            not_in_denser: missing as f64,
        })
    }
}

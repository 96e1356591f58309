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
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 2, patterns);
    claims.extend(claims_of(TILES, 1, tile));
    claims
}

/// Points in a row of the grid, and rows.
pub(super) const ALONG: u32 = 64;

const ROWS: [&str; 14] = [
    "B45",
    "B46",
    "B47",
    "B47.jitter",
    "B48",
    "B48.quarter",
    "B48.dense",
    "B48.even",
    "B48.even-dense",
    "B48.random",
    "B50",
    "B50.rows",
    "B50.quarter",
    "B50.quarter-rows",
];

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

/// Patterns of spawn points, whole and thinned.
fn patterns(seed: u64) -> Result<Numbers<14>, ClaimError> {
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
    let whole = measured(&all)?;
    let quarter_dithered = measured(&warped(0.25, Ranks::Ordered)?)?;
    let quarter_even = measured(&evenly(&all))?;
    let quarter_poisson = measured(&evenly(&poisson))?;
    let poisson = measured(&poisson)?;
    let moved_rows = measured(&points(&JitteredGrid { jitter: 0.1 }, count)?)?.rows;
    Ok([
        ("B45", whole.packed / 0.697),
        ("B46", whole.least / 0.65),
        ("B47", whole.rows),
        ("B47.jitter", moved_rows),
        ("B48", measured(&warped(0.5, Ranks::Ordered)?)?.rows),
        ("B48.quarter", quarter_dithered.rows),
        ("B48.dense", quarter_dithered.packed / whole.packed),
        ("B48.even", quarter_even.rows),
        ("B48.even-dense", quarter_even.packed / whole.packed),
        ("B48.random", measured(&at_random)?.packed / whole.packed),
        ("B50", whole.packed / poisson.packed),
        ("B50.rows", whole.rows - poisson.rows),
        ("B50.quarter", quarter_even.packed / quarter_poisson.packed),
        ("B50.quarter-rows", quarter_even.rows - quarter_poisson.rows),
    ])
}

const TILES: [&str; 5] = ["B49", "B49.density", "B58", "B58.rows", "B51"];

/// Width of the strips beside the seams, sides: eight spacings of the grid.
const STRIP: f64 = 0.0625;

fn tile(seed: u64) -> Result<Numbers<5>, ClaimError> {
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
    let rings = Measures::of(&rings, &Plot::new([0.0; 2], [1.0; 2], Edge::Torus)?)?;
    Ok([
        ("B49", close_pairs(&four, &plot, least * (1.0 - 1e-9))? as f64),
        ("B49.density", strips / f64::from(warped.count())),
        ("B58", rings.packed),
        ("B58.rows", rings.rows),
        ("B51", missing as f64),
    ])
}

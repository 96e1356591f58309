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
use crate::claim::SaidBy::{Article, Ours};
use crate::expected::Expected::{AtLeast, AtMost, Between, Exactly};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Patterns::at, 2, ROWS);
    claims.extend(claims_of(Tile::at, 1, TILES));
    claims
}

/// Points in a row of the grid, and rows.
pub(super) const ALONG: u32 = 64;

const ROWS: &[Row<Patterns>] = &[
    Row {
        id: "B45",
        said_by: Article,
        statement: "a grid warped by sines and cosines has its points as dense as can be",
        experiment: "64 × 64 points of the warped grid: n d², over the 0.697 at which random points leave no room",
        expected: AtLeast(1.0),
        remark: "our waves shear and do not squeeze",
        value: |found| found.warped.packed / 0.697,
    },
    Row {
        id: "B46",
        said_by: Article,
        statement: "… keeps a minimum distance",
        experiment: "the same: minimum distance over that which the stretch of the waves leaves",
        expected: AtLeast(1.0),
        remark: "",
        value: |found| found.warped.least / 0.65,
    },
    Row {
        id: "B47",
        said_by: Article,
        statement: "… and has no rows",
        experiment: "the same: collinear index",
        expected: AtMost(1.2),
        remark: "1 by chance, 5.45 on a square grid; ours: rows are seen from about 1.2 on",
        value: |found| found.warped.rows,
    },
    Row {
        id: "B47.jitter",
        said_by: Ours,
        statement: "… which jittering the points of a grid by a tenth does not take away",
        experiment: "64 × 64 points of a grid, jittered by 0.1 D: collinear index",
        expected: AtLeast(1.2),
        remark: "",
        value: |found| found.moved_rows,
    },
    Row {
        id: "B48",
        said_by: Article,
        statement: "where a dither takes points away, there still are no rows",
        experiment: "the warped grid, ordered dither, half of the points left: collinear index",
        expected: AtMost(1.2),
        remark: "the rows come back: the dither takes away by column and row",
        value: |found| found.half_dithered.rows,
    },
    Row {
        id: "B48.quarter",
        said_by: Article,
        statement: "… with a quarter left",
        experiment: "the same with a quarter left",
        expected: AtMost(1.2),
        remark: "",
        value: |found| found.quarter_dithered.rows,
    },
    Row {
        id: "B48.dense",
        said_by: Article,
        statement: "… and they are as far apart for their number",
        experiment: "the same with a quarter left: n d² over that of all",
        expected: AtLeast(0.7),
        remark: "",
        value: |found| found.quarter_dithered.packed / found.warped.packed,
    },
    Row {
        id: "B48.even",
        said_by: Ours,
        statement: "ranks that take the most crowded away bring no rows back",
        experiment: "the warped grid, even ranks, a quarter left: collinear index",
        expected: AtMost(1.2),
        remark: "ours: each point that goes is the one with the nearest others",
        value: |found| found.quarter_even.rows,
    },
    Row {
        id: "B48.even-dense",
        said_by: Ours,
        statement: "… and keep the distance",
        experiment: "the same: n d² over that of all",
        expected: AtLeast(0.4),
        remark: "0.2 of it would be left by chance",
        value: |found| found.quarter_even.packed / found.warped.packed,
    },
    Row {
        id: "B48.random",
        said_by: Ours,
        statement: "taking points away at random keeps the distance",
        experiment: "the warped grid, a random quarter left: n d² over that of all",
        expected: AtLeast(0.4),
        remark: "neighbours stay neighbours: a quarter of the points at the same minimum distance",
        value: |found| found.quarter_random.packed / found.warped.packed,
    },
    Row {
        id: "B50",
        said_by: Article,
        statement: "a warped grid serves better than random points at a minimum distance: it is denser",
        experiment: "the warped grid and as many random points that leave no room: ratio of n d²",
        expected: AtLeast(1.0),
        remark: "",
        value: |found| found.warped.packed / found.poisson.packed,
    },
    Row {
        id: "B50.rows",
        said_by: Article,
        statement: "… with no more rows",
        experiment: "the same: collinear index of the warped grid less that of the random points",
        expected: AtMost(0.1),
        remark: "",
        value: |found| found.warped.rows - found.poisson.rows,
    },
    Row {
        id: "B50.quarter",
        said_by: Ours,
        statement: "… also with a quarter left",
        experiment: "the same, even ranks, a quarter left: ratio of n d²",
        expected: AtLeast(1.0),
        remark: "once points are taken away, it matters little what they were",
        value: |found| found.quarter_even.packed / found.quarter_poisson.packed,
    },
    Row {
        id: "B50.quarter-rows",
        said_by: Ours,
        statement: "… with no more rows then",
        experiment: "the same: difference of the collinear indices",
        expected: AtMost(0.1),
        remark: "",
        value: |found| found.quarter_even.rows - found.quarter_poisson.rows,
    },
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
    Row {
        id: "B49",
        said_by: Article,
        statement: "the pattern tiles without a seam: points keep their distance across it",
        experiment: "four copies of a tile of 16,384 points of the warped grid: pairs nearer than its minimum distance",
        expected: Exactly(0.0),
        remark: "",
        value: |tile| tile.near,
    },
    Row {
        id: "B49.density",
        said_by: Ours,
        statement: "… and are as dense there",
        experiment: "the same: density within a sixteenth of a side of the seams, over that of the tile",
        expected: Between(0.95, 1.05),
        remark: "",
        value: |tile| tile.density,
    },
    Row {
        id: "B58",
        said_by: Ours,
        statement: "crossings of two families of rings, as in the series that the article cites, are dense",
        experiment: "a tile of 16,384 such crossings: n d²",
        expected: AtLeast(0.55),
        remark: "",
        value: |tile| tile.rings.packed,
    },
    Row {
        id: "B58.rows",
        said_by: Ours,
        statement: "… and have no rows",
        experiment: "the same: collinear index",
        expected: AtMost(1.2),
        remark: "",
        value: |tile| tile.rings.rows,
    },
    Row {
        id: "B51",
        said_by: Article,
        statement: "a weight for each point makes every density a part of the denser ones",
        experiment: "the points of a tile at a density of 0.3 that are not among those at 0.6",
        expected: Exactly(0.0),
        remark: "",
        value: |tile| tile.not_in_denser,
    },
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

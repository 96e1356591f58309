//! Spawn points in copies of one tile that closes on itself.

use std::sync::Arc;

use understory_numerics::RandomKey;
use understory_scatter::{
    Edge, Plot, PointMethod, PoissonMaximal, Request, ScatterError, WarpedGrid, even_order,
};

use super::apart::least_distance;
use super::rings::crossings;
use super::{SpawnId, SpawnPoint};
use crate::keep::keep;
use crate::window::Window;

/// Points of a tile. Copies begin to show where one sees more than a tile's side, some hundred footprints.
const POINTS: u32 = 16_384;

/// Densities at which the lists of a tile end: for a density only the lists that begin below it are gone through.
const LISTS: [f32; 5] = [0.0625, 0.125, 0.25, 0.5, 1.0];

/// Points of a list that share a cell, about.
const POINTS_A_CELL: f64 = 4.0;

/// A tile of side 1 that closes on itself, with a rank for each of its points.
#[derive(Clone, Debug)]
pub struct TorusPattern {
    /// Least distance of two points, sides.
    least: f64,
    count: u32,
    lists: Vec<List>,
}

/// The points of a tile whose ranks lie between two densities, by cells, row by row.
#[derive(Clone, Debug)]
struct List {
    from_rank: f32,
    to_rank: f32,
    /// Cells along each side.
    cells: u32,
    /// Where each cell's points begin; one more at the end.
    starts: Vec<u32>,
    /// Bits of x, y and rank as `f32`, and the number.
    points: Vec<[u32; 4]>,
}

impl TorusPattern {
    /// Random points at a least distance, with room for no more, in an order of which every beginning is even.
    ///
    /// # Errors
    /// What the point method reports.
    pub fn poisson(key: RandomKey) -> Result<Self, ScatterError> {
        // Random sequential packing of discs jams at n d² = 0.697.
        let distance_m = (0.697 / f64::from(POINTS)).sqrt();
        let method = PoissonMaximal {
            distance_m: Some(distance_m),
        };
        Self::of(&method, 2 * POINTS, key)
    }

    /// A grid bent by waves, in an order of which every beginning is even.
    ///
    /// # Errors
    /// What the point method reports.
    pub fn warped_grid(key: RandomKey) -> Result<Self, ScatterError> {
        Self::of(&WarpedGrid::default(), POINTS, key)
    }

    /// Crossings of two families of concentric rings, in an order of which every beginning is even.
    ///
    /// # Errors
    /// None that is known: a square has room for a tile.
    pub fn rings(key: RandomKey) -> Result<Self, ScatterError> {
        Self::in_even_order(&crossings(POINTS, key), key)
    }

    fn of(method: &impl PointMethod, most: u32, key: RandomKey) -> Result<Self, ScatterError> {
        let places = method.scatter(&Request::new(&unit_tile()?, most), key)?.points_m;
        Self::in_even_order(&places, key)
    }

    fn in_even_order(places: &[[f64; 2]], key: RandomKey) -> Result<Self, ScatterError> {
        Ok(Self::new(places, &even_order(&unit_tile()?, places, key)))
    }

    /// The tile of these places, from 0 to below 1, in the order in which they are taken away backwards.
    #[must_use]
    pub fn new(places: &[[f64; 2]], order: &[u32]) -> Self {
        // Least distances hold for the places as they are kept: in single precision, and below 1.
        let places: Vec<[f32; 2]> = places
            .iter()
            .map(|place| place.map(|at| (at as f32).clamp(0.0, 1.0_f32.next_down())))
            .collect();
        let count = order.len() as u32;
        let mut from = 0;
        let mut lists = Vec::new();
        for (number, end_rank) in LISTS.into_iter().enumerate() {
            // The last ends with the last point, whatever the product is rounded to.
            let to = match number + 1 == LISTS.len() {
                true => count,
                false => (end_rank * count as f32) as u32,
            };
            lists.push(List::new(&places, order, from..to));
            from = to;
        }
        Self {
            least: least_distance(
                &places
                    .iter()
                    .map(|place| place.map(f64::from))
                    .collect::<Vec<_>>(),
                Edge::Torus,
            ),
            count,
            lists,
        }
    }

    /// Least distance of two points, in sides of the tile.
    #[must_use]
    pub fn least(&self) -> f64 {
        self.least
    }

    /// How many points it has.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }
}

/// The square of side 1 that closes on itself.
fn unit_tile() -> Result<Plot, ScatterError> {
    Plot::new([0.0; 2], [1.0; 2], Edge::Torus).map_err(|_| ScatterError::NotASpacing(1.0))
}

impl List {
    fn new(places: &[[f32; 2]], order: &[u32], ranks: std::ops::Range<u32>) -> Self {
        let cells = (f64::from(ranks.len() as u32) / POINTS_A_CELL)
            .sqrt()
            .ceil()
            .max(1.0) as u32;
        let total = order.len() as f32;
        let mut points: Vec<(u32, u32)> = ranks
            .clone()
            .map(|rank| {
                let cell = places[order[rank as usize] as usize]
                    .map(|at| ((at * cells as f32) as u32).min(cells - 1));
                (cell[1] * cells + cell[0], rank)
            })
            .collect();
        points.sort_unstable();
        let mut starts = vec![0; (cells * cells + 1) as usize];
        for (cell, _) in &points {
            starts[*cell as usize + 1] += 1;
        }
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let place = |rank: u32| places[order[rank as usize] as usize];
        Self {
            from_rank: ranks.start as f32 / total,
            to_rank: ranks.end as f32 / total,
            cells,
            starts,
            points: points
                .iter()
                .map(|&(_, rank)| {
                    let [x, y] = place(rank).map(f32::to_bits);
                    [x, y, (rank as f32 / total).to_bits(), rank]
                })
                .collect(),
        }
    }
}

/// A tile's points over the whole plane: its copies side by side, as large as a least distance asks for.
#[derive(Clone, Debug)]
pub struct TorusPoints {
    pattern: Arc<TorusPattern>,
    /// Sides of a copy.
    size_m: [f64; 2],
    /// Where copy 0, 0 begins.
    shift_m: [f64; 2],
}

impl TorusPoints {
    /// The tile just so large that its points keep `least_m`, moved by a share of its side along each axis.
    #[must_use]
    pub fn new(pattern: Arc<TorusPattern>, least_m: f64, shift: [f64; 2]) -> Self {
        // Places of far copies are rounded; the margin is far above that.
        let side_m = least_m * (1.0 + 1e-6) / pattern.least;
        Self::of_size(pattern, [side_m; 2], shift)
    }

    /// The tile stretched to this width and height, moved by a share of each.
    #[must_use]
    pub fn of_size(pattern: Arc<TorusPattern>, size_m: [f64; 2], shift: [f64; 2]) -> Self {
        Self {
            pattern,
            size_m,
            shift_m: std::array::from_fn(|axis| shift[axis] * size_m[axis]),
        }
    }

    /// Width and height of a tile, m.
    #[must_use]
    pub fn size_m(&self) -> [f64; 2] {
        self.size_m
    }

    /// Points per m².
    #[must_use]
    pub fn per_m2(&self) -> f64 {
        f64::from(self.pattern.count) / (self.size_m[0] * self.size_m[1])
    }

    /// Adds the points of a window whose rank is below a density: copy by copy, list by list, row by row.
    pub fn points_in(&self, window: &Window, density: f32, points: &mut Vec<SpawnPoint>) {
        if window.is_empty() {
            return;
        }
        let copies = |axis: usize| {
            let side_m = self.size_m[axis];
            let copy = |at_m: f64| ((at_m - self.shift_m[axis]) / side_m).floor() as i32;
            // A copy's edge is rounded as its points are.
            copy(window.low_m[axis] - 1e-6 * side_m)..=copy(window.high_m[axis] + 1e-6 * side_m)
        };
        for copy_y in copies(1) {
            for copy_x in copies(0) {
                self.add_copy([copy_x, copy_y], window, density, points);
            }
        }
    }

    fn add_copy(&self, cell: [i32; 2], window: &Window, density: f32, points: &mut Vec<SpawnPoint>) {
        let size_m = self.size_m;
        let base_m: [f64; 2] =
            std::array::from_fn(|axis| self.shift_m[axis] + f64::from(cell[axis]) * size_m[axis]);
        for list in self
            .pattern
            .lists
            .iter()
            .take_while(|list| list.from_rank < density)
        {
            let cells = f64::from(list.cells);
            let span = |axis: usize| {
                let side_m = size_m[axis];
                let cell = |at_m: f64| ((at_m - base_m[axis]) / side_m * cells).clamp(0.0, cells - 1.0);
                let low = cell(window.low_m[axis] - 1e-6 * side_m) as usize;
                low..=cell(window.high_m[axis] + 1e-6 * side_m) as usize
            };
            let (columns, rows) = (span(0), span(1));
            let point = |&[x, y, rank, number]: &[u32; 4]| {
                let [x, y] = [x, y].map(|bits| f64::from(f32::from_bits(bits)));
                SpawnPoint {
                    place_m: [base_m[0] + x * size_m[0], base_m[1] + y * size_m[1]],
                    rank: f32::from_bits(rank),
                    id: SpawnId { cell, number },
                }
            };
            // Of all lists but one all points are taken.
            let is_whole = list.to_rank <= density;
            for row in rows.clone() {
                let first = row * list.cells as usize;
                let mut add = |from: usize, to: usize, is_inside: bool| {
                    let run = list.starts[first + from] as usize..list.starts[first + to] as usize;
                    let start = points.len();
                    points.extend(list.points[run].iter().map(point));
                    if !(is_inside && is_whole) {
                        keep(points, start, |point| {
                            (point.rank < density) & window.holds(point.place_m)
                        });
                    }
                };
                let (west, east) = (*columns.start(), *columns.end());
                // Cells between the outermost lie in the window as a whole.
                if row > *rows.start() && row < *rows.end() && east > west + 1 {
                    add(west, west + 1, false);
                    add(west + 1, east, true);
                    add(east, east + 1, false);
                } else {
                    add(west, east + 1, false);
                }
            }
        }
    }
}

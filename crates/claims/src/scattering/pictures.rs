//! What pictures show of scattered points: the widest corridors through them, and the borders of nets of springs.

use std::collections::VecDeque;

use understory_scatter::{
    Border, JitteredGrid, Layout, MinimumDistance, PointMethod, Request, Springs, Uniform,
};
use understory_space::{Edge, Plot};
use understory_spacing::corridor_widths_m;

use super::measures::{Place, key};
use super::springs::border;
use crate::ClaimError;

/// Points in a row of a pictured square, and rows; one on each unit of area.
const ALONG: u32 = 24;
/// Places at which a disc is tried, along a unit.
const TRIED: usize = 40;

/// Points with the widest corridor through them from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct CorridorPicture {
    /// The method.
    pub caption: String,
    /// Side of the square, in mean spacings.
    pub side: f64,
    /// The points.
    pub points: Vec<[f64; 2]>,
    /// Width of the corridor.
    pub width: f64,
    /// The way of the middle of a disc of that width.
    pub way: Vec<[f64; 2]>,
}

/// Random points, a jittered grid and a minimum distance, each with its widest corridor.
///
/// # Errors
/// [`ClaimError`] for a pattern that cannot be laid out.
pub fn corridors() -> Result<Vec<CorridorPicture>, ClaimError> {
    let apart = MinimumDistance {
        distance_m: Some(0.7),
        tries: 10_000_000,
    };
    let methods: [(&str, &dyn PointMethod); 3] = [
        ("random", &Uniform),
        ("jittered grid, ± 0.4 D", &JitteredGrid { jitter: 0.4 }),
        ("minimum distance 0.7 D", &apart),
    ];
    let side = f64::from(ALONG);
    let plot = Plot::new([0.0; 2], [side; 2], Edge::Open)?;
    let picture = |(caption, method): (&str, &dyn PointMethod)| {
        let request = Request::new(&plot, ALONG * ALONG);
        let points = method.scatter(&request, key(0, 0))?.points_m;
        let [width, _] = corridor_widths_m(&points, &plot)?;
        Ok(CorridorPicture {
            caption: caption.to_owned(),
            side,
            way: way_through(&points, side, width),
            points,
            width,
        })
    };
    methods.into_iter().map(picture).collect()
}

/// The shortest way from left to right of a disc of a width that touches no point and neither of the other sides, over a raster of
/// places; rounded off, and none where there is none.
fn way_through(points: &[Place], side: f64, width: f64) -> Vec<Place> {
    let cells = side as usize * TRIED;
    let place = |cell: usize| [cell % cells, cell / cells].map(|along| (along as f64 + 0.5) / TRIED as f64);
    // Where the corridor is no wider than the disc, places lie beside the best ones.
    let radius = width / 2.0 - 1.0 / TRIED as f64;
    let is_free = |cell: usize| {
        let [x, y] = place(cell);
        let is_clear = |point: &Place| {
            let [dx, dy] = [x - point[0], y - point[1]];
            dx * dx + dy * dy >= radius * radius
        };
        (radius..side - radius).contains(&y) && points.iter().all(is_clear)
    };
    let free: Vec<bool> = (0..cells * cells).map(is_free).collect();
    // From the right to the left, so that each place leads on to the right.
    let mut next: Vec<Option<usize>> = vec![None; cells * cells];
    let mut queue: VecDeque<usize> = (0..cells)
        .map(|row| row * cells + cells - 1)
        .filter(|&cell| free[cell])
        .collect();
    for &cell in &queue {
        next[cell] = Some(cell);
    }
    // The first place on the left that is come to begins the shortest way.
    let mut first = None;
    while let Some(cell) = queue.pop_front() {
        let [column, row] = [cell % cells, cell / cells];
        if column == 0 {
            first = Some(cell);
            break;
        }
        for (is_there, other) in [
            (column > 0, cell.wrapping_sub(1)),
            (column + 1 < cells, cell + 1),
            (row > 0, cell.wrapping_sub(cells)),
            (row + 1 < cells, cell + cells),
        ] {
            if is_there && free[other] && next[other].is_none() {
                next[other] = Some(cell);
                queue.push_back(other);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = first;
    while let Some(cell) = at {
        way.push(place(cell));
        at = next[cell].filter(|&on| on != cell);
    }
    rounded(&way)
}

/// Means of eleven places in turn, in place of stairs.
fn rounded(way: &[Place]) -> Vec<Place> {
    const BESIDE: usize = 5;
    let mean = |number: usize| {
        let near = &way[number.saturating_sub(BESIDE)..(number + BESIDE + 1).min(way.len())];
        [0, 1]
            .map(|axis: usize| near.iter().map(|place: &Place| place[axis]).sum::<f64>() / near.len() as f64)
    };
    (0..way.len()).map(mean).collect()
}

/// A net of springs and its border.
#[derive(Clone, Debug, PartialEq)]
pub struct BorderPicture {
    /// The mean rest length, over the grid's.
    pub mean_rest: f64,
    /// Nodes along a side of the net.
    pub along: u32,
    /// The ends of each spring after 40 iterations.
    pub springs: Vec<[[f64; 2]; 2]>,
    /// The nodes after 40 iterations.
    pub nodes: Vec<[f64; 2]>,
    /// The border of the grid, in turn.
    pub before: Vec<[f64; 2]>,
    /// The border after 40 iterations.
    pub after: Vec<[f64; 2]>,
}

/// Nets with free borders, whose springs are shorter at rest than in the grid, as long on average, and longer.
///
/// # Errors
/// [`ClaimError`] for a net that cannot be made.
pub fn borders() -> Result<Vec<BorderPicture>, ClaimError> {
    const NODES: u32 = 10;
    let plot = Plot::new([0.0; 2], [f64::from(NODES); 2], Edge::Open)?;
    let layout = Layout::new(&plot, NODES * NODES);
    let picture = |mean_rest: f64| {
        let springs = Springs {
            mean_rest,
            border: Border::Free,
            ..Springs::default()
        };
        let grid = Springs {
            iterations: 0,
            ..springs
        };
        let net = springs.net(&layout, key(0, NODES))?;
        let nodes: Vec<Place> = net.nodes_m().collect();
        Ok(BorderPicture {
            mean_rest,
            along: NODES,
            springs: net
                .springs()
                .map(|spring| spring.ends.map(|end| nodes[end as usize]))
                .collect(),
            before: border(&grid.net(&layout, key(0, NODES))?),
            after: border(&net),
            nodes,
        })
    };
    [0.8, 1.0, 1.2].into_iter().map(picture).collect()
}

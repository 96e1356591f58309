//! Obstacles of a plot, found by the cell in which a place lies.

use understory_space::{Cells, Plot};

use crate::ScatterError;
use crate::request::Obstacle;

/// Coordinates and widths beyond this many metres are refused: their squares would lose all meaning.
pub(crate) const FARTHEST_M: f64 = 1e12;
/// Pieces of obstacles in all cells together, at 4 bytes each.
const MOST_ENTRIES: usize = 1 << 26;
/// Cells along an axis at most: more would be emptier than they are quick.
const MOST_CELLS: f64 = 512.0;

/// What stands in the way on a plot.
pub(crate) struct Obstacles<'a> {
    cells: Cells<2>,
    /// First entry of each cell, and the end.
    starts: Vec<u32>,
    /// Numbers of the pieces that reach into each cell.
    entries: Vec<u32>,
    pieces: Vec<Piece<'a>>,
}

/// A part of an obstacle, as it lies on the plot when it is moved by whole sides of a torus.
struct Piece<'a> {
    shape: Shape<'a>,
    moved_m: [f64; 2],
}

#[derive(Clone, Copy)]
enum Shape<'a> {
    /// All within a distance of the line between two places.
    Segment {
        ends_m: [[f64; 2]; 2],
        within_m: f64,
    },
    Polygon(&'a [[f64; 2]]),
}

impl<'a> Obstacles<'a> {
    /// An index of those of a plot.
    pub(crate) fn new(obstacles: &'a [Obstacle], plot: &Plot) -> Result<Self, ScatterError> {
        let mut pieces = Vec::new();
        for (number, obstacle) in (1..).zip(obstacles) {
            check(number, obstacle)?;
            for shape in shapes(obstacle) {
                for moved_m in ways_m(shape.bounds_m(), plot).ok_or_else(|| {
                    refused(number, "on a torus an obstacle reaches over 1000 plots at most")
                })? {
                    pieces.push(Piece { shape, moved_m });
                }
            }
        }
        let count = (4.0 * pieces.len() as f64).sqrt().clamp(1.0, MOST_CELLS) as usize;
        let cells = Cells::of_plot(plot, [count; 2]);
        let mut starts = vec![0; cells.total() + 1];
        let mut in_cells = Vec::new();
        for (number, piece) in (0..).zip(&pieces) {
            let [low_m, high_m] = piece.shape.bounds_m().map(|corner_m| piece.moved(corner_m));
            let [columns, rows] = cells.near_box(low_m, high_m, 0.0).unwrap_or([0..0, 0..0]);
            if in_cells.len() + columns.len() * rows.len() > MOST_ENTRIES {
                let rule = "so many that reach so far are more than memory holds";
                return Err(ScatterError::out_of_range(
                    "obstacles",
                    format!("a list of {}", obstacles.len()),
                    rule,
                ));
            }
            for row in rows {
                for column in columns.clone() {
                    let cell = cells.number([column, row]);
                    starts[cell + 1] += 1;
                    in_cells.push((cell as u32, number));
                }
            }
        }
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        in_cells.sort_unstable();
        Ok(Self {
            cells,
            starts,
            entries: in_cells.into_iter().map(|(_, number)| number).collect(),
            pieces,
        })
    }

    /// Whether any stands at a place of the plot.
    pub(crate) fn any_at(&self, place_m: [f64; 2]) -> bool {
        let cell = self.cells.number(self.cells.at(place_m));
        let here = &self.entries[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        here.iter().any(|&number| {
            let piece = &self.pieces[number as usize];
            piece.shape.holds(piece.moved_back(place_m))
        })
    }
}

impl Piece<'_> {
    fn moved(&self, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
        [x_m + self.moved_m[0], y_m + self.moved_m[1]]
    }

    fn moved_back(&self, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
        [x_m - self.moved_m[0], y_m - self.moved_m[1]]
    }
}

impl Shape<'_> {
    /// The corners of a box around it.
    fn bounds_m(&self) -> [[f64; 2]; 2] {
        let (places_m, within_m) = match self {
            Self::Segment { ends_m, within_m } => (&ends_m[..], *within_m),
            Self::Polygon(corners_m) => (*corners_m, 0.0),
        };
        let end = |axis: usize, better: fn(f64, f64) -> f64, start: f64| {
            places_m.iter().map(|place_m| place_m[axis]).fold(start, better)
        };
        [
            [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY) - within_m),
            [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY) + within_m),
        ]
    }

    fn holds(&self, place_m: [f64; 2]) -> bool {
        match self {
            Self::Segment { ends_m, within_m } => {
                squared_to_segment_m2(place_m, *ends_m) < within_m * within_m
            }
            Self::Polygon(corners_m) => is_inside(place_m, corners_m),
        }
    }
}

fn refused(number: usize, rule: &'static str) -> ScatterError {
    ScatterError::out_of_range("obstacles", format!("wrong at number {number}"), rule)
}

fn check(number: usize, obstacle: &Obstacle) -> Result<(), ScatterError> {
    let (places_m, width_m) = match obstacle {
        Obstacle::Disc { centre_m, radius_m } => (std::slice::from_ref(centre_m), *radius_m),
        Obstacle::Strip {
            points_m,
            half_width_m,
        } => (&points_m[..], *half_width_m),
        Obstacle::Polygon { corners_m } => (&corners_m[..], 0.0),
    };
    let is_near = |x_m: f64| x_m.abs() <= FARTHEST_M;
    if places_m.is_empty()
        || !places_m.iter().flatten().all(|&x_m| is_near(x_m))
        || !(is_near(width_m) && width_m >= 0.0)
    {
        let rule = "an obstacle has at least one place, a width of 0 or more, and no number beyond 1e12 m";
        return Err(refused(number, rule));
    }
    Ok(())
}

fn shapes(obstacle: &Obstacle) -> Vec<Shape<'_>> {
    match obstacle {
        Obstacle::Disc { centre_m, radius_m } => vec![Shape::Segment {
            ends_m: [*centre_m; 2],
            within_m: *radius_m,
        }],
        Obstacle::Strip {
            points_m,
            half_width_m,
        } => {
            let alone = (points_m.len() == 1).then(|| [points_m[0]; 2]);
            let segments = points_m
                .windows(2)
                .map(|ends_m| [ends_m[0], ends_m[1]])
                .chain(alone);
            let shape = |ends_m| Shape::Segment {
                ends_m,
                within_m: *half_width_m,
            };
            segments.map(shape).collect()
        }
        Obstacle::Polygon { corners_m } => vec![Shape::Polygon(corners_m)],
    }
}

/// The ways by which a box is moved to where it meets the plot: by whole sides of a torus; `None` where they are too
/// many. An open plot sees it where it is.
fn ways_m([low_m, high_m]: [[f64; 2]; 2], plot: &Plot) -> Option<Vec<[f64; 2]>> {
    const MOST: f64 = 1000.0;
    if !plot.is_torus() {
        return Some(vec![[0.0; 2]]);
    }
    let (origin_m, size_m) = (plot.origin_m(), plot.size_m());
    let laps = [0, 1].map(|axis| {
        let from_origin = |x_m: f64| (x_m - origin_m[axis]) / size_m[axis];
        // One more on either side, for the rounding; they meet no cell.
        [
            (from_origin(low_m[axis]) - 1.0).floor(),
            from_origin(high_m[axis]).ceil(),
        ]
    });
    let [columns, rows] = laps.map(|[first, last]| last - first + 1.0);
    if columns * rows > MOST {
        return None;
    }
    let along = |axis: usize| {
        let [first, last]: [f64; 2] = laps[axis];
        (0..=(last - first) as u32).map(move |lap| -(first + f64::from(lap)) * size_m[axis])
    };
    Some(
        along(1)
            .flat_map(|y_m| along(0).map(move |x_m| [x_m, y_m]))
            .collect(),
    )
}

/// Square of the distance of a place from a straight piece, whose ends may be the same.
pub(crate) fn squared_to_segment_m2(place_m: [f64; 2], [a_m, b_m]: [[f64; 2]; 2]) -> f64 {
    let along_m = [b_m[0] - a_m[0], b_m[1] - a_m[1]];
    let to_m = [place_m[0] - a_m[0], place_m[1] - a_m[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let share = if length_m2 > 0.0 {
        ((to_m[0] * along_m[0] + to_m[1] * along_m[1]) / length_m2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let off_m = [to_m[0] - share * along_m[0], to_m[1] - share * along_m[1]];
    off_m[0] * off_m[0] + off_m[1] * off_m[1]
}

/// By the even-odd rule.
pub(crate) fn is_inside([x_m, y_m]: [f64; 2], corners_m: &[[f64; 2]]) -> bool {
    let Some(mut before) = corners_m.last() else {
        return false;
    };
    let mut is_inside = false;
    for corner in corners_m {
        // Each edge owns its lower end alone, so that a corner is crossed once.
        if (corner[1] > y_m) != (before[1] > y_m) {
            let crossing_m =
                corner[0] + (y_m - corner[1]) / (before[1] - corner[1]) * (before[0] - corner[0]);
            is_inside ^= x_m < crossing_m;
        }
        before = corner;
    }
    is_inside
}

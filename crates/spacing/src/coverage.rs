//! The largest empty circle of a pattern: how far any place of the window is from its nearest point.
//!
//! The answer is a bound, not a sample: no place is further off by more than a share of 10⁻⁹.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use understory_numerics::parallel::map;
use understory_space::Plot;

use crate::empty_space::pixel_centre_m;
use crate::error::SpacingError;
use crate::near::Neighbours;
use crate::nearest::check;

/// The place of the window that is furthest from every point: the centre of the largest empty circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LargestGap {
    /// Where it is, m. Of several as large, within rounding, one; the same at every call.
    pub at_m: [f64; 2],
    /// Its distance to the nearest point, the coverage radius, m: discs of this radius around the points cover the
    /// window. No place is further off by more than a share of 10⁻⁹.
    pub radius_m: f64,
}

/// The largest empty circle with its centre in the window. On an open window it may reach beyond the edge.
///
/// # Method
/// Branch and bound. No place of a cell is further from a point than the cell's centre by more than the cell's half
/// diagonal; of the cells that could hold a larger gap than the largest found, the most promising one is quartered
/// next, the others are dropped. That ends soon, as the distance falls off in every direction from the centre of such
/// a circle. Where it does not, as many gaps are as large, as on a lattice, cells are settled at once: a circle with
/// its centre within the window touches three points or more, so its centre is that of the circle through three of the
/// points around the cell.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn largest_gap(points_m: &[[f64; 2]], window: &Plot) -> Result<LargestGap, SpacingError> {
    check(points_m, window)?;
    let neighbours = Neighbours::new(points_m, window);
    // A cell a point, or so: most are dropped at once.
    let [width_m, height_m] = window.size_m();
    let side_m = width_m.sqrt() * height_m.sqrt() / (points_m.len() as f64).sqrt();
    let cells = [width_m, height_m]
        .map(|length_m| (length_m / side_m).ceil().clamp(1.0, points_m.len() as f64) as u32);
    let half_m = [
        width_m / f64::from(cells[0]) / 2.0,
        height_m / f64::from(cells[1]) / 2.0,
    ];
    let count = cells[0] as usize * cells[1] as usize;
    let centre_m = |number: usize| pixel_centre_m(window, cells, number);
    let distances_m = neighbours.nearest_to_each_m(count, centre_m);
    let mut best = LargestGap {
        at_m: centre_m(0),
        radius_m: distances_m[0],
    };
    for (number, &radius_m) in distances_m.iter().enumerate() {
        best.improve(LargestGap {
            at_m: centre_m(number),
            radius_m,
        });
    }
    // Each block of cells starts from the same bound, so that threads do not show.
    const CELLS_PER_TASK: usize = 1 << 14;
    let tasks: Vec<&[f64]> = distances_m.chunks(CELLS_PER_TASK).collect();
    let bests = map(tasks.len(), 1, |task| {
        let cells = tasks[task].iter().zip(task * CELLS_PER_TASK..);
        let cells = cells.map(|(&radius_m, number)| {
            Cell::new(
                LargestGap {
                    at_m: centre_m(number),
                    radius_m,
                },
                half_m,
            )
        });
        search(&neighbours, window, cells, best)
    });
    bests.into_iter().for_each(|gap| best.improve(gap));
    Ok(best)
}

impl LargestGap {
    fn improve(&mut self, other: Self) {
        if other.radius_m > self.radius_m {
            *self = other;
        }
    }
}

/// A part of the window, from its centre `half_m` to each side.
struct Cell {
    centre: LargestGap,
    half_m: [f64; 2],
    /// No place of the cell is further from every point, m.
    bound_m: f64,
}

impl Cell {
    fn new(centre: LargestGap, half_m: [f64; 2]) -> Self {
        let diagonal_m = (half_m[0] * half_m[0] + half_m[1] * half_m[1]).sqrt();
        Self {
            centre,
            half_m,
            bound_m: centre.radius_m + diagonal_m,
        }
    }
}

/// The largest gap in `cells`, or `best` if they hold none that is larger by more than rounding.
fn search(
    neighbours: &Neighbours,
    window: &Plot,
    cells: impl Iterator<Item = Cell>,
    mut best: LargestGap,
) -> LargestGap {
    const SHARE: f64 = 1e-9;
    let far_m: [f64; 2] = std::array::from_fn(|axis| window.origin_m()[axis] + window.size_m()[axis]);
    let is_promising = |cell: &Cell, best: &LargestGap| {
        // A cell whose quarters have its own centre has been seen whole.
        let is_divisible =
            (0..2).any(|axis| cell.centre.at_m[axis] + cell.half_m[axis] / 2.0 != cell.centre.at_m[axis]);
        is_divisible && cell.bound_m > best.radius_m * (1.0 + SHARE)
    };
    let mut open: BinaryHeap<Cell> = cells.filter(|cell| is_promising(cell, &best)).collect();
    let mut seen = 0_u32;
    while let Some(cell) = open.pop() {
        if !is_promising(&cell, &best) {
            continue;
        }
        seen += 1;
        if seen > QUARTERED_AT_MOST
            && let Some(centres_m) = centres_in(&cell, neighbours, window)
        {
            for at_m in centres_m {
                best.improve(LargestGap {
                    at_m,
                    radius_m: neighbours.nearest_m(at_m),
                });
            }
            continue;
        }
        let half_m = cell.half_m.map(|half_m| half_m / 2.0);
        for [right, up] in [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]] {
            // The outermost cells reach the edge, where rounding could step over it.
            let at_m = [(0, right), (1, up)].map(|(axis, way)| {
                (cell.centre.at_m[axis] + way * half_m[axis]).clamp(window.origin_m()[axis], far_m[axis])
            });
            let quarter = Cell::new(
                LargestGap {
                    at_m,
                    radius_m: neighbours.nearest_m(at_m),
                },
                half_m,
            );
            best.improve(quarter.centre);
            if is_promising(&quarter, &best) {
                open.push(quarter);
            }
        }
    }
    best
}

/// Cells that are quartered before the others are settled at once. Scattered points take some hundreds.
const QUARTERED_AT_MOST: u32 = 1 << 13;

/// The centres of the circles through three points that lie in the cell, among them that of each largest empty circle
/// there; `None` where the cell meets the edge, where such a circle may touch fewer points, or has many points around.
fn centres_in(cell: &Cell, neighbours: &Neighbours, window: &Plot) -> Option<Vec<[f64; 2]>> {
    const POINTS_AT_MOST: usize = 8;
    /// In lengths of the cell or of the circle.
    const ROUNDING: f64 = 1e-9;
    let [x_m, y_m] = cell.centre.at_m;
    let is_inside = |axis: usize| {
        let near_m = cell.centre.at_m[axis] - window.origin_m()[axis];
        near_m.min(window.size_m()[axis] - near_m) > cell.half_m[axis] * (1.0 + ROUNDING)
    };
    // Who is nearest to any place of the cell is no further than this from its centre.
    let reach_m = (2.0 * cell.bound_m - cell.centre.radius_m) * (1.0 + ROUNDING);
    if !(is_inside(0) && is_inside(1)) || reach_m > window.shorter_side_m() / 4.0 {
        return None;
    }
    let around_m = neighbours.ways_m(cell.centre.at_m, reach_m)?;
    if around_m.len() > POINTS_AT_MOST {
        return None;
    }
    let mut centres_m: Vec<[f64; 2]> = Vec::new();
    for (i, &a) in around_m.iter().enumerate() {
        for (j, &b) in around_m.iter().enumerate().skip(i + 1) {
            for &c in &around_m[j + 1..] {
                let Some([right_m, up_m]) = centre_of_circle([a, b, c]) else {
                    continue;
                };
                let is_in_cell = right_m.abs() <= cell.half_m[0] * (1.0 + ROUNDING)
                    && up_m.abs() <= cell.half_m[1] * (1.0 + ROUNDING);
                let squared_m2 = |way_m: [f64; 2]| {
                    let [dx, dy] = [way_m[0] - right_m, way_m[1] - up_m];
                    dx * dx + dy * dy
                };
                let least_m2 = squared_m2(a) * (1.0 - ROUNDING);
                if is_in_cell && around_m.iter().all(|&way_m| squared_m2(way_m) >= least_m2) {
                    centres_m.push([x_m + right_m, y_m + up_m]);
                }
            }
        }
    }
    Some(centres_m)
}

/// The place as far from all three; `None` where they stand in a line.
fn centre_of_circle([a, b, c]: [[f64; 2]; 3]) -> Option<[f64; 2]> {
    let [bx, by] = [b[0] - a[0], b[1] - a[1]];
    let [cx, cy] = [c[0] - a[0], c[1] - a[1]];
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    let twice_area = 2.0 * (bx * cy - by * cx);
    let centre = [
        a[0] + (cy * b2 - by * c2) / twice_area,
        a[1] + (bx * c2 - cx * b2) / twice_area,
    ];
    centre.iter().all(|way| way.is_finite()).then_some(centre)
}

/// The most promising cell is the greatest; of equal ones the place decides, so that the order is that of no thread.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound_m
            .total_cmp(&other.bound_m)
            .then(self.centre.at_m[0].total_cmp(&other.centre.at_m[0]))
            .then(self.centre.at_m[1].total_cmp(&other.centre.at_m[1]))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cell {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edge;

    fn is_close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 2e-9 * b
    }

    #[test]
    fn gaps_of_lattices_are_their_circumcircles() {
        let square: Vec<_> = (0..400)
            .map(|i| [f64::from(i % 20) + 0.3, f64::from(i / 20) + 0.8])
            .collect();
        let window = Plot::new([0.0; 2], [20.0; 2], Edge::Torus).unwrap();
        assert!(is_close(
            largest_gap(&square, &window).unwrap().radius_m,
            0.5_f64.sqrt()
        ));
        // On the open window the lower right corner is furthest from the lattice.
        let window = Plot::new([0.0; 2], [20.0; 2], Edge::Open).unwrap();
        let gap = largest_gap(&square, &window).unwrap();
        assert!(
            is_close(gap.radius_m, (0.7_f64 * 0.7 + 0.8 * 0.8).sqrt()),
            "{gap:?}"
        );
        let row_m = 3.0_f64.sqrt() / 2.0;
        let window = Plot::new([5.0; 2], [20.0, 24.0 * row_m], Edge::Torus).unwrap();
        let hexagonal: Vec<_> = (0..480)
            .map(|i| (f64::from(i % 20), f64::from(i / 20)))
            .map(|(column, row)| [5.0 + column + 0.5 * (row % 2.0), 5.0 + row * row_m])
            .collect();
        let gap = largest_gap(&hexagonal, &window).unwrap();
        assert!(is_close(gap.radius_m, 1.0 / 3.0_f64.sqrt()), "{gap:?}");
    }

    /// All cells of an exact lattice hold a gap as large, and each was quartered down to the last digit: this took
    /// a minute for a million points, and here 1,000 cells a point.
    #[test]
    fn many_gaps_as_large_are_settled_at_once() {
        let side = 300_u32;
        for (edge, offset, expected_m) in [
            (Edge::Torus, 0.0, 0.5_f64.sqrt()),
            (Edge::Open, 0.5, 0.5_f64.sqrt()),
            (Edge::Torus, 0.25, 0.5_f64.sqrt()),
        ] {
            let window = Plot::new([-7.0, 3.0], [f64::from(side); 2], edge).unwrap();
            let points_m: Vec<_> = (0..side * side)
                .map(|i| {
                    [
                        f64::from(i % side) + offset - 7.0,
                        f64::from(i / side) + offset + 3.0,
                    ]
                })
                .collect();
            let neighbours = Neighbours::new(&points_m, &window);
            let gap = largest_gap(&points_m, &window).unwrap();
            assert!(is_close(gap.radius_m, expected_m), "{gap:?}");
            assert_eq!(neighbours.nearest_m(gap.at_m), gap.radius_m);
            // A cell with the middle of a square in it is settled by that place alone, found four times.
            let cell = Cell::new(
                LargestGap {
                    at_m: [20.52 + offset, 30.46 + offset],
                    radius_m: neighbours.nearest_m([20.52 + offset, 30.46 + offset]),
                },
                [0.0625; 2],
            );
            let centres_m = centres_in(&cell, &neighbours, &window).expect("four points around");
            assert_eq!(centres_m.len(), 4);
            assert!(
                centres_m
                    .iter()
                    .all(|at_m| (at_m[0] - 20.5 - offset).abs() < 1e-12)
            );
        }
    }

    #[test]
    fn two_heaps_leave_the_corner_furthest_from_them() {
        let window = Plot::new([0.0; 2], [100.0, 50.0], Edge::Open).unwrap();
        let points_m: Vec<_> = (0..100)
            .map(|i| if i % 2 == 0 { [10.0, 10.0] } else { [20.0, 20.0] })
            .collect();
        let gap = largest_gap(&points_m, &window).unwrap();
        assert!(
            is_close(gap.radius_m, (80.0_f64 * 80.0 + 30.0 * 30.0).sqrt()),
            "{gap:?}"
        );
    }

    #[test]
    fn no_place_of_a_fine_grid_is_further_off() {
        for edge in [Edge::Open, Edge::Torus] {
            let window = Plot::new([0.0; 2], [10.0, 7.0], edge).unwrap();
            let share = |i: u32, step: f64| (f64::from(i) * step).fract();
            let points_m: Vec<_> = (0..60)
                .map(|i| [10.0 * share(i * i, 0.618_034), 7.0 * share(i, 0.754_877_7)])
                .collect();
            let gap = largest_gap(&points_m, &window).unwrap();
            let neighbours = Neighbours::new(&points_m, &window);
            assert_eq!(neighbours.nearest_m(gap.at_m), gap.radius_m);
            let finest_m = neighbours
                .nearest_to_each_m(1_000_000, |number| pixel_centre_m(&window, [1000; 2], number))
                .into_iter()
                .fold(0.0, f64::max);
            assert!(
                finest_m <= gap.radius_m && finest_m > gap.radius_m - 0.01,
                "{gap:?} {finest_m}"
            );
        }
    }
}

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rayon::prelude::*;
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
/// a circle; it takes longest where many gaps are as large, as on a lattice.
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
    let bests: Vec<LargestGap> = distances_m
        .par_chunks(CELLS_PER_TASK)
        .enumerate()
        .map(|(task, distances_m)| {
            let cells = distances_m.iter().zip(task * CELLS_PER_TASK..);
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
        })
        .collect();
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
    while let Some(cell) = open.pop() {
        if !is_promising(&cell, &best) {
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

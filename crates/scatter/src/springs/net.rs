//! The net of springs: nodes, rest lengths and relaxation.

use understory_numerics::parallel::go_on;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use super::parameters::{Border, Springs};
use crate::grid::Grid;
use crate::place::uniform_place_m;

/// The nodes of a grid and the springs between them.
#[derive(Clone, Debug)]
pub struct SpringNet {
    plot: Plot,
    grid: Grid,
    /// x and y of the nodes, m, row by row; on a torus a node may have gone past the plot's edge.
    nodes_m: [Vec<f64>; 2],
    /// Rest lengths of each node's own springs, m, by their reach; those of springs that an open plot has no room
    /// for mean nothing.
    rest_m: [Vec<f64>; 4],
    /// Share of its excess length by which a spring moves each end in one iteration.
    stiffness: f64,
    is_pinned: bool,
}

/// A spring of a [`SpringNet`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Numbers of the nodes at its ends.
    pub ends: [u32; 2],
    /// From the first end to the second, m: across the seam of a torus, not back through the plot.
    pub way_m: [f64; 2],
    /// Length at which it neither pulls nor pushes, m.
    pub rest_m: f64,
}

impl Spring {
    /// Length now, less the length at rest, m.
    #[must_use]
    pub fn excess_m(&self) -> f64 {
        length_m(self.way_m) - self.rest_m
    }
}

/// Columns to the right and rows up from a node to the far ends of its own springs.
const REACH: [[i64; 2]; 4] = [[1, 0], [0, 1], [1, 1], [-1, 1]];

/// For each reach and each node of a row, the way by which the node's own spring moves it, m; the far end moves by
/// as much the other way. 0 where there is no spring.
struct Pulls([[Vec<f64>; 2]; 4]);

impl SpringNet {
    /// The net at its grid places, with the rest lengths drawn.
    pub(super) fn new(plot: &Plot, grid: Grid, key: RandomKey, parameters: &Springs) -> Self {
        let count = grid.cell_count() as usize;
        let mut net = Self {
            plot: *plot,
            grid,
            nodes_m: [0, 1].map(|_| Vec::with_capacity(count)),
            rest_m: [0, 1, 2, 3].map(|_| Vec::with_capacity(count)),
            stiffness: parameters.stiffness,
            is_pinned: parameters.border == Border::Pinned && !plot.is_torus(),
        };
        let cell_m = grid.cell_m(plot);
        let mean_rest_m = REACH.map(|[right, up]| {
            parameters.mean_rest * length_m([right as f64 * cell_m[0], up as f64 * cell_m[1]])
        });
        // No place of a torus is nearer to an edge, so the net may begin anywhere.
        let corner_m = if plot.is_torus() {
            uniform_place_m(plot, key.draws(1, Purpose::Place, 0))
        } else {
            plot.origin_m()
        };
        for row in 0..grid.rows {
            let row_key = key.child(0, Purpose::Place, row);
            for column in 0..grid.columns {
                for (axis, at) in [column, row].into_iter().enumerate() {
                    let centre_m = corner_m[axis] + (f64::from(at) + 0.5) * cell_m[axis];
                    net.nodes_m[axis].push(centre_m);
                }
                for (reach, draw) in row_key.draws(0, Purpose::Place, column).into_iter().enumerate() {
                    let deviation = parameters.amplitude * (2.0 * unit_from_u32(draw) - 1.0);
                    net.rest_m[reach].push(mean_rest_m[reach] * (1.0 + deviation));
                }
            }
        }
        net
    }

    /// Nodes in a row.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.grid.columns
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes_m[0].len()
    }

    /// The shorter side of a cell of the grid, m.
    #[must_use]
    pub fn spacing_m(&self) -> f64 {
        let [a_m, b_m] = self.grid.cell_m(&self.plot);
        a_m.min(b_m)
    }

    /// Where each node stands now, m, row by row; on a torus it may have gone past the plot's edge.
    pub fn nodes_m(&self) -> impl Iterator<Item = [f64; 2]> {
        let [x_m, y_m] = &self.nodes_m;
        x_m.iter().zip(y_m).map(|(&x_m, &y_m)| [x_m, y_m])
    }

    /// The springs: of each node those to its right, above, above right and above left.
    pub fn springs(&self) -> impl Iterator<Item = Spring> {
        (0..self.len()).flat_map(move |from| {
            (0..REACH.len()).filter_map(move |reach| {
                let (to, round_m) = self.far_end(from, reach)?;
                let way_m = std::array::from_fn(|axis| {
                    self.nodes_m[axis][to] + round_m[axis] - self.nodes_m[axis][from]
                });
                Some(Spring {
                    ends: [from as u32, to as u32],
                    way_m,
                    rest_m: self.rest_m[reach][from],
                })
            })
        })
    }

    fn far_end(&self, from: usize, reach: usize) -> Option<(usize, [f64; 2])> {
        let columns = self.grid.columns as usize;
        let at = [from % columns, from / columns];
        let count = [i64::from(self.grid.columns), i64::from(self.grid.rows)];
        let to: [i64; 2] = std::array::from_fn(|axis| at[axis] as i64 + REACH[reach][axis]);
        let rounds: [i64; 2] = std::array::from_fn(|axis| to[axis].div_euclid(count[axis]));
        let is_there = rounds == [0, 0] || self.plot.is_torus();
        is_there.then(|| {
            let [column, row] = [0, 1].map(|axis| to[axis].rem_euclid(count[axis]) as usize);
            let round_m = std::array::from_fn(|axis| rounds[axis] as f64 * self.plot.size_m()[axis]);
            (row * columns + column, round_m)
        })
    }

    /// So many iterations, in each of which every spring moves both its ends, all from where the ends were before.
    pub fn relax(&mut self, iterations: u32) {
        let (columns, rows) = (self.grid.columns as usize, self.grid.rows as usize);
        let mut next_m = self.nodes_m.clone();
        let (mut own, mut below) = (Pulls::of_none(columns), Pulls::of_none(columns));
        for _ in 0..iterations {
            go_on();
            if self.plot.is_torus() {
                self.pull(rows - 1, &mut below);
            } else {
                below.clear();
            }
            for row in 0..rows {
                self.pull(row, &mut own);
                let is_held = self.is_pinned && (row == 0 || row == rows - 1);
                if !is_held {
                    for (axis, next_m) in next_m.iter_mut().enumerate() {
                        let span = row * columns..(row + 1) * columns;
                        own.move_row(
                            &below,
                            axis,
                            &self.nodes_m[axis][span.clone()],
                            &mut next_m[span.clone()],
                        );
                        if self.is_pinned {
                            for outermost in [span.start, span.end - 1] {
                                next_m[outermost] = self.nodes_m[axis][outermost];
                            }
                        }
                    }
                }
                std::mem::swap(&mut own, &mut below);
            }
            std::mem::swap(&mut self.nodes_m, &mut next_m);
        }
    }

    /// The pulls of the springs that belong to the nodes of a row.
    fn pull(&self, row: usize, pulls: &mut Pulls) {
        let (columns, rows) = (self.grid.columns as usize, self.grid.rows as usize);
        let size_m = self.plot.size_m();
        let row_m = |row: usize| {
            let span = row * columns..(row + 1) * columns;
            self.nodes_m.each_ref().map(|all_m| &all_m[span.clone()])
        };
        for (reach, [right, up]) in REACH.into_iter().enumerate() {
            let [pulls_x, pulls_y] = &mut pulls.0[reach];
            if up == 1 && row + 1 == rows && !self.plot.is_torus() {
                pulls_x.fill(0.0);
                pulls_y.fill(0.0);
                continue;
            }
            let (far_row, up_m) = match row + up as usize {
                far if far < rows => (far, 0.0),
                _ => (0, size_m[1]),
            };
            let (from_m, to_m) = (row_m(row), row_m(far_row));
            let rest_m = &self.rest_m[reach][row * columns..(row + 1) * columns];
            // All whose far ends lie in a row beside each other, then the one across the seam.
            let (own, far, across) = match right {
                0 => (0..columns, 0..columns, None),
                1 => (0..columns - 1, 1..columns, Some((columns - 1, 0, size_m[0]))),
                _ => (1..columns, 0..columns - 1, Some((0, columns - 1, -size_m[0]))),
            };
            pull_side_by_side(
                self.stiffness,
                from_m.map(|all_m| &all_m[own.clone()]),
                to_m.map(|all_m| &all_m[far.clone()]),
                up_m,
                &rest_m[own.clone()],
                [&mut pulls_x[own.clone()], &mut pulls_y[own]],
            );
            if let Some((own, far, right_m)) = across {
                let way_m = [
                    to_m[0][far] + right_m - from_m[0][own],
                    to_m[1][far] + up_m - from_m[1][own],
                ];
                let is_there = self.plot.is_torus();
                [pulls_x[own], pulls_y[own]] = if is_there {
                    pull_m(self.stiffness, way_m, rest_m[own])
                } else {
                    [0.0; 2]
                };
            }
        }
    }

    /// Area within its outermost nodes, m²: of a free net it shrinks or swells.
    #[must_use]
    pub fn border_area_m2(&self) -> f64 {
        let (columns, rows) = (self.grid.columns as usize, self.grid.rows as usize);
        let (right, top) = (columns - 1, (rows - 1) * columns);
        let ring = (0..right)
            .chain((0..rows - 1).map(|row| row * columns + right))
            .chain((0..right).map(|column| top + right - column))
            .chain((0..rows - 1).map(|row| (rows - 1 - row) * columns));
        let ring: Vec<[f64; 2]> = ring
            .map(|node| [0, 1].map(|axis: usize| self.nodes_m[axis][node]))
            .collect();
        let Some(&start) = ring.first() else { return 0.0 };
        // From a node of its own, so that far from the origin no digits are lost.
        let across = |a: [f64; 2], b: [f64; 2]| {
            (a[0] - start[0]) * (b[1] - start[1]) - (b[0] - start[0]) * (a[1] - start[1])
        };
        ring.windows(2).map(|ends| across(ends[0], ends[1])).sum::<f64>() / 2.0
    }

    /// Root mean square of the springs' excess lengths, m: what relaxing lowers.
    #[must_use]
    pub fn residual_m(&self) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0_f64);
        for spring in self.springs() {
            sum += spring.excess_m() * spring.excess_m();
            count += 1.0;
        }
        (sum / count.max(1.0)).sqrt()
    }
}

impl Pulls {
    fn of_none(columns: usize) -> Self {
        Self(std::array::from_fn(|_| {
            std::array::from_fn(|_| vec![0.0; columns])
        }))
    }

    fn clear(&mut self) {
        for pulls_m in self.0.as_flattened_mut() {
            pulls_m.fill(0.0);
        }
    }

    /// Moves the nodes of a row, whose own pulls these are, along one axis; `below` are those of the row below.
    fn move_row<'a>(&'a self, below: &'a Self, axis: usize, from_m: &[f64], to_m: &mut [f64]) {
        let columns = from_m.len();
        let row = |pulls: &'a Self, reach: usize| &pulls.0[reach][axis][..columns];
        let own = [0, 1, 2, 3].map(|reach| row(self, reach));
        let (up, right_up, left_up) = (row(below, 1), row(below, 2), row(below, 3));
        let to_m = &mut to_m[..columns];
        let mut pulled = |column: usize, left: usize, right: usize| {
            let mine = own[0][column] + own[1][column] + own[2][column] + own[3][column];
            let others = own[0][left] + up[column] + right_up[left] + left_up[right];
            to_m[column] = from_m[column] + (mine - others);
        };
        let last = columns - 1;
        pulled(0, last, 1.min(last));
        for column in 1..last {
            pulled(column, column - 1, column + 1);
        }
        pulled(last, last.saturating_sub(1), 0);
    }
}

/// The move that a spring asks of its first end, m.
#[inline(always)]
fn pull_m(stiffness: f64, way_m: [f64; 2], rest_m: f64) -> [f64; 2] {
    let length_m = length_m(way_m);
    let pull = stiffness * (length_m - rest_m) / length_m;
    // Ends that coincide have no direction to be pushed in; their other springs part them.
    let pull = if length_m > 0.0 { pull } else { 0.0 };
    way_m.map(|along_m| pull * along_m)
}

/// [`pull_m`] for a run of nodes and a run of far ends, of one length, in a loop that becomes vector instructions.
fn pull_side_by_side(
    stiffness: f64,
    from_m: [&[f64]; 2],
    to_m: [&[f64]; 2],
    up_m: f64,
    rest_m: &[f64],
    pulls_m: [&mut [f64]; 2],
) {
    let springs = rest_m.len();
    let [from_x, from_y] = from_m.map(|all_m| &all_m[..springs]);
    let [to_x, to_y] = to_m.map(|all_m| &all_m[..springs]);
    let [pulls_x, pulls_y] = pulls_m.map(|all_m| &mut all_m[..springs]);
    for at in 0..springs {
        let way_m = [to_x[at] - from_x[at], to_y[at] + up_m - from_y[at]];
        [pulls_x[at], pulls_y[at]] = pull_m(stiffness, way_m, rest_m[at]);
    }
}

#[inline(always)]
fn length_m(way_m: [f64; 2]) -> f64 {
    (way_m[0] * way_m[0] + way_m[1] * way_m[1]).sqrt()
}

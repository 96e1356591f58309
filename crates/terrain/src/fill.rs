//! The flood that fills the hollows of the ground, and the order in which it reaches the cells.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::raster::Raster;

/// What a cell's [`Flood::from`] is where water leaves the map or runs into the sea.
pub const OUTLET: u32 = u32::MAX;

/// The ground with its hollows filled to where they run over, and how water leaves each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Flood {
    /// The least height over which water runs off from each cell, m: in a hollow that of its rim, elsewhere the cell's own.
    pub levels_m: Vec<f32>,
    /// All cells, as the flood reaches them: none before the one it comes from, and none before a lower one.
    pub order: Vec<u32>,
    /// The cell from which the flood comes, [`OUTLET`] where it begins: the way out of hollows and over level ground.
    pub from: Vec<u32>,
}

impl Flood {
    /// The ground is flooded from the cells on over which water leaves: those of the border of the map, and those no higher
    /// than the sea. It goes on always next to the lowest that is under water, of equal ones to that which was reached first,
    /// to its eight neighbours; so level ground is crossed on the shortest ways to where it runs over.
    ///
    /// # Source
    /// Barnes, Lehman & Mulla (2014), Priority-Flood: an optimal depression-filling and watershed-labeling algorithm for
    /// digital elevation models, has the flood and its proof.
    #[must_use]
    pub fn of(heights: &Raster<f32>, sea_m: f64) -> Self {
        let grid = heights.grid();
        let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
        let mut levels_m = heights.values().to_vec();
        let mut is_reached: Vec<bool> = (0..levels_m.len())
            .map(|cell| {
                let (column, row) = (cell % columns, cell / columns);
                let is_border = column == 0 || row == 0 || column + 1 == columns || row + 1 == rows;
                is_border || f64::from(levels_m[cell]) <= sea_m
            })
            .collect();
        let mut from = vec![OUTLET; levels_m.len()];
        let mut order = Vec::with_capacity(levels_m.len());
        let mut open: BinaryHeap<_> = (0..levels_m.len())
            .filter(|&cell| is_reached[cell])
            .enumerate()
            .map(|(turn, cell)| Reverse((Height(levels_m[cell]), turn as u32, cell as u32)))
            .collect();
        let mut turns = open.len() as u32;
        while let Some(Reverse((Height(level_m), _, cell))) = open.pop() {
            order.push(cell);
            for next in around(cell as usize, [columns, rows]) {
                if !is_reached[next] {
                    is_reached[next] = true;
                    levels_m[next] = levels_m[next].max(level_m);
                    from[next] = cell;
                    open.push(Reverse((Height(levels_m[next]), turns, next as u32)));
                    turns += 1;
                }
            }
        }
        Self {
            levels_m,
            order,
            from,
        }
    }
}

/// A height that orders as numbers do.
#[derive(PartialEq)]
struct Height(f32);

impl Eq for Height {}

impl PartialOrd for Height {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Height {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Up to eight neighbours of a cell, in a grid of so many columns and rows.
pub fn around(cell: usize, [columns, rows]: [usize; 2]) -> impl Iterator<Item = usize> {
    let (column, row) = (cell % columns, cell / columns);
    let near = |at: usize, count: usize| at.saturating_sub(1)..(at + 2).min(count);
    near(row, rows)
        .flat_map(move |row| near(column, columns).map(move |column| row * columns + column))
        .filter(move |&next| next != cell)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::raster::Grid;

    /// By the definition: the least over all ways to the border or the sea of the greatest height on the way, made better cell
    /// by cell until nothing changes.
    fn by_force(heights: &Raster<f32>, sea_m: f64) -> Vec<f32> {
        let (columns, rows) = (heights.grid().columns() as usize, heights.grid().rows() as usize);
        let is_outlet = |cell: usize| {
            around(cell, [columns, rows]).count() < 8 || f64::from(heights.values()[cell]) <= sea_m
        };
        let own = heights.values();
        let mut levels: Vec<f32> = (0..own.len())
            .map(|cell| if is_outlet(cell) { own[cell] } else { f32::INFINITY })
            .collect();
        loop {
            let before = levels.clone();
            for cell in 0..levels.len() {
                let over = around(cell, [columns, rows]).map(|next| before[next].max(own[cell]));
                levels[cell] = over.fold(levels[cell], f32::min);
            }
            if levels == before {
                return levels;
            }
        }
    }

    proptest! {
        #[test]
        fn the_flood_is_as_by_its_definition_and_reaches_no_cell_before_the_one_it_comes_from(
            heights in prop::collection::vec((0_u8..9).prop_map(f32::from), 3 * 3..12 * 12),
            columns in 3_usize..12,
            sea_m in -1.0..4.0_f64,
        ) {
            let rows = heights.len() / columns;
            prop_assume!(rows > 2);
            let grid = Grid::new([0.0; 2], 2.0, [columns as u32, rows as u32]).unwrap();
            let map = Raster::new(grid, heights[..rows * columns].to_vec()).unwrap();
            let flood = Flood::of(&map, sea_m);
            prop_assert_eq!(&flood.levels_m, &by_force(&map, sea_m));
            let mut turn = vec![usize::MAX; rows * columns];
            for (at, &cell) in flood.order.iter().enumerate() {
                let from = flood.from[cell as usize];
                prop_assert!(from == OUTLET || turn[from as usize] < at);
                turn[cell as usize] = at;
            }
            prop_assert!(turn.iter().all(|&at| at < turn.len()));
            let along = |at: usize| flood.levels_m[flood.order[at] as usize];
            prop_assert!((1..turn.len()).all(|at| along(at - 1) <= along(at)));
        }
    }
}

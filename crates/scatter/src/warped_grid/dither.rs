//! The order in which ordered dithering takes the nodes of a grid away.

use crate::grid::Grid;

/// The nodes of a grid in the order of a recursive dither: of each square of four first one corner, then the opposite
/// one, then the other two, in squares of all sizes, the largest first.
pub(super) fn ordered(grid: Grid) -> Vec<u32> {
    let mut nodes: Vec<(u64, u32)> = (0..grid.cell_count() as u32)
        .map(|number| (dither(number % grid.columns, number / grid.columns), number))
        .collect();
    nodes.sort_unstable();
    nodes.into_iter().map(|(_, number)| number).collect()
}

/// The value of an endless dither matrix: the bits of the column against the row and of the row, lowest first.
fn dither(column: u32, row: u32) -> u64 {
    (0..32).fold(0, |value, bit| {
        let (against, up) = (((column ^ row) >> bit) & 1, (row >> bit) & 1);
        value << 2 | u64::from(against << 1 | up)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dither_of_four_columns_is_the_known_matrix() {
        let order = ordered(Grid { columns: 4, rows: 4 });
        let mut matrix = [0; 16];
        for (rank, &number) in order.iter().enumerate() {
            matrix[number as usize] = rank;
        }
        #[rustfmt::skip]
        assert_eq!(matrix, [
             0,  8,  2, 10,
            12,  4, 14,  6,
             3, 11,  1,  9,
            15,  7, 13,  5,
        ]);
    }
}

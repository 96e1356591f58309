//! Connected parts of a raster.

/// Which cells of a raster hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RasterParts {
    /// Of each cell the number of its part in [`sizes`](Self::sizes), counted from 1; 0 for cells that are in none.
    pub part: Vec<u32>,
    /// Cells of each part, in the order in which the parts are met.
    pub sizes: Vec<u32>,
}

impl RasterParts {
    /// The parts of the cells that are `in_it`, row by row in rows of `columns`, none of which wraps. Cells that share a side hang
    /// together, and with `by_corners` those too that share a corner.
    ///
    /// What lies around a part that hangs together by corners is told by its complement without them, and the other way round.
    #[must_use]
    pub fn new(in_it: &[bool], columns: usize, by_corners: bool) -> Self {
        let mut parts = Self {
            part: vec![0; in_it.len()],
            sizes: Vec::new(),
        };
        let rows = in_it.len().checked_div(columns).unwrap_or(0);
        let mut ahead = Vec::new();
        for start in 0..columns * rows {
            if !in_it[start] || parts.part[start] > 0 {
                continue;
            }
            let number = parts.sizes.len() as u32 + 1;
            let mut size = 0;
            parts.part[start] = number;
            ahead.push(start);
            while let Some(cell) = ahead.pop() {
                size += 1;
                let (x, y) = (cell % columns, cell / columns);
                for other_y in y.saturating_sub(1)..(y + 2).min(rows) {
                    for other_x in x.saturating_sub(1)..(x + 2).min(columns) {
                        let other = other_y * columns + other_x;
                        let is_beside = by_corners || other_x == x || other_y == y;
                        if is_beside && in_it[other] && parts.part[other] == 0 {
                            parts.part[other] = number;
                            ahead.push(other);
                        }
                    }
                }
            }
            parts.sizes.push(size);
        }
        parts
    }

    /// Cells of the parts that do not come to the border of the raster: the holes, where the parts are those of the ground beside
    /// something. In rows of `columns`, as before.
    #[must_use]
    pub fn enclosed_cells(&self, columns: usize) -> u64 {
        let rows = self.part.len().checked_div(columns).unwrap_or(0);
        let mut is_enclosed = vec![true; self.sizes.len() + 1];
        for (cell, &part) in self.part.iter().enumerate() {
            let (x, y) = (cell % columns.max(1), cell / columns.max(1));
            if x == 0 || y == 0 || x + 1 == columns || y + 1 == rows {
                is_enclosed[part as usize] = false;
            }
        }
        let sizes = self.sizes.iter().zip(&is_enclosed[1..]);
        sizes
            .filter(|(_, enclosed)| **enclosed)
            .map(|(&size, _)| u64::from(size))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn raster(rows: &[&str]) -> (Vec<bool>, usize) {
        let cells = rows.iter().flat_map(|row| row.chars()).map(|cell| cell == '#');
        (cells.collect(), rows[0].len())
    }

    #[test]
    fn corners_join_parts_and_what_a_ring_encloses_is_a_hole() {
        let (cells, columns) = raster(&[
            "##...", //
            "#.#..", ".#..#", ".....",
        ]);
        assert_eq!(RasterParts::new(&cells, columns, false).sizes, [3, 1, 1, 1]);
        let joined = RasterParts::new(&cells, columns, true);
        assert_eq!((joined.sizes, joined.part[8]), (vec![5, 1], 0));
        let ground: Vec<bool> = cells.iter().map(|cell| !cell).collect();
        assert_eq!(
            RasterParts::new(&ground, columns, false).enclosed_cells(columns),
            1
        );
        // By corners the hole leaks out.
        assert_eq!(
            RasterParts::new(&ground, columns, true).enclosed_cells(columns),
            0
        );
        assert_eq!(RasterParts::new(&[], 0, true).enclosed_cells(0), 0);
    }

    proptest! {
        /// Each cell takes the lowest number of those that it hangs together with, until none changes.
        #[test]
        fn parts_are_those_of_numbers_that_spread(cells in prop::collection::vec(any::<bool>(), 48), by_corners in any::<bool>()) {
            let parts = RasterParts::new(&cells, 8, by_corners);
            let mut number: Vec<usize> = (0..48).collect();
            for _ in 0..48 {
                for a in 0..48_usize {
                    for b in 0..48_usize {
                        let (dx, dy) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
                        let is_beside = if by_corners { dx.max(dy) <= 1 } else { dx + dy <= 1 };
                        if cells[a] && cells[b] && is_beside {
                            number[a] = number[a].min(number[b]);
                        }
                    }
                }
            }
            for a in 0..48 {
                prop_assert_eq!(parts.part[a] > 0, cells[a]);
                for b in (0..48).filter(|&b| cells[a] && cells[b]) {
                    prop_assert_eq!(number[a] == number[b], parts.part[a] == parts.part[b]);
                }
            }
            let counted: Vec<u32> = (1..=parts.sizes.len() as u32)
                .map(|own| parts.part.iter().filter(|&&part| part == own).count() as u32)
                .collect();
            prop_assert_eq!(&parts.sizes, &counted);
        }
    }
}

//! Random patterns that repeat without a seam.

use understory_numerics::philox::philox4x32;
use understory_numerics::sample::unit_from_u32;

/// Four uniform numbers at each corner, or in each cell, of a lattice over the unit square, which goes on with the
/// same numbers beyond its borders.
pub(super) struct Lattice {
    cells: [u32; 2],
    numbers: Vec<[f64; 4]>,
}

impl Lattice {
    /// So many cells across and along; `pattern` makes it differ from others of that size.
    pub(super) fn new(cells: [u32; 2], pattern: u32) -> Self {
        let draw = |at| philox4x32([at % cells[0], at / cells[0], pattern, 0], cells).map(unit_from_u32);
        Self {
            cells,
            numbers: (0..cells[0] * cells[1]).map(draw).collect(),
        }
    }

    fn at(&self, cell: [i64; 2]) -> [f64; 4] {
        let [across, along] = [0, 1].map(|axis| cell[axis].rem_euclid(i64::from(self.cells[axis])) as usize);
        self.numbers[along * self.cells[0] as usize + across]
    }

    fn scaled(&self, place: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| place[axis] * f64::from(self.cells[axis]))
    }

    /// Smooth noise from 0 to 1 at a place of the unit square.
    pub(super) fn smooth(&self, place: [f64; 2]) -> f64 {
        let scaled = self.scaled(place);
        let corner = scaled.map(|value| value.floor() as i64);
        let [u, v] = scaled.map(|value| {
            let share = value - value.floor();
            share * share * (3.0 - 2.0 * share)
        });
        let value = |right: i64, up: i64| self.at([corner[0] + right, corner[1] + up])[0];
        let low = value(0, 0) + (value(1, 0) - value(0, 0)) * u;
        let high = value(0, 1) + (value(1, 1) - value(0, 1)) * u;
        low + (high - low) * v
    }

    /// Finds the nearest of the random points that stand one to a cell.
    pub(super) fn among(&self, place: [f64; 2]) -> Among {
        let scaled = self.scaled(place);
        let home = scaled.map(|value| value.floor() as i64);
        let mut nearest = Among {
            margin: 0.0,
            offset: [0.0; 2],
            numbers: [0.0; 2],
        };
        let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
        for up in -2..=2 {
            for right in -2..=2 {
                let cell = [home[0] + right, home[1] + up];
                let [x, y, a, b] = self.at(cell);
                let offset = [scaled[0] - cell[0] as f64 - x, scaled[1] - cell[1] as f64 - y];
                let distance = (offset[0] * offset[0] + offset[1] * offset[1]).sqrt();
                if distance < first {
                    second = first;
                    first = distance;
                    (nearest.offset, nearest.numbers) = (offset, [a, b]);
                } else {
                    second = second.min(distance);
                }
            }
        }
        nearest.margin = second - first;
        nearest
    }
}

/// Where a place lies among random points.
pub(super) struct Among {
    /// How much nearer the nearest point is than the second, in cells: 0 on the border between them.
    pub(super) margin: f64,
    /// From the nearest point, in cells.
    pub(super) offset: [f64; 2],
    /// Random numbers of the nearest point.
    pub(super) numbers: [f64; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_carry_on_across_the_border() {
        let lattice = Lattice::new([5, 9], 3);
        for step in 0..20 {
            let along = f64::from(step) / 20.0;
            for (before, after) in [([0.0, along], [1.0, along]), ([along, 0.0], [along, 1.0])] {
                let gap = lattice.smooth(before) - lattice.smooth(after);
                assert!(gap.abs() < 1e-9, "{gap}");
                let gap = lattice.among(before).margin - lattice.among(after).margin;
                assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }
}

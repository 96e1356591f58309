//! Random patterns that repeat without a seam.

use understory_numerics::philox::philox4x32;
use understory_numerics::sample::unit_from_u32;

/// Four uniform numbers for a corner or cell of a lattice, the same one lattice further on.
pub(super) fn at_cell(cell: [i64; 2], cells: [u32; 2], pattern: u32) -> [f64; 4] {
    let wrapped = [0, 1].map(|axis| cell[axis].rem_euclid(i64::from(cells[axis])) as u32);
    philox4x32([wrapped[0], wrapped[1], pattern, 0], [cells[0], cells[1]]).map(unit_from_u32)
}

/// Smooth noise from 0 to 1 over the unit square, with a random number at each corner of a lattice.
pub(super) fn smooth(place: [f64; 2], cells: [u32; 2], pattern: u32) -> f64 {
    let scaled = [0, 1].map(|axis| place[axis] * f64::from(cells[axis]));
    let corner = scaled.map(|value| value.floor() as i64);
    let [u, v] = [0, 1].map(|axis| {
        let share = scaled[axis] - scaled[axis].floor();
        share * share * (3.0 - 2.0 * share)
    });
    let value = |right: i64, up: i64| at_cell([corner[0] + right, corner[1] + up], cells, pattern)[0];
    let low = value(0, 0) + (value(1, 0) - value(0, 0)) * u;
    let high = value(0, 1) + (value(1, 1) - value(0, 1)) * u;
    low + (high - low) * v
}

/// Where a place lies among random points, one to a cell.
pub(super) struct Among {
    /// How much nearer the nearest point is than the second, in cells: 0 on the border between them.
    pub(super) margin: f64,
    /// From the nearest point, in cells.
    pub(super) offset: [f64; 2],
    /// Random numbers of the nearest point.
    pub(super) numbers: [f64; 2],
}

/// Finds the nearest of the points that stand one to a cell of the unit square.
pub(super) fn among(place: [f64; 2], cells: [u32; 2], pattern: u32) -> Among {
    let scaled = [0, 1].map(|axis| place[axis] * f64::from(cells[axis]));
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
            let [x, y, a, b] = at_cell(cell, cells, pattern);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_carry_on_across_the_border() {
        for step in 0..20 {
            let along = f64::from(step) / 20.0;
            for (before, after) in [([0.0, along], [1.0, along]), ([along, 0.0], [along, 1.0])] {
                let gap = smooth(before, [5, 9], 3) - smooth(after, [5, 9], 3);
                assert!(gap.abs() < 1e-9, "{gap}");
                let gap = among(before, [5, 9], 3).margin - among(after, [5, 9], 3).margin;
                assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }
}

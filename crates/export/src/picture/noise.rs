//! Random patterns that repeat without a seam.
//!
//! The lattice is as many whole cells as the picture, and corners are counted round: that is what hides the seam.

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
        // Two cells around, as the second nearest point can be as far: its distance sets the width of a furrow.
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

    /// All numbers of the pattern at the cell of a place, over and over in all directions.
    fn cell(lattice: &Lattice, right: i64, up: i64) -> [f64; 4] {
        let [across, along] = lattice.cells.map(i64::from);
        let (right, up) = (
            ((right % across) + across) % across,
            ((up % along) + along) % along,
        );
        lattice.numbers[(up * across + right) as usize]
    }

    #[test]
    fn every_cell_has_numbers_of_its_own_and_other_patterns_have_others() {
        let (a, b) = (Lattice::new([7, 4], 0), Lattice::new([7, 4], 1));
        assert_eq!(a.numbers.len(), 28);
        let mut all: Vec<f64> = a.numbers.iter().chain(&b.numbers).flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        assert_eq!(all.len(), 2 * 4 * 28);
        let flipped = Lattice::new([4, 7], 0);
        assert_ne!(flipped.numbers, a.numbers);
        assert_eq!(a.at([0, 0]), a.numbers[0]);
        assert_eq!(a.at([6, 0]), a.numbers[6]);
        assert_eq!(a.at([0, 1]), a.numbers[7]);
        assert_eq!(a.at([-1, -1]), a.numbers[27]);
        assert_eq!(a.at([7, 4]), a.numbers[0]);
    }

    #[test]
    fn noise_is_the_number_at_a_corner_and_the_mean_half_way_between() {
        let lattice = Lattice::new([4, 8], 2);
        let number = |right, up| cell(&lattice, right, up)[0];
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        for right in 0..4 {
            for up in 0..8 {
                let at = |u: f64, v: f64| lattice.smooth([(right as f64 + u) / 4.0, (up as f64 + v) / 8.0]);
                let [low, low_right, high, high_right] = [
                    number(right, up),
                    number(right + 1, up),
                    number(right, up + 1),
                    number(right + 1, up + 1),
                ];
                close(at(0.0, 0.0), low);
                close(at(0.5, 0.0), (low + low_right) / 2.0);
                close(at(0.0, 0.5), (low + high) / 2.0);
                close(at(0.5, 0.5), (low + low_right + high + high_right) / 4.0);
                // 3/16 − 2/64 of the way at a quarter of it.
                close(at(0.25, 0.0), low + 0.15625 * (low_right - low));
                close(at(0.0, 0.75), low + 0.84375 * (high - low));
            }
        }
    }

    #[test]
    fn the_nearest_point_and_its_lead_are_those_that_a_look_at_all_points_finds() {
        let lattice = Lattice::new([6, 5], 4);
        for step in 0..500 {
            let place = [
                f64::from(step % 25) / 25.0 + 0.013,
                f64::from(step / 25) / 20.0 + 0.007,
            ];
            let scaled = [place[0] * 6.0, place[1] * 5.0];
            let mut all = Vec::new();
            for up in -6..12 {
                for right in -6..13 {
                    let [x, y, a, b] = cell(&lattice, right, up);
                    let way = [scaled[0] - (right as f64 + x), scaled[1] - (up as f64 + y)];
                    let distance = (way[0] * way[0] + way[1] * way[1]).sqrt();
                    all.push((distance, way, [a, b]));
                }
            }
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            let among = lattice.among(place);
            assert!((among.margin - (all[1].0 - all[0].0)).abs() < 1e-12);
            assert!((0..2).all(|axis| (among.offset[axis] - all[0].1[axis]).abs() < 1e-12));
            assert_eq!(among.numbers, all[0].2);
        }
    }
}

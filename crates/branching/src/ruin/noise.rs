//! Value noise in space: random numbers at the corners of a lattice, smooth between them, in two octaves.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::vector::Vector;

/// Lattices, each half as wide as the one before and half as strong.
const OCTAVES: u32 = 2;

pub(super) struct Noise {
    low_m: Vector,
    lattices: Vec<Lattice>,
}

struct Lattice {
    apart_m: f64,
    corners: [usize; 3],
    numbers: Vec<f64>,
}

impl Noise {
    /// Over all places of a grid of cells.
    pub(super) fn over(low_m: Vector, cells: [usize; 3], cell_m: f64, noise_m: f64, key: RandomKey) -> Self {
        let lattice = |octave: u32| {
            // A lattice finer than the cells would be a number for each of them.
            let apart_m = (0.5 * noise_m / f64::from(1 << octave)).max(cell_m);
            let corners = cells.map(|cells| (cells as f64 * cell_m / apart_m).floor() as usize + 2);
            let count = corners.iter().product::<usize>() as u32;
            let number = |corner| unit_from_u32(key.draws(octave, Purpose::Ruin, corner)[0]);
            Lattice {
                apart_m,
                corners,
                numbers: (0..count).map(number).collect(),
            }
        };
        Self {
            low_m,
            lattices: (0..OCTAVES).map(lattice).collect(),
        }
    }

    /// The noise at a place; no unit, higher where more stands.
    pub(super) fn at(&self, place_m: Vector) -> f64 {
        let mut weight = 1.0;
        let mut sum = 0.0;
        for lattice in &self.lattices {
            sum += weight * lattice.at(std::array::from_fn(|axis| place_m[axis] - self.low_m[axis]));
            weight *= 0.5;
        }
        sum
    }
}

impl Lattice {
    fn at(&self, off_m: Vector) -> f64 {
        let along: [f64; 3] = off_m.map(|off_m| off_m / self.apart_m);
        let corner: [usize; 3] =
            std::array::from_fn(|axis| (along[axis] as usize).min(self.corners[axis] - 2));
        let [u, v, w] = std::array::from_fn(|axis| {
            let share = along[axis] - corner[axis] as f64;
            share * share * (3.0 - 2.0 * share)
        });
        let number = |x: usize, y: usize, z: usize| {
            let row = (corner[2] + z) * self.corners[1] + corner[1] + y;
            self.numbers[row * self.corners[0] + corner[0] + x]
        };
        let between = |a: f64, b: f64, share: f64| a + (b - a) * share;
        let line = |y: usize, z: usize| between(number(0, y, z), number(1, y, z), u);
        let square = |z: usize| between(line(0, z), line(1, z), v);
        between(square(0), square(1), w)
    }
}

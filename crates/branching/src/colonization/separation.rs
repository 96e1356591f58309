//! Which nodes stand where, so that none is put onto another.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::vector::{Vector, distance_squared};

/// Places by cells of one step.
pub(crate) struct Separation {
    step_m: f64,
    /// The newest place in each cell.
    newest: HashMap<[i64; 3], u32, BuildHasherDefault<CellHasher>>,
    /// Each place and the one before it in its cell.
    places: Vec<(Vector, u32)>,
}

/// Two nodes stand at least this share of a step apart.
const LEAST_STEPS: f64 = 1e-3;
const NONE: u32 = u32::MAX;

impl Separation {
    pub(crate) fn new(step_m: f64) -> Self {
        Self {
            step_m,
            newest: HashMap::default(),
            places: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.newest.clear();
        self.places.clear();
    }

    pub(crate) fn insert(&mut self, place: Vector) {
        let cell = place.map(|along| self.cell(along));
        let number = self.places.len() as u32;
        let before = self.newest.insert(cell, number).unwrap_or(NONE);
        self.places.push((place, before));
    }

    /// Whether a place of ours stands too near to this one.
    pub(crate) fn is_taken(&self, place: Vector) -> bool {
        let least_m = self.step_m * LEAST_STEPS;
        let low = place.map(|along| self.cell(along - least_m));
        let high = place.map(|along| self.cell(along + least_m));
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    let mut next = self.newest.get(&[x, y, z]).copied().unwrap_or(NONE);
                    while next != NONE {
                        let (other, before) = self.places[next as usize];
                        if distance_squared(other, place) < least_m * least_m {
                            return true;
                        }
                        next = before;
                    }
                }
            }
        }
        false
    }

    fn cell(&self, along_m: f64) -> i64 {
        (along_m / self.step_m).floor() as i64
    }
}

/// Multiplies and folds; the default hasher guards against inputs that nobody can choose here.
#[derive(Default)]
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_i64(i64::from(byte));
        }
    }

    fn write_i64(&mut self, value: i64) {
        let mixed = (self.0.rotate_left(23) ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }

    // A cell is an array, whose length is hashed before it and says nothing.
    fn write_usize(&mut self, _length: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_up_to_a_thousandth_of_a_step_around_also_across_cells() {
        let mut separation = Separation::new(0.5);
        separation.insert([1.0, 0.0, -0.5]);
        assert!(separation.is_taken([1.0 - 0.4e-3, 0.0, -0.5]));
        assert!(separation.is_taken([1.0, -0.2e-3, -0.5 - 0.2e-3]));
        assert!(!separation.is_taken([1.0 - 0.6e-3, 0.0, -0.5]));
    }
}

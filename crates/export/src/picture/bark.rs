//! A square of bark that repeats around and along a branch.

use crate::ExportError;
use crate::look::{Bark, BarkPattern};
use crate::picture::noise::Lattice;
use crate::picture::{SIDE, encoded, mixed, shaded, smooth_step};

/// The picture as a PNG file; its second axis runs along the branch.
pub(crate) fn bark(bark: &Bark) -> Result<Vec<u8>, ExportError> {
    bark.check()?;
    let surface = Surface::new(bark);
    let mut pixels = Vec::with_capacity(3 * SIDE * SIDE);
    for row in 0..SIDE {
        for column in 0..SIDE {
            let place = [column, row].map(|at| (at as f64 + 0.5) / SIDE as f64);
            pixels.extend(surface.colour(place));
        }
    }
    encoded(&pixels, png::ColorType::Rgb)
}

/// The random patterns of a bark.
struct Surface<'a> {
    bark: &'a Bark,
    bends: [Lattice; 2],
    plates: Lattice,
    grains: [Lattice; 2],
}

impl<'a> Surface<'a> {
    fn new(bark: &'a Bark) -> Self {
        Self {
            bark,
            bends: [0, 1].map(|pattern| Lattice::new([5, 5], pattern)),
            plates: Lattice::new(bark.plates, 2),
            grains: [[48, 32], [96, 96]].map(|cells| Lattice::new(cells, 3)),
        }
    }

    fn colour(&self, place: [f64; 2]) -> [u8; 3] {
        let bark = self.bark;
        // Furrows that run straight look sawn.
        let bent = [0, 1].map(|axis| place[axis] + 0.09 * (self.bends[axis].smooth(place) - 0.5));
        let plate = self.plates.among(bent);
        let depth = match bark.pattern {
            BarkPattern::Plates => 1.0 - smooth_step(0.0, bark.furrowed.max(1e-6), plate.margin),
            BarkPattern::Bands => {
                let half_length = 0.15 + 0.45 * plate.numbers[0];
                let across = plate.offset[0].abs() / half_length;
                let along = plate.offset[1].abs() / (0.5 * bark.furrowed).max(1e-6);
                1.0 - smooth_step(0.7, 1.0, (across * across + along * along).sqrt())
            }
        };
        let grain = 0.6 * self.grains[0].smooth(place) + 0.4 * self.grains[1].smooth(place);
        let light = 0.9 + 0.16 * (plate.numbers[1] - 0.5) + 0.26 * (grain - 0.5);
        shaded(mixed(bark.plate, bark.furrow, depth), light)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;

    #[test]
    fn opposite_borders_differ_no_more_than_neighbouring_rows() {
        let oak = Look::named("oak").unwrap().bark;
        let oak = Surface::new(&oak);
        let row = |at: f64| -> Vec<i32> {
            (0..SIDE)
                .flat_map(|column| oak.colour([(column as f64 + 0.5) / SIDE as f64, at]))
                .map(i32::from)
                .collect()
        };
        let gap = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i32>();
        let half = 0.5 / SIDE as f64;
        let across = gap(&row(1.0 - half), &row(half));
        let within = gap(&row(0.5 - half), &row(0.5 + half));
        assert!(across < 2 * within, "{across} across the border, {within} within");
    }
}

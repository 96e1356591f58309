//! A square of bark that repeats around and along a branch.

use crate::ExportError;
use crate::look::{Bark, BarkPattern};
use crate::picture::noise::{among, smooth};
use crate::picture::{SIDE, encoded, mixed, shaded, smooth_step};

/// Numbers of the random patterns.
const BEND: u32 = 0;
const PLATES: u32 = 2;
const GRAIN: u32 = 3;

/// The picture as a PNG file; its second axis runs along the branch.
pub(crate) fn bark(bark: &Bark) -> Result<Vec<u8>, ExportError> {
    let mut pixels = Vec::with_capacity(3 * SIDE * SIDE);
    for row in 0..SIDE {
        for column in 0..SIDE {
            let place = [column, row].map(|at| (at as f64 + 0.5) / SIDE as f64);
            pixels.extend(colour(bark, place));
        }
    }
    encoded(&pixels, png::ColorType::Rgb)
}

fn colour(bark: &Bark, place: [f64; 2]) -> [u8; 3] {
    // Furrows that run straight look sawn.
    let bend = |pattern| (smooth(place, [5, 5], pattern) - 0.5) * 0.09;
    let bent = [place[0] + bend(BEND), place[1] + bend(BEND + 1)];
    let plate = among(bent, bark.plates, PLATES);
    let depth = match bark.pattern {
        BarkPattern::Plates => 1.0 - smooth_step(0.0, bark.furrowed.max(1e-6), plate.margin),
        BarkPattern::Bands => {
            let half_length = 0.15 + 0.45 * plate.numbers[0];
            let across = plate.offset[0].abs() / half_length;
            let along = plate.offset[1].abs() / (0.5 * bark.furrowed);
            1.0 - smooth_step(0.7, 1.0, (across * across + along * along).sqrt())
        }
    };
    let grain = 0.6 * smooth(place, [48, 32], GRAIN) + 0.4 * smooth(place, [96, 96], GRAIN);
    let light = 0.9 + 0.16 * (plate.numbers[1] - 0.5) + 0.26 * (grain - 0.5);
    shaded(mixed(bark.plate, bark.furrow, depth), light)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;

    #[test]
    fn opposite_borders_differ_no_more_than_neighbouring_rows() {
        let oak = Look::named("oak").unwrap().bark;
        let row = |at: f64| -> Vec<i32> {
            (0..SIDE)
                .flat_map(|column| colour(&oak, [(column as f64 + 0.5) / SIDE as f64, at]))
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

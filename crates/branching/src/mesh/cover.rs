//! How much of what lies behind it a crown covers, and how large cards must be for as much.
//!
//! Cards are laid over the cells of a picture from the sides. Where cards of the share *s* of a cell lie in it, thrown at
//! random, they leave *e*^(−*s*) of it free.

use understory_numerics::math;

use crate::vector::{Vector, add, cross, dot, scale, sub};

/// Cells along the longest side of the crown.
const CELLS: f64 = 72.0;
/// Share of a card that is leaf.
const OPAQUE: f64 = 0.5;
/// Samples of a card along each side: at most, and one more than it is cells long.
const MOST_SAMPLES: usize = 16;
/// Sizes between which that of equal cover is sought, and in how many halvings.
const SIZES: [f64; 2] = [0.4, 2.5];
const HALVINGS: u32 = 7;
/// From the side: directions of sight, and right at right angles to them.
const VIEWS: [[Vector; 2]; 3] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    [
        [-0.5, 0.866_025_403_784_438_6, 0.0],
        [0.866_025_403_784_438_6, 0.5, 0.0],
    ],
    [
        [-0.5, -0.866_025_403_784_438_6, 0.0],
        [-0.866_025_403_784_438_6, 0.5, 0.0],
    ],
];

/// A card: its middle and its whole sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    pub(super) middle: Vector,
    pub(super) along: Vector,
    pub(super) across: Vector,
}

/// What a crown covers.
pub(super) struct Cover {
    middle: Vector,
    cell_m: f64,
    /// Cells from the middle to each border.
    reach: usize,
    covered: f64,
}

impl Cover {
    pub(super) fn of(quads: impl Iterator<Item = Quad> + Clone) -> Self {
        let both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (low, high) = quads.clone().fold(both, |(low, high), quad| {
            (
                std::array::from_fn(|axis| f64::min(low[axis], quad.middle[axis])),
                std::array::from_fn(|axis| f64::max(high[axis], quad.middle[axis])),
            )
        });
        let half = scale(sub(high, low), 0.5);
        let widest_m = dot([half[0], half[1], 0.0], [half[0], half[1], 0.0]).sqrt();
        let cell_m = (2.0 * widest_m.max(half[2]) / CELLS).max(1e-3);
        let mut cover = Self {
            middle: add(low, half),
            cell_m,
            // Cards reach beyond their middles.
            reach: (0.75 * CELLS) as usize,
            covered: 0.0,
        };
        if half.iter().all(|along| along.is_finite()) {
            cover.covered = cover.covered_by(quads);
        }
        cover
    }

    /// How many times as long and as wide cards must be to cover as much.
    pub(super) fn size_of<Q: Iterator<Item = Quad>>(&self, quads: &impl Fn(f64) -> Q) -> f64 {
        let [mut small, mut large] = SIZES;
        for _ in 0..HALVINGS {
            let middle = (small * large).sqrt();
            if self.covered_by(quads(middle)) < self.covered {
                small = middle;
            } else {
                large = middle;
            }
        }
        (small * large).sqrt()
    }

    /// Cells that are covered, over all views.
    fn covered_by(&self, quads: impl Iterator<Item = Quad>) -> f64 {
        let side = 2 * self.reach;
        let mut shares = vec![0.0_f32; VIEWS.len() * side * side];
        for quad in quads {
            let normal = cross(quad.across, quad.along);
            let samples =
                |edge: Vector| ((dot(edge, edge).sqrt() / self.cell_m) as usize + 1).min(MOST_SAMPLES);
            let (rows, columns) = (samples(quad.along), samples(quad.across));
            let each = OPAQUE / (rows * columns) as f64 / (self.cell_m * self.cell_m);
            for (number, [sight, right]) in VIEWS.iter().enumerate() {
                let share = (dot(normal, *sight).abs() * each) as f32;
                for sample in 0..rows * columns {
                    let v = ((sample / columns) as f64 + 0.5) / rows as f64 - 0.5;
                    let u = ((sample % columns) as f64 + 0.5) / columns as f64 - 0.5;
                    let at = sub(
                        add(quad.middle, add(scale(quad.along, v), scale(quad.across, u))),
                        self.middle,
                    );
                    let cell = |along: f64| along / self.cell_m + self.reach as f64;
                    let (x, y) = (cell(dot(at, *right)), cell(at[2]));
                    if x >= 0.0 && y >= 0.0 && x < side as f64 && y < side as f64 {
                        shares[(number * side + y as usize) * side + x as usize] += share;
                    }
                }
            }
        }
        let free = |share: &f32| 1.0 - math::exp(-f64::from(*share));
        shares.iter().filter(|share| **share > 0.0).map(free).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards in a plane that faces the first view, a quarter as many of twice the side: they cover as much.
    #[test]
    fn fewer_and_larger_cards_cover_as_much_at_the_size_of_equal_area() {
        let plane = |each: usize, side_m: f64| {
            move |size: f64| {
                (0..each * each).map(move |at| {
                    let step_m = 10.0 / each as f64;
                    Quad {
                        middle: [
                            0.0,
                            step_m * ((at % each) as f64 + 0.5),
                            step_m * ((at / each) as f64 + 0.5),
                        ],
                        along: [0.0, 0.0, size * side_m],
                        across: [0.0, size * side_m, 0.0],
                    }
                })
            }
        };
        let cover = Cover::of(plane(40, 0.2)(1.0));
        let size = cover.size_of(&plane(20, 0.2));
        assert!((size - 2.0).abs() < 0.1, "{size}");
        let own = cover.size_of(&plane(40, 0.2));
        assert!((own - 1.0).abs() < 0.01, "{own}");
    }
}

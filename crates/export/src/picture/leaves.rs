//! A card of leaves: the stalk enters in the middle below and what it bears fills the card.

use understory_numerics::{math, philox::philox4x32, sample::unit_from_u32};

use crate::ExportError;
use crate::look::{Foliage, LeafShape};
use crate::picture::{SIDE, encoded, shaded};

/// Each pixel is the mean of so many by so many finer ones.
const FINER: usize = 4;
const FINE_SIDE: usize = FINER * SIDE;
const WOOD: [u8; 3] = [94, 76, 54];

/// The picture as a PNG file with its silhouette in the alpha channel, the tip at the top.
pub(crate) fn leaves(foliage: &Foliage) -> Result<Vec<u8>, ExportError> {
    let mut card = Card::default();
    match foliage.shape {
        LeafShape::Oval => card.spray(foliage.colour, 3, 0.23, |s| {
            2.2 * (s * (1.0 - s)).sqrt() * (1.0 - 0.45 * s)
        }),
        LeafShape::Lobed => card.spray(foliage.colour, 2, 0.37, |s| {
            let lobes = 0.8 + 0.2 * math::cos(std::f64::consts::TAU * (3.5 * s - 0.15));
            2.0 * (s * (1.0 - s)).sqrt() * (0.42 + 0.58 * s) * lobes
        }),
        LeafShape::Needles => card.needles(foliage.colour, 34, 0.34, 0.09..0.97, 0.95),
        LeafShape::Tufts => card.needles(foliage.colour, 30, 0.55, 0.05..0.5, 0.75),
    }
    encoded(&card.pixels(foliage.colour), png::ColorType::Rgba)
}

/// Finer pixels: a colour where something has been drawn. Places on it go from 0 to 1, across and upwards.
struct Card {
    fine: Vec<Option<[u8; 3]>>,
    drawn: u32,
}

impl Default for Card {
    fn default() -> Self {
        Self {
            fine: vec![None; FINE_SIDE * FINE_SIDE],
            drawn: 0,
        }
    }
}

/// From where, which way (radians from straight up), how long and how wide to each side at most.
struct Blade {
    base: [f64; 2],
    angle: f64,
    length: f64,
    half_width: f64,
}

impl Card {
    /// Pairs of leaves to both sides of a twig, and one at its end; `width` of each is a share of its length.
    fn spray(&mut self, colour: [u8; 3], pairs: u32, width: f64, outline: impl Fn(f64) -> f64 + Copy) {
        const END: f64 = 0.52;
        self.twig(END);
        let step = (END - 0.04) / f64::from(pairs);
        for pair in 0..pairs {
            for side in [-1.0, 1.0] {
                let [along, turn, light] = self.chance();
                let up = f64::from(pair) / f64::from(pairs);
                let blade = Blade {
                    base: [0.5, 0.04 + step * (f64::from(pair) + 0.4 * along)],
                    angle: side * (1.15 - 0.4 * up + 0.2 * (turn - 0.5)),
                    length: 0.49,
                    half_width: 0.49 * width,
                };
                self.leaf(&blade, shaded(colour, 0.82 + 0.36 * light), outline);
            }
        }
        let end = Blade {
            base: [0.5, END - 0.02],
            angle: 0.03,
            length: 0.48,
            half_width: 0.48 * width,
        };
        self.leaf(&end, shaded(colour, 1.05), outline);
    }

    /// Needles to both sides of a twig, in rows from one height to another, the upper ones steeper.
    fn needles(
        &mut self,
        colour: [u8; 3],
        rows: u32,
        length: f64,
        heights: std::ops::Range<f64>,
        spread: f64,
    ) {
        self.twig(heights.end);
        let step = (heights.end - heights.start) / f64::from(rows);
        for row in 0..rows {
            for side in [-1.0, 1.0] {
                let [along, turn, light] = self.chance();
                let up = f64::from(row) / f64::from(rows);
                let height = heights.start + step * (f64::from(row) + along);
                let angle = side * (spread * (1.25 - 0.9 * up) + 0.25 * (turn - 0.5));
                let blade = Blade {
                    base: [0.5, height],
                    angle,
                    length: (length * (1.0 - 0.35 * up * up))
                        .min((0.99 - height) / math::cos(angle).max(0.05)),
                    half_width: 0.014,
                };
                let colour = shaded(colour, 0.75 + 0.5 * light);
                self.blade(&blade, |s| 1.0 - s * s * s, |_, _| colour);
            }
        }
    }

    fn twig(&mut self, length: f64) {
        let twig = Blade {
            base: [0.5, 0.0],
            angle: 0.0,
            length,
            half_width: 0.012,
        };
        self.blade(&twig, |s| 1.0 - 0.6 * s, |_, _| WOOD);
    }

    /// A blade with a light midrib and veins, darker to the edge.
    fn leaf(&mut self, blade: &Blade, colour: [u8; 3], outline: impl Fn(f64) -> f64) {
        let shade = |s: f64, w: f64| {
            let rib = w.abs() < 0.07;
            let vein = (9.0 * s - 2.2 * w.abs()).rem_euclid(1.0) < 0.14;
            let factor = if rib {
                1.28
            } else if vein {
                1.1
            } else {
                1.0 - 0.14 * w.abs()
            };
            shaded(colour, factor)
        };
        self.blade(blade, outline, shade);
    }

    /// Draws over what is there. `outline` is the width at a share of the length, 1 for the full one; `shade` the
    /// colour there, its second number the share of the half-width.
    fn blade(&mut self, blade: &Blade, outline: impl Fn(f64) -> f64, shade: impl Fn(f64, f64) -> [u8; 3]) {
        let (sin, cos) = math::sin_cos(blade.angle);
        let tip = [
            blade.base[0] + blade.length * sin,
            blade.base[1] + blade.length * cos,
        ];
        let reach = 1.5 * blade.half_width;
        let range = |axis: usize| {
            let low = blade.base[axis].min(tip[axis]) - reach;
            let high = blade.base[axis].max(tip[axis]) + reach;
            let fine = |value: f64| (value * FINE_SIDE as f64).clamp(0.0, FINE_SIDE as f64) as usize;
            fine(low)..fine(high)
        };
        for row in range(1) {
            for column in range(0) {
                let [x, y] = [column, row].map(|at| (at as f64 + 0.5) / FINE_SIDE as f64);
                let [right, up] = [x - blade.base[0], y - blade.base[1]];
                let along = (right * sin + up * cos) / blade.length;
                if !(0.0..=1.0).contains(&along) {
                    continue;
                }
                let across = (right * cos - up * sin) / blade.half_width;
                let width = outline(along);
                if across.abs() <= width {
                    let top = FINE_SIDE - 1 - row;
                    self.fine[top * FINE_SIDE + column] = Some(shade(along, across / width));
                }
            }
        }
    }

    /// Three uniform numbers for the next thing drawn.
    fn chance(&mut self) -> [f64; 3] {
        self.drawn += 1;
        let [a, b, c, _] = philox4x32([self.drawn, 0, 0, 0], [0, 0]).map(unit_from_u32);
        [a, b, c]
    }

    /// Pixels with alpha; where there is nothing the colour of the leaves stands, so that no edge darkens when the
    /// picture is made smaller.
    fn pixels(&self, colour: [u8; 3]) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(4 * SIDE * SIDE);
        for row in 0..SIDE {
            for column in 0..SIDE {
                let (mut sum, mut count) = ([0_u32; 3], 0_u32);
                for fine in 0..FINER * FINER {
                    let at = (row * FINER + fine / FINER) * FINE_SIDE + column * FINER + fine % FINER;
                    if let Some(drawn) = self.fine[at] {
                        count += 1;
                        (0..3).for_each(|channel| sum[channel] += u32::from(drawn[channel]));
                    }
                }
                let mean = if count == 0 {
                    colour
                } else {
                    sum.map(|sum| ((sum + count / 2) / count) as u8)
                };
                pixels.extend(mean);
                pixels.push((255 * count / (FINER * FINER) as u32) as u8);
            }
        }
        pixels
    }
}

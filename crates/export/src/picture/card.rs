//! A card on which leaves are drawn, finer than its pixels, blade by blade.

use understory_numerics::{math, philox::philox4x32, sample::unit_from_u32};

use crate::picture::alpha::{CARD_LEVELS, keep_coverage};
use crate::picture::{Maps, SIDE, normal, shaded};

/// Each pixel is the mean of so many by so many finer ones.
const FINER: usize = 4;
const FINE_SIDE: usize = FINER * SIDE;
const WOOD: [u8; 3] = [94, 76, 54];
/// How far the surface of a blade leans to its edges and to its ends, as parts of a normal.
const LEAN: [f64; 2] = [0.55, 0.25];

/// What is drawn at a finer pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drawn {
    pub(super) colour: [u8; 3],
    /// To the right and up: how far the surface leans.
    lean: [f64; 2],
    /// Share of the sky's light that comes between the leaves, and roughness.
    open: f64,
    rough: f64,
}

/// Finer pixels, where something has been drawn. Places go from 0 to 1, across and upwards.
pub(super) struct Card {
    fine: Vec<Option<Drawn>>,
    drawn: u32,
    /// Where what is drawn comes to lie.
    pub(super) place: Place,
    /// What its colours are multiplied with.
    pub(super) tone: f64,
}

/// Where a spray lies on a card: its stalk, which way it points (radians from straight up) and its size; a spray of its own
/// fills the card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) stalk: [f64; 2],
    pub(super) angle: f64,
    pub(super) size: f64,
}

impl Place {
    /// All of the card.
    pub(super) const WHOLE: Self = Self {
        stalk: [0.5, 0.0],
        angle: 0.0,
        size: 1.0,
    };

    /// A place that is told within this one.
    pub(super) fn within(&self, inner: &Self) -> Self {
        Self {
            stalk: self.of(inner.stalk),
            angle: self.angle + inner.angle,
            size: self.size * inner.size,
        }
    }

    /// Where a place of a whole card comes to lie.
    fn of(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = math::sin_cos(self.angle);
        let x = x - Self::WHOLE.stalk[0];
        [
            self.stalk[0] + self.size * (x * cos + y * sin),
            self.stalk[1] + self.size * (y * cos - x * sin),
        ]
    }

    fn blade(&self, blade: &Blade) -> Blade {
        Blade {
            base: self.of(blade.base),
            angle: self.angle + blade.angle,
            length: self.size * blade.length,
            half_width: self.size * blade.half_width,
        }
    }
}

impl Default for Card {
    fn default() -> Self {
        Self {
            fine: vec![None; FINE_SIDE * FINE_SIDE],
            drawn: 0,
            place: Place::WHOLE,
            tone: 1.0,
        }
    }
}

/// From where, which way (radians from straight up), how long and how wide to each side at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blade {
    pub(super) base: [f64; 2],
    pub(super) angle: f64,
    pub(super) length: f64,
    pub(super) half_width: f64,
}

impl Blade {
    /// A place a share of the way along.
    pub(super) fn at(&self, share: f64) -> [f64; 2] {
        let (sin, cos) = math::sin_cos(self.angle);
        [
            self.base[0] + share * self.length * sin,
            self.base[1] + share * self.length * cos,
        ]
    }
}

impl Card {
    /// A twig, thinner to its end.
    pub(super) fn twig(&mut self, twig: &Blade) {
        self.blade(twig, |s| 1.0 - 0.6 * s, |_, _| (WOOD, 0.9), 0.8);
    }

    /// A blade with a light midrib and veins, darker to the edge; `open` is the share of light that comes to it. It is rough:
    /// a smoother one would shine where light comes through it.
    pub(super) fn leaf(&mut self, blade: &Blade, colour: [u8; 3], open: f64, outline: impl Fn(f64) -> f64) {
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
            (shaded(colour, factor), if rib || vein { 0.95 } else { 0.88 })
        };
        self.blade(blade, outline, shade, open);
    }

    /// A needle.
    pub(super) fn needle(&mut self, blade: &Blade, colour: [u8; 3], open: f64) {
        self.blade(blade, |s| 1.0 - s * s * s, |_, _| (colour, 0.85), open);
    }

    /// Draws over what is there. `outline` is the width at a share of the length, 1 for the full one; `shade` the colour
    /// and the roughness there, its second number the share of the half-width.
    fn blade(
        &mut self,
        blade: &Blade,
        outline: impl Fn(f64) -> f64,
        shade: impl Fn(f64, f64) -> ([u8; 3], f64),
        open: f64,
    ) {
        let blade = &self.place.blade(blade);
        let tone = self.tone;
        let (sin, cos) = math::sin_cos(blade.angle);
        let tip = blade.at(1.0);
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
                    let share = across / width;
                    let (colour, rough) = shade(along, share);
                    let (aside, ahead) = (LEAN[0] * share, LEAN[1] * (2.0 * along - 1.0));
                    self.fine[(FINE_SIDE - 1 - row) * FINE_SIDE + column] = Some(Drawn {
                        colour: shaded(colour, tone),
                        lean: [aside * cos + ahead * sin, ahead * cos - aside * sin],
                        open: open * (0.75 + 0.25 * along),
                        rough,
                    });
                }
            }
        }
    }

    /// Three uniform numbers for the next thing drawn.
    pub(super) fn chance(&mut self) -> [f64; 3] {
        self.drawn += 1;
        let [a, b, c, _] = philox4x32([self.drawn, 0, 0, 0], [0, 0]).map(unit_from_u32);
        [a, b, c]
    }

    /// The share of each pixel on which something is drawn.
    pub(super) fn shares(&self) -> Vec<f64> {
        let share = |number: usize| {
            let (row, column) = (number / SIDE * FINER, number % SIDE * FINER);
            let fine = |fine: usize| (row + fine / FINER) * FINE_SIDE + column + fine % FINER;
            let drawn = (0..FINER * FINER).filter(|&at| self.fine[fine(at)].is_some());
            drawn.count() as f64 / (FINER * FINER) as f64
        };
        (0..SIDE * SIDE).map(share).collect()
    }

    /// The pictures of the card, of which each pixel is leaf to a share of its own; where nothing is drawn the colour of the
    /// leaves stands, so that no edge darkens when they are made smaller.
    pub(super) fn maps(&self, colour: [u8; 3], leaf: &[f64]) -> Maps {
        let pixels = SIDE * SIDE;
        let mut maps = Maps {
            side: SIDE,
            ..Maps::default()
        };
        for number in 0..pixels {
            let (row, column) = (number / SIDE, number % SIDE);
            let mut count = 0_u32;
            let (mut sum, mut lean, mut open, mut rough) = ([0_u32; 3], [0.0; 2], 0.0, 0.0);
            for fine in 0..FINER * FINER {
                let at = (row * FINER + fine / FINER) * FINE_SIDE + column * FINER + fine % FINER;
                if let Some(drawn) = self.fine[at] {
                    count += 1;
                    (0..3).for_each(|channel| sum[channel] += u32::from(drawn.colour[channel]));
                    (0..2).for_each(|axis| lean[axis] += drawn.lean[axis]);
                    open += drawn.open;
                    rough += drawn.rough;
                }
            }
            if count == 0 {
                maps.colour.push([colour[0], colour[1], colour[2], 0]);
                maps.normal.push([128, 128, 255]);
                maps.surface.push([255, 224, 0]);
                continue;
            }
            let [red, green, blue] = sum.map(|sum| ((sum + count / 2) / count) as u8);
            maps.colour.push([red, green, blue, 0]);
            let share = |sum: f64| sum / f64::from(count);
            maps.normal.push(normal(lean.map(share)));
            let byte = |share: f64| (255.0 * share).round() as u8;
            maps.surface.push([byte(share(open)), byte(share(rough)), 0]);
        }
        let opacity = keep_coverage(leaf, SIDE, CARD_LEVELS);
        for (pixel, opacity) in maps.colour.iter_mut().zip(opacity) {
            pixel[3] = (255.0 * opacity).round() as u8;
        }
        maps
    }
}

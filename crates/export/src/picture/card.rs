//! A card on which leaves are drawn, finer than its pixels, blade by blade.

use understory_numerics::{math, philox::philox4x32, sample::unit_from_u32};

use crate::picture::alpha::{CARD_LEVELS, keep_coverage};
use crate::picture::{Maps, SIDE, normal, surface_pixel};

/// Each pixel is the mean of so many by so many finer ones.
const FINER: usize = 4;
const FINE_SIDE: usize = FINER * SIDE;
const WOOD: [u8; 3] = [94, 76, 54];
/// How far the surface of a blade leans to its edges and to its ends, as parts of a normal.
const LEAN: [f64; 2] = [0.55, 0.25];

/// What a blade is drawn as.
#[derive(Clone, Copy, Debug)]
enum Surface {
    Twig,
    Leaf,
    Needle,
}

/// How wide a blade is at a share of its length: steps of a curve, as a card asks for it a million times.
struct Outline {
    widths: [f64; Outline::STEPS + 1],
    /// The widest of them, as a part of the half-width.
    widest: f64,
}

impl Outline {
    const STEPS: usize = 256;

    fn of(width: impl Fn(f64) -> f64) -> Self {
        let widths: [f64; Self::STEPS + 1] =
            std::array::from_fn(|step| width(step as f64 / Self::STEPS as f64));
        Self {
            widths,
            widest: widths.iter().copied().fold(0.0, f64::max),
        }
    }

    /// The width at a share from 0 to 1.
    fn at(&self, share: f64) -> f64 {
        let along = share * Self::STEPS as f64;
        let step = (along as usize).min(Self::STEPS - 1);
        self.widths[step] + (along - step as f64) * (self.widths[step + 1] - self.widths[step])
    }
}

/// A blade that has been drawn.
struct Drawn {
    blade: Blade,
    /// Sine and cosine of its angle.
    turn: [f64; 2],
    /// 1 over its length and over its half-width.
    scale: [f64; 2],
    surface: Surface,
    colour: [f64; 3],
    /// Share of the sky's light that comes between the leaves.
    open: f64,
}

impl Drawn {
    /// Shares of the length and of the half-width at a place.
    fn shares(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [right, up] = [x - self.blade.base[0], y - self.blade.base[1]];
        let ([sin, cos], [along, across]) = (self.turn, self.scale);
        [
            (right * sin + up * cos) * along,
            (right * cos - up * sin) * across,
        ]
    }

    /// The finer pixels of a row that may show it: where neither share is outside its range.
    fn columns(&self, y: f64, widest: f64) -> std::ops::Range<usize> {
        let fine = FINE_SIDE as f64;
        let at = |column: f64| self.shares([(column + 0.5) / fine, y]);
        let ([along, across], [along_next, across_next]) = (at(0.0), at(1.0));
        let (mut low, mut high) = (0.0_f64, fine);
        for (value, step, [least, most]) in [
            (along, along_next - along, [0.0, 1.0]),
            (across, across_next - across, [-widest, widest]),
        ] {
            if step == 0.0 {
                continue;
            }
            let [a, b] = [(least - value) / step, (most - value) / step];
            (low, high) = (low.max(a.min(b)), high.min(a.max(b)));
        }
        // A pixel more to each side: what is drawn is decided pixel by pixel.
        let whole = |value: f64| value.clamp(0.0, fine) as usize;
        whole(low - 1.0)..whole(high + 2.0)
    }

    /// Its colour, how far it leans to the right and up, its light and its roughness at shares of its length and of its width
    /// there.
    fn look(&self, along: f64, share: f64) -> Look {
        let (factor, rough) = match self.surface {
            Surface::Twig => (1.0, 0.9),
            Surface::Needle => (1.0, 0.85),
            // A light midrib and veins, darker to the edge; rough, as a smoother one would shine where light comes through.
            // Veins repeat with whole numbers, which are kept above 0 for `as`: `floor` is a call on the processors that we build for.
            Surface::Leaf => {
                let position = 9.0 * along - 2.2 * share.abs() + 3.0;
                if share.abs() < 0.07 {
                    (1.28, 0.95)
                } else if position - f64::from(position as i32) < 0.14 {
                    (1.1, 0.95)
                } else {
                    (1.0 - 0.14 * share.abs(), 0.88)
                }
            }
        };
        let [sin, cos] = self.turn;
        let (aside, ahead) = (LEAN[0] * share, LEAN[1] * (2.0 * along - 1.0));
        Look {
            colour: self.colour.map(|channel| (channel * factor).min(255.0)),
            lean: [aside * cos + ahead * sin, ahead * cos - aside * sin],
            open: self.open * (0.75 + 0.25 * along),
            rough,
        }
    }
}

/// What a finer pixel shows, or a sum of such.
#[derive(Default)]
struct Look {
    colour: [f64; 3],
    lean: [f64; 2],
    open: f64,
    rough: f64,
}

impl Look {
    fn add(&mut self, other: &Self) {
        (0..3).for_each(|channel| self.colour[channel] += other.colour[channel]);
        (0..2).for_each(|axis| self.lean[axis] += other.lean[axis]);
        self.open += other.open;
        self.rough += other.rough;
    }
}

/// Finer pixels, each with the number of the blade that was drawn there last, from 1; 0 is none. Places go from 0 to 1,
/// across and upwards.
pub(super) struct Card {
    fine: Vec<u32>,
    blades: Vec<Drawn>,
    /// Of each [`Surface`].
    outlines: [Outline; 3],
    chances: u32,
    /// Where what is drawn comes to lie.
    pub(super) place: Place,
    /// What its colours are multiplied with.
    pub(super) tone: f64,
}

/// A lean in steps of a twelfth, which nobody sees on leaves, and which make the file half as large.
fn in_steps(lean: f64) -> f64 {
    (12.0 * lean).round() / 12.0
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
    /// An empty card for leaves of an outline: the width at a share of the length, 1 for the full one.
    pub(super) fn new(leaf: impl Fn(f64) -> f64) -> Self {
        Self {
            fine: vec![0; FINE_SIDE * FINE_SIDE],
            blades: Vec::new(),
            outlines: [
                Outline::of(|s| 1.0 - 0.6 * s),
                Outline::of(leaf),
                Outline::of(|s| 1.0 - s * s * s),
            ],
            chances: 0,
            place: Place::WHOLE,
            tone: 1.0,
        }
    }

    /// A twig, thinner to its end.
    pub(super) fn twig(&mut self, twig: &Blade) {
        self.draw(twig, Surface::Twig, WOOD, 0.8);
    }

    /// A leaf; `open` is the share of light that comes to it.
    pub(super) fn leaf(&mut self, blade: &Blade, colour: [u8; 3], open: f64) {
        self.draw(blade, Surface::Leaf, colour, open);
    }

    /// A needle.
    pub(super) fn needle(&mut self, blade: &Blade, colour: [u8; 3], open: f64) {
        self.draw(blade, Surface::Needle, colour, open);
    }

    /// Draws over what is there.
    fn draw(&mut self, blade: &Blade, surface: Surface, colour: [u8; 3], open: f64) {
        let blade = self.place.blade(blade);
        let (sin, cos) = math::sin_cos(blade.angle);
        let drawn = Drawn {
            blade,
            turn: [sin, cos],
            scale: [blade.length, blade.half_width].map(f64::recip),
            surface,
            colour: colour.map(|channel| f64::from(channel) * self.tone),
            open,
        };
        let outline = &self.outlines[surface as usize];
        let tip = blade.at(1.0)[1];
        let reach = outline.widest * blade.half_width;
        let row = |y: f64| (y * FINE_SIDE as f64).clamp(0.0, FINE_SIDE as f64) as usize;
        let number = self.blades.len() as u32 + 1;
        for row in row(blade.base[1].min(tip) - reach)..row(blade.base[1].max(tip) + reach) {
            let y = (row as f64 + 0.5) / FINE_SIDE as f64;
            let line = &mut self.fine[(FINE_SIDE - 1 - row) * FINE_SIDE..][..FINE_SIDE];
            for column in drawn.columns(y, outline.widest) {
                let [along, across] = drawn.shares([(column as f64 + 0.5) / FINE_SIDE as f64, y]);
                if (0.0..=1.0).contains(&along) && across.abs() <= outline.at(along) {
                    line[column] = number;
                }
            }
        }
        self.blades.push(drawn);
    }

    /// Three uniform numbers for the next thing drawn.
    pub(super) fn chance(&mut self) -> [f64; 3] {
        self.chances += 1;
        let [a, b, c, _] = philox4x32([self.chances, 0, 0, 0], [0, 0]).map(unit_from_u32);
        [a, b, c]
    }

    /// The finer pixels of a pixel, row by row from above.
    fn finer(pixel: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (pixel / SIDE * FINER, pixel % SIDE * FINER);
        (0..FINER * FINER).map(move |at| (row + at / FINER) * FINE_SIDE + column + at % FINER)
    }

    /// The share of each pixel on which something is drawn.
    pub(super) fn shares(&self) -> Vec<f64> {
        let share = |pixel| {
            let drawn = Self::finer(pixel).filter(|&at| self.fine[at] > 0);
            drawn.count() as f64 / (FINER * FINER) as f64
        };
        (0..SIDE * SIDE).map(share).collect()
    }

    /// What a finer pixel shows.
    fn look(&self, at: usize) -> Option<Look> {
        let number = self.fine[at].checked_sub(1)?;
        let drawn = &self.blades[number as usize];
        let (row, column) = (FINE_SIDE - 1 - at / FINE_SIDE, at % FINE_SIDE);
        let place = [column, row].map(|at| (at as f64 + 0.5) / FINE_SIDE as f64);
        let [along, across] = drawn.shares(place);
        let width = self.outlines[drawn.surface as usize].at(along);
        Some(drawn.look(along, across / width))
    }

    /// The pictures of the card, of which each pixel is leaf to a share of its own; where nothing is drawn the colour of the
    /// leaves stands, so that no edge darkens when they are made smaller.
    pub(super) fn maps(&self, colour: [u8; 3], leaf: &[f64]) -> Maps {
        let mut maps = Maps {
            side: SIDE,
            ..Maps::default()
        };
        let byte = |value: f64| value.round() as u8;
        for pixel in 0..SIDE * SIDE {
            let (mut count, mut sum) = (0_u32, Look::default());
            for look in Self::finer(pixel).filter_map(|at| self.look(at)) {
                count += 1;
                sum.add(&look);
            }
            if count == 0 {
                maps.colour.push([colour[0], colour[1], colour[2], 0]);
                maps.normal.push([128, 128, 255]);
                maps.surface.push([255, 225, 0]);
                continue;
            }
            let mean = |sum: f64| sum / f64::from(count);
            let [red, green, blue] = sum.colour.map(|sum| byte(mean(sum)));
            maps.colour.push([red, green, blue, 0]);
            maps.normal.push(normal(sum.lean.map(mean).map(in_steps)));
            maps.surface.push(surface_pixel([sum.open, sum.rough].map(mean)));
        }
        let opacity = keep_coverage(leaf, SIDE, CARD_LEVELS);
        for (pixel, opacity) in maps.colour.iter_mut().zip(opacity) {
            pixel[3] = byte(255.0 * opacity);
        }
        maps
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const GREEN: [u8; 3] = [80, 120, 40];

    /// Share of the finer pixels that are drawn.
    fn drawn_share(card: &Card) -> f64 {
        card.fine.iter().flatten().count() as f64 / card.fine.len() as f64
    }

    fn at(card: &Card, [x, y]: [f64; 2]) -> Option<[u8; 3]> {
        let [column, row] = [x, 1.0 - y].map(|value| (value * FINE_SIDE as f64) as usize);
        card.fine[row * FINE_SIDE + column]
    }

    /// A bar that leaves its base at an angle to the right: every probe along it, to the left and to the right.
    #[test]
    fn a_blade_lies_where_its_base_angle_length_and_width_say() {
        for degrees in [-120.0_f64, -90.0, -35.0, 0.0, 20.0, 90.0, 150.0] {
            let angle = degrees.to_radians();
            let blade = Blade {
                base: [0.5, 0.45],
                angle,
                length: 0.3,
                half_width: 0.05,
            };
            let mut card = Card::default();
            card.blade(
                &blade,
                |_| 1.0,
                |along, across| [(100.0 * along) as u8, (100.0 + 100.0 * across) as u8, 7],
            );
            assert!(
                (drawn_share(&card) - 0.03).abs() < 3e-4,
                "{degrees}: {}",
                drawn_share(&card)
            );
            let (sin, cos) = math::sin_cos(angle);
            let place =
                |along: f64, right: f64| [0.5 + along * sin + right * cos, 0.45 + along * cos - right * sin];
            for along in [0.01, 0.1, 0.2, 0.29] {
                for right in [-0.045, -0.02, 0.02, 0.045] {
                    let [a, b, c] = at(&card, place(along, right)).unwrap();
                    assert!(
                        (f64::from(a) - 100.0 * along / 0.3).abs() < 2.0,
                        "{degrees} {along}: {a}"
                    );
                    assert!(
                        (f64::from(b) - 100.0 - 100.0 * right / 0.05).abs() < 4.0,
                        "{degrees} {right}: {b}"
                    );
                    assert_eq!(c, 7);
                }
            }
            for (along, right) in [(-0.01, 0.0), (0.31, 0.0), (0.1, 0.06), (0.1, -0.06)] {
                assert_eq!(at(&card, place(along, right)), None);
            }
        }
    }

    #[test]
    fn an_outline_narrows_a_blade_and_shade_counts_from_its_middle_to_its_edge() {
        let blade = Blade {
            base: [0.5, 0.1],
            angle: 0.0,
            length: 0.8,
            half_width: 0.2,
        };
        let mut card = Card::default();
        card.blade(
            &blade,
            |along| 1.0 - along,
            |_, across| [(100.0 + 100.0 * across) as u8, 0, 0],
        );
        assert!((drawn_share(&card) - 0.8 * 0.2).abs() < 1e-3, "a triangle");
        // At half of the length it reaches 0.1 to each side.
        for (right, red) in [(-0.095, 5.0), (-0.05, 50.0), (0.05, 150.0), (0.095, 195.0)] {
            let [found, _, _] = at(&card, [0.5 + right, 0.5]).unwrap();
            assert!((f64::from(found) - red).abs() < 4.0, "{right}: {found}");
        }
        assert_eq!([at(&card, [0.39, 0.5]), at(&card, [0.61, 0.5])], [None, None]);
    }

    #[test]
    fn a_wider_outline_is_drawn_up_to_one_and_a_half_times_the_width() {
        let blade = Blade {
            base: [0.5, 0.2],
            angle: 0.0,
            length: 0.5,
            half_width: 0.1,
        };
        let mut card = Card::default();
        card.blade(&blade, |_| 1.4, |_, _| GREEN);
        assert!(
            (drawn_share(&card) - 0.5 * 0.28).abs() < 1e-3,
            "{}",
            drawn_share(&card)
        );
    }

    #[test]
    fn a_leaf_has_a_light_midrib_and_veins_and_is_darker_to_the_edge() {
        let blade = Blade {
            base: [0.5, 0.1],
            angle: 0.0,
            length: 0.8,
            half_width: 0.3,
        };
        let mut card = Card::default();
        card.leaf(&blade, [100; 3], |_| 1.0);
        let mut counts = std::collections::BTreeMap::new();
        for column in 0..=40 {
            let across = f64::from(column) / 20.0 - 1.0;
            for row in 1..80 {
                let along = f64::from(row) / 80.0;
                let [grey, _, _] = at(&card, [0.5 + 0.299 * across, 0.1 + 0.8 * along]).unwrap();
                let vein = 9.0 * along - 2.2 * across.abs();
                let vein = vein - vein.floor();
                let kind = match (across.abs(), vein) {
                    (w, _) if w < 0.06 => 128.0,
                    (w, _) if w < 0.08 => continue,
                    (_, v) if (0.02..0.12).contains(&v) => 110.0,
                    (w, v) if (0.16..0.98).contains(&v) => 100.0 - 14.0 * w,
                    _ => continue,
                };
                assert!(
                    (f64::from(grey) - kind).abs() <= 1.0,
                    "{along} {across}: {grey} for {kind}"
                );
                *counts.entry(kind as i64).or_insert(0) += 1;
            }
        }
        assert!(counts[&128] > 50 && counts[&110] > 100 && counts.len() > 10);
    }

    #[test]
    fn a_twig_rises_from_the_middle_of_the_lower_edge_and_tapers() {
        let mut card = Card::default();
        card.twig(0.5);
        assert!(
            (drawn_share(&card) - 0.5 * 0.024 * 0.7).abs() < 2e-4,
            "{}",
            drawn_share(&card)
        );
        assert_eq!(at(&card, [0.5, 0.001]), Some(WOOD));
        assert_eq!(at(&card, [0.5, 0.499]), Some(WOOD));
        assert_eq!([at(&card, [0.5, 0.51]), at(&card, [0.48, 0.1])], [None, None]);
    }

    /// So many pairs up a twig, leaning outwards and the upper ones less, and a leaf at its end.
    #[test]
    fn a_spray_bears_pairs_of_leaves_and_one_at_the_end() {
        for pairs in [1, 2, 3] {
            let mut card = Card::default();
            card.spray(GREEN, pairs, 0.08, |_| 1.0);
            assert_eq!(card.drawn, 2 * pairs, "each leaf has chances of its own");
            for pair in 0..pairs {
                let lean = 1.15 - 0.4 * f64::from(pair) / f64::from(pairs);
                let base = 0.04 + 0.48 * (f64::from(pair) + 0.2) / f64::from(pairs);
                // The middle line at half of the length, within what chance may move it by.
                for side in [-1.0, 1.0] {
                    let (sin, cos) = math::sin_cos(side * lean);
                    let middle = [0.5 + 0.25 * sin, base + 0.25 * cos];
                    let moves = [-0.12, -0.08, -0.04, 0.0, 0.04, 0.08, 0.12];
                    let is_met = moves
                        .iter()
                        .any(|up| at(&card, [middle[0], middle[1] + up]).is_some());
                    assert!(is_met, "{pair} of {pairs}, side {side}");
                }
            }
            for y in [0.55, 0.75, 0.97] {
                assert!(
                    at(&card, [0.5 + 0.03 * (y - 0.5), y]).is_some(),
                    "the end leaf at {y}"
                );
            }
            // Bars of 0.49 by 0.08 shares of their length, and the twig: no more than all of them side by side.
            let bars = f64::from(2 * pairs) * 0.49 * 0.49 * 0.16 + 0.48 * 0.48 * 0.16;
            let share = drawn_share(&card);
            assert!(
                share < bars + 0.01 && share > 0.6 * bars,
                "{pairs}: {share} of {bars}"
            );
        }
    }

    /// Half of a card of needles is to the left; none passes the upper border.
    #[test]
    fn needles_stand_in_rows_to_both_sides_and_the_upper_ones_are_steeper_and_shorter() {
        let mut card = Card::default();
        card.needles(GREEN, 30, 0.4, 0.1..0.7, 0.9);
        assert_eq!(card.drawn, 60);
        let column_of = |x: f64| {
            (0..FINE_SIDE)
                .filter(move |row| row % 4 == 0)
                .map(move |row| [x, (row as f64 + 0.5) / FINE_SIDE as f64])
        };
        for x in [0.4, 0.3, 0.25] {
            for x in [x, 1.0 - x] {
                let drawn = column_of(x).filter(|&place| at(&card, place).is_some()).count();
                assert!(drawn > 20, "{x}: {drawn}");
            }
        }
        // 0.4 to each side at most, a little less for the lean of even the lowest.
        assert!(
            column_of(0.07)
                .chain(column_of(0.93))
                .all(|place| at(&card, place).is_none())
        );
        assert!(
            column_of(0.14)
                .chain(column_of(0.86))
                .any(|place| at(&card, place).is_some())
        );
        let widest = |y: f64| {
            let far = (0..100)
                .rev()
                .find(|step| at(&card, [0.5 + f64::from(*step) / 210.0, y]).is_some());
            f64::from(far.unwrap_or(0)) / 210.0
        };
        assert!(widest(0.3) > 0.25 && widest(0.3) < 0.4, "{}", widest(0.3));
        assert!(widest(0.85) < 0.15, "{}", widest(0.85));
        assert!((0..100).all(|step| at(&card, [f64::from(step) / 100.0, 0.05]).is_none_or(|c| c == WOOD)));
        let mut tall = Card::default();
        tall.needles(GREEN, 30, 0.6, 0.1..0.97, 0.9);
        assert!((0..100).all(|step| at(&tall, [f64::from(step) / 100.0, 0.9985]).is_none()));
        assert!((0..400).any(|step| at(&tall, [f64::from(step) / 400.0, 0.97]).is_some()));
    }

    /// Sixteen finer pixels make one: their mean colour, and as much alpha as are drawn of them.
    #[test]
    fn pixels_are_means_of_finer_ones_with_their_share_as_alpha() {
        let mut card = Card::default();
        let row = FINE_SIDE - 4 * 3 - 4;
        for fine in 0..4 {
            card.fine[row * FINE_SIDE + 4 * 7 + fine] = Some([200, 100, 3]);
            card.fine[(row + 3) * FINE_SIDE + 4 * 7 + fine] = Some([100, 50, 0]);
        }
        for down in 0..4 {
            for right in 0..4 {
                card.fine[(row + down) * FINE_SIDE + 4 * 9 + right] = Some([9, 8, 7]);
            }
        }
        card.fine[(row + 1) * FINE_SIDE + 4 * 20 + 2] = Some([40, 50, 60]);
        let pixels = card.pixels(GREEN);
        assert_eq!(pixels.len(), 4 * SIDE * SIDE);
        let pixel = |column: usize| {
            let start = 4 * ((SIDE - 4) * SIDE + column);
            [
                pixels[start],
                pixels[start + 1],
                pixels[start + 2],
                pixels[start + 3],
            ]
        };
        // (4 · 3 + 4 · 0 + 4) / 8 rounds 1.5 up.
        assert_eq!(pixel(7), [150, 75, 2, 127]);
        assert_eq!(pixel(9), [9, 8, 7, 255]);
        assert_eq!(pixel(20), [40, 50, 60, 255 / 16]);
        let empty = [GREEN[0], GREEN[1], GREEN[2], 0];
        assert_eq!([pixel(6), pixel(8), pixel(10)], [empty; 3]);
        assert_eq!(pixels.chunks_exact(4).filter(|pixel| pixel[3] > 0).count(), 3);
    }

    #[test]
    fn chances_differ_from_each_other() {
        let mut card = Card::default();
        let [first, second] = [card.chance(), card.chance()];
        assert!(first.iter().all(|one| !second.contains(one)) && first[0] != first[1]);
    }
}

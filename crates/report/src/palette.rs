//! Colours that colour-blind readers can tell apart: Okabe and Ito's for things without an order, viridis for years.

use crate::page::Ink;

pub(crate) const BLACK: Ink = Ink::solid(0x00_0000);
pub(crate) const WHITE: Ink = Ink::solid(0xff_ffff);
pub(crate) const TEXT: Ink = Ink::solid(0x22_2222);
pub(crate) const GREY: Ink = Ink::solid(0x77_7777);
pub(crate) const AXIS: Ink = Ink::solid(0x55_5555);
pub(crate) const RULE: Ink = Ink::solid(0xe4_e4e4);

pub(crate) const ORANGE: Ink = Ink::solid(0xe6_9f00);
pub(crate) const SKY_BLUE: Ink = Ink::solid(0x56_b4e9);
pub(crate) const GREEN: Ink = Ink::solid(0x00_9e73);
pub(crate) const BLUE: Ink = Ink::solid(0x00_72b2);
pub(crate) const VERMILION: Ink = Ink::solid(0xd5_5e00);
pub(crate) const PURPLE: Ink = Ink::solid(0xcc_79a7);
/// In place of their yellow, which is too pale for a line on white.
const MID_GREY: Ink = Ink::solid(0x99_9999);

const CATEGORIES: [Ink; 7] = [GREEN, ORANGE, BLUE, VERMILION, PURPLE, SKY_BLUE, MID_GREY];

/// Dashes that go with the colours where lines are drawn.
pub(crate) const DASHES: [&[f64]; 4] = [&[], &[40.0, 20.0], &[12.0, 14.0], &[60.0, 18.0, 12.0, 18.0]];

/// Colour of the i-th thing of a kind; from the eighth on darker shades of the same.
pub(crate) fn category(i: usize) -> Ink {
    let Ink { rgb, opacity } = CATEGORIES[i % CATEGORIES.len()];
    let shade = |part: u8| match i / CATEGORIES.len() {
        0 => part,
        1 => (u16::from(part) * 11 / 20) as u8,
        _ => 255 - (255 - part) / 2,
    };
    Ink {
        rgb: rgb.map(shade),
        opacity,
    }
}

/// Red, green and blue of a species by its number among those of a run, as every figure draws it.
#[must_use]
pub fn species_colour(number: usize) -> [u8; 3] {
    category(number).rgb
}

/// Five of the colours of viridis (matplotlib), evenly spaced, and the share of the map used: its last tenth is too
/// pale on white.
const VIRIDIS: [[u8; 3]; 5] = [
    [0x44, 0x01, 0x54],
    [0x3b, 0x52, 0x8b],
    [0x21, 0x91, 0x8c],
    [0x5e, 0xc9, 0x62],
    [0xfd, 0xe7, 0x25],
];
const VIRIDIS_USED: f64 = 0.9;

/// Colour for a share from 0 (early) to 1 (late).
pub(crate) fn sequence(share: f64) -> Ink {
    let x = share.clamp(0.0, 1.0) * VIRIDIS_USED * (VIRIDIS.len() - 1) as f64;
    let from = (x as usize).min(VIRIDIS.len() - 2);
    let part = x - from as f64;
    let mix = |c: usize| f64::from(VIRIDIS[from][c]) * (1.0 - part) + f64::from(VIRIDIS[from + 1][c]) * part;
    Ink {
        rgb: [mix(0).round() as u8, mix(1).round() as u8, mix(2).round() as u8],
        opacity: 1.0,
    }
}

/// A colour with so much white in it, from 0 to 1.
pub(crate) fn paled(ink: Ink, white: f64) -> Ink {
    let part = |part: u8| (f64::from(part) + white * (255.0 - f64::from(part))).round() as u8;
    Ink {
        rgb: ink.rgb.map(part),
        ..ink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_one_things_have_twenty_one_colours() {
        for i in 0..21 {
            for j in 0..i {
                assert_ne!(category(i).rgb, category(j).rgb, "{i} and {j}");
            }
        }
    }

    #[test]
    fn later_years_are_lighter() {
        let lightness = |share: f64| {
            let [r, g, b] = sequence(share).rgb.map(f64::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let shares: Vec<f64> = (0..=20).map(|i| lightness(f64::from(i) / 20.0)).collect();
        assert!(shares.is_sorted(), "{shares:?}");
    }

    #[test]
    fn the_colours_of_years_are_those_of_the_first_nine_tenths_of_viridis() {
        assert_eq!(sequence(0.0).rgb, VIRIDIS[0]);
        for (number, rgb) in VIRIDIS.iter().enumerate().take(4) {
            assert_eq!(sequence(number as f64 / 4.0 / 0.9).rgb, *rgb);
        }
        // Half-way between the second and the third.
        assert_eq!(sequence(0.375 / 0.9).rgb, [0x2e, 0x72, 0x8c]);
        assert_eq!([sequence(-1.0), sequence(2.0)], [sequence(0.0), sequence(1.0)]);
    }

    #[test]
    fn further_things_have_darker_and_then_paler_shades() {
        assert_eq!([category(0), category(6)], [GREEN, MID_GREY]);
        assert_eq!(
            category(7).rgb,
            [0, 0x9e * 11 / 20, 0x73 * 11 / 20].map(|part: u32| part as u8)
        );
        assert_eq!(category(14).rgb, [128, 207, 185]);
    }
}

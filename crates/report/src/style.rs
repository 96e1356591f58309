//! What all figures look like: how wide they are, their letters, lines and colours.
//!
//! Colours are such that colour-blind readers can tell them apart: Okabe and Ito's for things without an order, viridis for
//! years.

use crate::ink::Ink;
use crate::outline::PT;

/// Widths of pages, pt: of one panel, of a map, of several panels, and of one of several where it stands alone.
pub(crate) const ONE_PANEL_PT: f64 = 400.0;
pub(crate) const MAP_PT: f64 = 440.0;
pub(crate) const PANELS_PT: f64 = 480.0;
pub(crate) const LONE_PANEL_PT: f64 = 360.0;
/// Panels stand below each other on a page that is narrower than this.
pub(crate) const TWO_COLUMNS_PT: f64 = 340.0;
/// Of pictures that move, which would be large files.
pub(crate) const FILM_PT: f64 = 300.0;
/// What figures may be told to be instead, mm: from a column of a journal to a poster.
pub(crate) const WIDTHS_MM: [f64; 2] = [80.0, 600.0];
const PT_PER_MM: f64 = 72.0 / 25.4;

/// The width of a page, pt: what its figure was told to be, but no less than it needs, or its own. Letters and lines stay as they are.
pub(crate) fn page_pt(asked_mm: Option<f64>, own_pt: f64, least_pt: f64) -> f64 {
    asked_mm.map_or(own_pt, |width_mm| (width_mm * PT_PER_MM).max(least_pt))
}

/// White around everything.
pub(crate) const MARGIN: f64 = 6.0 * PT;
/// Pixels to a point: 216 to the inch.
pub(crate) const PIXELS_PER_PT: f64 = 3.0;

/// The font that travels with the program.
pub(crate) static FONT: &[u8] = include_bytes!("../assets/DejaVuSans-subset.ttf");
/// Size of text: of most, of notes, and of a figure's heading.
pub(crate) const TEXT_SIZE: f64 = 8.0 * PT;
pub(crate) const SMALL: f64 = 7.0 * PT;
pub(crate) const HEADING_SIZE: f64 = 9.5 * PT;
/// From a line of notes to the next.
pub(crate) const SMALL_LINE: f64 = 9.5 * PT;

/// Widths of lines: around crowns; of rules and leaders; of axes and frames; of curves beside many others; of curves.
pub(crate) const HAIR: f64 = 0.3 * PT;
pub(crate) const FINE: f64 = 0.5 * PT;
pub(crate) const EDGE: f64 = 0.7 * PT;
pub(crate) const THIN: f64 = 0.9 * PT;
pub(crate) const CURVE: f64 = 1.2 * PT;
/// Of what is to be found among thousands of lines.
pub(crate) const BOLD: f64 = 1.6 * PT;
/// Dashes that go with the colours where lines are drawn.
pub(crate) const DASHES: [&[f64]; 4] = [&[], &[40.0, 20.0], &[12.0, 14.0], &[60.0, 18.0, 12.0, 18.0]];

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

/// Behind what stands out: what is there anyway, and what an edit keeps.
pub(crate) const BACKGROUND: Ink = Ink::solid(0xdd_dddd);
pub(crate) const KEPT: Ink = Ink::solid(0xcf_cfcf);
/// Behind trees, above and below the ground.
pub(crate) const SKY: Ink = Ink::solid(0xdf_e8f0);
pub(crate) const SOIL: Ink = Ink::solid(0xf0_e9dd);
/// What crosses a map.
pub(crate) const ROAD: Ink = Ink::solid(0xb3_b3b3);
pub(crate) const RIVER: Ink = Ink::solid(0x9c_c9ec);
pub(crate) const BORDER: Ink = Ink::solid(0x8f_9fb5);
/// Cells of a raster on which a forest grows: open and filled ground, forest on each, what is new, seeds, and cells below them.
pub(crate) const OPEN_CELL: Ink = Ink::solid(0xf4_efe3);
pub(crate) const FILLED_CELL: Ink = Ink::solid(0xb5_ada0);
pub(crate) const FOREST_CELL: Ink = Ink::solid(0x2f_8f5b);
pub(crate) const FOREST_ON_FILLED_CELL: Ink = Ink::solid(0x1c_5a41);
pub(crate) const NEW_CELL: Ink = ORANGE;
pub(crate) const SEEDED_CELL: Ink = Ink::solid(0x08_306b);
pub(crate) const UNDER_CELL: Ink = Ink::solid(0xc9_d8cc);

const CATEGORIES: [Ink; 7] = [GREEN, ORANGE, BLUE, VERMILION, PURPLE, SKY_BLUE, MID_GREY];

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

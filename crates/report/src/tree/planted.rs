//! Trees in frames of a page.

use crate::kit::*;
use crate::tree::picture::TreePicture;
use crate::tree::render::{Viewpoint, render};
use crate::tree::surface::Part;

const PARTS: [(Part, &str); 4] = [
    (Part::Wood, "wood, paler where it is farther away"),
    (Part::Roots, "roots"),
    (Part::Leaves, "leaves, darker in the shade of others"),
    (Part::Obstacles, "obstacles"),
];

/// A tree, and where it stands on the page.
pub(super) struct Planted<'a> {
    pub(super) tree: &'a TreePicture,
    pub(super) stand: Viewpoint,
    pub(super) frame: Frame,
}

/// Lays trees on their grounds.
pub(super) fn plant(page: &mut Page, trees: &[Planted]) -> Result<(), ReportError> {
    for planted in trees {
        let Planted { tree, stand, frame } = planted;
        let drawn = Mark::Picture(render(tree, stand, *frame, &page.name)?);
        let mut marks = vec![Mark::Path {
            outline: frame.outline(),
            paint: Paint::fill(stand.view.backdrop()),
        }];
        if stand.view.is_level() {
            marks.extend(ground(*frame, stand.origin.y));
        }
        marks.push(drawn);
        page.marks.push(Mark::Within {
            frame: *frame,
            marks,
            as_picture: true,
        });
    }
    Ok(())
}

/// The ground as a line, and what of the soil lies below it.
fn ground(frame: Frame, y: f64) -> Vec<Mark> {
    let below = Mark::Path {
        outline: frame.below(y.min(frame.bottom())).outline(),
        paint: Paint::fill(style::SOIL),
    };
    let line = Mark::Path {
        outline: open_line([at(frame.left, y), at(frame.right(), y)]),
        paint: Paint::stroke(Stroke::plain(style::GREY, style::FINE)),
    };
    vec![below, line]
}

/// What the tones mean, of those that the trees have; streets speak for themselves.
pub(super) fn keys<'a>(trees: impl Iterator<Item = &'a TreePicture> + Clone) -> Vec<LegendEntry> {
    let key = |(part, words): (Part, &str)| {
        let surface = trees.clone().find_map(|tree| tree.of(part).next())?;
        let [red, green, blue] = surface.skin.mean().map(u32::from);
        let ink = Ink::solid(red << 16 | green << 8 | blue);
        Some(LegendEntry::patch(Paint::fill(ink), words))
    };
    if trees.clone().all(TreePicture::is_flat) {
        return Vec::new();
    }
    PARTS.into_iter().filter_map(key).collect()
}

/// A bar of a round length, about a third of the width, whose words end at a place on the right.
pub(super) fn scale_bar(page: &mut Page, right: f64, y: f64, width: f64, units_per_m: f64) {
    let length_m = round_step(width / units_per_m, 4);
    let words = LEFT.sized(SMALL);
    let left = right - sheet::scale_bar_width(length_m, units_per_m, words);
    sheet::scale_bar(page, at(left, y), length_m, units_per_m, words);
}

/// Lines of small text below each other, in the middle of a width: the first in black, the rest in grey.
pub(super) fn write_caption(page: &mut Page, left: f64, top: f64, width: f64, lines: &[String]) {
    for (i, words) in lines.iter().enumerate() {
        let setting = TOP
            .sized(SMALL)
            .inked(if i == 0 { style::TEXT } else { style::GREY });
        let place = at(left + 0.5 * width, top + i as f64 * SMALL_LINE);
        page.text(&fitted(words, SMALL, width), place, setting);
    }
}

/// How much room a caption of so many lines takes.
pub(super) fn caption_height(lines: usize) -> f64 {
    match lines {
        0 => 0.0,
        n => (n - 1) as f64 * SMALL_LINE + font::height(SMALL),
    }
}

/// A metric in three digits.
pub(super) fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) => words::digits(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_three_digits_and_whole_numbers_all() {
        for (value, words) in [
            (0.81284, "0.813"),
            (1.0 / 3.0 + 1.0, "1.33"),
            (12.345, "12.3"),
            (99.94, "99.9"),
            (123.45, "123"),
            (1_234.5, "1,234"),
            (7.0, "7"),
            (40_000.0, "40,000"),
            (-2.5, "−2.50"),
            (0.000_12, "1.2e−4"),
        ] {
            assert_eq!(number(Some(value)), words);
        }
        assert_eq!(number(None), "–");
    }

    #[test]
    fn a_caption_of_lines_is_as_high_as_they_are() {
        // 7 pt letters are 6.755 pt high, lines 9.5 pt apart.
        let heights = [0, 1, 3].map(caption_height);
        assert!((heights[1] - 67.55).abs() < 1e-9 && (heights[2] - 257.55).abs() < 1e-9);
        assert_eq!(heights[0], 0.0);
    }
}

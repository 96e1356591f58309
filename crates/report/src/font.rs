//! The letters: a font that travels with the program, as outlines, so that a figure reads the same where no font is
//! installed.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, OutlineCurve};

use crate::ink::Ink;
use crate::outline::{At, Segment, at};
use crate::page::{Mark, Page};
use crate::style::FONT;

/// Height of a capital and depth of a descender, as parts of the font size.
const CAPITAL: f64 = 0.729;
const DESCENDER: f64 = 0.236;

fn font() -> &'static FontRef<'static> {
    static READ: OnceLock<FontRef<'static>> = OnceLock::new();
    READ.get_or_init(|| FontRef::try_from_slice(FONT).expect("the bundled font is whole"))
}

fn em() -> f64 {
    f64::from(font().units_per_em().expect("the bundled font states its em"))
}

/// Width of a line of text of a size.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    let font = font();
    let advance = |letter| f64::from(font.h_advance_unscaled(font.glyph_id(letter)));
    words.chars().map(advance).sum::<f64>() * size / em()
}

/// Width of the widest of some lines.
pub(crate) fn widest(lines: impl IntoIterator<Item = impl AsRef<str>>, size: f64) -> f64 {
    let widths = lines.into_iter().map(|words| width(words.as_ref(), size));
    widths.fold(0.0, f64::max)
}

/// Height from the top of a capital to the foot of a descender.
pub(crate) fn height(size: f64) -> f64 {
    (CAPITAL + DESCENDER) * size
}

/// Where a text's anchor lies along the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Along {
    Start,
    Middle,
    End,
}

/// Where a text's anchor lies across the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Across {
    Top,
    Middle,
    Bottom,
}

/// How a text stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) size: f64,
    pub(crate) ink: Ink,
    pub(crate) along: Along,
    pub(crate) across: Across,
    /// Quarter turns to the left.
    pub(crate) quarter_turns: u8,
}

impl Setting {
    pub(crate) fn sized(self, size: f64) -> Self {
        Setting { size, ..self }
    }

    pub(crate) fn inked(self, ink: Ink) -> Self {
        Setting { ink, ..self }
    }
}

impl Page {
    /// Sets a line of text at a place; nothing for no words.
    pub(crate) fn text(&mut self, words: &str, place: At, setting: Setting) {
        if words.is_empty() {
            return;
        }
        let shift = match setting.along {
            Along::Start => 0.0,
            Along::Middle => -0.5,
            Along::End => -1.0,
        } * width(words, setting.size);
        let drop = match setting.across {
            Across::Top => CAPITAL,
            Across::Middle => 0.5 * CAPITAL,
            Across::Bottom => -DESCENDER,
        } * setting.size;
        let turned = |x: f64, y: f64| match setting.quarter_turns % 4 {
            0 => at(place.x + x, place.y + y),
            1 => at(place.x + y, place.y - x),
            2 => at(place.x - x, place.y - y),
            _ => at(place.x - y, place.y + x),
        };
        let scale = setting.size / em();
        let mut pen = shift;
        let mut outline = Vec::new();
        for letter in words.chars() {
            let glyph = font().glyph_id(letter);
            let place =
                |p: ab_glyph::Point| turned(pen + f64::from(p.x) * scale, drop - f64::from(p.y) * scale);
            contours(
                font().outline(glyph).map_or_else(Vec::new, |o| o.curves),
                place,
                &mut outline,
            );
            pen += f64::from(font().h_advance_unscaled(glyph)) * scale;
        }
        self.marks.push(Mark::Text {
            words: words.to_owned(),
            outline,
            ink: setting.ink,
        });
    }
}

/// Strings the curves of a letter together: where one does not begin at the end of the last, a new contour begins.
fn contours(curves: Vec<OutlineCurve>, place: impl Fn(ab_glyph::Point) -> At, outline: &mut Vec<Segment>) {
    let mut last = None;
    let mut begin = |from, outline: &mut Vec<Segment>, to| {
        if last != Some(from) {
            if last.is_some() {
                outline.push(Segment::Close);
            }
            outline.push(Segment::Move(place(from)));
        }
        last = Some(to);
    };
    let drawn = !curves.is_empty();
    for curve in curves {
        match curve {
            OutlineCurve::Line(from, to) => {
                begin(from, outline, to);
                outline.push(Segment::Line(place(to)));
            }
            OutlineCurve::Quad(from, control, to) => {
                begin(from, outline, to);
                outline.push(Segment::Quadratic(place(control), place(to)));
            }
            OutlineCurve::Cubic(..) => unreachable!("TrueType outlines are quadratic"),
        }
    }
    if drawn {
        outline.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_sign_that_figures_use() {
        let signs = "Aäöüéßłñžαλπμσ –—·×°±²³⁻¹₀≥≤≈√∞→←↑↓−…’“”‰";
        let missing: String = signs.chars().filter(|&c| font().glyph_id(c).0 == 0).collect();
        assert_eq!(missing, "");
    }

    #[test]
    fn turned_text_reads_upwards() {
        let mut page = Page::new("test", 100.0, 100.0);
        let setting = Setting {
            size: 100.0,
            ink: Ink::solid(0),
            along: Along::Start,
            across: Across::Bottom,
            quarter_turns: 1,
        };
        page.text("l", at(500.0, 500.0), setting);
        let Mark::Text { outline, .. } = &page.marks[0] else {
            panic!("a text")
        };
        let ends: Vec<At> = outline
            .iter()
            .filter_map(|s| match s {
                Segment::Move(p) | Segment::Line(p) => Some(*p),
                _ => None,
            })
            .collect();
        assert!(ends.iter().all(|p| p.x < 500.0 && p.y < 500.0), "{ends:?}");
        assert!(ends.iter().any(|p| p.x < 430.0));
    }

    /// Each anchor against the same words set from their start, a capital's top at the anchor.
    #[test]
    fn words_hang_on_their_anchor() {
        let places = |along, across, quarter_turns| -> Vec<(f64, f64)> {
            let mut page = Page::new("test", 100.0, 100.0);
            let setting = Setting {
                size: 100.0,
                ink: Ink::solid(0),
                along,
                across,
                quarter_turns,
            };
            page.text("HI", at(500.0, 400.0), setting);
            let Mark::Text { outline, .. } = &page.marks[0] else {
                panic!("text is text")
            };
            let place = |segment: &Segment| match *segment {
                Segment::Move(to) | Segment::Line(to) | Segment::Quadratic(_, to) => Some((to.x, to.y)),
                Segment::Close => None,
            };
            outline.iter().filter_map(place).collect()
        };
        let start = places(Along::Start, Across::Top, 0);
        let (left, top) = start.iter().fold((f64::INFINITY, f64::INFINITY), |(x, y), at| {
            (x.min(at.0), y.min(at.1))
        });
        let bottom = start.iter().map(|at| at.1).fold(0.0, f64::max);
        assert!(left > 500.0 && left < 515.0 && (top - 400.0).abs() < 0.5 && (bottom - 472.9).abs() < 0.5);
        let right = start.iter().map(|at| at.0).fold(0.0, f64::max);
        let width = width("HI", 100.0);
        assert!(right < 500.0 + width && right > 485.0 + width);
        assert_eq!(super::width("HI", 50.0), width / 2.0);
        assert!(
            (super::width("HIHI", 100.0) - 2.0 * width).abs() < 1e-9 && (height(100.0) - 96.5).abs() < 1e-9
        );
        let moved = |along, across, quarter_turns, move_of: &dyn Fn(f64, f64) -> (f64, f64)| {
            let found = places(along, across, quarter_turns);
            for (found, &(x, y)) in found.iter().zip(&start) {
                let (x, y) = move_of(x - 500.0, y - 400.0);
                assert!(
                    (found.0 - 500.0 - x).abs() < 1e-9 && (found.1 - 400.0 - y).abs() < 1e-9,
                    "{along:?} {across:?} {quarter_turns}"
                );
            }
        };
        moved(Along::Middle, Across::Top, 0, &|x, y| (x - width / 2.0, y));
        moved(Along::End, Across::Top, 0, &|x, y| (x - width, y));
        moved(Along::Start, Across::Middle, 0, &|x, y| (x, y - 72.9 / 2.0));
        moved(Along::Start, Across::Bottom, 0, &|x, y| (x, y - 72.9 - 23.6));
        moved(Along::Start, Across::Top, 1, &|x, y| (y, -x));
        moved(Along::Start, Across::Top, 2, &|x, y| (-x, -y));
        moved(Along::Start, Across::Top, 3, &|x, y| (-y, x));
    }
}

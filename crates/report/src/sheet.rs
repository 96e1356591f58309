//! The paper of a figure: its heading and keys, and below them room for panels.

use understory_numerics::parallel::join;

use crate::error::ReportError;
use crate::font::{self, Setting};
use crate::legend::{LegendEntry, legend};
use crate::outline::{At, Frame, PT, at};
use crate::page::{Page, Paint, Stroke};
use crate::style::{AXIS, GREY, HEADING_SIZE, MARGIN, RULE, TEXT_SIZE, THIN};
use crate::text::{CENTRE, TOP_LEFT, fitted, wrapped};
use crate::words::{number, one_line};
use crate::{Figure, raster, svg};

/// Lines of a heading at most.
const MOST_LINES: usize = 3;
/// From a scale bar to its words.
const BAR_GAP: f64 = 5.0 * PT;

/// A figure in the making, with a heading.
pub(crate) struct Sheet {
    pub(crate) page: Page,
    top: f64,
}

impl Sheet {
    pub(crate) fn new(name: impl Into<String>, width_pt: f64, heading: &str, keys: &[LegendEntry]) -> Self {
        let mut page = Page::new(name, width_pt, 0.0);
        let all = Frame::new(MARGIN, MARGIN, page.width - 2.0 * MARGIN, f64::INFINITY);
        let top = head(&mut page, all, heading, HEADING_SIZE, keys).top + 3.0 * PT;
        page.height = top;
        page.title = one_line(if heading.trim().is_empty() {
            &page.name
        } else {
            heading
        });
        Sheet { page, top }
    }

    /// Makes the page as long as needed and gives the room below the heading.
    pub(crate) fn room(&mut self, height: f64) -> Frame {
        let page = &mut self.page;
        page.height = self.top + height + MARGIN;
        Frame::new(MARGIN, self.top, page.width - 2.0 * MARGIN, height)
    }

    /// Room for panels in rows, of which none has more than `most` columns.
    pub(crate) fn cells(&mut self, panels: usize, most: usize, row_height: f64, gap: f64) -> Vec<Frame> {
        let columns = panels.clamp(1, most);
        let rows = panels.div_ceil(columns).max(1);
        self.room(rows as f64 * row_height).grid(columns, rows, gap)
    }

    /// The figure where there is nothing to see: it says why, such as `no trees`.
    pub(crate) fn finish_empty(mut self, why: &str) -> Result<Figure, ReportError> {
        let room = self.room(60.0 * PT);
        note(&mut self.page, room, why);
        self.finish(
            format!("Nothing is drawn: {why}."),
            format!("An empty figure that says: {why}."),
        )
    }

    /// The figure, with what is drawn and what its lines, bands and signs mean, and what is to be seen.
    pub(crate) fn finish(self, caption: String, alt: String) -> Result<Figure, ReportError> {
        let mut page = raster::with_pictures(self.page)?;
        page.alt = one_line(&alt);
        let (svg, png) = join(|| svg::svg(&page), || raster::png(&page));
        Ok(Figure {
            svg: svg?,
            png: png?,
            name: page.name,
            title: page.title,
            caption: one_line(&caption),
            alt: page.alt,
        })
    }
}

/// Words in the middle of a frame, where there are no data.
pub(crate) fn note(page: &mut Page, frame: Frame, words: &str) {
    let middle = at(frame.left + frame.width / 2.0, frame.top + frame.height / 2.0);
    let words = fitted(words, TEXT_SIZE, frame.width);
    page.text(&words, middle, CENTRE.inked(GREY));
}

/// Sets a heading and keys at the top of a frame and gives what is left of it.
pub(crate) fn head(page: &mut Page, frame: Frame, heading: &str, size: f64, keys: &[LegendEntry]) -> Frame {
    let mut top = frame.top;
    for words in wrapped(heading, size, frame.width, MOST_LINES) {
        page.text(&words, at(frame.left, top), TOP_LEFT.sized(size));
        top += font::height(size) + 4.0 * PT;
    }
    if !keys.is_empty() {
        top = legend(page, frame.left, top, frame.width, keys) + 3.0 * PT;
    }
    frame.row(top, frame.height - (top - frame.top))
}

/// How much of a frame of the width a heading and its keys take.
pub(crate) fn head_height(width: f64, heading: &str, size: f64, keys: &[LegendEntry]) -> f64 {
    let frame = Frame::new(0.0, 0.0, width, 0.0);
    head(&mut Page::new("", 0.0, 0.0), frame, heading, size, keys).top
}

/// A tint behind a row of a table, to lead the eye along it.
pub(crate) fn stripe(page: &mut Page, row: Frame) {
    page.path(row.outline(), Paint::fill(RULE.at_opacity(0.5)));
}

/// A bar of a length in metres from a place to the right, and its length after it.
pub(crate) fn scale_bar(page: &mut Page, start: At, length_m: f64, units_per_m: f64, setting: Setting) {
    let (At { x: left, y }, tick) = (start, 2.0 * PT);
    let right = left + length_m * units_per_m;
    let bar = [
        at(left, y - tick),
        at(left, y + tick),
        at(left, y),
        at(right, y),
        at(right, y - tick),
        at(right, y + tick),
    ];
    page.line(bar, Stroke::plain(AXIS, THIN));
    page.text(&bar_words(length_m), at(right + BAR_GAP, y), setting);
}

/// What a scale bar and its words take across.
pub(crate) fn scale_bar_width(length_m: f64, units_per_m: f64, setting: Setting) -> f64 {
    length_m * units_per_m + BAR_GAP + font::width(&bar_words(length_m), setting.size)
}

fn bar_words(length_m: f64) -> String {
    format!("{} m", number(length_m))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::page::Mark;
    use crate::page::tests::corners;

    #[test]
    fn a_scale_bar_is_as_long_as_it_says() {
        let mut page = Page::new("bar", 100.0, 100.0);
        scale_bar(&mut page, at(100.0, 300.0), 5.0, 40.0, crate::text::LEFT);
        assert_eq!(
            corners(&page.marks[0]),
            [
                (100.0, 280.0),
                (100.0, 320.0),
                (100.0, 300.0),
                (300.0, 300.0),
                (300.0, 280.0),
                (300.0, 320.0)
            ]
        );
        let Mark::Text { words, .. } = &page.marks[1] else {
            panic!("its length stands after it")
        };
        assert_eq!(words, "5 m");
        let width = scale_bar_width(5.0, 40.0, crate::text::LEFT);
        assert!((width - 250.0 - font::width("5 m", TEXT_SIZE)).abs() < 1e-9);
    }
}

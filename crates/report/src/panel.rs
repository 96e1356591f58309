//! One pair of axes and what is drawn between them. plotters lays out axes and ticks; curves go straight to the page.

use plotters::prelude::*;
use plotters::style::TextStyle;

use crate::axis::Axis;
use crate::error::ReportError;
use crate::font;
use crate::ink::Ink;
use crate::legend::{LegendEntry, Marker, Sample};
use crate::outline::{At, Frame, PT, at, closed_shape};
use crate::page::{Mark, Page, Paint, Stroke, VECTOR_MARKS};
use crate::pen::Pen;
use crate::sheet::{self, Sheet};
use crate::style::{self, TEXT_SIZE};
use crate::words;

const TICK: f64 = 2.5 * PT;
/// An only panel is no higher than this beside its page, but for the room that its label needs.
const HEIGHT_PER_WIDTH: f64 = 0.75;
/// Between the numbers of an axis at least so much stays white, as a part of the letters' height.
const BETWEEN: f64 = 0.5;
/// More points than this, and only some of them carry a marker.
const MARKED_POINTS: usize = 16;

/// What a curve looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineStyle {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    pub(crate) dash: &'static [f64],
    pub(crate) marker: Option<Marker>,
}

impl LineStyle {
    pub(crate) fn line(ink: Ink) -> Self {
        LineStyle {
            ink,
            width: style::CURVE,
            dash: &[],
            marker: None,
        }
    }

    pub(crate) fn wide(self, width: f64) -> Self {
        LineStyle { width, ..self }
    }

    /// With the marker of the i-th curve of a kind.
    pub(crate) fn marked(mut self, i: usize) -> Self {
        self.marker = Some(crate::legend::MARKERS[i % crate::legend::MARKERS.len()]);
        self
    }

    /// With the dashes of the i-th curve of a kind; the first is unbroken.
    pub(crate) fn dashed(mut self, i: usize) -> Self {
        self.dash = style::DASHES[i % style::DASHES.len()];
        self
    }

    pub(crate) fn stroke(&self) -> Stroke {
        Stroke {
            ink: self.ink,
            width: self.width,
            dash: self.dash,
        }
    }

    /// A key that shows it.
    pub(crate) fn key(&self, words: impl Into<String>) -> LegendEntry {
        LegendEntry::new(Sample::Line(self.stroke(), self.marker), words)
    }
}

/// Room around the space between the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Surround {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Surround {
    /// The room below a sheet's heading for one panel whose axes span so much.
    pub(crate) fn room(self, sheet: &mut Sheet, [width, height]: [f64; 2]) -> Frame {
        let room = sheet.room(height + self.top + self.bottom);
        Frame::new(room.left, room.top, width + self.left + self.right, room.height)
    }

    /// What ticks and labels of the axes need.
    pub(crate) fn of(x: &Axis, y: &Axis) -> Self {
        let labels = |axis: &Axis| {
            axis.ticks
                .iter()
                .map(|&tick| axis.tick_label(tick))
                .collect::<Vec<_>>()
        };
        let widest = |axis: &Axis| font::widest(labels(axis), TEXT_SIZE);
        let line = font::height(TEXT_SIZE);
        let label = |axis: &Axis| {
            if axis.label.is_empty() {
                0.0
            } else {
                line + 2.0 * PT
            }
        };
        Surround {
            left: (2.0 * TICK + widest(y) + label(y) + PT).ceil(),
            right: (widest(x) / 2.0).max(3.0 * PT).ceil(),
            top: (line / 2.0).ceil(),
            bottom: (2.0 * TICK + line + label(x)).ceil(),
        }
    }
}

/// A pair of axes on a page.
pub(crate) struct Panel<'a> {
    pub(crate) page: &'a mut Page,
    /// The space between the axes.
    pub(crate) frame: Frame,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
}

impl<'a> Panel<'a> {
    /// Draws the axes, with `surround` around the space between them, into the cell.
    pub(crate) fn draw(
        page: &'a mut Page,
        cell: Frame,
        x: Axis,
        y: Axis,
        surround: Surround,
        rules: bool,
    ) -> Result<Self, ReportError> {
        let line = font::height(TEXT_SIZE);
        let across = (cell.width - surround.left - surround.right).max(1.0);
        let down = (cell.height - surround.top - surround.bottom).max(1.0);
        let widest = font::widest(x.ticks.iter().map(|&tick| x.tick_label(tick)), TEXT_SIZE);
        let x = x.thinned((widest + BETWEEN * line) / across);
        let y = y.thinned((1.0 + BETWEEN) * line / down);
        let frame = axes(page, cell, &x, &y, surround, rules).map_err(|e| ReportError::Drawing {
            figure: page.name.clone(),
            reason: e.to_string(),
        })?;
        Ok(Panel { page, frame, x, y })
    }

    /// The same with what their ticks and labels need around them, and with rules.
    pub(crate) fn within(page: &'a mut Page, cell: Frame, x: Axis, y: Axis) -> Result<Self, ReportError> {
        let around = Surround::of(&x, &y);
        Panel::draw(page, cell, x, y, around, true)
    }

    /// Draws the axes of a sheet's only panel, with at least so much room on their right; on a narrow page it is lower.
    pub(crate) fn alone(
        sheet: &'a mut Sheet,
        height: f64,
        x: Axis,
        y: Axis,
        right: f64,
    ) -> Result<Self, ReportError> {
        let mut around = Surround::of(&x, &y);
        let needed = font::width(&y.label, TEXT_SIZE) + around.top + around.bottom;
        let height = height.min((HEIGHT_PER_WIDTH * sheet.page.width).max(needed));
        let cell = sheet.room(height);
        around.right = around.right.max(right);
        Panel::draw(&mut sheet.page, cell, x, y, around, true)
    }

    /// Marks that show only between the axes, as a picture where they are many.
    pub(crate) fn fill(&mut self, marks: Vec<Mark>) {
        let as_picture = marks.len() > VECTOR_MARKS;
        self.page.framed(self.frame, marks, as_picture);
    }

    /// What both axes show, in words.
    pub(crate) fn axes_told(&self) -> String {
        words::axes(&self.x, &self.y)
    }

    /// Where a pair of values stands on the page.
    pub(crate) fn place(&self, x: f64, y: f64) -> At {
        let frame = &self.frame;
        at(
            frame.left + self.x.share(x) * frame.width,
            frame.bottom() - self.y.share(y) * frame.height,
        )
    }

    /// A curve, broken where a value is missing or has no place on the axis.
    pub(crate) fn curve(&mut self, points: &[(f64, Option<f64>)], look: &LineStyle) {
        let every = points.len().div_ceil(MARKED_POINTS);
        let on_axes = |&(x, y): &(f64, Option<f64>)| {
            let shown = y.filter(|&y| self.y.holds(y) && (self.x.low..=self.x.high).contains(&x));
            shown.map(|y| self.place(x, y))
        };
        let places: Vec<Option<At>> = points.iter().map(on_axes).collect();
        for run in places.split(Option::is_none) {
            let run: Vec<At> = run.iter().flatten().copied().collect();
            match run[..] {
                [] => {}
                [alone] if look.marker.is_none() => {
                    self.page.circle(alone, look.width, Paint::fill(look.ink));
                }
                [_] => {}
                _ => self.page.line(run, look.stroke()),
            }
        }
        if let Some(marker) = look.marker {
            let last = places.len().saturating_sub(1);
            let missing = |i: usize| places.get(i).copied().flatten().is_none();
            // Where there is no line on either side nothing else would show the point.
            let alone = |i: usize| (i == 0 || missing(i - 1)) && missing(i + 1);
            let marked = (0..places.len()).filter(|&i| i % every == last % every || alone(i));
            let marked = marked.filter_map(|i| places[i]);
            let marks = marked.map(|place| marker.mark(place, 1.8 * PT, look.ink));
            self.page.marks.extend(marks);
        }
    }

    /// A histogram: bars from left to right, with their heights, that touch each other.
    pub(crate) fn bars(&mut self, bars: &[(f64, f64, f64)], paint: &Paint) {
        let (Some(first), Some(last)) = (bars.first(), bars.last()) else {
            return;
        };
        let tops = bars
            .iter()
            .flat_map(|&(left, right, height)| [(left, height), (right, height)]);
        let feet = [(last.1, 0.0), (first.0, 0.0)];
        let outline = closed_shape(tops.chain(feet).map(|(x, y)| self.place(x, y)));
        self.page.path(outline, paint.clone());
    }

    /// A band between a low and a high value.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)], ink: Ink) {
        let upper = points.iter().map(|&(x, _, high)| self.place(x, high));
        let lower = points.iter().rev().map(|&(x, low, _)| self.place(x, low));
        let outline: Vec<At> = upper.chain(lower).collect();
        match points.len() {
            0 => {}
            1 => self
                .page
                .line([outline[1], outline[0]], Stroke::plain(ink, 4.0 * PT)),
            _ => self.page.path(closed_shape(outline), Paint::fill(ink)),
        }
    }

    /// Says why there is nothing to see.
    pub(crate) fn note(&mut self, words: &str) {
        sheet::note(self.page, self.frame, words);
    }
}

fn axes(
    page: &mut Page,
    cell: Frame,
    x: &Axis,
    y: &Axis,
    surround: Surround,
    rules: bool,
) -> Result<Frame, Box<dyn std::error::Error + Send + Sync>> {
    let whole = |length: f64| length.round() as i32;
    let area = Pen(page).into_drawing_area();
    let area = area.shrink(
        (whole(cell.left), whole(cell.top)),
        (whole(cell.width), whole(cell.height)),
    );
    let mut chart = ChartBuilder::on(&area)
        .margin_top(whole(surround.top))
        .margin_right(whole(surround.right))
        .x_label_area_size(whole(surround.bottom))
        .y_label_area_size(whole(surround.left))
        .build_cartesian_2d(x.clone(), y.clone())?;
    let text: TextStyle = ("sans-serif", TEXT_SIZE).into_font().color(&rgb(style::TEXT));
    let rule = if rules {
        rgb(style::RULE).to_rgba()
    } else {
        TRANSPARENT
    };
    chart
        .configure_mesh()
        .axis_style(rgb(style::AXIS).stroke_width(style::EDGE as u32))
        .bold_line_style(rule.stroke_width(style::FINE as u32))
        .light_line_style(TRANSPARENT)
        .disable_x_mesh()
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_desc(&x.label)
        .y_desc(&y.label)
        .set_all_tick_mark_size(whole(TICK))
        .draw()?;
    let (across, down) = chart.plotting_area().get_pixel_range();
    Ok(Frame::new(
        f64::from(across.start),
        f64::from(down.start),
        f64::from(across.end - across.start),
        f64::from(down.end - down.start),
    ))
}

fn rgb(ink: Ink) -> RGBColor {
    let [red, green, blue] = ink.rgb;
    RGBColor(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::page::Mark;
    use crate::page::tests::corners;

    /// 10 units to each of x from 0 to 10 and of y from 0 to 5, from (100, 200) to (200, 250) on the page.
    fn panel(page: &mut Page) -> Panel<'_> {
        Panel {
            page,
            frame: Frame::new(100.0, 200.0, 100.0, 50.0),
            x: Axis::exact("x", 0.0, 10.0, 5),
            y: Axis::exact("y", 0.0, 5.0, 5),
        }
    }

    fn marks(draw: impl Fn(&mut Panel<'_>)) -> Vec<Mark> {
        let mut page = Page::new("p", 100.0, 100.0);
        draw(&mut panel(&mut page));
        page.marks
    }

    #[test]
    fn values_stand_where_their_shares_of_the_axes_are() {
        let mut page = Page::new("p", 100.0, 100.0);
        let mut place = |x, y| panel(&mut page).place(x, y);
        assert_eq!(
            [place(0.0, 0.0), place(10.0, 5.0)],
            [at(100.0, 250.0), at(200.0, 200.0)]
        );
        assert_eq!(place(2.5, 4.0), at(125.0, 210.0));
    }

    #[test]
    fn a_curve_is_broken_where_a_value_is_missing_or_beyond_the_axis() {
        let points = [
            (-1.0, Some(1.0)),
            (0.0, Some(1.0)),
            (1.0, Some(2.0)),
            (2.0, None),
            (3.0, Some(3.0)),
            (4.0, None),
            (9.0, Some(1.0)),
            (10.0, Some(0.0)),
            (11.0, Some(0.0)),
        ];
        let plain = LineStyle::line(style::BLACK);
        let drawn = marks(|panel| panel.curve(&points, &plain));
        assert_eq!(drawn.len(), 3);
        assert_eq!(corners(&drawn[0]), [(100.0, 240.0), (110.0, 230.0)]);
        assert!(matches!(drawn[1], Mark::Circle { centre, .. } if centre == at(130.0, 220.0)));
        assert_eq!(corners(&drawn[2]), [(190.0, 240.0), (200.0, 250.0)]);

        let marked = LineStyle::line(style::BLACK).marked(0);
        let centres: Vec<_> = marks(|panel| panel.curve(&points, &marked))
            .iter()
            .filter_map(|mark| match mark {
                Mark::Circle { centre, .. } => Some(centre.x),
                _ => None,
            })
            .collect();
        assert_eq!(centres, [100.0, 110.0, 130.0, 190.0, 200.0]);
    }

    #[test]
    fn of_many_points_some_are_marked_the_last_and_lone_ones_among_them() {
        let marked = LineStyle::line(style::BLACK).marked(0);
        let count = 3 * MARKED_POINTS + 1;
        let mut points: Vec<_> = (0..count)
            .map(|i| (10.0 * i as f64 / count as f64, Some(1.0)))
            .collect();
        let centres = |points: &[(f64, Option<f64>)]| {
            let drawn = marks(|panel| panel.curve(points, &marked));
            drawn
                .iter()
                .filter(|mark| matches!(mark, Mark::Circle { .. }))
                .count()
        };
        // Every fourth from the last on.
        assert_eq!(centres(&points), (count - 1) / 4 + 1);
        // One between two that are missing, none of which was to be marked.
        points[count - 3].1 = None;
        let without = centres(&points);
        points[count - 5].1 = None;
        assert_eq!(without, (count - 1) / 4 + 1);
        assert_eq!(
            centres(&points),
            without,
            "one is no longer there, one stands alone"
        );
    }

    #[test]
    fn bars_touch_each_other_and_stand_on_zero() {
        let bars = [(0.0, 1.0, 2.0), (1.0, 3.0, 4.0)];
        let drawn = marks(|panel| panel.bars(&bars, &Paint::fill(style::BLUE)));
        assert_eq!(
            corners(&drawn[0]),
            [
                (100.0, 230.0),
                (110.0, 230.0),
                (110.0, 210.0),
                (130.0, 210.0),
                (130.0, 250.0),
                (100.0, 250.0)
            ]
        );
        assert!(marks(|panel| panel.bars(&[], &Paint::fill(style::BLUE))).is_empty());
    }

    #[test]
    fn a_band_goes_along_its_upper_side_and_back_along_its_lower() {
        let ink = style::BLUE;
        let drawn = marks(|panel| panel.band(&[(0.0, 1.0, 2.0), (5.0, 2.0, 4.0)], ink));
        assert_eq!(
            corners(&drawn[0]),
            [(100.0, 230.0), (150.0, 210.0), (150.0, 230.0), (100.0, 240.0)]
        );
        let alone = marks(|panel| panel.band(&[(5.0, 2.0, 4.0)], ink));
        assert_eq!(corners(&alone[0]), [(150.0, 230.0), (150.0, 210.0)]);
        assert!(marks(|panel| panel.band(&[], ink)).is_empty());
    }

    #[test]
    fn axes_leave_the_room_that_they_need_around_the_panel() {
        let (x, y) = (Axis::exact("x", 0.0, 10.0, 5), Axis::exact("y", 0.0, 5_000.0, 5));
        let around = Surround::of(&x, &y);
        let bare = Surround::of(&x.clone().without_label(), &y.clone().without_label());
        let line = font::height(TEXT_SIZE);
        assert!((around.left - bare.left - line - 2.0 * PT).abs() < 1.0 && around.bottom > bare.bottom);
        assert_eq!(
            bare.left,
            (2.0 * TICK + font::width("5,000", TEXT_SIZE) + PT).ceil()
        );
        assert_eq!(bare.bottom, (2.0 * TICK + line).ceil());
        assert_eq!(
            (bare.right, bare.top),
            (
                (font::width("10", TEXT_SIZE) / 2.0).max(3.0 * PT).ceil(),
                (line / 2.0).ceil()
            )
        );
        let mut page = Page::new("p", 100.0, 100.0);
        let cell = Frame::new(50.0, 30.0, 800.0, 600.0);
        let frame = Panel::draw(&mut page, cell, x, y, around, true).unwrap().frame;
        let near = |a: f64, b: f64| (a - b).abs() <= 1.0;
        assert!(
            near(frame.left, 50.0 + around.left) && near(frame.top, 30.0 + around.top),
            "{frame:?}"
        );
        assert!(
            near(frame.left + frame.width, 850.0 - around.right)
                && near(frame.bottom(), 630.0 - around.bottom)
        );
    }
}

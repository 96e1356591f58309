//! One tree from the front, from the side and from above.

use crate::Figure;
use crate::axis::Axis;
use crate::error::ReportError;
use crate::page::{Frame, PT, Page, Paint, Stroke, at, closed_shape, open_line};
use crate::palette;
use crate::panel::{Panel, Surround};
use crate::sheet::{self, Key, MARGIN, Sample, Sheet, TEXT_SIZE};
use crate::tree::brush::{Brush, within};
use crate::tree::picture::TreePicture;
use crate::tree::tones;
use crate::tree::view::{Extent, View};

const WIDTH_PT: f64 = 480.0;
/// All views together are no higher than this.
const HEIGHT: f64 = 600.0 * PT;
const GAP: f64 = 10.0 * PT;
/// White around the tree, as a share of its greatest extent.
const ROOM: f64 = 0.02;
const TICKS: usize = 7;
/// Room over a view for its name.
const NAME: f64 = 14.0 * PT;

/// Draws a tree from the front, from the side and from above at one scale, with axes in metres, the ground and, in a
/// tone of their own, the roots below it. What lies in the plane of the ground, such as streets, is drawn from above
/// alone.
///
/// `name` is the figure's file name without its ending.
///
/// # Errors
/// [`ReportError::Number`] for a place, radius, width or parent that cannot be drawn; [`ReportError::Drawing`] when
/// drawing or encoding fails.
pub fn views(name: &str, heading: &str, picture: &TreePicture) -> Result<Figure, ReportError> {
    picture.check(name)?;
    let seen: &[View] = if picture.is_flat() {
        &[View::Top]
    } else {
        &[View::Front, View::Side, View::Top]
    };
    let panels: Vec<Seen> = common(picture, seen);
    let layout = [Layout::in_a_row(&panels), Layout::above_another(&panels)]
        .into_iter()
        .max_by(|a, b| a.units_per_m.total_cmp(&b.units_per_m))
        .expect("one of two");

    let sheet = Sheet::new(name, WIDTH_PT, heading, &keys(picture));
    let room = sheet.room(layout.height);
    let mut drawn = Vec::new();
    for (seen, corner) in panels.iter().zip(&layout.corners) {
        let cell = Frame {
            left: room.left + corner.x,
            top: room.top + corner.y + NAME,
            width: seen.extent.width_m() * layout.units_per_m + seen.around.left + seen.around.right,
            height: seen.extent.height_m() * layout.units_per_m + seen.around.top + seen.around.bottom,
        };
        let [x, y] = seen.axes(layout.units_per_m);
        let panel = Panel::draw(&sheet.page, cell, x, y, seen.around, false)?;
        let brush = Brush {
            view: seen.view,
            extent: picture.extent(seen.view),
            units_per_m: layout.units_per_m,
            origin: panel.place(0.0, 0.0),
        };
        let place = at(panel.frame.left, room.top + corner.y + 0.5 * NAME);
        let setting = sheet::plain(crate::font::Along::Start, crate::font::Across::Middle);
        sheet.page.borrow_mut().text(seen.words(), place, setting);
        drawn.push((panel.frame, brush.marks(picture), brush));
    }
    let all = drawn.iter().map(|(_, marks, _)| marks.len()).sum();
    let mut page = sheet.page.borrow_mut();
    for (frame, marks, brush) in drawn {
        if brush.view.is_level() {
            ground(&mut page, frame, brush.origin.y, picture.has_roots());
        }
        page.marks.push(within(frame, marks, all));
    }
    drop(page);
    sheet.finish()
}

/// A view and the room that it needs.
struct Seen {
    view: View,
    extent: Extent,
    around: Surround,
}

impl Seen {
    fn words(&self) -> &'static str {
        match self.view {
            View::Front => "front",
            View::Side => "side",
            View::Top => "from above",
            View::Aslant => "aslant",
        }
    }

    fn axes(&self, units_per_m: f64) -> [Axis; 2] {
        let [x, y] = match self.view {
            View::Front => ["x (m)", "height (m)"],
            View::Side => ["y (m)", "height (m)"],
            View::Top | View::Aslant => ["x (m)", "y (m)"],
        };
        let Extent {
            left_m,
            right_m,
            low_m,
            high_m,
            ..
        } = self.extent;
        let ticks = |length_m: f64| ((length_m * units_per_m / (30.0 * PT)) as usize).clamp(2, TICKS);
        [
            Axis::exact(x, left_m, right_m, ticks(right_m - left_m)),
            Axis::exact(y, low_m, high_m, ticks(high_m - low_m)),
        ]
    }
}

/// The views with the same ends along the same axis of space.
fn common(picture: &TreePicture, views: &[View]) -> Vec<Seen> {
    let [front, side, top] = [View::Front, View::Side, View::Top].map(|view| picture.extent(view));
    let room_m = ROOM * front.width_m().max(front.height_m()).max(side.width_m());
    let room_m = if room_m > 0.0 { room_m } else { 0.5 };
    let of = |&view: &View| {
        let [across, up] = match view {
            View::Front | View::Aslant => [(front.left_m, front.right_m), (front.low_m, front.high_m)],
            View::Side => [(side.left_m, side.right_m), (front.low_m, front.high_m)],
            View::Top => [(top.left_m, top.right_m), (top.low_m, top.high_m)],
        };
        let low_m = if view.is_level() { up.0.min(0.0) } else { up.0 };
        let extent = Extent {
            left_m: across.0 - room_m,
            right_m: across.1 + room_m,
            low_m: low_m - room_m,
            high_m: up.1 + room_m,
            ..front
        };
        let mut seen = Seen {
            view,
            extent,
            around: Surround {
                left: 0.0,
                right: 0.0,
                top: 0.0,
                bottom: 0.0,
            },
        };
        let [x, y] = seen.axes(10.0 * PT);
        seen.around = Surround::of(&x, &y);
        seen
    };
    views.iter().map(of).collect()
}

/// Where the views stand: the corners of their cells, at the scale that fits.
struct Layout {
    units_per_m: f64,
    corners: Vec<crate::page::At>,
    height: f64,
}

impl Layout {
    fn in_a_row(panels: &[Seen]) -> Self {
        Layout::rows(&[panels])
    }

    /// All but the last, and below them the last.
    fn above_another(panels: &[Seen]) -> Self {
        let (last, first) = panels.split_last().expect("at least one view");
        if first.is_empty() {
            Layout::rows(&[panels])
        } else {
            Layout::rows(&[first, std::slice::from_ref(last)])
        }
    }

    fn rows(rows: &[&[Seen]]) -> Self {
        let across = |seen: &Seen| seen.around.left + seen.around.right;
        let down = |seen: &Seen| seen.around.top + seen.around.bottom + NAME;
        let highest_m = |row: &[Seen]| row.iter().map(|seen| seen.extent.height_m()).fold(0.0, f64::max);
        let highest = |row: &[Seen]| row.iter().map(down).fold(0.0, f64::max);
        let width = WIDTH_PT * PT - 2.0 * MARGIN;
        let fits_across = rows.iter().map(|row| {
            let taken = row.iter().map(across).sum::<f64>() + GAP * (row.len() - 1) as f64;
            (width - taken) / row.iter().map(|seen| seen.extent.width_m()).sum::<f64>()
        });
        let taken = rows.iter().map(|row| highest(row)).sum::<f64>() + GAP * (rows.len() - 1) as f64;
        let fits_down = (HEIGHT - taken) / rows.iter().map(|row| highest_m(row)).sum::<f64>();
        let units_per_m = fits_across.fold(fits_down, f64::min);
        let mut corners = Vec::new();
        let mut top = 0.0;
        for row in rows {
            let mut left = 0.0;
            for seen in *row {
                corners.push(at(left, top));
                left += across(seen) + seen.extent.width_m() * units_per_m + GAP;
            }
            top += highest(row) + highest_m(row) * units_per_m + GAP;
        }
        Layout {
            units_per_m,
            corners,
            height: top - GAP,
        }
    }
}

/// The ground as a line and, where there are roots, the soil below it.
pub(super) fn ground(page: &mut Page, frame: Frame, y: f64, soil: bool) {
    let right = frame.left + frame.width;
    if soil && y < frame.bottom() {
        let corners = [
            at(frame.left, y),
            at(right, y),
            at(right, frame.bottom()),
            at(frame.left, frame.bottom()),
        ];
        page.path(closed_shape(corners), Paint::fill(tones::SOIL));
    }
    page.path(
        open_line([at(frame.left, y), at(right, y)]),
        Paint::stroke(Stroke::plain(palette::GREY, 0.6 * PT)),
    );
}

fn keys(picture: &TreePicture) -> Vec<Key> {
    let patch = |ink, words: &str| Key::new(Sample::Patch(Paint::fill(ink)), words);
    let _ = TEXT_SIZE;
    let mut keys = vec![patch(tones::bark(0, 0.0), "wood, paler where it is farther away")];
    if picture.has_roots() {
        keys.push(patch(tones::root(0.0), "roots"));
    }
    if !picture.leaves.is_empty() {
        keys.push(patch(
            tones::leaf(0.6, 0.0),
            "leaves, darker in the shade of others",
        ));
    }
    keys
}

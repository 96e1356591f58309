//! One tree from the front, from the side and from above.

use crate::kit::*;
use crate::tree::picture::TreePicture;
use crate::tree::planted::{Planted, keys, plant};
use crate::tree::render::Viewpoint;
use crate::tree::sizes::{parts, size, tones};
use crate::tree::surface::Part;
use crate::tree::view::{Extent, View};

/// All views together are no higher than this.
const HEIGHT: f64 = 600.0 * PT;
const GAP: f64 = 10.0 * PT;
/// White around the tree, as a share of its greatest extent.
const ROOM: f64 = 0.02;
/// An axis is at least this part of the greatest extent long, so that its ticks stand apart.
const SHORTEST: f64 = 0.15;
const TICKS: usize = 7;
const BETWEEN_TICKS: f64 = 30.0 * PT;
const AXIS: f64 = 0.5 * PT;
/// Room over a view for its name.
const NAME: f64 = 14.0 * PT;

/// Draws a tree from the front, from the side and from above at one scale, with axes in metres, the ground and, in a
/// tone of their own, the roots below it.
///
/// A tree with leaves is drawn from the side without them, and from above both with them and without. What lies in the
/// plane of the ground, such as streets, is drawn from above alone. `name` is the figure's file name without its
/// ending.
///
/// # Errors
/// [`ReportError::Drawing`] when drawing or encoding fails.
pub fn views(name: &str, heading: &str, picture: &TreePicture) -> Result<Figure, ReportError> {
    let bare = picture.without_leaves();
    let seen = match (picture.is_flat(), picture.has(Part::Leaves)) {
        (true, _) => vec![(View::Top, true, "from above")],
        (false, false) => vec![
            (View::Front, true, "front"),
            (View::Side, true, "side"),
            (View::Top, true, "from above"),
        ],
        (false, true) => vec![
            (View::Front, true, "front"),
            (View::Side, false, "side, without leaves"),
            (View::Top, true, "from above"),
            (View::Top, false, "from above, without leaves"),
        ],
    };
    let bounds = Bounds::of(picture);
    let mut panels: Vec<ShownView> = seen
        .into_iter()
        .map(|(view, with_leaves, words)| ShownView::new(view, with_leaves, words, &bounds))
        .collect();
    // Alike for all, so that what stands below each other has the same place along its axis.
    let left = panels.iter().map(|look| look.around.left).fold(0.0, f64::max);
    panels.iter_mut().for_each(|look| look.around.left = left);
    let layout = Layout::of(&panels);

    let mut sheet = Sheet::new(name, style::PANELS_PT, heading, &keys(std::iter::once(picture)));
    let room = sheet.room(layout.height);
    let mut planted = Vec::new();
    for (look, corner) in panels.iter().zip(&layout.corners) {
        let (left, top) = (room.left + corner.x, room.top + corner.y);
        let around = look.around;
        let width = look.extent.width_m() * layout.units_per_m + around.left + around.right;
        let height = look.extent.height_m() * layout.units_per_m + around.top + around.bottom;
        let cell = Frame::new(left, top + NAME, width, height);
        let [x, y] = look.axes(layout.units_per_m);
        let panel = Panel::draw(&mut sheet.page, cell, x, y, around, false)?;
        let place = at(panel.frame.left, top + 0.5 * NAME);
        let words = LEFT;
        panel.page.text(look.words, place, words);
        let stand = Viewpoint {
            view: look.view,
            extent: picture.extent(look.view),
            units_per_m: layout.units_per_m,
            origin: panel.place(0.0, 0.0),
        };
        planted.push(Planted {
            tree: if look.with_leaves { picture } else { &bare },
            stand,
            frame: inside(panel.frame),
        });
    }
    plant(&mut sheet.page, &planted)?;
    sheet.finish(caption(heading, &panels, picture), alt(&panels, picture))
}

fn caption(heading: &str, panels: &[ShownView], picture: &TreePicture) -> String {
    let scale = if panels.len() > 1 { " at one scale" } else { "" };
    format!(
        "{}: drawn{scale} with axes in metres ({}).{}",
        name(heading),
        views_of(panels),
        tones(std::iter::once(picture))
    )
}

fn views_of(panels: &[ShownView]) -> String {
    let views: Vec<&str> = panels.iter().map(|look| look.words).collect();
    views.join("; ")
}

fn alt(panels: &[ShownView], picture: &TreePicture) -> String {
    let mut axes: Vec<String> = Vec::new();
    for axis in panels.iter().flat_map(|look| look.axes(1.0)) {
        let told = words::axis(&axis);
        if !axes.contains(&told) {
            axes.push(told);
        }
    }

    let size = match panels {
        [plan] => size(picture, plan.view),
        _ => format!(
            "{} from the front, and {} m wide from the side",
            size(picture, View::Front),
            words::number(picture.own_extent(View::Side).width_m())
        ),
    };
    format!(
        "Drawing of a branching structure ({}). Axes: {}. It is {size}. It has {}.",
        views_of(panels),
        axes.join("; "),
        parts(&picture.counts)
    )
}

/// Without half an axis' width, which a picture's white would cover.
fn inside(frame: Frame) -> Frame {
    let [width, height] = [frame.width, frame.height].map(|length| (length - 2.0 * AXIS).max(1.0));
    Frame::new(frame.left + AXIS, frame.top + AXIS, width, height)
}

/// Low and high end along x, y and z, m, with white around.
struct Bounds([[f64; 2]; 3]);

impl Bounds {
    fn of(picture: &TreePicture) -> Self {
        let [front, side] = [View::Front, View::Side].map(|view| picture.extent(view));
        let greatest_m = front.width_m().max(side.width_m()).max(front.height_m());
        let room_m = if greatest_m > 0.0 { ROOM * greatest_m } else { 0.5 };
        let ends = [
            [front.left_m, front.right_m],
            [side.left_m, side.right_m],
            [front.low_m.min(0.0), front.high_m.max(0.0)],
        ];
        Bounds(ends.map(|[low, high]| {
            let missing_m = (SHORTEST * greatest_m - (high - low)).max(0.0);
            let room_m = room_m + 0.5 * missing_m;
            [low - room_m, high + room_m]
        }))
    }
}

/// A view and the room that it needs.
struct ShownView {
    view: View,
    with_leaves: bool,
    words: &'static str,
    extent: Extent,
    around: Surround,
    labels: [&'static str; 2],
}

impl ShownView {
    fn new(view: View, with_leaves: bool, words: &'static str, Bounds([x, y, z]): &Bounds) -> Self {
        let ([across, up], labels) = match view {
            View::Front | View::Aslant => ([x, z], ["x (m)", "height (m)"]),
            View::Side => ([y, z], ["y (m)", "height (m)"]),
            View::Top => ([x, y], ["x (m)", "y (m)"]),
        };
        let extent = Extent {
            left_m: across[0],
            right_m: across[1],
            low_m: up[0],
            high_m: up[1],
            near_m: 0.0,
            far_m: 0.0,
        };
        // The finest ticks that there may be decide how much room their labels need.
        let [x, y] = axes(labels, &extent, [TICKS; 2]);
        ShownView {
            view,
            with_leaves,
            words,
            extent,
            around: Surround::of(&x, &y),
            labels,
        }
    }

    fn axes(&self, units_per_m: f64) -> [Axis; 2] {
        let ticks = |length_m: f64| ((length_m * units_per_m / BETWEEN_TICKS) as usize).clamp(2, TICKS);
        let lengths_m = [self.extent.width_m(), self.extent.height_m()];
        axes(self.labels, &self.extent, lengths_m.map(ticks))
    }
}

fn axes(labels: [&str; 2], extent: &Extent, ticks: [usize; 2]) -> [Axis; 2] {
    [
        Axis::exact(labels[0], extent.left_m, extent.right_m, ticks[0]),
        Axis::exact(labels[1], extent.low_m, extent.high_m, ticks[1]),
    ]
}

/// Where the views stand: the corners of their cells, at the scale that fits.
struct Layout {
    units_per_m: f64,
    corners: Vec<At>,
    height: f64,
}

impl Layout {
    /// All in a row, or the plans below the others: whichever is larger.
    fn of(looks: &[ShownView]) -> Self {
        let level = looks.iter().take_while(|look| look.view.is_level()).count();
        let (above, below) = looks.split_at(level);
        let rows: Vec<&[ShownView]> = [above, below].into_iter().filter(|row| !row.is_empty()).collect();
        let [one, two] = [Layout::rows(&[looks]), Layout::rows(&rows)];
        if one.units_per_m > two.units_per_m {
            one
        } else {
            two
        }
    }

    fn rows(rows: &[&[ShownView]]) -> Self {
        let across = |look: &ShownView| look.around.left + look.around.right;
        let down = |look: &ShownView| look.around.top + look.around.bottom + NAME;
        let highest_m = |row: &[ShownView]| row.iter().map(|look| look.extent.height_m()).fold(0.0, f64::max);
        let highest = |row: &[ShownView]| row.iter().map(down).fold(0.0, f64::max);
        let width = style::PANELS_PT * PT - 2.0 * MARGIN;
        let fits_across = rows.iter().map(|row| {
            let taken = row.iter().map(across).sum::<f64>() + GAP * (row.len() - 1) as f64;
            (width - taken) / row.iter().map(|look| look.extent.width_m()).sum::<f64>()
        });
        let taken = rows.iter().map(|row| highest(row)).sum::<f64>() + GAP * (rows.len() - 1) as f64;
        let fits_down = (HEIGHT - taken) / rows.iter().map(|row| highest_m(row)).sum::<f64>();
        let units_per_m = fits_across.fold(fits_down, f64::min);
        let mut corners = Vec::new();
        let mut top = 0.0;
        for row in rows {
            let mut left = 0.0;
            for look in *row {
                corners.push(at(left, top));
                left += across(look) + look.extent.width_m() * units_per_m + GAP;
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

//! A part of a world from above on the page: axes in metres at one scale.

use understory_records::World;

use crate::kit::*;

/// A part of the ground, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) low_m: [f64; 2],
    pub(crate) high_m: [f64; 2],
}

impl Window {
    /// All of a plot or a world.
    pub(crate) fn of(world: &World) -> Self {
        Self {
            low_m: world.origin_m,
            high_m: [0, 1].map(|axis| world.origin_m[axis] + world.size_m[axis]),
        }
    }

    pub(crate) fn size_m(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.high_m[axis] - self.low_m[axis])
    }

    /// The smallest that holds all of some discs; none of none.
    pub(crate) fn around(discs: impl IntoIterator<Item = ([f64; 2], f64)>) -> Option<Self> {
        let of = |(at_m, radius_m): ([f64; 2], f64)| Self {
            low_m: at_m.map(|at| at - radius_m),
            high_m: at_m.map(|at| at + radius_m),
        };
        discs.into_iter().map(of).reduce(|a, b| Self {
            low_m: [0, 1].map(|axis| a.low_m[axis].min(b.low_m[axis])),
            high_m: [0, 1].map(|axis| a.high_m[axis].max(b.high_m[axis])),
        })
    }

    /// What two have in common.
    pub(crate) fn common(&self, other: &Self) -> Self {
        Self {
            low_m: [0, 1].map(|axis| self.low_m[axis].max(other.low_m[axis])),
            high_m: [0, 1].map(|axis| self.high_m[axis].min(other.high_m[axis])),
        }
    }

    /// Whether a disc reaches into it.
    pub(crate) fn meets(&self, at_m: [f64; 2], radius_m: f64) -> bool {
        (0..2).all(|axis| {
            at_m[axis] + radius_m >= self.low_m[axis] && at_m[axis] - radius_m <= self.high_m[axis]
        })
    }
}

/// How large a window is drawn: the room that its ticks and labels take, and the length of a metre.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) window: Window,
    pub(crate) around: Surround,
    pub(crate) units_per_m: f64,
    x: Axis,
    y: Axis,
}

impl Layout {
    /// As large as a room allows.
    pub(crate) fn new(window: Window, room: [f64; 2], most: [f64; 2]) -> Self {
        let axis = |axis: usize, label: &str, ticks: usize| {
            Axis::exact(label, window.low_m[axis], window.high_m[axis], ticks)
        };
        // The finest ticks that there may be decide how much room their labels need.
        let (x, y) = (axis(0, "x (m)", 7), axis(1, "y (m)", 7));
        let around = Surround::of(&x, &y);
        let [width_m, height_m] = window.size_m();
        let across = (room[0] - around.left - around.right).min(most[0]).max(1.0);
        let down = (room[1] - around.top - around.bottom).min(most[1]).max(1.0);
        let units_per_m = (across / width_m).min(down / height_m);
        let ticks =
            |length_m: f64, each: f64| ((length_m * units_per_m / each.max(45.0 * PT)) as usize).clamp(2, 7);
        Self {
            window,
            around,
            units_per_m,
            x: apart(
                axis(0, "x (m)", ticks(width_m, 3.0 * around.right)),
                width_m * units_per_m,
                2.0 * around.right,
            ),
            y: apart(
                axis(1, "y (m)", ticks(height_m, 0.0)),
                height_m * units_per_m,
                font::height(TEXT_SIZE),
            ),
        }
    }

    /// What the window itself takes.
    pub(crate) fn size(&self) -> [f64; 2] {
        self.window
            .size_m()
            .map(|side_m| (side_m * self.units_per_m).max(1.0))
    }

    /// What it takes with its ticks and labels.
    pub(crate) fn outer(&self) -> [f64; 2] {
        let ([width, height], around) = (self.size(), self.around);
        [
            width + around.left + around.right,
            height + around.top + around.bottom,
        ]
    }

    /// Draws the axes below what the sheet has.
    pub(crate) fn alone<'a>(&self, sheet: &'a mut Sheet) -> Result<Plan<'a>, ReportError> {
        let room = sheet.room(self.outer()[1]);
        self.draw(&mut sheet.page, room.left, room.top)
    }

    /// Draws the axes with the left upper corner of all at a place.
    pub(crate) fn draw<'a>(&self, page: &'a mut Page, left: f64, top: f64) -> Result<Plan<'a>, ReportError> {
        let [width, height] = self.outer();
        let cell = Frame::new(left, top, width, height);
        let panel = Panel::draw(page, cell, self.x.clone(), self.y.clone(), self.around, false)?;
        Ok(Plan {
            panel,
            window: self.window,
            units_per_m: self.units_per_m,
        })
    }
}

/// An axis of a length on the page; with one tick at most where two labels, each of which takes so much, would touch.
fn apart(mut axis: Axis, length: f64, each: f64) -> Axis {
    let places: Vec<f64> = axis.ticks.iter().map(|tick| axis.share(*tick) * length).collect();
    if places.windows(2).any(|pair| pair[1] - pair[0] < each + 2.0 * PT) {
        axis.ticks.retain(|tick| tick.fract() == 0.0);
        axis.ticks.truncate(1);
    }
    axis
}

/// A window on the page.
pub(crate) struct Plan<'a> {
    pub(crate) panel: Panel<'a>,
    pub(crate) window: Window,
    pub(crate) units_per_m: f64,
}

impl<'a> Plan<'a> {
    /// The only plan of a sheet, as large as its page and `most` allow.
    pub(crate) fn alone(sheet: &'a mut Sheet, window: Window, most: [f64; 2]) -> Result<Self, ReportError> {
        let room = [sheet.page.width - 2.0 * MARGIN, f64::INFINITY];
        Layout::new(window, room, most).alone(sheet)
    }

    /// Where a place stands.
    pub(crate) fn place(&self, at_m: [f64; 2]) -> At {
        self.panel.place(at_m[0], at_m[1])
    }

    /// A part of the ground, as far as the window shows it; none where it does not.
    pub(crate) fn rectangle(&self, part: &Window) -> Option<Frame> {
        let shown = part.common(&self.window);
        let [width, height] = shown.size_m();
        let corner = self.place([shown.low_m[0], shown.high_m[1]]);
        (width > 0.0 && height > 0.0).then(|| {
            Frame::new(
                corner.x,
                corner.y,
                width * self.units_per_m,
                height * self.units_per_m,
            )
        })
    }

    /// Marks that show within the window, and its edge.
    pub(crate) fn fill(&mut self, marks: Vec<Mark>, as_picture: bool) {
        self.panel.page.framed(self.panel.frame, marks, as_picture);
    }
}

/// The parts of a line that lie within a frame.
pub(crate) fn within(frame: Frame, points: &[At]) -> Vec<Vec<At>> {
    let mut parts: Vec<Vec<At>> = Vec::new();
    for ends in points.windows(2) {
        let Some([from, to]) = clipped(frame, ends[0], ends[1]) else {
            continue;
        };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// The part of a straight line that lies within a frame (Liang and Barsky).
fn clipped(frame: Frame, from: At, to: At) -> Option<[At; 2]> {
    let (along, down) = (to.x - from.x, to.y - from.y);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let sides = [
        (-along, from.x - frame.left),
        (along, frame.right() - from.x),
        (-down, from.y - frame.top),
        (down, frame.bottom() - from.y),
    ];
    for (outwards, room) in sides {
        if outwards == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if outwards < 0.0 {
            first = first.max(room / outwards);
        } else {
            last = last.min(room / outwards);
        }
    }
    let place = |share: f64| {
        // The ends themselves, so that the parts of a line go on in each other.
        match share {
            0.0 => from,
            1.0 => to,
            _ => at(from.x + share * along, from.y + share * down),
        }
    };
    (first <= last).then(|| [place(first), place(last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_where_it_lies_within_the_frame_and_goes_on_at_its_corners() {
        let frame = Frame::new(0.0, 0.0, 10.0, 10.0);
        let line = [
            at(-5.0, 5.0),
            at(5.0, 5.0),
            at(5.0, 20.0),
            at(8.0, 20.0),
            at(8.0, 2.0),
        ];
        let parts = within(frame, &line);
        assert_eq!(
            parts,
            [
                vec![at(0.0, 5.0), at(5.0, 5.0), at(5.0, 10.0)],
                vec![at(8.0, 10.0), at(8.0, 2.0)]
            ]
        );
        assert!(within(frame, &[at(-1.0, 0.0), at(-1.0, 9.0)]).is_empty());
        assert!(within(frame, &[at(-5.0, 8.0), at(3.0, 20.0)]).is_empty());
        assert!(within(frame, &[at(1.0, 1.0)]).is_empty());
    }

    #[test]
    fn a_window_around_discs_holds_them_and_no_more() {
        let window = Window::around([([2.0, 3.0], 1.0), ([5.0, 3.5], 0.25)]).unwrap();
        assert_eq!((window.low_m, window.high_m), ([1.0, 2.0], [5.25, 4.0]));
        assert_eq!(Window::around([]), None);
        assert!(window.meets([0.5, 3.0], 0.5) && !window.meets([0.5, 3.0], 0.4));
        let other = Window {
            low_m: [0.0, 3.0],
            high_m: [2.0, 9.0],
        };
        assert_eq!(
            window.common(&other),
            Window {
                low_m: [1.0, 3.0],
                high_m: [2.0, 4.0]
            }
        );
    }

    #[test]
    fn a_layout_fills_the_shorter_side_of_its_room() {
        let window = Window {
            low_m: [0.0; 2],
            high_m: [100.0, 50.0],
        };
        let layout = Layout::new(window, [4_000.0, 9_000.0], [9_000.0; 2]);
        assert!((layout.outer()[0] - 4_000.0).abs() < 1e-6);
        assert!((layout.size()[0] - 2.0 * layout.size()[1]).abs() < 1e-6);
        let capped = Layout::new(window, [4_000.0, 9_000.0], [9_000.0, 500.0]);
        assert_eq!(capped.size(), [1_000.0, 500.0]);
    }
}

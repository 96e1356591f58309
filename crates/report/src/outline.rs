//! Places, outlines and frames on a page.
//!
//! Lengths are tenths of a point from the upper left corner, so that a whole number is fine enough for print:
//! plotters places everything on whole numbers.

/// Tenths of a point in a point.
pub(crate) const PT: f64 = 10.0;

/// A place on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// Short for a place on the page.
pub(crate) fn at(x: f64, y: f64) -> At {
    At { x, y }
}

/// A rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Frame {
    pub(crate) const fn new(left: f64, top: f64, width: f64, height: f64) -> Self {
        Frame {
            left,
            top,
            width,
            height,
        }
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    /// What of it lies below a height on the page.
    pub(crate) fn below(&self, top: f64) -> Self {
        self.row(top, self.bottom() - top)
    }

    /// As wide, from a height on the page.
    pub(crate) fn row(&self, top: f64, height: f64) -> Self {
        Frame::new(self.left, top, self.width, height)
    }

    /// Without so much on its left and its right.
    pub(crate) fn narrower(&self, left: f64, right: f64) -> Self {
        Frame::new(self.left + left, self.top, self.width - left - right, self.height)
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Its outline.
    pub(crate) fn outline(&self) -> Vec<Segment> {
        let (right, bottom) = (self.right(), self.bottom());
        closed_shape([
            at(self.left, self.top),
            at(right, self.top),
            at(right, bottom),
            at(self.left, bottom),
        ])
    }

    /// Cells of equal size in rows, with `gap` between them, row by row.
    pub(crate) fn grid(&self, columns: usize, rows: usize, gap: f64) -> Vec<Frame> {
        let width = (self.width - gap * (columns - 1) as f64) / columns as f64;
        let height = (self.height - gap * (rows - 1) as f64) / rows as f64;
        let cell = |number: usize| {
            let [row, column] = [number / columns, number % columns].map(|number| number as f64);
            let (left, top) = (column * (width + gap), row * (height + gap));
            Frame::new(self.left + left, self.top + top, width, height)
        };
        (0..rows * columns).map(cell).collect()
    }
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(At),
    Line(At),
    /// Control point, end.
    Quadratic(At, At),
    Close,
}

/// An open line through the points.
pub(crate) fn open_line(points: impl IntoIterator<Item = At>) -> Vec<Segment> {
    let step = |(i, point)| {
        if i == 0 {
            Segment::Move(point)
        } else {
            Segment::Line(point)
        }
    };
    points.into_iter().enumerate().map(step).collect()
}

/// A closed shape with the points as corners.
pub(crate) fn closed_shape(corners: impl IntoIterator<Item = At>) -> Vec<Segment> {
    let mut outline = open_line(corners);
    outline.push(Segment::Close);
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_cut_into_cells_with_gaps_between() {
        let frame = Frame::new(10.0, 20.0, 100.0, 70.0);
        assert_eq!(frame.bottom(), 90.0);
        let cells = frame.grid(3, 2, 5.0);
        let corners: Vec<_> = cells.iter().map(|cell| (cell.left, cell.top)).collect();
        assert_eq!(
            corners,
            [
                (10.0, 20.0),
                (45.0, 20.0),
                (80.0, 20.0),
                (10.0, 57.5),
                (45.0, 57.5),
                (80.0, 57.5)
            ]
        );
        assert!(cells.iter().all(|cell| (cell.width, cell.height) == (30.0, 32.5)));
        let outline = [at(10.0, 20.0), at(110.0, 20.0), at(110.0, 90.0), at(10.0, 90.0)];
        assert_eq!(frame.outline(), closed_shape(outline));
    }

    #[test]
    fn a_line_begins_with_a_move_and_a_shape_ends_where_it_began() {
        let corners = [at(1.0, 2.0), at(3.0, 4.0), at(5.0, 6.0)];
        let [a, b, c] = corners;
        assert_eq!(
            open_line(corners),
            [Segment::Move(a), Segment::Line(b), Segment::Line(c)]
        );
        assert_eq!(closed_shape(corners)[3], Segment::Close);
        assert_eq!(open_line([]), []);
    }
}

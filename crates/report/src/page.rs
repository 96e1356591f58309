//! One page of a figure: the marks on it, in the order in which they are laid down.
//!
//! `svg.rs` and `raster.rs` turn the same page into the two files.

use crate::ink::Ink;
use crate::outline::{At, Frame, PT, Segment, open_line};
use crate::picture::Picture;
use crate::style;

/// More marks than this are embedded as a picture.
pub(crate) const VECTOR_MARKS: usize = 20_000;

/// What a line looks like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    /// Lengths of stroke and gap in turn; empty for an unbroken line.
    pub(crate) dash: &'static [f64],
}

impl Stroke {
    pub(crate) fn plain(ink: Ink, width: f64) -> Self {
        Stroke {
            ink,
            width,
            dash: &[],
        }
    }
}

/// How a shape is painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Ink>,
    pub(crate) stroke: Option<Stroke>,
}

impl Paint {
    pub(crate) fn fill(ink: Ink) -> Self {
        Paint {
            fill: Some(ink),
            stroke: None,
        }
    }

    pub(crate) fn edged(self, stroke: Stroke) -> Self {
        Paint {
            stroke: Some(stroke),
            ..self
        }
    }

    pub(crate) fn stroke(stroke: Stroke) -> Self {
        Paint::default().edged(stroke)
    }
}

/// One thing on the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    Path {
        outline: Vec<Segment>,
        paint: Paint,
    },
    Circle {
        centre: At,
        radius: f64,
        paint: Paint,
    },
    /// Text as the outlines of its letters.
    Text {
        words: String,
        outline: Vec<Segment>,
        ink: Ink,
    },
    /// Marks that show only within the frame; `as_picture` embeds them in the SVG as pixels.
    Within {
        frame: Frame,
        marks: Vec<Mark>,
        as_picture: bool,
    },
    /// Marks that are pixels already.
    Picture(Picture),
}

impl Mark {
    pub(crate) fn circle(centre: At, radius: f64, paint: Paint) -> Self {
        Mark::Circle {
            centre,
            radius,
            paint,
        }
    }
}

/// A figure in the making.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Name of the file without its ending.
    pub(crate) name: String,
    /// What the heading says.
    pub(crate) title: String,
    /// What is to be seen, in words.
    pub(crate) alt: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) marks: Vec<Mark>,
}

impl Page {
    /// An empty page; lengths in points.
    pub(crate) fn new(name: impl Into<String>, width_pt: f64, height_pt: f64) -> Self {
        Page {
            name: name.into(),
            title: String::new(),
            alt: String::new(),
            width: width_pt * PT,
            height: height_pt * PT,
            marks: Vec::new(),
        }
    }

    pub(crate) fn path(&mut self, outline: Vec<Segment>, paint: Paint) {
        self.marks.push(Mark::Path { outline, paint });
    }

    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = At>, stroke: Stroke) {
        self.path(open_line(points), Paint::stroke(stroke));
    }

    /// Marks that show only within a frame, and its edge.
    pub(crate) fn framed(&mut self, frame: Frame, marks: Vec<Mark>, as_picture: bool) {
        self.marks.push(Mark::Within {
            frame,
            marks,
            as_picture,
        });
        let edge = Stroke::plain(style::AXIS, style::EDGE);
        self.path(frame.outline(), Paint::stroke(edge));
    }

    pub(crate) fn circle(&mut self, centre: At, radius: f64, paint: Paint) {
        self.marks.push(Mark::circle(centre, radius, paint));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The corners of a path; none of another mark.
    pub(crate) fn corners(mark: &Mark) -> Vec<(f64, f64)> {
        let Mark::Path { outline, .. } = mark else {
            return Vec::new();
        };
        let corner = |segment: &Segment| match *segment {
            Segment::Move(at) | Segment::Line(at) => Some((at.x, at.y)),
            _ => None,
        };
        outline.iter().filter_map(corner).collect()
    }

    #[test]
    fn a_colour_is_its_hexadecimal_digits_and_a_page_has_ten_units_to_the_point() {
        assert_eq!(Ink::solid(0x12_ab0f).rgb, [0x12, 0xab, 0x0f]);
        assert_eq!(Ink::solid(0x12_ab0f).at_opacity(0.5).opacity, 0.5);
        let page = Page::new("p", 30.0, 20.0);
        assert_eq!((page.width, page.height), (300.0, 200.0));
    }
}

//! Plans side by side at one scale, of dots, lines and areas that a caller works out; without axes, as their lengths are in units of
//! the caller's.

use crate::kit::*;
use crate::needed::{FINITE, Needed};
use crate::outline::closed_shape;
use crate::page::VECTOR_MARKS;

const GAP: f64 = 8.0 * PT;
/// A heading and a line below it.
const HEAD: f64 = 21.0 * PT;
const LENGTH: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");

/// What a shape looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Dots and lines that are looked at.
    Dark,
    /// What is there besides.
    Grey,
    /// Ground behind others.
    Pale,
    /// What stands out.
    Warm,
    /// What stands out the other way.
    Cold,
}

/// A shape of a plan, in the plan's own unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Dot {
        /// Its middle.
        at: [f64; 2],
        /// Its radius, 0 or more; the smallest are drawn so that they can be seen.
        radius: f64,
        /// Its colour.
        tone: Tone,
    },
    /// A line through places.
    Line {
        /// From one end to the other.
        places: Vec<[f64; 2]>,
        /// Its width, 0 for a thin one.
        width: f64,
        /// Its colour.
        tone: Tone,
    },
    /// An area with its edge.
    Area {
        /// Its corners in turn.
        corners: Vec<[f64; 2]>,
        /// What it is filled with.
        fill: Option<Tone>,
        /// What its edge is drawn with.
        edge: Tone,
    },
}

/// One plan.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchPanel {
    /// What it shows.
    pub heading: String,
    /// A line below the heading, in grey.
    pub below: String,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
}

/// How a key shows its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SketchKey {
    /// As a disc.
    Dot(Tone),
    /// As a line.
    Line(Tone),
    /// As an area.
    Area(Tone),
}

/// Plans side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// Name of the figure.
    pub name: String,
    /// Its heading.
    pub heading: String,
    /// Keys, each with its words.
    pub keys: Vec<(SketchKey, String)>,
    /// Lower left corner of what each plan shows.
    pub low: [f64; 2],
    /// Width and height of what each plan shows; above 0.
    pub size: [f64; 2],
    /// The plans, from left to right.
    pub panels: Vec<SketchPanel>,
    /// What stands below the figure in a paper.
    pub caption: String,
    /// What is to be seen.
    pub alt: String,
}

/// Draws plans side by side.
///
/// # Errors
/// [`ReportError::Number`] where a number cannot be drawn, [`ReportError::Drawing`] when drawing or encoding fails.
pub fn sketch(sketch: &Sketch) -> Result<Figure, ReportError> {
    check(sketch)?;
    let keys: Vec<LegendEntry> = sketch
        .keys
        .iter()
        .map(|(key, words)| entry(*key, words))
        .collect();
    let mut sheet = Sheet::new(sketch.name.clone(), style::PANELS_PT, &sketch.heading, &keys);
    let panels = sketch.panels.len();
    if panels == 0 {
        return sheet.finish_empty("no plans");
    }
    let across = style::PANELS_PT * PT - 2.0 * MARGIN;
    let width = ((across - GAP * (panels - 1) as f64) / panels as f64).round();
    let units = width / sketch.size[0];
    let height = (sketch.size[1] * units).round();
    let room = sheet.room(HEAD + height);
    for (number, panel) in sketch.panels.iter().enumerate() {
        let left = room.left + number as f64 * (width + GAP);
        let frame = Frame::new(left, room.top + HEAD, width, height);
        let page = &mut sheet.page;
        page.text(
            &fitted(&panel.heading, TEXT_SIZE, width),
            at(left, room.top),
            TOP_LEFT,
        );
        let grey = TOP_LEFT.sized(SMALL).inked(GREY);
        page.text(
            &fitted(&panel.below, SMALL, width),
            at(left, room.top + SMALL_LINE),
            grey,
        );
        let place = |[x, y]: [f64; 2]| {
            at(
                frame.left + (x - sketch.low[0]) * units,
                frame.bottom() - (y - sketch.low[1]) * units,
            )
        };
        let marks: Vec<Mark> = panel
            .shapes
            .iter()
            .map(|shape| mark(shape, place, units))
            .collect();
        let as_picture = marks.len() > VECTOR_MARKS;
        page.framed(frame, marks, as_picture);
    }
    sheet.finish(sketch.caption.clone(), sketch.alt.clone())
}

fn mark(shape: &Shape, place: impl Fn([f64; 2]) -> At, units: f64) -> Mark {
    const SMALLEST: f64 = 0.7 * PT;
    match shape {
        Shape::Dot { at, radius, tone } => Mark::circle(
            place(*at),
            (radius * units).max(SMALLEST),
            Paint::fill(ink(*tone)),
        ),
        Shape::Line { places, width, tone } => Mark::Path {
            outline: open_line(places.iter().map(|at| place(*at))),
            paint: Paint::stroke(Stroke::plain(ink(*tone), (width * units).max(style::FINE))),
        },
        Shape::Area { corners, fill, edge } => Mark::Path {
            outline: closed_shape(corners.iter().map(|at| place(*at))),
            paint: Paint {
                fill: fill.map(ink),
                stroke: Some(Stroke::plain(ink(*edge), style::FINE)),
            },
        },
    }
}

fn entry(key: SketchKey, words: &str) -> LegendEntry {
    let sample = match key {
        SketchKey::Dot(tone) => Sample::Dot(ink(tone), 1.5 * PT),
        SketchKey::Line(tone) => Sample::Line(Stroke::plain(ink(tone), style::CURVE), None),
        SketchKey::Area(tone) => {
            Sample::Patch(Paint::fill(ink(tone)).edged(Stroke::plain(style::AXIS, style::HAIR)))
        }
    };
    LegendEntry::new(sample, words)
}

fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Dark => style::TEXT,
        Tone::Grey => GREY,
        Tone::Pale => style::BACKGROUND,
        Tone::Warm => style::ORANGE,
        Tone::Cold => style::SKY_BLUE,
    }
}

fn check(sketch: &Sketch) -> Result<(), ReportError> {
    FINITE.of(&sketch.name, "low", sketch.low)?;
    LENGTH.of(&sketch.name, "size", sketch.size)?;
    for shape in sketch.panels.iter().flat_map(|panel| &panel.shapes) {
        let (places, length): (&[[f64; 2]], f64) = match shape {
            Shape::Dot { at, radius, .. } => (std::slice::from_ref(at), *radius),
            Shape::Line { places, width, .. } => (places, *width),
            Shape::Area { corners, .. } => (corners, 0.0),
        };
        FINITE.of(&sketch.name, "places", places.iter().flatten().copied())?;
        crate::needed::SIZE.of(&sketch.name, "radius or width", [length])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shapes: Vec<Shape>) -> Sketch {
        let panel = |heading: &str, shapes| SketchPanel {
            heading: heading.to_owned(),
            below: String::new(),
            shapes,
        };
        Sketch {
            name: "plans".to_owned(),
            heading: "Two plans".to_owned(),
            keys: vec![(SketchKey::Dot(Tone::Dark), "a point".to_owned())],
            low: [0.0; 2],
            size: [10.0, 5.0],
            panels: vec![panel("left", shapes), panel("right", Vec::new())],
            caption: "Plans.".to_owned(),
            alt: "Two plans.".to_owned(),
        }
    }

    #[test]
    fn plans_stand_side_by_side_and_say_what_they_show() {
        let dot = Shape::Dot {
            at: [5.0, 2.5],
            radius: 1.0,
            tone: Tone::Warm,
        };
        let line = Shape::Line {
            places: vec![[0.0, 0.0], [10.0, 5.0]],
            width: 0.5,
            tone: Tone::Cold,
        };
        let drawn = sketch(&of(vec![dot, line])).unwrap();
        let bare = sketch(&of(Vec::new())).unwrap();
        assert_eq!((drawn.name.as_str(), drawn.alt.as_str()), ("plans", "Two plans."));
        assert!(drawn.svg.contains("#e69f00") && drawn.svg.contains("#56b4e9"));
        assert!(!bare.svg.contains("#e69f00") && drawn.svg != bare.svg);
        let empty = Sketch {
            panels: Vec::new(),
            ..of(Vec::new())
        };
        assert!(sketch(&empty).unwrap().alt.contains("no plans"));
    }

    #[test]
    fn what_no_plan_could_show_is_refused() {
        let nowhere = Shape::Dot {
            at: [f64::NAN, 0.0],
            radius: 1.0,
            tone: Tone::Dark,
        };
        assert!(matches!(
            sketch(&of(vec![nowhere])),
            Err(ReportError::Number { .. })
        ));
        let flat = Sketch {
            size: [10.0, 0.0],
            ..of(Vec::new())
        };
        assert!(matches!(sketch(&flat), Err(ReportError::Number { .. })));
    }
}

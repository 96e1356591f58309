//! The patches that are open where a camera's way ends, and the props on them.

use super::about::{BiomePicture, WorldAbout, ink, rule_colour};
use super::discs::LEAST_RADIUS;
use super::ground;
use super::map::setting;
use super::plan::{Layout, Window};
use crate::kit::*;
use crate::map::VECTOR_MARKS;
use crate::needed::{FINITE, SIZE};

const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// White in the colours of patches.
const PALE: f64 = 0.55;
const CAMERA: f64 = 3.0 * PT;
/// A prop of the scale 1 is about so wide, m.
const PROP_RADIUS_M: f64 = 0.5;

/// What is there where a camera's way ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlightEnd {
    /// The patches that are drawn: level, column and row, of which there are 2^level over the world.
    pub patches: Vec<[u32; 3]>,
    /// Names of the kinds of props.
    pub kinds: Vec<String>,
    /// Props: number of the kind, place, scale.
    pub props: Vec<(usize, [f64; 2], f64)>,
    /// The way, from its beginning.
    pub way_m: Vec<[f64; 2]>,
}

/// Draws the patches around the end of a camera's way as the figure `patches`, each in the colour of its level, with their props
/// and the borders of biomes, such as a coast.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn patches(about: &WorldAbout, biomes: &BiomePicture, end: &FlightEnd) -> Result<Figure, ReportError> {
    about.check()?;
    biomes.check(about)?;
    check(end)?;
    let finest = end
        .patches
        .iter()
        .map(|[level, ..]| *level)
        .max()
        .unwrap_or_default();
    let title = format!(
        "{}: {} and {} around a camera at the end of its way",
        about.name,
        match end.patches.len() {
            1 => "1 patch".to_owned(),
            patches => format!("{} patches", count(patches as u64)),
        },
        counted(end.props.len() as u64, "prop")
    );
    let kinds = end.kinds.iter().enumerate().map(|(kind, name)| {
        let number = end.props.iter().filter(|(own, ..)| *own == kind).count() as u64;
        LegendEntry::new(
            Sample::Disc(prop_paint(kind)),
            format!("{name} ({})", count(number)),
        )
    });
    let mut keys: Vec<LegendEntry> = kinds.collect();
    keys.push(LegendEntry::new(
        Sample::Disc(camera_paint()),
        "camera, and the way that it came",
    ));
    if about.biomes.len() > 1 {
        keys.push(LegendEntry::new(
            Sample::Line(ground::border(), None),
            "border of a biome",
        ));
    }
    let coarsest = end
        .patches
        .iter()
        .map(|[level, ..]| *level)
        .min()
        .unwrap_or_default();
    for level in coarsest..=finest {
        let side_m = about.size_m[0].min(about.size_m[1]) / (1_u64 << level) as f64;
        let words = format!("patches of level {level}, {} m wide", number(side_m));
        keys.push(LegendEntry::patch(patch_paint(level, coarsest, finest), words));
    }
    let mut sheet = Sheet::new("patches", style::MAP_PT, &title, &keys);
    let window = Window {
        low_m: about.origin_m,
        high_m: about.high_m(),
    };
    let room = [style::MAP_PT * PT - 2.0 * MARGIN, f64::INFINITY];
    let layout = Layout::new(window, room, MOST);
    let room = sheet.room(layout.outer()[1]);
    let mut plan = layout.draw(&mut sheet.page, room.left, room.top)?;
    let ground = |&[level, column, row]: &[u32; 3]| {
        let side_m = about.size_m.map(|side_m| side_m / (1_u64 << level) as f64);
        let corner_m = |by: f64| {
            [
                about.origin_m[0] + (f64::from(column) + by) * side_m[0],
                about.origin_m[1] + (f64::from(row) + by) * side_m[1],
            ]
        };
        let frame = plan.rectangle(&Window {
            low_m: corner_m(0.0),
            high_m: corner_m(1.0),
        })?;
        Some(Mark::Path {
            outline: frame.outline(),
            paint: patch_paint(level, coarsest, finest),
        })
    };
    let mut marks: Vec<Mark> = end.patches.iter().filter_map(ground).collect();
    marks.extend(end.props.iter().map(|(kind, at_m, scale)| {
        let radius = (PROP_RADIUS_M * scale * plan.units_per_m).max(2.0 * LEAST_RADIUS);
        Mark::circle(plan.place(*at_m), radius, prop_paint(*kind))
    }));
    let borders = ground::borders(about, biomes, &plan);
    let way: Vec<At> = end.way_m.iter().map(|at_m| plan.place(*at_m)).collect();
    let mut over = Vec::new();
    if way.len() > 1 {
        over.push(Mark::Path {
            outline: open_line(way.iter().copied()),
            paint: Paint::stroke(Stroke::plain(style::TEXT, style::THIN)),
        });
    }
    over.extend(way.last().map(|at| Mark::circle(*at, CAMERA, camera_paint())));
    let as_picture = marks.len() > VECTOR_MARKS;
    plan.fill(marks, as_picture);
    plan.fill(borders.into_iter().collect(), true);
    plan.fill(over, false);
    let axes = plan.panel.axes_told();
    let caption = format!(
        "What is there around a camera at the end of its way in {}: patches of ground in the colour of their level, and the props \
         that they and the coarser patches above them dropped. Discs of props are as wide as their scale in metres, or as can be \
         seen. Thin lines are the borders of biomes, such as a coast.",
        setting(about)
    );
    let alt = format!("Map of the patches around a camera and their props. {axes}");
    sheet.finish(caption, alt)
}

fn check(end: &FlightEnd) -> Result<(), ReportError> {
    if let Some((kind, ..)) = end.props.iter().find(|(kind, ..)| *kind >= end.kinds.len()) {
        let needed = "the number of one of the kinds of props";
        return Err(ReportError::number("the props", "kind", *kind as f64, needed));
    }
    let places = end.props.iter().map(|(_, at_m, _)| at_m).chain(&end.way_m);
    FINITE.of("props.csv", "x_m, y_m", places.flatten().copied())?;
    SIZE.of("props.csv", "scale", end.props.iter().map(|(.., scale)| *scale))?;
    match end.patches.iter().find(|[level, ..]| *level > 31) {
        Some([level, ..]) => Err(ReportError::number(
            "patches.csv",
            "level",
            f64::from(*level),
            "at most 31",
        )),
        None => Ok(()),
    }
}

fn patch_paint(level: u32, coarsest: u32, finest: u32) -> Paint {
    let share = f64::from(level - coarsest) / f64::from((finest - coarsest).max(1));
    let edge = Stroke::plain(style::WHITE, style::FINE);
    Paint::fill(style::paled(style::sequence(share), PALE)).edged(edge)
}

fn prop_paint(kind: usize) -> Paint {
    Paint::fill(ink(rule_colour(kind)))
}

fn camera_paint() -> Paint {
    Paint::fill(style::BLACK).edged(Stroke::plain(style::WHITE, style::THIN))
}

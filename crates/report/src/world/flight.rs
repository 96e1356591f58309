//! The patches that are open where a camera's way ends, and the props on them.

use std::collections::BTreeMap;

use understory_records::{FrameRow, PatchRow, PropRow, WorldManifest};

use super::about::{BiomePicture, check_world, ink, rule_colour};
use super::discs::LEAST_RADIUS;
use super::ground;
use super::map::setting;
use super::plan::{Plan, Window};
use crate::kit::*;
use crate::needed::{FINITE, Needed, SIZE};

const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// White in the colours of patches.
const PALE: f64 = 0.55;
const CAMERA: f64 = 3.0 * PT;
/// A prop of the scale 1 is about so wide, m.
const PROP_RADIUS_M: f64 = 0.5;

/// Draws the patches around the end of a camera's way as the figure `patches`, each in the colour of its level, with their props
/// and the borders of biomes, such as a coast.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn patches(
    about: WorldManifest<'_>,
    biomes: &BiomePicture,
    there: &[PatchRow],
    props: &[PropRow],
    way: &[FrameRow],
) -> Result<Figure, ReportError> {
    check_world(&about)?;
    biomes.check(&about)?;
    let closed: Vec<&PatchRow> = there.iter().filter(|patch| patch.state == "closed").collect();
    check(&closed, props, way)?;
    let kinds = about.props.iter();
    let kinds: BTreeMap<&str, usize> = kinds.map(|kind| &**kind).zip(0..).collect();
    let props = props.iter().map(|prop| Some((*kinds.get(&*prop.prop)?, prop)));
    let Some(props) = props.collect::<Option<Vec<_>>>() else {
        let needed = "the number of one of the kinds of props";
        return Err(ReportError::number(
            "the props",
            "kind",
            kinds.len() as f64,
            needed,
        ));
    };
    let levels = || closed.iter().map(|patch| patch.level);
    let (coarsest, finest) = (
        levels().min().unwrap_or_default(),
        levels().max().unwrap_or_default(),
    );
    let title = format!(
        "{}: {} and {} around a camera at the end of its way",
        about.all.made_from.scenario,
        match closed.len() {
            1 => "1 patch".to_owned(),
            patches => format!("{} patches", count(patches as u64)),
        },
        counted(props.len() as u64, "prop")
    );
    let kinds = about.props.iter().enumerate().map(|(kind, name)| {
        let number = props.iter().filter(|(own, _)| *own == kind).count() as u64;
        LegendEntry::new(
            Sample::Disc(prop_paint(kind)),
            format!("{name} ({})", count(number)),
        )
    });
    let mut keys: Vec<LegendEntry> = kinds.collect();
    keys.push(LegendEntry::new(
        Sample::Disc(ground::camera()),
        "camera, and the way that it came",
    ));
    if about.biomes.len() > 1 {
        keys.push(LegendEntry::new(
            Sample::Line(ground::border(), None),
            "border of a biome",
        ));
    }
    for level in coarsest..=finest {
        let side_m = about.world.size_m[0].min(about.world.size_m[1]) / (1_u64 << level) as f64;
        let words = format!("patches of level {level}, {} m wide", number(side_m));
        keys.push(LegendEntry::patch(patch_paint(level, coarsest, finest), words));
    }
    let mut sheet = Sheet::new("patches", style::MAP_PT, &title, &keys);
    let mut plan = Plan::alone(&mut sheet, Window::of(&about.world), MOST)?;
    let ground = |patch: &&PatchRow| {
        let PatchRow {
            level, column, row, ..
        } = **patch;
        let side_m = about.world.size_m.map(|side_m| side_m / (1_u64 << level) as f64);
        let corner_m = |by: f64| {
            [
                about.world.origin_m[0] + (f64::from(column) + by) * side_m[0],
                about.world.origin_m[1] + (f64::from(row) + by) * side_m[1],
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
    let mut marks: Vec<Mark> = closed.iter().filter_map(ground).collect();
    marks.extend(props.iter().map(|(kind, prop)| {
        let radius = (PROP_RADIUS_M * prop.scale * plan.units_per_m).max(2.0 * LEAST_RADIUS);
        Mark::circle(plan.place([prop.x_m, prop.y_m]), radius, prop_paint(*kind))
    }));
    let borders = ground::borders(&about, biomes, &plan);
    let way: Vec<At> = way
        .iter()
        .map(|frame| plan.place([frame.x_m, frame.y_m]))
        .collect();
    let mut over = Vec::new();
    if way.len() > 1 {
        over.push(Mark::Path {
            outline: open_line(way.iter().copied()),
            paint: Paint::stroke(Stroke::plain(style::TEXT, style::THIN)),
        });
    }
    over.extend(way.last().map(|at| Mark::circle(*at, CAMERA, ground::camera())));
    plan.panel.fill(marks);
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

fn check(closed: &[&PatchRow], props: &[PropRow], way: &[FrameRow]) -> Result<(), ReportError> {
    let places = props.iter().map(|prop| [prop.x_m, prop.y_m]);
    let places = places.chain(way.iter().map(|frame| [frame.x_m, frame.y_m]));
    FINITE.of("props.csv", "x_m, y_m", places.flatten())?;
    SIZE.of("props.csv", "scale", props.iter().map(|prop| prop.scale))?;
    let levels = closed.iter().map(|patch| f64::from(patch.level));
    Needed(0.0, 31.0, "at most 31").of("patches.csv", "level", levels)
}

fn patch_paint(level: u32, coarsest: u32, finest: u32) -> Paint {
    let share = f64::from(level - coarsest) / f64::from((finest - coarsest).max(1));
    let edge = Stroke::plain(style::WHITE, style::FINE);
    Paint::fill(style::paled(style::sequence(share), PALE)).edged(edge)
}

fn prop_paint(kind: usize) -> Paint {
    Paint::fill(ink(rule_colour(kind)))
}

//! Ground from above: its segments in pale colours, the borders between them, and what stands there.

use std::collections::BTreeMap;

use understory_records::{ScatterManifest, SegmentPointRow};

use super::about::{check, room_m};
use crate::kit::*;
use crate::needed::{FINITE, SIZE};
use crate::outline::closed_shape;
use crate::world::ground::line;
use crate::world::plan::{Plan, Window};

const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// White in the colours of segments.
const PALE: f64 = 0.72;
/// Of points without a size, the radius of a disc in the room of a point.
const DISC: f64 = 0.22;
const LEAST_RADIUS: f64 = 0.5 * PT;
/// So many segments are named in the text alternative and in the key.
const NAMED: usize = 12;

/// Draws segments, borders and points as the figure `segments`.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn segments(about: ScatterManifest<'_>, points: &[SegmentPointRow]) -> Result<Figure, ReportError> {
    check(&about)?;
    FINITE.of(
        "points.csv",
        "x_m, y_m",
        points.iter().flat_map(|point| [point.x_m, point.y_m]),
    )?;
    SIZE.of(
        "points.csv",
        "size_m",
        points.iter().filter_map(|point| point.size_m),
    )?;
    let number_of: BTreeMap<&str, usize> = about
        .segments
        .iter()
        .map(|segment| &*segment.name)
        .zip(0..)
        .collect();
    let mut counts = vec![0_u64; about.segments.len()];
    for point in points {
        if let Some(&number) = number_of.get(&*point.segment) {
            counts[number] += 1;
        }
    }
    let is_cut = !about.borders.is_empty();
    let title = if is_cut {
        format!(
            "{}: {} in {}",
            about.all.made_from.scenario,
            counted(points.len() as u64, "point"),
            counted(about.segments.len() as u64, "segment")
        )
    } else {
        format!(
            "{}: {} by {}",
            about.all.made_from.scenario,
            counted(points.len() as u64, "point"),
            about.method
        )
    };
    let told = about.segments.iter().zip(&counts).enumerate().take(NAMED);
    let mut keys: Vec<LegendEntry> = told
        .map(|(number, (segment, points))| {
            let words = format!("{}: {} ({})", segment.name, segment.method, count(*points));
            LegendEntry::new(Sample::Disc(Paint::fill(style::category(number))), words)
        })
        .collect();
    if is_cut {
        keys.push(LegendEntry::patch(
            Paint::fill(style::BORDER),
            "borders, to scale",
        ));
    }
    let mut sheet = Sheet::new("segments", style::MAP_PT, &title, &keys);
    let mut plan = Plan::alone(&mut sheet, Window::of(&about.world), MOST)?;
    let grounds = about
        .segments
        .iter()
        .enumerate()
        .map(|(number, segment)| Mark::Path {
            // Holes go round the other way, so that they stay free.
            outline: segment
                .rings_m
                .iter()
                .flat_map(|ring_m| closed_shape(ring_m.iter().map(|&at_m| plan.place(at_m))))
                .collect(),
            paint: Paint::fill(style::paled(style::category(number), PALE)),
        });
    let mut marks: Vec<Mark> = if is_cut { grounds.collect() } else { Vec::new() };
    marks.extend(
        about
            .borders
            .iter()
            .flat_map(|border| line(&plan, border, style::BORDER)),
    );
    let usual_m = DISC * room_m(&about.world, points.len());
    marks.extend(points.iter().map(|point| {
        let number = number_of.get(&*point.segment).copied().unwrap_or_default();
        let radius_m = point.size_m.map_or(usual_m, |size_m| size_m / 2.0);
        let radius = (radius_m * plan.units_per_m).max(LEAST_RADIUS);
        Mark::circle(
            plan.place([point.x_m, point.y_m]),
            radius,
            Paint::fill(style::category(number)),
        )
    }));
    plan.panel.fill(marks);
    let axes = plan.panel.axes_told();
    let [width_m, height_m] = about.world.size_m.map(number);
    let caption = format!(
        "Points on ground of {width_m} m by {height_m} m in {}, laid out {}. Discs are as large as a point's zone where its \
         method knows one, else all alike.",
        name(&about.all.made_from.scenario),
        if is_cut {
            "segment by segment, each by its own method and none knowing of the others"
        } else {
            "at once"
        }
    );
    let parts = about.segments.iter().zip(&counts).take(NAMED);
    let parts =
        parts.map(|(segment, points)| format!("{} {} by {}", segment.name, count(*points), segment.method));
    let alt = format!(
        "Map of points, {} in all. {axes} {}",
        count(points.len() as u64),
        listed("Points by segment", parts, NAMED, "segments")
    );
    sheet.finish(caption, alt)
}

//! What instances stand on: biomes in pale colours, rivers and roads at their width, blockers as rings and polygons with
//! their names.

use understory_records::{WorldBlocker, WorldBody, WorldCourse};

use super::about::{BiomePicture, ink};
use super::plan::{Plan, within};
use crate::kit::*;
use crate::outline::{Segment, closed_shape};
use crate::pixels;

/// White in the colours of biomes, so that what stands on them is seen.
const PALE: f64 = 0.68;
/// Narrower roads would not be seen.
const LEAST_WIDTH: f64 = 0.5 * PT;
/// A line is cut so far beyond the frame at most: there the page goes on.
const BEYOND: f64 = 3.0 * PT;
const LEAST_BLOCKER: f64 = 1.2 * PT;
/// With more, names would be a tangle.
const NAMED: usize = 8;
const NAME_GAP: f64 = 2.0 * PT;

/// The biome map of a whole world as pixels of a plan that shows all of it.
pub(super) fn biomes(
    about: &WorldBody,
    picture: &BiomePicture,
    frame: Frame,
    figure: &str,
) -> Result<Mark, ReportError> {
    let colours: Vec<Ink> = about
        .biomes
        .iter()
        .map(|biome| style::paled(ink(biome.colour), PALE))
        .collect();
    let colour = |cell: usize| colours[usize::from(picture.biomes[cell])].rgb;
    pixels::of_cells(frame, figure, [picture.columns, picture.rows], colour)
}

/// How a camera is drawn.
pub(super) fn camera() -> Paint {
    Paint::fill(style::BLACK).edged(Stroke::plain(style::WHITE, style::THIN))
}

/// Up to where something reaches.
pub(super) fn dashed() -> Stroke {
    Stroke {
        dash: &[40.0, 25.0],
        ..Stroke::plain(style::TEXT, style::EDGE)
    }
}

/// How borders of biomes are drawn.
pub(super) fn border() -> Stroke {
    Stroke::plain(style::TEXT.at_opacity(0.7), style::FINE)
}

/// The lines along which biomes meet in a plan that shows the whole world, along the cells of their map; none where there is one
/// biome alone.
pub(super) fn borders(about: &WorldBody, picture: &BiomePicture, plan: &Plan<'_>) -> Option<Mark> {
    let BiomePicture {
        columns,
        rows,
        biomes,
    } = picture;
    let crossing = |column: usize, row: usize| {
        let share = [column as f64 / *columns as f64, row as f64 / *rows as f64];
        plan.place([0, 1].map(|axis| about.world.origin_m[axis] + share[axis] * about.world.size_m[axis]))
    };
    let mut outline = Vec::new();
    let mut line = |from, to| outline.extend([Segment::Move(from), Segment::Line(to)]);
    for (at, biome) in biomes.iter().enumerate() {
        let (column, row) = (at % columns, at / columns);
        if column + 1 < *columns && biomes[at + 1] != *biome {
            line(crossing(column + 1, row), crossing(column + 1, row + 1));
        }
        if row + 1 < *rows && biomes[at + columns] != *biome {
            line(crossing(column, row + 1), crossing(column + 1, row + 1));
        }
    }
    (!outline.is_empty()).then(|| Mark::Path {
        outline,
        paint: Paint::stroke(border()),
    })
}

/// Rivers, and roads over them.
pub(super) fn courses(about: &WorldBody, plan: &Plan<'_>) -> Vec<Mark> {
    let lines = |courses: &[WorldCourse], ink: Ink| -> Vec<Mark> {
        courses
            .iter()
            .flat_map(|course| line(plan, course, ink))
            .collect()
    };
    let mut marks = lines(&about.rivers, style::RIVER);
    marks.extend(lines(&about.roads, style::ROAD));
    marks
}

/// A road, a river or another border, to scale but wide enough to be seen.
pub(crate) fn line(plan: &Plan<'_>, course: &WorldCourse, ink: Ink) -> Vec<Mark> {
    let width = (course.width_m * plan.units_per_m).max(LEAST_WIDTH);
    let frame = plan.panel.frame;
    let beyond = width.min(BEYOND);
    let frame = Frame::new(
        frame.left - beyond,
        frame.top - beyond,
        frame.width + 2.0 * beyond,
        frame.height + 2.0 * beyond,
    );
    let points: Vec<At> = course.points_m.iter().map(|&at_m| plan.place(at_m)).collect();
    within(frame, &points)
        .into_iter()
        .map(|part| Mark::Path {
            outline: open_line(part),
            paint: Paint::stroke(Stroke::plain(ink, width)),
        })
        .collect()
}

fn blocker_paint() -> Paint {
    Paint::fill(style::WHITE.at_opacity(0.7)).edged(Stroke::plain(style::TEXT, style::THIN))
}

/// Blockers, with their names where they are few.
pub(super) fn blockers(about: &WorldBody, plan: &Plan<'_>) -> Vec<Mark> {
    let is_shown = |blocker: &&WorldBlocker| plan.window.meets(blocker.at_m, blocker.radius_m);
    let drawn: Vec<&WorldBlocker> = about.blockers.iter().filter(is_shown).collect();
    let shown: Vec<(At, f64, &str)> = drawn
        .iter()
        .map(|blocker| {
            let radius = (blocker.radius_m * plan.units_per_m).max(LEAST_BLOCKER);
            (plan.place(blocker.at_m), radius, blocker.name.as_str())
        })
        .collect();
    let mut page = Page::new("", 0.0, 0.0);
    for (&(centre, radius, _), blocker) in shown.iter().zip(drawn) {
        if blocker.corners_m.is_empty() || radius <= LEAST_BLOCKER {
            page.circle(centre, radius, blocker_paint());
        } else {
            let corners = blocker.corners_m.iter().map(|&corner_m| plan.place(corner_m));
            page.path(closed_shape(corners), blocker_paint());
        }
    }
    if shown.len() > NAMED {
        return page.marks;
    }
    let mut taken: Vec<Frame> = shown
        .iter()
        .map(|(centre, radius, _)| {
            Frame::new(centre.x - radius, centre.y - radius, 2.0 * radius, 2.0 * radius)
        })
        .collect();
    for (number, &(centre, radius, name)) in shown.iter().enumerate() {
        let own = taken[number];
        let Some(room) = room_for(name, centre, radius, plan.panel.frame, &taken, own) else {
            continue;
        };
        taken.push(room);
        page.path(room.outline(), Paint::fill(style::WHITE.at_opacity(0.75)));
        let middle = at(room.left + room.width / 2.0, room.top + room.height / 2.0);
        page.text(name, middle, CENTRE.sized(SMALL));
    }
    page.marks
}

/// Where a name stands beside its disc: within the frame, over no other disc and no other name.
fn room_for(name: &str, centre: At, radius: f64, frame: Frame, taken: &[Frame], own: Frame) -> Option<Frame> {
    let (width, height) = (
        font::width(name, SMALL) + 2.0 * PT,
        font::height(SMALL) + 1.0 * PT,
    );
    let (beside, middle) = (radius + NAME_GAP, centre.y - height / 2.0);
    let corners = [
        (centre.x + beside, middle),
        (centre.x - beside - width, middle),
        (centre.x - width / 2.0, centre.y - beside - height),
        (centre.x - width / 2.0, centre.y + beside),
    ];
    let apart = |a: &Frame, b: &Frame| {
        a.right() < b.left || b.right() < a.left || a.bottom() < b.top || b.bottom() < a.top
    };
    let fits = |room: &Frame| {
        room.left > frame.left
            && room.right() < frame.right()
            && room.top > frame.top
            && room.bottom() < frame.bottom()
            && taken.iter().all(|other| *other == own || apart(room, other))
    };
    let rooms = corners.map(|(left, top)| Frame::new(left, top, width, height));
    rooms.into_iter().find(fits)
}

/// Keys of roads, rivers and blockers, as far as there are any.
pub(super) fn keys(about: &WorldBody) -> Vec<LegendEntry> {
    let line = |ink: Ink| Sample::Line(Stroke::plain(ink, 2.5 * PT), None);
    let all = [
        (about.roads.len(), line(style::ROAD), "road"),
        (about.rivers.len(), line(style::RIVER), "river"),
        (about.blockers.len(), Sample::Disc(blocker_paint()), "blocker"),
    ];
    all.into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(_, sample, words)| LegendEntry::new(sample, words))
        .collect()
}

/// Keys of biomes.
pub(super) fn biome_keys(about: &WorldBody) -> Vec<LegendEntry> {
    let edge = Stroke::plain(style::AXIS, style::HAIR);
    let key = |(name, colour)| {
        let paint = Paint::fill(style::paled(ink(colour), PALE)).edged(edge.clone());
        LegendEntry::patch(paint, name)
    };
    about
        .biomes
        .iter()
        .map(|biome| (biome.name.clone(), biome.colour))
        .map(key)
        .collect()
}

/// `, 2 roads, 1 river and 3 blockers`: how many there are of each; nothing where there are none.
pub(super) fn told(about: &WorldBody) -> String {
    let all = [
        (about.roads.len(), "road"),
        (about.rivers.len(), "river"),
        (about.blockers.len(), "blocker"),
    ];
    let there = all.into_iter().filter(|(number, _)| *number > 0);
    list(there.map(|(number, thing)| counted(number as u64, thing)))
}

//! A net of springs: as it begins, after its iterations, and with the springs removed.

use understory_records::{NodeRow, ScatterManifest, SpringRow};

use super::about::{check, room_m};
use crate::kit::*;
use crate::needed::{FINITE, SIZE};
use crate::world::plan::{Layout, Plan, Window};

/// A panel is so wide; three stand beside each other.
const PANEL_PT: f64 = 210.0;
const GAP: f64 = 8.0 * PT;
/// Of more nodes no spring could be made out.
const MOST_NODES: usize = 5000;
/// A node in the room of one.
const DISC: f64 = 0.15;
const LEAST_RADIUS: f64 = 0.6 * PT;
/// A spring that is so much longer or shorter than at rest, as a share of its rest, has its full colour.
const FULL: f64 = 0.4;

/// Strains of the key, from the strongest push to the strongest pull.
const SCALE: [(f64, &str); 5] = [
    (-FULL, "pushes: 40 % or more shorter than at rest"),
    (-0.5 * FULL, "20 % shorter"),
    (0.0, "at rest"),
    (0.5 * FULL, "20 % longer"),
    (FULL, "pulls: 40 % or more longer"),
];

/// Draws a net in three panels as the figure `springs`: its grid with the springs, the springs after its iterations, its nodes
/// without them. Springs that pull are red, those that push blue, those at rest grey. None for more than 5000 nodes.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn springs(
    about: ScatterManifest<'_>,
    nodes: &[NodeRow],
    springs: &[SpringRow],
) -> Result<Option<Figure>, ReportError> {
    check(&about)?;
    FINITE.of(
        "nodes.csv",
        "x_m, y_m",
        nodes.iter().flat_map(|node| [node.x_m, node.y_m]),
    )?;
    SIZE.of(
        "springs.csv",
        "rest_m",
        springs.iter().map(|spring| spring.rest_m),
    )?;
    let iterations = nodes.iter().map(|node| node.iteration).max().unwrap_or_default();
    // Also of a net that never relaxes the second half is its end.
    let (before, after) = nodes.split_at(nodes.len() / 2);
    if before.is_empty() || before.len() > MOST_NODES {
        return Ok(None);
    }
    let places =
        |state: &[NodeRow]| -> Vec<[f64; 2]> { state.iter().map(|node| [node.x_m, node.y_m]).collect() };
    let (before, after) = (places(before), places(after));
    let ends = springs.iter().map(|spring| spring.from.max(spring.to) as usize);
    if let Some(end) = ends.max().filter(|&end| end >= before.len()) {
        let needed = "the number of a node of nodes.csv";
        return Err(ReportError::number("springs.csv", "to", end as f64, needed));
    }
    let title = format!("{}: a net of springs relaxes", about.all.made_from.scenario);
    let keys = SCALE.map(|(strain, words)| {
        let stroke = Stroke::plain(ink(strain), style::BOLD);
        LegendEntry::new(Sample::Line(stroke, None), words)
    });
    // Ground may be a strip that is as long as any.
    let room = [PANEL_PT * PT, 2.0 * PANEL_PT * PT];
    let layout = Layout::new(Window::of(&about.world), room, room);
    let [width, height] = layout.outer();
    let width_pt = (3.0 * width + 2.0 * GAP + 2.0 * MARGIN) / PT;
    let mut sheet = Sheet::new("springs", width_pt, &title, &keys);
    let line = font::height(TEXT_SIZE) + 3.0 * PT;
    let room = sheet.room(height + line);
    let panels = [
        (
            "a grid with springs of random lengths".to_owned(),
            &before,
            Some(false),
        ),
        (
            format!("after {}", counted(u64::from(iterations), "iteration")),
            &after,
            Some(true),
        ),
        ("springs removed".to_owned(), &after, None),
    ];
    for (number, (heading, places, with_springs)) in panels.into_iter().enumerate() {
        let left = room.left + number as f64 * (width + GAP);
        let words = fitted(&heading, TEXT_SIZE, width);
        sheet
            .page
            .text(&words, at(left + layout.around.left, room.top), TOP_LEFT);
        let mut plan = layout.draw(&mut sheet.page, left, room.top + line)?;
        let mut marks = Vec::new();
        if let Some(at_end) = with_springs {
            marks.extend(
                springs
                    .iter()
                    .map(|spring| drawn(about, &plan, places, spring, at_end)),
            );
        }
        let radius = (DISC * room_m(&about.world, places.len()) * plan.units_per_m).max(LEAST_RADIUS);
        marks.extend(
            places
                .iter()
                .map(|&at_m| Mark::circle(plan.place(at_m), radius, Paint::fill(style::TEXT))),
        );
        plan.fill(marks, false);
    }
    let caption = format!(
        "The {} of {}, after figures 4 to 6 of Mick West's article on random scattering: a grid whose nodes are tied to their \
         neighbours by springs of random rest lengths (left), the same after {} (middle), and the nodes that stay when the \
         springs are removed (right). Red springs pull, blue ones push, in full colour from {} % of their rest length on.",
        counted(before.len() as u64, "node"),
        name(&about.all.made_from.scenario),
        counted(u64::from(iterations), "iteration"),
        FULL * 100.0
    );
    let excess = |of: fn(&SpringRow) -> f64| {
        let squares = springs
            .iter()
            .map(|spring| (of(spring) - spring.rest_m) * (of(spring) - spring.rest_m));
        (squares.sum::<f64>() / springs.len().max(1) as f64).sqrt()
    };
    let alt = format!(
        "Three maps of a net of springs. The root mean square of what its {} are longer or shorter than at rest falls from {} m to \
         {} m.",
        counted(springs.len() as u64, "spring"),
        number(excess(|spring| spring.grid_m)),
        number(excess(|spring| spring.end_m))
    );
    sheet.finish(caption, alt).map(Some)
}

/// A spring as a line from its one end the shortest way to the other.
fn drawn(
    about: ScatterManifest<'_>,
    plan: &Plan<'_>,
    places: &[[f64; 2]],
    spring: &SpringRow,
    at_end: bool,
) -> Mark {
    let [from, to] = [spring.from, spring.to].map(|node| places[node as usize]);
    let to = [0, 1].map(|axis: usize| {
        let way_m = to[axis] - from[axis];
        let size_m = about.world.size_m[axis];
        let laps = if about.world.edge == "torus" {
            (way_m / size_m).round()
        } else {
            0.0
        };
        to[axis] - laps * size_m
    });
    let length_m = if at_end { spring.end_m } else { spring.grid_m };
    let strain = (length_m - spring.rest_m) / spring.rest_m.max(f64::MIN_POSITIVE);
    Mark::Path {
        outline: open_line([plan.place(from), plan.place(to)]),
        paint: Paint::stroke(Stroke::plain(ink(strain), style::EDGE)),
    }
}

/// Red where a spring pulls, blue where it pushes, the stronger the fuller, from grey on.
fn ink(strain: f64) -> Ink {
    let full = if strain > 0.0 {
        style::VERMILION
    } else {
        style::BLUE
    };
    let share = (strain.abs() / FULL).min(1.0);
    let mixed = |axis: usize| {
        let (rest, full) = (f64::from(GREY.rgb[axis]), f64::from(full.rgb[axis]));
        (rest + share * (full - rest)).round() as u8
    };
    Ink {
        rgb: [mixed(0), mixed(1), mixed(2)],
        opacity: 1.0,
    }
}

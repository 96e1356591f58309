//! The roots of one tree in plan and from the side, coloured by their depth.

use understory_numerics::parallel::join;
use understory_numerics::sort;
use understory_records::SkeletonRow;

use crate::crowns::overlapping;
use crate::kit::*;
use crate::needed::FINITE;
use crate::to_scale::ToScale;

/// Room for what is drawn.
const WIDTH: f64 = 430.0 * PT;
const HEIGHT: f64 = 430.0 * PT;
/// Thinner roots would not be seen.
const THINNEST: f64 = 0.3 * PT;
/// Steps of depth that have a colour each.
const DEPTHS: usize = 6;
/// The palest and the darkest of the colours, of those there are.
const PALEST: f64 = 0.9;
const DARKEST: f64 = 0.0;
const STONE: Ink = style::RULE;

/// A stone that roots went round: its centre and radius, m.
pub type Stone = ([f64; 3], f64);

/// Draws the roots of a tree in plan and from the south, from `skeleton.csv`; none where it has no roots.
///
/// # Errors
/// [`ReportError::Number`] for what no figure could show, [`ReportError::Drawing`] when drawing fails.
pub fn roots(heading: &str, nodes: &[SkeletonRow], stones: &[Stone]) -> Result<Vec<Figure>, ReportError> {
    for node in nodes {
        let numbers = [node.x_m, node.y_m, node.z_m, node.radius_m];
        FINITE.of("skeleton.csv", "x_m", numbers)?;
    }
    let segments = segments(nodes);
    if segments.is_empty() {
        return Ok(Vec::new());
    }
    let collar_m = nodes[0].z_m;
    let deepest_m = segments
        .iter()
        .map(|segment| collar_m - segment.ends_m[1][2])
        .fold(0.0, f64::max);
    let seen = Seen {
        segments,
        stones,
        collar_m,
        deepest_m,
    };
    let plan = || {
        let title = format!("{heading}: roots in plan");
        seen.figure("roots-plan", &title, ["x (m)", "y (m)"], [0, 1])
    };
    let side = || {
        let title = format!("{heading}: roots from the side");
        seen.figure("roots-side", &title, ["x (m)", "height (m)"], [0, 2])
    };
    let (plan, side) = join(plan, side);
    Ok(vec![plan?, side?])
}

/// A segment of root: both ends, m, and its radius, m.
struct Segment {
    ends_m: [[f64; 3]; 2],
    radius_m: f64,
}

struct Seen<'a> {
    segments: Vec<Segment>,
    stones: &'a [Stone],
    collar_m: f64,
    deepest_m: f64,
}

fn segments(nodes: &[SkeletonRow]) -> Vec<Segment> {
    let of_roots = nodes.iter().filter(|node| node.part == "root");
    let segment = |node: &SkeletonRow| {
        let parent = nodes.get(node.parent? as usize)?;
        Some(Segment {
            ends_m: [parent, node].map(|row| [row.x_m, row.y_m, row.z_m]),
            radius_m: node.radius_m,
        })
    };
    of_roots.filter_map(segment).collect()
}

impl Seen<'_> {
    /// Which step of depth a segment lies in, from the shallowest.
    fn depth(&self, segment: &Segment) -> usize {
        let depth_m = self.collar_m - 0.5 * (segment.ends_m[0][2] + segment.ends_m[1][2]);
        let share = (depth_m / self.deepest_m.max(1e-9)).clamp(0.0, 1.0);
        ((share * DEPTHS as f64) as usize).min(DEPTHS - 1)
    }

    /// The view along the third axis, at one scale along both that are shown.
    fn figure(
        &self,
        name: &str,
        heading: &str,
        labels: [&'static str; 2],
        shown: [usize; 2],
    ) -> Result<Figure, ReportError> {
        let is_plan = shown[1] == 1;
        let places_m = self.segments.iter().flat_map(|segment| segment.ends_m);
        let places_m = places_m.map(|place_m| shown.map(|axis| place_m[axis]));
        let scaled = ToScale::around(labels, places_m, style::PANELS_PT, [WIDTH, HEIGHT]);
        let units_per_m = scaled.units_per_m;
        let mut sheet = Sheet::new(name.to_owned(), style::PANELS_PT, heading, &self.keys());
        let mut panel = scaled.draw(&mut sheet)?;
        let stones = self.stones.iter().filter_map(|&(centre_m, radius_m)| {
            let centre_m = [0, 1].map(|axis| centre_m[shown[axis]]);
            let is_on = |axis: &Axis, at_m: f64| at_m - radius_m >= axis.low && at_m + radius_m <= axis.high;
            let is_within = is_on(&panel.x, centre_m[0]) && is_on(&panel.y, centre_m[1]);
            let place = panel.place(centre_m[0], centre_m[1]);
            is_within.then(|| Mark::circle(place, radius_m * units_per_m, Paint::fill(STONE)))
        });
        let mut order: Vec<&Segment> = self.segments.iter().collect();
        // In plan the shallowest lie in front, from the side the nearest to the south.
        let behind = |segment: &&Segment| match is_plan {
            true => segment.ends_m[1][2],
            false => -segment.ends_m[1][1],
        };
        sort::by(&mut order, |a, b| behind(a).total_cmp(&behind(b)));
        let wood = order.into_iter().map(|segment| {
            let width = (2.0 * segment.radius_m * units_per_m).max(THINNEST);
            let stroke = Stroke::plain(colour(self.depth(segment)), width);
            let [from, to] = segment
                .ends_m
                .map(|end_m| panel.place(end_m[shown[0]], end_m[shown[1]]));
            Mark::Path {
                outline: open_line(overlapping(from, to, width)),
                paint: Paint::stroke(stroke),
            }
        });
        let marks = stones.chain(wood).collect();
        panel.fill(marks);
        let view = if is_plan { "in plan" } else { "seen from the south" };
        let stones = match self.stones.len() as u64 {
            0 => String::new(),
            count => format!(" They went round {}, in grey.", counted(count, "stone")),
        };
        let caption =
            format!("The roots {view}, as thick as they grew and the darker the deeper they lie.{stones}");
        let alt = format!(
            "{}. {} The deepest root lies {} m below the collar.",
            one_line(heading),
            panel.axes_told(),
            number(self.deepest_m)
        );
        sheet.finish(caption, alt)
    }

    fn keys(&self) -> Vec<LegendEntry> {
        let edge_m = |step: usize| self.deepest_m * step as f64 / DEPTHS as f64;
        let key = |step: usize| {
            let words = format!("{:.1}–{:.1} m deep", edge_m(step), edge_m(step + 1));
            LegendEntry::patch(Paint::fill(colour(step)), words)
        };
        (0..DEPTHS).map(key).collect()
    }
}

fn colour(step: usize) -> Ink {
    style::sequence(PALEST + (DARKEST - PALEST) * step as f64 / (DEPTHS - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(node: u32, parent: Option<u32>, part: &str, place_m: [f64; 3]) -> SkeletonRow {
        let [x_m, y_m, z_m] = place_m;
        SkeletonRow {
            node,
            parent,
            part: part.to_owned(),
            x_m,
            y_m,
            z_m,
            radius_m: 0.05,
            order: 0,
            iteration: 0,
        }
    }

    #[test]
    fn plan_and_side_say_how_deep_roots_lie_and_what_they_went_round() {
        let mut nodes = vec![
            row(0, None, "shoot", [0.0; 3]),
            row(1, Some(0), "shoot", [0.0, 0.0, 4.0]),
            row(2, Some(0), "root", [0.0, 0.0, -1.5]),
            row(3, Some(2), "root", [2.5, 1.0, -1.6]),
        ];
        let figures = roots("oak, seed 1", &nodes, &[([1.0, 0.5, -0.8], 0.2)]).unwrap();
        let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
        assert_eq!(names, ["roots-plan", "roots-side"]);
        for figure in &figures {
            assert!(figure.alt.contains("1.6 m below the collar"), "{}", figure.alt);
            assert!(figure.caption.contains("1 stone"), "{}", figure.caption);
        }
        nodes.truncate(2);
        assert!(roots("oak", &nodes, &[]).unwrap().is_empty());
    }
}

//! A window of the jittered lattice without bounds; each node in the colour that its appearance seed gives it.

use understory_records::{PlanePointRow, ScatterManifest};

use super::about::{check, room_m};
use crate::kit::*;
use crate::needed::FINITE;
use crate::world::plan::{Plan, Window};

const MOST: [f64; 2] = [340.0 * PT, 440.0 * PT];
const COLOURS: u64 = 6;
/// The greatest radius of a disc in the room of a node.
const DISC: f64 = 0.28;
const LEAST_RADIUS: f64 = 0.5 * PT;

/// Draws the nodes of a window as the figure `plane`: colour and size follow from the appearance seed, as a model and its size
/// would.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn plane(about: ScatterManifest<'_>, nodes: &[PlanePointRow]) -> Result<Figure, ReportError> {
    check(&about)?;
    FINITE.of(
        "plane.csv",
        "x_m, y_m",
        nodes.iter().flat_map(|node| [node.x_m, node.y_m]),
    )?;
    let title = format!(
        "{}: {} of a lattice without bounds",
        about.all.made_from.scenario,
        counted(nodes.len() as u64, "node")
    );
    let key = LegendEntry::note("colour and size by the appearance seed of each node");
    let mut sheet = Sheet::new("plane", style::ONE_PANEL_PT, &title, &[key]);
    let mut plan = Plan::alone(&mut sheet, Window::of(&about.world), MOST)?;
    let largest_m = DISC * room_m(&about.world, nodes.len());
    let marks: Vec<Mark> = nodes
        .iter()
        .map(|node| {
            let seed = u64::from_str_radix(&node.appearance, 16).unwrap_or_default();
            // Two parts of the seed that have nothing in common.
            let share = 0.5 + 0.5 * (seed >> 40) as f64 / 16_777_216.0;
            let radius = (share * largest_m * plan.units_per_m).max(LEAST_RADIUS);
            let paint = Paint::fill(style::category((seed % COLOURS) as usize));
            Mark::circle(plan.place([node.x_m, node.y_m]), radius, paint)
        })
        .collect();
    plan.panel.fill(marks);
    let axes = plan.panel.axes_told();
    let [width_m, height_m] = about.world.size_m.map(number);
    let caption = format!(
        "A window of {width_m} m by {height_m} m of the jittered lattice of {}, which has no bounds: a node has its place and its \
         appearance seed from its cell alone, in whatever window it is seen. Discs are coloured and sized by that seed.",
        name(&about.all.made_from.scenario)
    );
    let alt = format!(
        "Map of {} of a jittered lattice. {axes}",
        counted(nodes.len() as u64, "node")
    );
    sheet.finish(caption, alt)
}

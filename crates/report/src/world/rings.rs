//! What a camera is shown: the tiles around it in their rings, and what stands in them at that distance.

use std::collections::BTreeMap;

use understory_records::WorldManifest;

use super::about::{PlacedInstance, check_standing, check_world};
use super::discs;
use super::ground;
use super::map::setting;
use super::plan::{Plan, Window};
use crate::kit::*;

const MOST: [f64; 2] = [380.0 * PT, 480.0 * PT];
/// White in the colours of rings.
const PALE: f64 = 0.72;
const CAMERA: f64 = 4.0 * PT;

/// A camera and the tiles that are open around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, m.
    pub at_m: [f64; 2],
    /// The open tiles, column and row, with the number of their ring.
    pub tiles: BTreeMap<[i32; 2], usize>,
}

/// Draws the open tiles around a camera as the figure `lod`, each in the colour of its ring, with the instances that its
/// ring shows.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where the world, a tile or an instance cannot be drawn,
/// [`ReportError::Drawing`] when drawing or encoding fails.
pub fn rings(
    about: WorldManifest<'_>,
    camera: &Camera,
    standing: &[PlacedInstance],
) -> Result<Figure, ReportError> {
    check(about, camera, standing)?;
    let rings = about.lod.len().max(1);
    let of_ring = |standing: &PlacedInstance| {
        let tile = standing.at_m.map(|at_m| (at_m / about.tile_m).floor() as i32);
        camera.tiles.get(&tile).copied()
    };
    let mut shown = vec![0_u64; rings];
    for ring in standing.iter().filter_map(of_ring) {
        shown[ring] += 1;
    }
    let open = |ring: usize| camera.tiles.values().filter(|own| **own == ring).count() as u64;

    let title = format!(
        "{}: {} in {} around a camera",
        about.all.made_from.scenario,
        counted(standing.len() as u64, "instance"),
        counted(camera.tiles.len() as u64, "tile")
    );
    let told: Vec<String> = (0..rings)
        .map(|ring| {
            let (instances, tiles) = (counted(shown[ring], "instance"), counted(open(ring), "tile"));
            format!("{}: {instances} in {tiles}", ring_told(about, ring))
        })
        .collect();
    let mut keys = discs::keys(&about, &discs::counts(&about, standing));
    keys.push(LegendEntry::new(Sample::Disc(ground::camera()), "camera"));
    keys.extend(ground::keys(&about));
    let of_rings = told.iter().enumerate();
    keys.extend(of_rings.map(|(ring, words)| LegendEntry::patch(tile_paint(ring, rings), words.clone())));

    let mut sheet = Sheet::new("lod", style::MAP_PT, &title, &keys);
    let world = Window::of(&about.world);
    let part = |tile: [i32; 2]| {
        let low_m = tile.map(|at| f64::from(at) * about.tile_m);
        let high_m = tile.map(|at| (f64::from(at) + 1.0) * about.tile_m);
        Window { low_m, high_m }.common(&world)
    };
    let Some(window) = hull(camera.tiles.keys().map(|tile| part(*tile))) else {
        return sheet.finish_empty("no tile is open");
    };
    let mut plan = Plan::alone(&mut sheet, window, MOST)?;
    let mut marks: Vec<Mark> = camera
        .tiles
        .iter()
        .filter_map(|(tile, ring)| {
            let frame = plan.rectangle(&part(*tile))?;
            Some(Mark::Path {
                outline: frame.outline(),
                paint: tile_paint(*ring, rings),
            })
        })
        .collect();
    marks.extend(ground::courses(&about, &plan));
    marks.extend(discs::marks(&about, standing, plan.units_per_m, |at_m| {
        plan.place(at_m)
    }));
    let centre = plan.place(camera.at_m);
    let mut over = ground::blockers(&about, &plan);
    over.extend(about.lod.iter().map(|ring| {
        let radius = ring.to_m * plan.units_per_m;
        Mark::circle(centre, radius, Paint::stroke(ground::dashed()))
    }));
    over.push(Mark::circle(centre, CAMERA, ground::camera()));
    plan.panel.fill(marks);
    plan.fill(over, false);
    let axes = plan.panel.axes_told();
    let caption = format!(
        "What is shown around a camera in {}: tiles in the colour of their ring, and discs of the ground that an instance \
         takes, in the colour of its rule. A tile is in the ring that its nearest place lies in; dashed lines are where \
         rings end.",
        setting(about)
    );
    let alt = format!(
        "Map of the open tiles around a camera. {axes} Rings: {}.",
        told.join("; ")
    );
    sheet.finish(caption, alt)
}

fn check(about: WorldManifest<'_>, camera: &Camera, standing: &[PlacedInstance]) -> Result<(), ReportError> {
    check_world(&about)?;
    standing
        .iter()
        .try_for_each(|standing| check_standing(&about, standing))?;
    check_standing(
        &about,
        &PlacedInstance {
            at_m: camera.at_m,
            rule: None,
            footprint_m: 0.0,
        },
    )?;
    let rings = about.lod.len().max(1);
    match camera.tiles.values().find(|ring| **ring >= rings) {
        Some(&ring) => {
            let needed = "the number of one of the world's rings";
            Err(ReportError::number("the open tiles", "ring", ring as f64, needed))
        }
        None => Ok(()),
    }
}

/// The smallest window that holds all parts that there is anything of.
fn hull(parts: impl Iterator<Item = Window>) -> Option<Window> {
    let parts = parts.filter(|part| part.size_m().into_iter().all(|side_m| side_m > 0.0));
    parts.reduce(|a, b| Window {
        low_m: [0, 1].map(|axis| a.low_m[axis].min(b.low_m[axis])),
        high_m: [0, 1].map(|axis| a.high_m[axis].max(b.high_m[axis])),
    })
}

/// `to 256 m, footprints of 0.5 m or more, as imposters`.
fn ring_told(about: WorldManifest<'_>, ring: usize) -> String {
    let Some(ring) = about.lod.get(ring) else {
        return "everything at any distance".to_owned();
    };
    let mut out = format!("to {} m", number(ring.to_m));
    if ring.footprint_m > 0.0 {
        out += &format!(", footprints of {} m or more", number(ring.footprint_m));
    }
    if ring.imposters {
        out += ", as imposters";
    }
    out
}

fn tile_paint(ring: usize, rings: usize) -> Paint {
    let share = ring as f64 / rings.saturating_sub(1).max(1) as f64;
    let edge = Stroke::plain(style::WHITE, style::FINE);
    Paint::fill(style::paled(style::sequence(1.0 - share), PALE)).edged(edge)
}

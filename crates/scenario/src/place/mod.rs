//! A scenario of a painted world.

mod biomes;
mod by_hand;
mod camera;
mod grown;
mod looks;
mod maps;
mod meshes;
mod painting;
mod ponds;
mod world_key;

use std::sync::Arc;

use understory_placement::{Maps, PaintedWorld, Painting, View, Window};
use understory_space::Plot;
use understory_terrain::{Ground, Level, RaisedGround};

pub use self::by_hand::check_hand_edits;
pub use self::grown::tile_of_rows;
use self::world_key::world_key;
use crate::founders::LoadPatch;
use crate::identity::of_plot;
use crate::keys::PAINTED;
use crate::loading::Loading;
use crate::locate::byte_of;
use crate::part::part;
use crate::problem::Report;
use crate::related::related;
use crate::scenario::{Edit, Terrain, WorldScenario};
use crate::terrain::corners_m;
use crate::value::Table;

/// A painted world by the keys of its file. The plot and the ground are `None` where something is wrong with them;
/// `load_patch` loads the forests that rules name.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    plot: Option<&Plot>,
    terrain: Option<Option<Terrain>>,
    load_patch: LoadPatch,
) -> Option<WorldScenario> {
    let before = loading.report.count();
    related(&mut loading.report, PAINTED, table, "");
    let is_sound = loading.report.count() == before;
    let grown = grown::read(loading, table, load_patch);
    let entries = grown.as_ref().map(|grown| &*grown.entries);
    let hand_edits = by_hand::read(loading, table);
    let painting = painting::read(&mut loading.report, table, entries).zip(hand_edits);
    let painting = painting.map(|(painting, hand_edits)| Painting {
        hand_edits,
        ..painting
    });
    let assets = looks::read(&mut loading.report, table, painting.as_ref());
    let window = plot.map(|plot| {
        let [low_m, high_m] = corners_m(plot);
        Window { low_m, high_m }
    });
    let camera = camera::read(loading, table, window.as_ref());
    let view = match table.table("view") {
        Some(view) => part(&mut loading.report, "world", view),
        None => (!table.has("view")).then(View::default),
    };
    let biome = table.table("biome")?;
    let needs_camera = table.has("prop") && !table.has("camera");
    if needs_camera {
        let message = "the patches that drop `[[prop]]` open around a camera, but there is none";
        let hint = "add `[camera]` with its `file`, or `--camera PATH.csv`".to_owned();
        loading.report.problem(table.at("prop"), message, hint);
    }
    let sea_m = biomes::sea_m(biome)?;
    let ponds = ponds::read(
        &mut loading.report,
        biome,
        terrain.as_ref(),
        sea_m.unwrap_or_default(),
    );
    let weights = maps::weights(loading, biome, window.as_ref());
    let named = maps::named(loading, table, window.as_ref());
    let biomes = match (&painting, &terrain) {
        (Some(painting), terrain) if is_sound => maps::biomes(
            loading,
            biome,
            &painting.biomes,
            window.as_ref(),
            terrain.as_ref(),
            ponds.as_ref().and_then(Option::as_ref),
        ),
        _ => None,
    };
    let edits = edits(&mut loading.report, table);
    let terrain = terrain?;
    let ground: Arc<dyn Ground + Send + Sync> = match &terrain {
        Some(terrain) => terrain.heights.clone(),
        None => Arc::new(Level::default()),
    };
    let meshes = meshes::read(loading, table, window.as_ref(), &*ground)?;
    let ground: Arc<dyn Ground + Send + Sync> = match &meshes[..] {
        [] => ground,
        meshes => {
            let triangles_m = meshes.iter().flat_map(|mesh| mesh.triangles_m.iter().copied());
            Arc::new(RaisedGround::new(ground, triangles_m))
        }
    };
    if let Some(Some(frames)) = &camera {
        camera::note_oddities(loading, table, frames, &*ground);
    }
    let grown = grown?;
    let (painting, maps) = (
        Painting {
            tiles: grown.tiles,
            ..painting?
        },
        Maps {
            window: window?,
            biomes: biomes?,
            weights: weights?,
            named: named?,
            ground,
        },
    );
    let seed = table.table("world")?.whole("seed")?;
    Some(WorldScenario {
        world: fitting(loading, painting, maps, seed)?,
        grown: grown.rules,
        edits: edits?,
        assets: assets?,
        camera: camera?,
        view: view?,
        terrain,
        meshes,
        sea_m,
        ponds: ponds?,
        header: loading.header(table, of_plot(plot?))?,
    })
}

/// The world of these parts, if they fit together; else each fault is told at its key.
fn fitting(loading: &mut Loading<'_>, painting: Painting, maps: Maps, seed: u64) -> Option<PaintedWorld> {
    let faults = match PaintedWorld::new(painting, maps, world_key(seed)) {
        Ok(world) => return Some(world),
        Err(faults) => faults,
    };
    for fault in faults {
        // A text begins behind its quote.
        let at = byte_of(loading.text, &fault.key) + fault.within.map_or(0, |within| within + 1);
        let hint = (!fault.hint.is_empty()).then(|| fault.hint.clone());
        loading.report.problem(at, fault.to_string(), hint);
    }
    None
}

/// What is to be tried.
fn edits(report: &mut Report<'_>, table: &Table) -> Option<Vec<Edit>> {
    if !table.has("edit") {
        return Some(Vec::new());
    }
    let mut edits: Vec<Edit> = Vec::new();
    let entries = table.tables("edit")?;
    let mut is_whole = true;
    for entry in entries {
        let (name, set) = (entry.text("name")?, entry.text("set")?);
        if edits.iter().any(|edit| edit.name == name) {
            let hint = "give each edit a name of its own".to_owned();
            report.problem(entry.at("name"), format!("there are two edits `{name}`"), hint);
            is_whole = false;
        }
        match set.parse() {
            Ok(set) => edits.push(Edit {
                name: name.to_owned(),
                set,
            }),
            Err(message) => {
                report.problem(entry.at("set"), message, None);
                is_whole = false;
            }
        }
    }
    is_whole.then_some(edits)
}

//! A scenario of a painted world.

mod biomes;
mod camera;
mod looks;
mod maps;
mod painting;
mod world;

use std::sync::Arc;

use understory_numerics::RandomKey;
use understory_placement::{Maps, PaintedWorld, Painting, Window};
use understory_space::Plot;
use understory_terrain::{Ground, Level};

pub use self::camera::CameraFrame;
pub use self::world::WorldScenario;
use crate::keys::PAINTED;
use crate::loading::Loading;
use crate::locate::byte_of;
use crate::related::related;
use crate::scenario::Terrain;
use crate::terrain::corners_m;
use crate::value::Table;

/// A painted world by the keys of its file. The plot and the ground are `None` where something is wrong with them.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    plot: Option<&Plot>,
    terrain: Option<Option<Terrain>>,
) -> Option<WorldScenario> {
    let before = loading.report.count();
    related(&mut loading.report, PAINTED, table, "");
    let is_sound = loading.report.count() == before;
    let painting = painting::read(&mut loading.report, table);
    let assets = looks::read(&mut loading.report, table, painting.as_ref());
    let window = plot.map(|plot| {
        let [low_m, high_m] = corners_m(plot);
        Window { low_m, high_m }
    });
    let camera = camera::read(loading, table, window.as_ref());
    let biome = table.table("biome")?;
    let weights = maps::weights(loading, biome, window.as_ref());
    let biomes = match (&painting, &terrain) {
        (Some(painting), terrain) if is_sound => maps::biomes(
            loading,
            biome,
            &painting.biomes,
            window.as_ref(),
            terrain.as_ref(),
        ),
        _ => None,
    };
    let terrain = terrain?;
    let ground: Arc<dyn Ground + Send + Sync> = match &terrain {
        Some(terrain) => terrain.heights.clone(),
        None => Arc::new(Level::default()),
    };
    let (painting, maps) = (
        painting?,
        Maps {
            window: window?,
            biomes: biomes?,
            weights: weights?,
            ground,
        },
    );
    let seed = table.table("world")?.whole("seed")?;
    fits_together(loading, &painting, &maps, seed)?;
    Some(WorldScenario {
        painting,
        maps,
        assets: assets?,
        camera: camera?,
        terrain,
        sea_m: biome.real("sea_m")?,
        header: loading.header(table)?,
    })
}

/// Whether a world of these parts can be laid out; each fault is told at its key.
fn fits_together(loading: &mut Loading<'_>, painting: &Painting, maps: &Maps, seed: u64) -> Option<()> {
    let key = RandomKey::root(seed, &["world"]);
    let Err(faults) = PaintedWorld::new(painting.clone(), maps.clone(), key) else {
        return Some(());
    };
    for fault in faults {
        let at = byte_of(loading.text, &fault.key);
        let hint = (!fault.hint.is_empty()).then(|| fault.hint.clone());
        loading.report.problem(at, fault.to_string(), hint);
    }
    None
}

//! A painted world that is laid out: its tables, its maps, its scene, its figures.

use std::time::Instant;

use understory_lab::End;
use understory_lab::store::Store;
use understory_lab::world::{LaidOut, tiles_asked, with_forests, write_tables};
use understory_records::{RunJson, WorldManifest};
use understory_scenario::WorldScenario;

use crate::check::{check_world, check_world_features};
use crate::drops::{DropTold, write_drops};
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::figures::{self, Each};
use crate::grown_forest::takes_of;
use crate::manifests::of_world;
use crate::pages;
use crate::task::Task;
use crate::world_exports::{self, SceneTold};

/// A painted world on its way to results.
#[derive(Debug)]
pub struct WorldTask<'a> {
    task: Task<'a, WorldScenario>,
    tiles: Vec<[i32; 2]>,
}

impl<'a> WorldTask<'a> {
    /// All of a world, or some of its tiles.
    ///
    /// # Errors
    /// [`Error::Io`], where a hash cannot be taken.
    pub fn new(scenario: &'a WorldScenario, tiles: &[[i32; 2]]) -> Result<Self, Error> {
        let mut task = Task::new(scenario)?;
        if !tiles.is_empty() {
            task.made_from.identity = format!("{} {tiles:?}", task.made_from.identity);
        }
        Ok(Self {
            task,
            tiles: tiles.to_vec(),
        })
    }
}

/// A painted world that was laid out.
#[derive(Debug)]
pub struct PlacedWorld {
    /// The world, with the forests that its rules stand as.
    pub scenario: WorldScenario,
    /// What stands.
    pub laid_out: LaidOut,
    /// What its scene shows.
    pub scene: SceneTold,
    /// What became of what was dropped, drop by drop.
    pub drops: Vec<DropTold>,
    /// Time that maps and scene took, s.
    pub export_s: f64,
}

impl Experiment for WorldTask<'_> {
    type Found = PlacedWorld;
    type Manifest = WorldManifest;

    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
    }

    /// A part of a world is no world; laying it out again takes seconds.
    fn keeps_what_was_finished(&self) -> bool {
        false
    }

    /// Whether there are the tiles that are asked for, the memory for forests, and the worlds that edits lead to.
    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        tiles_asked(self.task.scenario, &self.tiles)?;
        // Before anything is said of the time that its forests take.
        check_world_features(self.task.scenario)?;
        for grown in &self.task.scenario.grown {
            let (takes, estimate) = takes_of(&grown.forest, host)?;
            host.estimated(&takes, &estimate)?;
        }
        check_world(self.task.scenario)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_copies(store)
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<PlacedWorld>, Error> {
        let scenario = with_forests(self.task.scenario, host)
            .map_err(|error| Error::at_keys(&self.task.scenario.header, [error]))?;
        let scenario = &scenario;
        let laid_out = write_tables(scenario, &self.tiles, store, host)?;
        let tiles = tiles_asked(scenario, &self.tiles)?;
        let drops = write_drops(scenario, store, host)?;
        host.step("writing maps and scene", 0, 1);
        let begun = Instant::now();
        world_exports::write_maps(scenario, store)?;
        let scene = world_exports::write_scene(scenario, &tiles, &laid_out, store)?;
        world_exports::write_points(scenario, &tiles, &laid_out, store)?;
        let export_s = begun.elapsed().as_secs_f64();
        Ok(End::Complete(PlacedWorld {
            scenario: scenario.clone(),
            laid_out,
            scene,
            drops,
            export_s,
        }))
    }

    fn manifest(&self, found: &PlacedWorld, store: &dyn Store) -> Result<WorldManifest, Error> {
        of_world(
            &found.scenario,
            (&found.laid_out, found.export_s),
            &self.tiles,
            &self.task.made_from,
            store,
        )
    }

    fn draw(
        &self,
        store: &dyn Store,
        _: &PlacedWorld,
        manifest: &WorldManifest,
        each: Each<'_>,
    ) -> Result<(), Error> {
        figures::of_world(store, manifest, each)
    }

    fn page(&self, store: &dyn Store, manifest: &WorldManifest) -> Result<Option<String>, Error> {
        pages::of_world(store, manifest).map(Some)
    }
}

//! A painted world that is laid out: its tables, its maps, its scene, its figures.

use std::time::Instant;

use understory_lab::End;
use understory_lab::store::Store;
use understory_lab::world::{LaidOut, edited, tiles_asked, with_forests, write_tables};
use understory_numerics::parallel::join;
use understory_placement::PaintedWorld;
use understory_placement::parameters::Course;
use understory_records::{
    Body, Rgb, RunJson, Took, World, WorldBiome, WorldBlocker, WorldBody, WorldCircle, WorldCourse,
    WorldEdit, WorldRing, WorldRule, WorldTook,
};
use understory_report::world::rule_colour;
use understory_scenario::{Edit, WorldScenario};
use understory_space::Edge;

use crate::check::{check_world, check_world_features};
use crate::drops::{DropTold, write_drops};
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::grown_forest::takes_of;
use crate::task::Task;
use crate::world_exports::{self, Looks, SceneTold};

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
        let (laid_out, looks) = join(
            || write_tables(scenario, &self.tiles, store, host),
            || Looks::new(scenario),
        );
        let laid_out = laid_out?;
        let drops = write_drops(scenario, store, host)?;
        host.step("writing maps and scene", 0, 1);
        let begun = Instant::now();
        world_exports::write_maps(scenario, store)?;
        let scene = world_exports::write_scene(scenario, &laid_out, &looks?, store)?;
        world_exports::write_points(scenario, &laid_out, store)?;
        let export_s = begun.elapsed().as_secs_f64();
        Ok(End::Complete(PlacedWorld {
            scenario: scenario.clone(),
            laid_out,
            scene,
            drops,
            export_s,
        }))
    }

    fn body(&self, found: &PlacedWorld) -> Result<(Body, Option<Took>), Error> {
        let took = WorldTook {
            place_s: found.laid_out.place_s,
            write_s: found.laid_out.all_s - found.laid_out.place_s + found.export_s,
        };
        let body = body(found, &self.tiles)?;
        Ok((Body::Place(Box::new(body)), Some(Took::World(took))))
    }
}

fn body(placed: &PlacedWorld, tiles: &[[i32; 2]]) -> Result<WorldBody, Error> {
    let scenario = &placed.scenario;
    let (painting, window) = (scenario.world.painting(), &scenario.world.maps().window);
    let size_m: [f64; 2] = std::array::from_fn(|axis| window.high_m[axis] - window.low_m[axis]);
    let middle_m: [f64; 2] = std::array::from_fn(|axis| window.low_m[axis] + size_m[axis] / 2.0);
    let first_frame = scenario.camera.as_ref().and_then(|frames| frames.first());
    let biomes = painting.biomes.iter().map(|biome| WorldBiome {
        name: biome.name.clone(),
        colour: Rgb(biome.colour.0),
    });
    let rules = (0..).zip(&painting.rules).map(|(number, rule)| WorldRule {
        name: rule.name.clone(),
        asset: rule.asset.clone(),
        footprint_m: rule.footprint_m,
        colour: rule_colour(number),
    });
    let rings = painting.rings.iter().map(|ring| WorldRing {
        to_m: ring.to_m,
        footprint_m: ring.footprint_m,
        imposters: ring.imposters,
    });
    let edits = scenario.edits.iter().map(|edit| of_edit(scenario, edit));
    Ok(WorldBody {
        world: World {
            size_m,
            origin_m: window.low_m,
            edge: Edge::Open.to_string(),
            epsg: scenario.terrain.as_ref().and_then(|terrain| terrain.epsg),
        },
        instances: placed.laid_out.instances,
        tile_m: painting.place.tile_m,
        tiles: tiles.to_vec(),
        biomes: biomes.collect(),
        rules: rules.collect(),
        blockers: blockers(&scenario.world),
        roads: courses(&painting.roads),
        rivers: courses(&painting.rivers),
        edits: edits.collect::<Result<_, _>>()?,
        props: painting.props.iter().map(|prop| prop.name.clone()).collect(),
        lod: rings.collect(),
        camera_m: first_frame.map_or(middle_m, |frame| [frame.place_m[0], frame.place_m[1]]),
    })
}

fn blockers(world: &PaintedWorld) -> Vec<WorldBlocker> {
    let each = world.blockers().into_iter().map(|blocker| WorldBlocker {
        name: blocker.name,
        at_m: blocker.at_m,
        radius_m: blocker.radius_m,
        corners_m: blocker.corners_m,
        fade_m: blocker.fade_m,
    });
    each.collect()
}

fn courses(courses: &[Course]) -> Vec<WorldCourse> {
    let each = courses.iter().map(|course| WorldCourse {
        name: course.name.clone(),
        points_m: course.line_m(),
        width_m: course.width_m,
    });
    each.collect()
}

fn of_edit(scenario: &WorldScenario, edit: &Edit) -> Result<WorldEdit, Error> {
    let after = edited(scenario, edit, &())?.world;
    // Each circle that only one of the two worlds has.
    let circles = |world: &PaintedWorld| -> Vec<WorldCircle> {
        let all = world.circles_of_change().into_iter();
        all.map(|(at_m, radius_m)| WorldCircle { at_m, radius_m })
            .collect()
    };
    let (old, new) = (circles(&scenario.world), circles(&after));
    let gone = old.iter().filter(|circle| !new.contains(circle));
    let come = new.iter().filter(|circle| !old.contains(circle));
    let painting = after.painting();
    Ok(WorldEdit {
        name: edit.name.clone(),
        set: edit.set.written().to_owned(),
        reach: gone.chain(come).copied().collect(),
        blockers: blockers(&after),
        roads: courses(&painting.roads),
        rivers: courses(&painting.rivers),
    })
}

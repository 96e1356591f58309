//! A painted world that is laid out: its tables, its maps, its scene, its figures.

pub(crate) mod drops;
pub(crate) mod explain;
pub(crate) mod exports;
pub(crate) mod figures;
pub(crate) mod hand_edits;
pub(crate) mod page;
mod summary;
pub(crate) mod view;
pub(crate) mod watched;

use std::time::Instant;

use understory_lab::grow::files_in;
use understory_lab::place::{edited, tiles_asked, with_forests, write_tables};
use understory_lab::store::Store;
use understory_lab::{End, LabError};
use understory_numerics::parallel::join;
use understory_placement::PaintedWorld;
use understory_placement::parameters::Course;
use understory_records::{
    Body, Rgb, RunJson, TableFile, Took, World, WorldBiome, WorldBlocker, WorldBody, WorldCircle,
    WorldCourse, WorldEdit, WorldManifest, WorldRing, WorldRule, WorldTook,
};
use understory_report::world::rule_colour;
use understory_scenario::{Edit, WorldScenario};
use understory_space::Edge;

use self::drops::write_drops;
use self::exports::Looks;
use self::summary::{PlacedWorld, summary};
use crate::error::Error;
use crate::experiment::{Experiment, Found, Host};
use crate::kinds::check::{check_world, check_world_features};
use crate::kinds::run::takes_of;
use crate::kinds::sentences::Sentences;
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::results::Results;
use crate::stored::Each;

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

impl Experiment for WorldTask<'_> {
    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
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

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let scenario = with_forests(self.task.scenario, host)
            .map_err(|error| Error::at_keys(&self.task.scenario.header, [error]))?;
        let (laid_out, looks) = join(
            || write_tables(&scenario, &self.tiles, store, host),
            || Looks::new(&scenario),
        );
        let laid_out = laid_out?;
        let drops = write_drops(&scenario, store, host)?;
        host.step("writing maps and scene", 0, 1);
        let begun = Instant::now();
        exports::write_maps(&scenario, store)?;
        let scene = exports::write_scene(&scenario, &laid_out, &looks?, store)?;
        exports::write_points(&scenario, &laid_out, store)?;
        let took = WorldTook {
            place_s: laid_out.place_s,
            write_s: laid_out.all_s - laid_out.place_s + begun.elapsed().as_secs_f64(),
        };
        let placed = PlacedWorld {
            scenario,
            laid_out,
            scene,
            drops,
        };
        Ok(End::Complete(Found {
            body: Body::Place(Box::new(body(&placed, &self.tiles)?)),
            took: Some(Took::World(took)),
            summary: summary(&placed, self.tiles.is_empty()),
            drawing: None,
        }))
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

impl Shown for WorldManifest<'_> {
    fn files(&self, store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
        files_in(store)
    }

    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_world(store, *self, each)
    }

    fn page(&self, store: &dyn Store) -> Result<Option<String>, Error> {
        page::of_world(store, *self).map(Some)
    }

    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        explain::world(said, results, *self)
    }
}

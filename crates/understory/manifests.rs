//! The manifests of all results, built here and nowhere else: from what a task is made from, and what an experiment
//! reports.
//!
//! A manifest is written last, as results without one are not whole.

use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use understory_lab::bake::Baked;
use understory_lab::grow::{Grown, files_in};
use understory_lab::store::Store;
use understory_lab::world::{LaidOut, edited};
use understory_lab::{LabError, Ran, tables_in};
use understory_placement::PaintedWorld;
use understory_placement::parameters::Course;
use understory_records::{
    BakeManifest, CalibrateManifest, CalibratedKey, ClaimsManifest, Document, Manifest, OtherFile, PackageOf,
    PackageTable, Performance, Rgb, RunJson, ScatterManifest, ScatterSegment, StatsManifest, SweepManifest,
    TableFile, TreeManifest, TreePerformance, World, WorldBiome, WorldBlocker, WorldCircle, WorldCourse,
    WorldEdit, WorldManifest, WorldPerformance, WorldRing, WorldRule, paths, table_of, write_data_package,
};
use understory_report::world::rule_colour;
use understory_scenario::{
    Calibration, Design, Edit, ForestScenario, ScatterScenario, Scattering, WorldScenario, tile_of_rows,
};
use understory_space::{Edge, Plot};

use crate::error::Error;
use crate::files::slashed;
use crate::left::{hashed, list_written, others};
use crate::machine::peak_rss_bytes;
use crate::version::VERSION;

/// What results are made from that come from no scenario: the command, and what distinguishes them from others of it.
pub(crate) fn without_scenario(command: &str, identity: String, seed: u64) -> RunJson {
    RunJson {
        version: VERSION.to_owned(),
        scenario: command.to_owned(),
        scenario_blake3: String::new(),
        inputs: Vec::new(),
        identity,
        seed,
        years: 0,
        replicates: 1,
        each_year: None,
    }
}

/// That of results for which nothing grew on a plot.
pub(crate) fn of_plot(
    plot: &Plot,
    made_from: &RunJson,
    command: &str,
    store: &dyn Store,
) -> Result<Manifest, Error> {
    Ok(Manifest {
        version: made_from.version.clone(),
        command: command.to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        world: World {
            size_m: plot.size_m(),
            origin_m: plot.origin_m(),
            edge: plot.edge().to_string(),
            epsg: None,
        },
        seed: made_from.seed,
        years: 0,
        threads: rayon::current_num_threads() as u64,
        performance: Performance {
            wall_s: 0.0,
            year_s: 0.0,
            peak_rss_bytes: None,
            peak_seeds: 0,
            tree_years: 0,
            tree_years_per_s: 0.0,
            system_s: Default::default(),
        },
        files: tables_in(store)?,
        species: Vec::new(),
        replicates: 1,
        recorded_years: Vec::new(),
        founders_moved_to_near_edge: 0,
        identity: made_from.identity.clone(),
        each_year: made_from.each_year.clone(),
        others: Vec::new(),
    })
}

/// That of results for which a forest grew.
pub(crate) fn of_forest(
    scenario: &ForestScenario,
    ran: &Ran,
    made_from: &RunJson,
    command: &str,
    store: &dyn Store,
) -> Result<Manifest, Error> {
    let of_plot = of_plot(scenario.borders.window.plot(), made_from, command, store)?;
    let names = scenario.species.iter().map(|species| species.name.clone());
    Ok(Manifest {
        years: made_from.years,
        performance: Performance {
            tree_years_per_s: if ran.year_s > 0.0 {
                ran.tree_years as f64 / ran.year_s
            } else {
                0.0
            },
            year_s: ran.year_s,
            peak_seeds: ran.peak_seeds,
            tree_years: ran.tree_years,
            system_s: ran.system_s.iter().cloned().collect(),
            ..of_plot.performance
        },
        species: names.collect(),
        world: World {
            epsg: scenario.terrain.as_ref().and_then(|terrain| terrain.epsg),
            ..of_plot.world
        },
        replicates: made_from.replicates,
        recorded_years: ran.recorded_years.clone(),
        founders_moved_to_near_edge: ran.founders_moved_to_near_edge,
        ..of_plot
    })
}

/// That of a sweep.
pub(crate) fn of_sweep(
    scenario: &ForestScenario,
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<SweepManifest, Error> {
    let of_plot = of_plot(scenario.borders.window.plot(), made_from, "sweep", store)?;
    let sweep = scenario.sweep.as_ref();
    Ok(SweepManifest {
        version: of_plot.version,
        command: of_plot.command,
        scenario: of_plot.scenario,
        scenario_blake3: of_plot.scenario_blake3,
        inputs: of_plot.inputs,
        world: World {
            epsg: scenario.terrain.as_ref().and_then(|terrain| terrain.epsg),
            ..of_plot.world
        },
        seed: of_plot.seed,
        years: made_from.years,
        replicates: made_from.replicates,
        threads: of_plot.threads,
        design: sweep.map_or(Design::Grid, |sweep| sweep.design).name().to_owned(),
        keys: sweep
            .iter()
            .flat_map(|sweep| &sweep.varied)
            .map(|varied| varied.path.clone())
            .collect(),
        tasks: scenario.task_count(),
        wall_s: 0.0,
        peak_rss_bytes: None,
        files: of_plot.files,
        identity: of_plot.identity,
        others: Vec::new(),
    })
}

/// That of a calibration of so many runs, or of so many whose keys were found again.
pub(crate) fn of_calibration(
    (scenario, calibration): (&ForestScenario, &Calibration),
    (evaluations, recovery): (u32, Option<u32>),
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<CalibrateManifest, Error> {
    let of_plot = of_plot(scenario.borders.window.plot(), made_from, "calibrate", store)?;
    let keys = calibration.priors.iter().map(|prior| CalibratedKey {
        key: prior.key.clone(),
        low: prior.range.from,
        high: prior.range.to,
        is_log: prior.range.is_log,
    });
    Ok(CalibrateManifest {
        version: of_plot.version,
        command: of_plot.command,
        scenario: of_plot.scenario,
        scenario_blake3: of_plot.scenario_blake3,
        inputs: of_plot.inputs,
        world: World {
            epsg: scenario.terrain.as_ref().and_then(|terrain| terrain.epsg),
            ..of_plot.world
        },
        seed: of_plot.seed,
        years: made_from.years,
        threads: of_plot.threads,
        keys: keys.collect(),
        censuses: calibration.censuses.iter().map(|census| census.year).collect(),
        recovery,
        evaluations,
        wall_s: 0.0,
        peak_rss_bytes: None,
        files: of_plot.files,
        identity: of_plot.identity,
        others: Vec::new(),
    })
}

/// That of a tree that grew; it took so long to write its files.
pub(crate) fn of_tree(
    grown: &Grown,
    write_s: f64,
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<TreeManifest, Error> {
    Ok(TreeManifest {
        version: made_from.version.clone(),
        command: "grow".to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        seed: made_from.seed,
        threads: rayon::current_num_threads() as u64,
        performance: TreePerformance {
            wall_s: 0.0,
            peak_rss_bytes: None,
            attraction_s: grown.attraction_s,
            tree: grown.tree.times,
            write_s,
            baseline: grown.baseline.as_ref().map(|plant| plant.times),
        },
        files: files_in(store)?,
        identity: made_from.identity.clone(),
        others: Vec::new(),
    })
}

/// That of a painted world that was laid out; it took so long to write its maps and its scene.
pub(crate) fn of_world(
    scenario: &WorldScenario,
    (laid_out, export_s): (&LaidOut, f64),
    tiles: &[[i32; 2]],
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<WorldManifest, Error> {
    let (painting, window) = (scenario.world.painting(), &scenario.world.maps().window);
    let size_m: [f64; 2] = std::array::from_fn(|axis| window.high_m[axis] - window.low_m[axis]);
    let middle_m: [f64; 2] = std::array::from_fn(|axis| window.low_m[axis] + size_m[axis] / 2.0);
    let first_frame = scenario.camera.as_ref().and_then(|frames| frames.first());
    let edits = scenario.edits.iter().map(|edit| of_edit(scenario, edit));
    Ok(WorldManifest {
        version: made_from.version.clone(),
        command: "place".to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        world: World {
            size_m,
            origin_m: window.low_m,
            edge: Edge::Open.to_string(),
            epsg: scenario.terrain.as_ref().and_then(|terrain| terrain.epsg),
        },
        seed: made_from.seed,
        threads: rayon::current_num_threads() as u64,
        performance: WorldPerformance {
            wall_s: 0.0,
            place_s: laid_out.place_s,
            write_s: laid_out.all_s - laid_out.place_s + export_s,
            peak_rss_bytes: None,
            instances: laid_out.instances,
        },
        files: files_in(store)?,
        identity: made_from.identity.clone(),
        tile_m: painting.place.tile_m,
        tiles: tiles.to_vec(),
        biomes: painting
            .biomes
            .iter()
            .map(|biome| WorldBiome {
                name: biome.name.clone(),
                colour: Rgb(biome.colour.0),
            })
            .collect(),
        rules: (0..)
            .zip(&painting.rules)
            .map(|(number, rule)| WorldRule {
                name: rule.name.clone(),
                asset: rule.asset.clone(),
                footprint_m: rule.footprint_m,
                colour: rule_colour(number),
            })
            .collect(),
        blockers: blockers(&scenario.world),
        roads: courses(&painting.roads),
        rivers: courses(&painting.rivers),
        edits: edits.collect::<Result<_, _>>()?,
        props: painting.props.iter().map(|prop| prop.name.clone()).collect(),
        lod: painting
            .rings
            .iter()
            .map(|ring| WorldRing {
                to_m: ring.to_m,
                footprint_m: ring.footprint_m,
                imposters: ring.imposters,
            })
            .collect(),
        camera_m: first_frame.map_or(middle_m, |frame| [frame.place_m[0], frame.place_m[1]]),
        others: Vec::new(),
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

/// That of points that a method laid out, of all segments or those of these names.
pub(crate) fn of_scatter(
    scenario: &ScatterScenario,
    only: &[String],
    made_from: &RunJson,
    store: &dyn Store,
) -> Result<ScatterManifest, Error> {
    let (method, segments, borders) = match &scenario.scattering {
        Scattering::Plane(_) => ("jittered-plane", Vec::new(), Vec::new()),
        Scattering::Ground { ground, names, usual } => {
            let segments = ground.segments().iter().zip(names);
            let segments = segments.map(|((segment, fill), name)| ScatterSegment {
                name: name.clone(),
                method: fill.method.name().to_owned(),
                rings_m: segment.rings_m().to_vec(),
            });
            let borders = ground.borders().iter().map(|border| WorldCourse {
                name: border.name.clone(),
                points_m: border.points_m.clone(),
                width_m: border.width_m,
            });
            (usual.method.name(), segments.collect(), borders.collect())
        }
    };
    Ok(ScatterManifest {
        version: made_from.version.clone(),
        command: "scatter".to_owned(),
        scenario: made_from.scenario.clone(),
        scenario_blake3: made_from.scenario_blake3.clone(),
        inputs: made_from.inputs.clone(),
        world: World {
            size_m: scenario.plot.size_m(),
            origin_m: scenario.plot.origin_m(),
            edge: scenario.plot.edge().to_string(),
            epsg: None,
        },
        seed: made_from.seed,
        threads: rayon::current_num_threads() as u64,
        wall_s: 0.0,
        peak_rss_bytes: None,
        method: method.to_owned(),
        segments,
        borders,
        only: only.to_vec(),
        files: tables_in(store)?,
        identity: made_from.identity.clone(),
        others: Vec::new(),
    })
}

/// That of a pattern that was measured.
pub(crate) fn of_stats(
    points: &Path,
    [polygon, covariate]: [Option<&Path>; 2],
    pool: &[PathBuf],
    competition: Option<String>,
    store: &dyn Store,
) -> Result<StatsManifest, Error> {
    Ok(StatsManifest {
        version: VERSION.to_owned(),
        command: "stats".to_owned(),
        points: slashed(points),
        polygon: polygon.map(slashed),
        covariate: covariate.map(slashed),
        pool: pool.iter().map(|file| slashed(file)).collect(),
        competition,
        files: tables_in(store)?,
        others: Vec::new(),
    })
}

/// That of a tile that was baked; of which forest, by its name and year, and with which seed.
pub(crate) fn of_tile(
    baked: &Baked,
    (forest, year): (&str, u32),
    (ranks, seed): (&str, u64),
    store: &dyn Store,
) -> Result<BakeManifest, Error> {
    let tile = tile_of_rows(&baked.rows, baked.size_m, None).map_err(LabError::from)?;
    let count = baked.rows.len();
    let heights_m: f64 = baked.rows.iter().map(|row| row.height_m).sum();
    Ok(BakeManifest {
        version: VERSION.to_owned(),
        command: "bake".to_owned(),
        forest: forest.to_owned(),
        year,
        made: baked.made.word().to_owned(),
        notes: baked.notes.clone(),
        size_m: baked.size_m,
        trees: count as u64,
        per_ha: tile.per_m2() * 10_000.0,
        mean_height_m: heights_m / count as f64,
        footprint_m: tile.footprint_m(),
        ranks: ranks.to_owned(),
        seed,
        files: tables_in(store)?,
        others: Vec::new(),
    })
}

/// A manifest that is filled in at the end; those of `understory_records` are.
pub trait Closing: Document {
    /// What is known at the end alone.
    fn closing(&mut self) -> AtTheEnd<'_>;
}

/// What is known of results at the end alone.
#[derive(Debug)]
pub struct AtTheEnd<'a> {
    tables: &'a mut Vec<TableFile>,
    /// All else that was left.
    others: &'a mut Vec<OtherFile>,
    /// What the results are of.
    of: PackageOf<'a>,
    /// Time from start to end, s, and the most memory held at once; where the manifest has them.
    took: Option<(&'a mut f64, &'a mut Option<u64>)>,
}

/// A file's name without its folder, which may be another for the same file, and without its ending.
fn stem(path: &str) -> &str {
    Path::new(path)
        .file_stem()
        .and_then(OsStr::to_str)
        .unwrap_or(path)
}

/// Fills in what is known at the end, and writes the manifest.
pub(crate) fn close<M: Closing>(manifest: &mut M, begun: Instant, store: &dyn Store) -> Result<(), Error> {
    let end = manifest.closing();
    *end.others = others(store, end.tables)?;
    describe(store, end.of, end.tables)?;
    end.others.retain(|other| other.path != paths::DATA_PACKAGE);
    end.others.push(hashed(store, paths::DATA_PACKAGE.to_owned())?);
    end.others.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    if let Some((wall_s, peak)) = end.took {
        *wall_s = begun.elapsed().as_secs_f64();
        *peak = peak_rss_bytes();
    }
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    Ok(())
}

/// Leaves beside the tables what their columns are, for other programs.
fn describe(store: &dyn Store, of: PackageOf<'_>, files: &[TableFile]) -> Result<(), Error> {
    let tables = files.iter().filter(|file| file.rows.is_some());
    let tables: Result<Vec<PackageTable>, io::Error> = tables.map(|file| of_file(store, file)).collect();
    let tables = tables?;
    Ok(store.write(paths::DATA_PACKAGE, &mut |out| {
        write_data_package(out, of, &tables)
    })?)
}

/// A table with the names of its columns, where the dictionary does not have them.
fn of_file(store: &dyn Store, file: &TableFile) -> io::Result<PackageTable> {
    let mut header = String::new();
    if table_of(&file.path).is_none() || file.path == paths::SWEEP {
        BufReader::new(store.open(&file.path)?).read_line(&mut header)?;
    }
    Ok(PackageTable {
        path: file.path.clone(),
        header: header
            .trim_end()
            .split(',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}

/// Puts what was drawn anew on the list of a manifest, and writes that where it changes.
pub(crate) fn list_anew<M: Closing>(manifest: &mut M, store: &dyn Store) -> Result<(), Error> {
    let end = manifest.closing();
    if list_written(store, end.tables, end.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    Ok(())
}

/// `Closing` of a manifest: the name of what its results are of, and where it keeps the time and the memory they took.
macro_rules! closing {
    ($manifest:ty, |$this:ident| $name:expr, $took:expr) => {
        impl Closing for $manifest {
            fn closing(&mut self) -> AtTheEnd<'_> {
                let $this = self;
                AtTheEnd {
                    tables: &mut $this.files,
                    others: &mut $this.others,
                    of: PackageOf {
                        name: $name,
                        command: &$this.command,
                        version: &$this.version,
                    },
                    took: $took,
                }
            }
        }
    };
}

closing!(
    Manifest,
    |this| &this.scenario,
    Some((&mut this.performance.wall_s, &mut this.performance.peak_rss_bytes))
);
closing!(
    TreeManifest,
    |this| &this.scenario,
    Some((&mut this.performance.wall_s, &mut this.performance.peak_rss_bytes))
);
closing!(
    WorldManifest,
    |this| &this.scenario,
    Some((&mut this.performance.wall_s, &mut this.performance.peak_rss_bytes))
);
closing!(
    ClaimsManifest,
    |this| "claims",
    Some((&mut this.wall_s, &mut this.peak_rss_bytes))
);
closing!(
    SweepManifest,
    |this| &this.scenario,
    Some((&mut this.wall_s, &mut this.peak_rss_bytes))
);
closing!(
    CalibrateManifest,
    |this| &this.scenario,
    Some((&mut this.wall_s, &mut this.peak_rss_bytes))
);
closing!(
    ScatterManifest,
    |this| &this.scenario,
    Some((&mut this.wall_s, &mut this.peak_rss_bytes))
);
closing!(BakeManifest, |this| &this.forest, None);
closing!(StatsManifest, |this| stem(&this.points), None);

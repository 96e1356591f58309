//! Grow forests the way nature does, lay out points the way games do, and measure how close the shortcuts come.
//!
//! This is the library behind the program `understory`. What a scenario describes is opened by [`open()`], made by
//! [`run`], and read and drawn by [`Results`].
//!
//! # A forest
//!
//! ```
//! use std::ops::ControlFlow;
//! use understory::{MemoryStore, Overrides, Progress, Scenario, open, run, watch};
//!
//! let overrides = Overrides {
//!     years: Some(5),
//!     set: vec!["world.size_m=[60.0, 60.0]".parse()?],
//!     ..Overrides::default()
//! };
//! let scenario: Scenario = open("scenarios/old-field.toml", &overrides)?;
//! let look = watch(|progress| {
//!     if let Progress::Year { year, trees } = progress {
//!         println!("year {year}: {trees} trees");
//!     }
//!     ControlFlow::Continue(())
//! });
//! let results = run(&scenario, MemoryStore::default(), &look)?.expect("nobody stopped it");
//!
//! let last = results.trees(5)?;
//! let census = results.census()?;
//! let counted = census.iter().find(|row| row.year == 5 && row.species == "all").expect("each year has one");
//! assert_eq!(counted.trees, last.len() as u64);
//! for figure in results.figures()? {
//!     println!("{}: {}\n{}", figure.name, figure.title, figure.caption);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Shortcuts against a stand
//!
//! A scenario with `[target]` names a measured stand, to which its methods are compared; so does
//! [`Comparison`] for a forest that grows.
//!
//! ```
//! use understory::{MemoryStore, Overrides, Scenario, open, run};
//!
//! let overrides = Overrides {
//!     set: vec!["compare.simulations=40".parse()?],
//!     ..Overrides::default()
//! };
//! let mut scenario: Scenario = open("scenarios/compare-longleaf.toml", &overrides)?;
//! if let Scenario::Stand(stand) = &mut scenario {
//!     stand.compare.candidates.retain(|method| ["uniform", "jittered-grid"].contains(&method.label.as_str()));
//! }
//! let results = run(&scenario, MemoryStore::default(), &())?.expect("nobody stopped it");
//! for method in results.methods()? {
//!     println!("{}: R = {:?}, p = {:?}", method.method, method.clark_evans, method.judged_p);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A forest that is stopped and goes on
//!
//! ```
//! use std::ops::ControlFlow;
//! use understory::{End, Experiment, ForestScenario, MemoryStore, Overrides, Results, Task, open, watch};
//!
//! let overrides = Overrides {
//!     years: Some(4),
//!     set: vec!["world.size_m=[60.0, 60.0]".parse()?],
//!     ..Overrides::default()
//! };
//! let scenario: ForestScenario = open("scenarios/old-field.toml", &overrides)?;
//! let (task, store) = (Task::new(&scenario)?, MemoryStore::default());
//! let End::Stopped { year } = task.make(&store, None, &watch(|_| ControlFlow::Break(())))? else {
//!     panic!("it is stopped at once");
//! };
//! task.make(&store, Some(year), &())?;
//! assert_eq!(Results::open(store)?.trees(4)?.is_empty(), false);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tree
//!
//! ```
//! use understory::{Experiment, MemoryStore, Overrides, TreeScenario, Task, open};
//!
//! let scenario: TreeScenario = open("scenarios/tree-shrub.toml", &Overrides::default())?;
//! let made = Task::new(&scenario)?.make(&MemoryStore::default(), None, &())?;
//! let (tree, _) = made.complete().expect("nobody stopped it");
//! let metrics = &tree.grown.tree.metrics;
//! println!("{} nodes, {:.1} m high", metrics.nodes, metrics.height_m);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A pattern of points
//!
//! ```
//! use understory::stats::{Pattern, StatsOptions, stats};
//! use understory::{Edge, Labels, Plot, draw_stats};
//!
//! let pattern = Pattern {
//!     points_m: (0..100).map(|i| [f64::from(i % 10) + 0.5, f64::from(i / 10) + 0.5]).collect(),
//!     window: Plot::new([0.0, 0.0], [10.0, 10.0], Edge::Open)?.into(),
//!     marks: Vec::new(),
//!     species: Vec::new(),
//! };
//! let found = stats(&pattern, &StatsOptions::default(), &())?;
//! let k = found.curves.iter().find(|curve| curve.name == "K").expect("it is measured where nothing is named");
//! println!("K(r) by translation: {:?}", k.column("trans"));
//! draw_stats(&found, &Labels::default(), &mut |figure| {
//!     println!("{}", figure.alt);
//!     Ok(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From a file, or from a year of a run, into a folder with tables, figures and manifest:
//!
//! ```
//! use understory::stats::{Function, StatsOptions};
//! use understory::{Edge, Plot, StatsRequest, StatsTask, make_into};
//!
//! let request = StatsRequest {
//!     points: "scenarios/data/longleaf.csv".into(),
//!     window: Some(Plot::between([0.0, 0.0], [200.0, 200.0], Edge::Open)?),
//!     only: Some("dbh_cm >= 10".parse()?),
//!     options: StatsOptions { functions: vec![Function::G], ..StatsOptions::default() },
//!     ..StatsRequest::default()
//! };
//! # let place = tempfile::tempdir()?;
//! # let folder = place.path().join("longleaf");
//! let made = make_into(&StatsTask::new(&request)?, &folder, false, &())?;
//! let (found, _, folder) = made.whole().expect("nobody stopped it");
//! assert!(found.summary.n > 100 && folder.join("figures/G.svg").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # On disk
//!
//! [`make_into`] is the way from any [`Experiment`] to a folder of results, which the commands go too; a [`Host`] hears
//! on it, and may refuse. [`RunFolder`] has the rules of folders; [`Results::in_folder`] reads what is there.
//!
//! # What else there is
//!
//! The crates below, each usable alone, under their names: [`scenario`], [`records`] (rows of tables, manifests), [`lab`]
//! (experiments), `claims` (with its feature), [`forest`], [`scatter`], [`spacing`], [`terrain`], [`branching`],
//! [`report`] (figures), [`page`] (results in a browser).

mod baked_tile;
mod changed;
mod check;
mod comparison;
mod directory;
mod divided_forest;
mod drawn;
mod drops;
mod error;
mod experiment;
mod explain;
mod exports;
mod feature;
mod figures;
mod files;
mod fitted_forest;
mod folder;
mod gis;
mod grown_forest;
mod grown_tree;
mod hand_edits;
mod left;
mod machine;
mod manifests;
#[cfg(feature = "claims")]
mod measured_claims;
mod measured_stand;
mod obstacles;
mod own_folder;
mod pages;
mod pattern;
mod placed_world;
#[cfg(feature = "play")]
pub mod play;
mod progress;
mod ready;
mod results;
mod root_exports;
mod scattered_points;
mod scene;
mod shown_ground;
mod sweep_runs;
mod swept_forest;
mod task;
mod version;
mod watched_world;
mod world_exports;
mod world_view;

use std::path::Path;

use understory_records::paths::FINISHED;
use understory_scenario::Loadable;

pub use baked_tile::{BakeRequest, BakeTask, BakedTile, line_of_rule};
pub use comparison::{Compared, Comparison, chosen, comparison_of};
pub use directory::DirectoryStore;
pub use divided_forest::DividedForest;
pub use drops::DropTold;
pub use error::{Error, with_causes};
pub use experiment::{Experiment, Host, Made, make_into};
pub use explain::{Sentence, explain};
pub use feature::{Feature, MissingFeature};
pub use figures::{Each, Labels, draw_stats, run_about, shown_metrics};
pub use files::{DiskFiles, slashed};
pub use fitted_forest::{Fit, FittedForest};
pub use folder::{FolderError, GoesOn, Kept, Replaces, RunFolder, Start, TaskFolder};
pub use gis::{Field as GisField, GisFormat, GisLeft, GisRequest, export};
pub use grown_tree::GrownTree;
pub use hand_edits::keep_hand_edits;
pub use machine::{check_memory, free_memory_bytes, gigabytes, held_memory_bytes};
#[cfg(feature = "claims")]
pub use measured_claims::{ClaimsRequest, draw_claims};
pub use measured_stand::{MeasuredStand, StandRows, measured_stand, scenario_of_stand};
pub use own_folder::OwnFolder;
pub use pattern::{Competition, StatsRequest, StatsTask, corners};
pub use placed_world::{PlacedWorld, WorldTask};
pub use progress::{Progress, watch};
pub use ready::{check, check_with};
pub use results::Results;
pub use scattered_points::ScatterTask;
pub use scene::{Deviations, FilmLeft, FormOfSpecies, SceneLeft, SceneRequest, SpeciesShown, film, scene};
pub use swept_forest::SweptForest;
pub use task::Task;
pub use understory_branching as branching;
#[cfg(feature = "claims")]
pub use understory_claims as claims;
pub use understory_forest as forest;
pub use understory_forest::components::Cause;
pub use understory_forest::{Forest, TreeChange};
pub use understory_lab as lab;
pub use understory_lab::store::{MemoryStore, Store};
pub use understory_lab::{EachYear, End, Watch, stats};
pub use understory_numerics as numerics;
pub use understory_page as page;
pub use understory_placement as placement;
pub use understory_records as records;
pub use understory_report as report;
pub use understory_report::Figure;
pub use understory_scatter as scatter;
pub use understory_scenario as scenario;
pub use understory_scenario::{
    ForestScenario, Overrides, Problems, ScatterScenario, Scenario, Setting, StandScenario, TreeScenario,
    WorldScenario,
};
pub use understory_space::{Edge, Plot, PolygonError, PolygonWindow, Region};
pub use understory_spacing as spacing;
pub use understory_terrain as terrain;
pub use version::VERSION;
pub use watched_world::{Rebuilt, WatchedWorld};

/// Reads and checks the scenario at `path`, of any kind or of the one asked for, and all files that it names.
///
/// # Errors
/// [`Error::Scenario`]: everything that is wrong, each with its place.
pub fn open<S: Loadable>(path: impl AsRef<Path>, overrides: &Overrides) -> Result<S, Error> {
    let path = slashed(path.as_ref());
    Ok(understory_scenario::load(&path, &DiskFiles, overrides)?)
}

/// Makes what a scenario describes, with tables, figures and manifest in a folder: a forest is grown, methods are
/// compared with a measured stand, a tree is grown. `None` where `host` stopped it. This is [`make_into`] for a scenario of
/// any kind.
///
/// # Errors
/// [`Error`]; what was finished stays beside the folder, in `FOLDER.partial`.
pub fn run_into(scenario: &Scenario, folder: &Path, host: &dyn Host) -> Result<Option<Results>, Error> {
    fn made_in(
        experiment: &impl Experiment,
        folder: &Path,
        host: &dyn Host,
    ) -> Result<Option<Results>, Error> {
        let made = make_into(experiment, folder, false, host)?;
        // From here on a table is opened only as long as it is what the manifest lists.
        made.whole()
            .map(|(.., folder)| Results::in_folder(&folder))
            .transpose()
    }
    match scenario {
        Scenario::Forest(forest) if forest.sweep.is_some() => {
            made_in(&SweptForest::new(forest, &DiskFiles)?, folder, host)
        }
        Scenario::Forest(forest) => made_in(&Task::new(&**forest)?, folder, host),
        Scenario::Stand(stand) => made_in(&Comparison::new(scenario, stand.compare.clone())?, folder, host),
        Scenario::Tree(tree) => made_in(&Task::new(&**tree)?, folder, host),
        Scenario::World(world) => made_in(&WorldTask::new(world, &[])?, folder, host),
        Scenario::Scatter(scatter) => made_in(&ScatterTask::new(scatter, &[])?, folder, host),
    }
}

/// The same in a store, such as one in memory. What it held of an earlier run is replaced. To go on from where a forest
/// was stopped, keep the store and call [`Experiment::make`].
///
/// # Errors
/// [`Error`]; what was finished stays in the store, without a manifest.
pub fn run(
    scenario: &Scenario,
    store: impl Store + 'static,
    host: &dyn Host,
) -> Result<Option<Results>, Error> {
    fn is_made(experiment: &impl Experiment, store: &dyn Store, host: &dyn Host) -> Result<bool, Error> {
        experiment.check(host)?;
        Ok(experiment.make(store, None, host)?.complete().is_some())
    }
    let is_made = match scenario {
        Scenario::Forest(forest) if forest.sweep.is_some() => {
            is_made(&SweptForest::new(forest, &DiskFiles)?, &store, host)?
        }
        Scenario::Forest(forest) => is_made(&Task::new(&**forest)?, &store, host)?,
        Scenario::Stand(stand) => is_made(&Comparison::new(scenario, stand.compare.clone())?, &store, host)?,
        Scenario::Tree(tree) => is_made(&Task::new(&**tree)?, &store, host)?,
        Scenario::World(world) => is_made(&WorldTask::new(world, &[])?, &store, host)?,
        Scenario::Scatter(scatter) => is_made(&ScatterTask::new(scatter, &[])?, &store, host)?,
    };
    if !is_made {
        return Ok(None);
    }
    // A run that is whole does not go on.
    store.remove(FINISHED)?;
    Results::open(store).map(Some)
}

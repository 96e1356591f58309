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
//! use understory::{End, ForestScenario, MemoryStore, Overrides, Results, Task, make, open, watch};
//!
//! let overrides = Overrides {
//!     years: Some(4),
//!     set: vec!["world.size_m=[60.0, 60.0]".parse()?],
//!     ..Overrides::default()
//! };
//! let scenario: ForestScenario = open("scenarios/old-field.toml", &overrides)?;
//! let (task, store) = (Task::new(&scenario)?, MemoryStore::default());
//! let End::Stopped { year } = make(&task, &store, None, &watch(|_| ControlFlow::Break(())))? else {
//!     panic!("it is stopped at once");
//! };
//! make(&task, &store, Some(year), &())?;
//! assert_eq!(Results::open(store)?.trees(4)?.is_empty(), false);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tree
//!
//! ```
//! use understory::{MemoryStore, Overrides, TreeScenario, Task, make, open};
//!
//! let scenario: TreeScenario = open("scenarios/tree-shrub.toml", &Overrides::default())?;
//! let made = make(&Task::new(&scenario)?, &MemoryStore::default(), None, &())?;
//! let (summary, _) = made.complete().expect("nobody stopped it");
//! println!("{}\n{}", summary.line, summary.table);
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
//! let (summary, _, folder) = made.whole().expect("nobody stopped it");
//! println!("{}", summary.table);
//! assert!(folder.join("figures/G.svg").exists());
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

mod changed;
mod directory;
mod error;
mod experiment;
mod feature;
mod files;
mod folder;
mod gis;
mod kinds;
mod machine;
mod making;
mod manifests;
mod measured_stand;
mod own_folder;
#[cfg(feature = "play")]
pub mod play;
mod progress;
mod results;
mod scene;
mod shown_ground;
mod stored;
pub mod text;
mod version;

use std::path::Path;

use understory_records::paths::FINISHED;
use understory_scenario::Loadable;

pub use directory::DirectoryStore;
pub use error::{Error, with_causes};
pub use experiment::{Drawing, Experiment, Found, Host, Summary};
pub use feature::{Feature, MissingFeature};
pub use files::{DiskFiles, slashed};
pub use folder::{FolderError, GoesOn, Kept, Replaces, RunFolder, Start, TaskFolder};
pub use gis::{Field as GisField, GisFormat, GisLeft, GisRequest, export};
pub use kinds::*;
pub use machine::{check_memory, free_memory_bytes, gigabytes, held_memory_bytes};
pub use making::{Made, gather, make, make_into};
pub use measured_stand::{MeasuredStand, StandRows, measured_stand, scenario_of_stand};
pub use own_folder::OwnFolder;
pub use progress::{Progress, watch};
pub use results::Results;
pub use scene::{Deviations, FilmLeft, FormOfSpecies, SceneLeft, SceneRequest, SpeciesShown, film, scene};
pub use stored::Each;
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
    let made = make_into(&*experiment_of(scenario, &DiskFiles)?, folder, false, host)?;
    // From here on a table is opened only as long as it is what the manifest lists.
    let results = made.whole().map(|(.., folder)| Results::in_folder(&folder));
    results.transpose()
}

/// The same in a store, such as one in memory. What it held of an earlier run is replaced. To go on from where a forest
/// was stopped, keep the store and call [`make`].
///
/// # Errors
/// [`Error`]; what was finished stays in the store, without a manifest.
pub fn run(
    scenario: &Scenario,
    store: impl Store + 'static,
    host: &dyn Host,
) -> Result<Option<Results>, Error> {
    let experiment = experiment_of(scenario, &DiskFiles)?;
    experiment.check(host)?;
    if make(&*experiment, &store, None, host)?.complete().is_none() {
        return Ok(None);
    }
    // A run that is whole does not go on.
    store.remove(FINISHED)?;
    Results::open(store).map(Some)
}

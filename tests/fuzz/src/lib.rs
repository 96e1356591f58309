//! What the fuzz targets share: files in memory, a small run to damage, and what is done with a scenario that
//! was found ready.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use libfuzzer_sys::fuzzer_mutate;
use understory::forest::management::{Intervention, Treatment};
use understory::{Experiment, ScatterTask, Task, WorldTask, check_with, make};
use understory_lab::grow::TreeEstimate;
use understory_lab::store::{MemoryStore, Store};
use understory_lab::{End, Estimate, Job, LabError, Ran, Watch};
use understory_records::Content;
use understory_scatter::{Layout, Method, PointMethod};
use understory_scenario::{
    FEW_POINTS, Files, ForestScenario, Founders, Overrides, Scattering, Scenario, WorldScenario,
};
use understory_space::Plot;

/// The folder of the scenarios that ship.
pub const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
/// The folder of the scenarios that the crate `scenario` is tested with.
pub const CORPUS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../crates/scenario/tests/corpus/good"
);

/// A file with the bytes at hand, beside everything that scenarios that ship may name.
pub struct Beside<'a> {
    /// Path of the file.
    pub path: &'a str,
    /// What it holds.
    pub bytes: &'a [u8],
}

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == self.path {
            return Ok(self.bytes.to_vec());
        }
        static SHIPPED: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
            let mut files = BTreeMap::new();
            for folder in [CORPUS, SCENARIOS] {
                collect(Path::new(folder), "", &mut files);
            }
            files
        });
        SHIPPED
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Two files with the bytes at hand, beside everything that scenarios that ship may name.
pub struct Both<'a>(pub [Beside<'a>; 2]);

impl Files for Both<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let [one, other] = &self.0;
        if path == one.path { one } else { other }.read(path)
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    let entries = std::fs::read_dir(folder).expect("the folder ships");
    for entry in entries.map(|entry| entry.expect("the folder can be read")) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, std::fs::read(entry.path()).expect("the file can be read"));
        }
    }
}

/// A folder on the disk, for what is read from there alone.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// An empty one, which is gone with it.
    #[expect(clippy::new_without_default, reason = "a folder is made")]
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("the disk takes it"))
    }

    /// The path of a file there.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// A painted world of some trees.
pub const SMALL_WORLD: &str = include_str!("../world.toml");

/// The same, read.
pub fn small_world() -> WorldScenario {
    let files = Beside {
        path: "world.toml",
        bytes: SMALL_WORLD.as_bytes(),
    };
    understory_scenario::load("world.toml", &files, &Overrides::default()).expect("it is whole")
}

/// A run small enough to be made some thousand times a second: two species, all tables, six years.
pub fn small_scenario(format: &str) -> String {
    format!(
        r#"
name = "small"
world = {{ size_m = [60.0, 60.0], edge = "torus", seed = 1 }}
run = {{ years = 6 }}
species = [{{ name = "birch", preset = "betula-pendula" }}, {{ name = "beech", preset = "fagus-sylvatica" }}]
founders = [
    {{ species = "birch", method = "uniform", count = 6, height_m = 9.0, age_yr = 119 }},
    {{ species = "beech", method = "uniform", count = 3, height_m = 9.0 }},
]
record = {{ every_years = 2, checkpoint_every_years = 2, format = "{format}", events = true, keep_state = true }}
"#
    )
}

/// The year after which the small run is stopped.
pub const YEAR: u32 = 4;

/// The small run, stopped before its last year, and whole.
pub struct SmallRun {
    /// Its scenario.
    pub scenario: ForestScenario,
    /// Its files after [`YEAR`].
    pub stopped: Vec<(String, Vec<u8>)>,
    /// Its files at its end, the manifest among them.
    pub whole: Vec<(String, Vec<u8>)>,
}

impl SmallRun {
    /// Makes it with tables in this format, `csv` or `parquet`.
    pub fn new(format: &str) -> Self {
        let text = small_scenario(format);
        let files = Beside {
            path: "small.toml",
            bytes: text.as_bytes(),
        };
        let scenario = understory_scenario::load("small.toml", &files, &Overrides::default());
        let scenario = scenario.expect("the scenario is whole");
        let store = MemoryStore::default();
        let end = go_on(&scenario, &store, None, &StopAfter::year(YEAR)).expect("it grows");
        assert_eq!(end, End::Stopped { year: YEAR });
        let stopped = files_of(&store);
        let task = understory::Task::new(&scenario).expect("its text has a hash");
        let end = make(&task, &store, Some(YEAR), &()).expect("it goes on");
        assert!(matches!(end, End::Complete(_)));
        let mut whole = files_of(&store);
        whole.retain(|(path, _)| !path.starts_with("figures/") && path != "scenario.toml");
        Self {
            scenario,
            stopped,
            whole,
        }
    }
}

/// Runs a scenario in a store, from its beginning or from a checkpoint.
pub fn go_on(
    scenario: &ForestScenario,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
) -> Result<End<Ran>, LabError> {
    let job = Job {
        scenario,
        identity: "identity",
        version: "0",
        each_year: None,
    };
    understory_lab::run(&job, store, from, watch)
}

/// Stops a run after a year.
#[derive(Default)]
pub struct StopAfter {
    last: u32,
    reached: AtomicU32,
}

impl StopAfter {
    /// After this year.
    pub fn year(last: u32) -> Self {
        Self {
            last,
            ..Self::default()
        }
    }
}

impl Watch for StopAfter {
    fn year(&self, year: u32, _: usize) {
        self.reached.store(year, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.reached.load(Ordering::Relaxed) >= self.last
    }
}

/// A store with these files.
pub fn store_of(files: &[(String, Vec<u8>)]) -> MemoryStore {
    let store = MemoryStore::default();
    for (path, bytes) in files {
        store
            .write(path, &mut |out| out.write_all(bytes))
            .expect("memory takes it");
    }
    store
}

/// All files of a store.
pub fn files_of(store: &dyn Store) -> Vec<(String, Vec<u8>)> {
    let paths = store.list("").expect("memory lists");
    let read = |path: String| {
        let mut bytes = Vec::new();
        let mut input = store.open(&path).expect("it is listed");
        input.read_to_end(&mut bytes).expect("memory reads");
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

/// A file of a run with other content: the first line of `input` names it, the rest is what it is to hold. None
/// where the run has no such file.
pub fn with_other_content(
    files: &[(String, Vec<u8>)],
    input: &[u8],
) -> Option<(usize, Vec<(String, Vec<u8>)>)> {
    let end = input.iter().position(|byte| *byte == b'\n')?;
    let number = files
        .iter()
        .position(|(path, _)| path.as_bytes() == &input[..end])?;
    let mut files = files.to_vec();
    files[number].1 = input[end + 1..].to_vec();
    Some((number, files))
}

/// Whether an input is among the one in so many for which something long is done; its bytes alone decide.
pub fn is_chosen(input: &[u8], one_in: u8) -> bool {
    let hash = Content::of(input).expect("memory reads").blake3;
    u32::from_str_radix(&hash[..8], 16).is_ok_and(|word| word.is_multiple_of(u32::from(one_in)))
}

/// Trees above which a scenario is checked and not grown: a fuzzer needs its time for other inputs.
const MOST_GROWN: u32 = 3_000;

/// Seeds on a m² of crown, or from outside on one of ground, above which a scenario is checked and not grown: each may become a tree.
const MOST_SEEDS_PER_M2: f64 = 10.0;

/// Memory, by the estimate that `run` and `grow` make, above which nothing is grown: most of it takes long too, such as a pine
/// of 120 years, which an instrumented program grows for seconds.
const MOST_BYTES: u64 = 100 << 20;

/// Steps of curves and patterns of an envelope above which a scenario is checked and not made.
const MOST_MEASURED: u32 = 100;

/// Area above which a painted world is checked and not laid out, m².
const LARGEST_WORLD_M2: f64 = 2_500.0;

/// What a user does with a scenario that was read, where it is small: `check` and, if that finds it ready, two years of growth, or
/// where `makes` is set all that its command leaves. What is ready is made to its end. A tree has grown when it
/// is found ready; pictures of its bark take too long here.
pub fn check_and_make(found: Scenario, files: &(dyn Files + Sync), makes: bool) {
    let found = match found {
        Scenario::Forest(mut forest) => {
            forest.years = forest.years.min(2);
            Scenario::Forest(forest)
        }
        found => found,
    };
    if !is_quick_to_check(&found) || check_with(&found, files).is_err() {
        return;
    }
    match &found {
        Scenario::Forest(forest) if !bears_few(forest) => {}
        Scenario::Forest(forest) if makes && is_soon_measured(forest) => {
            ends(&Task::new(&**forest).expect("its text has a hash"));
        }
        Scenario::Forest(forest) => {
            let forest = understory_lab::forest_at_start(forest, forest.header.seed, true);
            let mut forest = forest.expect("it is ready");
            for _ in 0..2 {
                forest.advance();
            }
        }
        Scenario::World(world) if makes && area_m2(world) < LARGEST_WORLD_M2 => {
            ends(&WorldTask::new(world, &[]).expect("its text has a hash"));
        }
        Scenario::Scatter(scatter) if makes => {
            ends(&ScatterTask::new(scatter, &[]).expect("its text has a hash"));
        }
        _ => {}
    }
}

fn ends(experiment: &dyn Experiment) {
    if let Err(error) = make(experiment, &MemoryStore::default(), None, &()) {
        panic!("it was ready, and ended with: {error}");
    }
}

fn area_m2(world: &WorldScenario) -> f64 {
    let window = world.world.maps().window;
    (window.high_m[0] - window.low_m[0]) * (window.high_m[1] - window.low_m[1])
}

/// Whether `check` lays out and grows little for it.
fn is_quick_to_check(found: &Scenario) -> bool {
    let is_compared_quickly = found.comparison().is_none_or(|(plot, compare)| {
        let layout = Layout::new(plot, FEW_POINTS);
        compare
            .candidates
            .iter()
            .all(|candidate| is_quick(&candidate.method, &layout))
            && compare.worlds.is_empty()
            && compare.forests.is_empty()
    });
    is_compared_quickly
        && match found {
            Scenario::Forest(scenario) => {
                let quick = |founders: &Founders| is_quickly_planted(founders, &scenario.plot);
                let bytes = Estimate::at_most(scenario, 1).memory_bytes;
                scenario.founders.iter().all(quick) && bytes < MOST_BYTES && scenario.replicates < 4
            }
            Scenario::Tree(tree) => TreeEstimate::of(&tree.specimen).memory_bytes < MOST_BYTES,
            Scenario::Scatter(scatter) => match &scatter.scattering {
                Scattering::Plane(_) => scatter.plot.area_m2() < LARGEST_WORLD_M2,
                Scattering::Ground { ground, .. } => ground.segments().iter().all(|(_, fill)| {
                    let count = fill.per_ha / 10_000.0 * scatter.plot.area_m2();
                    is_quick(&fill.method, &Layout::new(&scatter.plot, count as u32))
                }),
            },
            Scenario::World(world) => world.grown.is_empty(),
            Scenario::Stand(_) => true,
        }
}

fn bears_few(forest: &ForestScenario) -> bool {
    forest.species.iter().all(|one| {
        one.fruit.seeds_per_m2 <= MOST_SEEDS_PER_M2 && one.fruit.from_outside_per_m2 <= MOST_SEEDS_PER_M2
    })
}

/// Whether a forest is run without sweep, and its curves, envelopes and plantings are few.
fn is_soon_measured(forest: &ForestScenario) -> bool {
    let record = &forest.record;
    let plants = |one: &Intervention| matches!(one.treatment, Treatment::Plant { .. });
    forest.sweep.is_none()
        && record.spacing_steps.max(record.envelope_simulations) <= MOST_MEASURED
        && !forest.interventions.iter().any(plants)
}

/// Whether an entry brings few trees at little cost; not a patch, which would have to grow first.
fn is_quickly_planted(founders: &Founders, plot: &Plot) -> bool {
    match founders {
        Founders::Drawn(drawn) => {
            drawn.count <= MOST_GROWN && is_quick(&drawn.method, &Layout::new(plot, drawn.count))
        }
        Founders::Listed { trees, .. } => trees.len() <= MOST_GROWN as usize,
        Founders::Grown { .. } => false,
    }
}

/// Whether a pattern takes less than some milliseconds.
fn is_quick(method: &Method, layout: &Layout<'_>) -> bool {
    let cost = method.cost(layout);
    cost.steps < 1e7 && cost.bytes < 1e7
}

/// Half of the time puts another value in the place of a number, word or string; otherwise changes bytes as libFuzzer
/// does. A change of bytes alone seldom gives a file that is still read.
pub fn with_another_value(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    const VALUES: [&str; 40] = [
        "0",
        "1",
        "-1",
        "2",
        "0.0",
        "-0.0",
        "0.5",
        "1.0",
        "1.5",
        "1e-3",
        "1e-9",
        "1e-46",
        "1e-300",
        "5e-324",
        "1e3",
        "1e6",
        "1e9",
        "1e17",
        "1e300",
        "1.7976931348623157e308",
        "nan",
        "inf",
        "-inf",
        "100000000",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "\"\"",
        "\"x\"",
        "true",
        "[]",
        "[0.0]",
        "[1.0, 1.0]",
        "[1e6, 1e6]",
        "{}",
        "beech",
        ",",
        "\"",
        "",
    ];
    if seed.is_multiple_of(2) {
        return fuzzer_mutate(data, size, max_size);
    }
    let is_separator = |byte: u8| b" ,=[]{}\n\r\t".contains(&byte);
    let words: Vec<(usize, usize)> = {
        let mut words = Vec::new();
        let mut start = 0;
        for at in 0..=size {
            if at == size || is_separator(data[at]) {
                if at > start {
                    words.push((start, at));
                }
                start = at + 1;
            }
        }
        words
    };
    let draw = (seed >> 1) as usize;
    let Some(&(start, end)) = words.get(draw % words.len().max(1)) else {
        return fuzzer_mutate(data, size, max_size);
    };
    let value = VALUES[draw / words.len() % VALUES.len()].as_bytes();
    let changed = [&data[..start], value, &data[end..size]].concat();
    let length = changed.len().min(max_size).min(data.len());
    data[..length].copy_from_slice(&changed[..length]);
    length
}

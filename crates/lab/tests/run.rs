//! The tables of a run against each other and against what is counted from the trees, in the plainest way.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail as tests do")]

use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::sync::atomic::{AtomicU32, Ordering};

use understory_lab::store::{MemoryStore, Store};
use understory_lab::{End, Job, Watch, run};
use understory_records::{
    CensusRow, EventRow, Format, FromFields, ReplicatesRow, SpacingRow, TreeRow, paths, read_rows,
};
use understory_scenario::{Files, ForestScenario, Overrides, load};

const SIDE_M: f64 = 60.0;
const YEARS: u32 = 12;
const SCENARIO: &str = r#"
    name = "books"
    world = { size_m = [60.0, 60.0], edge = "torus", seed = 5 }
    run = { years = 12, replicates = 3 }
    species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
    founders = [
        { species = "birch", method = "uniform", count = 60, height_m = 18.0 },
        { species = "beech", method = "jittered-grid", count = 40, height_m = 20.0 },
    ]
    record = { every_years = 4, checkpoint_every_years = 5, events = true }
"#;

struct OneFile(String);

impl Files for OneFile {
    fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

fn scenario(text: &str) -> ForestScenario {
    load("s.toml", &OneFile(text.to_owned()), &Overrides::default()).unwrap()
}

/// Stops after so many years, and counts what it is told.
struct Until {
    years: u32,
    seen: AtomicU32,
    replicates: AtomicU32,
}

impl Until {
    fn after(years: u32) -> Self {
        Until {
            years,
            seen: AtomicU32::new(0),
            replicates: AtomicU32::new(0),
        }
    }
}

impl Watch for Until {
    fn year(&self, year: u32, trees: usize) {
        assert!(trees > 0 || year > 0);
        self.seen.store(year, Ordering::Relaxed);
    }
    fn replicate(&self, done: u32, of: u32) {
        assert!(done <= of);
        self.replicates.fetch_add(1, Ordering::Relaxed);
    }
    fn is_stopped(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.years
    }
}

fn made(scenario: &ForestScenario, store: &MemoryStore, from: Option<u32>, watch: &Until) -> End {
    let job = Job {
        scenario,
        scenario_blake3: "",
        identity: "i",
        version: "0",
        command: "run",
        threads: 2,
    };
    run(&job, store, from, watch).unwrap()
}

fn whole(text: &str) -> MemoryStore {
    let store = MemoryStore::default();
    let watch = Until::after(u32::MAX);
    assert!(matches!(
        made(&scenario(text), &store, None, &watch),
        End::Complete(_)
    ));
    assert_eq!(watch.seen.load(Ordering::Relaxed), YEARS);
    store
}

fn rows<R: FromFields>(store: &MemoryStore, path: &str) -> Vec<R> {
    read_rows(path, store.open(path).unwrap()).unwrap()
}

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs(),
        "{what}: {found}, not {expected}"
    );
}

/// Mean distance to the nearest neighbour on the torus, m; none below two.
fn mean_nearest_m(trees: &[&TreeRow]) -> Option<f64> {
    let along = |a: f64, b: f64| (a - b).abs().min(SIDE_M - (a - b).abs());
    let apart = |a: &TreeRow, b: &TreeRow| {
        let (dx, dy) = (along(a.x_m, b.x_m), along(a.y_m, b.y_m));
        (dx * dx + dy * dy).sqrt()
    };
    let nearest = |i: usize| {
        let others = (0..trees.len()).filter(|&j| j != i);
        others
            .map(|j| apart(trees[i], trees[j]))
            .fold(f64::INFINITY, f64::min)
    };
    (trees.len() > 1).then(|| (0..trees.len()).map(nearest).sum::<f64>() / trees.len() as f64)
}

fn is_adult(tree: &TreeRow) -> bool {
    tree.height_m >= 1.3 && tree.dbh_cm >= 10.0
}

#[test]
fn the_census_is_what_is_counted_from_trees_and_events() {
    let store = whole(SCENARIO);
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    let events: Vec<EventRow> = rows(&store, "events.csv");
    assert_eq!(census.len(), 13 * 3);
    let get = |year: u32, species: &str| {
        census
            .iter()
            .find(|row| row.year == year && row.species == species)
            .unwrap()
    };
    for year in 1..=YEARS {
        for species in ["birch", "beech", "all"] {
            let (before, row) = (get(year - 1, species), get(year, species));
            assert_eq!(
                row.trees,
                before.trees + row.germinated + row.resprouted - row.died
            );
            assert_eq!(
                row.died,
                row.died_by_intrinsic + row.died_by_stress + row.died_by_senescence
            );
            assert_eq!(row.trees, row.seedlings + row.saplings + row.adults);
            let counted = |event: &str, causes: &[&str]| {
                let of_year = events.iter().filter(|row| row.year == year && row.event == event);
                let of_cause = of_year.filter(|row| causes.contains(&row.cause.as_str()));
                of_cause
                    .filter(|row| species == "all" || row.species == species)
                    .count() as u64
            };
            assert_eq!(row.germinated, counted("birth", &["seed"]));
            assert_eq!(row.resprouted, counted("birth", &["stump"]));
            assert_eq!(row.died_by_stress, counted("death", &["stress"]));
            assert_eq!(row.died, counted("death", &["intrinsic", "stress", "senescence"]));
        }
        let [birch, beech, all] = ["birch", "beech", "all"].map(|species| get(year, species));
        assert_eq!(all.seeds, birch.seeds + beech.seeds);
        assert_eq!(all.germinated, birch.germinated + beech.germinated);
        assert_eq!(all.seeds_landed, birch.seeds_landed + beech.seeds_landed);
    }
    assert!(
        census.iter().map(|row| row.germinated).sum::<u64>() > 100,
        "something happens"
    );
    for year in [0, 4, 8, 12] {
        let trees: Vec<TreeRow> = rows(&store, &paths::trees(year, Format::Csv));
        for species in ["birch", "beech", "all"] {
            let row = get(year, species);
            let own: Vec<&TreeRow> = trees
                .iter()
                .filter(|tree| species == "all" || tree.species == species)
                .collect();
            let adults: Vec<&TreeRow> = own.iter().copied().filter(|tree| is_adult(tree)).collect();
            let n = adults.len() as f64;
            assert_eq!((row.trees, row.adults), (own.len() as u64, adults.len() as u64));
            assert_eq!(
                row.seedlings,
                own.iter().filter(|tree| tree.height_m < 1.3).count() as u64
            );
            let square_cm2: f64 = adults.iter().map(|tree| tree.dbh_cm * tree.dbh_cm).sum();
            let per_ha = PI / 4.0 * square_cm2 / 10_000.0 / (SIDE_M * SIDE_M / 10_000.0);
            near(row.basal_area_m2_per_ha, per_ha, "basal area");
            let mean = |value: fn(&TreeRow) -> f64| {
                (n > 0.0).then(|| adults.iter().map(|tree| value(tree)).sum::<f64>() / n)
            };
            let mean_m = mean_nearest_m(&adults);
            let index = mean_m.map(|mean_m| 2.0 * mean_m * (n / (SIDE_M * SIDE_M)).sqrt());
            for (what, found, expected) in [
                ("dbh", row.mean_dbh_cm, mean(|tree| tree.dbh_cm)),
                ("height", row.mean_height_m, mean(|tree| tree.height_m)),
                ("nearest", row.mean_nnd_m, mean_m),
                ("index", row.clark_evans, index),
            ] {
                assert_eq!(found.is_some(), expected.is_some(), "{what} of {species}, {year}");
                if let (Some(found), Some(expected)) = (found, expected) {
                    near(found, expected, what);
                }
            }
            assert!(year > 0 || n > 20.0, "{n} adults of {species}");
        }
    }
}

#[test]
fn spacing_is_measured_of_each_class_and_species() {
    let store = whole(SCENARIO);
    let spacing: Vec<SpacingRow> = rows(&store, "spacing.csv");
    let trees: Vec<TreeRow> = rows(&store, &paths::trees(8, Format::Csv));
    let is_in = |scope: &str, tree: &TreeRow| match scope {
        "all" => true,
        "seedling" => tree.height_m < 1.3,
        "sapling" => tree.height_m >= 1.3 && tree.dbh_cm < 10.0,
        "adult" => is_adult(tree),
        species => tree.species == species,
    };
    for scope in ["all", "seedling", "sapling", "adult", "birch", "beech"] {
        let own: Vec<&TreeRow> = trees.iter().filter(|tree| is_in(scope, tree)).collect();
        let of = |statistic: &str| -> Vec<&SpacingRow> {
            let here = |row: &&SpacingRow| row.year == 8 && row.scope == scope && row.statistic == statistic;
            spacing.iter().filter(here).collect()
        };
        let index = of("clark_evans_naive");
        assert_eq!(index.len(), 1, "{scope}");
        let mean_m = mean_nearest_m(&own);
        assert_eq!(index[0].observed.is_some(), mean_m.is_some(), "{scope}");
        assert_eq!(
            of("clark_evans_donnelly")[0].observed,
            None,
            "undefined on a torus"
        );
        let Some(mean_m) = mean_m else { continue };
        let per_m2 = own.len() as f64 / (SIDE_M * SIDE_M);
        near(index[0].observed.unwrap(), 2.0 * mean_m * per_m2.sqrt(), scope);
        let g = of("G_raw");
        let last = g[g.len() - 1];
        near(last.r_m.unwrap(), SIDE_M / 4.0, "a quarter of the side");
        assert_eq!((g[0].r_m, g[0].observed), (Some(0.0), Some(0.0)));
        let r_m = g[g.len() / 3].r_m.unwrap();
        near(
            g[g.len() / 3].theoretical.unwrap(),
            1.0 - understory_numerics::math::exp(-PI * per_m2 * r_m * r_m),
            "at random",
        );
    }
}

#[test]
fn replicates_are_the_means_of_runs_with_the_next_seeds() {
    let store = whole(SCENARIO);
    let found: Vec<ReplicatesRow> = rows(&store, "replicates.csv");
    let runs = [5, 6, 7].map(|seed| {
        let alone = SCENARIO
            .replace("seed = 5", &format!("seed = {seed}"))
            .replace(", replicates = 3", "");
        let store = whole(&alone);
        rows::<CensusRow>(&store, "census.csv")
    });
    for (figure, value) in [
        (
            "trees.all",
            (|row: &CensusRow| Some(row.trees as f64)) as fn(&CensusRow) -> Option<f64>,
        ),
        ("died_by_stress.all", |row| Some(row.died_by_stress as f64)),
        ("basal_area_m2_per_ha.all", |row| Some(row.basal_area_m2_per_ha)),
    ] {
        for year in [0, 7, 12] {
            let of_year = |run: &Vec<CensusRow>| {
                let row = run.iter().find(|row| row.year == year && row.species == "all");
                value(row.unwrap()).unwrap()
            };
            let values: Vec<f64> = runs.iter().map(of_year).collect();
            let row = found
                .iter()
                .find(|row| row.year == year && row.figure == figure)
                .unwrap();
            let mean = values.iter().sum::<f64>() / 3.0;
            let variance = values
                .iter()
                .map(|value| (value - mean) * (value - mean))
                .sum::<f64>()
                / 2.0;
            assert_eq!(row.n, 3);
            assert!(
                (row.mean - mean).abs() < 1e-9 * mean.abs().max(1.0),
                "{figure}, {year}"
            );
            // Student's t of two degrees of freedom.
            let half = 4.302_653 * (variance / 3.0).sqrt();
            assert!(
                (row.high.unwrap() - mean - half).abs() < 1e-6 * half.max(1.0),
                "{figure}, {year}"
            );
            assert!(
                (mean - row.low.unwrap() - half).abs() < 1e-6 * half.max(1.0),
                "{figure}, {year}"
            );
        }
    }
}

/// Every table but those that say how a run goes on.
fn tables(store: &MemoryStore) -> BTreeMap<String, Vec<u8>> {
    let is_table = |path: &String| !path.contains("finished") && !path.contains("checkpoint");
    let paths = store.list("").unwrap().into_iter().filter(is_table);
    paths
        .map(|path| {
            let mut bytes = Vec::new();
            std::io::copy(&mut store.open(&path).unwrap(), &mut bytes).unwrap();
            (path, bytes)
        })
        .collect()
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_tables() {
    let straight = tables(&whole(SCENARIO));
    assert!(straight.contains_key("events.csv") && straight.contains_key("census.csv"));
    for stop in [0, 3, 10] {
        let store = MemoryStore::default();
        let scenario = scenario(SCENARIO);
        let end = made(&scenario, &store, None, &Until::after(stop));
        assert_eq!(end, End::Stopped { year: stop });
        let end = made(&scenario, &store, Some(stop), &Until::after(u32::MAX));
        assert!(matches!(end, End::Complete(_)));
        let resumed = tables(&store);
        assert_eq!(
            resumed.keys().collect::<Vec<_>>(),
            straight.keys().collect::<Vec<_>>(),
            "stopped in year {stop}"
        );
        for (path, bytes) in &straight {
            assert!(resumed[path] == *bytes, "stopped in year {stop}: {path}");
        }
    }
}

//! Runs with other seeds: means and intervals, and those that an earlier start has finished.

use understory_lab::End;
use understory_lab::store::{MemoryStore, Store};
use understory_records::{CensusRow, ReplicateRow, ReplicatesRow, SpacingRow};
use understory_scenario::ForestScenario;

use crate::common::{Until, bytes, made, near, rows, scenario, tables, whole};
use crate::run::SCENARIO;

fn replicated() -> ForestScenario {
    scenario(&SCENARIO.replace("years = 12", "years = 6, replicates = 3"))
}

fn alone(seed: u64) -> MemoryStore {
    let text = SCENARIO.replace("years = 12", "years = 6");
    whole(&scenario(&text.replace("seed = 5", &format!("seed = {seed}")))).0
}

/// A figure by its name, from the tables of a run.
fn figure(store: &MemoryStore, year: u32, name: &str) -> Option<f64> {
    let (column, scope) = name.split_once('.').unwrap();
    if column.starts_with("clark_evans") {
        let spacing: Vec<SpacingRow> = rows(store, "spacing.csv");
        let own = |row: &&SpacingRow| row.year == year && row.scope == scope && row.statistic == column;
        return spacing.iter().find(own).and_then(|row| row.observed);
    }
    let census: Vec<CensusRow> = rows(store, "census.csv");
    let row = census
        .iter()
        .find(|row| row.year == year && row.species == scope)
        .unwrap();
    match column {
        "trees" => Some(row.trees as f64),
        "seedlings" => Some(row.seedlings as f64),
        "saplings" => Some(row.saplings as f64),
        "adults" => Some(row.adults as f64),
        "seeds" => Some(row.seeds as f64),
        "died_by_stress" => Some(row.died_by_stress as f64),
        "basal_area_m2_per_ha" => Some(row.basal_area_m2_per_ha),
        "mean_dbh_cm" => row.mean_dbh_cm,
        "mean_height_m" => row.mean_height_m,
        "mean_nnd_m" => row.mean_nnd_m,
        _ => panic!("{name}"),
    }
}

const COLUMNS: [&str; 10] = [
    "trees",
    "seedlings",
    "saplings",
    "adults",
    "seeds",
    "died_by_stress",
    "basal_area_m2_per_ha",
    "mean_dbh_cm",
    "mean_height_m",
    "mean_nnd_m",
];

#[test]
fn replicates_are_the_means_of_runs_with_the_next_seeds() {
    let (store, _) = whole(&replicated());
    let found: Vec<ReplicatesRow> = rows(&store, "replicates.csv");
    let runs = [5, 6, 7].map(alone);
    let mut seen = std::collections::BTreeSet::new();
    for row in &found {
        let values: Vec<f64> = runs
            .iter()
            .filter_map(|run| figure(run, row.year, &row.figure))
            .collect();
        assert!(seen.insert((row.year, row.figure.clone())), "{row:?}");
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        assert_eq!(row.n, values.len() as u64);
        near(row.mean, mean, &row.figure);
        if values.len() == 1 {
            assert_eq!((row.low, row.high), (None, None));
            continue;
        }
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        // Student's t of one and of two degrees of freedom.
        let t = [12.706_205, 4.302_653][values.len() - 2];
        let half = t * (squares / (n - 1.0) / n).sqrt();
        let scale = mean.abs().max(half).max(1e-9);
        assert!((row.high.unwrap() - mean - half).abs() < 1e-7 * scale, "{row:?}");
        assert!((mean - row.low.unwrap() - half).abs() < 1e-7 * scale, "{row:?}");
    }
    // Each figure that a run has in a year is there, and every year; indices in recorded years.
    for year in 0..=6 {
        for scope in ["birch", "beech", "all"] {
            for column in COLUMNS {
                let name = format!("{column}.{scope}");
                let is_there = runs.iter().any(|run| figure(run, year, &name).is_some());
                assert_eq!(seen.contains(&(year, name.clone())), is_there, "{name} in {year}");
            }
        }
        for scope in ["all", "seedling", "sapling", "adult", "birch", "beech"] {
            let name = format!("clark_evans_naive.{scope}");
            let is_there = runs.iter().any(|run| figure(run, year, &name).is_some());
            assert_eq!(seen.contains(&(year, name.clone())), is_there, "{name} in {year}");
        }
    }
    let years: Vec<u32> = found.iter().map(|row| row.year).collect();
    assert!(years.is_sorted());
    let first: Vec<&str> = found[..6].iter().map(|row| row.figure.as_str()).collect();
    assert_eq!(
        first[..4],
        ["trees.birch", "seedlings.birch", "saplings.birch", "adults.birch"]
    );

    for (seed, run) in [5, 6, 7].into_iter().zip(&runs) {
        let own: Vec<ReplicateRow> = rows(&store, &format!("replicates/seed-{seed}.csv"));
        for row in &own {
            assert_eq!(Some(row.value), figure(run, row.year, &row.figure), "{row:?}");
        }
        assert!(own.len() > 150);
    }
    assert!(store.open("finished-replicates.json").is_err());
}

#[test]
fn one_run_has_its_own_figures_and_no_interval() {
    let store = alone(5);
    let found: Vec<ReplicatesRow> = rows(&store, "replicates.csv");
    assert!(
        found
            .iter()
            .all(|row| row.n == 1 && row.low.is_none() && row.high.is_none())
    );
    assert!(
        found
            .iter()
            .all(|row| Some(row.mean) == figure(&store, row.year, &row.figure))
    );
    assert!(store.list("replicates").unwrap().is_empty());
}

/// One that was edited or cut since is run again, as is one of an earlier run for fewer years.
#[test]
fn replicates_that_are_there_whole_are_not_run_again() {
    let scenario = replicated();
    let (straight, _) = whole(&scenario);
    let stopped = || {
        let store = MemoryStore::default();
        let watch = Until {
            most_replicates: 1,
            ..Until::after(u32::MAX)
        };
        // One thread, so that the second of the two others has not begun when the first is done.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let end = pool.install(|| made(&scenario, &store, None, &watch));
        assert_eq!(end, End::Stopped { year: 6 });
        assert_eq!(store.list("replicates").unwrap().len(), 2);
        assert!(store.open("finished-replicates.json").is_ok());
        store
    };
    let spoil = |store: &MemoryStore, path: &str, change: &dyn Fn(&str) -> String| {
        let text = change(&String::from_utf8(bytes(store, path)).unwrap());
        store
            .write(path, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
    };
    // What tells that it is not run again: its place on the list vouches for whatever is there.
    let store = stopped();
    let path = store.list("replicates").unwrap().pop().unwrap();
    let before = bytes(&store, &path);
    let watch = Until::after(u32::MAX);
    assert!(matches!(
        made(&scenario, &store, Some(6), &watch),
        End::Complete(_)
    ));
    assert_eq!(watch.replicates_seen(), 2);
    assert_eq!(
        (tables(&store), bytes(&store, &path)),
        (tables(&straight), before)
    );

    for spoiled in ["edited", "cut", "gone", "not vouched for"] {
        let store = stopped();
        match spoiled {
            "edited" => spoil(&store, &path, &|text| {
                text.replacen("trees.birch,5", "trees.birch,6", 1)
            }),
            "cut" => spoil(&store, &path, &|text| {
                text.lines().take(20).map(|line| format!("{line}\n")).collect()
            }),
            "gone" => store.remove(&path).unwrap(),
            _ => spoil(&store, "finished-replicates.json", &|_| "{}".to_owned()),
        }
        made(&scenario, &store, Some(6), &Until::after(u32::MAX));
        assert_eq!(tables(&store), tables(&straight), "{spoiled}");
    }
}

/// A replicate that is vouched for is taken as it is, which shows that it was not run.
#[test]
fn a_replicate_that_is_vouched_for_counts_only_as_far_as_it_goes() {
    let scenario = replicated();
    let vouched = |last_year: u32| {
        let store = MemoryStore::default();
        made(&scenario, &store, None, &Until::after(6));
        let text = format!("year,figure,value\n{last_year},trees.all,77.0\n");
        let path = "replicates/seed-6.csv";
        store
            .write(path, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
        let blake3 = understory_records::Content::of(text.as_bytes()).unwrap().blake3;
        let list = format!("{{\"{path}\":\"{blake3}\"}}");
        store
            .write("finished-replicates.json", &mut |out| {
                out.write_all(list.as_bytes())
            })
            .unwrap();
        made(&scenario, &store, Some(6), &Until::after(u32::MAX));
        rows::<ReplicateRow>(&store, path).len()
    };
    assert_eq!(vouched(6), 1);
    assert!(vouched(5) > 100 && vouched(7) > 100);
}

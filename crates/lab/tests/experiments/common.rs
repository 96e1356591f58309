//! Scenarios from text, runs in memory, and what is counted in the plainest way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use understory_lab::store::{MemoryStore, Store};
use understory_lab::{End, Job, Ran, Watch, run};
use understory_records::{FromFields, TreeRow, read_rows};
use understory_scenario::{Files, ForestScenario, Overrides, load};
use understory_space::Plot;

/// Files by their paths; the first is the scenario.
pub(crate) struct InMemory<'a>(pub(crate) &'a [(&'a str, &'a str)]);

impl Files for InMemory<'_> {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(own, _)| *own == path);
        let found = found.ok_or_else(|| std::io::Error::new(std::io::ErrorKind::NotFound, path.to_owned()));
        Ok(found?.1.as_bytes().to_vec())
    }
}

pub(crate) fn scenario(text: &str) -> ForestScenario {
    scenario_of(&[("s.toml", text)])
}

/// A scenario with the files that it names.
pub(crate) fn scenario_of(files: &[(&str, &str)]) -> ForestScenario {
    load(files[0].0, &InMemory(files), &Overrides::default()).unwrap()
}

/// Stops after so many years or replicates, and counts what it is told.
pub(crate) struct Until {
    pub(crate) years: u32,
    pub(crate) most_replicates: u32,
    pub(crate) seen: AtomicU32,
    pub(crate) replicates: AtomicU32,
}

impl Until {
    pub(crate) fn after(years: u32) -> Self {
        Until {
            years,
            most_replicates: u32::MAX,
            seen: AtomicU32::new(0),
            replicates: AtomicU32::new(0),
        }
    }

    pub(crate) fn years_seen(&self) -> u32 {
        self.seen.load(Ordering::Relaxed)
    }

    pub(crate) fn replicates_seen(&self) -> u32 {
        self.replicates.load(Ordering::Relaxed)
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
        self.years_seen() >= self.years || self.replicates_seen() >= self.most_replicates
    }
}

pub(crate) fn job(scenario: &ForestScenario) -> Job<'_> {
    Job {
        scenario,
        identity: "of the scenario",
        version: "0.0.1",
        each_year: None,
    }
}

pub(crate) fn made(
    scenario: &ForestScenario,
    store: &MemoryStore,
    from: Option<u32>,
    watch: &Until,
) -> End<Ran> {
    run(&job(scenario), store, from, watch).unwrap()
}

/// A run of a scenario from its first year to its last.
pub(crate) fn whole(scenario: &ForestScenario) -> (MemoryStore, Ran) {
    let store = MemoryStore::default();
    let watch = Until::after(u32::MAX);
    let End::Complete(ran) = made(scenario, &store, None, &watch) else {
        panic!("nobody stops it");
    };
    assert_eq!(watch.years_seen(), scenario.years);
    (store, ran)
}

pub(crate) fn rows<R: FromFields>(store: &MemoryStore, path: &str) -> Vec<R> {
    read_rows(path, store.open(path).unwrap()).unwrap()
}

pub(crate) fn bytes(store: &MemoryStore, path: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    std::io::copy(&mut store.open(path).unwrap(), &mut bytes).unwrap();
    bytes
}

/// The columns of a table by their names; what is empty is `None`.
pub(crate) fn columns(store: &MemoryStore, path: &str) -> BTreeMap<String, Vec<Option<f64>>> {
    let text = String::from_utf8(bytes(store, path)).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut columns: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
    for line in lines {
        for (name, field) in names.iter().zip(line.split(',')) {
            let value = (!field.is_empty()).then(|| field.parse().unwrap());
            columns.entry((*name).to_owned()).or_default().push(value);
        }
    }
    columns
}

/// Every table but those that say how a run goes on.
pub(crate) fn tables(store: &MemoryStore) -> BTreeMap<String, Vec<u8>> {
    let is_table = |path: &String| !path.contains("finished") && !path.contains("checkpoint");
    let paths = store.list("").unwrap().into_iter().filter(is_table);
    paths.map(|path| (path.clone(), bytes(store, &path))).collect()
}

pub(crate) fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3),
        "{what}: {found}, not {expected}"
    );
}

pub(crate) fn places(trees: &[TreeRow]) -> Vec<[f64; 2]> {
    trees.iter().map(|tree| [tree.x_m, tree.y_m]).collect()
}

pub(crate) fn apart_m(a: [f64; 2], b: [f64; 2], plot: &Plot) -> f64 {
    let along = |axis: usize| {
        let way = (a[axis] - b[axis]).abs();
        if plot.is_torus() {
            way.min(plot.size_m()[axis] - way)
        } else {
            way
        }
    };
    (along(0) * along(0) + along(1) * along(1)).sqrt()
}

/// The pair correlation with the translation correction, or with none on a torus, over all pairs; the kernel is Epanechnikov's with
/// half-width 0.15/√λ.
pub(crate) fn pair_correlation(points_m: &[[f64; 2]], plot: &Plot, r_m: f64) -> f64 {
    let (n, area_m2) = (points_m.len() as f64, plot.area_m2());
    let half_m = 0.15 * (area_m2 / n).sqrt();
    let mut sum = 0.0;
    for (i, &a) in points_m.iter().enumerate() {
        for (j, &b) in points_m.iter().enumerate() {
            let off = (r_m - apart_m(a, b, plot)) / half_m;
            if i == j || off.abs() >= 1.0 {
                continue;
            }
            let weight = if plot.is_torus() {
                1.0
            } else {
                let left_m = |axis: usize| plot.size_m()[axis] - (a[axis] - b[axis]).abs();
                area_m2 / (left_m(0) * left_m(1))
            };
            sum += weight * 0.75 * (1.0 - off * off) / half_m;
        }
    }
    area_m2 / (n * (n - 1.0)) * sum / (2.0 * std::f64::consts::PI * r_m)
}

/// The distance from each point to its nearest neighbour, m.
pub(crate) fn nearest_m(points_m: &[[f64; 2]], plot: &Plot) -> Vec<f64> {
    let nearest = |i: usize| {
        let others = (0..points_m.len()).filter(|&j| j != i);
        let apart = others.map(|j| apart_m(points_m[i], points_m[j], plot));
        apart.fold(f64::INFINITY, f64::min)
    };
    (0..points_m.len()).map(nearest).collect()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean distance to the nearest neighbour over that of random points; on an open plot by Donnelly's correction.
pub(crate) fn clark_evans(points_m: &[[f64; 2]], plot: &Plot) -> f64 {
    let n = points_m.len() as f64;
    let random_m = 0.5 * (plot.area_m2() / n).sqrt();
    let edge_m = if plot.is_torus() {
        0.0
    } else {
        let perimeter_m = 2.0 * (plot.size_m()[0] + plot.size_m()[1]);
        (0.0514 + 0.0412 / n.sqrt()) * perimeter_m / n
    };
    mean(&nearest_m(points_m, plot)) / (random_m + edge_m)
}

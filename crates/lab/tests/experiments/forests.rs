//! Methods beside several forests at once, against each forest by itself.

use understory_lab::bake::ForestTrees;
use understory_lab::compare::{CompareFound, Target, compare, further_targets};
use understory_lab::store::{MemoryStore, Store};
use understory_numerics::RandomKey;
use understory_records::{ForestsRow, MethodsRow, PointRow};
use understory_scatter::{JitteredGrid, Method, MinimumDistance, PointMethod, PoissonDisk, Request, Springs};
use understory_scenario::{Candidate, Compare, ComparedForest, ForestScenario, ForestSource};
use understory_space::{Edge, Plot};

use crate::common::{rows, scenario};

/// The forest of the runs, in this year.
fn in_year(label: &str, years: u32) -> ComparedForest {
    let forest = ForestScenario {
        years,
        ..scenario(crate::run::SCENARIO)
    };
    ComparedForest {
        label: label.to_owned(),
        path: "s.toml".to_owned(),
        source: ForestSource::Grown(Box::new(forest)),
    }
}

fn settings(forests: Vec<ComparedForest>) -> Compare {
    let fitted = |method: Method| Candidate {
        label: format!("{}-fitted", method.name()),
        fit: true,
        ..Candidate::from(method)
    };
    let zone = || Method::MinimumDistance(MinimumDistance::default());
    let springs = || Method::Springs(Springs::default());
    Compare {
        label: "drawn".to_owned(),
        dbh_min_cm: 5.0,
        simulations: 49,
        repeats: 1,
        candidates: vec![zone().into(), springs().into(), fitted(zone()), fitted(springs())],
        worlds: Vec::new(),
        forests,
    }
}

/// Points of a method on a plot, as a forest of their own.
fn drawn(label: &str, method: &Method, count: u32) -> Target {
    let plot = Plot::new([3.0, -20.0], [50.0, 40.0], Edge::Torus).unwrap();
    let drawn = method.scatter(&Request::new(&plot, count), RandomKey::root(8, &["forest"]));
    Target {
        forest: label.to_owned(),
        plot,
        points_m: drawn.unwrap().points_m,
        species: Vec::new(),
        sizes_m: Vec::new(),
        seconds: None,
        notes: "drawn".to_owned(),
    }
}

fn found(targets: &[Target], settings: &Compare) -> (CompareFound, MemoryStore) {
    let store = MemoryStore::default();
    let found = compare(targets, settings, 9, &store, &()).unwrap();
    (found.unwrap(), store)
}

/// Rows without what differs from run to run.
fn timeless(rows: &[MethodsRow]) -> Vec<MethodsRow> {
    let mut rows = rows.to_vec();
    for row in &mut rows {
        (row.seconds, row.points_per_s) = (None, None);
    }
    rows
}

#[test]
fn a_forest_of_several_years_is_what_it_is_when_each_year_is_grown_alone() {
    // The later year is listed first; between them stands another forest.
    let mut other = in_year("other", 6);
    if let ForestSource::Grown(forest) = &mut other.source {
        **forest = scenario(&crate::run::SCENARIO.replace("seed = 5", "seed = 77"));
        forest.years = 6;
    }
    let settings = settings(vec![in_year("late", 12), other, in_year("early", 4)]);
    let targets = further_targets(&settings.forests, settings.dbh_min_cm, &())
        .unwrap()
        .unwrap();
    let labels: Vec<&str> = targets.iter().map(|target| &*target.forest).collect();
    assert_eq!(labels, ["late", "other", "early"]);
    for (target, forest) in targets.iter().zip(&settings.forests) {
        let ForestSource::Grown(alone) = &forest.source else {
            panic!("all are grown")
        };
        let trees = ForestTrees::grow(alone).unwrap().trees;
        let thick = trees.iter().filter(|tree| tree.dbh_cm >= 5.0);
        let places_m: Vec<[f64; 2]> = thick.map(|tree| [tree.x_m, tree.y_m]).collect();
        assert!(places_m.len() > 20);
        assert_eq!(target.points_m, places_m, "{}", target.forest);
        assert_eq!(
            target.notes,
            format!("trees of at least 5 cm in year {}", alone.years)
        );
    }
    assert_ne!(targets[0].points_m, targets[2].points_m);
}

#[test]
fn a_forest_without_thick_trees_is_told_by_its_entry() {
    let mut settings = settings(vec![in_year("early", 4), in_year("late", 12)]);
    settings.dbh_min_cm = 900.0;
    let error = further_targets(&settings.forests, settings.dbh_min_cm, &()).unwrap_err();
    assert_eq!(error.key().unwrap(), "compare.forests.0.year");
    assert!(error.is_user_error());
    assert!(
        error.to_string().starts_with("the forest `early`: of "),
        "{error}"
    );
    assert!(error.hint().unwrap().contains("later year"));
}

#[test]
fn methods_beside_several_forests_are_what_they_are_beside_each() {
    let grid = Method::JitteredGrid(JitteredGrid::default());
    let settings = settings(vec![in_year("late", 12)]);
    let mut targets = vec![drawn("grid", &grid, 80)];
    targets.extend(
        further_targets(&settings.forests, settings.dbh_min_cm, &())
            .unwrap()
            .unwrap(),
    );
    let (all, store) = found(&targets, &settings);
    assert_eq!(all.methods, rows::<MethodsRow>(&store, "methods.csv"));
    assert_eq!(all.forests, rows::<ForestsRow>(&store, "forests.csv"));
    let mut answer = String::new();
    store
        .open("answer.txt")
        .unwrap()
        .read_to_string(&mut answer)
        .unwrap();
    assert_eq!(answer, format!("{}\n", all.answer));

    for (number, target) in targets.iter().enumerate() {
        let own: Vec<MethodsRow> = all
            .methods
            .iter()
            .filter(|row| row.forest == target.forest)
            .cloned()
            .collect();
        let (alone, alone_store) = found(std::slice::from_ref(target), &settings);
        assert_eq!(timeless(&own), timeless(&alone.methods));
        assert_eq!(all.forests[number], alone.forests[0]);
        let folder = ["", "late/"][number];
        for method in ["target", "springs", "springs-fitted"] {
            let points: Vec<PointRow> = rows(&store, &format!("points/{folder}{method}.csv"));
            assert_eq!(points, rows(&alone_store, &format!("points/{method}.csv")));
        }
        // The nearest is the one of the least distance, and its units are the forest's own.
        let forest = &all.forests[number];
        let least = own[1..]
            .iter()
            .filter_map(|row| row.g_ks)
            .fold(f64::INFINITY, f64::min);
        assert_eq!(forest.nearest_g_ks, Some(least));
        for row in &own[1..] {
            assert_eq!(row.g_over_own, Some(row.g_ks.unwrap() / forest.own_g_ks.unwrap()));
            assert_eq!(
                row.fitted_to,
                if row.method.ends_with("-fitted") {
                    "pcf"
                } else {
                    ""
                }
            );
            assert_eq!(
                row.judged_by,
                if row.method.ends_with("-fitted") {
                    "G J"
                } else {
                    "L"
                }
            );
        }
        let could = own.iter().filter_map(|row| row.g_and_j_p).filter(|p| *p >= 0.05);
        assert_eq!((forest.tested, forest.could_be_drawn), (4, could.count() as u64));
    }
    // Functions are left of the first forest alone.
    assert!(store.open("functions/springs/G.csv").is_ok());
    assert!(store.open("functions/late/springs/G.csv").is_err());

    let g_ks = |forest: &str, method: &str| {
        let mut rows = all.methods.iter();
        rows.find(|row| row.forest == forest && row.method == method)
            .unwrap()
            .g_ks
            .unwrap()
    };
    for ending in ["", "-fitted"] {
        let pairs = ["grid", "late"].map(|forest| {
            ["minimum-distance", "springs"].map(|method| g_ks(forest, &format!("{method}{ending}")))
        });
        let wins = pairs.iter().filter(|[zone, springs]| zone < springs).count();
        let [zone, springs] = [0, 1].map(|method| (pairs[0][method] + pairs[1][method]) / 2.0);
        let told = format!("nearer to {wins} of 2 (mean {zone:.3} against {springs:.3})");
        assert!(all.answer.contains(&told), "{told}: {}", all.answer);
    }
    assert!(all.answer.starts_with("of 2 forests, "), "{}", all.answer);
}

/// Same bytes for any number of threads: fits, patterns and the trees of the forests.
#[test]
fn several_forests_are_compared_alike_by_any_number_of_threads() {
    let settings = settings(vec![in_year("late", 12), in_year("early", 4)]);
    let by = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let targets = further_targets(&settings.forests, settings.dbh_min_cm, &())
                .unwrap()
                .unwrap();
            let (all, store) = found(&targets, &settings);
            let mut texts = Vec::new();
            for path in store.list("").unwrap() {
                let mut text = String::new();
                store.open(&path).unwrap().read_to_string(&mut text).unwrap();
                if path != "methods.csv" {
                    texts.push((path, text));
                }
            }
            (timeless(&all.methods), texts)
        })
    };
    let one = by(1);
    assert!(one.1.len() > 20);
    assert!(one == by(2) && one == by(3));
}

/// A pattern that was laid out at 2.2 m, against the same method that begins at what follows from the count.
#[test]
fn a_fit_finds_the_distance_of_a_poisson_disk() {
    for distance_m in [1.8, 2.2] {
        let method = Method::PoissonDisk(PoissonDisk {
            distance_m: Some(distance_m),
            ..PoissonDisk::default()
        });
        let target = drawn("disk", &method, 200);
        assert_eq!(target.points_m.len(), 200);
        let fitted = Candidate {
            fit: true,
            ..Candidate::from(Method::PoissonDisk(PoissonDisk::default()))
        };
        let compared = Compare {
            candidates: vec![fitted],
            ..settings(Vec::new())
        };
        let (all, _) = found(&[target], &compared);
        let notes = &all.methods[1].notes;
        let (_, rest) = notes.split_once("fitted distance_m=").unwrap();
        let found_m: f64 = rest.split(' ').next().unwrap().parse().unwrap();
        assert!((found_m / distance_m - 1.0).abs() < 0.03, "{distance_m}: {notes}");
        assert!(all.methods[1].j_p.unwrap() > 0.05, "{:?}", all.methods[1]);
    }
}

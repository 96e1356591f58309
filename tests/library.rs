//! The library behind the program: the same work, asked for by calls.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use understory::lab::Estimate;
use understory::lab::grow::TreeMetrics;
use understory::records::{Body, Document, SkeletonRow};
use understory::spacing::Competitors;
use understory::stats::{Function, StatsOptions};
use understory::terrain::{Ground, Heights, NoData, read_ascii_grid};
use understory::{
    Edge, Error, Experiment, ForestScenario, Host, Made, MemoryStore, Overrides, Plot, Progress, Results,
    RunFolder, ScatterScenario, Scenario, StandScenario, Start, StatsRequest, StatsTask, Task, TreeScenario,
    Watch, WorldScenario, check, make, make_into, open, run, run_into, shown_metrics, watch,
};
use understory_lab::store::Store;

use crate::folders::RUN;
use crate::util::{Place, Stand};

/// Every file of results but the manifest, which holds times.
fn files(results: &Results) -> BTreeMap<String, Vec<u8>> {
    let store = results.store();
    let mut files = BTreeMap::new();
    for path in store.list("").unwrap() {
        let mut bytes = Vec::new();
        store.open(&path).unwrap().read_to_end(&mut bytes).unwrap();
        files.insert(path, bytes);
    }
    files.remove("manifest.json").unwrap();
    files
}

fn forest(place: &Place) -> Scenario {
    let path = place.path("stand.toml");
    open(path, &Overrides::default()).unwrap()
}

#[test]
fn a_forest_in_memory_has_the_bytes_that_the_program_leaves() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    let results = run(&forest(&place), MemoryStore::default(), &())
        .unwrap()
        .unwrap();
    let by_calls = files(&results);
    let mut by_program = place.everything("out");
    by_program.remove("manifest.json").unwrap();
    assert_eq!(
        by_calls.keys().collect::<Vec<_>>(),
        by_program.keys().collect::<Vec<_>>()
    );
    assert!(by_calls == by_program);

    let last = Stand::SMALL.years;
    let census = results.census().unwrap();
    let all = census.iter().find(|row| row.year == last && row.species == "all");
    assert_eq!(all.unwrap().trees, results.trees(last).unwrap().len() as u64);
    for figure in results.figures().unwrap() {
        assert_eq!(
            by_program[&format!("figures/{}.svg", figure.name)],
            figure.svg.as_bytes()
        );
        assert_eq!(by_program[&format!("figures/{}.png", figure.name)], figure.png);
    }
}

#[test]
fn who_looks_on_is_told_of_each_year_and_stops_the_run_which_can_go_on() {
    let place = Place::with(&Stand::SMALL);
    let scenario: ForestScenario = open(place.path("stand.toml"), &Overrides::default()).unwrap();
    let told = Mutex::new(Vec::new());
    let look = watch(|progress| {
        let Progress::Year { year, trees } = progress else {
            return ControlFlow::Continue(());
        };
        assert!(trees > 0);
        told.lock().unwrap().push(year);
        if year == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let task = Task::new(&scenario).unwrap();
    let store = MemoryStore::default();
    let stopped = make(&task, &store, None, &look).unwrap();
    assert_eq!(stopped, understory::End::Stopped { year: 2 });
    assert_eq!(*told.lock().unwrap(), [0, 1, 2]);
    assert!(store.open("manifest.json").is_err(), "it is not whole");

    assert!(matches!(
        make(&task, &store, Some(2), &()).unwrap(),
        understory::End::Complete(_)
    ));
    let whole = run(&forest(&place), MemoryStore::default(), &())
        .unwrap()
        .unwrap();
    let mut gone_on = files(&Results::open(store).unwrap());
    // Each has the list and the checkpoints of its own starts.
    let mut at_once = files(&whole);
    for files in [&mut gone_on, &mut at_once] {
        files.retain(|path, _| path != "finished.csv" && !path.starts_with("state/"));
    }
    assert!(gone_on == at_once);
}

#[test]
fn a_manifest_tells_what_the_results_are_made_from() {
    let place = Place::with(&Stand::SMALL);
    let scenario = forest(&place);
    let made_from = Task::new(&scenario).unwrap().made_from;
    let results = run(&scenario, MemoryStore::default(), &()).unwrap().unwrap();
    let manifest = results.forest().unwrap();
    assert_eq!(manifest.all.made_from, made_from);
    assert_eq!((manifest.all.body.command(), made_from.seed), ("run", 7));
    assert_eq!(manifest.species, ["birch", "beech"]);
    let side_m = Stand::SMALL.side_m;
    assert_eq!(
        (manifest.world.size_m, manifest.world.edge.as_str()),
        ([side_m; 2], "torus")
    );
    assert_eq!(manifest.recorded_years, [0, 2, 4]);
    let text = &files(&results)["scenario.toml"];
    assert_eq!(made_from.scenario_blake3, blake3::hash(text).to_hex().as_str());
    assert!(manifest.all.wall_s() >= manifest.all.years_took().unwrap().year_s);
}

#[test]
fn a_pattern_measured_by_a_call_leaves_what_the_program_leaves() {
    let place = Place::new();
    place.write("stand.csv", include_str!("../scenarios/data/longleaf.csv"));
    place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions G,K --mark dbh_cm --where dbh_cm>=10 \
         --competition hegyi --neighbours 5 --out out",
    );
    let window = Plot::between([0.0; 2], [200.0; 2], Edge::Open).unwrap();
    let mut request = StatsRequest {
        points: place.path("stand.csv"),
        window: Some(window),
        mark: Some("dbh_cm".to_owned()),
        only: Some("dbh_cm>=10".parse().unwrap()),
        competition: Some(Competitors::Nearest(5.try_into().unwrap())),
        options: StatsOptions {
            functions: vec![Function::G, Function::K],
            seed: 1,
            ..StatsOptions::default()
        },
        ..StatsRequest::default()
    };
    let analyse = |request: &StatsRequest, folder: &str| {
        let task = StatsTask::new(request).map_err(Box::new)?;
        let made = make_into(&task, &place.path(folder), false, &()).map_err(Box::new)?;
        Ok::<_, Box<Error>>(made.whole().is_some())
    };
    assert!(analyse(&request, "called").unwrap());
    // Its manifest names the file by another path.
    let files = |folder: &str| {
        let mut files = place.everything(folder);
        files.remove("manifest.json").unwrap();
        files
    };
    assert!(files("called") == files("out") && files("out").contains_key("competition.csv"));
    // What fails leaves the earlier results, and nothing of its own.
    request.options.half_width_m = Some(1e12);
    let error = analyse(&request, "called").unwrap_err();
    assert!(error.is_user_error() && !place.has("called.partial"), "{error}");
    assert!(files("called") == files("out"));
    // A point beyond the window is told with its line.
    request.window = Plot::between([0.0; 2], [100.0; 2], Edge::Open).ok();
    let error = analyse(&request, "none").unwrap_err();
    assert!(error.to_string().contains(":2: "), "{error}");
    assert!(error.hint().is_some() && !place.has("none"));
}

/// The program asked whether there is memory, and the library did not.
#[cfg(target_os = "linux")]
#[test]
fn a_forest_too_large_for_the_machine_is_refused_before_it_is_planted() {
    let large = Stand {
        side_m: 90_000.0,
        founders: 30_000_000,
        ..Stand::SMALL
    };
    let place = Place::new();
    let more = "[[founders]]\nspecies = \"beech\"\nmethod = \"uniform\"\ncount = 30000000\nheight_m = 4.0\n";
    place.write("stand.toml", &(large.toml() + &more.repeat(40)));
    let error = run_into(&forest(&place), &place.path("out"), &()).unwrap_err();
    assert!(
        matches!(error, Error::TooLarge { .. }) && error.is_user_error(),
        "{error}"
    );
    assert!(!place.has("out") && !place.has("out.partial"));
}

#[test]
fn what_is_wrong_with_a_scenario_comes_with_its_places() {
    let place = Place::new();
    place.write("bad.toml", "name = \"bad\"\n[world]\nsize_m = [1.0]\nseed = 1\n");
    let path = place.path("bad.toml");
    let error = open::<Scenario>(&path, &Overrides::default()).unwrap_err();
    assert!(error.is_user_error());
    let Error::Scenario(problems) = error else {
        panic!("{error}")
    };
    assert!(
        problems
            .as_slice()
            .iter()
            .any(|problem| problem.line == 3 && problem.file == path.display().to_string()),
        "{problems}"
    );
    assert!(problems.as_slice().len() > 1, "all of them: {problems}");
}

#[test]
fn each_scenario_that_ships_is_of_one_kind_and_refused_as_another() {
    let mut count = [0; 5];
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let none = Overrides::default();
        let is_of = match open::<Scenario>(&path, &none).unwrap() {
            Scenario::Forest(_) => 0,
            Scenario::Stand(_) => 1,
            Scenario::Tree(_) => 2,
            Scenario::World(_) => 3,
            Scenario::Scatter(_) => 4,
        };
        count[is_of] += 1;
        let opened = [
            open::<ForestScenario>(&path, &none).is_ok(),
            open::<StandScenario>(&path, &none).is_ok(),
            open::<TreeScenario>(&path, &none).is_ok(),
            open::<WorldScenario>(&path, &none).is_ok(),
            open::<ScatterScenario>(&path, &none).is_ok(),
        ];
        assert_eq!(
            opened,
            [0, 1, 2, 3, 4].map(|kind| kind == is_of),
            "{}",
            path.display()
        );
    }
    assert!(count[..3].iter().all(|&count| count > 0), "{count:?}");
}

#[test]
fn results_in_a_folder_are_read_as_long_as_they_are_what_was_left() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    let folder = place.path("out");
    let results = Results::in_folder(&folder).unwrap();
    assert!(results.forest().unwrap().all.made_from.years == Stand::SMALL.years);
    assert!(!results.census().unwrap().is_empty());
    place.write("out/census.csv", &(place.read("out/census.csv") + "\n"));
    let error = results.census().unwrap_err();
    assert!(
        error.is_user_error() && error.to_string().contains("the manifest lists"),
        "{error}"
    );
    let error = Results::in_folder(&place.path("nowhere")).unwrap_err();
    assert!(
        matches!(error, Error::NoResults { .. }) && error.is_user_error(),
        "{error}"
    );
}

#[test]
fn figures_drawn_anew_are_listed_in_the_manifest() {
    let place = Place::with(&Stand::SMALL);
    let folder = place.path("on-disk");
    let results = run_into(&forest(&place), &folder, &()).unwrap().unwrap();
    let drawn = results.figures().unwrap();
    std::fs::remove_dir_all(folder.join("figures")).unwrap();
    let mut again = Results::in_folder(&folder).unwrap();
    again.redraw(&[]).unwrap();
    for figure in &drawn {
        assert_eq!(
            place.read(&format!("on-disk/figures/{}.svg", figure.name)),
            figure.svg
        );
    }
    let mut other = drawn[0].clone();
    other.name = "other".to_owned();
    again.redraw(&[other.clone()]).unwrap();
    other.name = "another".to_owned();
    again.redraw(&[other]).unwrap();
    let manifest = place.read("on-disk/manifest.json");
    for figure in ["other", "another"] {
        assert_eq!(
            manifest.matches(&format!("\"figures/{figure}.png\"")).count(),
            1,
            "{manifest}"
        );
    }
    // Neither the manifest nor a table is among the others.
    let others = &manifest[manifest.find("\"others\"").unwrap()..];
    assert!(
        !others.contains("manifest.json") && !others.contains("census.csv"),
        "{others}"
    );
}

#[test]
fn a_folder_that_is_not_ours_is_left_alone() {
    let place = Place::with(&Stand::SMALL);
    place.write("mine/inputs/notes.txt", "mine");
    let error = run_into(&forest(&place), &place.path("mine"), &()).unwrap_err();
    assert!(
        error.is_user_error() && error.to_string().contains("left alone"),
        "{error}"
    );
    assert_eq!(place.read("mine/inputs/notes.txt"), "mine");
}

#[test]
fn founders_that_find_no_room_are_told_before_anything_is_grown() {
    let place = Place::with(&Stand::SMALL);
    assert!(check(&forest(&place)).is_ok());
    place.edit(
        "stand.toml",
        "method = \"jittered-grid\"\ncount = 60",
        "method = \"poisson-disk\"\ndistance_m = 20.0\ncount = 60",
    );
    let scenario: ForestScenario = open(place.path("stand.toml"), &Overrides::default()).unwrap();
    for refused in [check(&forest(&place)), Task::new(&scenario).unwrap().check(&())] {
        let error = refused.unwrap_err();
        assert!(error.is_user_error(), "{error}");
        assert!(matches!(error, Error::Scenario(_)), "{error:?}");
    }
}

#[test]
fn a_run_that_is_stopped_has_no_results_and_no_folder() {
    let place = Place::with(&Stand::SMALL);
    let stop = watch(|_| ControlFlow::Break(()));
    assert!(
        run(&forest(&place), MemoryStore::default(), &stop)
            .unwrap()
            .is_none()
    );
    let folder = place.path("out");
    assert!(run_into(&forest(&place), &folder, &stop).unwrap().is_none());
    assert!(!folder.exists() && place.has("out.partial/run.json"));
}

/// A program with a rule of its own for what a run may take, that listens and stops after a year.
struct Listener {
    most_trees: u64,
    stop_after: u32,
    heard: Mutex<Vec<String>>,
    is_stopped: AtomicBool,
}

impl Listener {
    fn new(most_trees: u64, stop_after: u32) -> Self {
        Self {
            most_trees,
            stop_after,
            heard: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        }
    }
}

impl Watch for Listener {
    fn year(&self, year: u32, _: usize) {
        self.heard.lock().unwrap().push(format!("year {year}"));
        self.is_stopped
            .fetch_or(year >= self.stop_after, Ordering::SeqCst);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }
}

impl Host for Listener {
    fn estimated(&self, _: &str, estimate: &Estimate) -> Result<(), Error> {
        self.heard.lock().unwrap().push("estimated".to_owned());
        if estimate.trees <= self.most_trees {
            return Ok(());
        }
        Err(Error::Refused {
            why: "these are too many trees".to_owned(),
            way_out: "plant fewer".to_owned(),
        })
    }

    fn begins(&self, folder: &RunFolder, start: &Start) {
        assert!(folder.partial().exists() || *start == Start::AlreadyComplete);
        self.heard.lock().unwrap().push(format!("{start:?}"));
    }
}

#[test]
fn a_host_is_told_where_a_run_begins_and_may_refuse_it_before_anything_is_written() {
    let place = Place::with(&Stand::SMALL);
    let scenario: ForestScenario = open(place.path("stand.toml"), &Overrides::default()).unwrap();
    let task = Task::new(&scenario).unwrap();
    let out = place.path("out");
    let into = |host: &Listener, resume| {
        let made = make_into(&task, &out, resume, host);
        (made, std::mem::take(&mut *host.heard.lock().unwrap()))
    };

    let (refused, heard) = into(&Listener::new(0, u32::MAX), false);
    let error = refused.unwrap_err();
    assert!(
        error.is_user_error() && error.hint().unwrap() == "plant fewer",
        "{error}"
    );
    assert_eq!(heard, ["estimated"]);
    assert!(!place.has("out") && !place.has("out.partial"));

    let (stopped, heard) = into(&Listener::new(u64::MAX, 2), false);
    let Made::Stopped { year: 2, partial } = stopped.unwrap() else {
        panic!("it is stopped after year 2")
    };
    assert!(partial.join("run.json").exists());
    let fresh = format!("{:?}", Start::Fresh { given_up_year: None });
    assert_eq!(heard, ["estimated", &fresh, "year 0", "year 1", "year 2"]);

    let (whole, heard) = into(&Listener::new(u64::MAX, u32::MAX), true);
    let (_, manifest, folder) = whole.unwrap().whole().unwrap();
    assert!(folder.join("manifest.json").exists() && !place.has("out.partial"));
    assert_eq!(manifest.made_from.years, scenario.years);
    assert!(
        heard[1].starts_with("Continue { year: 2") && heard[2] == "year 2",
        "{heard:?}"
    );

    let (again, heard) = into(&Listener::new(u64::MAX, u32::MAX), true);
    assert!(matches!(again.unwrap(), Made::AlreadyComplete { .. }));
    assert_eq!(heard.last().unwrap(), "AlreadyComplete");
}

/// Each tree's height of the ground is that of the map, and the results' own scenario finds its map.
#[test]
fn trees_stand_on_a_map_of_heights() {
    let overrides = Overrides {
        years: Some(2),
        ..Overrides::default()
    };
    let scenario: Scenario = open("scenarios/volcano.toml", &overrides).unwrap();
    let place = Place::new();
    let folder = place.path("out");
    let results = run_into(&scenario, &folder, &()).unwrap().unwrap();
    let map = std::fs::read("scenarios/data/maunga-whau.asc").unwrap();
    let map = read_ascii_grid("map", map.as_slice(), 1 << 20).unwrap();
    let ground = Heights::new(map, NoData::Refuse).unwrap();
    let trees = results.trees(2).unwrap();
    assert!(trees.len() > 500);
    for tree in &trees {
        let height_m = ground.height_m([tree.x_m, tree.y_m]);
        assert!((tree.z_m - height_m).abs() <= 0.0005, "{} {height_m}", tree.z_m);
    }
    let again: Scenario = open(folder.join("scenario.toml"), &Overrides::default()).unwrap();
    assert_eq!(
        Task::new(&again).unwrap().made_from.identity,
        Task::new(&scenario).unwrap().made_from.identity
    );
}

#[cfg(feature = "parquet")]
#[test]
fn results_are_read_alike_in_either_format() {
    let place = Place::with(&Stand::SMALL);
    let csv = run(&forest(&place), MemoryStore::default(), &())
        .unwrap()
        .unwrap();
    place.write("stand.toml", &(Stand::SMALL.toml() + "format = \"parquet\"\n"));
    let parquet = run(&forest(&place), MemoryStore::default(), &())
        .unwrap()
        .unwrap();
    let last = Stand::SMALL.years;
    assert!(!csv.trees(last).unwrap().is_empty());
    assert!(csv.trees(last).unwrap() == parquet.trees(last).unwrap());
    let spacing = csv.spacing().unwrap();
    assert!(spacing.iter().any(|row| row.year == last));
    assert!(spacing == parquet.spacing().unwrap());
}

#[test]
fn a_tree_is_measured_listed_and_drawn() {
    let scenario: TreeScenario = open("scenarios/tree-shrub.toml", &Overrides::default()).unwrap();
    let store = MemoryStore::default();
    let end = make(&Task::new(&scenario).unwrap(), &store, None, &()).unwrap();
    let (summary, _) = end.complete().unwrap();
    assert!(summary.line.starts_with("tree-shrub: ") && summary.table.contains("height_m"));
    let results = Results::open(store).unwrap();
    let nodes: Vec<SkeletonRow> = results.rows("skeleton.csv").unwrap();
    let file = results.store().open("metrics.json").unwrap();
    let metrics = TreeMetrics::read("metrics.json", file).unwrap();
    let metrics = shown_metrics(&metrics.tree);
    let value = |name: &str| metrics.iter().find(|(own, ..)| *own == name).unwrap().1.unwrap();
    assert_eq!(value("nodes"), nodes.len() as f64);
    let top_m = nodes.iter().map(|node| node.z_m).fold(0.0, f64::max);
    assert!((value("height_m") - top_m).abs() < 0.01 * top_m);
    assert!(
        metrics
            .iter()
            .filter_map(|(name, _, band)| Some((name, (*band)?.name)))
            .all(|(name, band)| *name == band)
    );
    assert!(metrics.iter().filter(|(_, _, band)| band.is_some()).count() > 5);

    assert!(matches!(results.about().body, Body::Grow(_)));
    let skeleton = results
        .about()
        .files
        .iter()
        .find(|table| table.path == "skeleton.csv");
    assert_eq!(skeleton.unwrap().rows, Some(nodes.len() as u64));
    let mut drawn: Vec<String> = results
        .figures()
        .unwrap()
        .into_iter()
        .map(|figure| figure.name)
        .collect();
    drawn.sort();
    let kept = results.store().list("figures").unwrap();
    let kept = kept
        .iter()
        .filter_map(|path| path.strip_prefix("figures/")?.strip_suffix(".svg"));
    assert!(drawn.iter().map(String::as_str).eq(kept), "{drawn:?}");
}

//! `bake`: a tile of a forest and its folder, and the worlds and comparisons that stand as it.

use std::collections::BTreeMap;

use understory::{Overrides, WatchedWorld, WorldScenario, open};

use crate::folders::assert_contains;
use crate::same_bytes::assert_same;
use crate::util::{Csv, Place};

/// Beeches on a torus that competed for some decades.
const WOOD: &str = r#"
name = "wood"
[world]
size_m = [60.0, 56.0]
edge = "torus"
seed = 7
[run]
years = 40
[[species]]
name = "beech"
preset = "fagus-sylvatica"
[[founders]]
species = "beech"
method = "uniform"
count = 120
height_m = 6.0
[record]
every_years = 20
checkpoint_every_years = 40
"#;

const WORLD: &str = r##"
name = "painted"
[world]
size_m = [130.0, 110.0]
seed = 3
[place]
texture_m = 10.0
[biome]
[[biome.type]]
name = "wood"
colour = "#2f6b3a"
texture = "soil"
[[rule]]
name = "beeches"
asset = "beech"
biome = "wood"
grown = { scenario = "wood.toml", year = 40, dbh_min_cm = 5.0 }
[[rule]]
name = "ferns"
asset = "fern"
biome = "wood"
footprint_m = 0.8
[[edit]]
name = "sparse"
set = "rule.beeches.density=0.5"
"##;

fn place() -> Place {
    let place = Place::new();
    place.write("wood.toml", WOOD);
    place.write("world.toml", WORLD);
    place
}

/// What is left besides manifests, which hold the way by which the forest was named.
fn tables(place: &Place, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = place.everything(folder);
    all.retain(|path, _| path.ends_with(".csv"));
    assert_eq!(all.len(), 3, "{:?}", all.keys());
    all
}

#[test]
fn a_run_and_its_scenario_are_baked_to_the_same_tile_by_any_threads() {
    let place = place();
    place.run_well("run wood.toml --out run");
    place.run_well("bake run --dbh-min-cm 5 --out of-run --threads 1");
    let ran = place.run_well("bake wood.toml --dbh-min-cm 5 --out of-scenario --threads 2");
    assert_same(&tables(&place, "of-run"), &tables(&place, "of-scenario"));
    assert!(ran.err.contains("size_m = [60.0, 56.0]"), "{}", ran.err);
    for figure in ["L", "pcf", "G-100", "G-50", "G-25", "G-10"] {
        assert!(place.has(&format!("of-run/figures/{figure}.svg")), "{figure}");
    }
    let trees = Csv::read(&place.path("run/trees/year-0040.csv"));
    let thick = trees
        .numbers("dbh_cm")
        .into_iter()
        .filter(|dbh_cm| *dbh_cm >= Some(5.0));
    let tile = Csv::read(&place.path("of-run/tile.csv"));
    assert_eq!(tile.texts("rank").len(), thick.count());
    let whole = &Csv::read(&place.path("of-run/statistics.csv")).numbers("g_ks")[0];
    assert_eq!(*whole, Some(0.0));
    // Another year and another side are another tile.
    place.run_well("bake run --dbh-min-cm 5 --year 20 --side-m 40 --out younger");
    assert!(place.read("younger/manifest.json").contains("\"cut and mended\""));
    place.run_well("plot younger");
}

/// Both read the scenario for themselves, and left the forest out.
#[test]
fn a_forest_of_a_rule_stands_where_a_world_is_watched_and_is_no_hand_edit() {
    let place = place();
    place.run_well("place world.toml --out out");
    let rows = place.read("out/instances.csv").lines().count() - 1;
    let kept = place.run_well("place world.toml --edited out/instances.csv --keep by-hand.csv");
    assert!(kept.out.ends_with("0,0\n"), "{}", kept.out);
    let scenario = open::<WorldScenario>(place.path("world.toml"), &Overrides::default()).unwrap();
    let (_, all) = WatchedWorld::begin(scenario, Overrides::default(), &place.path("tiles")).unwrap();
    assert_eq!(all.instances, rows as u64);
}

#[test]
fn what_a_run_does_not_have_is_told_with_the_way_out() {
    let place = place();
    place.run_well("run wood.toml --out run");
    assert_eq!(
        place.refused(1, "bake run --year 30"),
        "error: `run` has no recorded year 30; it has 0, 20, 40\n"
    );
    assert_eq!(
        place.refused(1, "bake run --species oak"),
        "error: run/trees/year-0040.csv: there is no tree of the species `oak` in year 40\nhint: there are: beech\n"
    );
    // A folder of results that holds none was left behind.
    assert!(!place.path("results").exists());
    assert_eq!(
        place.refused(1, "bake run --side-m 57"),
        "error: run/trees/year-0040.csv: a tile of 57 m is larger than its forest, which is 60 m by 56 m\n\
         hint: make the tile smaller, or grow a larger forest\n"
    );
}

/// Repeated from its own folder a world grows its forest again.
#[test]
fn a_world_stands_as_its_forest_and_can_be_laid_out_from_its_own_folder() {
    let place = place();
    place.run_well("check world.toml");
    place.run_well("place world.toml --out one --threads 1");
    place.run_well("place one/scenario.toml --out again --threads 2");
    let instances = |folder: &str| place.read(&format!("{folder}/instances.csv"));
    assert!(instances("one") == instances("again"));
    let rules = Csv::read(&place.path("one/rules.csv"));
    assert_eq!(rules.texts("rule"), ["beeches", "ferns"]);
    place.run_well("bake wood.toml --dbh-min-cm 5 --out tile");
    let per_ha = Csv::read(&place.path("tile/statistics.csv")).numbers("per_ha")[0].unwrap();
    let densest = rules.numbers("densest_per_ha")[0].unwrap();
    assert!((densest / per_ha - 1.0).abs() < 1e-9, "{densest} {per_ha}");
    let named = "grown = { tile = \"tile/tile.csv\", size_m = [60.0, 56.0] }";
    place.edit(
        "world.toml",
        "grown = { scenario = \"wood.toml\", year = 40, dbh_min_cm = 5.0 }",
        named,
    );
    place.run_well("place world.toml --out baked");
    assert!(instances("one") == instances("baked"));
    // The edit halves the beeches and adds none of them.
    let changes = Csv::read(&place.path("one/changes.csv"));
    let beeches = changes
        .texts("rule")
        .iter()
        .position(|rule| *rule == "beeches")
        .unwrap();
    assert_eq!(changes.wholes("added")[beeches], 0);
    assert!(changes.wholes("removed")[beeches] > 0);
}

/// A world is compared as methods are; the copy in the folder of results names it there.
#[test]
fn a_painted_world_is_compared_as_a_method() {
    let place = place();
    let methods = "\n[compare]\nsimulations = 40\nrepeats = 1\ndbh_min_cm = 5.0\n[[method]]\nname = \"uniform\"\n\
                   [[method]]\nworld = \"world.toml\"\nrule = \"beeches\"\n\
                   [[method]]\nlabel = \"ferns\"\nworld = \"world.toml\"\nrule = \"ferns\"\n";
    place.write("wood.toml", &format!("{WOOD}{methods}"));
    place.run_well("compare wood.toml --out one");
    let found = Csv::read(&place.path("one/methods.csv"));
    assert_eq!(found.texts("method"), ["target", "uniform", "painted", "ferns"]);
    let points = found.wholes("points");
    assert!(points.iter().all(|count| *count == points[0]), "{points:?}");
    // Copies of the very tile that the target is: nearer than random points.
    let l_rmse_m = found.numbers("l_rmse_m");
    assert!(l_rmse_m[2] < l_rmse_m[1], "{l_rmse_m:?}");
    place.run_well("compare one/scenario.toml --out again");
    let again = Csv::read(&place.path("again/methods.csv"));
    assert_eq!(again.numbers("l_rmse_m"), l_rmse_m);
    place.run_well("compare wood.toml --methods painted --out alone");
    let alone = Csv::read(&place.path("alone/methods.csv"));
    assert_eq!(alone.texts("method"), ["target", "painted"]);

    // What only shows when the forest of a world's rule has grown was told at the first byte of the scenario.
    place.write(
        "world.toml",
        &WORLD.replace("dbh_min_cm = 5.0", "dbh_min_cm = 500.0"),
    );
    let refused = place.refused(1, "compare wood.toml --methods painted --out none");
    let lines = format!("{WOOD}{methods}");
    let line = 1 + lines
        .lines()
        .position(|line| line.starts_with("world = "))
        .unwrap();
    assert_contains(
        &refused,
        &[
            &format!(
                "wood.toml:{line}:9: the painted world `painted`: the forest of the rule `beeches`: of "
            ),
            "hint: take thinner trees",
        ],
    );
}

//! The files of a run are those that readers count on: names, columns, hashes and numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::util::{Csv, Place, Stand, files_below, looked_at};

const CENSUS: &str = "year,species,trees,adults,seeds,germinated,resprouted,died,died_by_intrinsic,died_by_stress,\
                      died_by_senescence,basal_area_m2_per_ha,mean_dbh_cm,mean_height_m,clark_evans,mean_nnd_m";
const TREES: &str = "tree,species,x_m,y_m,z_m,age_yr,dbh_cm,height_m,crown_radius_m,vigour";
const SPACING: &str = "year,scope,statistic,r_m,observed,theoretical,envelope_low,envelope_high";

fn manifest() -> Value {
    serde_json::from_slice(&fs::read(looked_at().join("manifest.json")).unwrap()).unwrap()
}

fn header_begins(path: &str, columns: &str) {
    let text = fs::read_to_string(looked_at().join(path)).unwrap();
    let header = text.lines().next().unwrap();
    assert!(
        header == columns || header.starts_with(&format!("{columns},")),
        "{path}: {header}"
    );
}

#[test]
fn columns_are_those_that_are_promised_in_their_order_and_more_only_to_the_right() {
    header_begins("census.csv", CENSUS);
    header_begins("trees/year-0000.csv", TREES);
    header_begins("trees/year-0020.csv", TREES);
    header_begins("state/year-0020/seeds.csv", "key,species,x_m,y_m,age_yr");
    header_begins(
        "state/year-0020/dead.csv",
        "tree,key,species,x_m,y_m,dbh_cm,height_m,kind,cause,year_died",
    );
    header_begins(
        "state/year-0020/wood.csv",
        "key,species,x_m,y_m,dbh_cm,height_m,cause,year_died,stood_share,year_fell",
    );
    header_begins(
        "deadwood.csv",
        "year,species,snags_per_ha,logs_per_ha,stumps_per_ha,standing_m3_per_ha,lying_m3_per_ha,class_1_m3_per_ha",
    );
    header_begins("events.csv", "year,tree,species,event,cause,x_m,y_m");
    header_begins("spacing.csv", SPACING);
    header_begins("replicates.csv", "year,figure,mean,low,high,n");
    let trees = Csv::read(&looked_at().join("trees/year-0000.csv"));
    assert!(trees.header.contains(&"key".to_owned()));
}

#[test]
fn the_manifest_has_the_keys_that_are_promised() {
    let manifest = manifest();
    assert_eq!(manifest["tool"], "understory");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["command"], "run");
    assert_eq!(manifest["scenario"], "stand");
    assert_eq!(manifest["inputs"], Value::Array(vec![]));
    assert_eq!(manifest["world"]["size_m"], serde_json::json!([80.0, 80.0]));
    assert_eq!(manifest["world"]["origin_m"], serde_json::json!([0.0, 0.0]));
    assert_eq!(manifest["world"]["edge"], "torus");
    assert_eq!((&manifest["seed"], &manifest["years"]), (&7.into(), &20.into()));
    assert!(manifest["threads"].as_u64().unwrap() >= 1);
    let scenario = fs::read(looked_at().join("scenario.toml")).unwrap();
    assert_eq!(
        manifest["scenario_blake3"],
        blake3::hash(&scenario).to_hex().as_str()
    );
}

#[test]
fn the_manifests_performance_agrees_with_the_census_and_with_itself() {
    let performance = &manifest()["performance"];
    let number = |key: &str| performance[key].as_f64().unwrap_or_else(|| panic!("{key}"));
    let census = Csv::read(&looked_at().join("census.csv"));
    let all = |column: &str| -> Vec<u64> {
        let values = census.texts("species").into_iter().zip(census.wholes(column));
        values
            .filter(|(species, _)| *species == "all")
            .map(|(_, value)| value)
            .collect()
    };
    let (trees, seeds, landed) = (all("trees"), all("seeds"), all("seeds_landed"));
    let at_start_of_years = &trees[..trees.len() - 1];
    assert_eq!(performance["tree_years"], at_start_of_years.iter().sum::<u64>());
    let at_once = seeds.iter().zip(&landed[1..]).map(|(bank, fallen)| bank + fallen);
    assert_eq!(performance["peak_seeds"], at_once.max().unwrap());
    let per_s = number("tree_years") / number("year_s");
    assert!((number("tree_years_per_s") / per_s - 1.0).abs() < 1e-9);
    assert!(0.0 < number("year_s") && number("year_s") < number("wall_s"));
    let systems = performance["system_s"].as_object().unwrap();
    let in_systems_s: f64 = systems.values().map(|seconds| seconds.as_f64().unwrap()).sum();
    assert!(in_systems_s > 0.0 && in_systems_s <= 1.001 * number("year_s"));
    if cfg!(target_os = "linux") {
        // More than the trees take, less than any machine has.
        let rss_bytes = performance["peak_rss_bytes"].as_u64().unwrap();
        assert!((1 << 20..1 << 40).contains(&rss_bytes), "{rss_bytes}");
    }
}

#[test]
fn the_manifest_lists_every_table_with_its_rows_and_hash() {
    let manifest = manifest();
    let listed: BTreeMap<&str, (u64, &str)> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let text = |key: &str| file[key].as_str().unwrap();
            (text("path"), (file["rows"].as_u64().unwrap(), text("blake3")))
        })
        .collect();
    let there = files_below(looked_at());
    let tables: Vec<&String> = there.iter().filter(|path| path.ends_with(".csv")).collect();
    assert!(
        tables.iter().all(|path| listed.contains_key(path.as_str())),
        "{tables:?}"
    );
    for (path, (rows, blake3)) in listed {
        let file = looked_at().join(path);
        let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(blake3::hash(&bytes).to_hex().as_str(), blake3, "{path}");
        assert_eq!(Csv::read(&file).rows.len() as u64, rows, "{path}");
    }
}

#[test]
fn a_run_leaves_the_files_that_are_promised_and_no_others() {
    let mut left = files_below(looked_at());
    left.retain(|path| !path.starts_with("figures/") && !path.starts_with("trees/"));
    let expected = [
        "census.csv",
        "datapackage.json",
        "deadwood.csv",
        "events.csv",
        "inventory.csv",
        "manifest.json",
        "replicates.csv",
        "report.html",
        "scenario.toml",
        "spacing.csv",
        "state/year-0020/checkpoint.json",
        "state/year-0020/dead.csv",
        "state/year-0020/seeds.csv",
        "state/year-0020/wood.csv",
    ];
    assert_eq!(left, expected);
}

#[test]
fn recorded_years_are_every_so_many_and_the_first_and_the_last() {
    let place = Place::with(&Stand {
        years: 5,
        ..Stand::SMALL
    });
    place.run_well("run stand.toml --out out");
    let trees: Vec<String> = files_below(&place.path("out/trees"));
    assert_eq!(
        trees,
        ["0000", "0002", "0004", "0005"].map(|year| format!("year-{year}.csv"))
    );
    let spacing = Csv::read(&place.path("out/spacing.csv"));
    let mut years = spacing.wholes("year");
    years.dedup();
    assert_eq!(years, [0, 2, 4, 5]);
    let mut years = Csv::read(&place.path("out/census.csv")).wholes("year");
    years.dedup();
    assert_eq!(years, [0, 1, 2, 3, 4, 5]);
}

/// The diameter starts from 0 in the year after the tree passes breast height.
#[test]
fn a_tree_below_breast_height_has_no_diameter_and_one_that_was_above_a_year_ago_has_one() {
    let mut above = BTreeSet::new();
    for year in 0..=Stand::CROWDED.years {
        let trees = Csv::read(&looked_at().join(format!("trees/year-{year:04}.csv")));
        let sizes = trees.numbers("height_m").into_iter().zip(trees.numbers("dbh_cm"));
        let before = std::mem::take(&mut above);
        for (tree, size) in trees.wholes("tree").into_iter().zip(sizes) {
            let (Some(height_m), Some(dbh_cm)) = size else {
                panic!("tree {tree} has an empty field")
            };
            assert!(height_m > 0.0 && dbh_cm >= 0.0);
            assert!(height_m >= 1.3 || dbh_cm == 0.0, "{height_m} m, {dbh_cm} cm");
            assert!(
                !before.contains(&tree) || dbh_cm > 0.0,
                "{height_m} m, {dbh_cm} cm"
            );
            if height_m >= 1.3 {
                above.insert(tree);
            }
        }
    }
    assert!(above.len() > 100);
}

#[test]
fn trees_stand_on_the_plot() {
    let trees = Csv::read(&looked_at().join("trees/year-0020.csv"));
    for column in ["x_m", "y_m"] {
        let side_m = 0.0..Stand::CROWDED.side_m;
        assert!(
            trees
                .numbers(column)
                .iter()
                .all(|at_m| side_m.contains(&at_m.unwrap()))
        );
    }
    assert!(
        trees
            .numbers("vigour")
            .iter()
            .all(|vigour| (0.0..=1.0).contains(&vigour.unwrap()))
    );
}

/// The digits of a number without zeros that only fill up, sign and point.
fn digits(text: &str) -> &str {
    text.trim_start_matches(['-', '0', '.'])
}

#[test]
fn numbers_are_the_shortest_text_that_reads_back_to_the_same_bits() {
    let mut seen = 0;
    for path in [
        "census.csv",
        "spacing.csv",
        "replicates.csv",
        "trees/year-0020.csv",
        "state/year-0020/seeds.csv",
    ] {
        for text in Csv::read(&looked_at().join(path)).rows.iter().flatten() {
            let Some(number) = text.parse::<f64>().ok().filter(|_| text.contains('.')) else {
                continue;
            };
            let significant = |text: &str| {
                let mantissa = text.split(['e', 'E']).next().unwrap();
                let digits: String = digits(mantissa).chars().filter(char::is_ascii_digit).collect();
                digits.trim_end_matches('0').to_owned()
            };
            assert_eq!(
                significant(text),
                significant(&format!("{number:e}")),
                "{path}: {text}"
            );
            seen += 1;
        }
    }
    assert!(seen > 10_000);
}

/// Bare ground at first, so that its first figures have no tree to draw.
#[test]
fn a_run_with_a_strip_is_one_of_its_window_to_all_who_read_it() {
    let place = Place::new();
    let scenario = r#"name = "bare"
world = { size_m = [60.0, 50.0], origin_m = [100.0, 0.0], edge = "open", buffer_m = 15.0, seed = 1 }
run = { years = 30 }
species = [{ name = "birch", preset = "betula-pendula", fruit = { from_outside_per_m2 = 0.1 } }]
compare = { dbh_min_cm = 0.0, simulations = 40, repeats = 1 }
"#;
    place.write("bare.toml", scenario);
    place.run_well("run bare.toml --out out");
    let manifest: Value = serde_json::from_str(&place.read("out/manifest.json")).unwrap();
    let window = serde_json::json!({"size_m": [30.0, 20.0], "origin_m": [115.0, 15.0], "edge": "open"});
    assert_eq!(manifest["world"], window);
    let trees = Csv::read(&place.path("out/trees/year-0030.csv"));
    let strip = Csv::read(&place.path("out/state/year-0030/strip.csv"));
    assert_eq!(trees.header, strip.header);
    assert!(trees.rows.len() > 10 && strip.rows.len() > trees.rows.len());
    let is_inside = |table: &Csv| {
        let inside = |column: &str, low_m: f64, high_m: f64| -> Vec<bool> {
            let places = table.numbers(column).into_iter().map(Option::unwrap);
            places.map(|at_m| (low_m..high_m).contains(&at_m)).collect()
        };
        let (x, y) = (inside("x_m", 115.0, 145.0), inside("y_m", 15.0, 35.0));
        x.into_iter().zip(y).map(|(x, y)| x && y).collect::<Vec<bool>>()
    };
    assert!(is_inside(&trees).into_iter().all(|inside| inside));
    assert!(is_inside(&strip).into_iter().all(|inside| !inside));
    // Points outside its window would be refused.
    place.run_well("stats out --functions G --out measured");
    let summary = place.read("measured/summary.json");
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["n"], trees.rows.len());
    place.run_well("plot out");
    place.run_well("compare bare.toml --out compared --methods uniform");
    let points = Csv::read(&place.path("compared/points/uniform.csv"));
    assert_eq!(points.rows.len(), trees.rows.len());
    assert!(is_inside(&points).into_iter().all(|inside| inside));
}

#[test]
fn seeds_that_leave_an_open_plot_are_lost_and_counted() {
    let place = Place::with(&Stand {
        edge: "open",
        ..Stand::SMALL
    });
    place.run_well("run stand.toml --out out");
    let open = Csv::read(&place.path("out/census.csv"));
    assert!(open.wholes("seeds_lost").iter().sum::<u64>() > 0);
    let torus = Csv::read(&looked_at().join("census.csv"));
    assert_eq!(torus.wholes("seeds_lost").iter().sum::<u64>(), 0);
    let statistics = |path: &str| {
        Csv::read(&place.path(path))
            .texts("statistic")
            .contains(&"clark_evans_donnelly")
    };
    assert!(statistics("out/spacing.csv"));
}

#[test]
fn figures_are_there_as_svg_and_png_and_carry_their_font() {
    let figures = files_below(&looked_at().join("figures"));
    let names: Vec<&str> = figures
        .iter()
        .filter_map(|path| path.strip_suffix(".svg"))
        .collect();
    for name in ["census", "map-year-0000", "map-year-0020"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    for what in ["nearest-neighbours", "clark-evans", "diameters"] {
        assert!(
            names.iter().any(|name| name.starts_with(what)),
            "{what} of {names:?}"
        );
    }
    assert_eq!(figures.len(), 2 * names.len());
    for name in names {
        let file = |ending: &str| looked_at().join(format!("figures/{name}.{ending}"));
        let svg = fs::read_to_string(file("svg")).unwrap();
        assert!(svg.contains("<svg") && svg.contains("<path"), "{name}");
        assert!(!svg.contains("<text"), "{name} needs a font of the reader's");
        assert!(
            fs::read(file("png")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"),
            "{name}"
        );
    }
}

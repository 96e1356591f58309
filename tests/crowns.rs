//! Crowns and roots that grow at the end of a run or year by year: their tables, the same for any threads and after any stop.

use std::collections::BTreeMap;
use std::fs::File;

use understory_records::{CrownRow, FromFields, GrowthPointRow, TreeRow, read_table};

use crate::folders::assert_contains;
use crate::same_bytes::assert_same;
use crate::util::{Place, Stand};

/// A stand whose crowns meet.
const STAND: Stand = Stand {
    founders: 100,
    ..Stand::SMALL
};

const CROWNS: &str = "
[crowns]
when = \"final\"
min_height_m = 2.0
points = 120
roots = { points = 60 }

[[crowns.species]]
name = \"birch\"
crown = \"cone\"
";

fn place(more: &str) -> Place {
    let place = Place::new();
    place.write("stand.toml", &format!("{}{CROWNS}{more}", STAND.toml()));
    place
}

fn rows<R: FromFields>(place: &Place, path: &str) -> Vec<R> {
    read_table(path, File::open(place.path(path)).unwrap()).unwrap()
}

#[test]
fn every_tree_that_is_high_enough_has_a_crown_that_stands_where_it_does() {
    let place = place("");
    place.run_well("run stand.toml --out out");
    let trees: Vec<TreeRow> = rows(&place, "out/trees/year-0004.csv");
    let crowns: Vec<CrownRow> = rows(&place, "out/crowns/trees-year-0004.csv");
    let nodes: Vec<GrowthPointRow> = rows(&place, "out/crowns/year-0004.csv");
    let tall = trees
        .iter()
        .filter(|tree| tree.height_m >= 2.0 && tree.dbh_cm > 0.0);
    let tall: Vec<u64> = tall.map(|tree| tree.tree).collect();
    let grown: Vec<u64> = crowns.iter().map(|crown| crown.tree).collect();
    assert!(grown.len() > 60 && grown == tall);
    let by_number: BTreeMap<u64, &TreeRow> = trees.iter().map(|tree| (tree.tree, tree)).collect();
    let mut at = 0;
    for crown in &crowns {
        let tree = by_number[&crown.tree];
        let own = &nodes[at..at + crown.nodes as usize];
        at += own.len();
        assert_eq!(
            [own[0].x_m, own[0].y_m, own[0].z_m],
            [tree.x_m, tree.y_m, tree.z_m]
        );
        assert_eq!((own[0].node, own[0].parent), (0, None));
        for (number, node) in (0..).zip(own) {
            assert_eq!((node.tree, node.node), (crown.tree, number));
            assert!(number == 0 || node.parent.unwrap() < number);
            assert!(node.radius_m > 0.0 && node.radius_m < 1.0);
            let is_below = if node.part == "root" {
                node.z_m <= 0.0
            } else {
                node.z_m < 0.0
            };
            assert_eq!(node.part == "root", is_below, "{node:?}");
        }
        assert!(own.iter().any(|node| node.part == "root"));
        let top_m = own.iter().map(|node| node.z_m).fold(0.0, f64::max);
        assert!((top_m - crown.grown_height_m).abs() < 2e-3);
    }
    assert_eq!(at, nodes.len());
    let [offered, reached] = crowns.iter().fold([0, 0], |[offered, reached], crown| {
        [offered + crown.points_offered, reached + crown.points_reached]
    });
    assert!(reached < offered, "crowns that meet share their points");
    let manifest: serde_json::Value = serde_json::from_str(&place.read("out/manifest.json")).unwrap();
    let listed = manifest["files"].as_array().unwrap();
    assert!(listed.iter().any(|file| file["path"] == "crowns/year-0004.csv"));
    for figure in ["crowns-side", "crowns-above", "roots"] {
        assert!(place.has(&format!("out/figures/{figure}-year-0004.svg")));
    }
    let drawn = place.everything("out/figures");
    place.run_well("plot out");
    assert_same(&drawn, &place.everything("out/figures"));
}

#[test]
fn threads_and_a_stop_change_nothing_and_crowns_change_no_other_table() {
    let place = place("");
    place.run_well("run stand.toml --out one --threads 1");
    place.run_well("run stand.toml --out two --threads 2");
    let one = place.everything("one");
    assert_same(&one, &place.everything("two"));
    place.write("bare.toml", &STAND.toml());
    place.run_well("run bare.toml --out bare");
    let bare = place.everything("bare");
    for (path, bytes) in &bare {
        if path.starts_with("trees/") || path == "census.csv" || path == "spacing.csv" {
            assert!(one[path] == *bytes, "{path} differs");
        }
    }
    assert!(bare.keys().all(|path| !path.contains("crowns")));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_holds_the_same_rows() {
    let place = place("");
    place.run_well("run stand.toml --out csv");
    place.run_well("run stand.toml --out parquet --set record.format=parquet");
    for table in ["crowns/trees-year-0004", "crowns/year-0004"] {
        assert!(
            place.has(&format!("parquet/{table}.parquet")) && !place.has(&format!("parquet/{table}.csv"))
        );
    }
    assert!(
        rows::<CrownRow>(&place, "csv/crowns/trees-year-0004.csv")
            == rows::<CrownRow>(&place, "parquet/crowns/trees-year-0004.parquet")
    );
    assert!(
        rows::<GrowthPointRow>(&place, "csv/crowns/year-0004.csv")
            == rows::<GrowthPointRow>(&place, "parquet/crowns/year-0004.parquet")
    );
}

#[test]
fn of_a_part_only_its_trees_are_written_and_their_neighbours_take_their_space() {
    let place = place("\n[crowns.part]\nlow_m = [10.0, 10.0]\nhigh_m = [25.0, 20.0]\n");
    place.run_well("run stand.toml --out part");
    let crowns: Vec<CrownRow> = rows(&place, "part/crowns/trees-year-0004.csv");
    let inside = |crown: &CrownRow| (10.0..25.0).contains(&crown.x_m) && (10.0..20.0).contains(&crown.y_m);
    assert!(crowns.len() > 3 && crowns.iter().all(inside));
    let [offered, reached] = crowns.iter().fold([0, 0], |[offered, reached], crown| {
        [offered + crown.points_offered, reached + crown.points_reached]
    });
    assert!(reached < offered);
}

#[test]
fn on_a_hill_trees_stand_on_the_ground() {
    let place = place("\n[terrain]\nbase_m = 100.0\nnoise = { wavelength_m = 60.0, amplitude_m = 8.0 }\n");
    place.edit("stand.toml", "edge = \"torus\"", "edge = \"open\"");
    place.run_well("run stand.toml --out out");
    let trees: Vec<TreeRow> = rows(&place, "out/trees/year-0004.csv");
    let heights: BTreeMap<u64, f64> = trees.iter().map(|tree| (tree.tree, tree.z_m)).collect();
    let crowns: Vec<CrownRow> = rows(&place, "out/crowns/trees-year-0004.csv");
    assert!(crowns.len() > 60 && crowns.iter().all(|crown| crown.z_m == heights[&crown.tree]));
    let [low_m, high_m] = crowns
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low_m, high_m], crown| {
            [low_m.min(crown.z_m), high_m.max(crown.z_m)]
        });
    assert!(high_m - low_m > 2.0, "the ground is not level");
}

#[test]
fn crowns_of_a_million_trees_are_refused_before_the_first_year_with_what_they_would_take() {
    let place = Place::new();
    let vast = Stand {
        side_m: 1000.0,
        founders: 500_000,
        years: 1,
        ..STAND
    };
    place.write("vast.toml", &format!("{}{CROWNS}", vast.toml()));
    place.edit("vast.toml", "points = 120", "points = 1000");
    // Of so many the tallest would pass what their species can be.
    for _ in 0..2 {
        place.edit("vast.toml", "height_sigma = 0.6", "height_sigma = 0.2");
    }
    for command in ["check vast.toml", "run vast.toml --yes"] {
        let told = place.refused(1, command);
        assert_contains(&told, &["vast.toml:", "of memory", "`crowns.part`"]);
    }
    assert!(!place.has("results"));
}

/// A plot so small is no larger than the sample by which others are refused.
#[test]
fn what_shows_only_at_the_end_leaves_all_other_tables_and_a_line_that_says_why() {
    let small = Stand {
        side_m: 55.0,
        founders: 300,
        years: 1,
        ..STAND
    };
    let place = Place::new();
    place.write("small.toml", &format!("{}{CROWNS}", small.toml()));
    place.edit("small.toml", "points = 120", "points = 20000");
    // Of which no sample is grown beforehand: it could take too much memory.
    let birch = "preset = \"betula-pendula\"";
    place.edit(
        "small.toml",
        birch,
        &format!("{birch}\nfruit.seeds_per_m2 = 3000.0"),
    );
    let ran = place.run_well("run small.toml --out out --yes");
    assert_contains(&ran.err, &["no crowns grew", "of memory", "`crowns.part`"]);
    assert!(place.has("out/trees/year-0001.csv") && !place.has("out/crowns"));
}

#[test]
fn trees_in_one_place_are_refused_where_they_are_listed() {
    let place = Place::new();
    place.write("stand.toml", &STAND.toml());
    place.write("twins.csv", "x_m,y_m,height_m\n5.0,5.0,8.0\n5.0,5.0,9.0\n");
    place.edit(
        "stand.toml",
        "method = \"uniform\"\ncount = 40\nheight_m = 18.0\nage_yr = 170",
        "file = \"twins.csv\"",
    );
    let told = place.refused(1, "check stand.toml");
    assert_contains(&told, &["twins.csv:3:1", "stands exactly where"]);
}

/// As [`CROWNS`], but in every year.
const YEARLY: &str = "
[crowns]
when = \"yearly\"
min_height_m = 2.0
points = 800
influence_spacings = 2.0
roots = { points = 60 }

[[crowns.species]]
name = \"birch\"
crown = \"cone\"
";

fn yearly(stand: &Stand) -> Place {
    let place = Place::new();
    place.write("stand.toml", &format!("{}{YEARLY}", stand.toml()));
    place
}

#[test]
fn crowns_that_grow_every_year_are_written_whenever_trees_are_and_change_how_these_grow() {
    let place = yearly(&STAND);
    place.run_well("run stand.toml --out out");
    place.write("bare.toml", &STAND.toml());
    place.run_well("run bare.toml --out bare");
    assert_ne!(
        place.read("out/trees/year-0004.csv"),
        place.read("bare/trees/year-0004.csv")
    );
    let trees: Vec<TreeRow> = rows(&place, "out/trees/year-0004.csv");
    let crowns: Vec<CrownRow> = rows(&place, "out/crowns/trees-year-0004.csv");
    let nodes: Vec<GrowthPointRow> = rows(&place, "out/crowns/year-0004.csv");
    let by_number: BTreeMap<u64, &TreeRow> = trees.iter().map(|tree| (tree.tree, tree)).collect();
    assert!(crowns.len() > 25, "{}", crowns.len());
    let mut at = 0;
    for crown in &crowns {
        let tree = by_number[&crown.tree];
        assert!(
            tree.height_m >= 2.0 && (0.0..=1.0).contains(&crown.light.unwrap()),
            "{crown:?}"
        );
        let own = &nodes[at..at + crown.nodes as usize];
        at += own.len();
        assert_eq!(
            [own[0].x_m, own[0].y_m, own[0].z_m],
            [tree.x_m, tree.y_m, tree.z_m]
        );
        assert!(own.iter().skip(1).all(|node| node.parent.unwrap() < node.node));
        assert!(own.iter().all(|node| node.radius_m > 0.0));
        assert!(own.iter().any(|node| node.part == "root"));
    }
    assert_eq!(at, nodes.len());
    let dimmed = crowns.iter().filter(|crown| crown.light < Some(0.9)).count();
    assert!(
        (1..crowns.len()).contains(&dimmed),
        "{dimmed} of {} are shaded",
        crowns.len()
    );
    for figure in ["crowns-side", "crowns-above", "roots"] {
        assert!(place.has(&format!("out/figures/{figure}-year-0004.svg")));
    }
}

#[test]
fn crowns_that_grow_every_year_are_the_same_for_any_threads_and_after_any_stop() {
    let long = Stand { years: 9, ..STAND };
    let place = yearly(&long);
    place.run_well("run stand.toml --out one --threads 1");
    let one = place.everything("one");
    assert!(one.keys().any(|path| path.ends_with("crowns/year-0009.csv")));
    place.run_well("run stand.toml --out two --threads 2");
    assert_same(&one, &place.everything("two"));
    // Finished after seven years, which is no recorded one, and gone on with.
    place.run_well("run stand.toml --out on --years 7");
    place.run_well("run stand.toml --out on --years 9 --resume");
    assert_same(&one, &place.everything("on"));
}

#[test]
fn crowns_that_cannot_grow_every_year_are_refused_before_the_first_year() {
    let place = yearly(&STAND);
    place.edit(
        "stand.toml",
        "influence_spacings = 2.0",
        "influence_spacings = 60.0",
    );
    let told = place.refused(1, "check stand.toml");
    assert_contains(&told, &["stand.toml", "round a torus", "`influence_spacings`"]);
    let place = yearly(&STAND);
    place.edit(
        "stand.toml",
        "when = \"yearly\"",
        "when = \"final\"\nyearly = { shed_after_yr = 2 }",
    );
    let told = place.refused(1, "check stand.toml");
    assert_contains(&told, &["stand.toml:", "`crowns.yearly`", "`when` is \"final\""]);
    let place = yearly(&STAND);
    place.edit(
        "stand.toml",
        "points = 800",
        "points = 800\nyearly = { shed_below = 0.9, sheds_after_yr = 2 }",
    );
    let told = place.refused(1, "check stand.toml");
    assert_contains(&told, &["`crowns.yearly.shed_below` is 0.9", "shed_after_yr"]);
}

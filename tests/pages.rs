//! `report.html`: the page that a run or a comparison leaves, made from the tables alone.

use std::fs;

use understory::Results;

use crate::folders::assert_contains;
use crate::util::{Place, Stand};

#[test]
fn plot_makes_the_same_page_as_the_run_from_its_tables_alone() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let page = place.read("out/report.html");
    assert_contains(
        &page,
        &["<canvas id=\"map\"", "<input id=\"year\"", "default-src 'none'"],
    );
    fs::remove_file(place.path("out/report.html")).unwrap();
    place.run_well("plot out");
    assert!(page == place.read("out/report.html"));
    let results = Results::in_folder(&place.path("out")).unwrap();
    assert!(results.page().unwrap() == Some(page));
    assert!(
        results
            .about()
            .others
            .iter()
            .any(|other| other.path == "report.html")
    );
}

/// What the manifest lists is ours, so the next run's page takes its place; one that the user edited is kept.
#[test]
fn a_page_is_replaced_by_the_next_runs_and_is_never_taken_for_the_users() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let first = place.read("out/report.html");
    let ran = place.run_well("run stand.toml --seed 8 --out out");
    assert!(!ran.err.contains("kept"), "{}", ran.err);
    assert!(first != place.read("out/report.html"));
}

#[cfg(feature = "parquet")]
#[test]
fn a_run_in_parquet_has_the_page_of_the_same_run_in_csv() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out csv");
    place.run_well("run stand.toml --set record.format=parquet --out parquet");
    assert!(place.read("csv/report.html") == place.read("parquet/report.html"));
}

#[test]
fn a_page_is_not_made_of_a_table_that_was_edited() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let page = place.read("out/report.html");
    let census = place.read("out/census.csv");
    place.write("out/census.csv", &census.replacen("birch", "beech", 1));
    let said = place.refused(1, "plot out");
    assert_contains(&said, &["`out/census.csv` was edited", "hint: "]);
    assert!(page == place.read("out/report.html"));
}

/// A comparison with a measured stand recorded no year: its page has the methods alone.
#[test]
fn a_comparison_with_a_stand_has_a_page_without_a_slider() {
    let place = Place::new();
    place.write("stand.csv", include_str!("../scenarios/data/longleaf.csv"));
    place.write(
        "pines.toml",
        "name = \"pines\"\n[world]\nsize_m = [200.0, 200.0]\nedge = \"open\"\nseed = 3\n[target]\nfile = \"stand.csv\"\n\
         [compare]\nsimulations = 40\nrepeats = 1\n",
    );
    place.run_well("compare pines.toml --out out --methods uniform,jittered-grid");
    let page = place.read("out/report.html");
    assert_contains(&page, &["id=\"methods-maps\"", "id=\"cost\""]);
    assert!(!page.contains("id=\"map\"") && !page.contains("<input id=\"year\""));
    place.run_well("plot out");
    assert!(page == place.read("out/report.html"));
}

#[test]
fn a_tree_has_a_page_and_plot_makes_the_same_from_its_tables_alone() {
    let place = Place::new();
    place.write(
        "shrub.toml",
        "name = \"shrub\"\n[world]\nseed = 7\n[tree]\npreset = \"shrub\"\nage_yr = 6\n",
    );
    place.run_well("grow shrub.toml --out out");
    let page = place.read("out/report.html");
    assert_contains(
        &page,
        &[
            "<canvas id=\"stand\"",
            "<table id=\"metrics\"",
            "default-src 'none'",
        ],
    );
    assert!(
        !page.contains("<input id=\"year\""),
        "a tree has no years of a forest"
    );
    fs::remove_file(place.path("out/report.html")).unwrap();
    place.run_well("plot out");
    assert!(page == place.read("out/report.html"));
}

#[test]
fn a_world_has_a_page_and_plot_makes_the_same_from_its_tables_alone() {
    let place = Place::new();
    place.write("world.toml", crate::place::WORLD);
    place.run_well("place world.toml --out out");
    let page = place.read("out/report.html");
    assert_contains(
        &page,
        &[
            "<canvas id=\"world\"",
            "<table id=\"counts\"",
            "default-src 'none'",
        ],
    );
    assert!(!page.contains("webgl2"), "its map needs no 3D");
    fs::remove_file(place.path("out/report.html")).unwrap();
    place.run_well("plot out");
    assert!(page == place.read("out/report.html"));
}

//! `stats` on a stand that others measured, and on what a hurried user gives it.

use crate::util::{Csv, Place};

/// Longleaf pines, with the indices that R-spatstat gives for them (see `crates/spacing/tests/reference`).
const LONGLEAF: &str = include_str!("../scenarios/data/longleaf.csv");
const CLARK_EVANS: [f64; 2] = [0.832_054_731_186, 0.817_679_949_858_5];

fn place() -> Place {
    let place = Place::new();
    place.write("stand.csv", LONGLEAF);
    place
}

#[test]
fn a_measured_stand_has_the_indices_that_spatstat_gives() {
    let place = place();
    let ran = place.run_well("stats stand.csv --window 0,0,200,200 --out out");
    assert!(
        ran.out.contains("0.8321") && ran.out.contains("0.8177"),
        "{}",
        ran.out
    );
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(summary["n"], 584);
    for (form, expected) in ["naive", "donnelly"].iter().zip(CLARK_EVANS) {
        let found = summary["clark_evans"][form].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{form}: {found}");
    }
}

#[test]
fn tables_have_the_columns_that_readers_count_on() {
    let place = place();
    place.run_well("stats stand.csv --window 0,0,200,200 --mark dbh_cm --simulations 19 --out out");
    let headers = [
        ("G", "r,theo,raw,km,rs,han"),
        ("F", "r,theo,raw,km,rs,cs"),
        ("J", "r,theo,km,rs"),
        ("K", "r,theo,un,border,trans,iso"),
        ("L", "r,theo,un,border,trans,iso"),
        ("pcf", "r,theo,trans,iso"),
        ("mark_correlation", "r,theo,trans,iso"),
        ("mark_variogram", "r,theo,trans,iso"),
        ("envelope_L", "r,obs,theo,lo,hi"),
    ];
    for (table, header) in headers {
        let text = place.read(&format!("out/{table}.csv"));
        assert_eq!(text.lines().next(), Some(header));
        assert_eq!(text.lines().count(), 514, "{table}: a header and 513 distances");
    }
    let k = Csv::read(&place.path("out/K.csv"));
    // The isotropic K of longleaf at its greatest distance, 50 m, lies above that of random points.
    let (theo, iso) = (k.numbers("theo"), k.numbers("iso"));
    assert!(iso[512].unwrap() > theo[512].unwrap());
    place.run_well("stats stand.csv --window 0,0,200,200 --torus --functions K --out torus");
    assert!(place.read("torus/K.csv").starts_with("r,theo,un,periodic\n"));
}

#[test]
fn threads_change_no_table() {
    let place = place();
    for threads in [1, 2] {
        let arguments =
            "--window 0,0,200,200 --mark dbh_cm --simulations 39 --functions G,F,K,pcf,knn,sector";
        place.run_well(&format!(
            "stats stand.csv {arguments} --threads {threads} --out out{threads}"
        ));
    }
    assert!(place.everything("out1") == place.everything("out2"));
}

#[test]
fn what_cannot_be_measured_is_told() {
    let place = place();
    let told = place.refused(1, "stats stand.csv --window 0,0,100,100 --out out");
    assert!(
        told.contains("lie outside the window") && told.contains("hint:"),
        "{told}"
    );
    place.write("bad.csv", "x,y\n1,2\n3,x\n");
    let told = place.refused(1, "stats bad.csv --window 0,0,9,9 --out out");
    assert!(told.contains("bad.csv:3: `y` is `x`"), "{told}");
    place.write("one.csv", "x,y\n1,2\n");
    assert!(
        place
            .refused(1, "stats one.csv --window 0,0,9,9 --out out")
            .contains("1 points")
    );
    place.write("equal.csv", "x,y\n1,2\n1,2\n1,2\n");
    place.run_well("stats equal.csv --window 0,0,9,9 --functions G,K --out equal");
    assert!(
        place
            .refused(1, "stats equal.csv --out out")
            .contains("bounding box")
    );
    place.write("mine/notes.txt", "mine");
    assert!(
        place
            .refused(1, "stats stand.csv --window 0,0,200,200 --out mine")
            .contains("left alone")
    );
    assert!(
        place
            .refused(1, "stats stand.csv --functions Q --window 0,0,200,200")
            .contains("no function `Q`")
    );
    assert!(!place.has("out"), "nothing was written");
}

#[test]
fn without_a_window_the_bounding_box_is_taken_with_a_warning() {
    let place = place();
    let ran = place.run_well("stats stand.csv --functions G --out out");
    assert!(
        ran.err.contains("warning:") && ran.err.contains("bounding box"),
        "{}",
        ran.err
    );
}

#[test]
fn two_patterns_are_compared() {
    let place = place();
    place.run_well("stats stand.csv --window 0,0,200,200 --functions G --against stand.csv --out out");
    let against: serde_json::Value = serde_json::from_str(&place.read("out/against.json")).unwrap();
    assert_eq!(
        (against["g_ks"].as_f64(), against["l_rmse"].as_f64()),
        (Some(0.0), Some(0.0))
    );
    assert!(against["p"].as_f64().unwrap() > 0.9);
}

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
    assert!(told.contains("bad.csv:3:3: `y` is `x`"), "{told}");
    place.write(
        "swallowed.csv",
        "x,y,kind\n1,2,\"oak\n3,4,oak\n5,6,oak\nseven,8,oak\n",
    );
    let told = place.refused(1, "stats swallowed.csv --window 0,0,9,9 --out out");
    assert!(
        told.contains("swallowed.csv:2:5: the quote that opens here"),
        "{told}"
    );
    place.write("one.csv", "x,y\n1,2\n");
    assert!(
        place
            .refused(1, "stats one.csv --window 0,0,9,9 --out out")
            .contains("has one point")
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

/// A mistake of the user's ended with the exit code for the machine's faults.
#[test]
fn options_out_of_range_are_the_users_to_mend() {
    let place = place();
    for (arguments, told) in [
        ("--r-max -1", "'-1' for '--r-max"),
        ("--r-max nan", "a finite number above 0"),
        ("--r-steps 0", "'--r-steps"),
        ("--bandwidth 0", "'--bandwidth"),
        ("--bandwidth 1e12", "half-width"),
        ("--pixels 0,5", "'--pixels"),
        ("--pixels 100000,100000", "'--pixels"),
        ("--window 0,0,1e300,200", "choose another unit"),
        ("--window 200,0,0,200", "XMIN,YMIN,XMAX,YMAX"),
        ("--against nowhere.csv", "nowhere.csv"),
        ("--null .", "is a folder"),
    ] {
        let window = if arguments.starts_with("--window") {
            ""
        } else {
            "--window 0,0,200,200 "
        };
        let command = format!("stats stand.csv {window}{arguments} --out out");
        let refusal = place.refused(1, &command);
        assert!(refusal.contains(told), "{arguments}: {refusal}");
    }
    assert!(!place.has("out"), "nothing was written");
}

#[test]
fn distances_beyond_a_correction_are_empty_and_told() {
    let place = place();
    let ran = place
        .run_well("stats stand.csv --window 0,0,200,200 --functions K --r-max 200 --r-steps 4 --out out");
    let k = Csv::read(&place.path("out/K.csv"));
    // Half the diagonal is 141 m, half a side 100 m, where no tree is further from the edge.
    let is_there = |column: &str| k.numbers(column).iter().map(Option::is_some).collect::<Vec<_>>();
    assert_eq!(is_there("trans"), [true, true, true, false, false]);
    assert_eq!(is_there("border"), [true, true, false, false, false]);
    assert_eq!(is_there("un"), [true; 5]);
    let told =
        "K.csv is empty where undefined: `border` from r = 100.0 to 200.0; `trans`, `iso` from r = 150.0 to";
    assert!(ran.err.contains(told), "{}", ran.err);
}

#[test]
fn a_second_call_replaces_the_tables_and_figures_of_the_first_and_nothing_else() {
    let place = place();
    let stats =
        |functions: &str| format!("stats stand.csv --window 0,0,200,200 --functions {functions} --out out");
    place.run_well(&stats("K,knn"));
    assert!(place.has("out/figures/knn.svg"));
    place.write("out/notes.txt", "mine");
    place.write("out/figures/mine.svg", "mine");
    place.refused(1, &format!("{} --bandwidth 1e12 --mark dbh_cm", stats("pcf")));
    assert!(place.has("out/K.csv"), "a call that fails leaves what was there");
    place.run_well(&stats("G"));
    let left: Vec<String> = place.everything("out").into_keys().collect();
    assert_eq!(
        left,
        [
            "G.csv",
            "figures/G.png",
            "figures/G.svg",
            "figures/mine.svg",
            "notes.txt",
            "summary.json"
        ]
    );
}

#[test]
fn species_are_crossed_each_with_its_own_range_or_refused_with_a_reason() {
    let place = place();
    let write = |name: &str, kind: &dyn Fn(u32) -> String| {
        let row = |i: u32| format!("{},{},{}\n", i * 37 % 101, i * 73 % 103, kind(i));
        let rows: String = (0..90).map(row).collect();
        place.write(name, &format!("x,y,kind\n{rows}"));
    };
    let stats = |name: &str| {
        format!("stats {name} --window 0,0,101,103 --species kind --functions K --out {name}.out")
    };
    write("two.csv", &|i| if i % 3 == 0 { "oak" } else { "ash" }.to_owned());
    place.run_well(&stats("two.csv"));
    let greatest = |table: &str| {
        let r = Csv::read(&place.path(&format!("two.csv.out/{table}.csv"))).numbers("r");
        r[r.len() - 1].unwrap()
    };
    // The usual range of G ends where 1 - exp(-lambda pi r^2) is 1 - 1e-5, lambda being that of the neighbours.
    for (table, neighbours) in [("G_cross_ash_oak", 30.0), ("G_cross_oak_ash", 60.0)] {
        let expected =
            (understory_numerics::math::ln(1e5) * 101.0 * 103.0 / (std::f64::consts::PI * neighbours)).sqrt();
        assert!(
            (greatest(table) / expected - 1.0).abs() < 1e-12,
            "{table}: {}",
            greatest(table)
        );
    }
    write("one.csv", &|_| "oak".to_owned());
    let ran = place.run_well(&stats("one.csv"));
    assert!(
        ran.err.contains("all points have the same `kind`, `oak`"),
        "{}",
        ran.err
    );
    write("many.csv", &|i| format!("s{}", i % 40));
    assert!(
        place
            .refused(1, &stats("many.csv"))
            .contains("40 species make 1560 pairs")
    );
    write("alike.csv", &|i| {
        if i % 2 == 0 { "a b" } else { "a-b" }.to_owned()
    });
    assert!(place.refused(1, &stats("alike.csv")).contains("rename a species"));
    write("nameless.csv", &|i| {
        if i == 4 { String::new() } else { "oak".to_owned() }
    });
    assert!(
        place
            .refused(1, &stats("nameless.csv"))
            .contains("nameless.csv:6:")
    );
}

#[test]
fn a_few_patterns_have_a_range_but_no_test_at_five_per_cent() {
    let place = place();
    let ran = place.run_well("stats stand.csv --window 0,0,200,200 --functions L --simulations 5 --out few");
    assert!(
        ran.err.contains("takes 19 patterns, but there are 5"),
        "{}",
        ran.err
    );
    let ran =
        place.run_well("stats stand.csv --window 0,0,200,200 --functions L --simulations 19 --out enough");
    assert!(!ran.err.contains("takes 19"), "{}", ran.err);
    let ran = place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions L --simulations 5 --null stand.csv --out given",
    );
    assert!(ran.err.contains("nothing is simulated"), "{}", ran.err);
    let is_global = |folder: &str| {
        let summary: serde_json::Value =
            serde_json::from_str(&place.read(&format!("{folder}/summary.json"))).unwrap();
        summary["null_model"]["is_global"].as_bool().unwrap()
    };
    assert_eq!(["few", "enough", "given"].map(is_global), [false, true, false]);
}

/// The stand's own column of diameters was asked of the pattern beside it, too.
#[test]
fn patterns_to_compare_with_need_no_marks() {
    let place = place();
    let bare: String = LONGLEAF
        .lines()
        .map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n")
        .collect();
    place.write("bare.csv", &bare);
    place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions G --mark dbh_cm --against bare.csv --null bare.csv --out out",
    );
}

#[test]
fn gaps_corridors_and_rows_are_summed_up() {
    let place = place();
    // A square lattice of side 1, half a side from the edge; one row of it is left out.
    let row = |y: u32| {
        (0..20_u32)
            .map(move |x| format!("{}.5,{y}.5\n", x))
            .collect::<String>()
    };
    let rows: String = (0..20).filter(|y| *y != 7).map(row).collect();
    place.write("lattice.csv", &format!("x_m,y_m\n{rows}"));
    place.run_well("stats lattice.csv --window 0,0,20,20 --torus --functions G --out out");
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    let number = |pointer: &str| {
        summary
            .pointer(pointer)
            .and_then(serde_json::Value::as_f64)
            .unwrap()
    };
    assert_eq!(number("/smallest_spacing"), 1.0);
    // The centre of a rectangle of 1 by 2.
    assert!((number("/coverage_radius") - 1.25_f64.sqrt()).abs() < 1e-8);
    assert_eq!(number("/largest_empty_circle/radius"), number("/coverage_radius"));
    assert_eq!(number("/corridor_width/left_right"), 2.0);
    assert_eq!(number("/corridor_width/bottom_top"), 1.0);
    assert!(number("/collinear_index") > 4.0);
    let nearest = 1.0 / (2.0 * 400.0 / (3.0_f64.sqrt() * 380.0)).sqrt();
    assert!((number("/blue_noise/global_mindist") - nearest).abs() < 1e-9);
}

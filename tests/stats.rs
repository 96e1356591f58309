//! `stats` on a stand that others measured, and on what a hurried user gives it.

use understory_numerics::math::{atan2, cos, sin};

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

/// Hegyi's index as its formula reads, of a stand that others measured.
#[test]
fn competition_is_that_of_the_formula_over_all_pairs() {
    let place = place();
    let stand = Csv::read(&place.path("stand.csv"));
    let column = |name: &str| -> Vec<f64> { stand.numbers(name).into_iter().flatten().collect() };
    let (x, y, dbh) = (column("x_m"), column("y_m"), column("dbh_cm"));
    // The nearest first, of those equally far the one that stands first in the file.
    let others = |i: usize| -> Vec<(f64, usize)> {
        let squared = |j: usize| (x[j] - x[i]) * (x[j] - x[i]) + (y[j] - y[i]) * (y[j] - y[i]);
        let mut others: Vec<(f64, usize)> = (0..x.len())
            .filter(|&j| j != i)
            .map(|j| (squared(j), j))
            .collect();
        others.sort_by(|one, other| one.partial_cmp(other).unwrap());
        others
    };
    let competes = |arguments: &str, i: usize| -> Vec<(f64, usize)> {
        let within = |other: &(f64, usize)| other.0 <= 6.03 * 6.03;
        match arguments {
            "--neighbours 5" => others(i)[..5].to_vec(),
            _ => others(i).into_iter().filter(within).collect(),
        }
    };
    for (number, arguments) in ["--neighbours 5", "--r-max 6.03"].into_iter().enumerate() {
        let command = "stats stand.csv --window 0,0,200,200 --functions G --competition hegyi";
        place.run_well(&format!("{command} {arguments} --out out{number}"));
        let table = Csv::read(&place.path(&format!("out{number}/competition.csv")));
        let found = table.numbers("index");
        assert_eq!(found.len(), 584);
        for (i, found) in found.into_iter().enumerate() {
            let terms = competes(arguments, i)
                .into_iter()
                .map(|(squared, j)| dbh[j] / (dbh[i] * squared.sqrt()));
            let (found, expected) = (found.unwrap(), terms.sum::<f64>());
            assert!(
                (found - expected).abs() < 1e-9 * (1.0 + expected),
                "tree {i}: {found} {expected}"
            );
        }
    }
}

#[test]
fn competition_says_what_it_needs() {
    let place = place();
    let said = place.refused(1, "stats stand.csv --window 0,0,200,200 --competition hegyi");
    assert!(said.contains("--neighbours 8"), "{said}");
    place.write("seedlings.csv", "tree,x,y,dbh_cm\n4,1,1,20\n5,2,2,0\n9,4,5,10\n");
    let command = "stats seedlings.csv --window 0,0,9,9 --functions G --competition hegyi --neighbours 3";
    let ran = place.run_well(&format!("{command} --out out"));
    assert!(ran.err.contains("1 of 3 trees have no diameter"), "{}", ran.err);
    assert_eq!(place.read("out/competition.csv"), "tree,index\n4,0.1\n9,0.4\n");
    assert!(
        place
            .read("out/manifest.json")
            .contains("\"competition\": \"hegyi, the 3 nearest\"")
    );
    let ran = place.run_well(&format!("{command} --r-max 2 --out both"));
    assert!(
        ran.err.contains("`--r-max 2` ends the functions alone"),
        "{}",
        ran.err
    );
    place.write("twins.csv", "x,y,dbh_cm\n1,1,20\n1,1,30\n4,5,10\n");
    let said = place.refused(1, &command.replace("seedlings", "twins"));
    assert!(said.contains("trees 1 and 2 are both at (1, 1)"), "{said}");
    place.write("negative.csv", "x,y,dbh_cm\n1,1,20\n2,1,-3\n4,5,10\n");
    let said = place.refused(1, &command.replace("seedlings", "negative"));
    assert!(said.contains("negative.csv:3:5: the diameter is -3"), "{said}");
    place.write("none.csv", "x,y,dbh_cm\n1,1,0\n2,1,0\n4,5,10\n");
    let said = place.refused(1, &command.replace("seedlings", "none"));
    assert!(
        said.contains("of 3 trees in `none.csv` 1 have a diameter above 0"),
        "{said}"
    );
    place.write("far.csv", "x,y,dbh_cm\n1,1,1e308\n2,1,1e-300\n4,5,10\n");
    let said = place.refused(1, &command.replace("seedlings", "far"));
    assert!(said.contains("too large for a number"), "{said}");
    place.write("bare.csv", "x,y\n1,1\n4,5\n");
    let said = place.refused(1, &command.replace("seedlings", "bare"));
    assert!(said.contains("no column `dbh_cm`"), "{said}");
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
        ("envelope_mark_correlation", "r,obs,theo,lo,hi"),
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
        ("--r-max 1e300", "with a finite square"),
        ("--pixels 0,5", "'--pixels"),
        ("--pixels 100000,100000", "'--pixels"),
        ("--window 0,0,1e300,200", "choose another unit"),
        ("--window 200,0,0,200", "XMIN,YMIN,XMAX,YMAX"),
        ("--against nowhere.csv", "nowhere.csv"),
        ("--null none", "cannot open `none`"),
        ("--null none/*.csv", "no file has such a name"),
        ("--x y_m", "`y_m` is asked for as both coordinates"),
        ("--r-min -1", "'-1' for '--r-min"),
        (
            "--functions L --r-min 60 --simulations 19",
            "the test of `L`: no distance from 60 to 50",
        ),
        (
            "--null-model csr --simulations 19",
            "takes `--species` and `--simulations`",
        ),
        ("--where dbh_cm", "`dbh_cm` is no comparison"),
        ("--simulations 4000000000", "of memory, but there are"),
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
            "datapackage.json",
            "figures/G.png",
            "figures/G.svg",
            "figures/mine.svg",
            "manifest.json",
            "notes.txt",
            "summary.json"
        ]
    );
}

/// A call that failed half-way had removed the earlier tables, and two at once mixed theirs.
#[test]
fn an_analysis_takes_the_place_of_an_earlier_one_at_once_and_of_nothing_else() {
    let place = place();
    let stats = "stats stand.csv --window 0,0,200,200 --out out";
    place.run_well(&format!("{stats} --functions K,knn"));
    let earlier = place.everything("out");
    assert!(!place.has("out.partial") && earlier.contains_key("manifest.json"));
    // The second is refused while the first is at work, and what is there stays until that is done.
    let mut running = place.start(&format!("{stats} --functions G,F,J,K,L,pcf --simulations 4000"));
    running.wait_for("out.partial/run.json");
    let said = place.refused(1, &format!("{stats} --functions G"));
    assert!(said.contains("another run is at work in `out.partial`"), "{said}");
    running.kill();
    assert!(earlier == place.everything("out"));
    place.run_well(&format!("{stats} --functions G"));
    assert!(!place.has("out.partial") && !place.has("out/K.csv"));
    // The points that are measured are no table of ours, even where they lie in the folder.
    std::fs::copy(place.path("stand.csv"), place.path("out/mine.csv")).unwrap();
    place.run_well("stats out/mine.csv --window 0,0,200,200 --functions G --out out");
    assert_eq!(place.read("out/mine.csv"), LONGLEAF);
}

#[test]
fn a_run_is_not_replaced_by_what_is_measured_of_it() {
    let place = Place::with(&crate::util::Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let before = place.everything("out");
    let said = place.refused(1, "stats out --out out");
    assert!(
        said.contains("`out` holds the results of `understory run`"),
        "{said}"
    );
    assert!(before == place.everything("out"));
}

#[test]
fn neighbours_and_rings_are_whole_numbers() {
    let place = place();
    place.run_well("stats stand.csv --window 0,0,200,200 --functions knn,spectrum --out out");
    for (table, column, first) in [("knn", "k", 1), ("spectrum", "ring", 0)] {
        let numbers = Csv::read(&place.path(&format!("out/{table}.csv"))).wholes(column);
        assert_eq!(numbers[..2], [first, first + 1], "{table}");
    }
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
        format!("stats {name} --window 0,0,101,103 --species kind --functions K,G --out {name}.out")
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

/// `--functions K --species` wrote G and pcf of the pairs as well, and `L` never L of the pairs.
#[test]
fn functions_give_what_they_name_and_no_more() {
    let place = place();
    let rows: String = (0..60_u32)
        .map(|i| {
            format!(
                "{},{},{}\n",
                i * 37 % 101,
                i * 73 % 103,
                ["ash", "oak"][(i % 2) as usize]
            )
        })
        .collect();
    place.write("two.csv", &format!("x,y,kind\n{rows}"));
    for (functions, tables) in [
        ("K", vec!["K", "K_cross_ash_oak", "K_cross_oak_ash"]),
        ("L", vec!["L", "L_cross_ash_oak", "L_cross_oak_ash"]),
        ("G", vec!["G", "G_cross_ash_oak", "G_cross_oak_ash"]),
        ("pcf", vec!["pcf", "pcf_cross_ash_oak", "pcf_cross_oak_ash"]),
        ("F", vec!["F"]),
    ] {
        let out = format!("out-{functions}");
        let ran = place.run_well(&format!(
            "stats two.csv --window 0,0,101,103 --species kind --functions {functions} --out {out}"
        ));
        let everything = place.everything(&out);
        let found: Vec<&str> = everything
            .keys()
            .filter_map(|path| path.strip_suffix(".csv"))
            .collect();
        assert_eq!(found, tables);
        let is_told = ran
            .err
            .contains("none of the functions leads from one `kind` to another");
        assert_eq!(is_told, functions == "F", "{}", ran.err);
    }
}

#[test]
fn a_condition_chooses_points_of_a_file_or_of_a_run() {
    let place = place();
    let thick = LONGLEAF
        .lines()
        .skip(1)
        .filter(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap() >= 10.0);
    let expected = thick.count();
    let n = |folder: &str| {
        let summary: serde_json::Value =
            serde_json::from_str(&place.read(&format!("{folder}/summary.json"))).unwrap();
        summary["n"].as_u64().unwrap() as usize
    };
    let window = "--window 0,0,200,200 --functions G";
    let ran = place.run_well(&format!("stats stand.csv {window} --where dbh_cm>=10 --out out"));
    assert!(
        ran.err.contains(&format!(
            "{expected} of 584 points are measured, those with dbh_cm>=10"
        )),
        "{}",
        ran.err
    );
    assert_eq!(n("out"), expected);
    for (condition, told) in [
        (
            "dhb_cm>=10",
            "stand.csv:1:1: the file has no column `dhb_cm` to compare",
        ),
        ("dhb_cm>=10", "hint: did you mean `dbh_cm`?"),
        ("dbh_cm>1000", "of 584 points in `stand.csv` 0 have dbh_cm>1000"),
        (
            "dbh_cm<thick",
            "compares with `thick`, but only numbers are less or greater",
        ),
    ] {
        let refusal = place.refused(
            1,
            &format!("stats stand.csv {window} --where {condition} --out none"),
        );
        assert!(refusal.contains(told), "{refusal}");
    }
    place.write("gap.csv", "x,y,dbh\n1,2,30\n2,3,\n4,5,20\n");
    let gap = place.run_well("stats gap.csv --window 0,0,9,9 --functions G --where dbh>=10 --out gap");
    let said = "note: gap.csv: 1 of the rows that are left out lack a value that `--where` compares";
    assert!(
        gap.err.contains("2 of 3 points") && gap.err.contains(said),
        "{}",
        gap.err
    );
    assert!(!place.has("none"));
}

/// The pattern that was measured lost its thin trees, and the one that it was held against kept them, in silence.
#[test]
fn a_condition_holds_for_the_patterns_to_compare_with() {
    let place = place();
    let window = "--window 0,0,200,200 --functions G --where dbh_cm>=10";
    let against = |name: &str| {
        place.run_well(&format!("stats stand.csv {window} --against {name} --out out"));
        let found: serde_json::Value = serde_json::from_str(&place.read("out/against.json")).unwrap();
        found["g_ks"]
            .as_f64()
            .unwrap_or_else(|| found[0]["g_ks"].as_f64().unwrap())
    };
    // It is the same pattern.
    assert_eq!(against("stand.csv"), 0.0);
    let bare: String = (0..60)
        .map(|i| format!("{},{}\n", (i * 37) % 200, (i * 71) % 200))
        .collect();
    place.write("bare.csv", &format!("x,y\n{bare}"));
    let refusal = place.refused(
        1,
        &format!("stats stand.csv {window} --against bare.csv --out none"),
    );
    assert!(
        refusal.contains("bare.csv:1:1: the file has no column `dbh_cm` to compare by `--where`"),
        "{refusal}"
    );
    // What is simulated stands for what is left, and bears nothing.
    let ran = place.run_well(&format!(
        "stats stand.csv {window} --null bare.csv --null stand.csv --out with"
    ));
    assert!(
        ran.err
            .contains("note: 1 of 2 patterns of `--null` are taken whole"),
        "{}",
        ran.err
    );
}

#[test]
fn patterns_of_a_null_model_are_files_a_folder_or_a_pattern_of_names() {
    let place = place();
    for (number, shift) in [(1, 7), (2, 31), (3, 59)] {
        let rows: String = (0..50)
            .map(|i| format!("{},{}\n", (i * 37 + shift) % 200, (i * 71 + shift * shift) % 200))
            .collect();
        place.write(&format!("null/model-{number}.csv"), &format!("x,y\n{rows}"));
    }
    place.write("null/readme.txt", "no pattern");
    let command = "stats stand.csv --window 0,0,200,200 --functions L";
    for (out, null) in [
        (
            "files",
            "--null null/model-1.csv --null null/model-2.csv --null null/model-3.csv",
        ),
        ("folder", "--null null"),
        ("names", "--null null/model-?.csv"),
    ] {
        place.run_well(&format!("{command} {null} --out {out}"));
    }
    let envelope = place.read("files/envelope_L.csv");
    for out in ["folder", "names"] {
        assert_eq!(place.read(&format!("{out}/envelope_L.csv")), envelope);
    }
    let refusal = place.refused(1, &format!("{command} --null null/none-*.csv --out none"));
    assert!(
        refusal.contains("`--null null/none-*.csv`: no file has such a name"),
        "{refusal}"
    );
}

#[test]
fn a_p_is_told_with_its_test_its_patterns_and_its_range() {
    let place = place();
    let ran = place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions J,pcf --mark dbh_cm --simulations 19 --out out",
    );
    for told in [
        "p if random, Donnelly's z",
        "p if random, simulated",
        "MAD, DCLF, ERL of 19 patterns",
        "p if labelled at random",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(summary["hopkins_skellam"]["p_simulated"], 0.1);
    assert_eq!(summary["clark_evans"]["p_simulated"], 0.1);
    assert_eq!(summary["global_tests"]["J"]["null_model"], "csr");
    assert_eq!(
        summary["global_tests"]["mark_variogram"]["null_model"],
        "random-labelling"
    );
    assert!(summary["global_tests"]["pcf"]["r_min"].as_f64().unwrap() > 1.2);
    assert!(summary["notes"].to_string().contains("p_naive ignores the edge"));
    // Without simulations the p that would mislead is not printed.
    let ran = place.run_well("stats stand.csv --window 0,0,200,200 --functions G --out out");
    assert!(ran.out.contains("takes --simulations"), "{}", ran.out);
}

#[test]
fn each_direction_has_its_own_k_and_what_is_expected_of_it() {
    let place = place();
    place.run_well("stats stand.csv --window 0,0,200,200 --functions sector,K --r-steps 8 --out out");
    assert!(
        place
            .read("out/K_sector.csv")
            .starts_with("r,from_deg,to_deg,theo,trans\n")
    );
    let sectors = Csv::read(&place.path("out/K_sector.csv"));
    let (theo, trans) = (sectors.numbers("theo"), sectors.numbers("trans"));
    let k = Csv::read(&place.path("out/K.csv"));
    // Six sectors of half a circle, at the last distance; the other half has the same curves.
    let sum: f64 = (0..6).map(|sector| trans[9 * sector + 8].unwrap()).sum();
    assert!((2.0 * sum / k.numbers("trans")[8].unwrap() - 1.0).abs() < 1e-12);
    assert!((12.0 * theo[8].unwrap() / k.numbers("theo")[8].unwrap() - 1.0).abs() < 1e-12);
}

/// The window that `crates/spacing/tests/reference/make_polygons.R` draws on the longleaf pines, with two holes.
const LONGLEAF_WINDOW: &str = include_str!("../crates/spacing/tests/reference/polygons/longleaf_window.csv");
/// What R-spatstat makes of the pines in it.
const LONGLEAF_K: &str = include_str!("../crates/spacing/tests/reference/polygons/longleaf_k.csv");

/// A stand with a window that is no rectangle: `inside.csv` in `window.geojson`.
fn crooked() -> Place {
    let place = place();
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    for line in LONGLEAF_WINDOW.lines().skip(1) {
        let numbers: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        let ring = numbers[0] as usize;
        rings.resize(rings.len().max(ring + 1), Vec::new());
        rings[ring].push([numbers[1], numbers[2]]);
    }
    rings.iter_mut().for_each(|ring| ring.push(ring[0]));
    let polygon = serde_json::json!({"type": "Polygon", "coordinates": rings});
    place.write("window.geojson", &polygon.to_string());
    let window = understory::PolygonWindow::new(&[rings]).unwrap();
    let is_inside = |line: &&str| {
        let place: Vec<f64> = line.split(',').map(|field| field.parse().unwrap()).collect();
        window.contains([place[0], place[1]])
    };
    let header = LONGLEAF.lines().take(1);
    let lines: Vec<&str> = header.chain(LONGLEAF.lines().skip(1).filter(is_inside)).collect();
    place.write("inside.csv", &lines.join("\n"));
    place
}

#[test]
fn a_stand_in_a_polygon_with_holes_has_the_k_that_spatstat_gives() {
    let place = crooked();
    let ran = place.run_well(
        "stats inside.csv --polygon window.geojson --functions K,G,F,J,L,pcf,sector,knn --r-max 40 --r-steps 32 \
         --mark dbh_cm --out out",
    );
    assert!(ran.out.contains("polygons: rings, area, border"), "{}", ran.out);
    let k = Csv::read(&place.path("out/K.csv"));
    let columns = ["border", "trans", "iso"].map(|column| k.numbers(column));
    for (at, line) in LONGLEAF_K.lines().skip(1).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[1] == "1" {
            continue;
        }
        for (column, expected) in columns.iter().zip(&fields[2..]) {
            let (found, expected): (f64, f64) = (column[at].unwrap(), expected.parse().unwrap());
            assert!(
                (found - expected).abs() <= 1e-8 * expected,
                "{at}: {found} {expected}"
            );
        }
    }
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(summary["n"], 422);
    assert_eq!(summary["window"]["polygons"]["rings"], 3);
    assert_eq!(summary["window"]["polygons"]["area"], 26240.0);
    assert!((summary["clark_evans"]["naive"].as_f64().unwrap() - 0.843_083_245_783_095).abs() < 1e-12);
    assert!(summary["clark_evans"]["donnelly"].is_null() && summary["coverage_radius"].is_null());
    assert!(
        place
            .read("out/manifest.json")
            .contains("\"polygon\": \"window.geojson\"")
    );
}

#[test]
fn polygons_are_read_in_every_form_that_holds_one() {
    let place = crooked();
    let polygon: serde_json::Value = serde_json::from_str(&place.read("window.geojson")).unwrap();
    let feature = serde_json::json!({"type": "Feature", "properties": {}, "geometry": polygon});
    let several = serde_json::json!({"type": "MultiPolygon", "coordinates": [polygon["coordinates"]]});
    let collection = serde_json::json!({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": null, "geometry": several}]});
    let stats = |file: &str, out: &str| {
        format!("stats inside.csv --polygon {file} --functions G,L --simulations 19 --out {out}")
    };
    place.run_well(&stats("window.geojson", "plain"));
    for (name, form) in [
        ("feature", feature),
        ("several", several),
        ("collection", collection),
    ] {
        place.write(&format!("{name}.json"), &format!("\u{feff}{form}"));
        place.run_well(&stats(&format!("{name}.json"), name));
        for table in ["L.csv", "envelope_L.csv", "summary.json"] {
            assert!(place.read(&format!("{name}/{table}")) == place.read(&format!("plain/{table}")));
        }
    }
    let summary: serde_json::Value = serde_json::from_str(&place.read("plain/summary.json")).unwrap();
    assert_eq!(summary["global_tests"]["L"]["patterns"], 19);
    assert!(summary["clark_evans"]["p_simulated"].is_number());
}

#[test]
fn a_polygon_that_bounds_no_window_is_told_with_its_place() {
    let place = crooked();
    let square = "[[0,0],[200,0],[200,200],[0,200],[0,0]]";
    for (name, text, told) in [
        ("empty", "".to_owned(), "the file is empty"),
        (
            "text",
            "x_m,y_m\n1,2\n".to_owned(),
            "no JSON: expected value at line 1 column 1",
        ),
        (
            "nan",
            "{\"type\":\"Polygon\",\"coordinates\":[[[NaN,0]]]}".to_owned(),
            "no JSON: expected value at line 1 column 36",
        ),
        ("array", "[]".to_owned(), "it is no GeoJSON object"),
        (
            "line",
            "{\"type\":\"LineString\",\"coordinates\":[]}".to_owned(),
            "`type` is a LineString",
        ),
        (
            "none",
            "{\"type\":\"FeatureCollection\",\"features\":[]}".to_owned(),
            "has 0 features",
        ),
        (
            "few",
            polygon_of("[[0,0],[1,0],[0,0]]"),
            "`coordinates[0]` has 3 positions, but a ring has at least 4",
        ),
        (
            "several",
            polygon_of("[[0,0],[1,\"a\"],[3,4],[0,0]],[[0,0]]"),
            "`coordinates[0][1]` is [1,\"a\"], but a position is two numbers; `coordinates[1]` has 1 positions",
        ),
        (
            "open",
            polygon_of("[[0,0],[9,0],[9,9],[0,9]]"),
            "is not closed: it begins at (0, 0) and ends at (0, 9)",
        ),
        (
            "bow",
            polygon_of("[[0,0],[200,200],[200,0],[0,100],[0,0]]"),
            "cross or touch near (66.6",
        ),
        (
            "hole",
            polygon_of(&format!("{square},[[300,300],[310,300],[310,310],[300,300]]")),
            "is a hole, but does not lie in",
        ),
        (
            "degrees",
            format!(
                "{{\"type\":\"Polygon\",\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84\"}}}},\
                 \"coordinates\":[{square}]}}"
            ),
            "its coordinate system is `urn:ogc:def:crs:OGC:1.3:CRS84`, in degrees",
        ),
        (
            "far",
            polygon_of("[[9.1,48.2],[9.2,48.2],[9.2,48.3],[9.1,48.2]]"),
            "422 of 422 points lie outside the polygon: line 2 (",
        ),
    ] {
        place.write(&format!("{name}.json"), &text);
        let refusal = place.refused(1, &format!("stats inside.csv --polygon {name}.json --out out"));
        assert!(
            refusal.contains(told) && refusal.contains("hint:"),
            "{name}: {refusal}"
        );
    }
    let refusal = place.refused(1, "stats inside.csv --polygon far.json --out out");
    assert!(
        refusal.contains("and 412 more") && refusal.contains("reproject"),
        "{refusal}"
    );
    let refusal = place.refused(1, "stats stand.csv --polygon window.geojson --out out");
    assert!(
        refusal.contains("162 of 584 points lie outside the polygon: line 2 (200, 8.8), line 3"),
        "{refusal}"
    );
    let refusal = place.refused(1, "stats inside.csv --polygon nowhere.json --out out");
    assert!(refusal.contains("cannot open `nowhere.json`"), "{refusal}");
    assert!(!place.has("out"), "nothing was written");
}

fn polygon_of(rings: &str) -> String {
    format!("{{\"type\":\"Polygon\",\"coordinates\":[{rings}]}}")
}

#[test]
fn what_polygons_do_not_allow_is_refused_or_told() {
    let place = crooked();
    let stats = "stats inside.csv --polygon window.geojson";
    for (arguments, told) in [
        ("--torus", "cannot be used with"),
        ("--window 0,0,200,200", "cannot be used with"),
        (
            "--functions spectrum,G",
            "spectrum cannot be measured where polygons bound the window",
        ),
    ] {
        let refusal = place.refused(1, &format!("{stats} {arguments} --out out"));
        assert!(refusal.contains(told), "{arguments}: {refusal}");
    }
    let named: String = place
        .read("inside.csv")
        .lines()
        .enumerate()
        .map(|(number, line)| {
            format!(
                "{line},{}\n",
                ["kind", "oak", "ash"][if number == 0 { 0 } else { 1 + number % 2 }]
            )
        })
        .collect();
    place.write("inside.csv", &named);
    let command = format!("{stats} --functions K --species kind --simulations 19");
    let refusal = place.refused(1, &format!("{command} --out out"));
    assert!(
        refusal.contains("toroidal shift") && refusal.contains("--null-model random-labelling"),
        "{refusal}"
    );
    assert!(!place.has("out"), "nothing was written");
    let ran = place.run_well(&format!(
        "{command} --null-model random-labelling --against inside.csv --out out"
    ));
    assert!(
        ran.err
            .contains("`blue_noise` is not measured: it is made of a rectangle"),
        "{}",
        ran.err
    );
    assert!(place.has("out/envelope_K_cross_ash_oak.csv"));
    let against: serde_json::Value = serde_json::from_str(&place.read("out/against.json")).unwrap();
    assert_eq!(
        (against["l_rmse"].as_f64(), against["p"].as_f64()),
        (Some(0.0), None)
    );
}

#[test]
fn functions_beside_an_intensity_are_held_against_independent_points_of_it() {
    let place = place();
    let ran = place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions Kinhom,Linhom,pcfinhom,G --intensity-bandwidth 40 --r-steps 32 \
         --simulations 39 --tests combined,area,studentised,continuous-rank,directional-quantile,trace --out out",
    );
    assert!(ran.out.contains("independent, of the intensity"), "{}", ran.out);
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    let tests = &summary["global_tests"];
    for function in ["Kinhom", "Linhom", "pcfinhom"] {
        assert_eq!(tests[function]["null_model"], "varying-intensity");
        assert_eq!(tests[function]["patterns"], 39);
        // Pines stand in clusters of a few metres, which a kernel of 40 m does not follow.
        assert_eq!(tests[function]["erl"], 0.025);
        for test in ["area", "studentised", "continuous_rank", "directional_quantile"] {
            let p = tests[function][test].as_f64().unwrap();
            assert!((0.025..=0.05).contains(&p), "{function} {test}: {p}");
        }
        assert!(
            place
                .read(&format!("out/envelope_combined_{function}.csv"))
                .starts_with("r,obs,theo,lo,hi\n")
        );
        // Over the whole range so far, that is at its end, a trace is the test.
        let trace = Csv::read(&place.path(&format!("out/trace_{function}.csv")));
        for test in ["mad", "dclf"] {
            let last = trace.numbers(test).into_iter().flatten().last();
            assert_eq!(last, tests[function][test].as_f64(), "{function} {test}");
        }
        assert!(place.has(&format!("out/figures/trace_{function}.svg")));
    }
    assert_eq!(tests["G"]["null_model"], "csr");
    let combined = summary["combined_tests"].as_array().unwrap();
    assert_eq!(combined.len(), 1, "G is held against another model");
    assert_eq!(
        combined[0]["functions"],
        serde_json::json!(["Kinhom", "Linhom", "pcfinhom"])
    );
    assert_eq!(combined[0]["p"], 0.025);
    // One kernel over all of the window explains nothing, and what is left is the test against random points.
    place.run_well(
        "stats stand.csv --window 0,0,200,200 --functions Linhom --intensity-bandwidth 1e6 --r-steps 16 --simulations 19 --out wide",
    );
    let envelope = Csv::read(&place.path("wide/envelope_Linhom.csv"));
    let (r, low, high) = (
        envelope.numbers("r"),
        envelope.numbers("lo"),
        envelope.numbers("hi"),
    );
    for at in 4..16 {
        assert!(
            low[at].unwrap() < r[at].unwrap() && r[at].unwrap() < high[at].unwrap(),
            "{at}"
        );
    }
}

/// A two-stage test of points that gather as a smooth intensity says hardly rejects; of clusters it does.
#[test]
fn two_stages_tell_clusters_from_an_intensity() {
    let place = place();
    let command = "stats stand.csv --window 0,0,200,200 --functions Linhom --intensity-bandwidth 40 --r-steps 16 --r-max 20";
    let ran = place.run_well(&format!("{command} --simulations 19 --tests two-stage --out out"));
    assert!(ran.out.contains("two stages"), "{}", ran.out);
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(summary["global_tests"]["Linhom"]["two_stage"], 0.05);
}

#[test]
fn tests_that_cannot_be_made_are_refused_with_the_way_out() {
    let place = place();
    for (arguments, told) in [
        (
            "--tests area",
            "the test `area` cannot be made: there are no patterns to compare with; give `--simulations 199`",
        ),
        (
            "--tests nonsense,mad,rubbish --simulations 19",
            "there are no tests `nonsense`, `rubbish`",
        ),
        (
            "--functions L --tests two-stage --simulations 19",
            "none of the functions has an intensity that was estimated",
        ),
        (
            "--functions Linhom --tests two-stage --simulations 500",
            "it makes N² patterns of N simulations, and there are 500",
        ),
        (
            "--functions Linhom --tests two-stage --null stand.csv",
            "the model of given patterns cannot be fitted anew",
        ),
        (
            "--functions L,Linhom,knn --tests combined --simulations 19",
            "it takes two functions that are held against the same null model; ask for two, such as `--functions G,L`",
        ),
        (
            "--functions knn,spectrum --tests trace --simulations 19",
            "the test `trace` cannot be made: knn, spectrum has no test; ask for a function with one",
        ),
        (
            "--functions Linhom --tests two-stage --simulations 9",
            "it makes N² patterns of N simulations, and there are 9; give from `--simulations 19` to 199",
        ),
    ] {
        let refusal = place.refused(
            1,
            &format!("stats stand.csv --window 0,0,200,200 {arguments} --out out"),
        );
        assert!(refusal.contains(told), "{arguments}: {refusal}");
    }
    assert!(!place.has("out"), "nothing was written");
}

/// With the weights of R-spatstat's `pool` of `Kest(ratio = TRUE)`, which the library's own tests are held against.
#[test]
fn several_plots_make_one_curve_with_an_interval() {
    let place = Place::new();
    let numbers = |number: u64| -> String {
        let rows = (0..40 + 20 * number).map(|at| {
            format!(
                "{},{}\n",
                (at * 37 * (number + 1)) % 97,
                (at * 59 + 13 * number) % 89
            )
        });
        format!("x,y\n{}", rows.collect::<String>())
    };
    for number in 0..3 {
        place.write(&format!("plots/plot-{number}.csv"), &numbers(number));
    }
    let command =
        "stats plots/plot-0.csv --window 0,0,100,90 --functions K,L,pcf,G,F --r-steps 20 --r-max 15";
    let ran = place.run_well(&format!(
        "{command} --pool plots/plot-1.csv --pool plots/plot-2.csv --out out"
    ));
    assert!(
        ran.err.contains("3 patterns are pooled; below ten the intervals"),
        "{}",
        ran.err
    );
    for number in 1..3 {
        place.run_well(&format!(
            "stats plots/plot-{number}.csv --window 0,0,100,90 --functions K,L,pcf,G --r-steps 20 --r-max 15 --out out{number}"
        ));
    }
    let table = |folder: &str, name: &str, column: &str| {
        Csv::read(&place.path(&format!("{folder}/{name}.csv"))).numbers(column)
    };
    let folders = ["out", "out1", "out2"];
    for (name, column) in [("K", "trans"), ("pcf", "trans"), ("G", "km")] {
        let weight = |number: usize| {
            let count = (40 + 20 * number) as f64;
            if name == "G" { count } else { count * (count - 1.0) }
        };
        let each = folders.map(|folder| table(folder, name, column));
        let pooled = table("out", &format!("{name}-pooled"), "pooled");
        let [low, high] = ["lo", "hi"].map(|end| table("out", &format!("{name}-pooled"), end));
        for at in 1..=20 {
            let sum: f64 = (0..3)
                .map(|number| weight(number) * each[number][at].unwrap())
                .sum();
            let expected = sum / (0..3).map(weight).sum::<f64>();
            assert!(
                (pooled[at].unwrap() - expected).abs() < 1e-9 * (1.0 + expected),
                "{name} {at}"
            );
            assert!(
                low[at].unwrap() <= expected + 1e-9 && expected <= high[at].unwrap() + 1e-9,
                "{name} {at}"
            );
        }
        assert!(place.has(&format!("out/figures/{name}-pooled.png")));
    }
    let (k, l) = (table("out", "K-pooled", "hi"), table("out", "L-pooled", "hi"));
    for at in 0..=20 {
        assert!(((k[at].unwrap() / std::f64::consts::PI).sqrt() - l[at].unwrap()).abs() < 1e-12);
    }
    assert!(!place.has("out/F-pooled.csv"));
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(summary["pooled"]["points"], serde_json::json!([40, 60, 80]));
    // A folder stands for its files.
    place.run_well(&format!("{command} --pool plots --out folder"));
    let refusal = place.refused(
        1,
        "stats plots/plot-0.csv --window 0,0,100,90 --functions F --pool plots --out none",
    );
    assert!(
        refusal
            .contains("none of the functions can be pooled over patterns; those that can are G, K, L, pcf"),
        "{refusal}"
    );
    let refusal = place.refused(
        1,
        "stats plots/plot-0.csv --window 0,0,100,90 --pool nowhere.csv --out none",
    );
    assert!(refusal.contains("cannot open `nowhere.csv`"), "{refusal}");
    place.write("far.csv", "x,y\n1,1\n500,2\n");
    let refusal = place.refused(
        1,
        "stats plots/plot-0.csv --window 0,0,100,90 --pool far.csv --out none",
    );
    assert!(
        refusal.contains("far.csv:3: 1 of 2 points lie outside"),
        "{refusal}"
    );
    assert!(!place.has("none"));
}

/// A mark of NaN went into every mean.
#[test]
fn marks_that_are_no_numbers_are_refused_with_their_rows() {
    let place = place();
    for (mark, told) in [
        ("NaN", "marks.csv:3:5: `dbh` is `NaN`"),
        ("", "marks.csv:3:5: `dbh` is empty"),
        ("inf", "marks.csv:3:5: `dbh` is `inf`"),
    ] {
        place.write("marks.csv", &format!("x,y,dbh\n1,2,30\n2,3,{mark}\n4,5,20\n"));
        let refusal = place.refused(1, "stats marks.csv --window 0,0,9,9 --mark dbh --out out");
        assert!(refusal.contains(told), "{refusal}");
    }
    assert!(!place.has("out"));
}

/// An ESRI ASCII grid of 20 × 20 cells of 10 m from the origin, its values by column and by row from above.
fn grid(value: impl Fn(u32, u32) -> f64) -> String {
    let header = "ncols 20\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n";
    let row = |row: u32| {
        (0..20)
            .map(|column| format!("{} ", value(column, row)))
            .collect::<String>()
            + "\n"
    };
    header.to_owned() + &(0..20).map(row).collect::<String>()
}

#[test]
fn an_intensity_may_follow_a_raster() {
    let place = place();
    place.write("rising.asc", &grid(|column, _| f64::from(column)));
    let ran = place.run_well(
        "stats stand.csv --window 0,0,200,200 --covariate rising.asc --functions Kinhom,Linhom --r-steps 16 --r-max 20 \
         --simulations 19 --tests two-stage --out out",
    );
    assert!(ran.out.contains("rhohat"), "{}", ran.out);
    let rho = Csv::read(&place.path("out/rhohat.csv"));
    let covariate: Vec<f64> = rho.numbers("covariate").into_iter().flatten().collect();
    assert_eq!((covariate[0], covariate[512], covariate.len()), (0.0, 19.0, 513));
    // Over all of the ground as many pines as there are: 584 on 200 × 200 m.
    let density: Vec<f64> = rho.numbers("rho").into_iter().flatten().collect();
    let mean = density.iter().sum::<f64>() / 513.0;
    assert!((mean / 0.0146 - 1.0).abs() < 0.1, "{mean}");
    assert!(
        rho.numbers("se")
            .iter()
            .all(|error| error.is_some_and(|error| error > 0.0 && error < 0.01))
    );
    assert!(place.has("out/figures/rhohat.svg"));
    let summary: serde_json::Value = serde_json::from_str(&place.read("out/summary.json")).unwrap();
    assert_eq!(
        summary["global_tests"]["Linhom"]["null_model"],
        "varying-intensity"
    );
    // Of 19 patterns of the second stage one may tie by chance.
    let two_stage = summary["global_tests"]["Linhom"]["two_stage"].as_f64().unwrap();
    assert!((0.05..=0.1).contains(&two_stage), "{two_stage}");
    assert_eq!(summary["intensity_sigma"], serde_json::Value::Null);
    let (k, l) = (
        Csv::read(&place.path("out/Kinhom.csv")).numbers("trans"),
        Csv::read(&place.path("out/Linhom.csv")).numbers("trans"),
    );
    for (k, l) in k.iter().zip(&l) {
        assert!(((k.unwrap() / std::f64::consts::PI).sqrt() - l.unwrap()).abs() < 1e-12);
    }
}

#[test]
fn rasters_that_an_intensity_cannot_follow_are_refused_with_the_places() {
    let place = place();
    place.write("even.asc", &grid(|_, _| 5.0));
    place.write(
        "holes.asc",
        &grid(|column, row| {
            if row == 3 && column < 3 {
                -9999.0
            } else {
                f64::from(column)
            }
        }),
    );
    place.write(
        "beside.asc",
        &grid(|column, _| f64::from(column)).replace("xllcorner 0", "xllcorner 5"),
    );
    place.write("hello.asc", "hello\n");
    place.write("drawn.png", "");
    for (file, told) in [
        (
            "even.asc",
            "even.asc: the covariate is 5 all over the window, but an intensity follows only what varies",
        ),
        (
            "holes.asc",
            "holes.asc: the raster has no value in 3 of the cells that the window reaches into, around (5, 165), (15, 165), \
             (25, 165): fill them",
        ),
        (
            "beside.asc",
            "beside.asc: the raster goes from (5, 0) to (205, 200), but the window from (0, 0) to (200, 200)",
        ),
        ("hello.asc", "hello.asc:1:1: `hello` is no key of an ASCII grid"),
        ("drawn.png", "give an ESRI ASCII grid (.asc) or a GeoTIFF (.tif)"),
        ("nowhere.asc", "cannot open `nowhere.asc`"),
    ] {
        let refusal = place.refused(
            1,
            &format!("stats stand.csv --window 0,0,200,200 --functions Linhom --covariate {file} --out out"),
        );
        assert!(refusal.contains(told), "{file}: {refusal}");
    }
    let refusal = place.refused(
        1,
        "stats stand.csv --window 0,0,200,200 --covariate even.asc --intensity-bandwidth 5 --out out",
    );
    assert!(
        refusal.contains("cannot be used with '--intensity-bandwidth"),
        "{refusal}"
    );
    assert!(!place.has("out"));
}

/// Valid by OGC 06-103r4, as `sf::st_is_valid` has it, or not; what adjoins is dissolved by `ST_Union` to one that is.
#[test]
fn polygons_may_touch_in_single_places_and_are_dissolved_where_they_adjoin() {
    let place = Place::new();
    place.write(
        "points.csv",
        "x_m,y_m\n20,30\n70,30\n72,50\n25,55\n22,20\n80,40\n",
    );
    let square = "[[0,0],[100,0],[100,80],[0,80],[0,0]]";
    let parts = |parts: [&str; 2]| {
        let [a, b] = parts;
        format!("{{\"type\":\"MultiPolygon\",\"coordinates\":[[{a}],[{b}]]}}")
    };
    let feature = |ring: &str| format!("{{\"type\":\"Feature\",\"geometry\":{}}}", polygon_of(ring));
    let (left, right) = (
        "[[0,0],[50,0],[50,80],[0,80],[0,0]]",
        "[[50,0],[100,0],[100,60],[50,60],[50,0]]",
    );
    for (name, text, area) in [
        (
            "hole",
            polygon_of(&format!("{square},[[0,40],[10,45],[10,35],[0,40]]")),
            7950.0,
        ),
        (
            "parts",
            parts([
                "[[0,0],[50,40],[0,80],[0,0]]",
                "[[50,40],[100,0],[100,80],[50,40]]",
            ]),
            4000.0,
        ),
    ] {
        place.write(&format!("{name}.json"), &text);
        let ran = place.run_well(&format!(
            "stats points.csv --polygon {name}.json --functions K,G --out {name}"
        ));
        assert!(!ran.err.contains("warning"), "columns of metres: {}", ran.err);
        let summary: serde_json::Value =
            serde_json::from_str(&place.read(&format!("{name}/summary.json"))).unwrap();
        assert_eq!(summary["window"]["polygons"]["area"], area);
    }
    for (name, text, told, hint) in [
        (
            "cut",
            polygon_of(&format!("{square},[[0,40],[50,45],[100,40],[50,35],[0,40]]")),
            "cut it in two at (100, 40)",
            "Fix geometries",
        ),
        (
            "eight",
            polygon_of("[[0,0],[50,40],[100,0],[100,80],[50,40],[0,80],[0,0]]"),
            "cross or touch near (50, 40)",
            "Fix geometries",
        ),
        (
            "adjoining",
            parts([left, right]),
            "lie on each other near (50, 30)",
            "hint: parts that share a border",
        ),
        (
            "features",
            format!(
                "{{\"type\":\"FeatureCollection\",\"features\":[{},{}]}}",
                feature(left),
                feature(right)
            ),
            "`features` has 2 features, but a window is one: dissolve them",
            "st_union",
        ),
        (
            "package",
            "SQLite format 3\0".to_owned(),
            "it is a GeoPackage",
            "ogr2ogr",
        ),
    ] {
        place.write(&format!("{name}.json"), &text);
        let refusal = place.refused(
            1,
            &format!("stats points.csv --polygon {name}.json --functions K --out out"),
        );
        assert!(
            refusal.contains(told) && refusal.contains(hint),
            "{name}: {refusal}"
        );
    }
}

/// What lies in a disc of radius R and in the same one moved by d: 2R² acos(d/2R) − d/2 √(4R² − d²).
#[test]
fn a_border_of_twenty_thousand_corners_is_that_of_its_disc() {
    let place = Place::new();
    let corner = |number: u32| {
        let angle = std::f64::consts::TAU * f64::from(number % 20_000) / 20_000.0;
        [5.0 + 5.0 * cos(angle), 5.0 + 5.0 * sin(angle)]
    };
    let ring: Vec<[f64; 2]> = (0..=20_000).map(corner).collect();
    let polygon = serde_json::json!({"type": "Polygon", "coordinates": [ring]});
    place.write("disc.json", &polygon.to_string());
    // A spiral of golden angles.
    let points: Vec<[f64; 2]> = (0..150_u32)
        .map(|number| {
            let (far, angle) = (
                4.9 * (f64::from(number) / 150.0).sqrt(),
                2.399_963 * f64::from(number),
            );
            [5.0 + far * cos(angle), 5.0 + far * sin(angle)]
        })
        .collect();
    let lines = points.iter().map(|[x, y]| format!("{x},{y}\n"));
    place.write("points.csv", &format!("x_m,y_m\n{}", lines.collect::<String>()));
    place.run_well("stats points.csv --polygon disc.json --r-max 2.0 --r-steps 20 --out out");
    let mut k = [0.0; 21];
    for [x, y] in &points {
        for [u, v] in &points {
            let d = ((x - u) * (x - u) + (y - v) * (y - v)).sqrt();
            if d > 0.0 && d <= 2.0 {
                let other = (100.0 - d * d).sqrt();
                let common = 50.0 * atan2(other, d) - 0.5 * d * other;
                let area = 25.0 * std::f64::consts::PI;
                let pairs = 150.0 * 149.0;
                let first = (d * 10.0).ceil() as usize;
                k[first..]
                    .iter_mut()
                    .for_each(|sum| *sum += area * area / common / pairs);
            }
        }
    }
    let (table, trans) = (place.read("out/K.csv"), 4);
    assert_eq!(table.lines().next(), Some("r,theo,un,border,trans,iso"));
    for (row, expected) in table.lines().skip(1).zip(k) {
        let found: f64 = row.split(',').nth(trans).unwrap().parse().unwrap();
        assert!(
            (found - expected).abs() <= 1e-6 * expected.max(1e-9),
            "{row} {expected}"
        );
    }
}

#[test]
fn a_border_that_folds_upon_itself_without_end_is_refused_for_functions_of_pairs_alone() {
    let place = Place::new();
    let corner = |number: u32| {
        let angle = std::f64::consts::TAU * f64::from(number % 6000) / 6000.0;
        let far = [5.0, 2.0][(number % 2) as usize];
        [5.0 + far * cos(angle), 5.0 + far * sin(angle)]
    };
    let ring: Vec<[f64; 2]> = (0..=6000).map(corner).collect();
    let polygon = serde_json::json!({"type": "Polygon", "coordinates": [ring]});
    place.write("star.json", &polygon.to_string());
    let points = (0..400).map(|number| {
        format!(
            "{},{}\n",
            4.0 + 0.1 * f64::from(number % 20),
            4.0 + 0.1 * f64::from(number / 20)
        )
    });
    place.write("points.csv", &format!("x_m,y_m\n{}", points.collect::<String>()));
    let refusal = place.refused(
        1,
        "stats points.csv --polygon star.json --functions G,K --out out",
    );
    assert!(
        refusal.contains("the polygon has 6000 corners") && refusal.contains("too many for K: simplify it"),
        "{refusal}"
    );
    place.run_well("stats points.csv --polygon star.json --functions G,F,J --out out");
}

#[test]
fn degrees_are_refused_by_the_names_of_columns_and_warned_of_by_the_standard_of_geojson() {
    let place = Place::new();
    let ring = "[[8.5,47.3],[8.501,47.3],[8.501,47.301],[8.5,47.301],[8.5,47.3]]";
    let rows = "8.5003,47.3001\n8.5006,47.3007\n8.5002,47.3008\n";
    place.write("window.json", &polygon_of(ring));
    for (x, y) in [
        ("longitude", "latitude"),
        ("lon", "lat"),
        ("Longitude", "Latitude"),
        ("decimalLongitude", "decimalLatitude"),
        ("x_wgs84", "y_wgs84"),
    ] {
        place.write("degrees.csv", &format!("{x},{y}\n{rows}"));
        let refusal = place.refused(
            1,
            &format!("stats degrees.csv --x {x} --y {y} --polygon window.json --functions K --out out"),
        );
        let told = format!("degrees.csv: the columns `{x}` and `{y}` hold degrees");
        assert!(
            refusal.contains(&told) && refusal.contains("st_transform"),
            "{refusal}"
        );
    }
    // Too large for degrees, or of a name that only seems so.
    place.write(
        "metres.csv",
        "lon,lat\n480000.5,5230000\n480010,5230020\n480020,5230010\n",
    );
    place.run_well(
        "stats metres.csv --x lon --y lat --window 480000,5230000,480100,5230100 --functions G --out metres",
    );
    place.write("metres.csv", "long_m,wide_m\n1,2\n3,4\n5,1\n");
    place.run_well("stats metres.csv --x long_m --y wide_m --window 0,0,10,10 --functions G --out metres");
    // Nothing but the standard says so.
    place.write("points.csv", &format!("x,y\n{rows}"));
    let command = "stats points.csv --functions G --polygon";
    let told = "warning: window.json: it has no `crs`";
    assert!(
        place
            .run_well(&format!("{command} window.json --out out"))
            .err
            .contains(told)
    );
    let with_crs = |name: &str| {
        let crs = format!("{{\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":\"{name}\"}}}},");
        polygon_of(ring).replacen('{', &crs, 1)
    };
    place.write("utm.json", &with_crs("urn:ogc:def:crs:EPSG::32632"));
    let ran = place.run_well(&format!("{command} utm.json --out out"));
    assert!(!ran.err.contains("warning"), "{}", ran.err);
    for system in [
        "EPSG:4269",
        "http://www.opengis.net/def/crs/EPSG/0/4326",
        "urn:ogc:def:crs:OGC::CRS84",
    ] {
        place.write("system.json", &with_crs(system));
        let refusal = place.refused(1, &format!("{command} system.json --out out"));
        assert!(
            refusal.contains("in degrees") && refusal.contains("reproject"),
            "{system}: {refusal}"
        );
    }
}

#[test]
fn what_the_marks_or_the_points_do_not_allow_is_left_out_and_the_tables_are_kept() {
    let place = Place::new();
    let marked = |marks: [&str; 6]| {
        let places = ["1,2", "4,3", "6,8", "2,7", "8,1", "5,5"];
        let rows = places
            .iter()
            .zip(marks)
            .map(|(place, mark)| format!("{place},{mark}\n"));
        format!("x_m,y_m,m\n{}", rows.collect::<String>())
    };
    let command = "stats marked.csv --window 0,0,10,10 --mark m --functions G --simulations 19";
    for (name, marks, told) in [
        ("zero", ["0"; 6], "the mean of the marks is 0"),
        (
            "mean",
            ["-1", "1", "-1", "1", "-1", "1"],
            "the marks have both signs, from -1 to 1",
        ),
        (
            "both",
            ["5", "1", "2", "1", "-1", "1"],
            "the marks have both signs, from -1 to 5",
        ),
    ] {
        place.write("marked.csv", &marked(marks));
        let ran = place.run_well(&format!("{command} --out {name}"));
        let told = format!("note: `mark_correlation` is not measured: {told}, and it is a ratio");
        assert!(ran.err.contains(&told), "{name}: {}", ran.err);
        assert!(!place.has(&format!("{name}/mark_correlation.csv")));
        assert!(!place.has(&format!("{name}/envelope_mark_correlation.csv")));
        assert!(
            place.has(&format!("{name}/envelope_mark_variogram.csv")) && place.has(&format!("{name}/G.csv"))
        );
    }
    for (name, marks) in [("equal", ["3"; 6]), ("negative", ["-3"; 6])] {
        place.write("marked.csv", &marked(marks));
        place.run_well(&format!("{command} --out {name}"));
        let table = place.read(&format!("{name}/mark_correlation.csv"));
        let values = table.lines().skip(1).flat_map(|row| row.split(',').skip(2));
        let values: Vec<f64> = values.filter_map(|field| field.parse().ok()).collect();
        assert!(!values.is_empty() && values.iter().all(|value| (value - 1.0).abs() < 1e-12));
    }
    // No two points so near that a kernel holds them: there is nothing to test.
    place.write("marked.csv", &marked(["1", "2", "3", "4", "5", "6"]));
    let ran = place.run_well(&format!("{command} --r-max 0.5 --out far"));
    let told = "note: `envelope_mark_correlation` is not measured: there is no distance at which all 20 curves are defined";
    assert!(ran.err.contains(told), "{}", ran.err);
    // One test point, on which all points stand: F is 1 at once, and J nowhere defined.
    place.write("heap.csv", "x_m,y_m\n5,5\n5,5\n5,5\n");
    let ran = place.run_well("stats heap.csv --window 0,0,10,10 --functions F,J,K --pixels 1,1 --out heap");
    assert!(ran.err.contains("J.csv is empty where undefined"), "{}", ran.err);
    assert!(place.has("heap/figures/K.svg") && !place.has("heap/figures/J.svg"));
}

#[test]
fn kernels_that_the_points_or_the_distances_do_not_allow_are_refused_before_measuring() {
    let place = crooked();
    for (arguments, told) in [
        (
            "--functions pcf --r-max 1e-7",
            "give another `--bandwidth`, `--r-max` or `--r-steps`",
        ),
        ("--functions pcf --bandwidth 1e-9", "give another `--bandwidth`"),
        (
            "--functions Kinhom --intensity-bandwidth 0.1",
            "give a wider `--intensity-bandwidth`",
        ),
    ] {
        let refusal = place.refused(
            1,
            &format!("stats inside.csv --polygon window.geojson {arguments} --out out"),
        );
        assert!(
            refusal.contains(told) && !refusal.contains("nearest neighbours"),
            "{refusal}"
        );
    }
    assert!(!place.has("out"), "nothing was written");
    // With one that they do, in polygons as in rectangles, and held against simulated points.
    let ran = place.run_well(
        "stats inside.csv --polygon window.geojson --functions Kinhom,Linhom,pcfinhom --intensity-bandwidth 20 \
         --simulations 19 --r-max 40 --r-steps 32 --out out",
    );
    assert!(ran.out.contains("independent, of the intensity"), "{}", ran.out);
    let theirs = include_str!("../crates/spacing/tests/reference/polygons/longleaf_inhomogeneous.csv");
    for (ours, theirs) in place.read("out/Kinhom.csv").lines().zip(theirs.lines()).skip(2) {
        let [ours, theirs] = [ours, theirs].map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>());
        for column in [2, 3, 4] {
            let [found, expected] = [&ours, &theirs].map(|row| row[column].parse::<f64>().unwrap());
            let is_tie = theirs[1] == "1";
            assert!(
                is_tie || (found - expected).abs() < 1e-8 * expected,
                "{ours:?} {theirs:?}"
            );
        }
    }
}

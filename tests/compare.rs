//! `compare`: methods against a stand that others measured and against a forest that grew.

use std::collections::BTreeMap;

use crate::util::{Csv, Place, Stand};

const LONGLEAF: &str = include_str!("../scenarios/data/longleaf.csv");

const METHODS_HEADER: &str = "method,family,points,seconds,points_per_s,clark_evans,nnd_mean_m,nnd_min_m,nnd_cv,g_ks,\
                              l_rmse_m,pcf_rmse,global_p,notes,g_p,j_p,judged_by,judged_p,overlaps,strings,\
                              largest_hole_m,corridor_m,forest,fitted_to,g_over_own";

/// A scenario that compares with the longleaf stand, with more lines.
fn measured(more: &str) -> Place {
    let place = Place::new();
    place.write("data/stand.csv", LONGLEAF);
    let scenario = format!(
        "name = \"pines\"\n[world]\nsize_m = [200.0, 200.0]\nedge = \"open\"\nseed = 3\n[target]\nfile = \"data/stand.csv\"\n\
         [compare]\nsimulations = 40\nrepeats = 1\n{more}"
    );
    place.write("pines.toml", &scenario);
    place
}

/// All figures of the results in `out`.
fn figures(place: &Place) -> BTreeMap<String, Vec<u8>> {
    let mut all = place.everything("out");
    all.retain(|path, _| path.starts_with("figures/"));
    all
}

/// Everything that two comparisons must share: all but times and what is drawn from them.
fn without_times(place: &Place, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = place.everything(folder);
    let has_times =
        |path: &str| ["manifest.json", "report.html"].contains(&path) || path.starts_with("figures/compare-");
    all.retain(|path, _| !has_times(path));
    let methods = String::from_utf8(all.remove("methods.csv").unwrap()).unwrap();
    let timeless = methods.lines().map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        [&fields[..3], &fields[5..]].concat().join(",")
    });
    all.insert(
        "methods.csv".to_owned(),
        timeless.collect::<Vec<_>>().join("\n").into_bytes(),
    );
    all
}

#[test]
fn a_measured_stand_is_the_first_row_and_each_method_has_its_points_and_functions() {
    let place = measured("");
    let ran = place.run_well("compare pines.toml --out out --methods uniform,jittered-grid");
    assert!(ran.out.starts_with("method"), "{}", ran.out);
    assert!(place.read("out/methods.csv").starts_with(METHODS_HEADER));
    let methods = Csv::read(&place.path("out/methods.csv"));
    assert_eq!(methods.texts("method"), ["target", "uniform", "jittered-grid"]);
    assert_eq!(methods.texts("family")[..2], ["teleological", "ontogenetic"]);
    // Trees of 10 cm or more, as the contract of the table has it; spatstat's Donnelly index of them.
    let thick = LONGLEAF.lines().skip(1).filter(|line| {
        let dbh_cm: f64 = line.rsplit(',').next().unwrap().parse().unwrap();
        dbh_cm >= 10.0
    });
    let count = thick.count();
    for (method, points) in methods.texts("method").iter().zip(methods.texts("points")) {
        assert_eq!(points.parse(), Ok(count), "{method}");
        let table = place.read(&format!("out/points/{method}.csv"));
        assert!(table.starts_with("x_m,y_m,species,size_m\n"));
        assert_eq!(table.lines().count(), count + 1);
        for (function, header) in [
            ("G", "r,theo,raw,km,rs,han"),
            ("L", "r,theo,un,border,trans,iso"),
            ("pcf", "r,theo,trans,iso"),
        ] {
            let table = place.read(&format!("out/functions/{method}/{function}.csv"));
            assert_eq!(table.lines().next(), Some(header), "{method}");
        }
    }
    let said = place.refused(1, "stats out");
    assert!(said.contains("measure the points of a method"), "{said}");
    // The numbers of the table are those that `stats` finds in the points beside it; of a method the index is the mean of all its
    // patterns, of which the first is left.
    place.run_well("stats out/points/target.csv --window 0,0,200,200 --functions G --out check");
    let summary: serde_json::Value = serde_json::from_str(&place.read("check/summary.json")).unwrap();
    let own = summary["clark_evans"]["donnelly"].as_f64().unwrap();
    assert_eq!(methods.numbers("clark_evans")[0], Some(own));
    assert_eq!(methods.texts("clark_evans_by"), ["donnelly"; 3]);
    assert_eq!(methods.numbers("nnd_min_m")[0], summary["nnd"]["min"].as_f64());
    assert!(
        ran.out
            .lines()
            .last()
            .unwrap()
            .starts_with("of 1 forest, by the greatest difference of G: `uniform` is nearest to 1 (pines "),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with(&place.read("out/answer.txt")));
    assert_eq!(methods.texts("forest"), ["pines"; 3]);
    let forests = Csv::read(&place.path("out/forests.csv"));
    assert_eq!(forests.texts("nearest"), ["uniform"]);
    assert!(!place.has("out/figures/compare-forests.svg"));
    // A stand that is clustered is no draw from a grid.
    assert_eq!(methods.numbers("global_p")[2], Some(1.0 / 41.0));
    assert!(methods.numbers("g_ks")[2] > methods.numbers("g_ks")[1]);
}

#[test]
fn a_grown_forest_is_compared_with_beside_its_own_tables_for_any_number_of_threads() {
    let place = Place::with(&Stand::SMALL);
    place.edit(
        "stand.toml",
        "[record]",
        "[compare]\nsimulations = 40\nrepeats = 1\n[record]",
    );
    for threads in [1, 2] {
        place.run_well(&format!(
            "compare stand.toml --out {threads} --threads {threads} --methods uniform,minimum-distance"
        ));
    }
    let one = without_times(&place, "1");
    assert!(one.contains_key("census.csv") && one.contains_key("points/target.csv"));
    assert!(one == without_times(&place, "2"));
    let trees = Csv::read(&place.path("1/trees/year-0004.csv"));
    let thick = trees
        .numbers("dbh_cm")
        .into_iter()
        .flatten()
        .filter(|dbh_cm| *dbh_cm >= 10.0);
    let methods = Csv::read(&place.path("1/methods.csv"));
    assert_eq!(methods.wholes("points")[0] as usize, thick.count());
    assert!(methods.numbers("seconds")[0] > Some(0.0));
    // Another one takes its place.
    place.run_well("compare 1/scenario.toml --out 1 --methods uniform,minimum-distance");
    assert!(one == without_times(&place, "1"));
}

#[test]
fn numbers_are_fitted_to_the_target() {
    let place = measured("[[method]]\nname = \"minimum-distance\"\nfit = true\n");
    place.run_well("compare pines.toml --out fitted --quiet");
    place.edit("pines.toml", "fit = true", "");
    place.run_well("compare pines.toml --out plain --quiet");
    let g_ks =
        |folder: &str| Csv::read(&place.path(&format!("{folder}/methods.csv"))).numbers("g_ks")[1].unwrap();
    assert!(
        g_ks("fitted") < 0.5 * g_ks("plain"),
        "{} {}",
        g_ks("fitted"),
        g_ks("plain")
    );
    assert!(place.read("fitted/methods.csv").contains("fitted distance_m="));
}

/// A grown forest in two of its years beside the stand, from the results' own copy of the scenario again.
#[test]
fn several_forests_stand_in_one_table_and_one_picture() {
    let place = measured(
        "label = \"longleaf\"\nfitted = true\nforests = [{ scenario = \"stand.toml\", year = 2 }, \
         { scenario = \"stand.toml\", label = \"last\" }]\n[[method]]\nname = \"minimum-distance\"\n",
    );
    place.write("stand.toml", &Stand::SMALL.toml());
    let ran = place.run_well("compare pines.toml --out out");
    let methods = Csv::read(&place.path("out/methods.csv"));
    let forests = ["longleaf", "stand-2", "last"];
    let expected: Vec<&str> = forests.iter().flat_map(|forest| [*forest; 3]).collect();
    assert_eq!(methods.texts("forest"), expected);
    let of_one = ["target", "minimum-distance", "minimum-distance-fitted"];
    assert_eq!(methods.texts("method"), of_one.repeat(3));
    assert_eq!(methods.texts("fitted_to"), ["", "", "pcf"].repeat(3));
    assert_eq!(methods.texts("judged_by"), ["", "L", "G J"].repeat(3));
    assert_eq!(Csv::read(&place.path("out/forests.csv")).texts("forest"), forests);
    assert!(place.has("out/figures/compare-forests.png") && place.has("out/points/last/target.csv"));
    for forest in forests {
        assert!(ran.out.contains(&format!("{forest}\nmethod ")), "{}", ran.out);
    }
    assert!(
        ran.out.lines().last().unwrap().starts_with("of 3 forests, "),
        "{}",
        ran.out
    );
    let mut before = without_times(&place, "out");
    place.run_well("compare out/scenario.toml --out again --threads 1");
    let mut again = without_times(&place, "again");
    // Paths of inputs are seen from another folder.
    for all in [&mut before, &mut again] {
        all.retain(|path, _| path != "scenario.toml" && !path.starts_with("inputs/"));
    }
    assert!(before == again);
    // What was drawn from the rows at hand is what the tables lead to.
    let drawn = figures(&place);
    assert!(drawn.contains_key("figures/compare-forests.svg") && drawn.len() > 4);
    place.run_well("plot out");
    assert!(drawn == figures(&place));

    // What is wrong with a further forest is told at its entry, and what was there stays.
    place.edit("pines.toml", "year = 2", "year = 0");
    let said = place.refused(1, "compare pines.toml --out out");
    assert!(
        said.contains("pines.toml:13:") && said.contains("year` is 0"),
        "{said}"
    );
    assert!(drawn == figures(&place));
}

#[test]
fn what_cannot_be_compared_is_told_before_anything_is_written() {
    let place = measured("");
    let refusals = [
        ("", "--methods jittered-gird", "did you mean `jittered-grid`?"),
        ("", "--methods uniform,uniform", "names `uniform` twice"),
        (
            "[[method]]\nname = \"springz\"\n",
            "",
            "`method.name` is \"springz\", but it must be one of",
        ),
        (
            "[[method]]\nname = \"uniform\"\n[[method]]\nname = \"uniform\"\n",
            "",
            "two methods are called `uniform`",
        ),
        (
            "[[method]]\nname = \"uniform\"\nfit = true\n",
            "",
            "`uniform` has no number that could be fitted",
        ),
        (
            "[[method]]\nname = \"jittered-grid\"\ndistance_m = 3.0\n",
            "",
            "`method.distance_m` belongs to `name` `minimum-distance`",
        ),
        ("[run]\nyears = 3\n", "", "`run` cannot stand beside `target`"),
        (
            "forests = [{ scenario = \"no-such-forest.toml\", year = 5 }]\n",
            "",
            "there is no file `no-such-forest.toml`",
        ),
    ];
    let scenario = place.read("pines.toml");
    for (more, flags, message) in refusals {
        place.write("other.toml", &format!("{scenario}{more}"));
        let said = place.refused(1, &format!("compare other.toml --out out {flags}"));
        assert!(said.contains(message), "{said}");
        assert!(!place.has("out") && !place.has("out.partial"));
    }
    place.edit("data/stand.csv", "199.3,10,", "299.3,10,");
    let said = place.refused(1, "compare pines.toml --out out");
    assert!(
        said.contains("data/stand.csv:3:1: ") && said.contains("299.3"),
        "{said}"
    );
    let said = place.refused(1, "run pines.toml");
    assert!(
        said.contains("nothing grows in a scenario with a `[target]`"),
        "{said}"
    );
}

#[test]
fn a_forest_without_thick_trees_says_how_to_compare_all_the_same() {
    let place = Place::with(&Stand::SMALL);
    place.edit(
        "stand.toml",
        "[record]",
        "[compare]\ndbh_min_cm = 500.0\n[record]",
    );
    let said = place.refused(1, "compare stand.toml --out out");
    assert!(said.contains("lower `[compare] dbh_min_cm`"), "{said}");
}

/// The hint left out `--out`, and the words spoke of years where there are none.
#[cfg(unix)]
#[test]
fn ctrl_c_tells_the_whole_command_to_begin_again() {
    let place = measured("");
    place.edit("pines.toml", "simulations = 40", "simulations = 9999");
    let command = "compare pines.toml --out cut --seed 4 --methods uniform,jittered-grid";
    let mut running = place.start(command);
    running.wait_for("cut.partial/scenario.toml");
    std::thread::sleep(std::time::Duration::from_millis(100));
    let ran = running.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert!(
        ran.err
            .contains(&format!("begin again with `understory {command}`")),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("year"), "{}", ran.err);
}

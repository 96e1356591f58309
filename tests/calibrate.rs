//! Keys fitted to a stand: what is left, that known keys are found, that a stop changes nothing, and what is refused.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::util::{Csv, Place};

/// Seedlings that thin themselves: a run takes milliseconds.
const PINES: &str = r#"name = "pines"

[world]
size_m = [16.0, 16.0]
edge = "open"
buffer_m = 3.0
seed = 5

[run]
years = 18

[[species]]
name = "pine"
preset = "pinus-sylvestris"
fruit = { seeds_per_m2 = 0.0 }
growth = { shade_sensitivity = 3.0 }
seedlings = { stress_threshold = 0.18 }
saplings = { stress_threshold = 0.18 }

[[founders]]
species = "pine"
method = "uniform"
count = 400
height_m = 0.3
height_sigma = 0.4
age_yr = 3

[record]
every_years = 18
spacing_r_max_m = 2.0

[calibrate]
target = "stand.csv"
budget = 240
predictive = 39

[[prior]]
key = "founders.1.count"
low = 100
high = 2000
scale = "log"

[[prior]]
key = "species.pine.growth.shade_sensitivity"
low = 0.3
high = 20.0
scale = "log"
"#;

/// A scenario beside the trees of 1.3 m or more of one run of it.
fn pines() -> Place {
    let place = Place::new();
    place.write("pines.toml", PINES);
    let without = &PINES[..PINES.find("[calibrate]").unwrap()];
    place.write("grown.toml", &without.replace("\"pines\"", "\"grown\""));
    place.run_well("run grown.toml --out grown --seed 99");
    let trees = Csv::read(&place.path("grown/trees/year-0018.csv"));
    let column = |name: &str| trees.numbers(name).into_iter().flatten().collect::<Vec<_>>();
    let (x, y, dbh, height) = (column("x_m"), column("y_m"), column("dbh_cm"), column("height_m"));
    let mut stand = "x_m,y_m,dbh_cm\n".to_owned();
    for at in (0..x.len()).filter(|at| height[*at] >= 1.3) {
        stand.push_str(&format!("{},{},{}\n", x[at], y[at], dbh[at]));
    }
    place.write("stand.csv", &stand);
    place
}

fn json(place: &Place, path: &str) -> Value {
    serde_json::from_str(&place.read(path)).unwrap()
}

/// What does not hang on how long it took.
fn results(place: &Place, folder: &str) -> BTreeMap<String, Vec<u8>> {
    place.everything(folder)
}

#[test]
fn known_keys_are_found_and_all_that_was_promised_is_left() {
    let place = pines();
    let ran = place.run_well("calibrate pines.toml --out out");
    assert!(ran.out.contains("founders.1.count"), "{}", ran.out);

    let summary = json(&place, "out/summary.json");
    assert_eq!(summary["evaluations"], 240);
    assert_eq!(summary["predictive_runs"], 39);
    assert!(summary["effective_size"].as_f64().unwrap() > 10.0);
    for (key, truth) in [
        ("founders.1.count", 400.0),
        ("species.pine.growth.shade_sensitivity", 3.0),
    ] {
        let found = &summary["keys"][key];
        let [low, middle, high] = ["q025", "q50", "q975"].map(|name| found[name].as_f64().unwrap());
        assert!(
            low <= truth && truth <= high && low < middle && middle < high,
            "{key}: {found}"
        );
    }
    // The number of seedlings follows from the number of trees.
    assert_eq!(summary["keys"]["founders.1.count"]["identified"], true);
    let said = place.run_well("explain out").out;
    let [low, middle, high] =
        ["q025", "q50", "q975"].map(|name| summary["keys"]["founders.1.count"][name].as_f64().unwrap());
    let found = format!(
        "`founders.1.count` came to {middle:.0}, with 95 % between {low:.0} and {high:.0}; before, all from 100 to 2000 was held possible."
    );
    assert!(said.contains(&found), "{said}");
    assert!(said.contains("see out/figures/marginals.svg"), "{said}");

    let posterior = Csv::read(&place.path("out/posterior.csv"));
    assert_eq!(
        posterior.header,
        [
            "particle",
            "weight",
            "distance",
            "founders.1.count",
            "species.pine.growth.shade_sensitivity"
        ]
    );
    let numbers = |name: &str| posterior.numbers(name).into_iter().flatten().collect::<Vec<_>>();
    assert!((numbers("weight").iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(
        numbers("founders.1.count")
            .iter()
            .all(|count| count.fract() == 0.0 && (100.0..=2000.0).contains(count))
    );
    let sensitivity = numbers("species.pine.growth.shade_sensitivity");
    assert!(sensitivity.iter().all(|beta| (0.3..=20.0).contains(beta)));
    // Its mean is that of the summary.
    let mean: f64 = sensitivity
        .iter()
        .zip(numbers("weight"))
        .map(|(value, weight)| value * weight)
        .sum();
    let told = summary["keys"]["species.pine.growth.shade_sensitivity"]["mean"]
        .as_f64()
        .unwrap();
    assert!((mean - told).abs() < 1e-9);

    let evaluations = Csv::read(&place.path("out/evaluations.csv"));
    assert_eq!(evaluations.rows.len(), 240 - 39);
    let summaries = Csv::read(&place.path("out/summaries.csv"));
    let names: Vec<&str> = evaluations.header[5..].iter().map(String::as_str).collect();
    assert_eq!(summaries.texts("summary"), names);
    assert_eq!(summaries.texts("summary")[0], "trees_per_ha");
    let trees = place.read("stand.csv").lines().count() - 1;
    assert_eq!(summaries.numbers("observed")[0], Some(trees as f64 * 100.0));
    let functions = Csv::read(&place.path("out/predictive.csv"));
    for function in ["L_minus_r", "pcf", "F", "G", "mark_correlation", "mark_variogram"] {
        assert!(functions.texts("function").contains(&function));
        assert!(
            summary["predictive"][function]["p"].as_f64().is_some(),
            "{function}"
        );
    }
    assert_eq!(summary["predictive"]["F"]["fitted"], false);
    assert_eq!(summary["predictive"]["L_minus_r"]["fitted"], true);
    for figure in ["marginals", "pairs", "predictive"] {
        assert!(
            place.has(&format!("out/figures/{figure}.svg"))
                && place.has(&format!("out/figures/{figure}.png"))
        );
    }

    // Drawn again from its tables.
    let before = results(&place, "out");
    place.run_well("plot out");
    assert_eq!(results(&place, "out"), before);
}

/// A particle's run is the run that `understory run` makes with its values.
#[test]
fn an_evaluation_is_a_run_with_its_values() {
    let place = pines();
    place.run_well("calibrate pines.toml --budget 100 --out out");
    let evaluations = Csv::read(&place.path("out/evaluations.csv"));
    let row = &evaluations.rows[7];
    let seed = &row[2];
    place.run_well(&format!(
        "run grown.toml --out one --seed {seed} --set founders.1.count={} --set species.pine.growth.shade_sensitivity={}",
        row[3], row[4]
    ));
    let trees = Csv::read(&place.path("one/trees/year-0018.csv"));
    let counted = trees
        .numbers("height_m")
        .into_iter()
        .flatten()
        .filter(|height| *height >= 1.3)
        .count();
    assert_eq!(
        evaluations.numbers("trees_per_ha")[7],
        Some(counted as f64 * 100.0)
    );
}

#[test]
fn threads_and_kills_change_nothing() {
    let place = pines();
    place.run_well("calibrate pines.toml --out one --threads 1");
    place.run_well("calibrate pines.toml --out three --threads 3");
    assert_eq!(results(&place, "one"), results(&place, "three"));

    // As a kill leaves it: some rows, the last of them not on the list.
    std::fs::create_dir(place.path("cut.partial")).unwrap();
    let manifest = json(&place, "one/manifest.json");
    let mut begun = serde_json::Map::new();
    for key in [
        "tool",
        "version",
        "scenario",
        "scenario_blake3",
        "inputs",
        "identity",
        "seed",
        "years",
    ] {
        begun.insert(key.to_owned(), manifest[key].clone());
    }
    begun.insert("replicates".to_owned(), 1.into());
    place.write("cut.partial/run.json", &serde_json::to_string(&begun).unwrap());
    let table = place.read("one/evaluations.csv");
    let listed: String = table.split_inclusive('\n').take(90).collect();
    let longer: String = table.split_inclusive('\n').take(93).collect();
    let hash = blake3::hash(listed.as_bytes()).to_hex().to_string();
    place.write("cut.partial/evaluations.csv", &longer);
    place.write(
        "cut.partial/finished.csv",
        &format!("path,bytes,blake3\nevaluations.csv,{},{hash}\n", listed.len()),
    );
    let ran = place.run_well("calibrate pines.toml --out cut --resume");
    assert!(
        ran.err.contains("going on with the runs that are not finished"),
        "{}",
        ran.err
    );
    assert_eq!(results(&place, "cut"), results(&place, "one"));
    let again = place.run_well("calibrate pines.toml --out cut --resume");
    assert!(again.err.contains("is complete already"), "{}", again.err);

    // What was changed meanwhile is told.
    std::fs::rename(place.path("cut"), place.path("spoilt.partial")).unwrap();
    place.write("spoilt.partial/run.json", &serde_json::to_string(&begun).unwrap());
    place.write("spoilt.partial/evaluations.csv", &listed.replacen('1', "2", 400));
    place.write(
        "spoilt.partial/finished.csv",
        &format!("path,bytes,blake3\nevaluations.csv,{},{hash}\n", listed.len()),
    );
    std::fs::remove_file(place.path("spoilt.partial/manifest.json")).unwrap();
    let refused = place.refused(1, "calibrate pines.toml --out spoilt --resume");
    assert!(
        refused.contains("`evaluations.csv` was changed since it was written"),
        "{refused}"
    );
    let other = place.refused(1, "calibrate pines.toml --out spoilt --resume --budget 300");
    assert!(other.contains("was begun as another run"), "{other}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_runs_that_were_finished() {
    let place = pines();
    let run = "calibrate pines.toml --budget 600 --out cut";
    let mut running = place.start(run);
    running.wait_for("cut.partial/finished.csv");
    let ran = running.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    let told = "understory calibrate pines.toml --budget 600 --out cut --resume";
    assert!(ran.err.contains(told), "{}", ran.err);
    place.run_well(&format!("{run} --resume"));
    place.run_well("calibrate pines.toml --budget 600 --out whole");
    assert_eq!(results(&place, "cut"), results(&place, "whole"));
}

#[test]
fn intervals_of_known_keys_hold_them() {
    let place = pines();
    let ran = place.run_well("calibrate pines.toml --recovery 600 --out out");
    assert!(ran.out.contains("95 % held"), "{}", ran.out);
    let recovery = Csv::read(&place.path("out/recovery.csv"));
    assert_eq!(recovery.rows.len(), 2);
    for share in recovery.numbers("coverage_95").into_iter().flatten() {
        assert!((0.90..=1.0).contains(&share), "{share}");
    }
    let ranks = Csv::read(&place.path("out/ranks.csv"));
    let said = place.run_well("explain out").out;
    let told = format!(
        "Of {} known values of `founders.1.count`, ",
        recovery.wholes("runs")[0]
    );
    assert!(
        said.contains(&told) && said.contains("figures/ranks.svg"),
        "{said}"
    );
    let runs: u64 = recovery.wholes("runs").iter().sum();
    assert_eq!(ranks.wholes("count").iter().sum::<u64>(), runs);
    assert!(place.has("out/figures/ranks.svg"));
    let few = place.refused(1, "calibrate pines.toml --recovery 50 --out few");
    assert!(few.contains("at least 200"), "{few}");
}

#[test]
fn a_series_of_censuses_is_compared_by_who_came_and_who_died() {
    let place = pines();
    let series = PINES.replace(
        "target = \"stand.csv\"\n",
        "target = \"stand.csv\"\nyear = 18\ncensus = [{ year = 12, file = \"earlier.csv\" }]\nsummaries = [\"density\", \"mortality\", \"recruitment\"]\n",
    );
    place.write("series.toml", &series);
    let grown = place
        .read("grown.toml")
        .replace("every_years = 18", "every_years = 12");
    place.write("grown.toml", &grown);
    place.run_well("run grown.toml --out earlier --seed 99");
    let trees = Csv::read(&place.path("earlier/trees/year-0012.csv"));
    let column = |name: &str| trees.numbers(name).into_iter().flatten().collect::<Vec<_>>();
    let (x, y, height) = (column("x_m"), column("y_m"), column("height_m"));
    let mut stand = "x_m,y_m\n".to_owned();
    let mut standing = 0;
    for at in (0..x.len()).filter(|at| height[*at] >= 1.3) {
        stand.push_str(&format!("{},{}\n", x[at], y[at]));
        standing += 1;
    }
    place.write("earlier.csv", &stand);
    place.run_well("calibrate series.toml --budget 100 --out out");
    let summaries = Csv::read(&place.path("out/summaries.csv"));
    assert_eq!(
        summaries.texts("summary"),
        [
            "trees_per_ha_year_12",
            "trees_per_ha_year_18",
            "mortality_per_yr_year_18",
            "recruits_per_ha_yr_year_18"
        ]
    );
    let places = |file: &str| -> Vec<String> {
        let text = place.read(file);
        let rows = text.lines().skip(1);
        rows.map(|row| row.split(',').take(2).collect::<Vec<_>>().join(","))
            .collect()
    };
    let (before, after) = (places("earlier.csv"), places("stand.csv"));
    let left = before.iter().filter(|tree| after.contains(tree)).count() as f64;
    let came = after.iter().filter(|tree| !before.contains(tree)).count() as f64;
    let observed: Vec<f64> = summaries.numbers("observed").into_iter().flatten().collect();
    assert_eq!(observed[0], f64::from(standing) * 100.0);
    // In six years.
    let survived = (0..6).fold(1.0, |share, _| share * (1.0 - observed[2]));
    assert!(
        (survived - left / f64::from(standing)).abs() < 1e-12,
        "{observed:?}"
    );
    assert!(
        (observed[3] - came / 6.0 * 100.0).abs() < 1e-9,
        "{observed:?} {came}"
    );
}

#[test]
fn what_cannot_be_fitted_is_refused_with_its_place() {
    let place = pines();
    let refused = |from: &str, to: &str| {
        assert!(PINES.contains(from), "{from}");
        place.write("wrong.toml", &PINES.replacen(from, to, 1));
        place.refused(1, "check wrong.toml")
    };
    for (from, to, told) in [
        (
            "low = 0.3\nhigh = 20.0",
            "low = 3.0\nhigh = 3.0",
            "leaves nothing to find",
        ),
        (
            "low = 0.3\nhigh = 20.0",
            "low = 20.0\nhigh = 0.3",
            "exchange `low` and `high`",
        ),
        (
            "low = 0.3\nhigh = 20.0",
            "low = nan\nhigh = 20.0",
            "wrong.toml:45:7: `prior.low` is nan",
        ),
        (
            "low = 0.3\n",
            "low = 0.0\n",
            "on a logarithmic scale both ends are above 0",
        ),
        (
            "pine.growth.shade_sensitivity",
            "pine.growth.shade_sensitivty",
            "did you mean `species.pine.growth.shade_sensitivity`?",
        ),
        (
            "key = \"species.pine.growth.shade_sensitivity\"",
            "key = \"founders.1.count\"",
            "`founders.1.count` has two priors",
        ),
        (
            "key = \"species.pine.growth.shade_sensitivity\"",
            "key = \"world.seed\"",
            "`world.seed` cannot be fitted",
        ),
        (
            "key = \"species.pine.growth.shade_sensitivity\"",
            "key = \"species.pine.mortality.stress_threshold\"",
            "with `species.pine.mortality.stress_threshold = 20.0`",
        ),
        ("target = \"stand.csv\"", "target = \"gone.csv\"", "gone.csv"),
        ("budget = 240", "budget = 50", "at least 100"),
        (
            "budget = 240",
            "summaries = [\"mortality\"]",
            "needs a second census",
        ),
        (
            "budget = 240",
            "census = [{ year = 18, file = \"stand.csv\" }]",
            "two censuses of year 18",
        ),
        (
            "budget = 240",
            "smallest_dbh_cm = 500.0",
            "calibrating takes at least 10",
        ),
    ] {
        let said = refused(from, to);
        assert!(said.contains(told), "{to}: {said}");
    }
    place.write("three.csv", "x_m,y_m\n5,5\n6,7\n8,9\n");
    let said = refused("stand.csv", "three.csv");
    assert!(said.contains("`three.csv` has 3 trees"), "{said}");
    let places: String = (0..12)
        .map(|tree| {
            format!(
                "{},{}\n",
                4.0 + 0.5 * f64::from(tree),
                4.0 + 0.25 * f64::from(tree)
            )
        })
        .collect();
    place.write("places.csv", &format!("x_m,y_m\n{places}"));
    let said = refused(
        "target = \"stand.csv\"",
        "target = \"places.csv\"\nsummaries = [\"sizes\", \"basal-area\"]",
    );
    assert!(
        said.contains("the summary `sizes` needs a diameter or a height"),
        "{said}"
    );
    assert!(
        said.contains("the summary `basal-area` needs a diameter"),
        "{said}"
    );
    // Places alone are compared by what they tell.
    place.write("places.toml", &PINES.replace("stand.csv", "places.csv"));
    place.run_well("check places.toml");

    let alone = PINES.find("[[prior]]").unwrap();
    place.write("wrong.toml", &PINES[..alone]);
    let said = place.refused(1, "check wrong.toml");
    assert!(
        said.contains("`calibrate` is there without any `prior`"),
        "{said}"
    );
    place.write(
        "wrong.toml",
        &PINES.replacen(
            "[calibrate]\ntarget = \"stand.csv\"\nbudget = 240\npredictive = 39\n",
            "",
            1,
        ),
    );
    let said = place.refused(1, "check wrong.toml");
    assert!(said.contains("`prior` is there without `calibrate`"), "{said}");
    let said = place.refused(1, "calibrate grown.toml --out out");
    assert!(said.contains("this scenario has no `[calibrate]`"), "{said}");
    let said = place.refused(1, "calibrate pines.toml --budget 20 --out out");
    assert!(said.contains("at least 100"), "{said}");
}

#[test]
fn runs_in_which_nothing_is_left_to_compare_are_told() {
    let place = pines();
    // Hardly a tree of these reaches breast height.
    let bare = PINES
        .replace("years = 18", "years = 1")
        .replace("budget = 240", "summaries = [\"nearest\"]");
    place.write("bare.toml", &bare);
    let said = place.refused(1, "calibrate bare.toml --budget 100 --out out");
    assert!(
        said.contains("is not defined, and too few have all that is compared"),
        "{said}"
    );
}

//! The runs of a sweep: all at once or one by one, they make the same table.

use std::collections::BTreeMap;
use std::fs;

use crate::util::{Csv, Place};

/// Two keys, two and three values, two replicates.
const SWEEP: &str = r#"
[sweep]
"species.birch.fruit.seeds_per_m2" = [0.5, 4.0]
"founders.1.count" = { from = 4, to = 12, steps = 3 }
"#;

const FOREST: &str = r#"name = "birches"

[world]
size_m = [40.0, 40.0]
edge = "torus"
seed = 5

[run]
years = 6
replicates = 2

[[species]]
name = "birch"
preset = "betula-pendula"

[[founders]]
species = "birch"
method = "uniform"
count = 12
height_m = 6.0

[record]
every_years = 3
"#;

fn place_with(sweep: &str) -> Place {
    let place = Place::new();
    place.write("birches.toml", &format!("{FOREST}{sweep}"));
    place
}

/// What does not hang on how long it took or by which command it was made.
fn tables(place: &Place, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = place.everything(folder);
    all.remove("manifest.json");
    all
}

#[test]
fn runs_one_by_one_make_the_table_of_all_at_once() {
    let place = place_with(SWEEP);
    place.run_well("run birches.toml --out all --threads 3");
    let listed = place.run_well("sweep birches.toml --list").out;
    let mut lines = listed.lines();
    assert_eq!(
        lines.next(),
        Some("task,seed,species.birch.fruit.seeds_per_m2,founders.1.count")
    );
    let tasks: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(tasks.len(), 12);
    assert_eq!(tasks[0], ["0000-00", "5", "0.5", "4"]);
    assert_eq!(tasks[1], ["0000-01", "6", "0.5", "4"]);
    assert_eq!(tasks[11], ["0005-01", "6", "4.0", "12"]);
    // In any order.
    for task in tasks.iter().rev() {
        place.run_well(&format!("sweep birches.toml --task {} --out apart", task[0]));
    }
    place.run_well("sweep birches.toml --gather --out apart");
    assert_eq!(tables(&place, "apart"), tables(&place, "all"));
    // What no command wrote stays, and what was edited is kept.
    let mine = ["sweep.csv", "figures/mine.txt", "tasks/0000-00/notes.txt"];
    for name in mine {
        place.write(&format!("apart/{name}"), "by hand");
    }
    let again = place.run_well("sweep birches.toml --gather --out apart");
    let kept = "kept in apart, as no command wrote it: sweep.csv as sweep.kept.csv";
    assert!(again.err.contains(kept), "{}", again.err);
    for name in ["sweep.kept.csv", mine[1], mine[2]] {
        assert!(!place.read("apart/manifest.json").contains(name), "{name}");
        assert_eq!(place.read(&format!("apart/{name}")), "by hand");
        fs::remove_file(place.path(&format!("apart/{name}"))).unwrap();
    }
    assert_eq!(tables(&place, "apart"), tables(&place, "all"));

    // Each row is what a run with these values has in its census.
    let sweep = Csv::read(&place.path("all/sweep.csv"));
    let without = place_with("");
    without.run_well(
        "run birches.toml --set founders.1.count=8 --set species.birch.fruit.seeds_per_m2=4.0 --set run.replicates=1 --seed 6 \
         --out alone",
    );
    let census = Csv::read(&without.path("alone/census.csv"));
    assert_eq!(sweep.header[3..], census.header[..]);
    let own: Vec<&[String]> = sweep
        .rows
        .iter()
        .filter(|row| row[..3] == ["4.0", "8", "1"])
        .map(|row| &row[3..])
        .collect();
    let expected: Vec<&[String]> = census
        .rows
        .iter()
        .filter(|row| ["0", "3", "6"].contains(&row[0].as_str()))
        .map(Vec::as_slice)
        .collect();
    assert_eq!(own, expected);
    assert_eq!(own.len(), 6, "three years, one species and all");

    // And so it is told in words.
    let last = |column: &str| -> Vec<Option<f64>> {
        let rows = sweep
            .numbers(column)
            .into_iter()
            .zip(sweep.wholes("year"))
            .zip(sweep.texts("species"));
        rows.filter(|((_, year), species)| *year == 6 && *species == "all")
            .map(|((value, _), _)| value)
            .collect()
    };
    let areas = last("basal_area_m2_per_ha").into_iter().flatten();
    let most = areas.fold(0.0, f64::max);
    let said = place.run_well("explain all").out;
    for part in [
        "over `species.birch.fruit.seeds_per_m2` and `founders.1.count`: 12 runs of 6 years, by the design `grid`",
        &format!(" to {most:.1}; it changes most with `founders.1.count`: "),
        "see all/figures/sweep.svg",
    ] {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

#[test]
fn a_sweep_goes_on_with_what_is_not_finished() {
    let place = place_with(SWEEP);
    place.run_well("run birches.toml --out whole");
    // As a kill leaves it: some tasks whole, one cut, the table not made.
    place.run_well("run birches.toml --out cut");
    std::fs::rename(place.path("cut"), place.path("cut.partial")).unwrap();
    for name in ["manifest.json", "sweep.csv", "tasks/0002-00/task.json"] {
        std::fs::remove_file(place.path(&format!("cut.partial/{name}"))).unwrap();
    }
    place.edit("cut.partial/tasks/0003-01/census.csv", "birch", "beech");
    std::fs::copy(place.path("whole/manifest.json"), place.path("run.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&place.read("run.json")).unwrap();
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
        "replicates",
    ] {
        begun.insert(key.to_owned(), manifest[key].clone());
    }
    place.write("cut.partial/run.json", &serde_json::to_string(&begun).unwrap());
    let untouched = std::fs::metadata(place.path("cut.partial/tasks/0000-00/task.json")).unwrap();
    let ran = place.run_well("run birches.toml --out cut --resume");
    assert!(
        ran.err.contains("going on with the runs that are not finished"),
        "{}",
        ran.err
    );
    assert_eq!(tables(&place, "cut"), tables(&place, "whole"));
    let kept = std::fs::metadata(place.path("cut/tasks/0000-00/task.json")).unwrap();
    assert_eq!(untouched.modified().unwrap(), kept.modified().unwrap());
    let again = place.run_well("run birches.toml --out cut --resume");
    assert!(again.err.contains("is complete already"), "{}", again.err);
}

/// Ctrl-C was passed over, and the sweep ran to its end.
#[cfg(unix)]
#[test]
fn ctrl_c_and_a_kill_leave_the_runs_that_were_finished() {
    let place = place_with(SWEEP);
    let run = "run birches.toml --set run.replicates=60 --out cut";
    let mut running = place.start(run);
    running.wait_for("cut.partial/tasks/0000-03/task.json");
    let ran = running.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    let resume = format!("{run} --resume");
    assert!(ran.err.contains("are in cut.partial"), "{}", ran.err);
    let told = "understory run birches.toml --set 'run.replicates=60' --out cut --resume";
    assert!(ran.err.contains(told), "{}", ran.err);
    let mut running = place.start(&resume);
    running.wait_for("cut.partial/tasks/0001-10/task.json");
    running.kill();
    place.run_well(&resume);
    place.run_well("run birches.toml --set run.replicates=60 --out whole");
    assert_eq!(tables(&place, "cut"), tables(&place, "whole"));
}

#[test]
fn a_table_is_not_gathered_while_tasks_are_missing() {
    let place = place_with(SWEEP);
    let early = place.refused(1, "sweep birches.toml --gather --out apart");
    assert!(early.contains("holds no task of this sweep"), "{early}");
    assert!(!place.has("apart"));
    place.run_well("sweep birches.toml --task 0001-00 --out apart");
    let again = place.run_well("sweep birches.toml --task 0001-00 --out apart");
    assert!(again.err.contains("is finished already"), "{}", again.err);
    let missing = place.refused(1, "sweep birches.toml --gather --out apart");
    assert!(
        missing.contains("11 of 12 tasks are missing") && missing.contains("0000-00, 0000-01, 0001-01"),
        "{missing}"
    );
    assert!(!place.has("apart/sweep.csv") && !place.has("apart/manifest.json"));
    let unknown = place.refused(1, "sweep birches.toml --task 0006-00 --out apart");
    assert!(
        unknown.contains("no task `0006-00`") && unknown.contains("--list"),
        "{unknown}"
    );
    // A file of a task that was changed has it run again.
    let census = place.read("apart/tasks/0001-00/census.csv");
    for file in ["census.csv", "task.json"] {
        let file = format!("apart/tasks/0001-00/{file}");
        place.write(&file, &place.read(&file).replacen('1', "2", 1));
        let again = place.run_well("sweep birches.toml --task 0001-00 --out apart");
        assert!(again.err.contains("the run is in"), "{}", again.err);
        assert_eq!(place.read("apart/tasks/0001-00/census.csv"), census);
    }
    // Another sweep does not go into the same folder.
    let other = place.refused(1, "sweep birches.toml --seed 9 --task 0001-00 --out apart");
    assert!(other.contains("`seed` was 5 and is now 9"), "{other}");
    place.write("mine/notes.txt", "mine");
    let foreign = place.refused(1, "sweep birches.toml --task 0001-00 --out mine");
    assert!(foreign.contains("was not written by understory"), "{foreign}");
}

#[test]
fn full_tables_are_kept_where_they_are_asked_for() {
    let place = place_with("[sweep]\nkeep_tables = true\n");
    place.run_well("run birches.toml --out all");
    for task in ["0000-00", "0000-01"] {
        for table in [
            "census.csv",
            "spacing.csv",
            "trees/year-0003.csv",
            "scenario.toml",
        ] {
            assert!(place.has(&format!("all/tasks/{task}/{table}")), "{task} {table}");
        }
    }
    // The scenario of a run makes that run.
    place.run_well("run all/tasks/0000-01/scenario.toml --out again");
    let again = place.read("again/trees/year-0006.csv");
    assert_eq!(again, place.read("all/tasks/0000-01/trees/year-0006.csv"));
    assert_eq!(Csv::read(&place.path("all/sweep.csv")).rows.len(), 2 * 3 * 2);
}

#[test]
fn what_cannot_be_swept_is_told_with_its_place() {
    let refused = |sweep: &str| place_with(sweep).refused(1, "run birches.toml --out all");
    for (sweep, told) in [
        (
            "[sweep]\n\"species.birch.fruit.seed_per_m2\" = [1.0]\n",
            "did you mean `species.birch.fruit.seeds_per_m2`?",
        ),
        (
            "[sweep]\n\"species.birch.fruit.seeds_per_m2\" = [1.0, -1.0]\n",
            "= -1.0`",
        ),
        (
            "[sweep]\n\"species.birch.fruit.seeds_per_m2\" = { from = 1.0, to = 2.0 }\n",
            ".steps` is missing",
        ),
        (
            "[sweep]\n\"species.birch.fruit.seeds_per_m2\" = 1.0\n",
            "a list of values or a range",
        ),
        (
            "[sweep]\nspecies.birch.fruit.seeds_per_m2 = [1.0]\n",
            "stands in quotes",
        ),
        ("[sweep]\n\"world.seed\" = [1, 2]\n", "raise `run.replicates`"),
        ("[sweep]\ndesign = \"sobol\"\npoints = 8\n", "no key is varied"),
        (
            "[sweep]\ndesign = \"sobol\"\n\"founders.1.count\" = { from = 1, to = 9 }\n",
            "`sweep.points` is missing",
        ),
        (
            "[sweep]\n\"founders.1.count\" = [3, 3]\n",
            "has the value 3 twice",
        ),
        (
            "[sweep]\n\"founders.1.count\" = { from = 1, to = 3, steps = 9 }\n",
            "fewer whole numbers",
        ),
        (
            "[sweep]\ndesign = \"morris\"\nlevels = 5\n\"founders.1.count\" = { from = 1, to = 9 }\n",
            "an even number",
        ),
    ] {
        let problem = refused(sweep);
        assert!(problem.contains(told), "{sweep}: {problem}");
        assert!(problem.contains("birches.toml:"), "{problem}");
    }
    let many = "[sweep]\n\"founders.1.count\" = { from = 1, to = 6000, steps = 6000 }\n";
    let asks = refused(many);
    assert!(asks.contains("12000 runs") && asks.contains("--yes"), "{asks}");
    let none = place_with("").refused(1, "sweep birches.toml --list");
    assert!(none.contains("has no `[sweep]`"), "{none}");
}

#[test]
fn a_sample_says_which_keys_matter() {
    for (design, runs, indices) in [
        (
            "design = \"morris\"\ntrajectories = 4\n",
            4 * 3 * 2,
            ["mu", "mu_star", "sigma"].as_slice(),
        ),
        (
            "design = \"sobol\"\npoints = 6\n",
            6 * 4 * 2,
            ["first", "total"].as_slice(),
        ),
    ] {
        let keys = "\"founders.1.count\" = { from = 2, to = 60 }\n\"species.birch.fruit.seeds_per_m2\" = { from = 0.5, to = 4.0 }\n";
        let place = place_with(&format!("[sweep]\n{design}{keys}"));
        place.run_well("run birches.toml --out all");
        place.run_well("run birches.toml --out once --threads 1");
        assert_eq!(tables(&place, "all"), tables(&place, "once"));
        assert_eq!(
            place.run_well("sweep birches.toml --list").out.lines().count(),
            runs + 1
        );
        let table = Csv::read(&place.path("all/sensitivity.csv"));
        let value = |figure: &str, year: &str, key: &str, index: &str| -> f64 {
            let row = table
                .rows
                .iter()
                .find(|row| row[..5] == [year, "all", figure, key, index]);
            row.unwrap_or_else(|| panic!("{figure} {year} {key} {index}"))[5]
                .parse()
                .unwrap()
        };
        for index in indices {
            for key in ["founders.1.count", "species.birch.fruit.seeds_per_m2"] {
                assert!(value("trees", "6", key, index).is_finite());
            }
        }
        // At the beginning only the founders stand, as many as their number says.
        let by_count = value("trees", "0", "founders.1.count", indices[1]);
        let by_seeds = value("trees", "0", "species.birch.fruit.seeds_per_m2", indices[1]);
        assert_eq!(by_seeds, 0.0, "{design}");
        match indices[1] {
            // 58 founders from end to end.
            "mu_star" => assert!((by_count - 59.0).abs() < 2.0, "{by_count}"),
            _ => assert!(by_count > 0.5, "{by_count}"),
        }
        assert!(place.has("all/figures/sensitivity.svg") && place.has("all/figures/sweep.svg"));
        place.run_well("plot all");
    }
}

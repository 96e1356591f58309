//! The scenarios that ship are sound.

use std::fs;
use std::path::{Path, PathBuf};

use understory::Feature;

use crate::util::{Csv, Place};

/// Scenarios that are only checked, as two years of them, or their world, take too long here, each with the reason.
const ONLY_CHECKED: &[(&str, &str)] = &[
    ("grown-world", BY_WORLDS),
    ("landscape", "ten million trees take minutes and gigabytes"),
    (
        "million",
        "its patch alone grows for 200 years, and a million trees take a gigabyte",
    ),
    ("painted-wood", BY_WORLDS),
    ("tiled-wood", BY_WORLDS),
    ("two-banks", BY_WORLDS),
    ("valley-road", "the step `outside` of `.ci/run` lays it out"),
];
const BY_WORLDS: &str = "the step `worlds` of `.ci/run` lays it out";

/// Scenarios that need a feature which is off by default. The first lines of each say so.
const NEEDS: &[(&str, Feature)] = &[
    ("everything", Feature::Parquet),
    ("everything-crowns", Feature::Parquet),
    ("landscape", Feature::Parquet),
    ("million", Feature::Parquet),
    ("rockfall", Feature::Drops),
];

/// The feature that a scenario needs and this program was built without.
fn missing(name: &str) -> Option<Feature> {
    let needed = NEEDS.iter().find(|(other, _)| *other == name)?.1;
    (!needed.is_built_in()).then_some(needed)
}

fn scenarios() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    paths.sort_unstable();
    assert!(!paths.is_empty());
    paths
}

fn name_of(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

#[test]
fn every_scenario_is_without_problems() {
    let place = Place::new();
    for path in scenarios() {
        let check = format!("check {}", path.display());
        match missing(name_of(&path)) {
            None => drop(place.run_well(&check)),
            Some(feature) => {
                let said = place.refused(1, &check);
                assert!(said.contains(&format!("the feature `{feature}`")), "{said}");
                // With the other format nothing is left to refuse.
                if feature == Feature::Parquet {
                    place.run_well(&format!("{check} --set record.format=csv"));
                }
            }
        }
    }
}

#[test]
fn a_scenario_that_needs_a_feature_begins_with_the_command_that_has_it() {
    for path in scenarios() {
        let text = fs::read_to_string(&path).unwrap();
        let head: String = text.lines().take_while(|line| line.starts_with('#')).collect();
        let needs = NEEDS.iter().any(|(name, _)| *name == name_of(&path));
        let commands = ["run", "place"].map(|command| {
            format!(
                "cargo run --release --features full -- {command} scenarios/{}.toml",
                name_of(&path)
            )
        });
        let says_so = commands.iter().any(|command| head.contains(command));
        assert_eq!(says_so, needs, "{}", path.display());
    }
}

#[test]
fn every_scenario_bears_the_name_of_its_file_and_says_what_it_is_about() {
    for path in scenarios() {
        let text = fs::read_to_string(&path).unwrap();
        let scenario: toml::Table = text.parse().unwrap();
        assert_eq!(scenario["name"].as_str(), Some(name_of(&path)));
        assert!(
            scenario["about"].as_str().unwrap().len() > 20,
            "{}",
            path.display()
        );
        assert!(
            text.starts_with("# "),
            "{} begins with what to look for",
            path.display()
        );
    }
}

#[test]
fn every_scenario_runs() {
    let paths = scenarios();
    for (name, reason) in ONLY_CHECKED {
        assert!(
            paths.iter().any(|path| name_of(path) == *name),
            "{name} ({reason}) is gone"
        );
    }
    let place = Place::new();
    let is_run = |path: &&PathBuf| ONLY_CHECKED.iter().all(|(name, _)| *name != name_of(path));
    for path in paths.iter().filter(is_run) {
        let name = name_of(path);
        let scenario: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        // Each of them grows in the tests of the crate `scenario`.
        if scenario.contains_key("tree") {
            continue;
        }
        if missing(name).is_some() {
            continue;
        }
        if scenario.contains_key("place") {
            place.run_well(&format!("place {} --out {name}", path.display()));
            continue;
        }
        if scenario.contains_key("scatter") {
            place.run_well(&format!("scatter {} --out {name}", path.display()));
            continue;
        }
        if scenario.contains_key("target") {
            place.run_well(&format!(
                "compare {} --methods uniform --out {name}",
                path.display()
            ));
            continue;
        }
        place.run_well(&format!("run {} --years 2 --yes --out {name}", path.display()));
        let table = match scenario.contains_key("sweep") {
            true => "sweep.csv",
            false => "census.csv",
        };
        let census = Csv::read(&place.path(&format!("{name}/{table}")));
        assert!(census.wholes("trees").last().unwrap() > &0, "{name} is bare");
        assert_eq!(census.wholes("year").last(), Some(&2));
    }
}

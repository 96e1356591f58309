//! The scenarios that ship are sound.

use std::fs;
use std::path::{Path, PathBuf};

use understory::claims::FieldTrial;
use understory::{ForestScenario, Overrides, open};

use crate::util::{Csv, Place};

/// Scenarios that are only checked, as two years of them take too long here, each with the reason.
const ONLY_CHECKED: &[(&str, &str)] = &[
    ("landscape", "ten million trees take minutes and gigabytes"),
    (
        "million",
        "its patch alone grows for 200 years, and a million trees take a gigabyte",
    ),
];

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
        place.run_well(&format!("check {}", path.display()));
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

/// The claims spell their stands out once more, as their crate reads no scenario.
#[test]
fn the_inhibiting_field_of_the_scenario_is_one_of_those_that_claims_try() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/inhibition.toml");
    let scenario: ForestScenario = open(path, &Overrides::default()).unwrap();
    let trial = FieldTrial {
        competes: false,
        from_outside: true,
        kills: true,
        is_fixed: true,
        strength: 30.0,
    };
    assert!(FieldTrial::all().contains(&trial));
    let mut beech = trial.species();
    beech.name = "beech".to_owned();
    assert_eq!(scenario.species, [beech]);
    assert_eq!(
        (scenario.years, scenario.replicates, scenario.plot.area_m2()),
        (300, 20, 1e4)
    );
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
        // Without the feature `tests/drops.rs` holds the refusal.
        if scenario.contains_key("drop") && !cfg!(feature = "drops") {
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

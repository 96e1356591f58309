//! The keys that can be turned: each with its value, and each can be set.

use std::{fs, io};

use understory_scenario::{Described, Dial, DialValue, Files, Overrides, Scenario, Setting, dials, load};

use crate::common::Folder;

const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");

/// One file in memory.
struct One(&'static str);

impl Files for One {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

const STAND: &str = r#"name = "stand"
world = { size_m = [60.0, 50.0], edge = "open", seed = 4 }
run = { years = 3 }
species = [{ name = "p.abies", preset = "fagus-sylvatica", growth = { greatest_dbh_cm = 90.0 } }]
founders = [{ species = "p.abies", count = 5, method = "uniform", height_m = 1.5 }]
record = { every_years = 1 }
"#;

/// The value as a file has it.
fn written(value: &DialValue) -> String {
    match value {
        DialValue::Reals {
            values,
            is_list: true,
            ..
        } => format!("{values:?}"),
        DialValue::Reals { values, .. } => format!("{:?}", values[0]),
        DialValue::Wholes {
            values,
            is_list: true,
            ..
        } => format!("{values:?}"),
        DialValue::Wholes { values, .. } => values[0].to_string(),
        DialValue::Flag(flag) => flag.to_string(),
        DialValue::Word { word, .. } => format!("{word:?}"),
    }
}

fn find<'d>(dials: &'d [Dial], path: &str) -> &'d Dial {
    let found = dials.iter().find(|dial| dial.path == path);
    found.unwrap_or_else(|| {
        panic!(
            "no dial {path} among {:?}",
            dials.iter().map(|dial| &dial.path).collect::<Vec<_>>()
        )
    })
}

#[test]
fn a_dial_has_the_value_of_the_file_of_its_preset_or_its_default() {
    let dials = dials("s.toml", &One(STAND), &Overrides::default()).unwrap();
    let written = find(&dials, "species.\"p.abies\".growth.greatest_dbh_cm");
    assert!(written.is_written && written.unit == "cm" && !written.doc.is_empty());
    assert!(
        matches!(&written.value, DialValue::Reals { values, is_list: false, .. } if values[..] == [90.0])
    );
    let of_preset = find(&dials, "species.\"p.abies\".growth.site_index_m");
    assert!(!of_preset.is_written);
    assert!(matches!(&of_preset.value, DialValue::Reals { values, .. } if values[0] > 20.0));
    let by_default = find(&dials, "light.model");
    assert!(!by_default.is_written);
    assert!(
        matches!(&by_default.value, DialValue::Word { word, words } if word == "crowding" && words.len() > 2)
    );
    assert!(
        matches!(&find(&dials, "founders.1.count").value, DialValue::Wholes { values, .. } if values[..] == [5])
    );
    assert!(
        dials
            .iter()
            .all(|dial| !dial.path.starts_with("record") && dial.path != "name")
    );
}

#[test]
fn a_file_that_cannot_be_read_has_problems_in_place_of_dials() {
    let broken = "name = 7\n";
    assert!(dials("s.toml", &One(broken), &Overrides::default()).is_err());
}

/// With every dial set to the value that it has, each scenario that ships is the same as before.
#[test]
fn every_dial_of_every_scenario_that_ships_can_be_set() {
    let mut names: Vec<String> = fs::read_dir(SCENARIOS)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    let files = Folder(SCENARIOS);
    for name in names {
        let found = dials(&name, &files, &Overrides::default()).unwrap();
        let set =
            |dial: &Dial| -> Setting { format!("{}={}", dial.path, written(&dial.value)).parse().unwrap() };
        // Of a tree's age and diameter a scenario gives one.
        let overrides = Overrides {
            set: found.iter().map(set).collect(),
            ..Overrides::default()
        };
        let before: Scenario = load(&name, &files, &Overrides::default()).unwrap();
        let after: Scenario =
            load(&name, &files, &overrides).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        assert!(
            !found.is_empty() && before.header().identity == after.header().identity,
            "{name}"
        );
    }
}

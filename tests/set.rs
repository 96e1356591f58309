//! `--set`: values in place of a scenario's own.

use crate::util::{Csv, Place};

const FOREST: &str = r#"name = "birches"

[world]
size_m = [40.0, 40.0]
edge = "torus"
seed = 5

[run]
years = 4

[[species]]
name = "birch"
preset = "betula-pendula"

[[founders]]
species = "birch"
method = "uniform"
count = 12
height_m = 6.0
"#;

#[test]
fn what_was_set_stands_in_the_copy_and_the_copy_runs_to_the_same_tables() {
    let place = Place::new();
    place.write("birches.toml", FOREST);
    place.run_well(
        "run birches.toml --set founders.1.count=20 --set species.birch.seed_bank.yearly_loss=0.9 \
         --set record.format=csv --seed 9 --out set",
    );
    let copy: toml::Table = place.read("set/scenario.toml").parse().unwrap();
    assert_eq!(copy["founders"][0]["count"].as_integer(), Some(20));
    assert_eq!(
        copy["species"][0]["seed_bank"]["yearly_loss"].as_float(),
        Some(0.9)
    );
    assert_eq!(copy["world"]["seed"].as_integer(), Some(9));
    assert_eq!(
        Csv::read(&place.path("set/trees/year-0000.csv"))
            .numbers("x_m")
            .len(),
        20
    );
    place.run_well("run set/scenario.toml --out again");
    for table in ["census.csv", "trees/year-0004.csv"] {
        assert_eq!(
            place.read(&format!("set/{table}")),
            place.read(&format!("again/{table}"))
        );
    }
}

#[test]
fn an_unknown_path_is_answered_with_the_nearest() {
    let place = Place::new();
    place.write("birches.toml", FOREST);
    for command in ["run", "check", "compare"] {
        let said = place.refused(1, &format!("{command} birches.toml --set world.sede=3"));
        assert!(said.contains("did you mean `world.seed`?"), "{command}: {said}");
    }
    let said = place.refused(1, "run birches.toml --set world.seed");
    assert!(said.contains("PATH=VALUE"), "{said}");
    place.run_well("check birches.toml --set run.years=7");
}

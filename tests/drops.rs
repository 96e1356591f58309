//! What falls on the ground of a painted world and lies there, where the program is built with it.

use crate::util::Place;

const WORLD: &str = r##"
name = "rocks"
about = "Rocks that fall on a hill"

[world]
size_m = [100.0, 100.0]
seed = 3

[terrain]
cell_m = 2.0
hills = { count = 4, height_m = [3.0, 8.0], radius_m = [20.0, 40.0] }

[place]

[biome]

[[biome.type]]
name = "grass"
colour = "#9bbf5a"
texture = "grass"

[[asset]]
name = "rock"
shape = "rock"
height_m = 1.0
width_m = 1.4
colour = "#8a847a"
"##;

const DROP: &str = r#"
[[drop]]
name = "fall"
asset = "rock"
count = 30
at_m = [50.0, 50.0]
radius_m = 4.0
scale = [0.5, 1.0]
"#;

/// A world needs a rule or a prop.
const RULE: &str = r#"
[[rule]]
name = "rocks"
asset = "rock"
biome = "grass"
footprint_m = 2.0
density = 0.02
"#;

#[cfg(feature = "drops")]
mod built_in {
    use super::*;
    use crate::util::Csv;

    #[test]
    fn things_come_to_rest_the_same_every_time() {
        let place = Place::new();
        place.write("world.toml", &format!("{WORLD}{RULE}{DROP}"));
        let ran = place.run_well("place world.toml --out out");
        assert!(ran.out.contains("fall"), "{}", ran.out);
        place.run_well("place world.toml --out again --threads 1");
        let bytes = |folder: &str| std::fs::read(place.path(&format!("{folder}/drop.csv"))).unwrap();
        assert_eq!(bytes("out"), bytes("again"));
        let rows = Csv::read(&place.path("out/drop.csv"));
        assert_eq!(rows.texts("drop").len(), 30);
        for (name, most) in [("sunk_m", 0.03), ("overlap_m", 0.03), ("rest_s", 60.0)] {
            let values = rows.numbers(name);
            assert!(
                values
                    .iter()
                    .all(|value| value.is_some_and(|value| value <= most)),
                "{name}"
            );
        }
        assert!(place.read("out/manifest.json").contains("\"drop.csv\""));
    }

    /// What lies is kept as hand edits: it stands where it lay when the drop is gone.
    #[test]
    fn what_lies_is_kept_by_naming_the_table() {
        let place = Place::new();
        place.write("world.toml", &format!("{WORLD}{RULE}{DROP}"));
        place.run_well("place world.toml --out out");
        place.write("kept.csv", &place.read("out/drop.csv"));
        place.write(
            "kept.toml",
            &format!("{WORLD}{RULE}\n[by_hand]\nfile = \"kept.csv\"\n"),
        );
        place.run_well("place kept.toml --out kept");
        let lay = Csv::read(&place.path("out/drop.csv"));
        let stand = Csv::read(&place.path("kept/instances.csv"));
        for (number, key) in lay.texts("instance").iter().enumerate() {
            let at = stand
                .texts("instance")
                .iter()
                .position(|other| other == key)
                .unwrap();
            for column in ["x_m", "y_m", "z_m", "qx", "qw", "scale"] {
                let [lay, stand] =
                    [&lay.numbers(column)[number], &stand.numbers(column)[at]].map(|at| at.unwrap());
                assert!((lay - stand).abs() < 1e-9, "{column}: {lay} {stand}");
            }
        }
    }
}

#[test]
fn a_drop_above_nothing_or_of_nothing_is_told_with_its_place() {
    let place = Place::new();
    for (from, to, said) in [
        (
            "at_m = [50.0, 50.0]",
            "at_m = [150.0, 50.0]",
            "not wholly above the world",
        ),
        (
            "asset = \"rock\"\ncount",
            "asset = \"stone\"\ncount",
            "of which no size is said",
        ),
        ("count = 30", "count = 0", "count"),
        (
            "scale = [0.5, 1.0]",
            "scale = [1.0, 0.5]",
            "the least comes first",
        ),
    ] {
        place.write("world.toml", &format!("{WORLD}{RULE}{}", DROP.replace(from, to)));
        let told = place.refused(1, "check world.toml");
        assert!(told.contains(said) && told.contains("world.toml:"), "{told}");
    }
}

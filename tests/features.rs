//! A program says which features it has, and refuses by name what needs one that it has not, before anything is written.

use std::fmt::Write as _;

use understory::Feature;

use crate::util::{Place, Stand, files_below};

#[test]
fn the_version_is_that_of_the_package_and_the_long_one_lists_each_feature_as_there_or_left_out() {
    let said = Place::new().run_well("--version").out;
    let lines: Vec<&str> = said.lines().collect();
    let list = |is_in: bool| {
        let features = Feature::ALL.into_iter();
        let features = features.filter(|feature| feature.is_built_in() == is_in);
        features.map(Feature::name).collect::<Vec<_>>().join(", ")
    };
    let version = concat!("understory ", env!("CARGO_PKG_VERSION"));
    assert_eq!(lines[0], version);
    assert_eq!(lines[1], format!("features: {}", list(true)));
    match list(false) {
        none if none.is_empty() => assert_eq!(lines.len(), 2),
        without => assert_eq!(lines[2..], [format!("without: {without}")]),
    }
    assert_eq!(Place::new().run_well("-V").out, format!("{version}\n"));
}

#[test]
fn what_needs_a_feature_that_is_left_out_is_refused_with_the_command_that_builds_it() {
    let place = Place::with(&Stand::SMALL);
    let rockfall = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/rockfall.toml");
    place.write("world.toml", &std::fs::read_to_string(rockfall).unwrap());
    place.run_well("new tree.toml --template tree");
    let mut parquet = place.read("stand.toml");
    writeln!(parquet, "format = \"parquet\"").unwrap();
    place.write("parquet.toml", &parquet);
    place.run_well("run stand.toml --out run --quiet");
    let before = files_below(&place.path(""));
    for (feature, commands) in [
        (Feature::Claims, &["claims --only S4 --quick --out out"][..]),
        (
            Feature::Drops,
            &["check world.toml", "place world.toml --out out"],
        ),
        (
            Feature::Gis,
            &[
                "export run --format gpkg",
                "export run --format geojson --crs EPSG:25832",
            ],
        ),
        (
            Feature::Meshopt,
            &[
                "check tree.toml --set tree.mesh.meshopt=true",
                "grow tree.toml --meshopt --out out",
            ],
        ),
        (
            Feature::Parquet,
            &[
                "check parquet.toml",
                "run parquet.toml --out out",
                "run stand.toml --set record.format=parquet --out out",
            ],
        ),
        (Feature::Play, &["play stand.toml --no-open"]),
    ] {
        if feature.is_built_in() {
            continue;
        }
        for command in commands {
            let said = place.refused(1, command);
            assert!(
                said.contains(&format!("the feature `{feature}`")),
                "{command}: {said}"
            );
            assert!(
                said.contains("`cargo build --release --features full`"),
                "{command}: {said}"
            );
            assert_eq!(files_below(&place.path("")), before, "{command}");
        }
    }
}

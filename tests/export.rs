//! `export`: what a run left for programs for maps, and what cannot be exported. What GDAL reads: `outside_gis.sh`.

use serde_json::Value;

use crate::util::{Csv, Place, Stand, files_below};

fn grown() -> Place {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out run");
    place
}

fn assert_contains(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

#[test]
fn every_tree_of_the_year_is_a_feature_with_all_that_its_row_says() {
    let place = grown();
    let ran = place.run_well("export run --format geojson --year 2");
    assert_eq!(ran.out, "run/export/trees-year-0002.geojson\n");
    assert_contains(&ran.err, &["metres of the plot", "`--crs EPSG:N` names one"]);
    let geojson: Value = serde_json::from_str(&place.read("run/export/trees-year-0002.geojson")).unwrap();
    let trees = Csv::read(&place.path("run/trees/year-0002.csv"));
    let features = geojson["features"].as_array().unwrap();
    assert_eq!(features.len(), trees.rows.len());
    assert!(trees.rows.len() > 5);
    for (feature, row) in features.iter().zip(&trees.rows) {
        for (name, text) in trees.header.iter().zip(row) {
            let found = &feature["properties"][name];
            match found {
                Value::String(found) => assert_eq!(found, text),
                found => assert_eq!(found.as_f64(), text.parse().ok(), "{name}"),
            }
        }
        let place = &feature["geometry"]["coordinates"];
        assert_eq!(
            [&place[0], &place[1]],
            [&feature["properties"]["x_m"], &feature["properties"]["y_m"]]
        );
    }
}

#[cfg(feature = "gis")]
#[test]
fn by_a_system_places_are_in_degrees() {
    let place = grown();
    // A corner of the plot at (0, 0) lies where nobody lives; longitude and latitude are in degrees all the same.
    place.run_well("export run --format geojson --crs EPSG:25832 --out maps --quiet");
    let file = files_below(&place.path("maps")).pop().unwrap();
    let geojson: Value = serde_json::from_str(&place.read(&format!("maps/{file}"))).unwrap();
    assert!(geojson.get("crs").is_none() && geojson.get("units").is_none());
    let place_deg = &geojson["features"][0]["geometry"]["coordinates"];
    assert!(place_deg[0].as_f64().unwrap().abs() <= 180.0 && place_deg[1].as_f64().unwrap().abs() <= 90.0);
}

#[test]
fn exports_are_listed_made_anew_with_the_same_bytes_and_go_with_the_results() {
    let place = grown();
    let points = if cfg!(feature = "gis") { "gpkg" } else { "geojson" };
    for format in [points, "geotiff", "asc"] {
        place.run_well(&format!("export run --format {format} --quiet"));
    }
    let first = place.everything("run");
    assert!(
        first.contains_key("export/density-year-0004.tif")
            && first.contains_key(&format!("export/trees-year-0004.{points}"))
    );
    let manifest: Value = serde_json::from_str(&place.read("run/manifest.json")).unwrap();
    let listed: Vec<&str> = manifest["others"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|other| other["path"].as_str())
        .collect();
    for path in first.keys().filter(|path| path.starts_with("export/")) {
        assert!(listed.contains(&path.as_str()), "{path}");
    }
    for format in [points, "geotiff", "asc"] {
        place.run_well(&format!("export run --format {format} --quiet"));
    }
    assert!(first == place.everything("run"));
    place.run_well("run stand.toml --out run");
    assert!(
        !place.has("run/export"),
        "what the program left goes with what it was made from"
    );
}

#[test]
fn the_density_of_all_cells_is_the_number_of_trees() {
    let place = grown();
    place.run_well("export run --format asc --fields density --cell-m 5 --quiet");
    let grid = place.read("run/export/density-year-0004.asc");
    let sum: f64 = grid
        .lines()
        .skip(6)
        .flat_map(str::split_whitespace)
        .map(|cell| cell.parse::<f64>().unwrap())
        .sum();
    let heights = Csv::read(&place.path("run/trees/year-0004.csv")).numbers("height_m");
    let trees = heights
        .iter()
        .flatten()
        .filter(|height_m| **height_m >= 1.3)
        .count();
    assert!(trees > 5);
    assert!(
        (sum * 25.0 / 10_000.0 - trees as f64).abs() < 1e-3,
        "{sum} {trees}"
    );
}

#[test]
fn what_cannot_be_exported_is_told_with_the_way_out_and_nothing_is_written() {
    let place = grown();
    place.write("notes/a.txt", "mine");
    place.write("file", "mine");
    place.run_well("stats run --functions G --out measured");
    let before = files_below(&place.path(""));
    for (arguments, said) in [
        (
            "export none --format geojson",
            &["`none` holds no complete run", "hint: give the folder"][..],
        ),
        (
            "export notes --format geojson",
            &["`notes` holds no complete run"],
        ),
        (
            "export measured --format geojson",
            &[
                "results of `understory stats`",
                "hint: give a folder that `understory run`",
            ],
        ),
        (
            "export run --format geojson --year 3",
            &["has no recorded year 3; it has 0, 2, 4"],
        ),
        (
            "export run --format geojson --fields density",
            &["hold points", "hint: leave it out"],
        ),
        ("export run --format geojson --cell-m 2", &["hold points"]),
        (
            "export run --format geotiff --fields wetness",
            &["no field `wetness`", "level ground"],
        ),
        (
            "export run --format geotiff --fields wet",
            &["there is no such field; the fields are height"],
        ),
        (
            "export run --format geotiff --cell-m 0.001",
            &["at most 16777216", "hint: make them larger"],
        ),
        (
            "export run --format geotiff --cell-m 5000",
            &["larger than the plot", "hint: make them smaller"],
        ),
        (
            "export run --format geojson --crs UTM",
            &["named by its EPSG code"],
        ),
        (
            "export run --format geojson --out file",
            &["`file`, which is a file", "hint: give a folder"],
        ),
    ] {
        // GeoPackages are refused alike.
        let of_packages = arguments.replace("geojson", "gpkg");
        let alike = [arguments, &of_packages];
        for arguments in &alike[..1 + usize::from(cfg!(feature = "gis"))] {
            assert_contains(&place.refused(1, arguments), said);
            assert_eq!(files_below(&place.path("")), before, "{arguments}");
        }
    }
}

#[cfg(feature = "gis")]
#[test]
fn a_system_that_cannot_be_used_is_told_with_the_way_out_and_nothing_is_written() {
    let place = grown();
    let before = files_below(&place.path(""));
    for (arguments, said) in [
        (
            "export run --format geojson --crs EPSG:4326",
            &["not in metres", "hint: give one in metres"],
        ),
        (
            "export run --format geojson --crs EPSG:1",
            &["EPSG:1 is no coordinate reference system", "hint: give the code"],
        ),
    ] {
        assert_contains(&place.refused(1, arguments), said);
        assert_eq!(files_below(&place.path("")), before, "{arguments}");
    }
}

#[test]
fn what_somebody_else_wrote_or_changed_is_kept() {
    let place = grown();
    place.run_well("export run --format geojson --quiet");
    place.write("run/export/trees-year-0004.geojson", "edited");
    let ran = place.run_well("export run --format geojson");
    let kept = "kept in run, as no command wrote it: export/trees-year-0004.geojson as export/trees-year-0004.kept.geojson";
    assert_contains(&ran.err, &[kept]);
    assert_eq!(place.read("run/export/trees-year-0004.kept.geojson"), "edited");
    place.write("run/export/trees-year-0002.geojson", "mine");
    place.run_well("export run --format geojson --year 2");
    assert_eq!(place.read("run/export/trees-year-0002.kept.geojson"), "mine");
    // The same once more, as after a stop before the manifest lists it, and elsewhere.
    place.run_well("export run --format geojson --out maps --quiet");
    place.write(
        "run/export/trees-year-0000.geojson",
        &place.read("maps/trees-year-0004.geojson"),
    );
    let again = place.run_well("export run --format geojson --out maps");
    assert!(!again.err.contains("kept"), "{}", again.err);
    place.write("maps/trees-year-0004.geojson", "mine");
    place.run_well("export run --format geojson --out maps --quiet");
    assert_eq!(place.read("maps/trees-year-0004.kept.geojson"), "mine");
    // A table that was edited is refused, as everywhere.
    place.edit("run/trees/year-0004.csv", "species", "species2");
    assert_contains(
        &place.refused(1, "export run --format geojson --out more"),
        &["trees/year-0004.csv"],
    );
    assert!(!place.has("more"));
}

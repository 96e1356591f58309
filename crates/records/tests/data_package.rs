//! Data packages: which table a path is, and what fields are told to be.

use serde_json::Value;
use understory_records::{PackageOf, PackageTable, TABLES, table_of, write_data_package};

fn package(tables: &[PackageTable]) -> Value {
    let mut out = Vec::new();
    let of = PackageOf {
        name: "Old Field",
        command: "run",
        version: "0.1.0",
    };
    write_data_package(&mut out, of, tables).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn table(path: &str, header: &str) -> PackageTable {
    PackageTable {
        path: path.to_owned(),
        header: header.split(',').map(str::to_owned).collect(),
    }
}

#[test]
fn a_file_is_known_by_its_path_and_no_other_is() {
    let file = |path: &str| table_of(path).map(|table| table.file);
    for (path, expected) in [
        ("census.csv", "census.csv"),
        ("trees/year-0100.csv", "trees/year-Y.csv"),
        ("trees/year-12345.parquet", "trees/year-Y.csv"),
        ("state/year-0100/strip.parquet", "trees/year-Y.csv"),
        ("state/year-0100/seeds.csv", "state/year-Y/seeds.csv"),
        ("crowns/trees-year-0100.csv", "crowns/trees-year-Y.csv"),
        ("crowns/year-0100.csv", "crowns/year-Y.csv"),
        ("replicates/seed-7.csv", "replicates/seed-S.csv"),
        ("points/kerr.csv", "points/METHOD.csv"),
        (
            "functions/kerr/envelope_L.csv",
            "functions/METHOD/envelope_FUNCTION.csv",
        ),
        ("counterpart_skeleton.csv", "skeleton.csv"),
    ] {
        assert_eq!(file(path), Some(expected), "{path}");
    }
    for path in [
        "census.json",
        "trees/census.csv",
        "trees/year-0100/strip.csv",
        "trees/year-.csv",
        "trees/year.csv",
        "trees/year-12a.csv",
        "functions/kerr/L.csv",
        "envelope_L.csv",
        "points/a/b.csv",
        "",
    ] {
        assert_eq!(file(path), None, "{path}");
    }
}

#[test]
fn each_table_of_the_dictionary_is_found_again_by_a_path_of_its_own() {
    for about in TABLES {
        let path = about
            .file
            .replace("year-Y", "year-0007")
            .replace("seed-S", "seed-7")
            .replace("METHOD", "kerr")
            .replace("FUNCTION", "L");
        assert_eq!(
            table_of(&path).map(|table| table.file),
            Some(about.file),
            "{path}"
        );
    }
}

#[test]
fn fields_have_type_unit_and_meaning_from_the_dictionary() {
    let package = package(&[table("census.csv", ""), table("trees/year-0100.parquet", "")]);
    assert_eq!(package["name"], "old-field");
    let census = &package["resources"][0];
    assert_eq!(census["dialect"]["lineTerminator"], "\n");
    let of = |name: &str| {
        let fields = census["schema"]["fields"].as_array().unwrap();
        fields.iter().find(|field| field["name"] == name).unwrap()
    };
    assert_eq!(of("trees")["type"], "integer");
    assert_eq!(of("trees")["constraints"]["minimum"], 0);
    assert_eq!(of("basal_area_m2_per_ha")["unit"], "m² per ha");
    assert_eq!(of("basal_area_m2_per_ha")["constraints"]["required"], true);
    assert_eq!(of("mean_dbh_cm")["constraints"], Value::Null);
    assert_eq!(of("species")["description"], "Species name, or `all`.");
    let trees = &package["resources"][1];
    assert_eq!(
        (&trees["format"], &trees["dialect"]),
        (&"parquet".into(), &Value::Null)
    );
    assert_eq!(trees["name"], "trees.year-0100");
}

#[test]
fn a_curve_has_the_columns_of_its_header_and_names_are_taken_once() {
    let package = package(&[
        table("K_cross_A_B.csv", "r,theo,iso"),
        table("k_cross_a_b.csv", "k,what"),
    ]);
    let [first, second] = [0, 1].map(|number| &package["resources"][number]);
    assert_eq!(first["name"], "k_cross_a_b");
    assert_eq!(second["name"], "k_cross_a_b-2");
    let fields = first["schema"]["fields"].as_array().unwrap();
    let names: Vec<&Value> = fields.iter().map(|field| &field["name"]).collect();
    assert_eq!(names, ["r", "theo", "iso"]);
    assert_eq!(second["schema"]["fields"][0]["type"], "integer");
    assert_eq!(second["schema"]["fields"][1]["description"], Value::Null);
}

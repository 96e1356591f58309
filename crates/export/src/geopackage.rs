//! Layers of points as a GeoPackage, a database of places that programs for maps open.
//!
//! The database is made in memory, so that a file of it is whole or not there; it has no spatial index, which a program for
//! maps makes where it wants one. Units and meanings of columns stand in the extension for schemas. The same layers give the
//! same bytes: the time of the last change is that of the epoch.
//!
//! # Source
//! OGC 12-128r18, GeoPackage 1.3.1: tables and their columns, 1.1 and 2.1; the binary of a geometry, 2.1.3; schemas, F.9.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, MAIN_DB, params, params_from_iter};
use serde_json::{Map, Value};

use crate::crs::{Crs, wgs84_wkt};

/// `GPKG`, and version 1.3.
const APPLICATION: i32 = 0x4750_4B47;
const VERSION: i32 = 10_300;
/// The system of places that are metres of nobody else's map.
const UNDEFINED_CARTESIAN: i32 = -1;
/// Point with a height, by ISO.
const POINT_Z: u32 = 1001;

/// A layer of points.
#[derive(Clone, Debug, PartialEq)]
pub struct PointLayer<'a> {
    /// Name of its table: a word.
    pub name: &'a str,
    /// What it holds.
    pub about: &'a str,
    /// What is said of each point.
    pub columns: Vec<LayerColumn<'a>>,
    /// Each point with what is said of it, by the names of columns.
    pub points: Vec<([f64; 3], Map<String, Value>)>,
}

/// A column of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it holds.
    pub kind: ColumnKind,
    /// Its unit; empty without one.
    pub unit: &'a str,
    /// Its meaning.
    pub about: &'a str,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Real,
    /// Words.
    Text,
}

impl ColumnKind {
    fn name(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
        }
    }
}

const TABLES: &str = "
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
    description TEXT DEFAULT '', last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
    srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
    scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT,
    mime_type TEXT, constraint_name TEXT, CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
    CONSTRAINT gdc_tn UNIQUE (table_name, name));
CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT,
    min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
    CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
INSERT INTO gpkg_extensions VALUES
    ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec131/#extension_schema', 'read-write'),
    ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec131/#extension_schema', 'read-write');
INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
";

/// Why a GeoPackage could not be made.
#[derive(Debug, thiserror::Error)]
#[error("a GeoPackage cannot be made: {0}")]
pub struct GeoPackageError(#[from] rusqlite::Error);

/// The file of these layers, whose places are metres in this system; without one they are metres of the plot.
///
/// # Errors
/// [`GeoPackageError`]: two layers or two columns of one name, or what SQLite reports.
pub fn geopackage(layers: &[PointLayer<'_>], crs: Option<&Crs>) -> Result<Vec<u8>, GeoPackageError> {
    let mut database = Connection::open_in_memory()?;
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "user_version", VERSION)?;
    let all = database.transaction()?;
    all.execute_batch(TABLES)?;
    let system = "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, ?, NULL)";
    all.execute(system, params!["WGS 84", 4326, 4326, wgs84_wkt()])?;
    let srs = match crs {
        None => UNDEFINED_CARTESIAN,
        Some(crs) => {
            let epsg = i32::from(crs.epsg());
            all.execute(system, params![crs.name(), epsg, epsg, crs.wkt()])?;
            epsg
        }
    };
    for layer in layers {
        write_layer(&all, layer, srs)?;
    }
    all.commit()?;
    Ok(database.serialize(MAIN_DB)?.to_vec())
}

fn write_layer(database: &Connection, layer: &PointLayer<'_>, srs: i32) -> Result<(), GeoPackageError> {
    let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for ([x, y, _], _) in &layer.points {
        bounds = [
            bounds[0].min(*x),
            bounds[1].min(*y),
            bounds[2].max(*x),
            bounds[3].max(*y),
        ];
    }
    let [west, south, east, north] = bounds.map(|bound| bound.is_finite().then_some(bound));
    database.execute(
        "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, '1970-01-01T00:00:00.000Z', ?, ?, ?, ?, ?)",
        params![layer.name, layer.name, layer.about, west, south, east, north, srs],
    )?;
    database.execute(
        "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?, 1, 0)",
        params![layer.name, srs],
    )?;
    let declared = layer
        .columns
        .iter()
        .map(|column| format!(", {} {}", quoted(column.name), column.kind.name()));
    let declared: String = declared.collect();
    let table = quoted(layer.name);
    database.execute(
        &format!(
            "CREATE TABLE {table} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT{declared})"
        ),
        [],
    )?;
    for column in &layer.columns {
        let unit = match column.unit {
            "" => String::new(),
            unit => format!(" Unit: {unit}."),
        };
        database.execute(
            "INSERT INTO gpkg_data_columns (table_name, column_name, description) VALUES (?, ?, ?)",
            params![layer.name, column.name, format!("{}{unit}", column.about)],
        )?;
    }
    let names: String = layer
        .columns
        .iter()
        .map(|column| format!(", {}", quoted(column.name)))
        .collect();
    let blanks = ", ?".repeat(layer.columns.len());
    let mut insert = database.prepare(&format!("INSERT INTO {table} (geom{names}) VALUES (?{blanks})"))?;
    for (place_m, said) in &layer.points {
        let values = layer.columns.iter().map(|column| sql(said.get(column.name)));
        insert.execute(params_from_iter(
            [Sql::Blob(point(*place_m, srs))].into_iter().chain(values),
        ))?;
    }
    Ok(())
}

/// A name as SQL takes any.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn sql(value: Option<&Value>) -> Sql {
    match value {
        None | Some(Value::Null) => Sql::Null,
        Some(Value::Bool(value)) => Sql::Integer(i64::from(*value)),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(whole) => Sql::Integer(whole),
            None => number.as_f64().map_or(Sql::Null, Sql::Real),
        },
        Some(Value::String(text)) => Sql::Text(text.clone()),
        Some(other) => Sql::Text(other.to_string()),
    }
}

/// A point as GeoPackages hold it: the little-endian head, without an envelope, then well-known binary.
fn point(place_m: [f64; 3], srs: i32) -> Vec<u8> {
    let mut blob = b"GP\x00\x01".to_vec();
    blob.extend(srs.to_le_bytes());
    blob.push(1);
    blob.extend(POINT_Z.to_le_bytes());
    blob.extend(place_m.into_iter().flat_map(f64::to_le_bytes));
    blob
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn layer(points: Vec<([f64; 3], Map<String, Value>)>) -> PointLayer<'static> {
        let column = |name, kind, unit| LayerColumn {
            name,
            kind,
            unit,
            about: "It is.",
        };
        PointLayer {
            name: "trees",
            about: "one tree",
            columns: vec![
                column("tree", ColumnKind::Integer, ""),
                column("dbh_cm", ColumnKind::Real, "cm"),
                column("of \"kind\"", ColumnKind::Text, ""),
            ],
            points,
        }
    }

    fn said(tree: u64, dbh_cm: Option<f64>) -> Map<String, Value> {
        let said = json!({"tree": tree, "dbh_cm": dbh_cm, "of \"kind\"": "o'ak"});
        said.as_object().unwrap().clone()
    }

    fn opened(bytes: &[u8]) -> Connection {
        let mut database = Connection::open_in_memory().unwrap();
        database
            .deserialize_read_exact(MAIN_DB, bytes, bytes.len(), true)
            .unwrap();
        database
    }

    #[test]
    fn what_was_written_is_read_back_in_its_place() {
        let points = vec![
            ([1.5, -2.0, 0.25], said(7, Some(0.1))),
            ([9.0, 4.0, 0.0], said(1 << 52, None)),
        ];
        let crs = Crs::of_epsg(25_832).unwrap();
        let bytes = geopackage(&[layer(points)], Some(&crs)).unwrap();
        let database = opened(&bytes);
        let row = |sql: &str| -> Vec<Sql> {
            let read = database.query_row(sql, [], |row| {
                (0..row.as_ref().column_count()).map(|at| row.get(at)).collect()
            });
            read.unwrap()
        };
        let text = |text: &str| Sql::Text(text.to_owned());
        assert_eq!(row("PRAGMA application_id"), [Sql::Integer(1_196_444_487)]);
        assert_eq!(row("PRAGMA integrity_check"), [text("ok")]);
        assert_eq!(
            row("SELECT min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents"),
            [
                Sql::Real(1.5),
                Sql::Real(-2.0),
                Sql::Real(9.0),
                Sql::Real(4.0),
                Sql::Integer(25_832)
            ]
        );
        assert_eq!(
            row("SELECT srs_name FROM gpkg_spatial_ref_sys WHERE srs_id = 25832"),
            [text("ETRS89 / UTM zone 32N")]
        );
        assert_eq!(
            row("SELECT description FROM gpkg_data_columns WHERE column_name = 'dbh_cm'"),
            [text("It is. Unit: cm.")]
        );
        let [Sql::Blob(geometry), tree, dbh, kind] = &row("SELECT * FROM trees WHERE fid = 1")[1..] else {
            panic!("no geometry")
        };
        assert_eq!(
            (tree, dbh, kind),
            (&Sql::Integer(7), &Sql::Real(0.1), &text("o'ak"))
        );
        assert_eq!(geometry[..4], *b"GP\x00\x01");
        assert_eq!(geometry[4..8], 25_832_i32.to_le_bytes());
        let number = |at: usize| f64::from_le_bytes(geometry[at..at + 8].try_into().unwrap());
        assert_eq!([number(13), number(21), number(29)], [1.5, -2.0, 0.25]);
        assert_eq!(
            row("SELECT tree, dbh_cm FROM trees WHERE fid = 2"),
            [Sql::Integer(1 << 52), Sql::Null]
        );
    }

    #[test]
    fn the_same_layers_give_the_same_bytes_and_one_without_points_is_whole() {
        let one = || geopackage(&[layer(vec![([0.0; 3], said(1, None))])], None).unwrap();
        assert_eq!(one(), one());
        let bare = opened(&geopackage(&[layer(Vec::new())], None).unwrap());
        let srs: i64 = bare
            .query_row("SELECT srs_id FROM gpkg_geometry_columns", [], |row| row.get(0))
            .unwrap();
        assert_eq!(srs, -1);
    }

    #[test]
    fn two_layers_of_one_name_are_refused() {
        let twice = geopackage(&[layer(Vec::new()), layer(Vec::new())], None);
        assert!(
            twice.unwrap_err().to_string().contains("UNIQUE"),
            "a name stands for one layer"
        );
    }
}

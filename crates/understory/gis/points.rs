//! Tables of what stands somewhere, as points with all that their rows say.

use std::io;

use serde_json::{Map, Value};
use understory_export::crs::{Crs, CrsError};
use understory_export::geojson::{self, Coordinates, Feature, Geometry};
#[cfg(feature = "gis")]
use understory_export::geopackage::{ColumnKind, LayerColumn, PointLayer};
use understory_records::{InstanceRow, Table, TableAbout, TreeRow};

use crate::error::Error;

/// Decimals of longitude and latitude: some millimetres.
const PER_DEGREE: f64 = 1e8;
/// Longer coordinates are no place of a plot.
const FARTHEST_M: f64 = 1e9;

/// Points of a table.
#[cfg_attr(
    not(feature = "gis"),
    expect(dead_code, reason = "a GeoPackage alone says what a layer is about")
)]
pub(super) struct Points {
    layer: &'static str,
    word: &'static str,
    about: TableAbout,
    points: Vec<([f64; 3], Map<String, Value>)>,
}

impl Points {
    /// The trees of a year, on the ground.
    pub(super) fn of_trees(rows: &[TreeRow], table: &str) -> Result<Self, Error> {
        let place = |row: &TreeRow| [row.x_m, row.y_m, row.z_m];
        Self::of(["trees", "tree"], rows, table, place)
    }

    /// What stands in a painted world.
    pub(super) fn of_instances(rows: &[InstanceRow], table: &str) -> Result<Self, Error> {
        let place = |row: &InstanceRow| [row.x_m, row.y_m, row.z_m];
        Self::of(["instances", "instance"], rows, table, place)
    }

    fn of<R: Table + serde::Serialize>(
        [layer, word]: [&'static str; 2],
        rows: &[R],
        table: &str,
        place: impl Fn(&R) -> [f64; 3],
    ) -> Result<Self, Error> {
        let point = |(number, row): (usize, &R)| {
            let place_m = place(row);
            let is_place = place_m.iter().all(|along_m| along_m.abs() <= FARTHEST_M);
            // By way of text, in which a number of seven digits has no more of them.
            let text = serde_json::to_string(row).ok();
            let said = text.and_then(|text| serde_json::from_str(&text).ok());
            said.filter(|_| is_place)
                .map(|said| (place_m, said))
                .ok_or_else(|| {
                    Error::of_table(table, format!("in row {} a place that is on no plot", number + 1))
                })
        };
        Ok(Self {
            layer,
            word,
            about: R::ABOUT,
            points: rows.iter().enumerate().map(point).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// What one of them is.
    pub(super) fn word(&self) -> &'static str {
        self.word
    }
}

/// As a layer of a GeoPackage.
#[cfg(feature = "gis")]
pub(super) fn layer(points: &Points) -> PointLayer<'_> {
    let columns = points.about.columns.iter().map(|column| LayerColumn {
        name: column.name,
        kind: match column.type_name() {
            "integer" => ColumnKind::Integer,
            "number" => ColumnKind::Real,
            _ => ColumnKind::Text,
        },
        unit: column.unit,
        about: column.about,
    });
    PointLayer {
        name: points.layer,
        about: points.about.about,
        columns: columns.collect(),
        points: points.points.clone(),
    }
}

/// Why a system cannot be used.
pub(super) fn of_crs(error: CrsError) -> Error {
    Error::refused(
        error.to_string(),
        match error {
            CrsError::Unknown(_) => {
                "give the code of a projected system in metres, such as `--crs EPSG:25832` (UTM zone 32 on ETRS89)"
            }
            CrsError::NotMetres(_) => {
                "give one in metres, such as `--crs EPSG:25832` (UTM zone 32 on ETRS89) or `EPSG:32632` (on WGS 84)"
            }
            CrsError::NotTransformed(_) => "leave out `--crs`, and tell the program that opens the file",
            CrsError::Beyond { .. } => {
                "give the system that the plot's coordinates (`world.origin_m`) are in, or leave `--crs` out"
            }
        },
    )
}

/// As GeoJSON: by longitude and latitude where the system is known, and else in metres.
pub(super) fn features(points: &Points, name: &str, crs: Option<&Crs>) -> Result<Vec<u8>, Error> {
    let mut places = Vec::new();
    for (place_m, _) in &points.points {
        places.push(match crs {
            None => Geometry::Point(*place_m),
            // Without a height: that of the ground is none over the ellipsoid.
            Some(crs) => {
                let degrees = crs
                    .longitude_latitude_deg([place_m[0], place_m[1]])
                    .map_err(of_crs)?;
                Geometry::Flat(degrees.map(|along| (along * PER_DEGREE).round() / PER_DEGREE))
            }
        });
    }
    let coordinates = if crs.is_some() {
        Coordinates::Wgs84
    } else {
        Coordinates::Metres
    };
    let features = places
        .into_iter()
        .zip(&points.points)
        .map(|(geometry, (_, said))| Feature {
            geometry,
            properties: said.clone(),
        });
    let mut out = Vec::new();
    geojson::write(&mut out, name, coordinates, features).map_err(io::Error::other)?;
    Ok(out)
}

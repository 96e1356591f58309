//! What lies and stands in a world as GeoJSON: text, one feature a line.
//!
//! RFC 7946 has longitude and latitude by WGS 84. Where what is written has none, coordinates are metres to the east, to the
//! north and up, and the file says so twice: in a member `units` beside its features, which readers pass over, and by the
//! member `crs` of the format of 2008, a system of nobody's map but this, which GDAL and so QGIS understand.
//!
//! # Source
//! Butler et al. (2016), RFC 7946, The GeoJSON format. Butler et al. (2008), The GeoJSON format specification, 3.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::ExportError;

/// What a feature is on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geometry<'a> {
    /// A place, m.
    Point([f64; 3]),
    /// A place on the ground, or on the map.
    Flat([f64; 2]),
    /// A line through places, m.
    Line(&'a [[f64; 2]]),
    /// The ground inside corners in either turn, each once, m.
    Polygon(&'a [[f64; 2]]),
}

/// A feature with what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature<'a> {
    /// Where it is.
    pub geometry: Geometry<'a>,
    /// What is said of it.
    pub properties: Map<String, Value>,
}

/// A plane of metres of its own, as well-known text.
const LOCAL: &str = r#"LOCAL_CS["metres of the world",UNIT["metre",1],AXIS["x",EAST],AXIS["y",NORTH]]"#;

/// What coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// Longitude and latitude by WGS 84, degrees, and metres up.
    Wgs84,
    /// Metres to the east, to the north and up.
    Metres,
}

/// Writes features as one collection.
///
/// # Errors
/// [`ExportError::Write`], also for a number that is not finite.
pub fn write<'a>(
    out: &mut dyn Write,
    name: &str,
    coordinates: Coordinates,
    features: impl IntoIterator<Item = Feature<'a>>,
) -> Result<(), ExportError> {
    write!(out, "{{\"type\":\"FeatureCollection\",\"name\":{},", json!(name))?;
    if coordinates == Coordinates::Metres {
        let units = "metres of the world: to the east, to the north, up";
        let crs = json!({ "type": "name", "properties": { "name": LOCAL } });
        write!(out, "\"units\":{},\"crs\":{crs},", json!(units))?;
    }
    write!(out, "\"features\":[")?;
    for (number, feature) in features.into_iter().enumerate() {
        out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        let written = json!({
            "type": "Feature",
            "geometry": of_geometry(feature.geometry),
            "properties": feature.properties,
        });
        serde_json::to_writer(&mut *out, &written).map_err(std::io::Error::from)?;
    }
    out.write_all(b"\n]}\n")?;
    Ok(())
}

fn of_geometry(geometry: Geometry<'_>) -> Value {
    let [kind, coordinates] = match geometry {
        Geometry::Point(place_m) => [json!("Point"), json!(place_m)],
        Geometry::Flat(place) => [json!("Point"), json!(place)],
        Geometry::Line(points_m) => [json!("LineString"), json!(points_m)],
        Geometry::Polygon(corners_m) => {
            // A ring is counterclockwise, and its last corner is its first.
            let mut ring = corners_m.to_vec();
            if twice_area_m2(&ring) < 0.0 {
                ring.reverse();
            }
            ring.extend(ring.first().copied());
            [json!("Polygon"), json!([ring])]
        }
    };
    json!({ "type": kind, "coordinates": coordinates })
}

fn twice_area_m2(corners_m: &[[f64; 2]]) -> f64 {
    let next = corners_m.iter().cycle().skip(1);
    corners_m
        .iter()
        .zip(next)
        .map(|([ax, ay], [bx, by])| ax * by - bx * ay)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str) -> Map<String, Value> {
        [("name".to_owned(), json!(name))].into_iter().collect()
    }

    #[test]
    fn features_are_read_back_and_rings_are_closed_and_counterclockwise() {
        let (line, clockwise) = ([[0.0, 1.0], [2.5, 3.0]], [[0.0, 0.0], [0.0, 4.0], [3.0, 0.0]]);
        let features = [
            Feature {
                geometry: Geometry::Point([1.0, 2.0, 0.1 + 0.2]),
                properties: said("an \"oak\""),
            },
            Feature {
                geometry: Geometry::Line(&line),
                properties: said("lane"),
            },
            Feature {
                geometry: Geometry::Polygon(&clockwise),
                properties: said("field"),
            },
        ];
        let mut out = Vec::new();
        write(&mut out, "valley", Coordinates::Metres, features).unwrap();
        let read: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(read["type"], "FeatureCollection");
        assert_eq!(read["crs"]["properties"]["name"], LOCAL);
        let of = |number: usize| &read["features"][number];
        assert_eq!(of(0)["geometry"]["coordinates"][2], json!(0.1 + 0.2));
        assert_eq!(of(0)["properties"]["name"], "an \"oak\"");
        assert_eq!(of(1)["geometry"]["coordinates"], json!(line));
        let ring = of(2)["geometry"]["coordinates"][0].as_array().unwrap();
        let corners: Vec<[f64; 2]> = ring
            .iter()
            .map(|at| [at[0].as_f64().unwrap(), at[1].as_f64().unwrap()])
            .collect();
        assert_eq!((corners.len(), corners[0]), (4, corners[3]));
        // Half of 3 by 4, above 0 where it turns to the left.
        let sum: f64 = corners
            .windows(2)
            .map(|ends| ends[0][0] * ends[1][1] - ends[1][0] * ends[0][1])
            .sum();
        assert_eq!(sum, 12.0);
    }

    #[test]
    fn a_world_with_nothing_in_it_is_still_a_collection() {
        let mut out = Vec::new();
        write(&mut out, "bare", Coordinates::Wgs84, []).unwrap();
        let read: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(read["features"], json!([]));
        // By RFC 7946 it says nothing of its system.
        assert!(read.get("crs").is_none() && read.get("units").is_none());
    }
}

//! What lies and stands in a world as GeoJSON: text, one feature a line.
//!
//! Coordinates are those of the world, metres to the east, to the north and up. RFC 7946 has longitude and latitude in their
//! place: a reader is to be told the projection that the world is in. The file says so in a member `units` beside
//! its features, which readers pass over.
//!
//! # Source
//! Butler et al. (2016), RFC 7946, The GeoJSON format.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::ExportError;

/// What a feature is on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geometry<'a> {
    /// A place, m.
    Point([f64; 3]),
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

/// Writes features as one collection.
///
/// # Errors
/// [`ExportError::Write`], also for a number that is not finite.
pub fn write<'a>(
    out: &mut impl Write,
    name: &str,
    features: impl IntoIterator<Item = Feature<'a>>,
) -> Result<(), ExportError> {
    let units = "metres of the world: to the east, to the north, up";
    write!(
        out,
        "{{\"type\":\"FeatureCollection\",\"name\":{},\"units\":{},\"features\":[",
        json!(name),
        json!(units)
    )?;
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
        write(&mut out, "valley", features).unwrap();
        let read: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(read["type"], "FeatureCollection");
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
        write(&mut out, "bare", []).unwrap();
        let read: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(read["features"], json!([]));
    }
}

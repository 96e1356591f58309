//! A window of polygons from a GeoJSON file.
//!
//! GeoJSON says that coordinates are longitude and latitude (RFC 7946). Distances between trees cannot be taken in degrees, so
//! here they are in the unit of the points, as GIS programs export them from a projected layer. Where nothing but the
//! standard says that they are degrees, a warning is left to who measures.

use std::fs;
use std::path::Path;

use serde_json::Value;
use understory_space::PolygonWindow;

use crate::error::Error;

/// How several features become one window.
const DISSOLVE: &str =
    "dissolve them to one, such as by Dissolve of QGIS, `sf::st_union` or shapely's `unary_union`";

/// The way out of degrees.
pub(super) const PROJECTED: &str = "give the polygon in the coordinates of the points, such as UTM in metres: GIS programs reproject a layer when \
                                    they save it";

/// Problems of one file that are listed.
const LISTED: usize = 10;
/// The polygons of a file, not yet checked against each other.
type Polygons = Vec<Vec<Vec<[f64; 2]>>>;

/// The window that a file describes, and whether it may be in degrees: nothing is said, and it could be.
pub(super) fn window(file: &Path) -> Result<(PolygonWindow, bool), Error> {
    let name = file.display().to_string();
    let refused = |why: String| {
        Error::refused(
            format!("{name}: {why}"),
            "a window is a GeoJSON Polygon or MultiPolygon in the unit of the points, holes allowed",
        )
    };
    if file.is_dir() {
        return Err(refused("it is a folder".to_owned()));
    }
    let bytes = fs::read(file).map_err(Error::not_opened(file))?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(refused("the file is empty".to_owned()));
    }
    if bytes.starts_with(b"SQLite format 3") {
        let why = "it is a GeoPackage or another SQLite file: save its layer as GeoJSON, such as by `ogr2ogr -f GeoJSON`";
        return Err(refused(why.to_owned()));
    }
    // Some programs begin a file with a byte order mark.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let json: Value = serde_json::from_slice(text).map_err(|error| refused(format!("no JSON: {error}")))?;
    let mut reader = Reader::default();
    reader.object(&json, "");
    if !reader.problems.is_empty() {
        let more = reader.problems.len().saturating_sub(LISTED);
        reader.problems.truncate(LISTED);
        if more > 0 {
            reader.problems.push(format!("{more} more problems"));
        }
        return Err(refused(reader.problems.join("; ")));
    }
    let mut corners = reader.polygons.iter().flatten().flatten();
    let may_be = corners.all(|corner| are_degrees(*corner));
    if let Some(system) = reader.system.filter(|system| is_in_degrees(system, may_be)) {
        return Err(Error::refused(
            format!(
                "{name}: its coordinate system is `{system}`, in degrees, but distances are measured in the plane"
            ),
            PROJECTED,
        ));
    }
    let window = PolygonWindow::new(&reader.polygons);
    let window = window.map_err(|error| {
        let way_out = if error.is_adjoining() {
            "parts that share a border are one part: dissolve them, such as by Fix geometries of QGIS, `sf::st_union` or \
             shapely's `unary_union`"
        } else {
            "mend it in a GIS program, such as by Fix geometries of QGIS"
        };
        Error::refused(format!("{name}: {error}"), way_out)
    })?;
    Ok((window, may_be && !reader.names_system))
}

/// Whether all corners could be degrees of longitude and latitude.
pub(super) fn may_be_degrees(window: &PolygonWindow) -> bool {
    window.rings().iter().flatten().all(|corner| are_degrees(*corner))
}

/// Whether a place could be a longitude and a latitude.
pub(super) fn are_degrees([x, y]: [f64; 2]) -> bool {
    x.abs() <= 180.0 && y.abs() <= 90.0
}

/// Whether a name of a column is that of degrees: `longitude`, `decimalLatitude`, `lon_wgs84`, but not `long_m`.
pub(crate) fn names_degrees(column: &str) -> bool {
    const WORDS: [&str; 9] = [
        "longitude",
        "latitude",
        "lon",
        "lat",
        "lng",
        "long",
        "wgs84",
        "deg",
        "degrees",
    ];
    let before_capital = |(at, letter): (usize, char)| {
        let is_within = column[..at].ends_with(|before: char| before.is_lowercase());
        [(is_within && letter.is_uppercase()).then_some(' '), Some(letter)]
    };
    let words: String = column.char_indices().flat_map(before_capital).flatten().collect();
    let words = words.to_lowercase();
    let mut words = words.split(|letter: char| !letter.is_alphanumeric());
    !words.clone().any(|word| word == "m")
        && words.any(|word| WORDS.contains(&word.strip_prefix("decimal").unwrap_or(word)))
}

/// Whether a coordinate system is one in degrees. EPSG has some projected ones among the codes of those.
fn is_in_degrees(system: &str, may_be: bool) -> bool {
    let last = system.rsplit([':', '/']).next().unwrap_or(system);
    match last.parse() {
        Ok(4326 | 4258) => true,
        Ok(code) => may_be && (4000..5000).contains(&code),
        Err(_) => last.to_ascii_uppercase().starts_with("CRS"),
    }
}

/// Polygons as they are found, and what is wrong, each with its place in the file.
#[derive(Default)]
struct Reader<'a> {
    polygons: Polygons,
    problems: Vec<String>,
    /// The name of the coordinate system: GeoJSON of 2008 has it in `crs`.
    system: Option<&'a str>,
    /// Whether there is a `crs`, be it of no name.
    names_system: bool,
}

impl<'a> Reader<'a> {
    fn problem(&mut self, at: &str, what: &str) {
        let at = at.trim_start_matches('.');
        self.problems.push(if at.is_empty() {
            what.to_owned()
        } else {
            format!("`{at}` {what}")
        });
    }

    fn object(&mut self, json: &'a Value, at: &str) {
        self.names_system |= json.get("crs").is_some();
        let system = json.pointer("/crs/properties/name").and_then(Value::as_str);
        self.system = self.system.or(system);
        let kind = json.get("type").and_then(Value::as_str);
        let part = |key: &str| format!("{at}.{key}");
        match (kind, json) {
            (Some("Polygon"), _) => self.polygon(&json["coordinates"], &part("coordinates")),
            (Some("MultiPolygon"), _) => match json["coordinates"].as_array() {
                Some(polygons) if !polygons.is_empty() => {
                    for (number, polygon) in polygons.iter().enumerate() {
                        self.polygon(polygon, &format!("{at}.coordinates[{number}]"));
                    }
                }
                _ => self.problem(&part("coordinates"), "is no list of polygons"),
            },
            (Some("Feature"), _) => match &json["geometry"] {
                Value::Null => self.problem(&part("geometry"), "is missing"),
                geometry => self.object(geometry, &part("geometry")),
            },
            (Some("FeatureCollection"), _) => match json["features"].as_array().map(Vec::as_slice) {
                Some([feature]) => self.object(feature, &format!("{at}.features[0]")),
                Some(features) => {
                    let found = features.len();
                    let what = format!("has {found} features, but a window is one: {DISSOLVE}");
                    self.problem(&part("features"), &what);
                }
                None => self.problem(&part("features"), "is no list of features"),
            },
            (Some(other), _) => {
                let what =
                    format!("is a {other}, but a window is a Polygon or MultiPolygon, or a Feature of one");
                self.problem(&part("type"), &what);
            }
            (None, Value::Object(_)) => self.problem(&part("type"), "is missing: it is no GeoJSON"),
            (None, _) => self.problem(at, "it is no GeoJSON object"),
        }
    }

    fn polygon(&mut self, json: &Value, at: &str) {
        let Some(rings) = json.as_array().filter(|rings| !rings.is_empty()) else {
            self.problem(at, "is no list of rings: an outer ring, then holes");
            return;
        };
        let rings = rings.iter().enumerate();
        let rings = rings.map(|(number, ring)| self.ring(ring, &format!("{at}[{number}]")));
        let rings = rings.collect();
        self.polygons.push(rings);
    }

    fn ring(&mut self, json: &Value, at: &str) -> Vec<[f64; 2]> {
        let Some(corners) = json.as_array() else {
            self.problem(at, "is no list of positions");
            return Vec::new();
        };
        if corners.len() < 4 {
            let what = format!(
                "has {} positions, but a ring has at least 4, of which the last is the first again",
                corners.len()
            );
            self.problem(at, &what);
        }
        let problems = self.problems.len();
        let mut ring = Vec::new();
        for (number, corner) in corners.iter().enumerate() {
            let numbers: Option<Vec<f64>> = corner
                .as_array()
                .and_then(|numbers| numbers.iter().map(Value::as_f64).collect());
            match numbers.as_deref() {
                // A height is left out: the window lies in the plane.
                Some([x, y] | [x, y, _]) => ring.push([*x, *y]),
                _ => self.problem(
                    &format!("{at}[{number}]"),
                    &format!("is {corner}, but a position is two numbers"),
                ),
            }
        }
        if let ([first, .., last], true) = (ring.as_slice(), self.problems.len() == problems)
            && first != last
        {
            let what = format!(
                "is not closed: it begins at ({}, {}) and ends at ({}, {}); repeat the first position at the end",
                first[0], first[1], last[0], last[1]
            );
            self.problem(at, &what);
        }
        ring
    }
}

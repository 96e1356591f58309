//! The numbers of a glTF file: one buffer, a view for each list, an accessor that says what stands there.
//!
//! Numbers must begin at multiples of four bytes, and indices of two bytes reach 65,535 vertices.

use serde_json::{Value, json};
use understory_branching::mesh::Mesh;

use super::axes::y_up;
use super::light::linear_light;
use crate::ExportError;
use crate::look::Colour;

/// Codes of the glTF specification.
pub(crate) const VERTICES: u32 = 34_962;
pub(crate) const INDICES: u32 = 34_963;
const FLOAT: u32 = 5126;
pub(crate) const BYTE: u32 = 5120;
pub(crate) const UNSIGNED_BYTE: u32 = 5121;
pub(crate) const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

/// By this extension directions may stand in whole numbers; readers need no decoder for it.
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// What a vertex is multiplied with where no light of the sky comes through the crown.
const DARKEST: f32 = 0.5;

/// What the colours of a vertex are multiplied with, in linear light, by the share of the sky's light that comes to it.
pub(crate) fn shade(light: f32) -> f32 {
    DARKEST + (1.0 - DARKEST) * light
}

/// Indices of two bytes reach so many vertices: the last number is kept for restarts.
const VERTICES_OF_SHORT: usize = 65_535;

/// Triangles with a colour for each vertex; all lists but the last have a row a vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coloured {
    /// Places, z up, m.
    pub places_m: Vec<[f32; 3]>,
    /// Directions away from the surface, of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Colours as on screen.
    pub colours: Vec<Colour>,
    /// Three vertices for each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Grows list by list.
#[derive(Default)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    /// Whether wind also stands in texture coordinates.
    pub(crate) wind_in_texture: bool,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds a mesh that has triangles; the primitive to put into a glTF mesh, without its material.
    ///
    /// Pictures hang from their top: the second texture coordinate counts downwards.
    pub(crate) fn mesh(&mut self, name: &str, mesh: &Mesh) -> Result<Value, ExportError> {
        check(name, mesh)?;
        let places: Vec<[f32; 3]> = mesh.places_m.iter().map(|&place| y_up(place)).collect();
        let mut attributes = json!({
            "POSITION": self.places(&places),
            "NORMAL": self.directions("VEC3", mesh.normals.iter().map(|&normal| (y_up(normal), 0))),
        });
        let texture = mesh.texture.iter().map(|&[u, v]| [u, 1.0 - v]);
        let is_share = |row: [f32; 2]| row.iter().all(|along| (0.0..=1.0).contains(along));
        attributes["TEXCOORD_0"] = json!(if texture.clone().all(is_share) {
            self.shares16(texture)
        } else {
            self.floats(Some(VERTICES), &texture.collect::<Vec<_>>())
        });
        if !mesh.tangents.is_empty() {
            // Turning all by the same keeps a right hand a right hand.
            let tangents = mesh.tangents.iter().map(|&tangent| (y_up(tangent), 127));
            attributes["TANGENT"] = json!(self.directions("VEC4", tangents));
        }
        if !mesh.light.is_empty() {
            let grey = |&light: &f32| [shade(light), shade(light), shade(light), 1.0];
            attributes["COLOR_0"] = json!(self.shares8(mesh.light.iter().map(grey)));
        }
        if !mesh.wind.is_empty() {
            attributes["_WIND"] = json!(self.shares8(mesh.wind.iter().copied()));
            if self.wind_in_texture {
                let [first, second] =
                    [0, 2].map(|at| mesh.wind.iter().map(move |row| [row[at], row[at + 1]]));
                attributes["TEXCOORD_1"] = json!(self.shares16(first));
                attributes["TEXCOORD_2"] = json!(self.shares16(second));
            }
        }
        let indices = self.indices(&mesh.triangles, places.len());
        Ok(json!({ "attributes": attributes, "indices": indices }))
    }

    /// Adds a mesh of ours with a colour for each vertex; the primitive to put into a glTF mesh.
    pub(crate) fn coloured(&mut self, mesh: &Coloured) -> Value {
        let places: Vec<[f32; 3]> = mesh.places_m.iter().map(|&place| y_up(place)).collect();
        let normals: Vec<[f32; 3]> = mesh.normals.iter().map(|&normal| y_up(normal)).collect();
        let position = self.places(&places);
        let normal = self.floats(Some(VERTICES), &normals);
        let colour = self.colours(&mesh.colours);
        let indices = self.indices(&mesh.triangles, places.len());
        json!({
            "attributes": { "POSITION": position, "NORMAL": normal, "COLOR_0": colour },
            "indices": indices,
        })
    }

    /// Writes into a description what it holds, and what readers need to know for it.
    pub(crate) fn put_into(&self, json: &mut Value) {
        if self
            .accessors
            .iter()
            .any(|accessor| accessor["componentType"] == BYTE)
        {
            require(json, QUANTIZATION);
        }
        json["accessors"] = json!(self.accessors);
        json["bufferViews"] = json!(self.views);
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
    }

    /// Adds rows of numbers, one for each instance; their accessor.
    pub(crate) fn instances<const N: usize>(&mut self, rows: &[[f32; N]]) -> usize {
        self.floats(None, rows)
    }

    /// Adds the bytes of a picture; its view.
    pub(crate) fn picture(&mut self, png: &[u8]) -> usize {
        self.view(None, |bytes| bytes.extend_from_slice(png))
    }

    /// Adds places with their bounds, which the specification asks for of places and of nothing else.
    fn places(&mut self, places: &[[f32; 3]]) -> usize {
        let position = self.floats(Some(VERTICES), places);
        let (low, high) = bounds(places);
        self.accessors[position]["min"] = json!(low);
        self.accessors[position]["max"] = json!(high);
        position
    }

    /// Adds colours in linear light, opaque, two bytes a channel: one byte would blur the dark ones.
    fn colours(&mut self, colours: &[Colour]) -> usize {
        let linear = linear_light();
        let view = self.view(Some(VERTICES), |bytes| {
            for colour in colours {
                let [red, green, blue] = colour.map(|channel| linear[usize::from(channel)]);
                bytes.extend(
                    [red, green, blue, u16::MAX]
                        .iter()
                        .flat_map(|channel| channel.to_le_bytes()),
                );
            }
        });
        self.normalized(view, UNSIGNED_SHORT, colours.len(), "VEC4")
    }

    /// Adds directions of length 1 in four bytes each, the last as given.
    fn directions(&mut self, kind: &str, rows: impl ExactSizeIterator<Item = ([f32; 3], i8)>) -> usize {
        let count = rows.len();
        let view = self.view(Some(VERTICES), |bytes| {
            for (row, last) in rows {
                let [x, y, z] = row.map(|along| (127.0 * along).round() as i8);
                bytes.extend([x, y, z, last].map(|along| along as u8));
            }
        });
        self.strided(view, 4);
        self.normalized(view, BYTE, count, kind)
    }

    /// Adds rows of shares from 0 to 1 in a byte each.
    fn shares8(&mut self, rows: impl ExactSizeIterator<Item = [f32; 4]>) -> usize {
        let count = rows.len();
        let view = self.view(Some(VERTICES), |bytes| {
            bytes.extend(rows.flatten().map(|share| (255.0 * share).round() as u8));
        });
        self.normalized(view, UNSIGNED_BYTE, count, "VEC4")
    }

    /// Adds rows of shares from 0 to 1 in two bytes each.
    fn shares16(&mut self, rows: impl ExactSizeIterator<Item = [f32; 2]>) -> usize {
        let count = rows.len();
        let view = self.view(Some(VERTICES), |bytes| {
            let shares = rows.flatten().map(|share| (65_535.0 * share).round() as u16);
            bytes.extend(shares.flat_map(u16::to_le_bytes));
        });
        self.normalized(view, UNSIGNED_SHORT, count, "VEC2")
    }

    /// Says that the rows of a view begin so many bytes after one another.
    fn strided(&mut self, view: usize, bytes: usize) {
        self.views[view]["byteStride"] = json!(bytes);
    }

    /// Shares of the greatest whole number; their accessor.
    fn normalized(&mut self, view: usize, code: u32, count: usize, kind: &str) -> usize {
        let accessor = self.accessor(view, code, count, kind);
        self.accessors[accessor]["normalized"] = json!(true);
        accessor
    }

    /// Adds rows of numbers; their accessor.
    fn floats<const N: usize>(&mut self, target: Option<u32>, rows: &[[f32; N]]) -> usize {
        let view = self.view(target, |bytes| {
            bytes.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
        });
        self.accessor(view, FLOAT, rows.len(), &format!("VEC{N}"))
    }

    /// Adds the corners of triangles, in two bytes each where that is enough.
    fn indices(&mut self, triangles: &[[u32; 3]], vertices: usize) -> usize {
        let numbers = triangles.iter().flatten();
        let is_short = vertices <= VERTICES_OF_SHORT;
        let view = self.view(Some(INDICES), |bytes| {
            if is_short {
                bytes.extend(numbers.flat_map(|&number| (number as u16).to_le_bytes()));
            } else {
                bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
            }
        });
        let code = if is_short { UNSIGNED_SHORT } else { UNSIGNED_INT };
        self.accessor(view, code, 3 * triangles.len(), "SCALAR")
    }

    /// Adds bytes at a multiple of four; their view.
    fn view(&mut self, target: Option<u32>, fill: impl FnOnce(&mut Vec<u8>)) -> usize {
        // Numbers of four bytes stand at multiples of four.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let start = self.bytes.len();
        fill(&mut self.bytes);
        let mut view = json!({
            "buffer": 0,
            "byteOffset": start,
            "byteLength": self.bytes.len() - start,
        });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, view: usize, code: u32, count: usize, kind: &str) -> usize {
        self.accessors.push(json!({
            "bufferView": view,
            "componentType": code,
            "count": count,
            "type": kind,
        }));
        self.accessors.len() - 1
    }
}

/// Says that a reader must know an extension.
pub(crate) fn require(json: &mut Value, extension: &str) {
    for list in ["extensionsUsed", "extensionsRequired"] {
        let mut names = json[list].as_array().cloned().unwrap_or_default();
        names.push(json!(extension));
        json[list] = json!(names);
    }
}

fn bounds(places: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let both = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    places.iter().fold(both, |(low, high), place| {
        let axes = [0, 1, 2];
        (
            axes.map(|axis| low[axis].min(place[axis])),
            axes.map(|axis| high[axis].max(place[axis])),
        )
    })
}

/// Refuses a mesh that no reader could show.
pub(crate) fn check(name: &str, mesh: &Mesh) -> Result<(), ExportError> {
    let rows = [mesh.places_m.len(), mesh.normals.len(), mesh.texture.len()];
    let own = [mesh.tangents.len(), mesh.light.len(), mesh.wind.len()];
    if rows != [rows[0]; 3] || own.iter().any(|&own| own != 0 && own != rows[0]) {
        let [places, normals, texture] = rows;
        return Err(ExportError::Unfit(format!(
            "{name} has {places} places, {normals} normals and {texture} texture coordinates, but needs as many of each"
        )));
    }
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(&corner) = corners.iter().find(|&&corner| corner as usize >= rows[0]) {
            return Err(ExportError::Unfit(format!(
                "{name}: triangle {triangle} has the corner {corner}, but there are {} vertices",
                rows[0]
            )));
        }
    }
    let is_finite = |row: &[f32]| row.iter().all(|value| value.is_finite());
    // What rounding to single numbers leaves of a length of 1.
    let is_unit = |row: &[f32]| (row.iter().map(|value| value * value).sum::<f32>() - 1.0).abs() < 1e-4;
    for vertex in 0..rows[0] {
        let (place, normal, texture) = (
            &mesh.places_m[vertex][..],
            &mesh.normals[vertex][..],
            &mesh.texture[vertex][..],
        );
        let bad = |row, value: &[f32], range| {
            let what = format!("{name}: the {row} of vertex {vertex}");
            ExportError::out_of_range(what, format!("{value:?}"), range)
        };
        if !is_finite(place) {
            return Err(bad("place", place, "finite"));
        }
        if !is_unit(normal) {
            return Err(bad("normal", normal, "of length 1"));
        }
        if !is_finite(texture) {
            return Err(bad("texture coordinate", texture, "finite"));
        }
    }
    Ok(())
}

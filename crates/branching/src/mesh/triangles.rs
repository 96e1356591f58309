//! Triangles as plain arrays.

use crate::vector::{self, Vector};

/// Triangles with normals of length 1 and texture coordinates; all lists but the last have a row a vertex.
///
/// `tangents`, `light` and `wind` may also be empty: a mesh then says nothing of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Places, m.
    pub places_m: Vec<[f32; 3]>,
    /// Directions away from the surface.
    pub normals: Vec<[f32; 3]>,
    /// Bark: repeats of a square picture, whole ones around the branch and as many along it as keep it square, but on thin wood
    /// none shorter than 0.25 m; around 0 in the middle of the branch.
    /// Leaves: a picture of two by two cells, each from left to right across and from below from stalk to tip: below a
    /// spray and a bough twice as long, above one four and one eight times as long.
    pub texture: Vec<[f32; 2]>,
    /// Where the first texture coordinate grows, of length 1 and at right angles to the normal. With the normal and the
    /// way in which the second one grows they are a right hand.
    pub tangents: Vec<[f32; 3]>,
    /// Share of the sky's light that comes through the crown, 0 to 1.
    pub light: Vec<f32>,
    /// How far wind moves a vertex, each 0 to 1: with the whole tree, with its limb, in which phase its limb moves, and
    /// how far leaves flutter.
    pub wind: Vec<[f32; 4]>,
    /// Three vertices for each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// All that a mesh holds of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) place: Vector,
    pub(super) normal: Vector,
    pub(super) tangent: Vector,
    pub(super) texture: [f64; 2],
    pub(super) light: f64,
    pub(super) wind: [f64; 4],
}

impl Mesh {
    /// The cards of a mesh of leaves: four corners each, both at the stalk first.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.places_m.as_chunks::<4>().0.iter().map(|card| {
            let [left, right, tip_right, tip_left] = card.map(|corner| corner.map(f64::from));
            Card {
                stalk_m: vector::scale(vector::add(left, right), 0.5),
                tip_m: vector::scale(vector::add(tip_left, tip_right), 0.5),
                width_m: vector::distance(left, right),
            }
        })
    }

    /// Adds a vertex whose tangent is brought to right angles with its normal; its number.
    pub(super) fn push(&mut self, vertex: Vertex) -> u32 {
        let Vertex { normal, tangent, .. } = vertex;
        let level = vector::sub(tangent, vector::scale(normal, vector::dot(tangent, normal)));
        let tangent = vector::direction(level).unwrap_or_else(|| vector::any_perpendicular(normal));
        self.places_m.push(vertex.place.map(|along| along as f32));
        self.normals.push(normal.map(|along| along as f32));
        self.tangents.push(tangent.map(|along| along as f32));
        self.texture.push(vertex.texture.map(|along| along as f32));
        self.light.push(vertex.light as f32);
        self.wind.push(vertex.wind.map(|share| share as f32));
        self.places_m.len() as u32 - 1
    }
}

/// A spray of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// Where it is attached, m.
    pub stalk_m: [f64; 3],
    /// Its other end, m.
    pub tip_m: [f64; 3],
    /// From edge to edge, m.
    pub width_m: f64,
}

//! Triangles as plain arrays.

use crate::vector;

/// Triangles with normals of length 1 and texture coordinates; all lists but the last have a row a vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Places, m.
    pub places_m: Vec<[f32; 3]>,
    /// Directions away from the surface.
    pub normals: Vec<[f32; 3]>,
    /// Bark: repeats of a square picture, whole ones around the branch and as many along it as keep it square.
    /// Leaves: 0 to 1 across, 0 to 1 from stalk to tip.
    pub texture: Vec<[f32; 2]>,
    /// Three vertices for each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
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
}

/// A leaf, or the spray of leaves that a card stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// Where it is attached, m.
    pub stalk_m: [f64; 3],
    /// Its other end, m.
    pub tip_m: [f64; 3],
    /// From edge to edge, m.
    pub width_m: f64,
}

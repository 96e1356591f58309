//! Stones and tufts of grass.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::math::ops;
use bevy::mesh::{PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

/// Blades of a tuft.
const BLADES: u32 = 40;
/// From blade to blade around, as a share of a turn, and in height: no two are alike.
const GOLDEN: f32 = 0.618_034;
/// Colours of a blade in linear light: at its root, and at its tip.
const BLADE: [Vec4; 2] = [
    Vec4::new(0.060, 0.095, 0.020, 1.0),
    Vec4::new(0.170, 0.230, 0.065, 1.0),
];

/// A ball with dents, 1 m across, in flat faces.
pub fn stone() -> Result<Mesh> {
    let mut mesh = Sphere::new(0.5).mesh().ico(2)?;
    if let Some(VertexAttributeValues::Float32x3(places)) = mesh.attribute_mut(Mesh::ATTRIBUTE_POSITION) {
        for place in places {
            let [x, y, z] = *place;
            let dent = ops::sin(5.0 * x + 2.0) + ops::sin(6.0 * z + 3.0 * y) + ops::cos(7.0 * y - 2.0 * x);
            *place = place.map(|along| along * (1.0 + 0.12 * dent));
        }
    }
    Ok(mesh.with_duplicated_vertices().with_computed_flat_normals())
}

/// Blades that lean out, a triangle each; they are lit as the ground is.
pub fn grass() -> Mesh {
    let (mut places, mut colours) = (Vec::new(), Vec::new());
    for number in 0..BLADES {
        let number = number as f32;
        let (sin, cos) = ops::sin_cos(TAU * GOLDEN * number);
        let out = Vec3::new(cos, 0.0, sin);
        let root = 0.34 * (number / BLADES as f32).sqrt() * out;
        let across = 0.016 * Vec3::new(-sin, 0.0, cos);
        let tip = root + 0.16 * out + (0.22 + 0.26 * (7.0 * GOLDEN * number).fract()) * Vec3::Y;
        places.extend([root - across, root + across, tip]);
        colours.extend([BLADE[0], BLADE[0], BLADE[1]]);
    }
    let normals = vec![Vec3::Y; places.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
}

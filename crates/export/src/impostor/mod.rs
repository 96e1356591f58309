//! A tree as a picture of itself from many sides, for when it is far away: an impostor.
//!
//! An atlas of square views, seen from the directions of a half sphere laid out as an octahedron is unfolded: the cell in
//! column *i* and row *j* of *n* by *n* is seen from *(x, y, z)* ∝ *((u + v)/2, (u − v)/2, 1 − |x| − |y|)*, z up, with
//! *u = 2i/(n − 1) − 1* from left to right and *v* likewise from the top down. A shader draws one square that faces the
//! camera and mixes the nearest views; what it needs stands in the `extras` of the node and of the material. Readers without
//! one see three upright squares across each other.
//!
//! # Source
//! R. Brucks, "Octahedral Impostors" (2018), by whose layout engines draw them.

mod raster;

use std::io::Write;

use serde_json::json;
use understory_branching::mesh::{Mesh, TreeMesh};
use understory_numerics::parallel::{join, map};

use crate::ExportError;
use crate::glb::{self, Buffer, Materials, y_up};
use crate::picture::{CUTOFF, keep_coverage, png_packed};
use crate::skin::Skin;
use raster::{Frame, Sample};

/// Views along a side of the atlas, and pixels along a side of a view.
const VIEWS: usize = 6;
const VIEW_SIDE: usize = 128;
/// Each pixel is the mean of so many by so many samples.
const FINER: usize = 2;
/// Levels of the atlas that keep their coverage; in smaller ones views of few pixels run into each other.
const LEVELS: u32 = 4;
/// Columns and rows of the views that the three squares show: from the side, about 60° apart.
const SQUARES: [[usize; 2]; 3] = [[5, 5], [5, 2], [3, 0]];

/// A square's normal is made of the way to its viewer, that from its middle to the corner, and the way up.
const TOWARD: f64 = 0.7;
const ROUND: f64 = 0.5;
const UP: f64 = 0.45;
/// What is left of the sky's light on the squares: parts of a crown lie in each other's shadow, those of a square do not.
const LIGHT: f32 = 0.3;

/// The direction, z up, from which a view is seen.
fn seen_from([column, row]: [usize; 2]) -> [f64; 3] {
    let along = |at: usize| 2.0 * at as f64 / (VIEWS - 1) as f64 - 1.0;
    let (u, v) = (along(column), along(row));
    let (x, y) = ((u + v) / 2.0, (u - v) / 2.0);
    let z = 1.0 - x.abs() - y.abs();
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

/// Writes the impostor of a tree's level as a binary glTF file; its bytes.
///
/// # Errors
/// [`ExportError`] before anything is written, if a mesh is none; [`ExportError::Write`].
pub fn write_impostor(
    out: &mut dyn Write,
    name: &str,
    tree: &TreeMesh,
    skin: &Skin,
) -> Result<u64, ExportError> {
    for (part, mesh) in [("bark", &tree.bark), ("leaves", &tree.leaves)] {
        glb::check(part, mesh)?;
    }
    let (centre_m, radius_m) = ball(tree);
    let side = VIEWS * VIEW_SIDE;
    let mut leaf = vec![0.0; side * side];
    let mut colour = vec![[0_u8; 4]; side * side];
    let mut normal = vec![[128_u8, 128, 255]; side * side];
    let (mut sum, mut seen) = ([0_u64; 3], 0_u64);
    let parts = [(&tree.bark, &skin.bark.maps), (&tree.leaves, &skin.leaves.maps)];
    let views = map(VIEWS * VIEWS, 1, |view| {
        let sight = seen_from([view % VIEWS, view / VIEWS]);
        let samples = Frame::towards(sight, centre_m, radius_m, FINER * VIEW_SIDE).draw(&parts);
        pixels(&samples)
    });
    for (view, pixels) in views.into_iter().enumerate() {
        let cell = [view % VIEWS, view / VIEWS];
        for (pixel, seen_there) in pixels.into_iter().enumerate() {
            let (row, column) = (pixel / VIEW_SIDE, pixel % VIEW_SIDE);
            let at = (cell[1] * VIEW_SIDE + row) * side + cell[0] * VIEW_SIDE + column;
            let Some((share, mean)) = seen_there else {
                continue;
            };
            leaf[at] = share;
            colour[at] = [mean.colour[0], mean.colour[1], mean.colour[2], 0];
            normal[at] = y_up(mean.normal).map(|along| (127.5 * (along + 1.0)).round() as u8);
            seen += 1;
            (0..3).for_each(|channel| sum[channel] += u64::from(mean.colour[channel]));
        }
    }
    // Where nothing is seen the mean colour stands, so that edges do not darken when the picture is made smaller.
    let mean = sum.map(|sum| (sum / seen.max(1)) as u8);
    for (pixel, opacity) in colour.iter_mut().zip(keep_coverage(&leaf, side, LEVELS)) {
        if pixel[..3] == [0; 3] {
            *pixel = [mean[0], mean[1], mean[2], 0];
        }
        pixel[3] = (255.0 * opacity).round() as u8;
    }
    let (colour, normal) = join(
        || png_packed(&colour, png::Compression::Fast),
        || png_packed(&normal, png::Compression::Fast),
    );
    let (colour, normal) = (colour?, normal?);

    let mut buffer = Buffer::default();
    let mut primitive = buffer.mesh("impostor", &squares(centre_m, radius_m, stem_of(tree)))?;
    primitive["material"] = json!(0);
    let mut materials = Materials::default();
    materials.impostor(&mut buffer, &colour, &normal);
    let told = json!({
        "layout": "hemi-octahedral",
        "views": VIEWS,
        "centre_m": y_up(centre_m),
        "radius_m": radius_m,
        "cutoff": CUTOFF,
    });
    let mut json = json!({
        "asset": {
            "version": "2.0",
            "generator": concat!("understory ", env!("CARGO_PKG_VERSION")),
            "extras": { "tree": name, "unit": "m", "levels": 1 },
        },
        "scene": 0,
        "scenes": [{ "name": format!("{name}_impostor"), "nodes": [0] }],
        "nodes": [{
            "name": format!("{name}_impostor"),
            "mesh": 0,
            "extras": { "vertices": 8 * SQUARES.len(), "triangles": 4 * SQUARES.len(), "impostor": told },
        }],
        "meshes": [{ "name": format!("{name}_impostor"), "primitives": [primitive] }],
    });
    materials.put_into(&mut json);
    buffer.put_into(&mut json);
    glb::write(out, &json, &buffer.bytes)
}

/// What each pixel of a view shows.
fn pixels(samples: &[Option<Sample>]) -> Vec<Option<(f64, Sample)>> {
    let pixel = |pixel: usize| {
        let (row, column) = (pixel / VIEW_SIDE, pixel % VIEW_SIDE);
        mean_of((0..FINER * FINER).filter_map(|fine| {
            let row = row * FINER + fine / FINER;
            samples[row * FINER * VIEW_SIDE + column * FINER + fine % FINER]
        }))
    };
    (0..VIEW_SIDE * VIEW_SIDE).map(pixel).collect()
}

/// Share of a pixel's samples that hit something, and their mean.
fn mean_of(hits: impl Iterator<Item = Sample>) -> Option<(f64, Sample)> {
    let (mut count, mut colour, mut normal) = (0_u32, [0_u32; 3], [0.0; 3]);
    for hit in hits {
        count += 1;
        (0..3).for_each(|at| colour[at] += u32::from(hit.colour[at]));
        (0..3).for_each(|at| normal[at] += hit.normal[at]);
    }
    let length = normal.iter().map(|along| along * along).sum::<f64>().sqrt();
    (count > 0).then(|| {
        let mean = Sample {
            colour: colour.map(|sum| (sum / count) as u8),
            normal: if length > 0.0 {
                normal.map(|along| along / length)
            } else {
                [0.0, 0.0, 1.0]
            },
        };
        (f64::from(count) / (FINER * FINER) as f64, mean)
    })
}

/// The ball around all that stands above the ground.
fn ball(tree: &TreeMesh) -> ([f64; 3], f64) {
    let places = || {
        let all = tree.bark.places_m.iter().chain(&tree.leaves.places_m);
        all.map(|place| place.map(f64::from))
    };
    let both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (low, high) = places().fold(both, |(low, high), place| {
        (
            std::array::from_fn(|axis| f64::min(low[axis], place[axis])),
            std::array::from_fn(|axis| f64::max(high[axis], place[axis])),
        )
    });
    if !low[0].is_finite() {
        return ([0.0; 3], 1.0);
    }
    let centre: [f64; 3] = std::array::from_fn(|axis| (low[axis] + high[axis]) / 2.0);
    let off = |place: [f64; 3]| {
        (0..3)
            .map(|axis| (place[axis] - centre[axis]) * (place[axis] - centre[axis]))
            .sum::<f64>()
    };
    (centre, places().map(off).fold(0.0, f64::max).sqrt().max(1e-3))
}

/// Where the stem stands: it is the thickest of the wood that things run into.
fn stem_of(tree: &TreeMesh) -> Option<[f64; 3]> {
    tree.collision.first().map(|stem| stem.from_m)
}

/// The three upright squares, each with its view. They cross at the stem: seen from the side, all show it in its place.
fn squares(centre_m: [f64; 3], radius_m: f64, stem_m: Option<[f64; 3]>) -> Mesh {
    let mut mesh = Mesh::default();
    // Views do not run into each other: half a pixel of each border is left out.
    let inset = 0.5 / (VIEWS * VIEW_SIDE) as f64;
    for cell in SQUARES {
        let frame = Frame::towards(seen_from(cell), centre_m, radius_m, 1);
        // Moved along its line of sight a square shows the same.
        let toward = frame.sight;
        let stem_m = stem_m.unwrap_or(centre_m);
        let moved_m: f64 = (0..2)
            .map(|axis| (stem_m[axis] - centre_m[axis]) * toward[axis])
            .sum();
        for side in [1.0, -1.0] {
            let first = mesh.places_m.len() as u32;
            for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let place: [f64; 3] = std::array::from_fn(|axis| {
                    centre_m[axis]
                        + moved_m * toward[axis]
                        + radius_m * ((2.0 * u - 1.0) * frame.right[axis] + (2.0 * v - 1.0) * frame.up[axis])
                });
                let share = |at: usize, along: f64| {
                    let low = at as f64 / VIEWS as f64;
                    low + inset + along * (1.0 / VIEWS as f64 - 2.0 * inset)
                };
                mesh.places_m.push(place.map(|along| along as f32));
                // As those of a round crown on the side from which the square is seen.
                let round: [f64; 3] = std::array::from_fn(|axis| {
                    TOWARD * side * toward[axis]
                        + ROUND * ((2.0 * u - 1.0) * frame.right[axis] + (2.0 * v - 1.0) * frame.up[axis])
                });
                let mean = [round[0], round[1], round[2] + UP];
                let length = mean.iter().map(|along| along * along).sum::<f64>().sqrt();
                mesh.normals.push(mean.map(|along| (along / length) as f32));
                mesh.light.push(LIGHT);
                mesh.texture
                    .push([share(cell[0], u) as f32, (1.0 - share(cell[1], 1.0 - v)) as f32]);
            }
            let front = [[first, first + 1, first + 2], [first, first + 2, first + 3]];
            let turned = |[a, b, c]: [u32; 3]| if side > 0.0 { [a, b, c] } else { [a, c, b] };
            mesh.triangles.extend(front.map(turned));
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stem beside the middle of its crown: every square holds the upright line through it, and is seen from both sides.
    #[test]
    fn squares_cross_at_the_stem() {
        let mesh = squares([1.0, -2.0, 5.0], 6.0, Some([-0.5, 0.25, 0.0]));
        assert_eq!(mesh.places_m.len(), 8 * SQUARES.len());
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|corner| mesh.places_m[corner as usize].map(f64::from));
            let edge = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
            let (p, q) = (edge(b), edge(c));
            let normal = [
                p[1] * q[2] - p[2] * q[1],
                p[2] * q[0] - p[0] * q[2],
                p[0] * q[1] - p[1] * q[0],
            ];
            let off = (-0.5 - a[0]) * normal[0] + (0.25 - a[1]) * normal[1];
            assert!(off.abs() < 1e-3 && normal[2].abs() < 1e-3, "{off}, {normal:?}");
            // Its own normals look to the side from which it is seen.
            let own = triangle.iter().fold([0.0; 3], |sum, &corner| {
                let own = mesh.normals[corner as usize];
                [0, 1, 2].map(|axis| sum[axis] + f64::from(own[axis]))
            });
            assert!((0..3).map(|axis| own[axis] * normal[axis]).sum::<f64>() > 0.0);
        }
    }

    #[test]
    fn views_lie_on_the_half_sphere_and_the_squares_are_seen_from_the_side() {
        for view in 0..VIEWS * VIEWS {
            let [x, y, z] = seen_from([view % VIEWS, view / VIEWS]);
            assert!(((x * x + y * y + z * z).sqrt() - 1.0).abs() < 1e-12 && z > -1e-12);
        }
        assert_eq!(seen_from([5, 5]), [1.0, 0.0, 0.0]);
        let angles = SQUARES.map(|cell| {
            let [x, y, z] = seen_from(cell);
            assert!(z.abs() < 1e-12, "{cell:?}");
            understory_numerics::math::atan2(y, x).to_degrees()
        });
        assert!(
            (angles[1] - 60.0).abs() < 6.0 && (angles[2] - 120.0).abs() < 6.0,
            "{angles:?}"
        );
    }
}

//! Triangles with colours as they are drawn, part by part; at the end they are brought to size and get their normals.

use understory_numerics::math;
use understory_numerics::philox::philox4x32;
use understory_numerics::sample::unit_from_u32;

use super::vector::{UP, Vector, add, cross, direction, length, scale, sub};
use crate::glb::Coloured;
use crate::look::Colour;

/// Stems of trees.
pub(super) const WOOD: Colour = [104, 82, 62];

/// How far normals of leaves lean upwards. Below 1, they stay on their leaf's side.
const LEAN: f64 = 0.8;

/// How the triangles of a part take the light.
#[derive(Clone, Copy)]
pub(super) enum Shading {
    /// Each for itself, with edges between them.
    Flat,
    /// As one bent surface.
    Round,
    /// As one bent surface seen from both sides, lit from above more than it would be: light shines through leaves.
    Leaf,
}

/// A shape that comes to be.
pub(super) struct Sketch {
    pub(super) height_m: f64,
    pub(super) width_m: f64,
    pub(super) colour: Colour,
    places: Vec<Vector>,
    colours: Vec<Colour>,
    /// Triangles of the part that is being drawn.
    open: Vec<[u32; 3]>,
    parts: Vec<(Shading, Vec<[u32; 3]>)>,
}

impl Sketch {
    pub(super) fn new(height_m: f64, width_m: f64, colour: Colour) -> Self {
        Sketch {
            height_m,
            width_m,
            colour,
            places: Vec::new(),
            colours: Vec::new(),
            open: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Adds a corner; its number.
    pub(super) fn corner(&mut self, place: Vector, colour: Colour) -> u32 {
        self.places.push(place);
        self.colours.push(colour);
        self.places.len() as u32 - 1
    }

    /// Adds a triangle, its corners counter-clockwise seen from outside.
    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        self.open.push(corners);
    }

    /// Adds two triangles, their corners counter-clockwise seen from outside.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.open.extend([[a, b, c], [a, c, d]]);
    }

    /// Adds a band between two rings of as many corners, the second above the first seen from outside, where they
    /// run counter-clockwise about the direction from the first to the second.
    pub(super) fn band(&mut self, low: &[u32], high: &[u32]) {
        for at in 0..low.len() {
            let next = (at + 1) % low.len();
            self.quad([low[at], low[next], high[next], high[at]]);
        }
    }

    /// Adds triangles from a ring to one corner on the side from which it runs counter-clockwise.
    pub(super) fn fan(&mut self, ring: &[u32], tip: u32) {
        for at in 0..ring.len() {
            self.triangle([ring[at], ring[(at + 1) % ring.len()], tip]);
        }
    }

    /// Ends a part.
    pub(super) fn shade(&mut self, shading: Shading) {
        let triangles = std::mem::take(&mut self.open);
        self.parts.push((shading, triangles));
    }

    /// The shape, from z = 0 to its height and as wide as was asked for.
    pub(super) fn finish(mut self) -> Coloured {
        self.fit();
        let mut mesh = Coloured::default();
        for (shading, triangles) in &self.parts {
            // What was pressed flat onto the ground has no area.
            let triangles: Vec<[u32; 3]> = triangles
                .iter()
                .copied()
                .filter(|&triangle| length(self.across(triangle)) > 1e-9 * self.height_m * self.width_m)
                .collect();
            match shading {
                Shading::Flat => {
                    for triangle in triangles {
                        let normal = direction(self.across(triangle));
                        let corners = triangle.map(|corner| self.vertex(&mut mesh, corner, normal));
                        mesh.triangles.push(corners);
                    }
                }
                Shading::Round => self.surface(&mut mesh, &triangles, 0.0),
                Shading::Leaf => {
                    self.surface(&mut mesh, &triangles, LEAN);
                    let reversed: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
                    self.surface(&mut mesh, &reversed, LEAN);
                }
            }
        }
        mesh
    }

    /// Adds triangles that share their corners, with normals between those of the triangles at each corner.
    fn surface(&self, mesh: &mut Coloured, triangles: &[[u32; 3]], lean: f64) {
        let mut normals = vec![[0.0; 3]; self.places.len()];
        for &triangle in triangles {
            let across = self.across(triangle);
            for corner in triangle {
                let sum = &mut normals[corner as usize];
                *sum = add(*sum, across);
            }
        }
        let mut vertices = vec![None; self.places.len()];
        for triangle in triangles {
            let corners = triangle.map(|corner| {
                *vertices[corner as usize].get_or_insert_with(|| {
                    let normal = direction(normals[corner as usize]);
                    self.vertex(mesh, corner, direction(add(normal, scale(UP, lean))))
                })
            });
            mesh.triangles.push(corners);
        }
    }

    fn vertex(&self, mesh: &mut Coloured, corner: u32, normal: Vector) -> u32 {
        mesh.places_m
            .push(self.places[corner as usize].map(|along| along as f32));
        mesh.normals.push(normal.map(|along| along as f32));
        mesh.colours.push(self.colours[corner as usize]);
        mesh.places_m.len() as u32 - 1
    }

    /// The normal of a triangle, as long as twice its area.
    fn across(&self, triangle: [u32; 3]) -> Vector {
        let [a, b, c] = triangle.map(|corner| self.places[corner as usize]);
        cross(sub(b, a), sub(c, a))
    }

    /// Stretches the places to the size that was asked for.
    fn fit(&mut self) {
        let [low, high] = [f64::min, f64::max].map(|pick| {
            let places = self.places.iter().copied();
            places
                .reduce(|a, b| [0, 1, 2].map(|axis| pick(a[axis], b[axis])))
                .unwrap_or_default()
        });
        let wide = (high[0] - low[0]).max(high[1] - low[1]);
        let [across, up] = [self.width_m / wide, self.height_m / (high[2] - low[2])];
        for [x, y, z] in &mut self.places {
            (*x, *y, *z) = (*x * across, *y * across, (*z - low[2]) * up);
        }
    }
}

/// A place of a circle about the upright through the origin, after a share of a turn.
pub(super) fn round(radius: f64, turn: f64, z: f64) -> Vector {
    let (sine, cosine) = math::sin_cos(turn * std::f64::consts::TAU);
    [radius * cosine, radius * sine, z]
}

/// A number from 0 to 1 that is always the same for the same two.
pub(super) fn chance(series: u32, number: u32) -> f64 {
    unit_from_u32(philox4x32([number, 0, 0, 0], [series, 0])[0])
}

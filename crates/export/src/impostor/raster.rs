//! A small rasteriser: triangles with their pictures, seen along parallel lines.

use std::ops::Range;

use understory_branching::mesh::Mesh;

use crate::picture::{CUTOFF, Maps, shaded};

/// What a sample hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// As on screen, with the shade of the crown.
    pub(super) colour: [u8; 3],
    /// z up, of length 1.
    pub(super) normal: [f64; 3],
}

/// From where a picture is seen, and how large it is.
pub(super) struct Frame {
    centre_m: [f64; 3],
    radius_m: f64,
    side: usize,
    pub(super) sight: [f64; 3],
    pub(super) right: [f64; 3],
    pub(super) up: [f64; 3],
}

impl Frame {
    /// A square of so many samples around a ball, seen from a direction.
    pub(super) fn towards(sight: [f64; 3], centre_m: [f64; 3], radius_m: f64, side: usize) -> Self {
        let level = (sight[0] * sight[0] + sight[1] * sight[1]).sqrt();
        let right = if level > 1e-9 {
            [-sight[1] / level, sight[0] / level, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        Self {
            centre_m,
            radius_m,
            side,
            sight,
            right,
            up: cross(sight, right),
        }
    }

    /// What each sample hits, row by row from the top.
    pub(super) fn draw(&self, parts: &[(&Mesh, &Maps)]) -> Vec<Option<Sample>> {
        let mut hits: Vec<Option<Hit>> = vec![None; self.side * self.side];
        let mut near = vec![f64::NEG_INFINITY; self.side * self.side];
        let half = self.side as f64 / 2.0;
        let opaque = (255.0 * CUTOFF) as u8;
        for (part, (mesh, maps)) in parts.iter().enumerate() {
            let has_holes = maps.colour.iter().any(|pixel| pixel[3] < opaque);
            let seen: Vec<[f64; 3]> = mesh
                .places_m
                .iter()
                .map(|place| {
                    let off = std::array::from_fn(|axis| f64::from(place[axis]) - self.centre_m[axis]);
                    let x = half * (1.0 + dot(off, self.right) / self.radius_m);
                    let y = half * (1.0 - dot(off, self.up) / self.radius_m);
                    [x, y, dot(off, self.sight)]
                })
                .collect();
            for triangle in nearest_first(&mesh.triangles, &seen) {
                let at = mesh.triangles[triangle].map(|corner| corner as usize);
                let [a, b, c] = at.map(|at| seen[at]);
                // The samples whose middles lie between the corners; through whole numbers, for `ceil` is a call on the
                // processors that we build for.
                let range = |axis: usize| {
                    let low = a[axis].min(b[axis]).min(c[axis]);
                    let high = a[axis].max(b[axis]).max(c[axis]);
                    let [low, high] = [low, high].map(|end| ((end + 0.5) as i32).max(0) as usize);
                    low..high.min(self.side)
                };
                let (down, across) = (range(1), range(0));
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
                // Rows count downwards: what is seen from its back has an area above 0.
                if down.is_empty() || across.is_empty() || area >= 0.0 {
                    continue;
                }
                // How the share of the corner across from each side grows along both axes, and what it is at 0.
                let per_area = 1.0 / area;
                let sides = [(b, c), (c, a), (a, b)].map(|(p, q)| {
                    let at_0 = (p[0] * q[1] - q[0] * p[1]) * per_area;
                    [(p[1] - q[1]) * per_area, (q[0] - p[0]) * per_area, at_0]
                });
                for row in down {
                    let y = row as f64 + 0.5;
                    let along = sides.map(|[by_x, by_y, at_0]| [by_x, by_y * y + at_0]);
                    for column in narrowed(along, across.clone()) {
                        let x = column as f64 + 0.5;
                        let weights = along.map(|[by_x, at_0]| by_x * x + at_0);
                        if weights.iter().any(|&weight| weight < 0.0) {
                            continue;
                        }
                        let depth = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
                        let sample = row * self.side + column;
                        if depth <= near[sample] {
                            continue;
                        }
                        if !has_holes || pixel_at(mesh, maps, at, weights)[3] >= opaque {
                            near[sample] = depth;
                            hits[sample] = Some(Hit {
                                part,
                                triangle,
                                weights,
                            });
                        }
                    }
                }
            }
        }
        let sample = |hit: Option<Hit>| {
            let Hit {
                part,
                triangle,
                weights,
            } = hit?;
            let (mesh, maps) = parts[part];
            let at = mesh.triangles[triangle].map(|corner| corner as usize);
            Some(sample(mesh, maps, at, weights))
        };
        hits.into_iter().map(sample).collect()
    }
}

/// The columns of a row in which no share is below 0, and one to each side for the rounding; of each share, how it grows along
/// the row and what it is at 0.
fn narrowed(shares: [[f64; 2]; 3], across: Range<usize>) -> Range<usize> {
    let (mut low, mut high) = (across.start as f64, across.end as f64);
    for [by_x, at_0] in shares {
        let zero = -at_0 / by_x;
        if by_x > 0.0 {
            low = low.max(zero - 1.5);
        } else if by_x < 0.0 {
            high = high.min(zero + 1.5);
        }
    }
    // Through whole numbers, as above.
    low as i32 as usize..high.max(0.0) as i32 as usize
}

/// Numbers of triangles, those that reach nearest first, for what they hide is not looked up then.
fn nearest_first(triangles: &[[u32; 3]], seen: &[[f64; 3]]) -> Vec<usize> {
    let nearness = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|corner| seen[corner as usize][2]);
        a.max(b).max(c)
    };
    let mut sorted: Vec<(f64, usize)> = triangles.iter().map(nearness).zip(0..).collect();
    sorted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    sorted.into_iter().map(|(_, triangle)| triangle).collect()
}

/// A place of a triangle.
#[derive(Clone, Copy)]
struct Hit {
    part: usize,
    triangle: usize,
    weights: [f64; 3],
}

fn mix(weights: [f64; 3], at: [usize; 3], of: impl Fn(usize) -> f32) -> f64 {
    weights[0] * f64::from(of(at[0])) + weights[1] * f64::from(of(at[1])) + weights[2] * f64::from(of(at[2]))
}

/// The pixel of the picture at a place of a triangle.
fn pixel_at(mesh: &Mesh, maps: &Maps, at: [usize; 3], weights: [f64; 3]) -> [u8; 4] {
    let pixel = |axis: usize| {
        let share = mix(weights, at, |vertex| mesh.texture[vertex][axis]);
        // The last row and column of a card, and not the first again.
        let share = if share == 1.0 { 1.0 - 1e-9 } else { share };
        // Through whole numbers, for `floor` is a call on the processors that we build for.
        let part = share - (share as i64) as f64;
        let part = if part < 0.0 { part + 1.0 } else { part };
        (part * maps.side as f64) as usize % maps.side
    };
    maps.colour[(maps.side - 1 - pixel(1)) * maps.side + pixel(0)]
}

/// What is seen at a place of a triangle.
fn sample(mesh: &Mesh, maps: &Maps, at: [usize; 3], weights: [f64; 3]) -> Sample {
    let [red, green, blue, _] = pixel_at(mesh, maps, at, weights);
    let light = if mesh.light.is_empty() {
        1.0
    } else {
        crate::glb::shade(mix(weights, at, |vertex| mesh.light[vertex]) as f32)
    };
    let normal: [f64; 3] = std::array::from_fn(|axis| mix(weights, at, |vertex| mesh.normals[vertex][axis]));
    let length = dot(normal, normal).sqrt().max(1e-9);
    Sample {
        // A share of the light is about so much of the colour on screen, whose light is its square.
        colour: shaded([red, green, blue], f64::from(light).sqrt()),
        normal: normal.map(|along| along / length),
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of a metre before one of two, seen along x: it hides a quarter of it, and both are as large as they are. From
    /// behind the larger one hides it; without its back it does not.
    #[test]
    fn the_nearer_of_two_squares_hides_the_other() {
        let square = |x: f32, half: f32| Mesh {
            places_m: vec![
                [x, -half, -half],
                [x, half, -half],
                [x, half, half],
                [x, -half, half],
            ],
            normals: vec![[1.0, 0.0, 0.0]; 4],
            texture: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
            triangles: vec![[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]],
            ..Mesh::default()
        };
        let plain = |red: u8| Maps {
            side: 8,
            colour: vec![[red, 0, 0, 255]; 8 * 8],
            ..Maps::default()
        };
        let (near, far) = (square(0.5, 0.5), square(-0.5, 1.0));
        let frame = Frame::towards([1.0, 0.0, 0.0], [0.0; 3], 2.0, 80);
        let hits = frame.draw(&[(&near, &plain(200)), (&far, &plain(100))]);
        let of = |red: u8| hits.iter().flatten().filter(|hit| hit.colour[0] == red).count();
        assert_eq!((of(200), of(100)), (20 * 20, 40 * 40 - 20 * 20));
        let behind = Frame::towards([-1.0, 0.0, 0.0], [0.0; 3], 2.0, 80);
        let hits = behind.draw(&[(&near, &plain(200)), (&far, &plain(100))]);
        assert_eq!(
            hits.iter().flatten().filter(|hit| hit.colour[0] == 100).count(),
            40 * 40
        );
        let front = Mesh {
            triangles: far.triangles[..2].to_vec(),
            ..far
        };
        let hits = behind.draw(&[(&near, &plain(200)), (&front, &plain(100))]);
        assert!(hits.iter().flatten().all(|hit| hit.colour[0] == 200));
    }
}

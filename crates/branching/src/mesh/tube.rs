//! A tube around a line, with rings that neither turn about it nor grow thin where it bends, and that may have fewer
//! sides than the ring before.

use understory_numerics::math;

use crate::mesh::flare::Flare;
use crate::mesh::triangles::{Mesh, Vertex};
use crate::vector::{Vector, add, any_perpendicular, between, cross, direction, distance, dot, scale, sub};

/// Around a stem the picture of its bark repeats each so many metres, or as nearly as whole repeats go.
const REPEAT_M: f64 = 0.6;
/// Along thin wood the picture is drawn out to so many metres a repeat: many repeats would leave the numbers of an engine
/// that stores them in 16 bits without digits for what lies between.
const LEAST_REPEAT_M: f64 = 0.25;

/// A ring of a tube; one without sides is the point at its tip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) place: Vector,
    pub(super) radius_m: f64,
    pub(super) sides: u32,
    /// How far it is into the flare of a foot, 0 to 1.
    pub(super) flare: f64,
    pub(super) light: f64,
    pub(super) wind: [f64; 4],
}

impl Ring {
    /// A ring a share of the way to another, with its own sides.
    pub(super) fn towards(&self, other: &Self, share: f64) -> Self {
        let mix = |own: f64, other: f64| own + (other - own) * share;
        Self {
            place: between(self.place, other.place, share),
            radius_m: mix(self.radius_m, other.radius_m),
            sides: self.sides,
            flare: mix(self.flare, other.flare),
            light: mix(self.light, other.light),
            wind: std::array::from_fn(|at| mix(self.wind[at], other.wind[at])),
        }
    }
}

/// Triangles that a tube of these rings takes.
pub(super) fn triangles_of(rings: &[Ring]) -> usize {
    let between = rings.windows(2).map(|pair| pair[0].sides + pair[1].sides);
    between.sum::<u32>() as usize + rings.last().map_or(0, |ring| ring.sides as usize)
}

/// Draws a tube. It begins open, for its first ring lies in other wood or in the ground; it ends in a point, or, where
/// its last ring has sides, in a flat cut.
pub(super) fn tube(mesh: &mut Mesh, rings: &[Ring], foot: Option<&Flare>) {
    let last = rings.len() - 1;
    // The end of a foot is narrower than its stem.
    let first = usize::from(foot.is_some()).min(last);
    let girth_m = std::f64::consts::TAU * rings[first].radius_m;
    let repeats = (girth_m / REPEAT_M).round().max(1.0);
    let heading = |from: usize| {
        direction(sub(rings[from + 1].place, rings[from].place))
            .expect("rings that follow one another lie apart")
    };
    // How fast the radius shrinks along a segment.
    let taper = |from: usize| {
        let (ring, next) = (&rings[from], &rings[from + 1]);
        (ring.radius_m - next.radius_m) / distance(ring.place, next.place)
    };
    let mut along = heading(0);
    let mut across = any_perpendicular(along);
    let mut gone = 0.0;
    let mut first_before = 0;
    let first_of_all = mesh.places_m.len();
    let mut first_of_cut = None;
    for (at, ring) in rings.iter().enumerate() {
        let (before, after) = (at.max(1) - 1, at.min(last - 1));
        along = direction(add(heading(before), heading(after))).unwrap_or(along);
        // What is left of the last ring's direction, without turning about the branch.
        across = direction(sub(across, scale(along, dot(across, along))))
            .unwrap_or_else(|| any_perpendicular(along));
        let aside = cross(along, across);
        let (bend, stretch) = mitre(heading(before), heading(after));
        let lean = scale(along, 0.5 * (taper(before) + taper(after)));
        if at > 0 {
            let before = &rings[at - 1];
            let mean_m = (0.5 * (ring.radius_m + before.radius_m)).max(0.5 * before.radius_m);
            let repeat_m = (std::f64::consts::TAU * mean_m / repeats).max(LEAST_REPEAT_M);
            gone += distance(ring.place, before.place) / repeat_m;
        }
        let first = mesh.places_m.len() as u32;
        let vertex = |place, normal, tangent, around: f64| Vertex {
            place,
            normal,
            tangent,
            texture: [repeats * around, gone],
            light: ring.light,
            wind: ring.wind,
        };
        if ring.sides == 0 {
            mesh.push(vertex(ring.place, along, across, 0.5));
            let sides = rings[at - 1].sides;
            let corner = |side| [first_before + side, first_before + side + 1, first];
            mesh.triangles.extend((0..sides).map(corner));
            continue;
        }
        for corner in 0..=ring.sides {
            let around = f64::from(corner) / f64::from(ring.sides);
            let (sin, cos) = math::sin_cos(std::f64::consts::TAU * (around % 1.0));
            let outward = add(scale(across, cos), scale(aside, sin));
            let tangent = sub(scale(aside, cos), scale(across, sin));
            let (wider, slope) = foot.map_or((1.0, 0.0), |foot| foot.at(outward, tangent, ring.flare));
            let reach = add(scale(outward, wider), scale(bend, stretch * dot(outward, bend)));
            let normal = add(add(outward, lean), scale(tangent, -slope / wider));
            let normal = direction(normal).unwrap_or(outward);
            let place = add(ring.place, scale(reach, ring.radius_m));
            mesh.push(vertex(place, normal, tangent, around));
        }
        if at > 0 {
            stitch(mesh, (first_before, rings[at - 1].sides), (first, ring.sides));
        }
        if at == last {
            first_of_cut = Some(mesh.places_m.len());
            cut(mesh, first, ring, along, vertex(ring.place, along, across, 0.0));
        }
        first_before = first;
    }
    // Numbers of 16 bits are finest around 0: whole repeats less show the same.
    let end = first_of_cut.unwrap_or(mesh.places_m.len());
    let less = (0.5 * gone).floor() as f32;
    for texture in &mut mesh.texture[first_of_all..end] {
        texture[1] -= less;
    }
}

/// Triangles between two rings, each given by its first vertex and its sides.
fn stitch(mesh: &mut Mesh, (below, sides_below): (u32, u32), (above, sides_above): (u32, u32)) {
    let (mut a, mut b) = (0, 0);
    while a < sides_below || b < sides_above {
        // Whichever ring has the nearer next corner moves on.
        if b == sides_above || (a < sides_below && (a + 1) * sides_above <= (b + 1) * sides_below) {
            mesh.triangles.push([below + a, below + a + 1, above + b]);
            a += 1;
        } else {
            mesh.triangles.push([below + a, above + b + 1, above + b]);
            b += 1;
        }
    }
}

/// A flat end with an edge: corners of its own around a middle.
fn cut(mesh: &mut Mesh, ring_first: u32, ring: &Ring, along: Vector, middle: Vertex) {
    let first = mesh.places_m.len() as u32;
    for corner in 0..=ring.sides {
        let around = f64::from(corner) / f64::from(ring.sides);
        let (sin, cos) = math::sin_cos(std::f64::consts::TAU * (around % 1.0));
        let place = mesh.places_m[(ring_first + corner) as usize].map(f64::from);
        mesh.push(Vertex {
            place,
            texture: [0.5 + 0.2 * cos, 0.5 + 0.2 * sin],
            ..middle
        });
    }
    let middle = mesh.push(Vertex {
        place: add(middle.place, scale(along, 0.2 * ring.radius_m)),
        texture: [0.5; 2],
        ..middle
    });
    let corner = |side| [first + side, first + side + 1, middle];
    mesh.triangles.extend((0..ring.sides).map(corner));
}

/// Which way a ring between two directions must be longer, and by what share, for the tube to keep its width around
/// the bend.
fn mitre(before: Vector, after: Vector) -> (Vector, f64) {
    // In sharper bends the ring would reach too far back along its segments.
    const MOST: f64 = 0.5;
    let Some(bend) = direction(sub(after, before)) else {
        return ([0.0; 3], 0.0);
    };
    let half_cos = ((1.0 + dot(before, after)) / 2.0).max(0.0).sqrt();
    (bend, (1.0 / half_cos - 1.0).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(place: Vector, radius_m: f64, sides: u32) -> Ring {
        Ring {
            place,
            radius_m,
            sides,
            flare: 0.0,
            light: 1.0,
            wind: [0.0; 4],
        }
    }

    #[test]
    fn a_tube_keeps_its_width_around_a_bend() {
        let bent = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]].map(|place| ring(place, 0.1, 32));
        let mut mesh = Mesh::default();
        tube(&mut mesh, &bent, None);
        // The corner of two pipes lies on the outer faces of both.
        let outermost = mesh.places_m[33..66]
            .iter()
            .map(|place| place[0])
            .fold(f32::MIN, f32::max);
        assert!((outermost - 1.1).abs() < 0.002, "{outermost}");
        assert_eq!(mitre([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), ([0.0; 3], 0.0));
        assert_eq!(mitre([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]).1, 0.5);
    }

    /// Whether each triangle's corners run so that its face looks out of the upright axis or up.
    fn assert_faces_out(mesh: &Mesh) {
        for corners in &mesh.triangles {
            let [a, b, c] = corners.map(|corner| mesh.places_m[corner as usize].map(f64::from));
            let face = cross(sub(b, a), sub(c, a));
            let middle = scale(add(add(a, b), c), 1.0 / 3.0);
            let up = if face[2] > 0.0 { face[2] } else { 0.0 };
            assert!(
                face[0] * middle[0] + face[1] * middle[1] + up > 0.0,
                "{corners:?}"
            );
        }
    }

    /// A cone of 4 m that narrows from 0.4 m to 0.2 m and ends in a cut.
    #[test]
    fn a_straight_tube_is_made_of_rings_and_a_cut() {
        let rings = [
            ring([0.0, 0.0, 0.0], 0.4, 12),
            ring([0.0, 0.0, 2.0], 0.3, 12),
            ring([0.0, 0.0, 4.0], 0.2, 12),
        ];
        let mut mesh = Mesh::default();
        tube(&mut mesh, &rings, None);
        assert_eq!(mesh.triangles.len(), 2 * 24 + 12);
        assert_eq!(mesh.triangles.len(), triangles_of(&rings));
        assert_faces_out(&mesh);
        let lean = (1.0_f64 + 0.05 * 0.05).sqrt();
        for (at, each) in rings.iter().enumerate() {
            for corner in 0..13 {
                let [x, y, z] = mesh.places_m[13 * at + corner].map(f64::from);
                let [a, b, c] = mesh.normals[13 * at + corner].map(f64::from);
                let out = [x / each.radius_m, y / each.radius_m];
                assert!(
                    ((out[0] * out[0] + out[1] * out[1]).sqrt() - 1.0).abs() < 1e-6 && z == each.place[2]
                );
                assert!((a - out[0] / lean).abs() < 1e-6 && (b - out[1] / lean).abs() < 1e-6);
                assert!((c - 0.05 / lean).abs() < 1e-6, "{c}");
                let tangent = mesh.tangents[13 * at + corner].map(f64::from);
                assert!((tangent[0] + out[1]).abs() < 1e-6 && (tangent[1] - out[0]).abs() < 1e-6);
            }
        }
        assert_eq!(mesh.places_m[0], mesh.places_m[12], "the seam closes");
        let middle = mesh.places_m.len() - 1;
        assert_eq!(mesh.normals[middle], [0.0, 0.0, 1.0]);
        assert!((mesh.places_m[middle][2] - 4.04).abs() < 1e-6);
        // A girth of 2.51 m takes 4 repeats of 0.6 m; the picture keeps its shape where the tube narrows.
        let first = 2.0 * 4.0 / (std::f64::consts::PI * 0.7);
        let second = first + 2.0 * 4.0 / (std::f64::consts::PI * 0.5);
        let less = (second / 2.0).floor();
        assert!(less == 4.0, "{second}");
        assert_eq!(
            [mesh.texture[0], mesh.texture[12]],
            [[0.0, -4.0], [4.0, -4.0]],
            "whole repeats less, so that the middle lies near 0"
        );
        assert!((f64::from(mesh.texture[13][1]) - (first - less)).abs() < 1e-6);
        assert!((f64::from(mesh.texture[26][1]) - (second - less)).abs() < 1e-6);
    }

    /// A twig of 6 m whose girth is 3 cm: 24 repeats, from 12 below 0 to 12 above it.
    #[test]
    fn thin_wood_has_repeats_of_a_quarter_of_a_metre_at_least() {
        let rings = [
            ring([0.0; 3], 0.005, 3),
            ring([0.0, 0.0, 4.0], 0.005, 3),
            ring([0.0, 0.0, 6.0], 0.004, 0),
        ];
        let mut mesh = Mesh::default();
        tube(&mut mesh, &rings, None);
        let along: Vec<f32> = mesh.texture.iter().map(|texture| texture[1]).collect();
        assert_eq!((along[0], along[4], along[8]), (-12.0, 4.0, 12.0));
    }

    #[test]
    fn rings_of_fewer_sides_and_a_point_close_a_tube() {
        let rings = [
            ring([0.0, 0.0, 0.0], 0.4, 12),
            ring([0.0, 0.0, 2.0], 0.3, 7),
            ring([0.0, 0.0, 3.0], 0.2, 3),
            ring([0.0, 0.0, 4.0], 0.2, 0),
        ];
        let mut mesh = Mesh::default();
        tube(&mut mesh, &rings, None);
        assert_eq!(mesh.triangles.len(), 12 + 7 + 7 + 3 + 3);
        assert_eq!(mesh.triangles.len(), triangles_of(&rings));
        assert_faces_out(&mesh);
        // All edges but those of the open beginning and the seam lie in two triangles.
        let mut edges = std::collections::BTreeMap::new();
        for [a, b, c] in &mesh.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
            }
        }
        let open = edges.values().filter(|&&count| count == 1).count();
        assert_eq!(open, 12 + 2 * 2 + 2, "the first ring, both sides of the seam");
        assert_eq!(mesh.places_m.last(), Some(&[0.0, 0.0, 4.0]));
    }

    /// At a right angle a ring is √2 as long across the bend.
    #[test]
    fn a_ring_between_two_directions_is_as_much_longer_as_the_bend_is_sharp() {
        let (bend, stretch) = mitre([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let half = 1.0 / std::f64::consts::SQRT_2;
        assert!(distance(bend, [-half, half, 0.0]) < 1e-12);
        assert!((stretch - (std::f64::consts::SQRT_2 - 1.0)).abs() < 1e-12);
    }
}

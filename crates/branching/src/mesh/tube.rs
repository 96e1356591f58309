//! A tube around a line, with rings that neither turn about it nor grow thin where it bends.

use understory_numerics::math;

use crate::mesh::triangles::Mesh;
use crate::vector::{Vector, add, any_perpendicular, cross, direction, distance, dot, scale, sub};

/// Around a stem the picture of its bark repeats each so many metres, or as nearly as whole repeats go.
const REPEAT_M: f64 = 0.6;

/// A place on the axis of a branch and the radius of the wood there, m.
pub(super) type Section = (Vector, f64);

/// Cosines and sines around a circle of so many sides, the first again at the end.
pub(super) fn circle(sides: u32) -> Vec<(f64, f64)> {
    let corner = |number: u32| {
        let (sin, cos) =
            math::sin_cos(std::f64::consts::TAU * f64::from(number % sides.max(1)) / f64::from(sides.max(1)));
        (cos, sin)
    };
    (0..=sides).map(corner).collect()
}

/// A ring for each section of the spine, and a point at its end.
pub(super) fn tube(mesh: &mut Mesh, spine: &[Section], circle: &[(f64, f64)]) {
    let last = spine.len() - 1;
    let sides = circle.len() as u32 - 1;
    let girth_m = std::f64::consts::TAU * spine[0].1;
    let repeats = (girth_m / REPEAT_M).round().max(1.0);
    let heading = |from: usize| {
        direction(sub(spine[from + 1].0, spine[from].0)).expect("sections that follow one another lie apart")
    };
    // How fast the radius shrinks along a segment.
    let taper = |from: usize| {
        let ((place, radius_m), (end, end_radius_m)) = (spine[from], spine[from + 1]);
        (radius_m - end_radius_m) / distance(place, end)
    };
    let mut along = heading(0);
    let mut across = any_perpendicular(along);
    let mut gone = 0.0;
    for (at, &(place, radius_m)) in spine.iter().enumerate() {
        let (before, after) = (at.max(1) - 1, at.min(last - 1));
        along = direction(add(heading(before), heading(after))).unwrap_or(along);
        // What is left of the last ring's direction, without turning about the branch.
        across = direction(sub(across, scale(along, dot(across, along))))
            .unwrap_or_else(|| any_perpendicular(along));
        let aside = cross(along, across);
        let (bend, stretch) = mitre(heading(before), heading(after));
        let lean = scale(along, 0.5 * (taper(before) + taper(after)));
        if at > 0 {
            let (place_before, radius_before_m) = spine[at - 1];
            gone += distance(place, place_before) * repeats
                / (std::f64::consts::PI * (radius_m + radius_before_m));
        }
        let first = mesh.places_m.len() as u32;
        for (corner, &(cos, sin)) in circle.iter().enumerate() {
            let outward = add(scale(across, cos), scale(aside, sin));
            let reach = add(outward, scale(bend, stretch * dot(outward, bend)));
            mesh.places_m.push(single(add(place, scale(reach, radius_m))));
            mesh.normals
                .push(single(direction(add(outward, lean)).unwrap_or(outward)));
            mesh.texture
                .push([(repeats * corner as f64 / f64::from(sides)) as f32, gone as f32]);
        }
        if at > 0 {
            let below = first - sides - 1;
            for side in 0..sides {
                let (a, b) = (below + side, first + side);
                mesh.triangles.extend([[a, a + 1, b], [a + 1, b + 1, b]]);
            }
        }
        if at == last {
            let point = mesh.places_m.len() as u32;
            mesh.places_m.push(single(add(place, scale(along, radius_m))));
            mesh.normals.push(single(along));
            let cap = repeats / std::f64::consts::TAU;
            mesh.texture.push([(0.5 * repeats) as f32, (gone + cap) as f32]);
            mesh.triangles
                .extend((0..sides).map(|side| [first + side, first + side + 1, point]));
        }
    }
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

fn single(double: Vector) -> [f32; 3] {
    double.map(|along| along as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tube_keeps_its_width_around_a_bend() {
        let bent = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]].map(|place| (place, 0.1));
        let mut mesh = Mesh::default();
        tube(&mut mesh, &bent, &circle(32));
        // The corner of two pipes lies on the outer faces of both.
        let ring = &mesh.places_m[33..66];
        let outermost = ring.iter().map(|place| place[0]).fold(f32::MIN, f32::max);
        assert!((outermost - 1.1).abs() < 0.002, "{outermost}");
        assert_eq!(mitre([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), ([0.0; 3], 0.0));
        assert_eq!(mitre([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]).1, 0.5);
    }

    /// A cone of 4 m that narrows from 0.4 m to 0.2 m: rings of twelve, normals that lean by the taper, a point.
    #[test]
    fn a_straight_tube_is_made_of_rings_at_its_sections() {
        let spine = [
            ([1.0, 2.0, 0.0], 0.4),
            ([1.0, 2.0, 2.0], 0.3),
            ([1.0, 2.0, 4.0], 0.2),
        ];
        let mut mesh = Mesh::default();
        tube(&mut mesh, &spine, &circle(12));
        tube(&mut mesh, &spine, &circle(12));
        assert_eq!(
            (mesh.places_m.len(), mesh.triangles.len()),
            (2 * 40, 2 * (2 * 24 + 12))
        );
        let lean = (1.0_f64 + 0.05 * 0.05).sqrt();
        for (at, (place, radius_m)) in spine.iter().enumerate() {
            for corner in 0..13 {
                let [x, y, z] = mesh.places_m[13 * at + corner].map(f64::from);
                let [a, b, c] = mesh.normals[13 * at + corner].map(f64::from);
                let out = [(x - place[0]) / radius_m, (y - place[1]) / radius_m];
                assert!(((out[0] * out[0] + out[1] * out[1]).sqrt() - 1.0).abs() < 1e-6 && z == place[2]);
                assert!((a - out[0] / lean).abs() < 1e-6 && (b - out[1] / lean).abs() < 1e-6);
                assert!((c - 0.05 / lean).abs() < 1e-6, "{c}");
            }
        }
        assert_eq!(mesh.places_m[0], mesh.places_m[12], "the seam closes");
        assert_eq!(
            (mesh.places_m[39], mesh.normals[39]),
            ([1.0, 2.0, 4.2], [0.0, 0.0, 1.0])
        );
        // A girth of 2.51 m takes 4 repeats of 0.6 m; the picture keeps its shape where the tube narrows.
        let texture = |at: usize| mesh.texture[at].map(f64::from);
        assert_eq!(
            [texture(0), texture(3), texture(12)],
            [[0.0, 0.0], [1.0, 0.0], [4.0, 0.0]]
        );
        let first = 2.0 * 4.0 / (std::f64::consts::PI * 0.7);
        let second = first + 2.0 * 4.0 / (std::f64::consts::PI * 0.5);
        assert!((texture(13)[1] - first).abs() < 1e-6 && (texture(26)[1] - second).abs() < 1e-6);
        let [u, v] = texture(39);
        assert!(u == 2.0 && (v - second - 4.0 / std::f64::consts::TAU).abs() < 1e-6);
        // Each triangle's corners run so that its face looks out of the axis.
        for (number, corners) in mesh.triangles.iter().enumerate() {
            let own = if number < 60 { 0..40 } else { 40..80 };
            assert!(corners.iter().all(|corner| own.contains(corner)));
            let [a, b, c] = corners.map(|corner| mesh.places_m[corner as usize].map(f64::from));
            let face = cross(sub(b, a), sub(c, a));
            let middle = scale(add(add(a, b), c), 1.0 / 3.0);
            let out = [middle[0] - 1.0, middle[1] - 2.0, 0.0];
            assert!(dot(face, out) > 0.0, "{number}");
        }
    }

    #[test]
    fn a_circle_runs_anticlockwise_and_closes() {
        let square = circle(4);
        for ((cos, sin), (x, y)) in square.iter().zip([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]) {
            assert!((cos - f64::from(x)).abs() < 1e-15 && (sin - f64::from(y)).abs() < 1e-15);
        }
        assert_eq!((square.len(), circle(0).len()), (5, 1));
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

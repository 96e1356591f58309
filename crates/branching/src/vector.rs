//! Arithmetic of places and directions in space, as plain arrays.

/// 137.5°, by which what stands along a twig least shades one another, radians.
pub(crate) const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

pub(crate) type Vector = [f64; 3];

#[inline]
pub(crate) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline]
pub(crate) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
pub(crate) fn scale(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

#[inline]
pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline]
pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

#[inline]
pub(crate) fn distance_squared(a: Vector, b: Vector) -> f64 {
    let between = sub(a, b);
    dot(between, between)
}

#[inline]
pub(crate) fn distance(a: Vector, b: Vector) -> f64 {
    distance_squared(a, b).sqrt()
}

/// The place a share `t` of the way from `a` to `b`.
#[inline]
pub(crate) fn between(a: Vector, b: Vector, t: f64) -> Vector {
    add(a, scale(sub(b, a), t))
}

/// The direction of `a`; none for a vector of no length.
#[inline]
pub(crate) fn direction(a: Vector) -> Option<Vector> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| scale(a, 1.0 / length))
}

/// Squared distance from a place to the segment from `a` to `b`.
#[inline]
pub(crate) fn distance_squared_to_segment(place: Vector, a: Vector, b: Vector) -> f64 {
    let along = sub(b, a);
    let length_squared = dot(along, along);
    let t = if length_squared > 0.0 {
        (dot(sub(place, a), along) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    distance_squared(place, add(a, scale(along, t)))
}

/// Distance between two segments: where their lines come nearest, held to their ends.
pub(crate) fn distance_between_segments(a: [Vector; 2], b: [Vector; 2]) -> f64 {
    let (u, v, between) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(a[0], b[0]));
    let (uu, uv, vv) = (dot(u, u), dot(u, v), dot(v, v));
    let (ub, vb) = (dot(u, between), dot(v, between));
    let spread = uu * vv - uv * uv;
    let on_line = if spread > 1e-12 * uu * vv {
        ((uv * vb - vv * ub) / spread).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let share = |along: f64, length_squared: f64| {
        if length_squared > 0.0 {
            (along / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    let on_b = share(uv * on_line + vb, vv);
    let on_a = share(uv * on_b - ub, uu);
    length(std::array::from_fn(|axis| {
        between[axis] + u[axis] * on_a - v[axis] * on_b
    }))
}

/// Squared distance from a place to a triangle.
pub(crate) fn distance_squared_to_triangle(place: Vector, corners: &[Vector; 3]) -> f64 {
    let edges: [Vector; 3] = std::array::from_fn(|at| sub(corners[(at + 1) % 3], corners[at]));
    let normal = cross(edges[0], edges[1]);
    let is_over = |at: usize| dot(cross(normal, edges[at]), sub(place, corners[at])) >= 0.0;
    let square = dot(normal, normal);
    if square > 0.0 && (0..3).all(is_over) {
        let off = dot(sub(place, corners[0]), normal);
        return off * off / square;
    }
    let to_edge = |at: usize| distance_squared_to_segment(place, corners[at], corners[(at + 1) % 3]);
    to_edge(0).min(to_edge(1)).min(to_edge(2))
}

/// Angle between two vectors, degrees from 0 to 180; 0 where one has no length.
pub(crate) fn angle_deg(a: Vector, b: Vector) -> f64 {
    understory_numerics::math::atan2(length(cross(a, b)), dot(a, b)).to_degrees()
}

/// Some direction at right angles to the unit vector `a`.
pub(crate) fn any_perpendicular(a: Vector) -> Vector {
    let axis = if a[0].abs() < 0.6 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let across = cross(a, axis);
    scale(across, 1.0 / length(across))
}

/// `a` turned by an angle in radians about the unit vector `axis`.
pub(crate) fn turned(a: Vector, axis: Vector, angle: f64) -> Vector {
    let (sin, cos) = understory_numerics::math::sin_cos(angle);
    let along = scale(axis, dot(axis, a) * (1.0 - cos));
    add(add(scale(a, cos), scale(cross(axis, a), sin)), along)
}

pub(crate) fn is_finite(a: Vector) -> bool {
    a.iter().all(|value| value.is_finite())
}

/// The whole number at or below; quicker than `floor`, which is a call where the machine's own may not be used.
#[inline]
pub(crate) fn whole_below(number: f64) -> i32 {
    let towards_zero = number as i32;
    towards_zero - i32::from(number < f64::from(towards_zero))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use super::*;

    const A: Vector = [1.0, 2.0, 3.0];
    const B: Vector = [4.0, -6.0, 15.0];

    fn is_close(a: Vector, b: Vector) -> bool {
        distance(a, b) < 1e-12
    }

    #[test]
    fn sums_products_and_distances_are_those_by_hand() {
        assert_eq!(add(A, B), [5.0, -4.0, 18.0]);
        assert_eq!(sub(A, B), [-3.0, 8.0, -12.0]);
        assert_eq!(scale(B, 0.5), [2.0, -3.0, 7.5]);
        assert_eq!(dot(A, B), 37.0);
        // (2·15 + 3·6, 3·4 − 1·15, −1·6 − 2·4)
        assert_eq!(cross(A, B), [48.0, -3.0, -14.0]);
        assert_eq!(cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        assert_eq!(length([2.0, 3.0, 6.0]), 7.0);
        assert_eq!(distance_squared(A, B), 9.0 + 64.0 + 144.0);
        assert_eq!(distance([1.0; 3], [3.0, 4.0, 7.0]), 7.0);
        assert_eq!(between(A, B, 0.5), [2.5, -2.0, 9.0]);
        assert_eq!((between(A, B, 0.0), between(A, B, 1.0)), (A, B));
        assert_eq!(direction([0.0, -4.0, 3.0]), Some([0.0, -0.8, 0.6000000000000001]));
        assert_eq!(
            (direction([0.0; 3]), direction([f64::INFINITY, 0.0, 0.0])),
            (None, None)
        );
        assert!(is_finite(A) && !is_finite([0.0, f64::NAN, 0.0]));
    }

    #[test]
    fn a_segment_is_as_far_as_its_nearest_place() {
        let (a, b) = ([1.0, 1.0, 0.0], [5.0, 1.0, 0.0]);
        for (place, squared) in [
            ([3.0, 3.0, 0.0], 4.0),
            ([2.0, 1.0, -3.0], 9.0),
            ([-2.0, 5.0, 0.0], 25.0),
            ([8.0, 1.0, 4.0], 25.0),
            ([4.0, 1.0, 0.0], 0.0),
        ] {
            assert_eq!(distance_squared_to_segment(place, a, b), squared);
            assert_eq!(distance_squared_to_segment(place, b, a), squared);
        }
        assert_eq!(distance_squared_to_segment([4.0, 5.0, 0.0], a, a), 25.0);
    }

    /// Over the face, over each edge, beyond each corner, whichever way round the corners stand.
    #[test]
    fn a_triangle_is_as_far_as_its_nearest_place() {
        let corners = [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 3.0, 2.0]];
        for (place, squared) in [
            ([1.0, 1.0, 5.0], 9.0),
            ([1.0, 1.0, 0.0], 4.0),
            ([0.1, 0.1, 2.0], 0.0),
            ([2.0, -2.0, 2.0], 4.0),
            ([-3.0, 1.0, 6.0], 25.0),
            // 3 x + 4 y = 12: a unit of (3, 4) / 5 beyond the middle of the long side.
            ([2.6, 2.3, 2.0], 1.0),
            ([-3.0, -4.0, 2.0], 25.0),
            ([7.0, -4.0, 2.0], 25.0),
            ([-4.0, 6.0, 2.0], 25.0),
        ] {
            for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0]] {
                let found = distance_squared_to_triangle(place, &order.map(|at| corners[at]));
                assert!((found - squared).abs() < 1e-12, "{place:?} {order:?}: {found}");
            }
        }
        let needle = [[0.0; 3], [4.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        assert_eq!(distance_squared_to_triangle([2.0, 3.0, 0.0], &needle), 9.0);
    }

    #[test]
    fn angles_run_from_0_to_180_degrees() {
        for (b, angle) in [
            ([2.0, 0.0, 0.0], 0.0),
            ([1.0, 1.0, 0.0], 45.0),
            ([0.0, 0.0, 5.0], 90.0),
            ([-1.0, 0.0, -1.0], 135.0),
            ([-3.0, 0.0, 0.0], 180.0),
            ([0.0; 3], 0.0),
        ] {
            assert!((angle_deg([1.0, 0.0, 0.0], b) - angle).abs() < 1e-12);
        }
    }

    #[test]
    fn a_perpendicular_is_of_length_one_and_at_right_angles() {
        for a in [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, -1.0],
            [0.6, 0.8, 0.0],
            [-0.48, 0.6, 0.64],
            [-0.8, 0.0, 0.6],
        ] {
            let across = any_perpendicular(a);
            assert!(dot(a, across).abs() < 1e-12 && (length(across) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn what_turns_goes_anticlockwise_about_its_axis() {
        let up = [0.0, 0.0, 1.0];
        assert!(is_close(turned([2.0, 0.0, 5.0], up, FRAC_PI_2), [0.0, 2.0, 5.0]));
        assert!(is_close(turned([2.0, 1.0, 5.0], up, PI), [-2.0, -1.0, 5.0]));
        assert!(is_close(turned([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], FRAC_PI_2), up));
        // A third of a turn about the diagonal moves each axis to the next.
        let diagonal = [1.0 / 3.0_f64.sqrt(); 3];
        assert!(is_close(turned(A, diagonal, 2.0 * PI / 3.0), [3.0, 1.0, 2.0]));
        assert!(is_close(turned(A, diagonal, 0.0), A));
    }
}

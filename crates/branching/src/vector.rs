//! Arithmetic of places and directions in space, as plain arrays.

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

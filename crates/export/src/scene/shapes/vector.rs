//! Arithmetic of places and directions, as plain arrays.

pub(super) type Vector = [f64; 3];

pub(super) const UP: Vector = [0.0, 0.0, 1.0];

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: Vector, factor: f64) -> Vector {
    a.map(|along| along * factor)
}

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The place a share `t` of the way from `a` to `b`.
pub(super) fn between(a: Vector, b: Vector, t: f64) -> Vector {
    add(a, scale(sub(b, a), t))
}

/// The direction of a vector; straight up for one without length.
pub(super) fn direction(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 { scale(a, 1.0 / length) } else { UP }
}

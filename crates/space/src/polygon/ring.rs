//! A ring of corners by itself: its edges, the area in it, what lies in it, how far an edge is.

pub(super) fn minus<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// Scalar product.
pub(super) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Above 0 where `b` points to the left of `a`.
fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - b[0] * a[1]
}

/// From each corner to the next, and from the last to the first.
pub(super) fn edges_of(ring: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
    (0..ring.len()).map(|corner| [ring[corner], ring[(corner + 1) % ring.len()]])
}

/// Area of a ring, m²; negative where it goes clockwise.
pub(super) fn signed_area_m2(ring: &[[f64; 2]]) -> f64 {
    // From a corner of its own, so that a window far from the origin loses no digits.
    let from_m = ring.first().copied().unwrap_or_default();
    let doubled = |[a, b]: [[f64; 2]; 2]| cross(minus(a, from_m), minus(b, from_m));
    0.5 * edges_of(ring).map(doubled).sum::<f64>()
}

/// Whether a ray from a place to the right crosses an edge.
#[inline]
pub(super) fn crosses_ray(place_m: [f64; 2], [a, b]: [[f64; 2]; 2]) -> bool {
    let is_above = |end_m: [f64; 2]| end_m[1] > place_m[1];
    is_above(a) != is_above(b) && (cross(minus(b, a), minus(place_m, a)) > 0.0) == (b[1] > a[1])
}

/// Whether a place that is not on the ring lies in it.
pub(super) fn is_around(ring: &[[f64; 2]], place_m: [f64; 2]) -> bool {
    edges_of(ring).filter(|&edge| crosses_ray(place_m, edge)).count() % 2 == 1
}

/// Square of the distance from a place to an edge, m².
#[inline]
pub(super) fn to_edge_m2(place_m: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let (along_m, from_a_m) = (minus(b, a), minus(place_m, a));
    let share = (dot(from_a_m, along_m) / dot(along_m, along_m)).clamp(0.0, 1.0);
    let off_m = minus(from_a_m, along_m.map(|part_m| share * part_m));
    dot(off_m, off_m)
}

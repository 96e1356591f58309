//! A ring of corners by itself: its edges, the area in it, what lies in it, how far an edge is.

/// From each corner to the next, and from the last to the first.
pub(super) fn edges_of(ring: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
    (0..ring.len()).map(|corner| [ring[corner], ring[(corner + 1) % ring.len()]])
}

/// Area of a ring, m²; negative where it goes clockwise.
pub(super) fn signed_area_m2(ring: &[[f64; 2]]) -> f64 {
    let Some(&[x_m, y_m]) = ring.first() else {
        return 0.0;
    };
    // From a corner of its own, so that a window far from the origin loses no digits.
    let doubled = |[a, b]: [[f64; 2]; 2]| (a[0] - x_m) * (b[1] - y_m) - (b[0] - x_m) * (a[1] - y_m);
    0.5 * edges_of(ring).map(doubled).sum::<f64>()
}

/// Whether a place that is not on the ring lies in it.
pub(super) fn is_around(ring: &[[f64; 2]], [x_m, y_m]: [f64; 2]) -> bool {
    let crosses = |&[a, b]: &[[f64; 2]; 2]| {
        let beside = (b[0] - a[0]) * (y_m - a[1]) - (x_m - a[0]) * (b[1] - a[1]);
        (a[1] > y_m) != (b[1] > y_m) && (beside > 0.0) == (b[1] > a[1])
    };
    edges_of(ring).filter(crosses).count() % 2 == 1
}

/// Square of the distance from a place to an edge, m².
#[inline]
pub(super) fn to_edge_m2([x_m, y_m]: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let along_m = [b[0] - a[0], b[1] - a[1]];
    let from_a_m = [x_m - a[0], y_m - a[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let share = (from_a_m[0] * along_m[0] + from_a_m[1] * along_m[1]) / length_m2;
    let share = share.clamp(0.0, 1.0);
    let off_m = [from_a_m[0] - share * along_m[0], from_a_m[1] - share * along_m[1]];
    off_m[0] * off_m[0] + off_m[1] * off_m[1]
}

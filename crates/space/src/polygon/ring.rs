//! A ring of corners by itself: its edges, the area in it, what lies in it.

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

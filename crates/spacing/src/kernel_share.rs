//! What share of a Gaussian kernel lies in a window: a product over the axes in a rectangle, a sum over the edges of polygons.

use std::f64::consts::{PI, SQRT_2};

use understory_numerics::math::{atan2, erfc, exp};
use understory_space::{PolygonWindow, Region};

/// Standard deviations beyond which the kernel is 0: what is cut off is 3·10⁻¹⁸ of its height.
pub(crate) const CUTOFF: f64 = 9.0;

/// The share of the kernel around a place that lies in the window.
pub(crate) fn share_within(place_m: [f64; 2], sigma_m: f64, window: &impl Region) -> f64 {
    if let Some(polygon) = window.polygon() {
        return share_within_polygon(place_m, sigma_m, polygon);
    }
    let window = window.bounds();
    if window.is_torus() {
        return 1.0;
    }
    let (origin_m, size_m) = (window.origin_m(), window.size_m());
    let along = |axis: usize| share_along(place_m[axis] - origin_m[axis], size_m[axis], sigma_m);
    along(0) * along(1)
}

/// The share of a normal distribution around `at_m` that lies between 0 and `size_m`.
pub(crate) fn share_along(at_m: f64, size_m: f64, sigma_m: f64) -> f64 {
    let beyond = |d_m: f64| 0.5 * erfc(d_m / (SQRT_2 * sigma_m));
    1.0 - beyond(at_m) - beyond(size_m - at_m)
}

/// Of a place in polygons or on their border: by angle, what lies within the distance to the border.
///
/// In units of the standard deviation that is 1/2π ∫ (1 − exp(−*q*/2)) d*θ* around the border, *q* the squared distance. Along an
/// edge that passes at *h*, d*θ* = *h*/*q* d*s*: what is integrated is smooth, whatever the edge and the place, and beyond
/// the kernel it is the angle alone. Exact to some 10⁻¹⁰.
fn share_within_polygon(place_m: [f64; 2], sigma_m: f64, polygon: &PolygonWindow) -> f64 {
    let relative = |end_m: [f64; 2]| [0, 1].map(|axis| (end_m[axis] - place_m[axis]) / sigma_m);
    let mut sum = 0.0;
    polygon.each_chain(|chain| {
        if chain.nearest_m2(place_m) >= CUTOFF * CUTOFF * sigma_m * sigma_m {
            // However crooked, it fills the angle between its ends.
            sum += angle(chain.ends_m.map(relative));
            return false;
        }
        for edge in &polygon.edges()[chain.edges().unwrap_or_default()] {
            sum += around_edge(edge.map(relative));
        }
        true
    });
    sum / (2.0 * PI)
}

/// The angle from one place to another, seen from the origin.
fn angle([a, b]: [[f64; 2]; 2]) -> f64 {
    atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])
}

/// ∫ (1 − exp(−*q*/2)) d*θ* along an edge.
fn around_edge([a, b]: [[f64; 2]; 2]) -> f64 {
    /// Places and weights of Gauss and Legendre, on either side of the middle.
    const FOUR: [[f64; 2]; 4] = [
        [0.183_434_642_495_649_8, 0.362_683_783_378_362],
        [0.525_532_409_916_329, 0.313_706_645_877_887_27],
        [0.796_666_477_413_626_7, 0.222_381_034_453_374_48],
        [0.960_289_856_497_536_3, 0.101_228_536_290_376_26],
    ];
    /// The same for a short edge.
    const TWO: [[f64; 2]; 1] = [[0.577_350_269_189_625_7, 1.0]];
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    let h = (a[0] * b[1] - a[1] * b[0]) / length;
    let [from, to] = [a, b].map(|end| (end[0] * along[0] + end[1] * along[1]) / length);
    let [first, last] = [from, to].map(|at| at.clamp(-CUTOFF, CUTOFF));
    if h.abs() >= CUTOFF || first == last {
        return angle([a, b]);
    }
    let beyond = angle([[from, -h], [first, -h]]) + angle([[last, -h], [to, -h]]);
    let parts = ((last - first) / 2.0).ceil();
    let half = 0.5 * (last - first) / parts;
    let rule: &[[f64; 2]] = if half < 0.01 { &TWO } else { &FOUR };
    let of = |s: f64| risen_over(h * h + s * s);
    let part = |part: u32| {
        let middle = first + (2.0 * f64::from(part) + 1.0) * half;
        let sides = |[off, weight]: &[f64; 2]| weight * (of(middle - off * half) + of(middle + off * half));
        rule.iter().map(sides).sum::<f64>()
    };
    h * half * (0..parts as u32).map(part).sum::<f64>() + beyond
}

/// (1 − exp(−*q*/2)) / *q*.
fn risen_over(q: f64) -> f64 {
    if q < 1e-3 {
        0.5 * (1.0 - q * (0.25 - q * (1.0 / 24.0 - q / 192.0)))
    } else {
        (1.0 - exp(-0.5 * q)) / q
    }
}

//! A window bounded by polygons: what is counted of a stand with a crooked border, a lake or a road in it.
//!
//! Distances, areas and overlaps are those of the polygon itself; nothing is drawn on pixels.

mod check;
mod overlap;

pub use check::{PolygonError, RingNumber};
pub use overlap::NearShift;

use overlap::Overlaps;

use crate::plot::{Edge, Plot};

/// The part of the plane within one or more outer rings and outside the holes in them.
///
/// Its border belongs to it, and a point within rounding of the border lies on it. Coordinates in m.
///
/// ```
/// use understory_space::PolygonWindow;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let square = |low_m: f64, high_m: f64| {
///     vec![[low_m, low_m], [high_m, low_m], [high_m, high_m], [low_m, high_m], [low_m, low_m]]
/// };
/// // 10 m × 10 m around a pond of 2 m × 2 m.
/// let window = PolygonWindow::new(&[vec![square(0.0, 10.0), square(4.0, 6.0)]])?;
/// assert_eq!(window.area_m2(), 96.0);
/// assert!(window.contains([1.0, 1.0]) && !window.contains([5.0, 5.0]));
/// assert_eq!(window.to_border_m([3.0, 5.0]), 1.0);
/// // What is left of it when it is moved 3 m to the right over itself: 70 m² without the two ponds, each 4 m².
/// assert!((window.set_covariance_m2([3.0, 0.0]) - 62.0).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PolygonWindow {
    /// Without the repeated last corner; outer rings anticlockwise, holes clockwise.
    rings: Vec<Vec<[f64; 2]>>,
    edges: Vec<[[f64; 2]; 2]>,
    bounds: Plot,
    area_m2: f64,
    perimeter_m: f64,
    overlaps: Overlaps,
    /// More than rounding moves a place of the window, m.
    rounding_m: f64,
}

impl PolygonWindow {
    /// The window of `polygons`, each an outer ring and then its holes, as GeoJSON has them; which way round a ring
    /// goes does not matter. Each ring ends at the corner at which it begins.
    ///
    /// # Errors
    /// [`PolygonError`], which names the ring: one that is not closed, has a corner that is no finite place or no
    /// area, two edges that meet elsewhere than at the corner between them, a hole outside its outer ring, rings
    /// that lie in each other otherwise.
    pub fn new(polygons: &[Vec<Vec<[f64; 2]>>]) -> Result<Self, PolygonError> {
        let rings = check::oriented(polygons)?;
        let corners = || rings.iter().flatten();
        let end_m = |axis: usize, of: fn(f64, f64) -> f64, from: f64| {
            corners().fold(from, |end_m, corner| of(end_m, corner[axis]))
        };
        let low_m = [0, 1].map(|axis| end_m(axis, f64::min, f64::INFINITY));
        let high_m = [0, 1].map(|axis| end_m(axis, f64::max, f64::NEG_INFINITY));
        let bounds = Plot::between(low_m, high_m, Edge::Open)?;
        let edges: Vec<[[f64; 2]; 2]> = rings.iter().flat_map(|ring| edges_of(ring)).collect();
        let area_m2: f64 = rings.iter().map(|ring| check::signed_area_m2(ring)).sum();
        let greatest_m = corners().flatten().fold(0.0_f64, |most, x_m| most.max(x_m.abs()));
        Ok(Self {
            perimeter_m: edges
                .iter()
                .map(|[a, b]| length_m([b[0] - a[0], b[1] - a[1]]))
                .sum(),
            overlaps: Overlaps::new(&edges, low_m, high_m),
            rounding_m: 1e-14 * greatest_m,
            rings,
            edges,
            bounds,
            area_m2,
        })
    }

    /// The rings, without the repeated last corner: outer ones anticlockwise, holes clockwise, m.
    #[must_use]
    pub fn rings(&self) -> &[Vec<[f64; 2]>] {
        &self.rings
    }

    /// The edges, ring by ring, each from corner to corner with the window on its left, m.
    #[must_use]
    pub fn edges(&self) -> &[[[f64; 2]; 2]] {
        &self.edges
    }

    /// The smallest rectangle around it, an open plot.
    #[must_use]
    pub fn bounds(&self) -> &Plot {
        &self.bounds
    }

    /// Area without the holes, m².
    #[must_use]
    pub fn area_m2(&self) -> f64 {
        self.area_m2
    }

    /// Length of the border, that of the holes too, m.
    #[must_use]
    pub fn perimeter_m(&self) -> f64 {
        self.perimeter_m
    }

    /// Whether a place belongs to the window, whose border does.
    #[must_use]
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        let is_finite = place_m.iter().all(|x_m| x_m.is_finite());
        is_finite && (self.is_inside(place_m) || self.to_border_m(place_m) <= self.rounding_m)
    }

    /// Whether a ray to the right crosses the border an odd number of times.
    fn is_inside(&self, [x_m, y_m]: [f64; 2]) -> bool {
        let mut is_inside = false;
        for &[a, b] in &self.edges {
            if (a[1] > y_m) != (b[1] > y_m) {
                let beside = (b[0] - a[0]) * (y_m - a[1]) - (x_m - a[0]) * (b[1] - a[1]);
                is_inside ^= (beside > 0.0) == (b[1] > a[1]);
            }
        }
        is_inside
    }

    /// Distance of a place to the nearest place of the border, m; also from outside, and 0 on it.
    #[must_use]
    pub fn to_border_m(&self, place_m: [f64; 2]) -> f64 {
        let nearest_m2 = self.edges.iter().fold(f64::INFINITY, |nearest_m2, &edge| {
            let d_m2 = to_edge_m2(place_m, edge);
            if d_m2 < nearest_m2 { d_m2 } else { nearest_m2 }
        });
        nearest_m2.sqrt()
    }

    /// Numbers of the points that are no places of the window, from 0 and rising: those outside, and those with a
    /// coordinate that is NaN or infinite.
    #[must_use]
    pub fn outside(&self, points_m: &[[f64; 2]]) -> Vec<usize> {
        (0..points_m.len())
            .filter(|&number| !self.contains(points_m[number]))
            .collect()
    }

    /// Area of what the window and the window moved by `shift_m` have in common, m².
    ///
    /// # Formula
    /// γ(*t*) = |*W* ∩ (*W* + *t*)|, exact but for rounding: ∫∫ over pairs of edges of what lies below both, with
    /// signs by which what does not lie in the window cancels.
    #[must_use]
    pub fn set_covariance_m2(&self, shift_m: [f64; 2]) -> f64 {
        self.overlaps.area_m2(shift_m)
    }

    /// γ(*t*), see [`Self::set_covariance_m2`], with its first and second derivatives at `shift_m`.
    ///
    /// γ is a polynomial of degree 2 as long as no corner passes an edge: there these are all of it.
    #[must_use]
    pub fn near_shift(&self, shift_m: [f64; 2]) -> NearShift {
        self.overlaps.at(shift_m)
    }
}

/// Square of the distance from a place to an edge, m².
#[inline]
fn to_edge_m2([x_m, y_m]: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let along_m = [b[0] - a[0], b[1] - a[1]];
    let from_a_m = [x_m - a[0], y_m - a[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let share = (from_a_m[0] * along_m[0] + from_a_m[1] * along_m[1]) / length_m2;
    let share = share.clamp(0.0, 1.0);
    let off_m = [from_a_m[0] - share * along_m[0], from_a_m[1] - share * along_m[1]];
    off_m[0] * off_m[0] + off_m[1] * off_m[1]
}

/// From each corner to the next, and from the last to the first.
fn edges_of(ring: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
    (0..ring.len()).map(|corner| [ring[corner], ring[(corner + 1) % ring.len()]])
}

fn length_m([x_m, y_m]: [f64; 2]) -> f64 {
    (x_m * x_m + y_m * y_m).sqrt()
}

#[cfg(test)]
mod tests;

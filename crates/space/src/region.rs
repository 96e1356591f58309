//! Where points were observed: a rectangle, open or closed to a torus, or what polygons bound.
//!
//! For what is computed alike in both. What asks for a rectangle takes a [`Plot`].

use crate::plot::Plot;
use crate::polygon::PolygonWindow;

/// A window in which all points were observed: a [`Plot`] or a [`PolygonWindow`].
pub trait Region: Sync {
    /// The window itself, or the smallest rectangle around its polygons.
    fn bounds(&self) -> &Plot;

    /// The polygons, where it is no rectangle.
    fn polygon(&self) -> Option<&PolygonWindow>;

    /// Area without holes, m².
    fn area_m2(&self) -> f64 {
        self.polygon()
            .map_or_else(|| self.bounds().area_m2(), PolygonWindow::area_m2)
    }

    /// Whether opposite edges meet, as those of a rectangle can.
    fn is_torus(&self) -> bool {
        self.bounds().is_torus()
    }

    /// Distance of a place of the window to the nearest place of its border, m.
    fn to_border_m(&self, place_m: [f64; 2]) -> f64 {
        if let Some(polygon) = self.polygon() {
            return polygon.to_border_m(place_m);
        }
        let window = self.bounds();
        let along = |axis: usize| {
            let from_near_m = place_m[axis] - window.origin_m()[axis];
            let from_far_m = window.origin_m()[axis] + window.size_m()[axis] - place_m[axis];
            from_near_m.min(from_far_m)
        };
        along(0).min(along(1))
    }
}

impl Region for Plot {
    fn bounds(&self) -> &Plot {
        self
    }

    fn polygon(&self) -> Option<&PolygonWindow> {
        None
    }
}

impl Region for PolygonWindow {
    fn bounds(&self) -> &Plot {
        PolygonWindow::bounds(self)
    }

    fn polygon(&self) -> Option<&PolygonWindow> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Edge;

    #[test]
    fn the_nearest_of_the_four_edges_counts() {
        let window = Plot::new([10.0, -5.0], [8.0, 6.0], Edge::Open).unwrap();
        let corners = vec![[10.0, -5.0], [18.0, -5.0], [18.0, 1.0], [10.0, 1.0], [10.0, -5.0]];
        let polygon = PolygonWindow::new(&[vec![corners]]).unwrap();
        for (place_m, expected_m) in [
            ([11.0, -3.0], 1.0),
            ([17.5, -3.0], 0.5),
            ([14.0, -4.75], 0.25),
            ([14.0, 0.5], 0.5),
            ([18.0, 0.5], 0.0),
        ] {
            assert_eq!(window.to_border_m(place_m), expected_m);
            assert_eq!(Region::to_border_m(&polygon, place_m), expected_m);
        }
        assert_eq!(Region::area_m2(&window), Region::area_m2(&polygon));
    }
}

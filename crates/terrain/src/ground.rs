//! What the ground says at a place.

use crate::slope::{aspect_deg, slope_deg};

/// What the ground says at a place. Places beyond a map take what its edge has.
pub trait Ground: Sync {
    /// Height, m.
    fn height_m(&self, place_m: [f64; 2]) -> f64;

    /// Rise per metre to the east and to the north.
    fn gradient(&self, place_m: [f64; 2]) -> [f64; 2];

    /// How far it is raised by what was set into it, m.
    fn raised_m(&self, _: [f64; 2]) -> f64 {
        0.0
    }

    /// Angle between the ground and a level plane, degrees.
    fn slope_deg(&self, place_m: [f64; 2]) -> f64 {
        slope_deg(self.gradient(place_m))
    }

    /// The direction in which it falls, degrees clockwise from north; `None` where it is level.
    fn aspect_deg(&self, place_m: [f64; 2]) -> Option<f64> {
        aspect_deg(self.gradient(place_m))
    }

    /// The unit vector that stands on it: east, north, up.
    fn normal(&self, place_m: [f64; 2]) -> [f64; 3] {
        let [east, north] = self.gradient(place_m);
        let length = (1.0 + east * east + north * north).sqrt();
        [-east / length, -north / length, 1.0 / length]
    }
}

/// Level ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Its height, m.
    pub height_m: f64,
}

impl Ground for Level {
    fn height_m(&self, _: [f64; 2]) -> f64 {
        self.height_m
    }

    fn gradient(&self, _: [f64; 2]) -> [f64; 2] {
        [0.0, 0.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plane([f64; 2]);

    impl Ground for Plane {
        fn height_m(&self, [x, y]: [f64; 2]) -> f64 {
            self.0[0] * x + self.0[1] * y
        }

        fn gradient(&self, _: [f64; 2]) -> [f64; 2] {
            self.0
        }
    }

    #[test]
    fn the_normal_stands_on_the_plane_and_leans_the_way_that_it_falls() {
        let plane = Plane([0.75, -0.2]);
        let [east, north, up] = plane.normal([0.0, 0.0]);
        assert!((east * east + north * north + up * up - 1.0).abs() < 1e-12);
        // Along two lines of the plane.
        assert!((east + 0.75 * up).abs() < 1e-12 && (north - 0.2 * up).abs() < 1e-12);
        assert_eq!(Level { height_m: 3.0 }.normal([1.0, 1.0]), [-0.0, -0.0, 1.0]);
        assert_eq!(Level::default().aspect_deg([1.0, 1.0]), None);
    }
}

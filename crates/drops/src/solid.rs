//! What falls.

use rapier3d::prelude::{ColliderBuilder, Pose, Rotation, SharedShape, Vector};

use crate::error::SettlingError;

/// A convex solid: the hull of the corners of an asset at the scale 1.
#[derive(Clone, Debug)]
pub struct Solid {
    corners_m: Vec<[f64; 3]>,
    centre_m: [f64; 3],
    radius_m: f64,
}

impl Solid {
    /// The hull of some corners, m; `asset` names them in messages.
    ///
    /// # Errors
    /// [`SettlingError::Flat`], if it has no volume.
    pub fn around(asset: &str, corners_m: &[[f64; 3]]) -> Result<Self, SettlingError> {
        let [mut low, mut high] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for corner in corners_m {
            for axis in 0..3 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
        let centre_m: [f64; 3] = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
        let from_centre = |corner: &[f64; 3]| -> f64 {
            let [x, y, z] = [0, 1, 2].map(|axis| corner[axis] - centre_m[axis]);
            (x * x + y * y + z * z).sqrt()
        };
        let solid = Self {
            corners_m: corners_m.to_vec(),
            centre_m,
            radius_m: corners_m.iter().map(from_centre).fold(0.0, f64::max),
        };
        let is_flat =
            (0..3).any(|axis| high[axis] - low[axis] < 1e-6 * solid.radius_m) || corners_m.len() < 4;
        if is_flat || solid.hull(1.0).is_none() {
            return Err(SettlingError::Flat {
                asset: asset.to_owned(),
            });
        }
        Ok(solid)
    }

    /// Radius of a ball round it at the scale 1, m.
    pub(crate) fn radius_m(&self) -> f64 {
        self.radius_m
    }

    /// The middle of that ball.
    pub(crate) fn centre_m(&self) -> [f64; 3] {
        self.centre_m
    }

    fn hull(&self, scale: f64) -> Option<SharedShape> {
        let corners: Vec<Vector> = self
            .corners_m
            .iter()
            .map(|corner| vector(corner.map(|along| along * scale)))
            .collect();
        SharedShape::convex_hull(&corners)
    }

    /// Its shape at a scale.
    pub(crate) fn collider(&self, scale: f64) -> ColliderBuilder {
        // A ball only where a scale is so small that its corners fall together.
        let ball = || SharedShape::ball((self.radius_m * scale) as f32);
        ColliderBuilder::new(self.hull(scale).unwrap_or_else(ball))
    }

    /// Its corners as a body has them.
    pub(crate) fn corners_of<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = [f64; 3]> + 'a {
        let corners = self.corners_m.iter();
        corners.map(|corner| body.place(*corner))
    }
}

/// A solid somewhere: the place of its origin (m: east, north, up), its turn as a unit quaternion, its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Where its origin is.
    pub place_m: [f64; 3],
    /// How it is turned: x, y, z, w.
    pub rotation: [f64; 4],
    /// Its size, as a factor.
    pub scale: f64,
}

impl Body {
    /// Where a place of its solid is.
    fn place(&self, of_solid: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = of_solid.map(|along| along * self.scale);
        let [a, b, c, w] = self.rotation;
        // v + 2 q × (q × v + w v)
        let inner = [
            b * z - c * y + w * x,
            c * x - a * z + w * y,
            a * y - b * x + w * z,
        ];
        let outer = [
            b * inner[2] - c * inner[1],
            c * inner[0] - a * inner[2],
            a * inner[1] - b * inner[0],
        ];
        [0, 1, 2].map(|axis| self.place_m[axis] + [x, y, z][axis] + 2.0 * outer[axis])
    }

    /// The middle of the ball round its solid.
    pub(crate) fn centre_m(&self, solid: &Solid) -> [f64; 3] {
        self.place(solid.centre_m())
    }

    /// The pose from an origin, near which 32 bits are enough.
    pub(crate) fn pose(&self, origin_m: [f64; 3]) -> Pose {
        let from_origin = std::array::from_fn(|axis| self.place_m[axis] - origin_m[axis]);
        let [x, y, z, w] = self.rotation.map(|part| part as f32);
        Pose::from_parts(vector(from_origin), Rotation::from_xyzw(x, y, z, w).normalize())
    }
}

pub(crate) fn vector(along: [f64; 3]) -> Vector {
    let [x, y, z] = along.map(|along| along as f32);
    Vector::new(x, y, z)
}

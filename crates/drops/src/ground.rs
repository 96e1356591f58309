//! A piece of the ground that things fall on.

use rapier3d::parry::shape::HeightFieldFlags;
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{ColliderBuilder, Pose, Rotation, SharedShape, Vector};
use understory_terrain::Ground;

use crate::solid::vector;

/// Cells along a side of a piece at most.
const MOST_CELLS: f64 = 512.0;

/// A square piece of ground round a place: two triangles a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    centre_m: [f64; 2],
    half_m: f64,
    cells: usize,
}

impl Piece {
    /// One that reaches so far to each side, in cells of about that length.
    pub(crate) fn new(centre_m: [f64; 2], half_m: f64, cell_m: f64) -> Self {
        Self {
            centre_m,
            half_m,
            cells: (2.0 * half_m / cell_m).ceil().clamp(1.0, MOST_CELLS) as usize,
        }
    }

    /// Whether a place is above it.
    pub(crate) fn holds(&self, place_m: [f64; 2]) -> bool {
        (0..2).all(|axis| (place_m[axis] - self.centre_m[axis]).abs() <= self.half_m)
    }

    /// Its shape as seen from an origin, and its lowest height there, m.
    ///
    /// rapier's height fields have y up, rows along z and columns along x: a quarter of a turn brings y up to z, and z to -y.
    pub(crate) fn collider(&self, ground: &dyn Ground, origin_m: [f64; 3]) -> (ColliderBuilder, f64) {
        let step_m = 2.0 * self.half_m / self.cells as f64;
        let side = self.cells + 1;
        let mut heights = Array2::zeros(side, side);
        let mut lowest_m = f64::INFINITY;
        for row in 0..side {
            for column in 0..side {
                let place_m = [
                    self.centre_m[0] - self.half_m + step_m * column as f64,
                    self.centre_m[1] + self.half_m - step_m * row as f64,
                ];
                let height_m = ground.height_m(place_m) - origin_m[2];
                lowest_m = lowest_m.min(height_m);
                heights[(row, column)] = height_m as f32;
            }
        }
        let side_m = (2.0 * self.half_m) as f32;
        let [x_m, y_m] = [0, 1].map(|axis| self.centre_m[axis] - origin_m[axis]);
        let turn = Rotation::from_rotation_x(std::f32::consts::FRAC_PI_2);
        // Without the flag things stumble over the edges between triangles, and slide half as far.
        let field = SharedShape::heightfield_with_flags(
            heights,
            Vector::new(side_m, 1.0, side_m),
            HeightFieldFlags::FIX_INTERNAL_EDGES,
        );
        let collider = ColliderBuilder::new(field).position(Pose::from_parts(vector([x_m, y_m, 0.0]), turn));
        (collider, lowest_m)
    }
}

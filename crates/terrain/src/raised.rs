//! Ground with meshes set into it: where one is higher than the ground, its top is the ground.

use std::sync::Arc;

use crate::ground::Ground;

/// Cells of the index along a side at most.
const MOST_CELLS: f64 = 256.0;

/// Three corners: east, north and up, m.
pub type Corners = [[f64; 3]; 3];

/// A ground with triangles set into it, as a ray from above meets them: what they are below it or below each other is not
/// seen.
pub struct RaisedGround {
    ground: Arc<dyn Ground + Send + Sync>,
    faces: Vec<Face>,
    low_m: [f64; 2],
    high_m: [f64; 2],
    /// Cells along each side of the rectangle around all triangles.
    sides: [usize; 2],
    /// Numbers of the faces over each cell, row by row.
    cells: Vec<Vec<u32>>,
}

/// A triangle that is seen from above.
struct Face {
    corners_m: Corners,
    /// Rise per metre to the east and to the north.
    gradient: [f64; 2],
}

impl Face {
    /// None where it stands upright.
    fn new(corners_m: Corners) -> Option<Self> {
        let [a, b, c] = corners_m;
        let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|axis: usize| corner[axis] - a[axis]));
        let area2_m2 = u[0] * v[1] - u[1] * v[0];
        let gradient = [
            (u[2] * v[1] - u[1] * v[2]) / area2_m2,
            (u[0] * v[2] - u[2] * v[0]) / area2_m2,
        ];
        gradient
            .iter()
            .all(|rise| rise.is_finite())
            .then_some(Self { corners_m, gradient })
    }

    /// Its height at a place, if it lies over or under it.
    fn height_m(&self, place_m: [f64; 2]) -> Option<f64> {
        let [a, b, c] = self
            .corners_m
            .map(|corner| [corner[0] - place_m[0], corner[1] - place_m[1]]);
        // Turned round, an edge has the same number with the other sign: no place is lost between two faces.
        let turn = |from: [f64; 2], to: [f64; 2]| from[0] * to[1] - from[1] * to[0];
        let turns = [turn(a, b), turn(b, c), turn(c, a)];
        let is_over = turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0);
        is_over.then(|| self.corners_m[0][2] - a[0] * self.gradient[0] - a[1] * self.gradient[1])
    }
}

/// Whether a triangle is seen from above, and does not stand upright.
#[must_use]
pub fn is_seen_from_above(corners_m: &Corners) -> bool {
    Face::new(*corners_m).is_some()
}

impl RaisedGround {
    /// The ground with these triangles, at their heights above 0.
    #[must_use]
    pub fn new(
        ground: Arc<dyn Ground + Send + Sync>,
        triangles_m: impl IntoIterator<Item = Corners>,
    ) -> Self {
        let faces: Vec<Face> = triangles_m.into_iter().filter_map(Face::new).collect();
        let (mut low_m, mut high_m) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in faces.iter().flat_map(|face| face.corners_m) {
            for axis in 0..2 {
                low_m[axis] = low_m[axis].min(corner[axis]);
                high_m[axis] = high_m[axis].max(corner[axis]);
            }
        }
        let along = (faces.len() as f64).sqrt().ceil().clamp(1.0, MOST_CELLS) as usize;
        let mut own = Self {
            ground,
            low_m,
            high_m,
            sides: [along; 2],
            cells: vec![Vec::new(); along * along],
            faces,
        };
        for (number, face) in own.faces.iter().enumerate() {
            let ends = |axis: usize| {
                let along_m = face.corners_m.map(|corner| corner[axis]);
                let (low_m, high_m) = (
                    along_m.into_iter().fold(f64::INFINITY, f64::min),
                    along_m.into_iter().fold(f64::NEG_INFINITY, f64::max),
                );
                own.cell(axis, low_m)..=own.cell(axis, high_m)
            };
            let [columns, rows] = [ends(0), ends(1)];
            for row in rows {
                for column in columns.clone() {
                    own.cells[row * along + column].push(number as u32);
                }
            }
        }
        own
    }

    /// The cell of a place between the ends, which rises with it.
    fn cell(&self, axis: usize, at_m: f64) -> usize {
        let share = (at_m - self.low_m[axis]) / (self.high_m[axis] - self.low_m[axis]);
        ((share * self.sides[axis] as f64) as usize).min(self.sides[axis] - 1)
    }

    /// The highest face over a place, with its height, where that is above the ground.
    fn top(&self, place_m: [f64; 2]) -> Option<(f64, &Face)> {
        if !(0..2).all(|axis| (self.low_m[axis]..=self.high_m[axis]).contains(&place_m[axis])) {
            return None;
        }
        let [column, row] = [0, 1].map(|axis| self.cell(axis, place_m[axis]));
        let near = self.cells[row * self.sides[0] + column].iter();
        let heights_m = near.filter_map(|&number| {
            let face = &self.faces[number as usize];
            Some((face.height_m(place_m)?, face))
        });
        let highest = heights_m.reduce(|first, other| if other.0 > first.0 { other } else { first })?;
        (highest.0 > self.ground.height_m(place_m)).then_some(highest)
    }
}

impl Ground for RaisedGround {
    fn height_m(&self, place_m: [f64; 2]) -> f64 {
        let top = self.top(place_m);
        top.map_or_else(|| self.ground.height_m(place_m), |(height_m, _)| height_m)
    }

    fn gradient(&self, place_m: [f64; 2]) -> [f64; 2] {
        let top = self.top(place_m);
        top.map_or_else(|| self.ground.gradient(place_m), |(_, face)| face.gradient)
    }

    fn raised_m(&self, place_m: [f64; 2]) -> f64 {
        let top = self.top(place_m);
        top.map_or(0.0, |(height_m, _)| height_m - self.ground.height_m(place_m))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Level;

    /// Four sides of a pyramid of side 4 and height 2 around 10, 20, on a floor that is not seen.
    fn pyramid() -> Vec<Corners> {
        let corners = [
            [8.0, 18.0, 1.0],
            [12.0, 18.0, 1.0],
            [12.0, 22.0, 1.0],
            [8.0, 22.0, 1.0],
        ];
        let top = [10.0, 20.0, 3.0];
        let mut sides: Vec<Corners> = (0..4)
            .map(|at| [corners[at], corners[(at + 1) % 4], top])
            .collect();
        sides.push([corners[0], corners[1], corners[2]]);
        // A wall has no top.
        sides.push([[8.0, 18.0, 0.0], [12.0, 18.0, 0.0], [8.0, 18.0, 9.0]]);
        sides
    }

    #[test]
    fn the_top_of_a_mesh_is_the_ground() {
        let ground = RaisedGround::new(Arc::new(Level { height_m: 1.0 }), pyramid());
        assert_eq!(ground.height_m([10.0, 20.0]), 3.0);
        assert_eq!(ground.height_m([9.0, 20.0]), 2.0);
        assert_eq!(ground.gradient([9.0, 20.1]), [1.0, 0.0]);
        assert!((ground.slope_deg([10.1, 21.5]) - 45.0).abs() < 1e-12);
        assert_eq!(
            (ground.height_m([7.9, 20.0]), ground.raised_m([7.9, 20.0])),
            (1.0, 0.0)
        );
        assert_eq!(ground.raised_m([11.5, 20.0]), 0.5);
        // What is lower than the ground is not seen.
        let ground = RaisedGround::new(Arc::new(Level { height_m: 2.5 }), pyramid());
        assert_eq!(ground.height_m([9.0, 20.0]), 2.5);
        assert!((ground.height_m([10.0, 20.1]) - 2.9).abs() < 1e-12);
        let bare = RaisedGround::new(Arc::new(Level { height_m: 2.5 }), []);
        assert_eq!(
            (bare.height_m([0.0; 2]), bare.gradient([0.0; 2])),
            (2.5, [0.0; 2])
        );
    }

    proptest! {
        /// The oracle asks all triangles, by the shares of their corners.
        #[test]
        fn the_index_finds_the_highest_of_all(
            // Narrow ones are steeper than single digits can tell.
            triangles in prop::collection::vec(
                prop::array::uniform3(prop::array::uniform3(-20.0..20.0_f64))
                    .prop_filter("wide", |[a, b, c]| ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() > 1.0),
                0..60,
            ),
            places in prop::collection::vec(prop::array::uniform2(-22.0..22.0_f64), 50),
        ) {
            let ground = RaisedGround::new(Arc::new(Level::default()), triangles.clone());
            for place_m in places {
                let mut highest_m = 0.0_f64;
                for [a, b, c] in &triangles {
                    let [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
                    let [px, py] = [place_m[0] - a[0], place_m[1] - a[1]];
                    let whole = ux * vy - uy * vx;
                    let (s, t) = ((px * vy - py * vx) / whole, (ux * py - uy * px) / whole);
                    if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
                        highest_m = highest_m.max(a[2] + s * (b[2] - a[2]) + t * (c[2] - a[2]));
                    }
                }
                prop_assert!((ground.height_m(place_m) - highest_m).abs() < 1e-6, "{place_m:?}");
                prop_assert!((ground.raised_m(place_m) - highest_m).abs() < 1e-6);
            }
        }
    }
}

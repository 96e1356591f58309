//! The ground as triangles, in square pieces whose corners two bytes can count.

use super::cells::{middle, single, sub};
use super::content::SceneGround;
use crate::glb::Coloured;

/// Cells along the side of a file's piece: 255 times 255 crossings are the most squares that indices of two bytes reach.
pub(super) const PIECE_CELLS: usize = 254;

impl SceneGround<'_> {
    /// Its triangles in square pieces of at most so many cells a side, which must be 1 or more: places are counted from the place that
    /// comes with them, m.
    #[must_use]
    pub fn pieces(self, cells: usize) -> ([f64; 3], Vec<Coloured>) {
        let pieces = Pieces::of(self, [0.0; 3]);
        (pieces.middle_m, pieces.each(cells).collect())
    }
}

/// The pieces of a ground, and where their middle lies, from which their places are counted.
pub(super) struct Pieces<'a> {
    ground: SceneGround<'a>,
    /// Where the crossing in the south-west lies, from the scene's origin, and the heights' zero.
    corner_m: [f64; 3],
    pub(super) middle_m: [f64; 3],
}

impl<'a> Pieces<'a> {
    pub(super) fn of(ground: SceneGround<'a>, origin_m: [f64; 3]) -> Self {
        let corner_m = sub([ground.origin_m[0], ground.origin_m[1], 0.0], origin_m);
        let mut pieces = Pieces {
            ground,
            corner_m,
            middle_m: [0.0; 3],
        };
        let last = ground.heights_m.len() - 1;
        let [low, high] = [f32::min, f32::max].map(|pick| {
            let height_m = ground.heights_m.iter().copied().reduce(pick);
            f64::from(height_m.unwrap_or_default()) - origin_m[2]
        });
        let [mut near, mut far] = [pieces.place_m(0), pieces.place_m(last)];
        (near[2], far[2]) = (low, high);
        pieces.middle_m = middle([near, far].into_iter());
        pieces
    }

    /// Piece by piece, from the south-west, eastwards first. Neighbours share the crossings of their border.
    pub(super) fn each(&self, cells: usize) -> impl Iterator<Item = Coloured> {
        let starts = move |crossings: usize| (0..crossings - 1).step_by(cells);
        let corners = starts(self.ground.rows)
            .flat_map(move |row| starts(self.ground.columns).map(move |column| [column, row]));
        corners.map(move |corner| self.piece(corner, cells))
    }

    fn piece(&self, [column, row]: [usize; 2], cells: usize) -> Coloured {
        let end = |start: usize, crossings: usize| (start + cells).min(crossings - 1);
        let (columns, rows) = (
            column..=end(column, self.ground.columns),
            row..=end(row, self.ground.rows),
        );
        let wide = columns.end() - columns.start() + 1;
        let high = rows.end() - rows.start() + 1;
        let mut piece = Coloured::default();
        for row in rows {
            for column in columns.clone() {
                let at = row * self.ground.columns + column;
                piece.places_m.push(single(sub(self.place_m(at), self.middle_m)));
                piece.normals.push(self.normal(column, row));
                piece.colours.push(self.ground.colours[at]);
            }
        }
        for up in 0..high - 1 {
            for right in 0..wide - 1 {
                let [south_west, north_west] = [up, up + 1].map(|row| (row * wide + right) as u32);
                let [south_east, north_east] = [south_west + 1, north_west + 1];
                piece.triangles.push([south_west, south_east, north_east]);
                piece.triangles.push([south_west, north_east, north_west]);
            }
        }
        piece
    }

    /// A crossing, from the scene's origin.
    fn place_m(&self, at: usize) -> [f64; 3] {
        let [column, row] = [at % self.ground.columns, at / self.ground.columns];
        [
            self.corner_m[0] + column as f64 * self.ground.cell_m[0],
            self.corner_m[1] + row as f64 * self.ground.cell_m[1],
            self.corner_m[2] + f64::from(self.ground.heights_m[at]),
        ]
    }

    /// Straight up from the slope between a crossing's neighbours, of which there is one less at the border.
    fn normal(&self, column: usize, row: usize) -> [f32; 3] {
        let height_m =
            |column: usize, row: usize| f64::from(self.ground.heights_m[row * self.ground.columns + column]);
        let around = |at: usize, count: usize| (at.saturating_sub(1), (at + 1).min(count - 1));
        let (west, east) = around(column, self.ground.columns);
        let (south, north) = around(row, self.ground.rows);
        let slope_x =
            (height_m(east, row) - height_m(west, row)) / ((east - west) as f64 * self.ground.cell_m[0]);
        let slope_y = (height_m(column, north) - height_m(column, south))
            / ((north - south) as f64 * self.ground.cell_m[1]);
        let length = (slope_x * slope_x + slope_y * slope_y + 1.0).sqrt();
        single([-slope_x / length, -slope_y / length, 1.0 / length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area_m2(piece: &Coloured) -> f64 {
        let corner = |vertex: u32| piece.places_m[vertex as usize].map(f64::from);
        let doubled = piece.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(corner);
            let across = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert!(across > 0.0, "faces up");
            across
        });
        doubled.sum::<f64>() / 2.0
    }

    /// On a plane every normal is the plane's and every crossing lies on it.
    #[test]
    fn a_plane_that_is_cut_into_pieces_is_covered_once_and_stays_a_plane() {
        let (columns, rows) = (600, 257);
        let at = |number: usize| [(number % columns) as f64 * 2.0, (number / columns) as f64 * 3.0];
        let height = |[x, y]: [f64; 2]| 100.0 + 0.25 * x - 0.5 * y;
        let heights: Vec<f32> = (0..columns * rows)
            .map(|number| height(at(number)) as f32)
            .collect();
        let ground = SceneGround {
            columns,
            rows,
            origin_m: [1000.0, 2000.0],
            cell_m: [2.0, 3.0],
            heights_m: &heights,
            colours: &vec![[1, 2, 3]; columns * rows],
        };
        let pieces = Pieces::of(ground, [900.0, 1900.0, 50.0]);
        let all: Vec<Coloured> = pieces.each(PIECE_CELLS).collect();
        assert_eq!(all.len(), 6);
        let covered: f64 = all.iter().map(area_m2).sum();
        assert!(
            (covered - 599.0 * 2.0 * 256.0 * 3.0).abs() < 1e-6 * covered,
            "{covered}"
        );
        let length = (1.0_f64 + 0.25 * 0.25 + 0.5 * 0.5).sqrt();
        let expected = [-0.25 / length, 0.5 / length, 1.0 / length];
        for piece in &all {
            assert!(piece.places_m.len() <= 65_535);
            for (place, normal) in piece.places_m.iter().zip(&piece.normals) {
                for axis in 0..3 {
                    assert!((f64::from(normal[axis]) - expected[axis]).abs() < 1e-6);
                }
                let place = [0, 1, 2].map(|axis| f64::from(place[axis]) + pieces.middle_m[axis]);
                // The corner lies 100 m from the scene's origin, heights 50 m above it.
                let off = place[2] + 50.0 - height([place[0] - 100.0, place[1] - 100.0]);
                assert!(off.abs() < 1e-3, "{off}");
            }
        }
    }

    #[test]
    fn the_normal_on_a_ridge_stands_upright() {
        let ground = SceneGround {
            columns: 3,
            rows: 2,
            origin_m: [0.0; 2],
            cell_m: [1.0; 2],
            heights_m: &[0.0, 1.0, 0.0, 0.0, 1.0, 0.0],
            colours: &[[0; 3]; 6],
        };
        let piece = Pieces::of(ground, [0.0; 3]).each(PIECE_CELLS).next().unwrap();
        assert_eq!(piece.normals[1], [0.0, 0.0, 1.0]);
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!((piece.normals[0][0] + half).abs() < 1e-6 && (piece.normals[2][0] - half).abs() < 1e-6);
    }
}

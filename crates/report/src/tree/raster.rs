//! Triangles as samples: which one lies nearest at each place of a grid. Light and pictures both come from it.

use std::ops::Range;

use crate::tree::surface::Surface;
use crate::tree::view::Axes;

/// Where a vertex lies on the grid, and how far away.
pub(crate) type Corner = [f32; 3];

/// How places come to stand on a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    pub(super) axes: Axes,
    /// Samples to a metre.
    pub(super) per_m: f64,
    /// Where the origin stands, in samples from the grid's upper left corner.
    pub(super) origin: [f64; 2],
}

impl Projection {
    pub(super) fn corner(&self, place_m: [f32; 3]) -> Corner {
        let seen = self.axes.seen(place_m.map(f64::from));
        [
            (self.origin[0] + seen.across_m * self.per_m) as f32,
            (self.origin[1] - seen.up_m * self.per_m) as f32,
            seen.away_m as f32,
        ]
    }

    pub(super) fn corners(&self, surface: &Surface) -> Vec<Corner> {
        let places_m = surface.places_m.iter();
        places_m.map(|&place_m| self.corner(place_m)).collect()
    }
}

/// What shows of a triangle at one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Met {
    /// Number of the sample, row by row.
    pub(crate) sample: usize,
    /// The place on the skin, whose colour only those look up who show it.
    pub(crate) texture: [f32; 2],
    /// The corners of the triangle, and their shares in what shows here.
    pub(crate) corners: [usize; 3],
    pub(crate) shares: [f32; 3],
}

/// The triangles of a surface, those that reach nearest first: what hides others is drawn before them, and their colours are
/// not looked up.
pub(super) fn nearest_first(surface: &Surface, places: &[Corner]) -> Vec<[u32; 3]> {
    let nearest_m = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| places[corner as usize][2]);
        a.min(b).min(c)
    };
    let mut triangles: Vec<(f32, [u32; 3])> = (surface.triangles.iter())
        .map(|triangle| (nearest_m(triangle), *triangle))
        .collect();
    triangles.sort_unstable_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)));
    triangles.into_iter().map(|(_, triangle)| triangle).collect()
}

/// Lays a surface over some rows of a grid: `show` has what faces the grid and lies nearer than `nearest_m`, but for the
/// holes in its skin.
pub(crate) fn cover(
    surface: &Surface,
    places: &[Corner],
    rows: Range<usize>,
    nearest_m: &mut [f32],
    mut show: impl FnMut(Met),
) {
    let width = nearest_m.len() / rows.len();
    let is_hole = surface.skin.holes();
    for triangle in &surface.triangles {
        let corners = triangle.map(|corner| corner as usize);
        let [a, b, c] = corners.map(|corner| places[corner]);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        // Rows count downwards: what faces here turns the other way. What faces away lies behind something that does not.
        if area >= 0.0 {
            continue;
        }
        let down = middles([a[1], b[1], c[1]], rows.clone());
        let across = middles([a[0], b[0], c[0]], 0..width);
        if down.is_empty() || across.is_empty() {
            continue;
        }
        // How the share of the corner that lies across from each side grows along both axes, and what it is at 0.
        let per_area = 1.0 / area;
        let sides = [(b, c), (c, a), (a, b)].map(|(from, to)| {
            let [x, y] = [(to[0] - from[0]) * per_area, (to[1] - from[1]) * per_area];
            [-y, x, y * from[0] - x * from[1]]
        });
        let per_share = sides.map(|[by_x, ..]| 1.0 / by_x);
        // What changes evenly over the triangle, from its first corner on: at each sample one product instead of three.
        let evenly = |[at_a, at_b, at_c]: [f32; 3]| {
            let by = [0, 1].map(|axis| sides[1][axis] * (at_b - at_a) + sides[2][axis] * (at_c - at_a));
            move |row: usize| {
                let at_row = at_a + by[1] * (row as f32 + 0.5 - a[1]);
                move |column: usize| at_row + by[0] * (column as f32 + 0.5 - a[0])
            }
        };
        let away_m = evenly([a[2], b[2], c[2]]);
        let texture = corners.map(|corner| surface.texture[corner]);
        let texture = [0, 1].map(|axis| evenly(texture.map(|place| place[axis])));
        for row in down {
            let ends = sides.map(|[by_x, by_y, at_0]| [by_x, by_y * (row as f32 + 0.5) + at_0]);
            let (away_m, texture) = (away_m(row), [texture[0](row), texture[1](row)]);
            let first = (row - rows.start) * width;
            for column in within(ends, per_share, across.clone()) {
                let away_m = away_m(column);
                let nearest_m = &mut nearest_m[first + column];
                if away_m >= *nearest_m {
                    continue;
                }
                let texture = [texture[0](column), texture[1](column)];
                if !is_hole(texture) {
                    *nearest_m = away_m;
                    show(Met {
                        sample: first + column,
                        texture,
                        corners,
                        shares: ends.map(|[by_x, at_0]| by_x * (column as f32 + 0.5) + at_0),
                    });
                }
            }
        }
    }
}

/// The samples, which lie in the middles of their cells, between the least and the greatest of a triangle's corners along an
/// axis. What is no number becomes 0; as `i32`, for a number of 64 bits takes several times as long.
fn middles(along: [f32; 3], all: Range<usize>) -> Range<usize> {
    let [low, high] = [f32::min, f32::max].map(|of| of(of(along[0], along[1]), along[2]));
    let [low, high] = [low, high].map(|end| ((end + 0.5) as i32).max(0) as usize);
    low.max(all.start)..high.min(all.end)
}

/// The samples of a row in which no share is below 0; of each share, how it grows along the row and what it is at 0, and one
/// over how it grows.
fn within(shares: [[f32; 2]; 3], per_share: [f32; 3], across: Range<usize>) -> Range<usize> {
    let (mut low, mut high) = (across.start as f32, across.end as f32);
    for ([by_x, at_0], per_share) in shares.into_iter().zip(per_share) {
        let zero = 0.5 - at_0 * per_share;
        if by_x > 0.0 {
            low = low.max(zero);
        } else if by_x < 0.0 {
            high = high.min(zero);
        } else if at_0 < 0.0 {
            return 0..0;
        }
    }
    let [low, high] = [low, high].map(|end| (end as i32).max(0) as usize);
    low..high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::surface::Skin;
    use crate::tree::view::View;

    /// Half of a square of 4 by 4 samples, its right angle at the lower left; shares at the middle of a sample.
    #[test]
    fn a_triangle_covers_the_samples_whose_middles_lie_in_it() {
        let places = [[0.0, 4.0, 1.0], [4.0, 4.0, 1.0], [0.0, 0.0, 5.0]];
        let surface = Surface {
            texture: vec![[4.0, 0.0], [0.0, 20.0], [0.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            skin: Skin::plain([1, 2, 3]),
            ..Surface::default()
        };
        let mut nearest_m = vec![f32::INFINITY; 16];
        let mut shown = Vec::new();
        cover(&surface, &places, 0..4, &mut nearest_m, |met| shown.push(met));
        let samples: Vec<usize> = shown.iter().map(|met| met.sample).collect();
        assert_eq!(samples, [0, 4, 5, 8, 9, 10, 12, 13, 14, 15]);
        assert_eq!(
            (shown[1].shares, shown[1].texture),
            ([0.25, 0.125, 0.625], [1.0, 2.5])
        );
        assert_eq!([nearest_m[4], nearest_m[1]], [3.5, f32::INFINITY]);
        // What lies as near is not shown again, nor is what faces away.
        let mut again = 0;
        cover(&surface, &places, 0..4, &mut nearest_m, |_| again += 1);
        assert_eq!(again, 0);
        let turned = Surface {
            triangles: vec![[0, 2, 1]],
            ..surface.clone()
        };
        cover(&turned, &places, 2..4, &mut [f32::INFINITY; 8], |_| again += 1);
        assert_eq!(again, 0);
        cover(&surface, &places, 2..4, &mut [f32::INFINITY; 8], |_| again += 1);
        assert_eq!(again, 7, "of the lower two rows");
    }

    #[test]
    fn what_lies_beyond_the_grid_or_has_no_area_covers_nothing() {
        let surface = Surface {
            texture: vec![[0.0; 2]; 3],
            triangles: vec![[0, 1, 2]],
            ..Surface::default()
        };
        for places in [
            [[-9.0, 1.0, 0.0], [-5.0, 1.0, 0.0], [-5.0, 3.0, 0.0]],
            [[1.0, 7.0, 0.0], [3.0, 7.0, 0.0], [3.0, 9.0, 0.0]],
            [[0.0, 0.0, 0.0], [2.0, 2.0, 0.0], [4.0, 4.0, 0.0]],
            [[f32::NAN; 3]; 3],
        ] {
            let mut nearest_m = [f32::INFINITY; 16];
            cover(&surface, &places, 0..4, &mut nearest_m, |_| ());
            assert_eq!(nearest_m, [f32::INFINITY; 16], "{places:?}");
        }
    }

    #[test]
    fn places_stand_at_their_scale_and_up_is_up() {
        let projection = Projection {
            axes: View::Front.axes(),
            per_m: 10.0,
            origin: [100.0, 200.0],
        };
        assert_eq!(projection.corner([3.0, 7.0, 5.0]), [130.0, 150.0, 7.0]);
    }
}

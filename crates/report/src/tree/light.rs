//! How much of the sky's light comes through the leaves above, so that a crown is drawn as a volume.

use crate::tree::picture::Leaf;

/// Cells along the crown's longest side.
const CELLS: usize = 28;
/// What part of the light a layer of leaves takes away that covers the ground once.
const EXTINCTION: f64 = 0.45;
/// Part of its length times its width that a leaf covers, turned as leaves are.
const COVER: f64 = 0.35;

/// The share of light that comes to each leaf.
///
/// From the sky downwards, layer by layer, each cell gets the mean of the nine above it, less what their leaves took.
pub(super) fn light(leaves: &[Leaf]) -> Vec<f64> {
    let Some(grid) = Grid::around(leaves) else {
        return vec![1.0; leaves.len()];
    };
    let [across, deep, high] = grid.cells;
    let mut cover = vec![0.0; across * deep * high];
    for leaf in leaves {
        let [x, y, z] = grid.cell(middle_m(leaf));
        let along_m = [0, 1, 2].map(|i| leaf.to_m[i] - leaf.from_m[i]);
        let length_m = along_m.iter().map(|along| along * along).sum::<f64>().sqrt();
        cover[grid.number(x, y, z)] += COVER * length_m * leaf.width_m / (grid.side_m * grid.side_m);
    }
    let mut bright = vec![1.0; cover.len()];
    for z in (0..high.saturating_sub(1)).rev() {
        for y in 0..deep {
            for x in 0..across {
                let mut sum = 0.0;
                for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                    let above = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
                    let above = above.filter(|&(x, y)| x < across && y < deep);
                    sum += above.map_or(1.0, |(x, y)| {
                        let above = grid.number(x, y, z + 1);
                        bright[above] * (1.0 - EXTINCTION * cover[above]).max(0.0)
                    });
                }
                bright[grid.number(x, y, z)] = sum / 9.0;
            }
        }
    }
    leaves
        .iter()
        .map(|leaf| grid.between(&bright, middle_m(leaf)))
        .collect()
}

fn middle_m(leaf: &Leaf) -> [f64; 3] {
    [0, 1, 2].map(|i| 0.5 * (leaf.from_m[i] + leaf.to_m[i]))
}

struct Grid {
    low_m: [f64; 3],
    side_m: f64,
    cells: [usize; 3],
}

impl Grid {
    /// None for leaves that take no room.
    fn around(leaves: &[Leaf]) -> Option<Self> {
        let (mut low_m, mut high_m) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for place_m in leaves.iter().map(middle_m) {
            low_m = [0, 1, 2].map(|i| low_m[i].min(place_m[i]));
            high_m = [0, 1, 2].map(|i| high_m[i].max(place_m[i]));
        }
        let spans_m = [0, 1, 2].map(|i| high_m[i] - low_m[i]);
        let side_m = spans_m.into_iter().fold(0.0, f64::max) / CELLS as f64;
        (side_m > 0.0).then(|| Grid {
            low_m,
            side_m,
            cells: spans_m.map(|span_m| (span_m / side_m) as usize + 1),
        })
    }

    fn cell(&self, place_m: [f64; 3]) -> [usize; 3] {
        [0, 1, 2].map(|i| (((place_m[i] - self.low_m[i]) / self.side_m) as usize).min(self.cells[i] - 1))
    }

    fn number(&self, x: usize, y: usize, z: usize) -> usize {
        (z * self.cells[1] + y) * self.cells[0] + x
    }

    /// The value at a place between the middles of the eight cells about it.
    fn between(&self, values: &[f64], place_m: [f64; 3]) -> f64 {
        let places = [0, 1, 2].map(|i| {
            let place =
                ((place_m[i] - self.low_m[i]) / self.side_m - 0.5).clamp(0.0, (self.cells[i] - 1) as f64);
            let below = place as usize;
            (below, (below + 1).min(self.cells[i] - 1), place - below as f64)
        });
        let mut sum = 0.0;
        for corner in 0..8 {
            let pick = |i: usize| {
                let (below, above, share) = places[i];
                if corner >> i & 1 == 0 {
                    (below, 1.0 - share)
                } else {
                    (above, share)
                }
            };
            let [(x, a), (y, b), (z, c)] = [pick(0), pick(1), pick(2)];
            sum += a * b * c * values[self.number(x, y, z)];
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_crown_gets_the_less_light_the_deeper_it_lies() {
        let leaf = |number: i32| {
            let [x, y, z] = [number % 9, number / 9 % 9, number / 81].map(f64::from);
            Leaf {
                from_m: [x, y, z],
                to_m: [x + 1.0, y, z],
                width_m: 1.5,
            }
        };
        let leaves: Vec<Leaf> = (0..729).map(leaf).collect();
        let light = light(&leaves);
        let middle: Vec<f64> = (0..9).map(|layer| light[81 * layer + 40]).collect();
        assert!(middle.is_sorted(), "{middle:?}");
        assert!(middle[0] < 0.7 && middle[8] > 0.9, "{middle:?}");
        assert!(light[0] > middle[0], "a corner is nearer to the open sky");
    }

    #[test]
    fn leaves_in_one_place_are_all_lit() {
        assert_eq!(light(&[Leaf::default(); 3]), [1.0; 3]);
        assert_eq!(light(&[]), [0.0; 0]);
    }

    /// Two leaves over each other a metre apart, 28 cells: below, the mean of nine cells of which one lost light.
    #[test]
    fn a_leaf_takes_from_what_lies_below_by_what_it_covers() {
        let leaf = |x: f64, z: f64| Leaf {
            from_m: [x - 0.01, 0.0, z],
            to_m: [x + 0.01, 0.0, z],
            width_m: 0.02,
        };
        let leaves = [leaf(0.0, 0.0), leaf(0.0, 0.5), leaf(0.0, 1.0)];
        let grid = Grid::around(&leaves).unwrap();
        assert_eq!((grid.cells, grid.side_m), ([1, 1, 29], 1.0 / 28.0));
        assert_eq!(grid.cell([0.0, 0.0, 0.5]), [0, 0, 14]);
        // 0.02 m by 0.02 m, turned as leaves are, of a cell's side squared.
        let taken = 0.45 * 0.35 * 0.02 * 0.02 * 28.0 * 28.0;
        let below_one = (8.0 + (1.0 - taken)) / 9.0;
        let mut bright = vec![1.0; 29];
        for z in (0..28).rev() {
            let lost = if z + 1 == 28 || z + 1 == 14 {
                1.0 - taken
            } else {
                1.0
            };
            bright[z] = (8.0 + bright[z + 1] * lost) / 9.0;
        }
        assert_eq!(bright[27], below_one);
        // Between the middles of cells: a leaf at a height stands half a cell above the middle of the one below.
        let found = light(&leaves);
        for (found, expected) in found.iter().zip([
            bright[0],
            (bright[13] + bright[14]) / 2.0,
            (bright[27] + bright[28]) / 2.0,
        ]) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn values_are_interpolated_between_the_middles_of_cells() {
        let grid = Grid {
            low_m: [1.0, 2.0, 3.0],
            side_m: 2.0,
            cells: [3, 4, 5],
        };
        let middle_m =
            |x: usize, y: usize, z: usize| [2.0 + 2.0 * x as f64, 3.0 + 2.0 * y as f64, 4.0 + 2.0 * z as f64];
        // A value that rises straight along each axis is met anywhere between.
        let mut values = vec![0.0; 60];
        for z in 0..5 {
            for y in 0..4 {
                for x in 0..3 {
                    assert_eq!(grid.cell(middle_m(x, y, z)), [x, y, z]);
                    let [a, b, c] = middle_m(x, y, z);
                    values[grid.number(x, y, z)] = a + 10.0 * b + 100.0 * c;
                }
            }
        }
        for place_m in [
            [2.0, 3.0, 4.0],
            [3.5, 4.25, 7.75],
            [6.0, 9.0, 12.0],
            [2.1, 8.9, 11.0],
        ] {
            let [a, b, c] = place_m;
            assert!((grid.between(&values, place_m) - (a + 10.0 * b + 100.0 * c)).abs() < 1e-9);
        }
        assert_eq!(grid.between(&values, [-9.0; 3]), 2.0 + 30.0 + 400.0);
        assert_eq!(grid.between(&values, [99.0; 3]), 6.0 + 90.0 + 1200.0);
        assert_eq!(grid.cell([99.0; 3]), [2, 3, 4]);
    }
}

//! Which ground is taken by footprints: a bitmap, and the discs themselves where it cannot tell.
//!
//! The verdict is exactly that of the discs, so that it depends neither on the side of a texel nor on the tile.

use std::ops::Range;

use crate::window::Window;

/// The footprints that are there before a rule.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    texel_m: f64,
    /// South-western corner.
    low_m: [f64; 2],
    /// Texels from west to east and from south to north.
    size: [usize; 2],
    words_a_row: usize,
    /// Texels that lie in a disc as a whole.
    core: Vec<u64>,
    /// Texels whose centre a disc reaches with half a texel's diagonal to spare.
    reached: Vec<u64>,
    discs: Vec<Discs>,
}

impl Taken {
    /// No footprint yet, in a window.
    pub(crate) fn new(window: &Window, texel_m: f64) -> Self {
        let size: [usize; 2] = std::array::from_fn(|axis| {
            ((window.high_m[axis] - window.low_m[axis]) / texel_m)
                .ceil()
                .max(1.0) as usize
        });
        let words_a_row = size[0].div_ceil(64);
        Self {
            texel_m,
            low_m: window.low_m,
            size,
            words_a_row,
            core: vec![0; words_a_row * size[1]],
            reached: vec![0; words_a_row * size[1]],
            discs: Vec::new(),
        }
    }

    /// Enters discs of one radius.
    pub(crate) fn enter(&mut self, centres_m: Vec<[f64; 2]>, radius_m: f64) {
        for &centre_m in &centres_m {
            for (spare, bitmap) in [(-HALF_DIAGONAL, 0), (HALF_DIAGONAL, 1)] {
                for (row, columns) in self.spans(centre_m, radius_m, spare) {
                    let bitmap = if bitmap == 0 {
                        &mut self.core
                    } else {
                        &mut self.reached
                    };
                    let of_row = &mut bitmap[row * self.words_a_row..(row + 1) * self.words_a_row];
                    for (word, mask) in masks(columns) {
                        of_row[word] |= mask;
                    }
                }
            }
        }
        let far_m = std::array::from_fn(|axis| self.low_m[axis] + self.texel_m * self.size[axis] as f64);
        let window = Window {
            low_m: self.low_m,
            high_m: far_m,
        };
        self.discs.push(Discs::new(centres_m, radius_m, &window));
    }

    /// Whether a disc overlaps one of those that were entered.
    pub(crate) fn meets(&self, centre_m: [f64; 2], radius_m: f64) -> bool {
        if self.discs.is_empty() {
            return false;
        }
        let at: [usize; 2] = std::array::from_fn(|axis| {
            (((centre_m[axis] - self.low_m[axis]) / self.texel_m) as usize).min(self.size[axis] - 1)
        });
        if self.core[at[1] * self.words_a_row + at[0] / 64] >> (at[0] % 64) & 1 == 1 {
            return true;
        }
        // Where two discs overlap, the centre of some texel is within half a diagonal of both.
        let is_near = self
            .spans(centre_m, radius_m, HALF_DIAGONAL)
            .any(|(row, columns)| {
                let of_row = &self.reached[row * self.words_a_row..(row + 1) * self.words_a_row];
                masks(columns).any(|(word, mask)| of_row[word] & mask != 0)
            });
        is_near && self.discs.iter().any(|discs| discs.any_meets(centre_m, radius_m))
    }

    /// Rows of texels, each with the columns whose centres lie within the radius and so many texels to spare.
    fn spans(
        &self,
        centre_m: [f64; 2],
        radius_m: f64,
        spare: f64,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let inverse = 1.0 / self.texel_m;
        let reach = radius_m * inverse + spare;
        // In texels, with the centre of the first at 0.
        let [x, y]: [f64; 2] =
            std::array::from_fn(|axis| (centre_m[axis] - self.low_m[axis]) * inverse - 0.5);
        let [columns, rows] = self.size.map(|count| count as f64);
        let within = |at: f64, count: f64| at.clamp(0.0, count) as usize;
        let (low, high) = (
            within((y - reach).ceil(), rows),
            within((y + reach).floor() + 1.0, rows),
        );
        let high = if reach > 0.0 { high } else { low };
        (low..high).map(move |row| {
            let away = row as f64 - y;
            let half = (reach * reach - away * away).max(0.0).sqrt();
            let from = within((x - half).ceil(), columns);
            (row, from..within((x + half).floor() + 1.0, columns).max(from))
        })
    }
}

/// Discs of one radius, by cells in which there are a few.
#[derive(Clone, Debug)]
struct Discs {
    centres_m: Vec<[f64; 2]>,
    radius_m: f64,
    low_m: [f64; 2],
    cell_m: f64,
    cells: [usize; 2],
    /// The last disc of each cell, and of each disc the one before it in its cell; `NONE` where there is none.
    last: Vec<u32>,
    before: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Discs {
    fn new(centres_m: Vec<[f64; 2]>, radius_m: f64, window: &Window) -> Self {
        let size_m: [f64; 2] = std::array::from_fn(|axis| window.high_m[axis] - window.low_m[axis]);
        // As many cells as discs, unless that makes them smaller than a disc.
        let even_m = (size_m[0] * size_m[1] / centres_m.len().max(1) as f64).sqrt();
        let cell_m = even_m.max(2.0 * radius_m);
        let mut discs = Self {
            radius_m,
            low_m: window.low_m,
            cell_m,
            cells: size_m.map(|side_m| (side_m / cell_m) as usize + 1),
            last: Vec::new(),
            before: vec![NONE; centres_m.len()],
            centres_m,
        };
        discs.last = vec![NONE; discs.cells[0] * discs.cells[1]];
        for number in 0..discs.centres_m.len() {
            let [column, row] = [0, 1].map(|axis| discs.cell(axis, discs.centres_m[number][axis]));
            let last = &mut discs.last[row * discs.cells[0] + column];
            discs.before[number] = std::mem::replace(last, number as u32);
        }
        discs
    }

    fn cell(&self, axis: usize, at_m: f64) -> usize {
        // A cast takes what is below 0 to 0.
        (((at_m - self.low_m[axis]) / self.cell_m) as usize).min(self.cells[axis] - 1)
    }

    fn any_meets(&self, centre_m: [f64; 2], radius_m: f64) -> bool {
        let reach_m = self.radius_m + radius_m;
        let span = |axis: usize| {
            self.cell(axis, centre_m[axis] - reach_m)..=self.cell(axis, centre_m[axis] + reach_m)
        };
        for row in span(1) {
            for column in span(0) {
                let mut number = self.last[row * self.cells[0] + column];
                while let Some(&[x_m, y_m]) = self.centres_m.get(number as usize) {
                    let (dx_m, dy_m) = (x_m - centre_m[0], y_m - centre_m[1]);
                    if dx_m * dx_m + dy_m * dy_m < reach_m * reach_m {
                        return true;
                    }
                    number = self.before[number as usize];
                }
            }
        }
        false
    }
}

/// Half the diagonal of a texel, a little more than √½.
const HALF_DIAGONAL: f64 = 0.7072;

/// Words of 64 texels with the bits of some columns.
fn masks(columns: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let (first, end) = (columns.start / 64, columns.end.div_ceil(64));
    (first..end.max(first)).map(move |word| {
        let from = columns.start.max(word * 64) - word * 64;
        let to = columns.end.min(word * 64 + 64) - word * 64;
        // `to` is above `from`, so that neither shift is by 64.
        (word, (u64::MAX << from) & (u64::MAX >> (64 - to)))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at() -> impl Strategy<Value = [f64; 2]> {
        prop::array::uniform2(-20.0..20.0_f64)
    }

    proptest! {
        #[test]
        fn a_verdict_is_that_of_the_discs(
            entered in prop::collection::vec((prop::collection::vec(at(), 0..12), 0.05..6.0_f64), 0..4),
            asked in prop::collection::vec((at(), 0.05..6.0_f64), 30),
            texel_m in 0.05..1.0_f64,
            low_m in -60.0..-28.0_f64,
        ) {
            let mut taken = Taken::new(&Window { low_m: [low_m; 2], high_m: [28.0; 2] }, texel_m);
            for (centres_m, radius_m) in entered.clone() {
                taken.enter(centres_m, radius_m);
            }
            for (asked_m, radius_m) in asked {
                let meets = entered.iter().any(|(centres_m, other_m)| {
                    centres_m.iter().any(|centre_m| {
                        let [dx, dy] = [0, 1].map(|axis: usize| centre_m[axis] - asked_m[axis]);
                        dx * dx + dy * dy < (other_m + radius_m) * (other_m + radius_m)
                    })
                });
                prop_assert_eq!(taken.meets(asked_m, radius_m), meets);
            }
        }
    }

    #[test]
    fn masks_cover_their_columns_and_no_other() {
        for columns in [0..0, 0..1, 3..64, 0..64, 63..65, 5..200, 128..128] {
            let mut covered = Vec::new();
            for (word, mask) in masks(columns.clone()) {
                covered.extend(
                    (0..64)
                        .filter(|bit| mask >> bit & 1 == 1)
                        .map(|bit| word * 64 + bit),
                );
            }
            assert!(covered.iter().copied().eq(columns.clone()), "{columns:?}");
        }
    }
}

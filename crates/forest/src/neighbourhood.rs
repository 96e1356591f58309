//! Who reaches whom: trees in order of (level, tile, key), and for one tile the list of all that touch it.
//!
//! Trees lie in three lists by reach, so that a seedling's short reach is not looked for as far as a tall
//! tree's. What enters a tile's list depends on each source's own reach alone, never on the largest tree there
//! is: one source more would shift the lanes of a sum and with them its last bits.

use understory_space::{Plot, Tiles};

use crate::components::Position;
use crate::field::{LEVELS, level_of};

/// Target side of a tile, m.
pub(crate) const TILE_SIDE_M: f64 = 4.0;

/// The sources of one kind (the living, the dead), in order of (level, tile, key).
#[derive(Default)]
pub(crate) struct Neighbourhood {
    /// `starts[level · tiles + tile]`: the first row of the tile in the level.
    starts: Vec<u32>,
    /// Greatest reach present in each level, m.
    greatest_reach_m: [f32; LEVELS],
}

/// A row's place in the order: level and tile in one number.
pub(crate) fn bucket_of(tiles: &Tiles, place_m: [f64; 2], reach_m: f32) -> u32 {
    level_of(reach_m) as u32 * tiles.len() as u32 + tiles.of(place_m)
}

impl Neighbourhood {
    /// Rebuilds the index for rows with these buckets and reaches and gives their order: `order[k]` is the row
    /// that comes at place `k`. Within a bucket rows are ordered by `key`.
    pub(crate) fn sort<K: Ord>(
        &mut self,
        tiles: &Tiles,
        rows: usize,
        bucket: impl Fn(usize) -> u32,
        key: impl Fn(u32) -> K,
        order: &mut Vec<u32>,
    ) {
        let buckets = LEVELS * tiles.len();
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        for row in 0..rows {
            self.starts[bucket(row) as usize + 1] += 1;
        }
        for bucket in 0..buckets {
            self.starts[bucket + 1] += self.starts[bucket];
        }
        order.clear();
        order.resize(rows, 0);
        // Each start serves as its bucket's cursor and ends at the next one's start; shifting them back by
        // one bucket restores them.
        for row in 0..rows {
            let cursor = &mut self.starts[bucket(row) as usize];
            order[*cursor as usize] = row as u32;
            *cursor += 1;
        }
        self.starts.copy_within(0..buckets, 1);
        self.starts[0] = 0;
        for bucket in 0..buckets {
            let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
            if range.len() > 1 {
                order[range].sort_unstable_by_key(|&row| key(row));
            }
        }
    }

    /// Notes the greatest reach in each level; `reach_m` are those of all rows in order.
    pub(crate) fn note_reaches(&mut self, tiles: &Tiles, reach_m: &[f32]) {
        for level in 0..LEVELS {
            let range = self.level_rows(tiles, level);
            self.greatest_reach_m[level] = reach_m[range].iter().copied().fold(0.0, f32::max);
        }
    }

    /// The rows of one level.
    pub(crate) fn level_rows(&self, tiles: &Tiles, level: usize) -> std::ops::Range<usize> {
        self.starts[level * tiles.len()] as usize..self.starts[(level + 1) * tiles.len()] as usize
    }

    /// The rows of a run of tiles of one level.
    pub(crate) fn rows(&self, tiles: &Tiles, level: usize, first: u32, last: u32) -> std::ops::Range<usize> {
        let base = level * tiles.len();
        self.starts[base + first as usize] as usize..self.starts[base + last as usize + 1] as usize
    }

    /// Calls `visit(row, offset from the tile's centre)` for each source whose reach touches `tile`, in order.
    pub(crate) fn for_each_touching(
        &self,
        tiles: &Tiles,
        tile: u32,
        places: &[Position],
        reach_m: &[f32],
        mut visit: impl FnMut(usize, [f32; 2]),
    ) {
        let plot = tiles.plot();
        let centre_m = tiles.centre_m(tile);
        let half_m = tiles.side_m().map(|side_m| 0.5 * side_m);
        for level in 0..LEVELS {
            let greatest_m = f64::from(self.greatest_reach_m[level]);
            if greatest_m == 0.0 {
                continue;
            }
            let columns = stretch(tiles, 0, tile % tiles.count()[0], greatest_m);
            let rows = stretch(tiles, 1, tile / tiles.count()[0], greatest_m);
            for row_span in rows.iter().flatten() {
                for tile_row in row_span.first..=row_span.last {
                    let base = tile_row * tiles.count()[0];
                    for span in columns.iter().flatten() {
                        let sources = self.rows(tiles, level, base + span.first, base + span.last);
                        let shifts = span.shift_m.zip(row_span.shift_m);
                        for source in sources {
                            let place_m = places[source].0;
                            let offset_m = match shifts {
                                Some((x, y)) => [place_m[0] - centre_m[0] + x, place_m[1] - centre_m[1] + y],
                                None => plot.offset_m(centre_m, place_m),
                            };
                            if touches(offset_m, half_m, f64::from(reach_m[source])) {
                                visit(source, offset_m.map(|m| m as f32));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Whether a disc of this reach at `offset_m` from a rectangle's centre touches the rectangle.
#[inline(always)]
fn touches(offset_m: [f64; 2], half_m: [f64; 2], reach_m: f64) -> bool {
    let beyond = |axis: usize| (offset_m[axis].abs() - half_m[axis]).max(0.0);
    let (x, y) = (beyond(0), beyond(1));
    x * x + y * y < reach_m * reach_m
}

/// A run of tiles along one axis.
#[derive(Clone, Copy)]
struct Span {
    first: u32,
    last: u32,
    /// What brings a place in it beside the tile that looks: the way round a torus, m. `None` where the span
    /// goes all round, so that it depends on the place.
    shift_m: Option<f64>,
}

/// The tiles along one axis from which something of this reach can touch the tile `at`, in rising order; more
/// than one span where a torus' seam lies between.
fn stretch(tiles: &Tiles, axis: usize, at: u32, reach_m: f64) -> [Option<Span>; 3] {
    let count = tiles.count()[axis];
    let steps = (reach_m / tiles.side_m()[axis]).ceil() as u32;
    let here = Span {
        first: at.saturating_sub(steps),
        last: (at + steps).min(count - 1),
        shift_m: Some(0.0),
    };
    if !tiles.plot().is_torus() {
        return [None, Some(here), None];
    }
    if 2 * steps + 1 >= count {
        return [
            None,
            Some(Span {
                first: 0,
                last: count - 1,
                shift_m: None,
            }),
            None,
        ];
    }
    let size_m = tiles.plot().size_m()[axis];
    let beyond_end = (at + steps >= count).then(|| Span {
        first: 0,
        last: at + steps - count,
        shift_m: Some(size_m),
    });
    let before_start = (at < steps).then(|| Span {
        first: count + at - steps,
        last: count - 1,
        shift_m: Some(-size_m),
    });
    [beyond_end, Some(here), before_start]
}

/// The greatest reach that a plot can hold: on a torus a third of its shorter side, m.
#[must_use]
pub fn greatest_reach_m(plot: &Plot) -> f64 {
    if plot.is_torus() {
        plot.shorter_side_m() / 3.0
    } else {
        f64::INFINITY
    }
}

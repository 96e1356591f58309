//! Who reaches whom: trees in order of (level, tile, key), and for one tile the list of all that touch it.
//!
//! Trees lie in four lists by reach, so that a seedling's short reach is not looked for as far as a tall
//! tree's. What enters a tile's list depends on each source's own reach alone, never on the largest tree there
//! is: one source more would shift the lanes of a sum and with them its last bits.

use std::ops::Range;

use understory_numerics::parallel;
use understory_space::{Plot, Tiles};

use crate::components::{Identity, Position, Reach};
use crate::field::{LEVELS, is_of_level, level_of};
use crate::row_lists::{list_rows, of_stretches};
use crate::sorted::{Place, sort};

/// Target side of a tile, m.
// Larger tiles share a list among more trees, smaller ones list fewer that do not reach the tree. On the stand of
// `examples/large.rs` sides of 5, 8, 10, 14 and 20 m give 363, 239, 207, 200 and 215 ns a tree.
pub(crate) const TILE_SIDE_M: f64 = 10.0;

/// The sources of one kind (the living, the dead), in order of (level, tile, key).
#[derive(Default)]
pub struct Neighbourhood {
    /// `starts[level · tiles + tile]`: the first row of the tile in the level.
    starts: Vec<u32>,
    /// Greatest reach present in each level, m.
    greatest_reach_m: [f32; LEVELS],
}

/// What decides where rows stand.
pub(crate) struct Rows<'a> {
    /// Where each stands or stood, m.
    pub(crate) places: &'a [Position],
    /// How far each reaches, m.
    pub(crate) reaches: &'a [Reach],
    /// Whether each row stays; those that do not are left out of the order. `None`: all do.
    pub(crate) stays: Option<&'a [bool]>,
    /// Rows that do not stay, in which others stand now: they enter, as do those at the end that the index does not know yet.
    pub(crate) reused: &'a [u32],
    /// What orders the rows of a tile: their keys.
    pub(crate) identities: &'a [Identity],
}

impl Neighbourhood {
    /// Rebuilds the index and gives the new order of rows: `order[k]` is the row that comes at place `k`.
    ///
    /// Rows that stay lie in order already, but for those whose reach has passed into another level; these and the rows
    /// that enter are sorted and merged with the others.
    pub(crate) fn merge(
        &mut self,
        tiles: &Tiles,
        rows: &Rows<'_>,
        entrants: &mut Vec<Place>,
        order: &mut Vec<u32>,
    ) {
        let Rows {
            places,
            reaches,
            stays,
            reused,
            identities,
        } = rows;
        let key = |row: usize| identities[row].0.bits();
        let stays = |row: usize| stays.is_none_or(|stays| stays[row]);
        let tile_count = tiles.len();
        let buckets = LEVELS * tile_count;
        self.starts.resize(buckets + 1, 0);
        let known = self.starts[buckets] as usize;
        // Level and tile are one number.
        let entrant = |row: usize, tile: u32| {
            let bucket = level_of(reaches[row].0) as u32 * tile_count as u32 + tile;
            Place::new(bucket, key(row), row)
        };
        entrants.clear();
        for level in 0..LEVELS {
            let rows = self.level_rows(tiles, level);
            let leaves_level = |row: usize| !is_of_level(reaches[row].0, level) && stays(row);
            list_rows(rows.clone(), leaves_level, order);
            entrants.extend(
                order
                    .iter()
                    .map(|&row| entrant(row as usize, tiles.of(places[row as usize].0))),
            );
            let greatest_m = |rows: Range<usize>| {
                let staying = rows.filter(|&row| stays(row)).map(|row| reaches[row].0);
                let of_level = staying.filter(|&reach_m| is_of_level(reach_m, level));
                of_level.fold(0.0, f32::max)
            };
            let of_stretches = of_stretches(rows, ROWS_TOGETHER, &greatest_m);
            self.greatest_reach_m[level] = of_stretches.into_iter().fold(0.0, f32::max);
        }
        let unknown = (known..places.len()).filter(|&row| stays(row));
        let entering = reused.iter().map(|&row| row as usize).chain(unknown);
        entrants.extend(entering.map(|row| entrant(row, tiles.of(places[row].0))));
        for entrant in &*entrants {
            let reach_m = reaches[entrant.row as usize].0;
            let greatest_m = &mut self.greatest_reach_m[level_of(reach_m)];
            *greatest_m = greatest_m.max(reach_m);
        }
        // Some trees in a hundred enter; sorting all rows each year took a fifth of it in a prototype.
        sort(entrants);

        let remains =
            |bucket: usize, row: usize| is_of_level(reaches[row].0, bucket / tile_count) && stays(row);
        let stretches = Stretch::cut(&self.starts, buckets, entrants, remains);
        order.resize(stretches.iter().map(Stretch::len).sum(), 0);
        let (mut starts, mut places) = (&mut self.starts[..buckets], order.as_mut_slice());
        let mut first = 0;
        let mut work = Vec::with_capacity(stretches.len());
        for stretch in stretches {
            let (own_starts, own_places);
            (own_starts, starts) = starts.split_at_mut(stretch.buckets.len());
            (own_places, places) = places.split_at_mut(stretch.len());
            let next = first + stretch.len();
            work.push((stretch, first, own_starts, own_places));
            first = next;
        }
        parallel::each_mut(&mut work, |(stretch, first, starts, places)| {
            stretch.merge(*first, starts, places, remains, key);
        });
        self.starts[buckets] = order.len() as u32;
    }

    /// Greatest reach present in each level, m.
    pub(crate) fn greatest_reach_m(&self) -> &[f32; LEVELS] {
        &self.greatest_reach_m
    }

    /// Looks at least so far for the sources of each level, m, as if others of this reach were present.
    pub(crate) fn reaches_at_least(&mut self, reaches_m: &[f32]) {
        for (own_m, reach_m) in self.greatest_reach_m.iter_mut().zip(reaches_m) {
            *own_m = own_m.max(*reach_m);
        }
    }

    /// The level of a row that is in order.
    pub(crate) fn level_of_row(&self, tiles: &Tiles, row: usize) -> usize {
        let ends = (1..LEVELS).map(|level| self.starts[level * tiles.len()] as usize);
        ends.filter(|&end| end <= row).count()
    }

    /// Rows that are in order.
    pub(crate) fn len(&self) -> usize {
        self.starts.last().map_or(0, |&rows| rows as usize)
    }

    /// The rows of one level.
    pub(crate) fn level_rows(&self, tiles: &Tiles, level: usize) -> Range<usize> {
        self.starts[level * tiles.len()] as usize..self.starts[(level + 1) * tiles.len()] as usize
    }

    /// The rows of a run of tiles of one level.
    pub(crate) fn rows(&self, tiles: &Tiles, level: usize, first: u32, last: u32) -> Range<usize> {
        let base = level * tiles.len();
        self.starts[base + first as usize] as usize..self.starts[base + last as usize + 1] as usize
    }

    /// Lists the sources whose reach, longer by `margin_m`, touches `tile`, in order.
    #[inline(always)]
    pub(crate) fn list_touching(
        &self,
        tiles: &Tiles,
        tile: u32,
        places: &[Position],
        reaches: &[Reach],
        margin_m: f64,
        touching: &mut Touching,
    ) {
        touching.len = 0;
        touching.own = [0; LEVELS];
        let plot = tiles.plot();
        let centre_m = tiles.centre_m(tile);
        let half_m = tiles.side_m().map(|side_m| 0.5 * side_m);
        let at = [tile % tiles.count()[0], tile / tiles.count()[0]];
        for level in 0..LEVELS {
            let greatest_m = f64::from(self.greatest_reach_m[level]);
            // Nobody in the level, and then no tiles to look at.
            if greatest_m == 0.0 {
                continue;
            }
            let columns = stretch(tiles, 0, at[0], greatest_m + margin_m);
            let rows = stretch(tiles, 1, at[1], greatest_m + margin_m);
            for row_span in rows.iter().flatten() {
                for tile_row in row_span.first..=row_span.last {
                    let base = tile_row * tiles.count()[0];
                    for span in columns.iter().flatten() {
                        let run = self.rows(tiles, level, base + span.first, base + span.last);
                        let before = touching.len;
                        let (places, reaches) = (&places[run.clone()], &reaches[run.clone()]);
                        match span.shift_m.zip(row_span.shift_m) {
                            Some((x, y)) => {
                                touching.take(run.start, places, reaches, half_m, margin_m, |place_m| {
                                    [place_m[0] - centre_m[0] + x, place_m[1] - centre_m[1] + y]
                                })
                            }
                            None => touching.take(run.start, places, reaches, half_m, margin_m, |place_m| {
                                plot.offset_m(centre_m, place_m)
                            }),
                        }
                        if tile_row == at[1] && (span.first..=span.last).contains(&at[0]) {
                            let own = self.rows(tiles, level, tile, tile).start;
                            let runs = &touching.sources[before..touching.len];
                            touching.own[level] =
                                before + runs.partition_point(|source| (source.row as usize) < own);
                        }
                    }
                }
            }
        }
    }
}

/// Rows whose reaches are compared together; no result depends on it.
const ROWS_TOGETHER: usize = 16_384;

/// Buckets that are merged together; no result depends on it.
const BUCKETS_TOGETHER: usize = 1024;

/// A run of buckets that is merged on its own: rows that may stay, as they lie, and those that enter.
struct Stretch<'a> {
    buckets: Range<usize>,
    rows: Range<usize>,
    /// How many of the rows stay in their level.
    stay: usize,
    entrants: &'a [Place],
}

impl<'a> Stretch<'a> {
    /// All buckets in stretches, by where each began before and the sorted entrants.
    fn cut(
        starts: &[u32],
        buckets: usize,
        entrants: &'a [Place],
        remains: impl Fn(usize, usize) -> bool + Sync,
    ) -> Vec<Self> {
        let before = |bucket: usize| entrants.partition_point(|entrant| (entrant.bucket as usize) < bucket);
        let stretch = |buckets: Range<usize>| {
            let stay = buckets.clone().map(|bucket| {
                let rows = starts[bucket] as usize..starts[bucket + 1] as usize;
                rows.filter(|&row| remains(bucket, row)).count()
            });
            Self {
                stay: stay.sum(),
                rows: starts[buckets.start] as usize..starts[buckets.end] as usize,
                entrants: &entrants[before(buckets.start)..before(buckets.end)],
                buckets,
            }
        };
        of_stretches(0..buckets, BUCKETS_TOGETHER, &stretch)
    }

    /// Rows that it will hold.
    fn len(&self) -> usize {
        self.stay + self.entrants.len()
    }

    /// Writes the rows of each bucket in order, and at which place it begins; `first` is the place of the first. `starts` holds
    /// where the buckets began before.
    fn merge(
        &self,
        first: usize,
        starts: &mut [u32],
        places: &mut [u32],
        remains: impl Fn(usize, usize) -> bool,
        key: impl Fn(usize) -> u128,
    ) {
        let mut entrants = self.entrants.iter().peekable();
        let (mut row, mut filled) = (self.rows.start, 0);
        for (at, bucket) in self.buckets.clone().enumerate() {
            let end = starts.get(at + 1).map_or(self.rows.end, |&start| start as usize);
            starts[at] = (first + filled) as u32;
            for row in (row..end).filter(|&row| remains(bucket, row)) {
                let comes_before =
                    |entrant: &&Place| entrant.bucket as usize == bucket && entrant.key() < key(row);
                while let Some(entrant) = entrants.next_if(comes_before) {
                    places[filled] = entrant.row;
                    filled += 1;
                }
                places[filled] = row as u32;
                filled += 1;
            }
            while let Some(entrant) = entrants.next_if(|entrant| entrant.bucket as usize == bucket) {
                places[filled] = entrant.row;
                filled += 1;
            }
            row = end;
        }
    }
}

/// The sources whose reach touches a tile.
#[derive(Default)]
pub(crate) struct Touching {
    /// Longer than the list is, so that it need not be emptied.
    sources: Vec<Touch>,
    len: usize,
    own: [usize; LEVELS],
}

/// A source whose reach touches a tile, and the way to it from the tile's centre.
#[derive(Clone, Copy, Default)]
pub(crate) struct Touch {
    pub(crate) row: u32,
    pub(crate) offset_m: [f32; 2],
}

impl Touching {
    /// All of them, in order.
    pub(crate) fn all(&self) -> &[Touch] {
        &self.sources[..self.len]
    }

    /// Where in the list the trees begin that stand in the tile itself and belong to this level; they stand side
    /// by side.
    pub(crate) fn own(&self, level: usize) -> usize {
        self.own[level]
    }

    /// Takes those of some rows whose reach touches the tile.
    ///
    /// Each is written and only then counted or not: whether a source touches is as good as random, and a
    /// branch on it would be guessed wrong half of the time.
    #[inline(always)]
    fn take(
        &mut self,
        first_row: usize,
        places: &[Position],
        reaches: &[Reach],
        half_m: [f64; 2],
        margin_m: f64,
        offset_m: impl Fn([f64; 2]) -> [f64; 2],
    ) {
        let mut len = self.len;
        if self.sources.len() < len + places.len() {
            self.sources.resize(2 * (len + places.len()), Touch::default());
        }
        for (at, (place, reach)) in places.iter().zip(reaches).enumerate() {
            let offset_m = offset_m(place.0);
            self.sources[len] = Touch {
                row: (first_row + at) as u32,
                offset_m: offset_m.map(|m| m as f32),
            };
            len += usize::from(touches(offset_m, half_m, f64::from(reach.0) + margin_m));
        }
        self.len = len;
    }
}

/// Whether a disc of this reach at `offset_m` from a rectangle's centre touches the rectangle.
#[inline(always)]
pub(crate) fn touches(offset_m: [f64; 2], half_m: [f64; 2], reach_m: f64) -> bool {
    let [x, y] = [0, 1].map(|axis: usize| {
        let beyond_m = offset_m[axis].abs() - half_m[axis];
        if beyond_m > 0.0 { beyond_m } else { 0.0 }
    });
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
#[inline]
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
    // The reach goes round: each tile once, or a source would be listed twice.
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

#[cfg(test)]
mod tests {
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};
    use understory_space::Edge;

    use super::*;

    /// Rows come, go and pass from level to level; after each merge they stand as a plain sort has them.
    #[test]
    fn rows_stand_in_order_of_level_tile_and_key_whatever_they_were_before() {
        // Of one stretch of buckets, and of several.
        rows_stand_in_order([41.0, 26.0]);
        rows_stand_in_order([420.0, 260.0]);
    }

    fn rows_stand_in_order(size_m: [f64; 2]) {
        let plot = Plot::new([7.0, -9.0], size_m, Edge::Open).unwrap();
        let tiles = Tiles::new(plot, TILE_SIDE_M);
        let draw = |key: u32, year: u32| {
            RandomKey::root(1, &["rows"])
                .draws(year, Purpose::Place, key)
                .map(unit_from_u32)
        };
        let mut index = Neighbourhood::default();
        // RandomKey, place and reach of each row.
        let mut rows: Vec<(u32, Position, f32)> = Vec::new();
        for year in 0..6 {
            for row in &mut rows {
                row.2 = (6.0 * draw(row.0, year)[2]) as f32;
            }
            rows.extend((0..150).map(|number| {
                let key = (year * 150 + number).wrapping_mul(2_654_435_761);
                let [x, y, reach, _] = draw(key, year);
                let place = Position([7.0 + size_m[0] * x, size_m[1] * y - 9.0]);
                (key, place, (6.0 * reach) as f32)
            }));
            let stays: Vec<bool> = rows
                .iter()
                .map(|row| row.0 % 4 != year % 4 || year == 0)
                .collect();
            let (places, reaches): (Vec<_>, Vec<_>) = rows.iter().map(|row| (row.1, Reach(row.2))).unzip();
            // So that keys differ in their upper or only in their lower half, and stand as their numbers do.
            let identities: Vec<Identity> = rows
                .iter()
                .map(|row| {
                    Identity(RandomKey::from_bits(
                        u128::from(row.0 / 2) << 64 | u128::from(row.0 % 2),
                    ))
                })
                .collect();
            let given = Rows {
                places: &places,
                reaches: &reaches,
                stays: Some(&stays),
                reused: &[],
                identities: &identities,
            };
            let mut order = Vec::new();
            index.merge(&tiles, &given, &mut Vec::new(), &mut order);
            let place = |row: usize| (level_of(rows[row].2), tiles.of(rows[row].1.0), rows[row].0);
            let mut expected: Vec<usize> = (0..rows.len()).filter(|&row| stays[row]).collect();
            expected.sort_by_key(|&row| place(row));
            assert!(
                order.iter().map(|&row| row as usize).eq(expected.iter().copied()),
                "year {year}"
            );
            rows = expected.into_iter().map(|row| rows[row]).collect();

            assert_eq!(index.len(), rows.len());
            for level in 0..LEVELS {
                let of_level = |row: &&(u32, Position, f32)| level_of(row.2) == level;
                let greatest_m = rows.iter().filter(of_level).map(|row| row.2).fold(0.0, f32::max);
                assert_eq!(index.greatest_reach_m[level], greatest_m);
                assert_eq!(
                    index.level_rows(&tiles, level).len(),
                    rows.iter().filter(of_level).count()
                );
                for tile in 0..tiles.len() as u32 {
                    let here =
                        |row: &(u32, Position, f32)| level_of(row.2) == level && tiles.of(row.1.0) == tile;
                    let found = index.rows(&tiles, level, tile, tile);
                    assert_eq!(found.len(), rows.iter().filter(|row| here(row)).count());
                    assert!(rows[found].iter().all(here));
                }
            }
        }
    }
}

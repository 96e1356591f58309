//! Room for crowns: what a tree gets of the ground that it shares with its neighbours, and how it stands among them.
//!
//! Each tree asks for ground as wide as its zone. Where all ask for more than there is, or for less, each gets its share, by zone
//! and height, and its crown moves there by as much as branches grow or die back in a year. What competes for light is the zone,
//! by size alone; what casts shade on the ground, bears fruit, burns and is seen is the crown.
//!
//! | | |
//! |---|---|
//! | asked for | A = Σ πR² h² / (h_i² · ground), over all trees from breast height on in a square of 4 R around tree i |
//! | offered | ρ* = R · √(2 / A), at least the narrowest crown of its size, at most that in the open |
//! | crown radius | ρ′ = ρ + (ρ* − ρ), by 0.2 m a year at most |
//!
//! # Source
//! Assumed, all of it: 2 m² of crowns for each m² of ground leave e⁻² of it open where discs overlap by chance, and less where
//! trees stand apart; 0.2 m a year is what branches at the edge of a gap grow.

use std::ops::Range;

use understory_space::{Plot, Tiles};

use crate::components::{FieldSource, Position, RelativeHeight, Size};
use crate::growth::BREAST_HEIGHT_M;

/// Target side of a cell, m.
const CELL_SIDE_M: f64 = 2.5;

/// Half of the side of the square in which a tree looks for room, in zones.
const LOOKS_ZONES: f64 = 2.0;

/// Cells on each side of its own in which a tree looks at most: beyond them the ground is as it is within.
const MOST_CELLS: usize = 5;

/// Crowns of a closed stand, m² for each m² of ground.
const CLOSED: f64 = 2.0;

/// What a crown's radius changes in a year at most, m.
const MOST_A_YEAR_M: f64 = 0.2;

/// Units of what is asked for in a square metre, and in a m⁴: whole numbers, whose sums are the same in any order.
const UNITS: f64 = (1 << 20) as f64;

/// Ground that trees ask for, cell by cell.
#[derive(Default)]
pub(crate) struct CrownRoom {
    cells: Option<Tiles>,
    /// What is asked for in all cells that lie below and to the left of a corner of cells, row by row: what a rectangle holds is
    /// known from four of them.
    sums: Vec<Asked>,
}

/// What trees ask for, in units.
#[derive(Clone, Copy, Default)]
struct Asked {
    /// Their zones.
    zones: i64,
    /// Each times the square of its tree's height.
    by_height: i64,
}

/// Memory of the cells of a plot, bytes.
pub(crate) fn memory_bytes(plot: &Plot) -> u64 {
    size_of::<Asked>() as u64
        * corners(&Tiles::new(*plot, CELL_SIDE_M))
            .into_iter()
            .product::<usize>() as u64
}

/// How far from a tree others may count for its room, m.
pub(crate) fn width_m(plot: &Plot) -> f64 {
    let [width_m, height_m] = Tiles::new(*plot, CELL_SIDE_M).side_m();
    (MOST_CELLS + 1) as f64 * width_m.max(height_m)
}

/// Corners of cells along x and y.
fn corners(cells: &Tiles) -> [usize; 2] {
    cells.count().map(|count| count as usize + 1)
}

impl Asked {
    /// Both of its numbers; a sum that has passed the greatest number comes back when as much is taken away again.
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self {
            zones: self.zones.wrapping_add(other.zones),
            by_height: self.by_height.wrapping_add(other.by_height),
        }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self {
            zones: self.zones.wrapping_sub(other.zones),
            by_height: self.by_height.wrapping_sub(other.by_height),
        }
    }
}

impl CrownRoom {
    /// Counts anew what trees ask for.
    pub(crate) fn count(
        &mut self,
        plot: &Plot,
        places: &[Position],
        sizes: &[Size],
        sources: &[FieldSource],
    ) {
        let cells = self.cells.get_or_insert_with(|| Tiles::new(*plot, CELL_SIDE_M));
        let [wide, high] = corners(cells);
        self.sums.clear();
        self.sums.resize(wide * high, Asked::default());
        for ((place, size), source) in places.iter().zip(sizes).zip(sources) {
            if size.height_m >= BREAST_HEIGHT_M {
                let zone_m = f64::from(source.zone_radius_m);
                let zone_m2 = std::f64::consts::PI * zone_m * zone_m;
                let [column, row] = cells.column_and_row(place.0).map(|at| at as usize);
                let cell = &mut self.sums[(row + 1) * wide + column + 1];
                *cell = cell.plus(Asked {
                    zones: (zone_m2 * UNITS) as i64,
                    by_height: (zone_m2 * size.height_m * size.height_m * UNITS) as i64,
                });
            }
        }
        for row in 1..high {
            let mut along = Asked::default();
            let (below, here) = self.sums[(row - 1) * wide..][..2 * wide].split_at_mut(wide);
            for (here, below) in here.iter_mut().zip(below) {
                along = along.plus(*here);
                *here = along.plus(*below);
            }
        }
    }

    /// Radius that the crown of a tree of this size is offered, m, between those of the narrowest and the widest, and its height over
    /// that of the trees around: the root of the mean of their squares by zone. Before trees were counted, and below breast height,
    /// the widest and 1.
    #[inline(always)]
    pub(crate) fn offers(
        &self,
        place_m: [f64; 2],
        height_m: f64,
        zone_radius_m: f64,
        [narrowest_m, widest_m]: [f64; 2],
    ) -> (f64, RelativeHeight) {
        let Some(cells) = self.cells.as_ref().filter(|_| height_m >= BREAST_HEIGHT_M) else {
            return (widest_m, RelativeHeight(1.0));
        };
        let (asked, ground_m2) = self.around(cells, place_m, zone_radius_m);
        let (zones, by_height) = (asked.zones as f64, asked.by_height as f64);
        let share = (CLOSED * UNITS * ground_m2 / by_height).sqrt() * height_m;
        let offered_m = (zone_radius_m * share).min(widest_m).max(narrowest_m);
        let over = height_m * (zones / by_height).sqrt();
        (offered_m, RelativeHeight(over as f32))
    }

    /// What is asked for around a place, for a tree with such a zone, and the ground there, m².
    #[inline(always)]
    fn around(&self, cells: &Tiles, place_m: [f64; 2], zone_radius_m: f64) -> (Asked, f64) {
        let (count, side_m) = (cells.count(), cells.side_m());
        let own = cells.column_and_row(place_m);
        let [[columns, columns_beyond], [rows, rows_beyond]] = [0, 1].map(|axis| {
            let steps = (LOOKS_ZONES * zone_radius_m / side_m[axis]) as usize;
            let (at, count) = (own[axis] as usize, count[axis] as usize);
            span(at, steps.min(MOST_CELLS), count, cells.plot().is_torus())
        });
        let wide = count[0] as usize + 1;
        let within = |columns: &Range<usize>, rows: &Range<usize>| {
            let [low, high] = [rows.start, rows.end].map(|row| {
                let row = &self.sums[row * wide..][..wide];
                row[columns.end].minus(row[columns.start])
            });
            high.minus(low)
        };
        let mut asked = within(&columns, &rows);
        if !(columns_beyond.is_empty() && rows_beyond.is_empty()) {
            for (columns, rows) in [
                (&columns_beyond, &rows),
                (&columns, &rows_beyond),
                (&columns_beyond, &rows_beyond),
            ] {
                asked = asked.plus(within(columns, rows));
            }
        }
        let cells = (columns.len() + columns_beyond.len()) * (rows.len() + rows_beyond.len());
        (asked, cells as f64 * side_m[0] * side_m[1])
    }
}

/// The cells along an axis, none twice; the second piece holds those that come after the last cell of a torus, or before its first.
#[inline(always)]
fn span(at: usize, steps: usize, count: usize, is_torus: bool) -> [Range<usize>; 2] {
    if !is_torus {
        return [at.saturating_sub(steps)..(at + steps + 1).min(count), 0..0];
    }
    let steps = steps.min((count - 1) / 2);
    match (at.checked_sub(steps), at + steps + 1) {
        (None, end) => [0..end, at + count - steps..count],
        (Some(start), end) => [start..end.min(count), 0..end.saturating_sub(count)],
    }
}

/// Radius of a crown a year later, of the radius that it is offered, m.
#[inline(always)]
pub(crate) fn radius_after_a_year_m(radius_m: f64, offered_m: f64) -> f64 {
    radius_m + (offered_m - radius_m).clamp(-MOST_A_YEAR_M, MOST_A_YEAR_M)
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    /// Zones of 3 m and 20 m high trees in the middle of each square of `apart_m`; with what a tree in the middle finds.
    fn stand(edge: Edge, side_m: f64, apart_m: f64) -> CrownRoom {
        let plot = Plot::new([7.0, -3.0], [side_m; 2], edge).unwrap();
        let count = (side_m / apart_m).round() as usize;
        let places: Vec<Position> = (0..count * count)
            .map(|at| {
                let along = |step: usize| (step as f64 + 0.5) * apart_m;
                Position([7.0 + along(at % count), along(at / count) - 3.0])
            })
            .collect();
        let size = Size {
            dbh_cm: 25.0,
            height_m: 20.0,
        };
        let source = FieldSource {
            zone_radius_m: 3.0,
            ..FieldSource::default()
        };
        let mut room = CrownRoom::default();
        room.count(
            &plot,
            &places,
            &vec![size; places.len()],
            &vec![source; places.len()],
        );
        room
    }

    /// Ground that is asked for around a tree, for each m² that there is, as the tree weighs it by height.
    fn asked(room: &CrownRoom, place_m: [f64; 2], height_m: f64, zone_radius_m: f64) -> f64 {
        let (asked, ground_m2) = room.around(&room.cells.unwrap(), place_m, zone_radius_m);
        asked.by_height as f64 / (UNITS * height_m * height_m * ground_m2)
    }

    #[test]
    fn who_stands_alone_is_offered_the_widest_crown_and_a_stand_shares_its_ground() {
        for edge in [Edge::Open, Edge::Torus] {
            let lone = stand(edge, 60.0, 60.0);
            let (radius_m, relative) = lone.offers([37.0, 27.0], 20.0, 3.0, [2.0, 4.0]);
            assert!(radius_m == 4.0 && (relative.0 - 1.0).abs() < 1e-5);
            // 28.3 m² of zone for each tree on 6.25 m²: a crown of 12.5 m².
            let stand = stand(edge, 60.0, 2.5);
            for place_m in [[8.2, -1.8], [37.0, 27.0], [66.9, 56.9]] {
                let (radius_m, _) = stand.offers(place_m, 20.0, 3.0, [0.0, 4.0]);
                let crown_m2 = std::f64::consts::PI * radius_m * radius_m;
                assert!((crown_m2 - 12.5).abs() < 1e-4, "{edge:?} {place_m:?} {crown_m2}");
                // Who is half as high finds four times as much asked for.
                let asked = |height_m| asked(&stand, place_m, height_m, 3.0);
                assert!((asked(10.0) / asked(20.0) - 4.0).abs() < 1e-6);
                assert_eq!(
                    stand.offers(place_m, 10.0, 3.0, [2.0, 4.0]),
                    (2.0, RelativeHeight(0.5))
                );
            }
        }
        let below = stand(Edge::Open, 60.0, 2.5).offers([9.0, 0.0], 1.2, 0.1, [0.1, 0.2]);
        assert_eq!(below, (0.2, RelativeHeight(1.0)));
    }

    #[test]
    fn a_square_goes_round_a_torus_and_ends_at_an_edge() {
        assert_eq!(span(0, 2, 9, true), [0..3, 7..9]);
        assert_eq!(span(0, 2, 9, false), [0..3, 0..0]);
        assert_eq!(span(4, 2, 9, true), [2..7, 0..0]);
        assert_eq!(span(8, 2, 9, true), [6..9, 0..2]);
        assert_eq!(span(8, 3, 9, false), [5..9, 0..0]);
        // None twice, however small the torus.
        assert_eq!(span(2, 5, 3, true), [1..3, 0..1]);
        assert_eq!(span(1, 5, 4, true), [0..3, 0..0]);
    }

    /// Each cell gone through by itself.
    #[test]
    fn a_tree_finds_what_the_cells_around_it_hold() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = Plot::new([0.0; 2], [41.0, 27.0], edge).unwrap();
            let places: Vec<Position> = (0..300)
                .map(|at| Position([f64::from(at * 37 % 410) / 10.0, f64::from(at * 91 % 270) / 10.0]))
                .collect();
            let sizes: Vec<Size> = (0..300)
                .map(|at| Size {
                    dbh_cm: 1.0,
                    height_m: f64::from(at % 29),
                })
                .collect();
            let sources: Vec<FieldSource> = (0..300)
                .map(|at| FieldSource {
                    zone_radius_m: (at % 13) as f32 * 0.7,
                    ..FieldSource::default()
                })
                .collect();
            let mut room = CrownRoom::default();
            room.count(&plot, &places, &sizes, &sources);
            let cells = Tiles::new(plot, CELL_SIDE_M);
            for tree in
                (0..300).filter(|&tree| sizes[tree].height_m > 2.0 && sources[tree].zone_radius_m > 0.0)
            {
                let zone_m = f64::from(sources[tree].zone_radius_m);
                let own = cells.column_and_row(places[tree].0);
                let is_near = |other: [u32; 2], axis: usize| {
                    let apart = own[axis].abs_diff(other[axis]);
                    let count = cells.count()[axis];
                    let apart = if plot.is_torus() {
                        apart.min(count - apart)
                    } else {
                        apart
                    };
                    let steps = (2.0 * zone_m / cells.side_m()[axis]).floor().min(5.0);
                    f64::from(apart) <= steps
                };
                let found = (0..cells.len() as u32).filter(|&cell| {
                    let at = [cell % cells.count()[0], cell / cells.count()[0]];
                    is_near(at, 0) && is_near(at, 1)
                });
                let ground_m2 = found.count() as f64 * cells.side_m()[0] * cells.side_m()[1];
                let by_height_m4: f64 = (0..300)
                    .filter(|&other| {
                        let at = cells.column_and_row(places[other].0);
                        sizes[other].height_m >= 1.3 && is_near(at, 0) && is_near(at, 1)
                    })
                    .map(|other| {
                        let zone_m = f64::from(sources[other].zone_radius_m);
                        let by_height_m2 = zone_m * sizes[other].height_m;
                        std::f64::consts::PI * by_height_m2 * by_height_m2
                    })
                    .sum();
                let height_m = sizes[tree].height_m;
                let found = asked(&room, places[tree].0, height_m, zone_m);
                let expected = by_height_m4 / (height_m * height_m * ground_m2);
                assert!((found / expected - 1.0).abs() < 1e-5, "{edge:?} {tree}");
            }
        }
    }

    #[test]
    fn crowns_move_by_some_decimetres() {
        for (radius_m, offered_m, after_m) in
            [(2.0, 4.0, 2.2), (2.0, 1.0, 1.8), (2.0, 2.1, 2.1), (0.0, 0.1, 0.1)]
        {
            let found_m: f64 = radius_after_a_year_m(radius_m, offered_m);
            assert!((found_m - after_m).abs() < 1e-12);
        }
    }
}

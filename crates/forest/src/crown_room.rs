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

use understory_space::{Plot, Tiles};

use crate::components::{FieldSource, Position, Size};
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

/// Ground that trees ask for, cell by cell.
#[derive(Default)]
pub(crate) struct CrownRoom {
    cells: Option<Tiles>,
    asked: Vec<Asked>,
}

/// What the trees of a cell ask for.
#[derive(Clone, Copy, Default)]
struct Asked {
    /// Their zones, m².
    zones_m2: f32,
    /// Each times the square of its tree's height, m⁴.
    by_height_m4: f32,
}

/// What a tree finds around it, itself among it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room {
    /// Ground that is asked for, for each m² that there is, as the tree weighs it by height.
    pub(crate) asked: f64,
    /// Height of the trees around, the root of the mean of its squares by zone, m.
    pub(crate) height_m: f64,
}

/// Memory of the cells of a plot, bytes.
pub(crate) fn memory_bytes(plot: &Plot) -> u64 {
    size_of::<Asked>() as u64 * Tiles::new(*plot, CELL_SIDE_M).len() as u64
}

/// How far from a tree others may count for its room, m.
pub(crate) fn width_m(plot: &Plot) -> f64 {
    let [width_m, height_m] = Tiles::new(*plot, CELL_SIDE_M).side_m();
    (MOST_CELLS + 1) as f64 * width_m.max(height_m)
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
        self.asked.clear();
        self.asked.resize(cells.len(), Asked::default());
        // In the order of rows, one thread alone: the sum of a cell must not depend on who adds first.
        for ((place, size), source) in places.iter().zip(sizes).zip(sources) {
            if size.height_m >= BREAST_HEIGHT_M {
                let zone_m2 = std::f32::consts::PI * source.zone_radius_m * source.zone_radius_m;
                let height_m = size.height_m as f32;
                let asked = &mut self.asked[cells.of(place.0) as usize];
                asked.zones_m2 += zone_m2;
                asked.by_height_m4 += zone_m2 * height_m * height_m;
            }
        }
    }

    /// What a tree finds that stands here and is so high; `None` before it was counted, and below breast height.
    #[inline]
    pub(crate) fn around(&self, place_m: [f64; 2], height_m: f64, zone_radius_m: f64) -> Option<Room> {
        let cells = self.cells.as_ref().filter(|_| height_m >= BREAST_HEIGHT_M)?;
        let (count, side_m) = (cells.count().map(|count| count as usize), cells.side_m());
        let own = cells.of(place_m) as usize;
        let spans = [0, 1].map(|axis| {
            let steps = (LOOKS_ZONES * zone_radius_m / side_m[axis] - 0.5).round() as usize;
            let at = [own % count[0], own / count[0]][axis];
            span(at, steps.min(MOST_CELLS), count[axis], cells.plot().is_torus())
        });
        let (mut zones_m2, mut by_height_m4, mut found) = (0.0, 0.0, 0);
        for row in spans[1].clone() {
            let asked = &self.asked[row % count[1] * count[0]..][..count[0]];
            for column in spans[0].clone() {
                let asked = asked[column % count[0]];
                zones_m2 += asked.zones_m2;
                by_height_m4 += asked.by_height_m4;
                found += 1;
            }
        }
        let ground_m2 = f64::from(found) * side_m[0] * side_m[1];
        let (zones_m2, by_height_m4) = (f64::from(zones_m2), f64::from(by_height_m4));
        Some(Room {
            asked: by_height_m4 / (height_m * height_m * ground_m2),
            height_m: (by_height_m4 / zones_m2).sqrt(),
        })
    }
}

/// The cells along an axis, none twice; on a torus they may run beyond the last and go on with the first.
fn span(at: usize, steps: usize, count: usize, is_torus: bool) -> std::ops::Range<usize> {
    if is_torus {
        let steps = steps.min((count - 1) / 2);
        at + count - steps..at + count + steps + 1
    } else {
        at.saturating_sub(steps)..(at + steps + 1).min(count)
    }
}

impl Room {
    /// A height over that of the trees around, no unit.
    #[inline(always)]
    pub(crate) fn relative(&self, height_m: f64) -> f32 {
        (height_m / self.height_m) as f32
    }

    /// Radius that a crown is offered, m, between that of the narrowest and the widest crown of its tree's size.
    #[inline(always)]
    pub(crate) fn offers_m(&self, zone_radius_m: f64, [narrowest_m, widest_m]: [f64; 2]) -> f64 {
        (zone_radius_m * (CLOSED / self.asked).sqrt()).clamp(narrowest_m, widest_m)
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

    #[test]
    fn who_stands_alone_is_offered_the_widest_crown_and_a_stand_shares_its_ground() {
        let ranges_m = [2.0, 4.0];
        for edge in [Edge::Open, Edge::Torus] {
            let lone = stand(edge, 60.0, 60.0).around([37.0, 27.0], 20.0, 3.0).unwrap();
            assert!(lone.offers_m(3.0, ranges_m) == 4.0 && (lone.relative(20.0) - 1.0).abs() < 1e-6);
            // 28.3 m² of zone for each tree on 6.25 m²: a crown of 12.5 m².
            let stand = stand(edge, 60.0, 2.5);
            for place_m in [[8.2, -1.8], [37.0, 27.0], [66.9, 56.9]] {
                let room = stand.around(place_m, 20.0, 3.0).unwrap();
                let radius_m = room.offers_m(3.0, [0.0, 4.0]);
                let crown_m2 = std::f64::consts::PI * radius_m * radius_m;
                assert!((crown_m2 - 12.5).abs() < 1e-4, "{edge:?} {place_m:?} {crown_m2}");
                // Who is half as high finds four times as much asked for.
                let low = stand.around(place_m, 10.0, 3.0).unwrap();
                assert!((low.asked / room.asked - 4.0).abs() < 1e-6 && low.relative(10.0) == 0.5);
                assert_eq!(low.offers_m(3.0, ranges_m), 2.0);
            }
        }
        assert_eq!(stand(Edge::Open, 60.0, 2.5).around([9.0, 0.0], 1.2, 0.1), None);
    }

    #[test]
    fn a_square_goes_round_a_torus_and_ends_at_an_edge() {
        let cells = |span: std::ops::Range<usize>, count: usize| {
            let mut cells: Vec<usize> = span.map(|cell| cell % count).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(cells(span(0, 2, 9, true), 9), [0, 1, 2, 7, 8]);
        assert_eq!(cells(span(0, 2, 9, false), 9), [0, 1, 2]);
        assert_eq!(cells(span(8, 3, 9, false), 9), [5, 6, 7, 8]);
        // None twice, however small the torus.
        assert_eq!(cells(span(2, 5, 3, true), 3), [0, 1, 2]);
        assert_eq!(cells(span(1, 5, 4, true), 4), [0, 1, 2]);
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

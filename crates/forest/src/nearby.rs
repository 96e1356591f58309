//! Rows near a place, by the tiles that a square around it touches.

use understory_space::Tiles;

use crate::field::LEVELS;
use crate::neighbourhood::Neighbourhood;

/// Calls `visit` once with each row that stands within `radius_m` of a place, and with some that stand further away. The place
/// may be off the plot; a torus is gone round.
pub(crate) fn for_each_row_near(
    tiles: &Tiles,
    index: &Neighbourhood,
    centre_m: [f64; 2],
    radius_m: f64,
    mut visit: impl FnMut(usize),
) {
    let [columns, rows] = [0, 1].map(|axis| span(tiles, axis, centre_m[axis], radius_m));
    let count = tiles.count().map(i64::from);
    for row in rows {
        for column in columns.clone() {
            let tile = row.rem_euclid(count[1]) * count[0] + column.rem_euclid(count[0]);
            for level in 0..LEVELS {
                index
                    .rows(tiles, level, tile as u32, tile as u32)
                    .for_each(&mut visit);
            }
        }
    }
}

/// The tiles along an axis; on a torus they may run beyond the plot, but no tile is there twice.
fn span(tiles: &Tiles, axis: usize, centre_m: f64, radius_m: f64) -> std::ops::Range<i64> {
    // Rounding may put a place into the tile before or after its own.
    const MARGIN_M: f64 = 1e-6;
    let (origin_m, side_m) = (tiles.plot().origin_m()[axis], tiles.side_m()[axis]);
    let count = i64::from(tiles.count()[axis]);
    let at = |x_m: f64| ((x_m - origin_m) / side_m).floor() as i64;
    let (first, last) = (
        at(centre_m - radius_m - MARGIN_M),
        at(centre_m + radius_m + MARGIN_M),
    );
    if !tiles.plot().is_torus() {
        return first.clamp(0, count - 1)..last.clamp(0, count - 1) + 1;
    }
    if last - first + 1 < count {
        first..last + 1
    } else {
        0..count
    }
}

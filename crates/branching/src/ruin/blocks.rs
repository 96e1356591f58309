//! Cells as few boxes: what stands in boxes as large as they go, rubble a box a column.

use super::cells::{Fallen, place_of};
use crate::colonization::Obstacle;

/// Rubble lower than this share of a cell is gravel, which stops no shoot.
const LEAST_SHARE: f64 = 0.1;

pub(super) fn of(ruin: &Fallen) -> Vec<Obstacle> {
    let mut boxes = standing(ruin);
    let [columns_x, columns_y, _] = ruin.cells;
    for column in 0..columns_x * columns_y {
        if ruin.rubble_m[column] >= LEAST_SHARE * ruin.cell_m {
            let at = [0, 1].map(|axis| place_of(column, ruin.cells)[axis] as f64);
            let [from_m, to_m] = [0.0, 1.0]
                .map(|more| [0, 1].map(|axis: usize| ruin.low_m[axis] + (at[axis] + more) * ruin.cell_m));
            let floor_m = ruin.low_m[2] + ruin.floor_m[column];
            boxes.push(Obstacle::Box {
                low_m: [from_m[0], from_m[1], floor_m],
                high_m: [to_m[0], to_m[1], floor_m + ruin.rubble_m[column]],
            });
        }
    }
    boxes
}

/// Boxes from the first cell that is in none yet: as long as possible along x, then along y, then along z.
fn standing(ruin: &Fallen) -> Vec<Obstacle> {
    let cells = ruin.cells;
    let number = |[x, y, z]: [usize; 3]| (z * cells[1] + y) * cells[0] + x;
    let mut is_open = ruin.stands.clone();
    let mut boxes = Vec::new();
    for first in 0..is_open.len() {
        if !is_open[first] {
            continue;
        }
        let low = place_of(first, cells);
        let mut high = low.map(|along| along + 1);
        for axis in 0..3 {
            while high[axis] < cells[axis] {
                let mut layer = [low, high];
                layer[0][axis] = high[axis];
                layer[1][axis] = high[axis] + 1;
                if !within(layer).all(|cell| is_open[number(cell)]) {
                    break;
                }
                high[axis] += 1;
            }
        }
        for cell in within([low, high]) {
            is_open[number(cell)] = false;
        }
        let corner =
            |cell: [usize; 3]| [0, 1, 2].map(|axis| ruin.low_m[axis] + cell[axis] as f64 * ruin.cell_m);
        boxes.push(Obstacle::Box {
            low_m: corner(low),
            high_m: corner(high),
        });
    }
    boxes
}

fn within([low, high]: [[usize; 3]; 2]) -> impl Iterator<Item = [usize; 3]> {
    (low[2]..high[2])
        .flat_map(move |z| (low[1]..high[1]).flat_map(move |y| (low[0]..high[0]).map(move |x| [x, y, z])))
}

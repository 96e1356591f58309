//! Panels in rows on the same axes.

use crate::axis::Axis;
use crate::page::{Frame, PT};
use crate::panel::Surround;
use crate::sheet::Sheet;

const GAP: f64 = 8.0 * PT;

/// Four panels a row, or three where they are few and that leaves less of the last row empty.
pub(crate) fn columns(panels: usize) -> usize {
    let empty = |columns: usize| panels.next_multiple_of(columns) - panels;
    match panels {
        0..=4 => panels,
        5..=12 if empty(3) < empty(4) => 3,
        _ => 4,
    }
}

/// A cell for each panel with its axes; only the outermost panels say what the axes are.
pub(crate) fn cells(
    sheet: &Sheet,
    panels: usize,
    columns: usize,
    row_height: f64,
    x: &Axis,
    y: &Axis,
) -> Vec<(Frame, Axis, Axis, Surround)> {
    let rows = panels.div_ceil(columns);
    let labelled = Surround::of(x, y);
    let inner = Surround::of(&x.clone().without_label(), &y.clone().without_label());
    let (beside, below) = (labelled.left - inner.left, labelled.bottom - inner.bottom);
    let room = sheet.room(rows as f64 * row_height + below);
    let room = Frame {
        left: room.left + beside,
        width: room.width - beside,
        height: room.height - below,
        ..room
    };
    let place = |(i, mut cell): (usize, Frame)| {
        let (mut x, mut y, mut around) = (x.clone(), y.clone(), inner);
        if i + columns < panels {
            x = x.without_label();
        } else {
            around.bottom += below;
            cell.height += below;
        }
        if i % columns > 0 {
            y = y.without_label();
        } else {
            around.left += beside;
            cell.left -= beside;
            cell.width += beside;
        }
        (cell, x, y, around)
    };
    room.grid(columns, rows, GAP)
        .into_iter()
        .take(panels)
        .enumerate()
        .map(place)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_places_are_left_empty() {
        let empty = |panels: usize| panels.next_multiple_of(columns(panels)) - panels;
        assert_eq!([1, 4, 6, 7, 9, 12].map(columns), [1, 4, 3, 4, 3, 4]);
        assert!((1..=12).all(|panels| empty(panels) <= 2));
    }
}

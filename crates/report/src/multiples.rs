//! Panels in rows on the same axes.

use crate::kit::*;

const GAP: f64 = 8.0 * PT;
/// A panel takes at least so much of the page.
const NARROWEST_PT: f64 = 105.0;

/// Four panels a row, or three where they are few and that leaves less of the last row empty; fewer on a narrow page.
pub(crate) fn columns(page_pt: f64, panels: usize) -> usize {
    let most = ((page_pt / NARROWEST_PT) as usize).max(1);
    let empty = |columns: usize| panels.next_multiple_of(columns) - panels;
    let columns = match panels {
        0..=4 => panels,
        5..=12 if empty(3) < empty(4) => 3,
        _ => 4,
    };
    columns.min(most)
}

/// A cell for each panel with its axes; only the outermost panels say what the axes are.
pub(crate) fn cells(
    sheet: &mut Sheet,
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
    let room = room.narrower(beside, 0.0).row(room.top, room.height - below);
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
        let columns = |panels: usize| columns(480.0, panels);
        let empty = |panels: usize| panels.next_multiple_of(columns(panels)) - panels;
        assert_eq!([1, 4, 6, 7, 9, 12].map(columns), [1, 4, 3, 4, 3, 4]);
        assert!((1..=12).all(|panels| empty(panels) <= 2));
    }

    #[test]
    fn panels_on_a_narrow_page_are_no_narrower_than_their_numbers_allow() {
        let page_pt = 85.0 * 72.0 / 25.4;
        assert_eq!([1, 2, 4, 12].map(|panels| columns(page_pt, panels)), [1, 2, 2, 2]);
        assert_eq!(columns(100.0, 5), 1);
    }

    #[test]
    fn only_the_outermost_panels_have_room_for_labels() {
        let (x, y) = (Axis::exact("x", 0.0, 10.0, 5), Axis::exact("y", 0.0, 5.0, 5));
        let inner = Surround::of(&x.clone().without_label(), &y.clone().without_label());
        // A label takes 8 pt letters, 77.2 high, and 2 pt; room is rounded up.
        let labelled = Surround::of(&x, &y);
        let (beside, below) = (labelled.left - inner.left, labelled.bottom - inner.bottom);
        assert!((beside - 97.2).abs() <= 1.0 && (below - 97.2).abs() <= 1.0);
        let mut sheet = Sheet::new("s", 480.0, "heading", &[]);
        let top = sheet.room(0.0).top;
        let found = cells(&mut sheet, 5, 3, 1_000.0, &x, &y);
        assert_eq!(sheet.page.height, top + 2_000.0 + below + 60.0);
        let wide = (4_680.0 - beside - 160.0) / 3.0;
        assert_eq!(found.len(), 5);
        for (i, (cell, x, y, around)) in found.iter().enumerate() {
            let (column, row) = ((i % 3) as f64, (i / 3) as f64);
            let (is_first, is_last) = (i % 3 == 0, i >= 2);
            let [more_left, more_below] =
                [(is_first, beside), (is_last, below)].map(|(is, room)| if is { room } else { 0.0 });
            let expected = Frame::new(
                60.0 + beside + column * (wide + 80.0) - more_left,
                top + row * 1_040.0,
                wide + more_left,
                960.0 + more_below,
            );
            assert!((cell.left - expected.left).abs() < 1e-9 && (cell.width - expected.width).abs() < 1e-9);
            assert_eq!(
                (cell.top, cell.height),
                (expected.top, expected.height),
                "panel {i}"
            );
            assert_eq!(
                (y.label.is_empty(), x.label.is_empty()),
                (!is_first, !is_last),
                "panel {i}"
            );
            assert_eq!(around.left, inner.left + more_left);
            assert_eq!(around.bottom, inner.bottom + more_below);
        }
    }
}

//! The grid of cells against a look at every point.

use std::ops::Range;

use proptest::prelude::*;
use understory_space::{CellGrid, Cells, Edge, Plot};

const ORIGIN_M: [f64; 2] = [-4.0, 11.0];

fn edge() -> impl Strategy<Value = Edge> {
    prop::sample::select(vec![Edge::Open, Edge::Torus])
}

/// From none to many, in the plot, on its near edges and corners, and on the edges of cells.
fn fractions() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let fraction =
        || prop_oneof![3 => 0.0..1.0, 1 => Just(0.0), 1 => (0_u32..12).prop_map(|k| f64::from(k) / 12.0)];
    prop::collection::vec((fraction(), fraction()), 0..70)
}

/// One cell, a strip of cells, few or many.
fn counts() -> impl Strategy<Value = [usize; 2]> {
    let count = || prop_oneof![Just(1_usize), 2_usize..5, 5_usize..40];
    [count(), count()]
}

/// How many cells two of them lie apart along an axis.
fn cells_apart(a: usize, b: usize, count: usize, edge: Edge) -> usize {
    let straight = a.abs_diff(b);
    match edge {
        Edge::Open => straight,
        Edge::Torus => straight.min(count - straight),
    }
}

fn met(runs: &[Range<usize>]) -> Vec<usize> {
    let mut slots: Vec<usize> = runs.iter().flat_map(Clone::clone).collect();
    slots.sort_unstable();
    slots
}

proptest! {
    /// Also after the things have moved and are sorted again in the room that they had.
    #[test]
    fn things_lie_in_the_order_of_their_cells_and_keep_it_within_a_cell(
        fractions in fractions(),
        moved in fractions(),
        counts in counts(),
    ) {
        let cells = Cells::new(ORIGIN_M, [23.0, 9.0], counts);
        let place_m = |&(u, v): &(f64, f64)| [ORIGIN_M[0] + 23.0 * u, ORIGIN_M[1] + 9.0 * v];
        let (mut grid, mut spare) = (CellGrid::empty(cells), Vec::new());
        for places in [fractions, moved] {
            let mut things: Vec<(usize, [f64; 2])> = places.iter().map(place_m).enumerate().collect();
            let cell_of = |thing: &(usize, [f64; 2])| cells.number(cells.at(thing.1));
            let mut expected = things.clone();
            expected.sort_by_key(cell_of);
            let points_m: Vec<_> = things.iter().map(|thing| thing.1).collect();
            grid.sort(&mut things, &mut spare, |thing| thing.1);
            prop_assert_eq!(&things, &expected);
            for cell in 0..cells.total() {
                let of_cell = things.iter().filter(|thing| cell_of(thing) == cell).count();
                prop_assert_eq!(grid.slots(cell..cell + 1).len(), of_cell);
            }
            prop_assert_eq!(grid.starts().len(), cells.total() + 1);
            prop_assert_eq!(grid.slots(0..cells.total()), 0..things.len());
            let (same, numbers) = CellGrid::of(cells, &points_m);
            prop_assert_eq!(same.starts(), grid.starts());
            let expected: Vec<u32> = expected.iter().map(|thing| thing.0 as u32).collect();
            prop_assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn every_place_lies_between_the_sides_of_its_cell_in_space(
        fractions in [0.0..1.0, 0.0..1.0, 0.0..1.0],
        counts in [1_usize..9, 1_usize..9, 1_usize..9],
    ) {
        let size_m = [2.0, 30.0, 0.7];
        let cells = Cells::new([5.0, -40.0, 0.0], size_m, counts);
        let place_m = [0, 1, 2].map(|axis| cells.origin_m()[axis] + fractions[axis] * size_m[axis]);
        let at = cells.at(place_m);
        for axis in 0..3 {
            let low_m = cells.origin_m()[axis] + at[axis] as f64 * cells.side_m()[axis];
            prop_assert!(place_m[axis] >= low_m - 1e-9 && place_m[axis] <= low_m + cells.side_m()[axis] + 1e-9);
            prop_assert_eq!(cells.along(axis, place_m[axis]), at[axis] as isize);
        }
        let [x, y, z] = at;
        prop_assert_eq!(cells.number(at), x + counts[0] * (y + counts[1] * z));
        prop_assert_eq!(cells.total(), counts[0] * counts[1] * counts[2]);
    }

    #[test]
    fn cells_around_a_cell_are_met_once_and_no_others(
        fractions in fractions(),
        counts in counts(),
        at in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        ring in 0_usize..50,
        edge in edge(),
    ) {
        let cells = Cells::new(ORIGIN_M, [23.0, 9.0], counts);
        let points_m: Vec<_> =
            fractions.iter().map(|&(u, v)| [ORIGIN_M[0] + 23.0 * u, ORIGIN_M[1] + 9.0 * v]).collect();
        let (grid, numbers) = CellGrid::of(cells, &points_m);
        let at = [at.0.index(counts[0]), at.1.index(counts[1])];
        let mut runs = Vec::new();
        grid.around(at, ring, edge, |run| runs.push(run));
        let expected: Vec<usize> = (0..points_m.len())
            .filter(|&slot| {
                let of = cells.at(points_m[numbers[slot] as usize]);
                (0..2).all(|axis| cells_apart(at[axis], of[axis], counts[axis], edge) <= ring)
            })
            .collect();
        prop_assert_eq!(met(&runs), expected);
        for axis in 0..2 {
            let mut found: Vec<usize> = cells.ring(axis, at[axis], ring.max(1), edge).collect();
            found.sort_unstable();
            let expected: Vec<usize> = (0..counts[axis])
                .filter(|&other| cells_apart(at[axis], other, counts[axis], edge) == ring.max(1))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn cells_around_a_cell_in_space_are_met_once_and_no_others(
        fractions in prop::collection::vec([0.0..1.0, 0.0..1.0, 0.0..1.0], 0..60),
        counts in [1_usize..6, 1_usize..6, 1_usize..6],
        at in [any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()],
        ring in 0_usize..4,
        edge in edge(),
    ) {
        let cells = Cells::new([0.0; 3], [1.0; 3], counts);
        let (grid, numbers) = CellGrid::of(cells, &fractions);
        let at = [0, 1, 2].map(|axis| at[axis].index(counts[axis]));
        let mut runs = Vec::new();
        grid.around(at, ring, edge, |run| runs.push(run));
        let expected: Vec<usize> = (0..numbers.len())
            .filter(|&slot| {
                let of = cells.at(fractions[numbers[slot] as usize]);
                (0..3).all(|axis| cells_apart(at[axis], of[axis], counts[axis], edge) <= ring)
            })
            .collect();
        prop_assert_eq!(met(&runs), expected);
    }

    /// Reaches from tiny to several times the plot, which on a torus meets a point in several of its images.
    #[test]
    fn all_images_in_reach_are_met_once_where_the_way_is_straight(
        fractions in fractions(),
        from in (0.0..1.0, 0.0..1.0),
        size_m in (0.5..40.0, 0.5..40.0),
        counts in counts(),
        reach_m in prop_oneof![Just(0.0), 1e-6..1e-2, 0.01..5.0, 5.0..90.0],
        edge in edge(),
    ) {
        let plot = Plot::new(ORIGIN_M, size_m.into(), edge).unwrap();
        let inside_m = |&(u, v): &(f64, f64)| [ORIGIN_M[0] + u * size_m.0, ORIGIN_M[1] + v * size_m.1];
        let points_m: Vec<[f64; 2]> = fractions.iter().map(inside_m).collect();
        // One of the points, so that a reach of 0 meets something.
        let from_m = points_m.first().copied().unwrap_or_else(|| inside_m(&from));
        let (grid, numbers) = CellGrid::of(Cells::of_plot(&plot, counts), &points_m);
        let squared_m2 = |from_m: [f64; 2], to_m: [f64; 2]| {
            let (dx, dy) = (to_m[0] - from_m[0], to_m[1] - from_m[1]);
            dx * dx + dy * dy
        };
        // Rounding may put what is just in reach of a moved place just out of it.
        let is_clear = |squared_m2: f64| (squared_m2.sqrt() - reach_m).abs() > 1e-9 || squared_m2 == 0.0;
        let mut found = Vec::new();
        grid.within(from_m, reach_m, edge, |from_m, run| {
            for slot in run {
                let squared_m2 = squared_m2(from_m, points_m[numbers[slot] as usize]);
                if squared_m2 <= reach_m * reach_m && is_clear(squared_m2) {
                    found.push(numbers[slot]);
                }
            }
        });
        let most = match edge {
            Edge::Open => 0,
            Edge::Torus => 1 + (reach_m / plot.shorter_side_m()) as i32,
        };
        let mut expected = Vec::new();
        for (row, column) in (-most..=most).flat_map(|row| (-most..=most).map(move |column| (row, column))) {
            let image_m = [
                from_m[0] + f64::from(column) * size_m.0,
                from_m[1] + f64::from(row) * size_m.1,
            ];
            for (number, &point_m) in (0_u32..).zip(&points_m) {
                let squared_m2 = squared_m2(image_m, point_m);
                if squared_m2 <= reach_m * reach_m && is_clear(squared_m2) {
                    expected.push(number);
                }
            }
        }
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn what_lies_beyond_a_ring_is_as_far_as_is_said(
        (u, v) in (0.0..1.0, 0.0..1.0),
        (x, y) in (0.0..1.0, 0.0..1.0),
        counts in counts(),
        ring in 0_usize..20,
        edge in edge(),
    ) {
        let plot = Plot::new(ORIGIN_M, [23.0, 9.0], edge).unwrap();
        let cells = Cells::of_plot(&plot, counts);
        let from_m = [ORIGIN_M[0] + 23.0 * u, ORIGIN_M[1] + 9.0 * v];
        let to_m = [ORIGIN_M[0] + 23.0 * x, ORIGIN_M[1] + 9.0 * y];
        let (at, of) = (cells.at(from_m), cells.at(to_m));
        let way_m = plot.offset_m(from_m, to_m);
        for axis in 0..2 {
            let clear_m = cells.clear_m(axis, at[axis], from_m[axis], ring, edge);
            if cells_apart(at[axis], of[axis], counts[axis], edge) > ring {
                prop_assert!(way_m[axis].abs() >= clear_m, "{way_m:?} {clear_m}");
            }
            // And hardly less: the next ring is a cell wide.
            let is_all = (0..counts[axis]).all(|other| cells_apart(at[axis], other, counts[axis], edge) <= ring);
            prop_assert_eq!(clear_m == f64::INFINITY, is_all);
            prop_assert!(is_all || clear_m >= (ring as f64 - 1e-6) * cells.side_m()[axis]);
            prop_assert!(is_all || clear_m <= (ring as f64 + 1.0) * cells.side_m()[axis]);
        }
    }

    /// The box may lie beside the cells, in them, or hold them all.
    #[test]
    fn the_cells_near_a_box_hold_all_points_near_it(
        fractions in prop::collection::vec([0.0..1.0, 0.0..1.0, 0.0..1.0], 0..60),
        counts in [1_usize..6, 1_usize..6, 1_usize..6],
        (a, b) in ([-2.0..3.0, -2.0..3.0, -2.0..3.0], [-2.0..3.0, -2.0..3.0, -2.0..3.0]),
        reach_m in prop_oneof![Just(0.0), 1e-6..0.3, 0.3..6.0],
    ) {
        let cells = Cells::new([0.0; 3], [1.0; 3], counts);
        let (grid, numbers) = CellGrid::of(cells, &fractions);
        let mut runs = Vec::new();
        if let Some(block) = cells.near_box(a, b, reach_m) {
            grid.rows(&block, |run| runs.push(run));
        }
        let slots = met(&runs);
        prop_assert!(slots.windows(2).all(|pair| pair[0] < pair[1]), "each once");
        for (slot, &number) in numbers.iter().enumerate() {
            let place_m: [f64; 3] = fractions[number as usize];
            let is_near = (0..3).all(|axis| {
                let (low_m, high_m) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
                place_m[axis] >= low_m - reach_m && place_m[axis] <= high_m + reach_m
            });
            prop_assert!(!is_near || slots.contains(&slot));
            let at = cells.at(place_m);
            for axis in 0..3 {
                prop_assert!(cells.gap_m(axis, at[axis], a[axis]) <= (place_m[axis] - a[axis]).abs());
            }
        }
    }
}

#[test]
fn nothing_is_met_where_nothing_lies() {
    for edge in [Edge::Open, Edge::Torus] {
        let (grid, numbers) = CellGrid::of(Cells::new([0.0; 2], [20.0, 10.0], [4, 2]), &[]);
        assert!(numbers.is_empty());
        grid.around([3, 1], 7, edge, |run| assert!(run.is_empty()));
        grid.within([19.0, 9.0], 50.0, edge, |_, run| assert!(run.is_empty()));
    }
}

/// Squares of 5 m: how far the cells around are from a place, by hand.
#[test]
fn gaps_are_those_of_a_ruler() {
    let cells = Cells::new([100.0, -50.0], [20.0, 10.0], [4, 2]);
    let gaps_m = [0, 1, 2, 3].map(|at| cells.gap_m(0, at, 106.0));
    for (gap_m, by_hand_m) in gaps_m.into_iter().zip([1.0, 0.0, 4.0, 9.0]) {
        assert!(
            gap_m <= by_hand_m && gap_m > by_hand_m - 1e-6,
            "{gap_m} {by_hand_m}"
        );
    }
    assert_eq!(
        cells.near_box([106.0, -49.0], [112.0, -48.0], 0.5),
        Some([1..3, 0..1])
    );
    assert_eq!(
        cells.near_box([99.0, -49.0], [104.0, -41.0], 1.5),
        Some([0..2, 0..2])
    );
    assert_eq!(cells.near_box([90.0, -49.0], [98.0, -48.0], 1.0), None);
    assert_eq!(cells.near_box([101.0, -30.0], [102.0, -38.0], 1.0), None);
}

/// The order of the two pieces decides the order of sums over them.
#[test]
fn a_span_round_a_torus_has_its_lower_side_first() {
    let cells = Cells::new([0.0; 2], [20.0, 10.0], [5, 1]);
    assert_eq!(cells.span(0, 0, 1, Edge::Torus), [4..5, 0..2]);
    assert_eq!(cells.span(0, 4, 1, Edge::Torus), [3..5, 0..1]);
    assert_eq!(cells.span(0, 0, 2, Edge::Torus), [0..5, 0..0]);
    assert_eq!(cells.span(0, 2, 1, Edge::Torus), [1..4, 0..0]);
    assert_eq!(cells.span(0, 4, 1, Edge::Open), [3..5, 0..0]);
    assert_eq!(cells.span(0, 0, 9, Edge::Torus), [0..5, 0..0]);
    let cells = Cells::new([0.0; 2], [4.0; 2], [4, 4]);
    let points_m: Vec<[f64; 2]> = (0..16)
        .map(|cell| [f64::from(cell % 4) + 0.5, f64::from(cell / 4) + 0.5])
        .collect();
    let (grid, _) = CellGrid::of(cells, &points_m);
    let mut met = Vec::new();
    grid.around([0, 3], 1, Edge::Torus, |run| met.extend(run));
    assert_eq!(met, [11, 8, 9, 15, 12, 13, 3, 0, 1]);
}

#[test]
fn a_box_has_at_least_one_cell() {
    let cells = Cells::new([0.0; 2], [20.0, 10.0], [0, 3]);
    assert_eq!((cells.count(), cells.total()), ([1, 3], 3));
    assert_eq!(cells.side_m(), [20.0, 10.0 / 3.0]);
    assert_eq!(cells.at([-7.0, 99.0]), [0, 2]);
    assert_eq!((cells.along(0, -7.0), cells.along(1, 11.0)), (-1, 3));
}

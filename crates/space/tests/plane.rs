//! Plots, tiles and the curve of the kd-tree's slots, with numbers that can be checked by hand.

use std::num::NonZero;

use understory_space::{Edge, KdTree, Plot, PlotError, Tiles};

fn plot(edge: Edge) -> Plot {
    Plot::new([100.0, -50.0], [20.0, 10.0], edge).unwrap()
}

#[test]
fn a_plot_says_what_it_was_made_of() {
    let [open, torus] = [Edge::Open, Edge::Torus].map(plot);
    assert_eq!((open.origin_m(), open.size_m()), ([100.0, -50.0], [20.0, 10.0]));
    assert_eq!((open.edge(), torus.edge()), (Edge::Open, Edge::Torus));
    assert_eq!((open.is_torus(), torus.is_torus()), (false, true));
    assert_eq!(
        (open.area_m2(), open.perimeter_m(), open.shorter_side_m()),
        (200.0, 60.0, 10.0)
    );
    assert_eq!(
        [Edge::Open, Edge::Torus].map(|edge| edge.to_string()),
        ["open", "torus"]
    );
}

#[test]
fn a_rectangle_that_is_no_plot_is_refused_for_what_it_lacks() {
    let refused = |origin_m, size_m| Plot::new(origin_m, size_m, Edge::Open).unwrap_err();
    for size_m in [
        [0.0, 1.0],
        [1.0, 0.0],
        [1.0, -2.0],
        [1.0, f64::INFINITY],
        [1e-200, 1e-200],
    ] {
        assert_eq!(refused([0.0; 2], size_m), PlotError::NoArea(size_m[0], size_m[1]));
    }
    // A metre vanishes beside 10^17 m.
    assert_eq!(refused([1e17, 0.0], [1.0, 1.0]), PlotError::NoArea(1.0, 1.0));
    assert_eq!(refused([0.0, -1e17], [1.0, 1.0]), PlotError::NoArea(1.0, 1.0));
    for origin_m in [[f64::INFINITY, 0.0], [0.0, f64::NEG_INFINITY], [0.0, 1.7e308]] {
        let [x_m, y_m] = origin_m;
        assert_eq!(refused(origin_m, [1.0, 1e308]), PlotError::NotFinite(x_m, y_m));
    }
    assert!(Plot::new([1e17, 0.0], [100.0, 1.0], Edge::Open).is_ok());
}

#[test]
fn near_edges_belong_to_a_plot_and_far_ones_do_not() {
    for edge in [Edge::Open, Edge::Torus] {
        let plot = plot(edge);
        for inside_m in [[100.0, -50.0], [119.9, -40.1], [100.0, -40.1], [110.0, -45.0]] {
            assert!(plot.contains(inside_m));
            assert_eq!(plot.place(inside_m), Some(inside_m));
        }
        for outside_m in [
            [99.9, -45.0],
            [120.0, -45.0],
            [110.0, -50.1],
            [110.0, -40.0],
            [90.0, -30.0],
        ] {
            assert!(!plot.contains(outside_m));
        }
    }
}

#[test]
fn a_torus_wraps_any_number_of_times() {
    let torus = plot(Edge::Torus);
    for (place_m, at_m) in [
        ([165.0, -50.0], [105.0, -50.0]),
        ([35.0, -71.0], [115.0, -41.0]),
        ([140.0, -30.0], [100.0, -50.0]),
        ([119.0, -10.5], [119.0, -40.5]),
    ] {
        assert_eq!(torus.place(place_m), Some(at_m));
    }
}

/// Over half of a side the other way round is shorter; at just half it is as long and the straight one is taken.
#[test]
fn offsets_go_the_shorter_way_round_a_torus_and_straight_on_an_open_plot() {
    let from_m = [105.0, -45.0];
    for (to_m, on_torus_m) in [
        ([108.0, -49.0], [3.0, -4.0]),
        ([115.0, -50.0], [10.0, -5.0]),
        ([116.0, -40.5], [-9.0, 4.5]),
        ([119.0, -45.0], [-6.0, 0.0]),
    ] {
        assert_eq!(plot(Edge::Torus).offset_m(from_m, to_m), on_torus_m);
        let straight_m = [to_m[0] - from_m[0], to_m[1] - from_m[1]];
        assert_eq!(plot(Edge::Open).offset_m(from_m, to_m), straight_m);
        let there_and_back = plot(Edge::Torus).offset_m(to_m, from_m);
        if on_torus_m.map(f64::abs) != [10.0, 5.0] {
            assert_eq!(there_and_back, on_torus_m.map(|m| -m));
        }
    }
    let far_m = plot(Edge::Torus).offset_m([101.0, -41.0], [119.0, -49.0]);
    assert_eq!(far_m, [-2.0, 2.0]);
    assert_eq!(
        plot(Edge::Torus).distance_squared_m2([101.0, -49.0], [104.0, -45.0]),
        25.0
    );
    assert_eq!(
        plot(Edge::Open).distance_squared_m2([101.0, -41.0], [119.0, -49.0]),
        388.0
    );
}

#[test]
fn tiles_run_row_by_row_from_the_lower_left_corner() {
    let tiles = Tiles::new(plot(Edge::Open), 5.0);
    assert_eq!(
        (tiles.count(), tiles.side_m(), tiles.len()),
        ([4, 2], [5.0, 5.0], 8)
    );
    assert!(!tiles.is_empty());
    assert_eq!(tiles.plot(), &plot(Edge::Open));
    let centres_m = [102.5, 107.5, 112.5, 117.5];
    for (tile, x_m) in (0..).zip(centres_m) {
        assert_eq!(tiles.centre_m(tile), [x_m, -47.5]);
        assert_eq!(tiles.centre_m(tile + 4), [x_m, -42.5]);
        assert_eq!(tiles.of([x_m - 2.5, -50.0]), tile);
        assert_eq!(tiles.of([x_m + 2.4, -40.1]), tile + 4);
    }
    // What lies on the far edges, or beyond, counts to the outermost tiles.
    assert_eq!(tiles.of([120.0, -40.0]), 7);
    assert_eq!(tiles.of([99.0, -51.0]), 0);
}

#[test]
fn a_plot_has_at_least_one_tile_and_a_torus_three_each_way() {
    assert_eq!(Tiles::new(plot(Edge::Open), 500.0).count(), [1, 1]);
    assert_eq!(Tiles::new(plot(Edge::Torus), 500.0).count(), [3, 3]);
    assert_eq!(Tiles::new(plot(Edge::Torus), 5.0).count(), [4, 3]);
    assert_eq!(Tiles::new(plot(Edge::Open), 1e-9).count(), [60_000, 60_000]);
}

/// The curve runs through quarters, and in each of them through quarters again: left to right, then up.
#[test]
fn slots_run_along_the_z_curve() {
    let plot = Plot::new([100.0, -50.0], [8.0; 2], Edge::Open).unwrap();
    let curve = |cell: u32| -> [u32; 2] {
        let bits = |from: u32| (0..3).map(|bit| (cell >> (2 * bit + from) & 1) << bit).sum();
        [bits(0), bits(1)]
    };
    let mut row_by_row: Vec<[f64; 2]> = Vec::new();
    for y in 0..8 {
        row_by_row.extend((0..8).map(|x| [f64::from(x) + 100.5, f64::from(y) - 49.5]));
    }
    let tree = KdTree::new(&row_by_row, &plot).unwrap();
    for (cell, (&number, &point_m)) in (0..).zip(tree.numbers().iter().zip(tree.points_m())) {
        let [x, y] = curve(cell);
        assert_eq!(number, 8 * y + x);
        assert_eq!(point_m, [f64::from(x) + 100.5, f64::from(y) - 49.5]);
    }
}

#[test]
fn what_lies_just_at_the_limit_is_met_and_what_lies_beyond_is_not() {
    let points_m = [[101.0, -49.0], [104.0, -45.0], [119.0, -49.0], [104.1, -45.0]];
    for (edge, expected) in [(Edge::Open, vec![0, 1]), (Edge::Torus, vec![0, 1, 2])] {
        let tree = KdTree::new(&points_m, &plot(edge)).unwrap();
        let mut met = Vec::new();
        tree.within([101.0, -49.0], 25.0, |slot, squared_m2| {
            assert_eq!(
                squared_m2,
                plot(edge).distance_squared_m2([101.0, -49.0], tree.points_m()[slot])
            );
            met.push(tree.numbers()[slot]);
        });
        met.sort_unstable();
        assert_eq!(met, expected);
    }
}

#[test]
fn the_nearest_lies_across_a_seam_and_across_a_corner() {
    let points_m = [[100.5, -49.5], [119.8, -40.2], [110.0, -45.0], [119.8, -49.0]];
    let tree = KdTree::new(&points_m, &plot(Edge::Torus)).unwrap();
    for (place_m, nearest) in [
        ([100.1, -49.9], 1),
        ([119.9, -49.5], 3),
        ([119.9, -40.1], 1),
        ([112.0, -41.0], 2),
        ([101.0, -40.1], 0),
    ] {
        let mut best = (f64::INFINITY, u32::MAX);
        tree.nearest(place_m, NonZero::<usize>::MIN, |slot, squared_m2| {
            if squared_m2 < best.0 {
                best = (squared_m2, tree.numbers()[slot]);
            }
        });
        assert_eq!(best.1, nearest, "{place_m:?}");
    }
}

/// A step to the left of the near edge that is too small to bring it before the far one.
#[test]
fn a_torus_has_no_far_edge() {
    let torus = Plot::new([0.0; 2], [20.0, 10.0], Edge::Torus).unwrap();
    assert_eq!(torus.place([-1e-20, 5.0]), Some([0.0, 5.0]));
    assert_eq!(torus.place([5.0, -1e-20]), Some([5.0, 0.0]));
    let torus = Plot::new([3.0, -4.0], [7.0, 9.0], Edge::Torus).unwrap();
    assert_eq!(torus.place([11.0, -5.0]), Some([4.0, 4.0]));
    assert_eq!(torus.place([-12.0, 24.0]), Some([9.0, -3.0]));
}

//! A CSV of points as `stats` reads it: read or refused, and some patterns that are read are measured in every way.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{is_chosen, with_another_value};
use understory_lab::stats::{Function, Pattern, StatsOptions, stats};
use understory_records::{PointColumns, Points, read_points};
use understory_space::{Edge, Plot};

/// Patterns with more are only read.
const MOST_MEASURED: usize = 30;
/// One input in so many is measured: that takes as long as some hundred readings.
const MEASURED_ONE_IN: u8 = 32;

fuzz_target!(|table: &[u8]| {
    let usual = PointColumns::default();
    let marked = PointColumns {
        mark: Some("dbh_cm"),
        species: Some("species"),
        ..usual
    };
    let read = [marked, usual].map(|columns| read_points("points.csv", table, &columns));
    for points in read.iter().flatten() {
        assert_eq!(points.places.len(), points.lines.len());
    }
    let first = read.into_iter().flatten().next();
    if let Some(points) = first.filter(|points| points.places.len() <= MOST_MEASURED)
        && is_chosen(table, MEASURED_ONE_IN)
    {
        let edge = if table.len().is_multiple_of(2) {
            Edge::Open
        } else {
            Edge::Torus
        };
        measure(&points, edge);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

/// Measures the points inside of a window of 200 m by 200 m.
fn measure(points: &Points, edge: Edge) {
    let window = Plot::new([0.0, 0.0], [200.0, 200.0], edge).expect("a plot");
    let inside = |point: &usize| window.contains(points.places[*point]);
    let kept: Vec<usize> = (0..points.places.len()).filter(inside).collect();
    let pattern = Pattern {
        points_m: kept.iter().map(|&point| points.places[point]).collect(),
        marks: kept
            .iter()
            .filter_map(|&point| points.marks.get(point).copied())
            .collect(),
        species: kept
            .iter()
            .filter_map(|&point| points.species.get(point).cloned())
            .collect(),
        window: window.into(),
    };
    let options = StatsOptions {
        functions: Function::ALL.to_vec(),
        r_steps: 16,
        pixels: Some([16, 16]),
        ..StatsOptions::default()
    };
    let _ = stats(&pattern, &options, &());
}

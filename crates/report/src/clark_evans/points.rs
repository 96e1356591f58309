//! The Clark–Evans index by year, from the table of one run or that of its replicates.
//!
//! A year with too few trees keeps its place and loses its index, so that a curve is broken there.

use understory_numerics::sort;
use understory_records::{ReplicatesRow, SpacingRow};

/// A year with fewer trees of a class has no point: even for 20 random ones the standard deviation of the index,
/// 0.52/√n, is 0.12.
pub(super) const FEWEST_TREES: f64 = 20.0;

/// The index in a year and the interval of its mean, where they are known.
pub(super) struct Point {
    pub(super) year: f64,
    pub(super) index: Option<f64>,
    pub(super) interval: Option<(f64, f64)>,
}

/// Means of the index over replicates, by year.
pub(super) fn replicated(rows: &[ReplicatesRow], statistic: &str, scope: &str) -> Vec<Point> {
    let figure = format!("{statistic}.{scope}");
    let of_figure = rows.iter().filter(|row| row.figure == figure);
    sorted(of_figure.map(|row| Point {
        year: f64::from(row.year),
        index: Some(row.mean),
        interval: row.low.zip(row.high),
    }))
}

/// Mean number of trees of a class in a year of the replicates.
pub(super) fn mean_trees(rows: &[ReplicatesRow], scope: &str, year: f64) -> Option<f64> {
    let figure = format!("{scope}s.all");
    rows.iter()
        .find(|row| row.figure == figure && f64::from(row.year) == year)
        .map(|row| row.mean)
}

pub(super) fn of_one_run(rows: &[SpacingRow], statistic: &str, scope: &str) -> Vec<Point> {
    let of_class = rows
        .iter()
        .filter(|row| row.statistic == statistic && row.scope == scope);
    sorted(of_class.map(|row| Point {
        year: f64::from(row.year),
        index: row.observed,
        interval: None,
    }))
}

pub(super) fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.collect();
    sort::by(&mut points, |a, b| a.year.total_cmp(&b.year));
    points
}

/// Takes away the index of years that are known to have too few trees, and says whether there was any.
pub(super) fn leave_out_few(points: &mut [Point], trees: impl Fn(f64) -> Option<f64>) -> bool {
    let mut left_out = false;
    for point in points.iter_mut().filter(|point| point.index.is_some()) {
        if trees(point.year).is_some_and(|n| n < FEWEST_TREES) {
            (point.index, point.interval) = (None, None);
            left_out = true;
        }
    }
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(year: u32, figure: &str, mean: f64) -> ReplicatesRow {
        ReplicatesRow {
            year,
            figure: figure.to_owned(),
            mean,
            low: Some(mean - 0.1),
            high: (year > 0).then_some(mean + 0.1),
            n: 3,
        }
    }

    #[test]
    fn replicates_give_means_by_year_and_few_trees_none() {
        let rows = [
            mean(10, "clark_evans_naive.adult", 1.2),
            mean(0, "clark_evans_naive.adult", 1.1),
            mean(10, "clark_evans_naive.sapling", 0.8),
            mean(10, "adults.all", 20.0),
            mean(0, "adults.all", 19.9),
        ];
        let mut points = replicated(&rows, "clark_evans_naive", "adult");
        let told = |points: &[Point]| {
            points
                .iter()
                .map(|p| (p.year, p.index, p.interval))
                .collect::<Vec<_>>()
        };
        let late = (10.0, Some(1.2), Some((1.2 - 0.1, 1.2 + 0.1)));
        assert_eq!(told(&points), [(0.0, Some(1.1), None), late]);
        assert_eq!(mean_trees(&rows, "adult", 10.0), Some(20.0));
        assert_eq!(mean_trees(&rows, "adult", 0.0), Some(19.9));
        assert_eq!(mean_trees(&rows, "adult", 5.0), None);
        assert!(leave_out_few(&mut points, |year| mean_trees(
            &rows, "adult", year
        )));
        assert_eq!(told(&points), [(0.0, None, None), late]);
        assert!(!leave_out_few(&mut points, |year| mean_trees(
            &rows, "adult", year
        )));
    }

    #[test]
    fn one_run_gives_the_index_of_a_class() {
        let row = |scope: &str, statistic: &str, observed| SpacingRow {
            year: 3,
            scope: scope.to_owned(),
            statistic: statistic.to_owned(),
            r_m: None,
            observed,
            theoretical: None,
            envelope_low: None,
            envelope_high: None,
        };
        let rows = [
            row("adult", "clark_evans_naive", Some(1.3)),
            row("adult", "clark_evans_donnelly", Some(1.2)),
            row("sapling", "clark_evans_naive", Some(0.7)),
        ];
        let found = of_one_run(&rows, "clark_evans_naive", "adult");
        assert_eq!(
            found.iter().map(|p| (p.year, p.index)).collect::<Vec<_>>(),
            [(3.0, Some(1.3))]
        );
    }
}

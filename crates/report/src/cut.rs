//! Lines cut off exactly where they leave the axis.

use std::array;

/// Points of a curve: distance and value, if there is one.
pub(crate) type Points = Vec<(f64, Option<f64>)>;

/// A curve up to a distance, and to it where it goes beyond.
pub(crate) fn up_to(mut points: Points, furthest: f64) -> Points {
    let inside = points.partition_point(|(x, _)| *x <= furthest);
    let beyond = points.get(inside).copied();
    points.truncate(inside);
    if let (Some(&(x, before)), Some((beyond, after))) = (points.last(), beyond) {
        let part = (furthest - x) / (beyond - x);
        let end = before.zip(after).map(|(a, b)| a + part * (b - a));
        points.push((furthest, end));
    }
    points
}

/// The curve between two levels: it ends on a level where it crosses it, and has no value beyond.
pub(crate) fn curve(points: &[(f64, Option<f64>)], levels: [f64; 2]) -> Points {
    let mut cut = Points::new();
    for run in points.split(|(_, value)| value.is_none()) {
        let run: Vec<_> = run.iter().filter_map(|&(x, y)| Some((x, [y?]))).collect();
        let inside = |&y: &f64| levels[0] <= y && y <= levels[1];
        cut.extend(
            with_crossings(&run, levels)
                .iter()
                .map(|&(x, [y])| (x, Some(y).filter(inside))),
        );
        cut.extend(run.last().map(|&(x, _)| (x, None)));
    }
    cut
}

/// A band between a low and a high line, pressed in between two levels, in pieces where a value is missing.
pub(crate) fn band(low: &Points, high: &Points, levels: [f64; 2]) -> Vec<Vec<(f64, f64, f64)>> {
    let both = low
        .iter()
        .zip(high)
        .map(|(&(x, low), &(_, high))| Some((x, [low?, high?])));
    let both: Vec<_> = both.collect();
    let pressed = |(x, ends): (f64, [f64; 2])| {
        let [low, high] = ends.map(|y| y.clamp(levels[0], levels[1]));
        (x, low, high)
    };
    both.split(Option::is_none)
        .map(|run| run.iter().flatten().copied().collect::<Vec<_>>())
        .filter(|run| !run.is_empty())
        .map(|run| with_crossings(&run, levels).into_iter().map(pressed).collect())
        .collect()
}

/// Lines over the same distances, with a point more wherever one of them crosses a level.
fn with_crossings<const LINES: usize>(
    points: &[(f64, [f64; LINES])],
    levels: [f64; 2],
) -> Vec<(f64, [f64; LINES])> {
    let mut all = Vec::with_capacity(points.len());
    for (i, &(from, a)) in points.iter().enumerate() {
        all.push((from, a));
        let Some(&(to, b)) = points.get(i + 1) else { break };
        let crossing = |(line, level): (usize, f64)| {
            let share = (level - a[line]) / (b[line] - a[line]);
            (0.0 < share && share < 1.0).then_some((share, line, level))
        };
        let mut crossings: Vec<_> = (0..LINES)
            .flat_map(|line| levels.map(|level| (line, level)))
            .filter_map(crossing)
            .collect();
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (share, line, level) in crossings {
            let between = |a: f64, b: f64| a * (1.0 - share) + b * share;
            let mut values = array::from_fn(|k| between(a[k], b[k]));
            values[line] = level;
            all.push((between(from, to), values));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [f64; 2] = [0.0, 4.0];

    #[test]
    fn a_curve_ends_where_it_leaves_the_axis_and_begins_where_it_returns() {
        let points = [
            (0.0, Some(8.0)),
            (1.0, Some(0.0)),
            (2.0, Some(-2.0)),
            (4.0, Some(2.0)),
        ];
        let cut = curve(&points, LEVELS);
        let shown: Vec<_> = cut
            .split(|(_, y)| y.is_none())
            .filter(|run| !run.is_empty())
            .collect();
        assert_eq!(
            shown,
            [
                &[(0.5, Some(4.0)), (1.0, Some(0.0))],
                &[(3.0, Some(0.0)), (4.0, Some(2.0))]
            ]
        );
    }

    #[test]
    fn a_stretch_that_passes_both_ends_shows_in_between() {
        let cut = curve(&[(0.0, Some(-4.0)), (3.0, Some(8.0))], LEVELS);
        let shown: Vec<_> = cut.into_iter().filter(|(_, y)| y.is_some()).collect();
        assert_eq!(shown, [(1.0, Some(0.0)), (2.0, Some(4.0))]);
    }

    #[test]
    fn a_missing_value_leaves_a_gap() {
        let points = [(0.0, Some(1.0)), (1.0, None), (2.0, Some(1.0)), (3.0, Some(2.0))];
        let cut = curve(&points, LEVELS);
        let runs: Vec<usize> = cut
            .split(|(_, y)| y.is_none())
            .map(<[_]>::len)
            .filter(|&n| n > 0)
            .collect();
        assert_eq!(runs, [1, 2]);
        assert!(
            curve(&[(0.0, None), (1.0, None)], LEVELS)
                .iter()
                .all(|(_, y)| y.is_none())
        );
    }

    #[test]
    fn a_band_follows_the_edge_where_it_reaches_beyond() {
        let low = vec![(0.0, Some(2.0)), (2.0, Some(-2.0)), (3.0, None), (4.0, Some(1.0))];
        let high = vec![
            (0.0, Some(3.0)),
            (2.0, Some(7.0)),
            (3.0, Some(1.0)),
            (4.0, Some(1.0)),
        ];
        let pieces = band(&low, &high, LEVELS);
        assert_eq!(
            pieces,
            [
                vec![(0.0, 2.0, 3.0), (0.5, 1.0, 4.0), (1.0, 0.0, 4.0), (2.0, 0.0, 4.0)],
                vec![(4.0, 1.0, 1.0)]
            ]
        );
    }

    #[test]
    fn a_curve_ends_on_the_end_of_the_axis() {
        assert_eq!(
            up_to(
                vec![(0.0, Some(0.0)), (2.0, Some(0.8)), (4.0, Some(1.0)), (5.0, None)],
                2.5
            ),
            [
                (0.0, Some(0.0)),
                (2.0, Some(0.8)),
                (2.5, Some(0.8 + 0.25 * (1.0 - 0.8)))
            ]
        );
        let whole = vec![(0.0, Some(0.0)), (2.5, Some(0.8))];
        assert_eq!(up_to(whole.clone(), 2.5), whole);
        assert_eq!(
            up_to(vec![(2.0, None), (3.0, Some(1.0))], 2.5),
            [(2.0, None), (2.5, None)]
        );
        assert_eq!(up_to(vec![(3.0, Some(1.0))], 2.5), []);
    }
}

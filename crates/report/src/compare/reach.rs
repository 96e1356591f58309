//! How far the curves of a comparison are shown, along both axes, so that most of each can be read.

use understory_numerics::sort;
use understory_records::{Compared, EnvelopeRow};

use super::comparison::Comparison;
use crate::cut::{self, Points};
use crate::extent;

/// Distances beyond which less than this share of a pattern's points have their neighbour need not be shown, nor more
/// than so many times as far as for the target.
pub(super) const TAIL: f64 = 0.01;
pub(super) const BEYOND_TARGET: f64 = 1.8;
/// Estimates within this share of the distances do not decide where the axis of values ends: so far reaches the
/// kernel of a pair correlation, which is noise over next to nothing there.
const NEAR_ZERO: f64 = 0.05;
/// Peaks more than so many times as high as the target's, and as the middle one of the methods', are cut off.
const HIGHEST: f64 = 2.0;

/// What tells the two figures apart.
pub(super) struct CurveFigure {
    pub(super) name: &'static str,
    pub(super) heading: &'static str,
    pub(super) y_label: &'static str,
    /// What the number in a panel's heading is.
    pub(super) distance_words: &'static str,
    /// The same in a sentence, and what is drawn.
    pub(super) difference: &'static str,
    pub(super) what: fn(&Comparison) -> String,
    pub(super) curve: fn(&Compared) -> &[EnvelopeRow],
    pub(super) distance: fn(&Compared) -> Option<f64>,
    pub(super) level: Option<(f64, &'static str)>,
}

/// The part of a curve that is shown: up to the end of the axis, and to it where it goes beyond.
pub(super) fn points(
    pattern: &Compared,
    kind: &CurveFigure,
    furthest_m: f64,
    value: impl Fn(&EnvelopeRow) -> Option<f64>,
) -> Points {
    let all: Points = (kind.curve)(pattern).iter().map(|p| (p.r, value(p))).collect();
    cut::up_to(all, furthest_m)
}

/// Distance within which all but [`TAIL`] of the neighbours stand.
pub(super) fn within_reach(density: &[EnvelopeRow]) -> Option<f64> {
    let known: Vec<(f64, f64)> = density.iter().filter_map(|p| Some((p.r, p.first?))).collect();
    let last = known.last()?.0;
    let areas: Vec<(f64, f64)> = known
        .windows(2)
        .map(|pair| (pair[1].0, 0.5 * (pair[0].1 + pair[1].1) * (pair[1].0 - pair[0].0)))
        .collect();
    let mut left: f64 = (1.0 - TAIL) * areas.iter().map(|(_, area)| area).sum::<f64>();
    let mut reached = areas.iter().skip_while(|(_, area)| {
        left -= area;
        left > 0.0
    });
    Some(reached.next().map_or(last, |(r_m, _)| *r_m))
}

/// The highest value that is shown, near 0 aside, and its distance.
pub(super) fn peak(pattern: &Compared, kind: &CurveFigure, furthest_m: f64) -> Option<(f64, f64)> {
    extent::highest(shown(pattern, kind, furthest_m).filter_map(|p| Some((p.r, p.first?))))
}

/// Where the axis of values begins: at 0, unless an estimate lies below.
pub(super) fn lowest(comparison: &Comparison, kind: &CurveFigure) -> f64 {
    let patterns = comparison.methods.iter().chain([&comparison.target]);
    let points = patterns.flat_map(|pattern| (kind.curve)(pattern));
    let values = points.flat_map(|p| [p.first, p.lo]).flatten();
    values.fold(0.0, f64::min)
}

/// Where the axis of values ends, and whether something goes beyond.
pub(super) fn highest(comparison: &Comparison, kind: &CurveFigure, furthest_m: f64) -> (f64, bool) {
    let peak = |pattern: &Compared| peak(pattern, kind, furthest_m).map(|(_, peak)| peak);
    let mut peaks: Vec<f64> = comparison.methods.iter().filter_map(peak).collect();
    sort::numbers(&mut peaks);
    let middle = peaks.get(peaks.len() / 2).copied().unwrap_or(0.0);
    let target = peak(&comparison.target).unwrap_or(0.0);
    let limit = HIGHEST * target.max(middle);
    let level = kind.level.map_or(0.0, |(level, _)| level);
    let values = comparison
        .methods
        .iter()
        .flat_map(|method| shown(method, kind, furthest_m));
    let values = values.flat_map(|p| [p.first, p.hi]);
    let own = shown(&comparison.target, kind, furthest_m).map(|p| p.first);
    let all = values.chain(own).flatten().fold(level, f64::max);
    let limit = limit.max(1.2 * level);
    (all.min(limit), all > limit)
}

/// The points of a curve that are shown, near 0 aside.
fn shown<'a>(
    pattern: &'a Compared,
    kind: &CurveFigure,
    furthest_m: f64,
) -> impl Iterator<Item = &'a EnvelopeRow> {
    let is_shown = move |p: &&EnvelopeRow| p.r > NEAR_ZERO * furthest_m && p.r <= furthest_m;
    (kind.curve)(pattern).iter().filter(is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_a_hundredth_of_the_neighbours_stand_within_reach() {
        // An even density from 0 to 10 m, then nothing up to 20 m.
        let density = (0..=2_000).map(|i| EnvelopeRow {
            r: 0.01 * f64::from(i),
            first: Some(if i <= 1_000 { 0.1 } else { 0.0 }),
            ..EnvelopeRow::default()
        });
        let reach = within_reach(&density.collect::<Vec<_>>()).unwrap();
        assert!((reach - 9.9).abs() < 0.02, "{reach}");
        assert_eq!(within_reach(&[]), None);
    }

    fn curve(values: &[(f64, f64)]) -> Vec<EnvelopeRow> {
        let point = |&(r_m, value): &(f64, f64)| EnvelopeRow {
            r: r_m,
            first: Some(value),
            ..EnvelopeRow::default()
        };
        values.iter().map(point).collect()
    }

    fn pattern(values: &[(f64, f64)]) -> Compared {
        Compared {
            pcf: curve(values),
            ..Compared::default()
        }
    }

    const KIND: CurveFigure = CurveFigure {
        name: "",
        heading: "",
        y_label: "",
        distance_words: "",
        difference: "",
        what: |_| String::new(),
        curve: |pattern| &pattern.pcf,
        distance: |_| None,
        level: None,
    };

    #[test]
    fn the_last_point_that_is_shown_lies_on_the_end_of_the_axis() {
        let found = |values: &[(f64, f64)]| points(&pattern(values), &KIND, 4.0, |point| point.first);
        assert_eq!(
            found(&[(0.0, 1.0), (3.0, 2.0), (5.0, 6.0), (6.0, 9.0)]),
            [(0.0, Some(1.0)), (3.0, Some(2.0)), (4.0, Some(4.0))]
        );
        assert_eq!(
            found(&[(0.0, 1.0), (4.0, 2.0)]),
            [(0.0, Some(1.0)), (4.0, Some(2.0))]
        );
        assert_eq!(found(&[(5.0, 1.0)]), []);
    }

    #[test]
    fn a_peak_is_the_highest_that_is_shown_but_for_the_twentieth_next_to_zero() {
        let values = [
            (0.2, 9.0),
            (0.3, 3.0),
            (1.0, 4.0),
            (2.0, 4.0),
            (4.0, 2.0),
            (4.1, 8.0),
        ];
        assert_eq!(peak(&pattern(&values), &KIND, 4.0), Some((1.0, 4.0)));
        assert_eq!(peak(&pattern(&values[..1]), &KIND, 4.0), None);
        assert_eq!(peak(&pattern(&values[4..]), &KIND, 4.0), Some((4.0, 2.0)));
    }

    #[test]
    fn values_end_at_the_highest_or_at_twice_the_usual_peak() {
        let all = |target: f64, methods: &[f64]| Comparison {
            about: crate::RunAbout {
                name: String::new(),
                size_m: [10.0; 2],
                origin_m: [0.0; 2],
                torus: true,
                species: Vec::new(),
                width_mm: None,
            },
            target: pattern(&[(0.1, 50.0), (2.0, target), (5.0, 60.0)]),
            methods: methods.iter().map(|&peak| pattern(&[(2.0, peak)])).collect(),
        };
        let end = |target: f64, methods: &[f64]| highest(&all(target, methods), &KIND, 4.0);
        assert_eq!(end(2.0, &[1.0, 3.0]), (3.0, false));
        assert_eq!(end(3.0, &[1.0, 3.0, 7.0]), (6.0, true));
        assert_eq!(end(2.0, &[3.0, 9.0, 3.0]), (6.0, true));
        let level = CurveFigure {
            level: Some((1.0, "random")),
            ..KIND
        };
        assert_eq!(highest(&all(0.1, &[0.2]), &level, 4.0), (1.0, false));
        let mut banded = all(2.0, &[3.0]);
        (banded.methods[0].pcf[0].lo, banded.methods[0].pcf[0].hi) = (Some(-1.5), Some(3.5));
        assert_eq!(highest(&banded, &KIND, 4.0), (3.5, false));
        assert_eq!(lowest(&banded, &KIND), -1.5);
        assert_eq!(lowest(&all(2.0, &[3.0]), &KIND), 0.0);
    }
}

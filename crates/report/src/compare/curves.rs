//! Each method's nearest-neighbour distances and pair correlation over the target's, on the same axes everywhere.

use super::comparison::{Compared, Comparison, CurvePoint};
use super::curves_words::{Told, alt, caption};
use super::looks::{self, METHOD, TARGET};
use crate::Figure;
use crate::axis::Axis;
use crate::cut::{self, Points};
use crate::error::ReportError;
use crate::font::{self, Across, Along, Setting};
use crate::multiples::{cells, columns};
use crate::outline::{Frame, PT, at};
use crate::page::{Paint, Stroke};
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet, TEXT_SIZE, fitted, plain};
use crate::words::{self, Description};

const SMALL: f64 = 7.0 * PT;
const ROW_HEIGHT: f64 = 104.0 * PT;
/// Distances beyond which less than this share of a pattern's points have their neighbour need not be shown, nor more
/// than so many times as far as for the target.
const TAIL: f64 = 0.01;
const BEYOND_TARGET: f64 = 1.8;
/// The pair correlation is shown up to so many mean distances 1/√λ of the target.
const SPACINGS: f64 = 5.0;
/// Estimates within this share of the distances do not decide where the axis of values ends: so far reaches the
/// kernel of a pair correlation, which is noise over next to nothing there.
const NEAR_ZERO: f64 = 0.05;
/// Peaks more than so many times as high as the target's, and as the middle one of the methods', are cut off.
const HIGHEST: f64 = 2.0;
/// Beyond the axis by no more than this share of it is on it.
const ROUNDING: f64 = 1e-6;

/// What tells the two figures apart.
struct Kind {
    name: &'static str,
    heading: &'static str,
    y_label: &'static str,
    /// What the number in a panel's heading is.
    distance_words: &'static str,
    /// The same in a sentence, and what is drawn.
    difference: &'static str,
    what: fn(&Comparison) -> String,
    curve: fn(&Compared) -> &[CurvePoint],
    distance: fn(&Compared) -> Option<f64>,
    level: Option<(f64, &'static str)>,
}

pub(super) fn neighbours(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let kind = Kind {
        name: "compare-neighbours",
        heading: "distance to the nearest neighbour",
        y_label: "density (1/m)",
        distance_words: "number: greatest difference of the shares G",
        difference: "greatest difference from the target of G, the share with a neighbour within a distance",
        what: |_| "Density of the distance to the nearest neighbour, without edge correction,".to_owned(),
        curve: |pattern| &pattern.nnd_density,
        distance: |pattern| pattern.distances.g_ks,
        level: None,
    };
    let reach = |pattern: &Compared| within_reach(&pattern.nnd_density);
    let target = reach(&comparison.target);
    let most = target.map_or(f64::INFINITY, |r_m| BEYOND_TARGET * r_m);
    let all = comparison.methods.iter().filter_map(reach).chain(target);
    let furthest = all.reduce(f64::max).map(|r_m| r_m.min(most));
    small_multiples(comparison, &kind, furthest)
}

pub(super) fn pair_correlation(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let kind = Kind {
        name: "compare-pair-correlation",
        heading: "pair correlation",
        y_label: "g(r)",
        distance_words: "number: root mean square difference",
        difference: "root mean square difference from the target",
        what: |comparison| {
            let edges = if comparison.about.torus {
                "periodic edges"
            } else {
                "translation correction"
            };
            format!(
                "Pair correlation g(r) ({edges}, Epanechnikov kernel of half-width 0.15/√λ with λ points per m²)"
            )
        },
        curve: |pattern| &pattern.pcf,
        distance: |pattern| pattern.distances.pcf_rmse,
        level: Some((1.0, "random")),
    };
    let patterns = || comparison.methods.iter().chain([&comparison.target]);
    let ends = patterns().filter_map(|pattern| pattern.pcf.last().map(|point| point.r_m));
    let [width_m, height_m] = comparison.about.size_m;
    let points = comparison.target.points_m.len().max(1) as f64;
    let spacing_m = (width_m * height_m / points).sqrt();
    let furthest = ends.reduce(f64::max).map(|r_m| r_m.min(SPACINGS * spacing_m));
    small_multiples(comparison, &kind, furthest)
}

/// One panel a method; none if no method has a curve.
fn small_multiples(
    comparison: &Comparison,
    kind: &Kind,
    furthest_m: Option<f64>,
) -> Result<Option<Figure>, ReportError> {
    let defined = |pattern: &Compared| (kind.curve)(pattern).iter().any(|point| point.value.is_some());
    let methods = &comparison.methods;
    let Some(furthest_m) = furthest_m.filter(|&r_m| r_m > 0.0 && methods.iter().any(defined)) else {
        return Ok(None);
    };
    let [target, method] = [TARGET.at_opacity(0.3), METHOD.at_opacity(0.25)];
    let random = Look {
        width: 0.6 * PT,
        ..Look::line(palette::BLACK).dashed(1)
    };
    let (highest, cut_off) = highest(comparison, kind, furthest_m);
    let x = Axis::exact("distance (m)", 0.0, furthest_m, 5);
    let y = Axis::linear(kind.y_label, lowest(comparison, kind), highest, 4);
    let slack = ROUNDING * (y.high - y.low);
    let levels = [y.low - slack, y.high + slack];

    let axes = words::axes(&x, &y);
    let mut notes = Vec::new();
    let mut keys = vec![Key::new(line(METHOD).sample(), "method")];
    if methods.iter().any(|m| {
        (kind.curve)(m)
            .iter()
            .any(|p| p.low.is_some() && p.high.is_some())
    }) {
        keys.push(Key::new(
            Sample::Patch(Paint::fill(method)),
            "band of its patterns",
        ));
        notes.push("blue bands: 95 % global envelopes of each method's patterns".to_owned());
    }
    if defined(&comparison.target) {
        let paint = Paint {
            fill: Some(target),
            stroke: Some(Stroke::plain(TARGET, 0.8 * PT)),
        };
        keys.push(Key::new(Sample::Patch(paint), &comparison.target.name));
    }
    if let Some((_, words)) = kind.level {
        keys.push(Key::new(random.sample(), words));
        notes.push(format!("dashed line: {words}"));
    }
    if methods.iter().any(|method| (kind.distance)(method).is_some()) {
        keys.push(Key::new(Sample::Nothing, kind.distance_words));
        notes.push(format!("number in each heading: {}", kind.difference));
    }
    if cut_off {
        keys.push(Key::new(Sample::Nothing, "peaks beyond the axis are cut off"));
        notes.push("peaks beyond the axis are cut off".to_owned());
    }

    let width_pt = if methods.len() < 3 { 360.0 } else { 480.0 };
    let heading = format!("{}: {}", comparison.about.name, kind.heading);
    let sheet = Sheet::new(kind.name, width_pt, &heading, &keys);
    let columns = columns(methods.len());
    let row_height = ROW_HEIGHT.max(320.0 / columns as f64 * PT).min(200.0 * PT);
    let cells = cells(&sheet, methods.len(), columns, row_height, &x, &y);
    // A name begins above the numbers of the axis, where there is more room for it than above the panel alone.
    let ticks = Surround::of(&x.without_label(), &y.without_label()).left;
    let expected = points(&comparison.target, kind, furthest_m, |point| point.value);
    for (pattern, (cell, x, y, around)) in methods.iter().zip(cells) {
        let top = name(&sheet, cell, around.left - ticks, pattern, kind);
        let cell = Frame {
            top,
            height: cell.bottom() - top,
            ..cell
        };
        let panel = Panel::draw(&sheet.page, cell, x, y, around, true)?;
        let [low, high] = [|p: &CurvePoint| p.low, |p: &CurvePoint| p.high]
            .map(|end| points(pattern, kind, furthest_m, end));
        let floor: Points = expected
            .iter()
            .map(|&(r, value)| (r, value.map(|_| 0.0)))
            .collect();
        for piece in cut::band(&floor, &expected, levels) {
            panel.band(&piece, target);
        }
        panel.curve(&cut::curve(&expected, levels), &line(TARGET));
        for piece in cut::band(&low, &high, levels) {
            panel.band(&piece, method);
        }
        if let Some((level, _)) = kind.level {
            panel.curve(&[(0.0, Some(level)), (furthest_m, Some(level))], &random);
        }
        let own = points(pattern, kind, furthest_m, |point| point.value);
        panel.curve(&cut::curve(&own, levels), &line(METHOD));
        if let Some((r_m, peak)) = peak(pattern, kind, furthest_m).filter(|(_, peak)| *peak > panel.y.high) {
            let words = format!("peak {}", looks::rounded(peak));
            corner(&sheet, panel.frame, &words, r_m > 0.5 * furthest_m);
        }
        if !defined(pattern) {
            let words = match pattern.points_m.len() {
                0 => "no points",
                1 => "1 point",
                _ => "not defined",
            };
            corner(&sheet, panel.frame, words, false);
        }
    }
    let told = |pattern: &Compared| Told {
        name: words::name(&pattern.name),
        distance: (kind.distance)(pattern),
        highest: peak(pattern, kind, furthest_m),
    };
    let told_methods: Vec<Told> = methods.iter().map(told).collect();
    let description = Description {
        caption: caption(comparison, &(kind.what)(comparison), &notes),
        alt: alt(&axes, &told(&comparison.target), &told_methods),
    };
    sheet.finish(&description).map(Some)
}

fn line(ink: crate::page::Ink) -> Look {
    Look {
        width: 0.9 * PT,
        ..Look::line(ink)
    }
}

fn small(across: Across) -> Setting {
    Setting {
        size: SMALL,
        ink: GREY,
        ..plain(Along::End, across)
    }
}

/// A panel's heading: the method and its distance from the target; gives the lower end.
fn name(sheet: &Sheet, cell: Frame, left: f64, pattern: &Compared, kind: &Kind) -> f64 {
    let mut page = sheet.page.borrow_mut();
    let right = cell.left + cell.width - 3.0 * PT;
    let mut room = right - cell.left - left;
    if let Some(distance) = (kind.distance)(pattern) {
        let words = looks::rounded(distance);
        page.text(&words, at(right, cell.top), small(Across::Top));
        room -= font::width(&words, SMALL) + 3.0 * PT;
    }
    let words = fitted(&pattern.name, TEXT_SIZE, room);
    let place = at(cell.left + left, cell.top);
    page.text(&words, place, plain(Along::Start, Across::Top));
    cell.top + font::height(TEXT_SIZE) + 3.0 * PT
}

/// The part of a curve that is shown: up to the end of the axis, and to it where it goes beyond.
fn points(
    pattern: &Compared,
    kind: &Kind,
    furthest_m: f64,
    value: impl Fn(&CurvePoint) -> Option<f64>,
) -> Points {
    let all: Points = (kind.curve)(pattern).iter().map(|p| (p.r_m, value(p))).collect();
    cut::up_to(all, furthest_m)
}

/// Distance within which all but [`TAIL`] of the neighbours stand.
fn within_reach(density: &[CurvePoint]) -> Option<f64> {
    let known: Vec<(f64, f64)> = density.iter().filter_map(|p| Some((p.r_m, p.value?))).collect();
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

/// Words in an upper corner of a panel.
fn corner(sheet: &Sheet, frame: Frame, words: &str, at_left: bool) {
    let right = if at_left {
        frame.left + 3.0 * PT + font::width(words, SMALL)
    } else {
        frame.left + frame.width - 2.0 * PT
    };
    let mut page = sheet.page.borrow_mut();
    page.text(words, at(right, frame.top + 2.0 * PT), small(Across::Top));
}

/// The highest value that is shown, near 0 aside, and its distance.
fn peak(pattern: &Compared, kind: &Kind, furthest_m: f64) -> Option<(f64, f64)> {
    let shown = (kind.curve)(pattern)
        .iter()
        .filter(|p| p.r_m > NEAR_ZERO * furthest_m && p.r_m <= furthest_m);
    shown
        .filter_map(|p| Some((p.r_m, p.value?)))
        .reduce(|a, b| if b.1 > a.1 { b } else { a })
}

/// Where the axis of values begins: at 0, unless an estimate lies below.
fn lowest(comparison: &Comparison, kind: &Kind) -> f64 {
    let patterns = comparison.methods.iter().chain([&comparison.target]);
    let points = patterns.flat_map(|pattern| (kind.curve)(pattern));
    points
        .flat_map(|p| [p.value, p.low])
        .flatten()
        .fold(0.0, f64::min)
}

/// Where the axis of values ends, and whether something goes beyond.
fn highest(comparison: &Comparison, kind: &Kind, furthest_m: f64) -> (f64, bool) {
    let peak = |pattern: &Compared| peak(pattern, kind, furthest_m).map(|(_, peak)| peak);
    let mut peaks: Vec<f64> = comparison.methods.iter().filter_map(peak).collect();
    peaks.sort_by(f64::total_cmp);
    let middle = peaks.get(peaks.len() / 2).copied().unwrap_or(0.0);
    let target = peak(&comparison.target).unwrap_or(0.0);
    let limit = HIGHEST * target.max(middle);
    let level = kind.level.map_or(0.0, |(level, _)| level);
    let values = comparison.methods.iter().flat_map(|method| (kind.curve)(method));
    let values = values
        .filter(|p| p.r_m > NEAR_ZERO * furthest_m && p.r_m <= furthest_m)
        .flat_map(|p| [p.value, p.high]);
    let own = (kind.curve)(&comparison.target)
        .iter()
        .filter(|p| p.r_m > NEAR_ZERO * furthest_m && p.r_m <= furthest_m);
    let all = values.chain(own.map(|p| p.value)).flatten().fold(level, f64::max);
    let limit = limit.max(1.2 * level);
    (all.min(limit), all > limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_a_hundredth_of_the_neighbours_stand_within_reach() {
        // An even density from 0 to 10 m, then nothing up to 20 m.
        let density = (0..=2_000).map(|i| CurvePoint {
            r_m: 0.01 * f64::from(i),
            value: Some(if i <= 1_000 { 0.1 } else { 0.0 }),
            ..CurvePoint::default()
        });
        let reach = within_reach(&density.collect::<Vec<_>>()).unwrap();
        assert!((reach - 9.9).abs() < 0.02, "{reach}");
        assert_eq!(within_reach(&[]), None);
    }

    fn curve(values: &[(f64, f64)]) -> Vec<CurvePoint> {
        let point = |&(r_m, value): &(f64, f64)| CurvePoint {
            r_m,
            value: Some(value),
            ..CurvePoint::default()
        };
        values.iter().map(point).collect()
    }

    fn pattern(values: &[(f64, f64)]) -> Compared {
        Compared {
            pcf: curve(values),
            ..Compared::default()
        }
    }

    const KIND: Kind = Kind {
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
        let found = |values: &[(f64, f64)]| points(&pattern(values), &KIND, 4.0, |point| point.value);
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
            },
            target: pattern(&[(0.1, 50.0), (2.0, target), (5.0, 60.0)]),
            methods: methods.iter().map(|&peak| pattern(&[(2.0, peak)])).collect(),
        };
        let end = |target: f64, methods: &[f64]| highest(&all(target, methods), &KIND, 4.0);
        assert_eq!(end(2.0, &[1.0, 3.0]), (3.0, false));
        assert_eq!(end(3.0, &[1.0, 3.0, 7.0]), (6.0, true));
        assert_eq!(end(2.0, &[3.0, 9.0, 3.0]), (6.0, true));
        let level = Kind {
            level: Some((1.0, "random")),
            ..KIND
        };
        assert_eq!(highest(&all(0.1, &[0.2]), &level, 4.0), (1.0, false));
        let mut banded = all(2.0, &[3.0]);
        (banded.methods[0].pcf[0].low, banded.methods[0].pcf[0].high) = (Some(-1.5), Some(3.5));
        assert_eq!(highest(&banded, &KIND, 4.0), (3.5, false));
        assert_eq!(lowest(&banded, &KIND), -1.5);
        assert_eq!(lowest(&all(2.0, &[3.0]), &KIND), 0.0);
    }
}

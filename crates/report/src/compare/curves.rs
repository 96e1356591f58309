//! Each method's nearest-neighbour distances and pair correlation over the target's, on the same axes everywhere.

use understory_records::{Compared, EnvelopeRow};

use super::comparison::Comparison;
use super::curves_words::{PanelNumbers, alt, caption};
use super::looks::{self, METHOD, TARGET};
use super::reach::{BEYOND_TARGET, CurveFigure, highest, lowest, peak, points, within_reach};
use crate::cut::{self, Points};
use crate::kit::*;
use crate::multiples::{cells, columns};

const ROW_HEIGHT: f64 = 104.0 * PT;
/// A row of one panel is about so high, one of several as much lower.
const HEIGHT: f64 = 320.0 * PT;
/// The pair correlation is shown up to so many mean distances 1/√λ of the target.
const SPACINGS: f64 = 5.0;
/// Beyond the axis by no more than this share of it is on it.
const ROUNDING: f64 = 1e-6;

pub(super) fn neighbours(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let kind = CurveFigure {
        name: "compare-neighbours",
        heading: "distance to the nearest neighbour",
        y_label: "density (1/m)",
        distance_words: "number: greatest difference of the shares G",
        difference: "greatest difference from the target of G, the share with a neighbour within a distance",
        what: |_| "Density of the distance to the nearest neighbour, without edge correction,".to_owned(),
        curve: |pattern| &pattern.nnd,
        distance: |pattern| pattern.row.g_ks,
        level: None,
    };
    let reach = |pattern: &Compared| within_reach(&pattern.nnd);
    let target = reach(&comparison.target);
    let most = target.map_or(f64::INFINITY, |r_m| BEYOND_TARGET * r_m);
    let all = comparison.methods.iter().filter_map(reach).chain(target);
    let furthest = all.reduce(f64::max).map(|r_m| r_m.min(most));
    small_multiples(comparison, &kind, furthest)
}

pub(super) fn pair_correlation(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let kind = CurveFigure {
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
        distance: |pattern| pattern.row.pcf_rmse,
        level: Some((1.0, "random")),
    };
    let patterns = || comparison.methods.iter().chain([&comparison.target]);
    let ends = patterns().filter_map(|pattern| pattern.pcf.last().map(|point| point.r));
    let [width_m, height_m] = comparison.about.size_m;
    let points = comparison.target.points.len().max(1) as f64;
    let spacing_m = (width_m * height_m / points).sqrt();
    let furthest = ends.reduce(f64::max).map(|r_m| r_m.min(SPACINGS * spacing_m));
    small_multiples(comparison, &kind, furthest)
}

/// One panel a method; none if no method has a curve.
fn small_multiples(
    comparison: &Comparison,
    kind: &CurveFigure,
    furthest_m: Option<f64>,
) -> Result<Option<Figure>, ReportError> {
    let defined = |pattern: &Compared| (kind.curve)(pattern).iter().any(|point| point.first.is_some());
    let methods = &comparison.methods;
    let Some(furthest_m) = furthest_m.filter(|&r_m| r_m > 0.0 && methods.iter().any(defined)) else {
        return Ok(None);
    };
    let [target, method] = [TARGET.at_opacity(0.3), METHOD.at_opacity(0.25)];
    let random = LineStyle::line(style::BLACK).dashed(1).wide(style::FINE);
    let (highest, cut_off) = highest(comparison, kind, furthest_m);
    let x = Axis::exact("distance (m)", 0.0, furthest_m, 5);
    let y = Axis::linear(kind.y_label, lowest(comparison, kind), highest, 4);
    let slack = ROUNDING * (y.high - y.low);
    let levels = [y.low - slack, y.high + slack];

    let axes = words::axes(&x, &y);
    let mut notes = Vec::new();
    let mut keys = vec![line(METHOD).key("method")];
    if methods
        .iter()
        .any(|m| (kind.curve)(m).iter().any(|p| p.lo.is_some() && p.hi.is_some()))
    {
        keys.push(LegendEntry::patch(Paint::fill(method), "band of its patterns"));
        notes.push("blue bands: 95 % global envelopes of each method's patterns".to_owned());
    }
    if defined(&comparison.target) {
        let paint = Paint::fill(target).edged(Stroke::plain(TARGET, style::THIN));
        keys.push(LegendEntry::patch(paint, &comparison.target.row.method));
    }
    if let Some((_, words)) = kind.level {
        keys.push(random.key(words));
        notes.push(format!("dashed line: {words}"));
    }
    if methods.iter().any(|method| (kind.distance)(method).is_some()) {
        keys.push(LegendEntry::note(kind.distance_words));
        notes.push(format!("number in each heading: {}", kind.difference));
    }
    if cut_off {
        keys.push(LegendEntry::note("peaks beyond the axis are cut off"));
        notes.push("peaks beyond the axis are cut off".to_owned());
    }

    let own_pt = if methods.len() < 3 {
        style::LONE_PANEL_PT
    } else {
        style::PANELS_PT
    };
    let page_pt = comparison.about.page_pt(own_pt, 0.0);
    let heading = format!("{}: {}", comparison.about.name, kind.heading);
    let mut sheet = Sheet::new(kind.name, page_pt, &heading, &keys);
    let columns = columns(page_pt, methods.len());
    let row_height = (HEIGHT * page_pt / own_pt / columns as f64).clamp(ROW_HEIGHT, 200.0 * PT);
    let cells = cells(&mut sheet, methods.len(), columns, row_height, &x, &y);
    // A name begins above the numbers of the axis, where there is more room for it than above the panel alone.
    let ticks = Surround::of(&x.without_label(), &y.without_label()).left;
    let expected = points(&comparison.target, kind, furthest_m, |point| point.first);
    for (pattern, (cell, x, y, around)) in methods.iter().zip(cells) {
        let top = title(&mut sheet.page, cell, around.left - ticks, pattern, kind);
        let cell = cell.below(top);
        let mut panel = Panel::draw(&mut sheet.page, cell, x, y, around, true)?;
        let [low, high] = [|p: &EnvelopeRow| p.lo, |p: &EnvelopeRow| p.hi]
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
        let own = points(pattern, kind, furthest_m, |point| point.first);
        panel.curve(&cut::curve(&own, levels), &line(METHOD));
        if let Some((r_m, peak)) = peak(pattern, kind, furthest_m).filter(|(_, peak)| *peak > panel.y.high) {
            let words = format!("peak {}", looks::rounded(peak));
            corner(panel.page, panel.frame, &words, r_m > 0.5 * furthest_m);
        }
        if !defined(pattern) {
            let words = match pattern.points.len() {
                0 => "no points",
                1 => "1 point",
                _ => "not defined",
            };
            corner(panel.page, panel.frame, words, false);
        }
    }
    let told = |pattern: &Compared| PanelNumbers {
        name: name(&pattern.row.method),
        distance: (kind.distance)(pattern),
        highest: peak(pattern, kind, furthest_m),
    };
    let told_methods: Vec<PanelNumbers> = methods.iter().map(told).collect();
    sheet
        .finish(
            caption(comparison, &(kind.what)(comparison), &notes),
            alt(&axes, &told(&comparison.target), &told_methods),
        )
        .map(Some)
}

fn line(ink: Ink) -> LineStyle {
    LineStyle::line(ink).wide(style::THIN)
}

fn small(across: Across) -> Setting {
    plain(Along::End, across).sized(SMALL).inked(GREY)
}

/// A panel's heading: the method and its distance from the target; gives the lower end.
fn title(page: &mut Page, cell: Frame, left: f64, pattern: &Compared, kind: &CurveFigure) -> f64 {
    let right = cell.left + cell.width - 3.0 * PT;
    let mut room = right - cell.left - left;
    if let Some(distance) = (kind.distance)(pattern) {
        let words = looks::rounded(distance);
        page.text(&words, at(right, cell.top), small(Across::Top));
        room -= font::width(&words, SMALL) + 3.0 * PT;
    }
    let size = largest_fitting(&pattern.row.method, room);
    let place = at(cell.left + left, cell.top);
    page.text(
        &fitted(&pattern.row.method, size, room),
        place,
        TOP_LEFT.sized(size),
    );
    cell.top + font::height(TEXT_SIZE) + 3.0 * PT
}

/// Words in an upper corner of a panel.
fn corner(page: &mut Page, frame: Frame, words: &str, at_left: bool) {
    let right = if at_left {
        frame.left + 3.0 * PT + font::width(words, SMALL)
    } else {
        frame.left + frame.width - 2.0 * PT
    };
    page.text(words, at(right, frame.top + 2.0 * PT), small(Across::Top));
}

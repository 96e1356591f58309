//! How far the nearest neighbour stands: a histogram for each year beside what is expected at random.

use understory_numerics::math;
use understory_records::{CensusRow, SpacingRow};

use crate::Figure;
use crate::axis::{Axis, count};
use crate::error::ReportError;
use crate::neighbours::{Curve, curves, trees_in};
use crate::page::{Frame, PT, Paint, Stroke};
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet, TEXT_SIZE, head};

const PANELS: usize = 12;
const COLUMNS: usize = 4;
const GAP: f64 = 8.0 * PT;
/// Distances beyond which fewer than this share of a year's trees have their neighbour need not be shown.
const TAIL: f64 = 0.01;

/// One year: bars from left to right with their heights, and the two curves to go with them.
struct Year {
    year: u32,
    trees: Option<u64>,
    bars: Vec<(f64, f64, f64)>,
    random: Vec<(f64, Option<f64>)>,
    envelope: Vec<(f64, f64, f64)>,
}

/// Density of the distance to the nearest neighbour, one panel a year, all on the same axes.
pub(crate) fn small_multiples(
    census: &[CensusRow],
    spacing: &[SpacingRow],
    scope: &str,
) -> Result<Figure, ReportError> {
    let (name, whose, nothing) = match scope {
        "all" => (
            "nearest-neighbours-all-small-multiples",
            "all trees",
            "no recorded year with two trees",
        ),
        _ => (
            "nearest-neighbours-small-multiples",
            "trees of 10 cm or more",
            "no recorded year with two such trees",
        ),
    };
    let years: Vec<Year> = curves(spacing, "nnd_density", scope, PANELS)
        .into_iter()
        .map(|(year, curve)| Year::new(year, trees_in(census, year, scope), &curve))
        .collect();
    let bar = Paint {
        fill: Some(palette::BLUE.at_opacity(0.25)),
        stroke: Some(Stroke::plain(palette::BLUE, 0.8 * PT)),
    };
    let random = Look {
        width: 1.0 * PT,
        ..Look::line(palette::BLACK).dashed(1)
    };
    let envelope = GREY.at_opacity(0.3);
    let mut keys = vec![
        Key::new(Sample::Patch(bar.clone()), "observed"),
        Key::new(random.sample(), "random (same density)"),
    ];
    if years.iter().any(|year| !year.envelope.is_empty()) {
        keys.push(Key::new(
            Sample::Patch(Paint::fill(envelope)),
            "envelope of random patterns",
        ));
    }
    let width_pt = if years.len() == 1 { 360.0 } else { 480.0 };
    let sheet = Sheet::new(
        name,
        width_pt,
        &format!("Distance to the nearest neighbour, {whose}"),
        &keys,
    );
    if years.is_empty() {
        sheet.note(nothing);
        return sheet.finish();
    }

    let furthest = common_extent(&years);
    let x = Axis::exact("distance (m)", 0.0, furthest, 5);
    let y = Axis::linear("density (1/m)", 0.0, highest(&years, furthest), 4);
    let columns = years.len().min(COLUMNS);
    let row_height = (400.0 / columns as f64).clamp(100.0, 200.0) * PT;
    for (year, (cell, x, y, around)) in
        years
            .iter()
            .zip(cells(&sheet, years.len(), columns, row_height, &x, &y))
    {
        let words = match year.trees {
            Some(trees) => format!("year {}, {} trees", year.year, count(trees)),
            None => format!("year {}", year.year),
        };
        let top = head(
            &mut sheet.page.borrow_mut(),
            Frame {
                left: cell.left + around.left,
                ..cell
            },
            &words,
            TEXT_SIZE,
            &[],
        )
        .top;
        let cell = Frame {
            top,
            height: cell.bottom() - top,
            ..cell
        };
        let panel = Panel::draw(&sheet.page, cell, x, y, around, true)?;
        let shown = |bars: &[(f64, f64, f64)]| -> Vec<_> {
            bars.iter()
                .filter(|bar| bar.0 < furthest)
                .map(|&(l, r, h)| (l, r.min(furthest), h))
                .collect()
        };
        panel.band(&year.envelope, envelope);
        panel.bars(&shown(&year.bars), &bar);
        panel.curve(&year.random, &random);
    }
    sheet.finish()
}

impl Year {
    fn new(year: u32, trees: Option<u64>, curve: &Curve) -> Self {
        let middles: Vec<f64> = curve.iter().map(|(r, _)| *r).collect();
        let edges = edges_of(&middles);
        let heights = curve.iter().map(|(_, row)| row.observed.unwrap_or(0.0));
        let bars = edges
            .windows(2)
            .zip(heights)
            .map(|(e, height)| (e[0], e[1], height))
            .collect();
        let envelope = |(r, row): &(f64, &SpacingRow)| Some((*r, row.envelope_low?, row.envelope_high?));
        Year {
            year,
            trees,
            bars: merged(bars, trees),
            random: curve.iter().map(|(r, row)| (*r, row.theoretical)).collect(),
            envelope: curve.iter().filter_map(envelope).collect(),
        }
    }

    /// Distance within which all but [`TAIL`] of the neighbours stand, observed and at random.
    fn extent(&self) -> f64 {
        let reach = |slices: &[(f64, f64)]| {
            let total: f64 = slices.iter().map(|(_, area)| area).sum();
            let mut left = total;
            let within = slices.iter().take_while(|(_, area)| {
                let more = left > TAIL * total;
                left -= area;
                more
            });
            within.map(|(right, _)| *right).fold(0.0, f64::max)
        };
        let bars: Vec<_> = self.bars.iter().map(|(l, r, h)| (*r, (r - l) * h)).collect();
        let random: Vec<_> = self
            .random
            .iter()
            .map(|(r, density)| (*r, density.unwrap_or(0.0)))
            .collect();
        reach(&bars).max(reach(&random))
    }
}

/// Ends of the bins whose middles are given.
fn edges_of(middles: &[f64]) -> Vec<f64> {
    let [first, .., last] = middles else {
        return Vec::new();
    };
    let between = middles.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    let begin = (first - 0.5 * (middles[1] - first)).max(0.0);
    let end = last + 0.5 * (last - middles[middles.len() - 2]);
    [begin].into_iter().chain(between).chain([end]).collect()
}

/// Neighbouring bars in one where the trees are few: a histogram of n values reads best with about 2 n^⅓ bars.
fn merged(bars: Vec<(f64, f64, f64)>, trees: Option<u64>) -> Vec<(f64, f64, f64)> {
    let mut filled = bars.iter().filter(|bar| bar.2 > 0.0);
    let (first, last) = (filled.clone().next(), filled.next_back());
    let (Some(trees), Some(first), Some(last)) = (trees, first, last) else {
        return bars;
    };
    let width = bars[0].1 - bars[0].0;
    let wanted = (last.1 - first.0) / (2.0 * math::cbrt(trees.max(1) as f64));
    let together = (wanted / width).round().clamp(1.0, bars.len() as f64) as usize;
    let merge = |group: &[(f64, f64, f64)]| {
        let (left, right) = (group[0].0, group[group.len() - 1].1);
        let area: f64 = group.iter().map(|(l, r, h)| (r - l) * h).sum();
        (left, right, area / (right - left))
    };
    // What is left over at the end joins the last bar, lest it be a splinter.
    let groups = (bars.len() / together).max(1);
    let end = |i: usize| {
        if i + 1 == groups {
            bars.len()
        } else {
            (i + 1) * together
        }
    };
    (0..groups).map(|i| merge(&bars[i * together..end(i)])).collect()
}

/// Up to where the panels reach: to the end of every year's histogram, unless a few sparse years reach far beyond.
fn common_extent(years: &[Year]) -> f64 {
    let mut extents: Vec<f64> = years.iter().map(Year::extent).collect();
    extents.sort_by(f64::total_cmp);
    extents[extents.len() - 1].min(1.8 * extents[extents.len() / 2])
}

fn highest(years: &[Year], furthest: f64) -> f64 {
    let bars = years
        .iter()
        .flat_map(|year| &year.bars)
        .filter(|bar| bar.0 < furthest)
        .map(|bar| bar.2);
    let random = years
        .iter()
        .flat_map(|year| &year.random)
        .filter_map(|(_, density)| *density);
    let envelope = years.iter().flat_map(|year| &year.envelope).map(|band| band.2);
    bars.chain(random).chain(envelope).fold(0.0, f64::max)
}

/// A cell for each panel with its axes; only the outermost panels say what the axes are.
fn cells(
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
    fn merging_bars_keeps_the_area_under_them() {
        let area = |bars: &[(f64, f64, f64)]| bars.iter().map(|(l, r, h)| (r - l) * h).sum::<f64>();
        let bars: Vec<_> = (0..64)
            .map(|i| (f64::from(i), f64::from(i + 1), f64::from((i * 37) % 11)))
            .collect();
        for trees in [1, 10, 100, 1_000, 1_000_000] {
            let fewer = merged(bars.clone(), Some(trees));
            assert!((area(&fewer) - area(&bars)).abs() < 1e-9, "{trees} trees");
            assert!(
                fewer.len() <= 64 && fewer.windows(2).all(|pair| pair[0].1 == pair[1].0),
                "{trees} trees"
            );
        }
        assert!(merged(bars.clone(), Some(10)).len() < 8);
        assert_eq!(merged(bars.clone(), None), bars);
    }

    #[test]
    fn bins_reach_half_way_to_the_next_middle() {
        assert_eq!(edges_of(&[0.5, 1.5, 2.5]), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(edges_of(&[1.0]), [0.0; 0]);
    }
}

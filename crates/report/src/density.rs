//! How far the nearest neighbour stands: a histogram for each year beside what is expected at random.

use std::f64::consts::PI;

use understory_numerics::math;
use understory_records::{CensusRow, SpacingRow};

use crate::Figure;
use crate::axis::{self, Axis};
use crate::error::ReportError;
use crate::neighbours::{Curve, curves, trees_in};
use crate::page::{Frame, PT, Paint, Stroke};
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet, TEXT_SIZE, head};
use crate::tables::{RunAbout, evenly};

const PANELS: usize = 12;
const COLUMNS: usize = 4;
const GAP: f64 = 8.0 * PT;
/// A histogram of fewer trees shows chance.
const FEWEST_TREES: u64 = 20;
/// Distances beyond which fewer than this share of a year's trees have their neighbour need not be shown.
const TAIL: f64 = 0.01;
/// Points of the random curve.
const STEPS: u32 = 120;

/// One year: bars from left to right with their heights, and what goes with them.
struct Year {
    year: u32,
    trees: u64,
    per_m2: f64,
    bars: Vec<(f64, f64, f64)>,
    envelope: Vec<(f64, f64, f64)>,
}

/// Density of the distance to the nearest neighbour, one panel a year, all on the same axes. None without a year of
/// enough trees.
pub(crate) fn small_multiples(
    about: &RunAbout,
    census: &[CensusRow],
    spacing: &[SpacingRow],
    scope: &str,
) -> Result<Option<Figure>, ReportError> {
    let (name, whose) = match scope {
        "all" => ("nearest-neighbours-all-small-multiples", "all trees"),
        _ => ("nearest-neighbours-small-multiples", "trees of 10 cm or more"),
    };
    let area_m2 = about.area_ha() * 10_000.0;
    let curves = curves(spacing, "nnd_density", scope);
    let measured = curves.len();
    let years = curves.into_iter().filter_map(|(year, curve)| {
        let trees = trees_in(census, year, scope).filter(|&n| n >= FEWEST_TREES)?;
        Some(Year::new(year, trees, area_m2, &curve))
    });
    let mut years = without_far_too_sparse(years.collect());
    let left_out = years.len() < measured;
    let chosen = evenly(&years.iter().map(|y| y.year).collect::<Vec<_>>(), PANELS);
    years.retain(|year| chosen.contains(&year.year));
    if years.is_empty() {
        return Ok(None);
    }

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
    if left_out {
        keys.push(Key::new(Sample::Nothing, "sparse years are left out"));
    }
    let width_pt = if years.len() == 1 { 360.0 } else { 480.0 };
    let sheet = Sheet::new(
        name,
        width_pt,
        &format!("Distance to the nearest neighbour, {whose}"),
        &keys,
    );

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
        let words = format!("year {}, {}", year.year, axis::trees(year.trees));
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
        panel.curve(&year.random(furthest), &random);
    }
    sheet.finish().map(Some)
}

impl Year {
    fn new(year: u32, trees: u64, area_m2: f64, curve: &Curve) -> Self {
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
            per_m2: trees as f64 / area_m2,
            bars: merged(bars, trees),
            envelope: curve.iter().filter_map(envelope).collect(),
        }
    }

    /// Random share of the trees whose neighbour is farther away, exp(−πλr²).
    fn random_beyond(&self, r: f64) -> f64 {
        math::exp(-PI * self.per_m2 * r * r)
    }

    /// Random density of distances up to `furthest`, 2πλr exp(−πλr²). The table has it too, but at the middles of its
    /// bins alone, which in a dense stand are too far apart for a smooth curve.
    fn random(&self, furthest: f64) -> Vec<(f64, Option<f64>)> {
        let point = |i: u32| {
            let r = furthest * f64::from(i) / f64::from(STEPS);
            (r, Some(2.0 * PI * self.per_m2 * r * self.random_beyond(r)))
        };
        (0..=STEPS).map(point).collect()
    }

    /// Distance within which all but [`TAIL`] of the neighbours stand, observed and at random, if the table goes so far.
    fn extent(&self) -> f64 {
        let total: f64 = self.bars.iter().map(|(l, r, h)| (r - l) * h).sum();
        let mut left = total;
        let within = self.bars.iter().take_while(|(l, r, h)| {
            let more = left > TAIL * total;
            left -= (r - l) * h;
            more
        });
        let observed = within.map(|bar| bar.1).fold(0.0, f64::max);
        let end = self.bars.last().map_or(0.0, |bar| bar.1);
        let random = (-math::ln(TAIL) / (PI * self.per_m2)).sqrt();
        observed.max(random.min(end))
    }
}

/// Years at least half of whose neighbours would stand within the axis at random; all, if there is no such year.
fn without_far_too_sparse(years: Vec<Year>) -> Vec<Year> {
    let furthest = common_extent(&years);
    let fits = |year: &Year| year.random_beyond(furthest) <= 0.5;
    if years.iter().any(fits) {
        years.into_iter().filter(fits).collect()
    } else {
        years
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

/// Neighbouring bars in one where the trees are few: about as wide as Scott's rule has it, 3.49 s n^(−1/3), for the n
/// trees in the histogram and the standard deviation s of their distances.
fn merged(bars: Vec<(f64, f64, f64)>, trees: u64) -> Vec<(f64, f64, f64)> {
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        let parts = bars.iter().map(|(l, r, h)| (r - l) * h * value(0.5 * (l + r)));
        parts.sum()
    };
    let share = sum(&|_| 1.0);
    let mean = sum(&|r| r) / share;
    let deviation = (sum(&|r| (r - mean) * (r - mean)) / share).sqrt();
    let wanted = 3.49 * deviation / math::cbrt(share * trees as f64);
    let Some(width) = bars.first().map(|(l, r, _)| r - l).filter(|_| wanted.is_finite()) else {
        return bars;
    };
    let together = (wanted / width).round().clamp(1.0, bars.len() as f64) as usize;
    let merge = |group: &[(f64, f64, f64)]| {
        let (left, right) = (group[0].0, group[group.len() - 1].1);
        let area: f64 = group.iter().map(|(l, r, h)| (r - l) * h).sum();
        (left, right, area / (right - left))
    };
    // Less than half a bar that is left over at the end joins the last one, lest it be a splinter.
    let groups = ((bars.len() + together / 2) / together).max(1);
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
    match extents.last() {
        Some(last) => last.min(1.8 * extents[extents.len() / 2]),
        None => 0.0,
    }
}

fn highest(years: &[Year], furthest: f64) -> f64 {
    let bars = years
        .iter()
        .flat_map(|year| &year.bars)
        .filter(|bar| bar.0 < furthest)
        .map(|bar| bar.2);
    let random = years
        .iter()
        .flat_map(|year| year.random(furthest))
        .filter_map(|(_, density)| density);
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
            .map(|i| (f64::from(i), f64::from(i + 1), f64::from((i * 37) % 11) / 320.0))
            .collect();
        for trees in [1, 10, 100, 1_000, 1_000_000] {
            let fewer = merged(bars.clone(), trees);
            assert!((area(&fewer) - area(&bars)).abs() < 1e-9, "{trees} trees");
            assert!(
                fewer.len() <= 64 && fewer.windows(2).all(|pair| pair[0].1 == pair[1].0),
                "{trees} trees"
            );
        }
        let none = vec![(0.0, 1.0, 0.0), (1.0, 2.0, 0.0)];
        assert_eq!(merged(none.clone(), 50), none);
    }

    #[test]
    fn the_fewer_the_trees_the_wider_the_bars() {
        // Even shares from 0 to 16 m have a standard deviation of 16 / √12 = 4.62 m.
        let bars: Vec<_> = (0..64)
            .map(|i| (0.25 * f64::from(i), 0.25 * f64::from(i + 1), 1.0 / 16.0))
            .collect();
        let widths = [27, 125, 1_000, 1_000_000].map(|trees| {
            let bar = merged(bars.clone(), trees)[0];
            bar.1 - bar.0
        });
        // 16.12 m / 3, / 5, / 10 and / 100, in whole steps of 0.25 m.
        assert_eq!(widths, [5.25, 3.25, 1.5, 0.25]);
    }

    #[test]
    fn the_random_curve_is_a_density() {
        let year = Year {
            year: 0,
            trees: 400,
            per_m2: 0.01,
            bars: Vec::new(),
            envelope: Vec::new(),
        };
        let curve = year.random(30.0);
        let area: f64 = curve
            .windows(2)
            .map(|pair| (pair[1].0 - pair[0].0) * 0.5 * (pair[0].1.unwrap() + pair[1].1.unwrap()))
            .sum();
        assert!((area - 1.0).abs() < 1e-3, "{area}");
    }

    #[test]
    fn bins_reach_half_way_to_the_next_middle() {
        assert_eq!(edges_of(&[0.5, 1.5, 2.5]), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(edges_of(&[1.0]), [0.0; 0]);
    }
}

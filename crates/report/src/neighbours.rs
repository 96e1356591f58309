//! How far the nearest neighbour stands: densities year by year, and all years over one random expectation.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_4;

use understory_numerics::math;
use understory_records::{CensusRow, SpacingRow};

use crate::Figure;
use crate::axis::{Axis, count};
use crate::error::ReportError;
use crate::page::{Frame, Ink, PT, Paint};
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet, TEXT_SIZE, head};
use crate::tables::{RunAbout, evenly};

const PANELS: usize = 12;
const CURVES: usize = 7;

/// One year's curve: distance, observed, random expectation, envelope.
type Curve<'a> = Vec<(f64, &'a SpacingRow)>;

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
    let years = curves(spacing, "nnd_density", scope, PANELS);
    let observed = Look::line(palette::BLUE);
    let random = Look {
        width: 0.9 * PT,
        ..Look::line(GREY).dashed(1)
    };
    let envelope = Paint::fill(GREY.at_opacity(0.25));
    let mut keys = vec![
        Key::new(observed.sample(), "observed"),
        Key::new(random.sample(), "random (same density)"),
    ];
    let enveloped = years
        .values()
        .flatten()
        .any(|(_, row)| row.envelope_low.is_some());
    if enveloped {
        keys.push(Key::new(
            Sample::Patch(envelope),
            "envelope of random patterns",
        ));
    }
    let sheet = Sheet::new(
        name,
        if years.len() == 1 { 360.0 } else { 480.0 },
        &format!("Distance to the nearest neighbour, {whose}"),
        &keys,
    );
    if years.is_empty() {
        sheet.note(nothing);
        return sheet.finish();
    }

    let furthest = common_extent(&years);
    let heights = years.values().flatten().filter(|(r, _)| *r <= furthest);
    let highest = heights
        .flat_map(|(_, row)| [row.observed, row.theoretical])
        .flatten()
        .fold(0.0, f64::max);
    let columns = years.len().min(4);
    let rows = years.len().div_ceil(columns);
    let x = Axis::exact("distance (m)", 0.0, furthest, 5);
    let y = Axis::linear("density (1/m)", 0.0, highest, 4);
    let labelled = Surround::of(&x, &y);
    let inner = Surround::of(&x.clone().without_label(), &y.clone().without_label());
    let (label_left, label_below) = (labelled.left - inner.left, labelled.bottom - inner.bottom);
    let room =
        sheet.room(rows as f64 * (400.0 / columns as f64).clamp(100.0, 200.0) * PT + label_below);
    let room = Frame {
        left: room.left + label_left,
        width: room.width - label_left,
        ..room
    };
    let cells = Frame {
        height: room.height - label_below,
        ..room
    }
    .grid(columns, rows, 8.0 * PT);
    for (i, (cell, (&year, curve))) in cells.into_iter().zip(&years).enumerate() {
        let words = match trees_in(census, year, scope) {
            Some(trees) => format!("year {year}, {} trees", count(trees)),
            None => format!("year {year}"),
        };
        let cell = head(&mut sheet.page.borrow_mut(), cell, &words, TEXT_SIZE, &[]);
        // Labels stand outside the outermost panels; in each they would be noise.
        let (mut cell, mut around, mut x, mut y) = (cell, inner, x.clone(), y.clone());
        if i + columns < years.len() {
            x = x.without_label();
        } else {
            around.bottom += label_below;
            cell.height += label_below;
        }
        if i % columns > 0 {
            y = y.without_label();
        } else {
            around.left += label_left;
            cell.left -= label_left;
            cell.width += label_left;
        }
        let panel = Panel::draw(&sheet.page, cell, x, y, around, true)?;
        let within = |(r, _): &&(f64, &SpacingRow)| *r <= furthest;
        let band = curve
            .iter()
            .filter(within)
            .filter_map(|(r, row)| Some((*r, row.envelope_low?, row.envelope_high?)));
        panel.band(
            &band.filter(|b| b.2 <= panel.y.high).collect::<Vec<_>>(),
            GREY.at_opacity(0.25),
        );
        panel.curve(
            &curve
                .iter()
                .map(|(r, row)| (*r, row.theoretical))
                .collect::<Vec<_>>(),
            &random,
        );
        panel.curve(
            &curve
                .iter()
                .map(|(r, row)| (*r, row.observed))
                .collect::<Vec<_>>(),
            &observed,
        );
    }
    sheet.finish()
}

/// Share of adults whose nearest neighbour is nearer than a distance, several years over each other.
///
/// Distance is scaled by the mean that is expected at random, 1 / (2√λ), so that one curve, 1 − exp(−π/4 · x²), is the
/// random expectation of every year.
pub(crate) fn overlaid(
    about: &RunAbout,
    census: &[CensusRow],
    spacing: &[SpacingRow],
) -> Result<Figure, ReportError> {
    let area_m2 = about.area_ha() * 10_000.0;
    let scaled = |(year, curve): (u32, Curve)| {
        let trees = trees_in(census, year, "adult").filter(|&n| n > 1)?;
        let expected_m = 0.5 / (trees as f64 / area_m2).sqrt();
        let points: Vec<_> = curve
            .iter()
            .map(|(r, row)| (r / expected_m, row.observed))
            .collect();
        Some((year, trees, points))
    };
    let years: Vec<_> = curves(spacing, "G_km", "adult", CURVES)
        .into_iter()
        .filter_map(scaled)
        .collect();
    let shade = |i: usize| -> Ink {
        palette::sequence(i as f64 / years.len().saturating_sub(1).max(1) as f64)
    };
    let looks: Vec<Look> = (0..years.len())
        .map(|i| Look::line(shade(i)).dashed(i))
        .collect();
    let random = Look {
        width: 1.4 * PT,
        dash: &[30.0, 18.0],
        ..Look::line(palette::BLACK)
    };
    let mut keys: Vec<Key> = years
        .iter()
        .zip(&looks)
        .map(|((year, trees, _), look)| {
            Key::new(look.sample(), format!("year {year}, n = {}", count(*trees)))
        })
        .collect();
    keys.push(Key::new(random.sample(), "random"));
    let heading = "Distance to the nearest neighbour, trees of 10 cm or more";
    let sheet = Sheet::new("nearest-neighbours-overlaid", 400.0, heading, &keys);
    if years.is_empty() {
        sheet.note("no recorded year with two such trees");
        return sheet.finish();
    }

    let x = Axis::exact("distance / mean distance expected at random", 0.0, 2.5, 6);
    let y = Axis::exact("share of trees with a neighbour within it", 0.0, 1.0, 6);
    let surround = Surround::of(&x, &y);
    let panel = Panel::draw(&sheet.page, sheet.room(240.0 * PT), x, y, surround, true)?;
    for ((_, _, points), look) in years.iter().zip(&looks) {
        panel.curve(points, look);
    }
    let expectation = |i: u32| {
        let x = f64::from(i) * 0.025;
        (x, Some(1.0 - math::exp(-FRAC_PI_4 * x * x)))
    };
    panel.curve(&(0..=100).map(expectation).collect::<Vec<_>>(), &random);
    sheet.finish()
}

/// Curves of a statistic by year; at most so many years, evenly spread over those that have one.
fn curves<'a>(
    spacing: &'a [SpacingRow],
    statistic: &str,
    scope: &str,
    most: usize,
) -> BTreeMap<u32, Curve<'a>> {
    let mut years: BTreeMap<u32, Curve> = BTreeMap::new();
    for row in spacing
        .iter()
        .filter(|row| row.statistic == statistic && row.scope == scope)
    {
        if let Some(r) = row.r_m.filter(|r| r.is_finite()) {
            years.entry(row.year).or_default().push((r, row));
        }
    }
    years.retain(|_, curve| {
        curve
            .iter()
            .any(|(_, row)| row.observed.is_some_and(f64::is_finite))
    });
    years
        .values_mut()
        .for_each(|curve| curve.sort_by(|a, b| a.0.total_cmp(&b.0)));
    let chosen = evenly(&years.keys().copied().collect::<Vec<_>>(), most);
    years.retain(|year, _| chosen.contains(year));
    years
}

/// Up to where the panels reach: to the end of every year's curve, unless a few sparse years reach far beyond the rest.
fn common_extent(years: &BTreeMap<u32, Curve>) -> f64 {
    let mut extents: Vec<f64> = years
        .values()
        .map(|curve| {
            let height = |row: &SpacingRow| {
                row.observed
                    .unwrap_or(0.0)
                    .max(row.theoretical.unwrap_or(0.0))
            };
            let peak = curve.iter().map(|(_, row)| height(row)).fold(0.0, f64::max);
            curve
                .iter()
                .filter(|(_, row)| height(row) > 0.02 * peak)
                .map(|(r, _)| *r)
                .fold(0.0, f64::max)
        })
        .collect();
    extents.sort_by(f64::total_cmp);
    extents[extents.len() - 1].min(1.8 * extents[extents.len() / 2])
}

fn trees_in(census: &[CensusRow], year: u32, scope: &str) -> Option<u64> {
    let row = census
        .iter()
        .find(|row| row.year == year && row.species == "all")?;
    Some(if scope == "all" {
        row.trees
    } else {
        row.adults
    })
}

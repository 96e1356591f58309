//! How far the nearest neighbour stands: the years over each other, scaled so that one curve is random for all.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_4;

use understory_numerics::{math, sort};
use understory_records::{CensusRow, SpacingRow};

use crate::cut::{self, Points};
use crate::extent::highest;
use crate::kit::*;
use crate::tables::{RunAbout, evenly};

const CURVES: usize = 7;
/// A year of fewer trees is a staircase; one whose curve ends below the share ends in mid-air.
const FEWEST_TREES: u64 = 50;
const LOWEST_END: f64 = 0.9;
/// Distance at which the axis ends, in expected distances; at random 0.7 % of the neighbours stand farther.
const FURTHEST: f64 = 2.5;

/// One year's curve: distance in m, and the row with the values there.
pub(crate) type Curve<'a> = Vec<(f64, &'a SpacingRow)>;

/// Share of adults whose nearest neighbour is nearer than a distance, several years over each other. None without a
/// year of enough trees.
///
/// Distance is scaled by the mean that is expected at random, 1 / (2√λ), so that one curve, 1 − exp(−π/4 · x²), is the
/// random expectation of every year.
pub(crate) fn overlaid(
    about: &RunAbout,
    census: &[CensusRow],
    spacing: &[SpacingRow],
) -> Result<Option<Figure>, ReportError> {
    let area_m2 = about.area_ha() * 10_000.0;
    let scaled = |(year, curve): (u32, Curve)| {
        let trees = trees_in(census, year, "adult").filter(|&n| n >= FEWEST_TREES)?;
        let expected_m = 0.5 / (trees as f64 / area_m2).sqrt();
        let points = curve.iter().map(|(r, row)| (r / expected_m, row.observed));
        let points = cut::up_to(points.collect(), FURTHEST);
        let end = points.iter().rev().find_map(|(_, share)| *share)?;
        (end >= LOWEST_END).then_some((year, (trees, points)))
    };
    let mut years: BTreeMap<u32, _> = curves(spacing, "G_km", "adult")
        .into_iter()
        .filter_map(scaled)
        .collect();
    let chosen = evenly(&years.keys().copied().collect::<Vec<_>>(), CURVES);
    years.retain(|year, _| chosen.contains(year));
    if years.is_empty() {
        return Ok(None);
    }
    let shade = |i: usize| -> Ink { style::sequence(i as f64 / years.len().saturating_sub(1).max(1) as f64) };
    let looks: Vec<LineStyle> = (0..years.len())
        .map(|i| LineStyle::line(shade(i)).dashed(i))
        .collect();
    let random = LineStyle {
        width: style::CURVE,
        dash: &[30.0, 18.0],
        ..LineStyle::line(style::BLACK)
    };
    let keys = years.iter().zip(&looks);
    let mut keys: Vec<LegendEntry> = keys
        .map(|((year, (trees, _)), look)| look.key(format!("year {year}, n = {}", count(*trees))))
        .collect();
    keys.push(random.key("random"));
    let heading = "Distance to the nearest neighbour, trees of 10 cm or more";
    let mut sheet = Sheet::new(
        "nearest-neighbours-overlaid",
        about.page_pt(style::ONE_PANEL_PT, 0.0),
        heading,
        &keys,
    );

    let x = Axis::exact("distance / mean distance expected at random", 0.0, FURTHEST, 6);
    let y = Axis::exact("share of trees with a neighbour within it", 0.0, 1.0, 6);
    let mut panel = Panel::alone(&mut sheet, 240.0 * PT, x, y, 0.0)?;
    for ((_, points), look) in years.values().zip(&looks) {
        panel.curve(points, look);
    }
    let expectation = |i: u32| {
        let x = f64::from(i) * 0.01 * FURTHEST;
        (x, Some(at_random(x)))
    };
    panel.curve(&(0..=100).map(expectation).collect::<Vec<_>>(), &random);
    let alt = alt(&years, &panel.axes_told());
    sheet.finish(caption(about, years.len()), alt).map(Some)
}

/// Share of trees with a neighbour within so many expected distances.
fn at_random(x: f64) -> f64 {
    1.0 - math::exp(-FRAC_PI_4 * x * x)
}

fn caption(about: &RunAbout, years: usize) -> String {
    let estimate = if about.torus {
        "uncorrected"
    } else {
        "Kaplan–Meier estimate"
    };
    let years = match years {
        1 => "one year".to_owned(),
        n => format!("{n} years (from dark violet to yellow-green)"),
    };
    format!(
        "Share of the trees of 10 cm or more in diameter whose nearest neighbour of that size stands within a distance \
         (function G, {estimate}), in {years} of {}. Distances are divided by the mean expected for as many trees placed \
         at random, 1/(2√λ) with λ trees per m²; so the dashed line, 1 − exp(−πx²/4) at the divided distance x, is \
         expected at random in every year.",
        setting(about)
    )
}

/// Where the curves lie at half and at the whole of the expected distance, and how the last differs from random.
fn alt(years: &BTreeMap<u32, (u64, Points)>, axes: &str) -> String {
    let told = years
        .iter()
        .map(|(year, (trees, _))| format!("{year} (n = {})", count(*trees)));
    let plural = if years.len() == 1 { "" } else { "s" };
    let mut out = format!(
        "Line chart with a curve for random and for year{plural} {}. {axes}",
        list(told)
    );
    for x in [0.5, 1.0] {
        let share = |(year, (_, points)): (&u32, &(u64, Points))| Some((*year, value_at(points, x)?));
        let shares: Vec<(u32, f64)> = years.iter().filter_map(share).collect();
        let say = |(year, share): (u32, f64)| format!("{} (year {year})", percent(share, 1.0));
        let random = percent(at_random(x), 1.0);
        let lowest =
            highest(shares.iter().map(|&(year, share)| (year, -share))).map(|(year, less)| (year, -less));
        let found = match (lowest, highest(shares.iter().copied())) {
            (Some(low), Some(high)) if percent(low.1, 1.0) != percent(high.1, 1.0) => {
                format!("from {} to {}", say(low), say(high))
            }
            (Some(low), Some(_)) => say(low),
            _ => continue,
        };
        out += &format!(
            " Share within {} times the mean at random: {found}, at random {random}.",
            number(x)
        );
    }
    if let Some((year, (_, points))) = years.last_key_value() {
        let away = points
            .iter()
            .filter_map(|&(x, share)| Some((x, share? - at_random(x))));
        let farthest = highest(away.map(|(x, away)| ((x, away), away.abs())));
        if let Some(((x, away), _)) = farthest.filter(|(_, apart)| *apart >= 0.0005) {
            let side = if away < 0.0 { "below" } else { "above" };
            let away = number(100.0 * away.abs());
            out += &format!(
                "  Year {year} is farthest from random at {} times the mean: {away} percentage points {side} it.",
                number(x)
            );
        }
    }
    out
}

/// The share at a distance, on the line between the points around it.
fn value_at(points: &[(f64, Option<f64>)], x: f64) -> Option<f64> {
    let after = points.partition_point(|(at, _)| *at < x);
    let &(right, high) = points.get(after)?;
    if right == x {
        return high;
    }
    let &(left, low) = points.get(after.checked_sub(1)?)?;
    Some(low? + (x - left) / (right - left) * (high? - low?))
}

/// Curves of a statistic by year.
pub(crate) fn curves<'a>(
    spacing: &'a [SpacingRow],
    statistic: &str,
    scope: &str,
) -> BTreeMap<u32, Curve<'a>> {
    let mut years: BTreeMap<u32, Curve> = BTreeMap::new();
    for row in spacing
        .iter()
        .filter(|row| row.statistic == statistic && row.scope == scope)
    {
        if let Some(r) = row.r_m {
            years.entry(row.year).or_default().push((r, row));
        }
    }
    years.retain(|_, curve| curve.iter().any(|(_, row)| row.observed.is_some()));
    years
        .values_mut()
        .for_each(|curve| sort::by(curve, |a, b| a.0.total_cmp(&b.0)));
    years
}

/// Number of all trees or of adults in a year, if the census has the year.
pub(crate) fn trees_in(census: &[CensusRow], year: u32, scope: &str) -> Option<u64> {
    let row = census
        .iter()
        .find(|row| row.year == year && row.species == "all")?;
    Some(if scope == "all" { row.trees } else { row.adults })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(year: u32, scope: &str, r_m: f64, observed: Option<f64>) -> SpacingRow {
        SpacingRow {
            year,
            scope: scope.to_owned(),
            statistic: "G_km".to_owned(),
            r_m: Some(r_m),
            observed,
            theoretical: None,
            envelope_low: None,
            envelope_high: None,
        }
    }

    #[test]
    fn a_value_between_two_points_lies_on_the_line_between_them() {
        let points = [(0.0, Some(0.0)), (2.0, Some(0.8)), (4.0, None)];
        assert_eq!(value_at(&points, 0.5), Some(0.2));
        assert_eq!(value_at(&points, 2.0), Some(0.8));
        assert_eq!([3.0, 4.0, 5.0].map(|x| value_at(&points, x)), [None; 3]);
        assert_eq!(value_at(&points[1..], 1.0), None);
    }

    #[test]
    fn curves_are_those_of_their_scope_by_distance_and_defined_somewhere() {
        let rows = [
            row(5, "adult", 2.0, Some(0.5)),
            row(5, "adult", 1.0, None),
            row(5, "all", 0.5, Some(0.1)),
            row(7, "adult", 1.0, None),
        ];
        let found = curves(&rows, "G_km", "adult");
        assert_eq!(found.keys().collect::<Vec<_>>(), [&5]);
        assert_eq!(found[&5].iter().map(|(r, _)| *r).collect::<Vec<_>>(), [1.0, 2.0]);
        assert!(curves(&rows, "G_raw", "adult").is_empty());
    }
}

//! How far the nearest neighbour stands: a histogram for each year beside what is expected at random.

use understory_numerics::sort;
use understory_records::{CensusRow, SpacingRow, TreeRow};
use understory_spacing::NearestNeighbourSummary;

use crate::histogram::Year;
use crate::kit::*;
use crate::map::ADULT_CM;
use crate::multiples::{cells, columns};
use crate::neighbours::{curves, trees_in};
use crate::tables::{RunAbout, evenly};

const PANELS: usize = 12;
/// A row of one panel is about so high, one of several as much lower.
const HEIGHT: f64 = 400.0 * PT;
/// A histogram of fewer trees shows chance.
const FEWEST_TREES: u64 = 20;

/// Density of the distance to the nearest neighbour, one panel a year, all on the same axes. None without a year of
/// enough trees. `distances` measures the trees of a year whose table has too wide bins for them.
pub(crate) fn small_multiples(
    about: &RunAbout,
    census: &[CensusRow],
    spacing: &[SpacingRow],
    scope: &str,
    distances: &dyn Fn(u32) -> Result<Option<NearestNeighbourSummary>, ReportError>,
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
    for year in &mut years {
        if year.is_coarse
            && let Some(found) = distances(year.year)?
        {
            *year = year.with_distances(&found);
        }
    }

    let bar = Paint::fill(style::BLUE.at_opacity(0.25)).edged(Stroke::plain(style::BLUE, style::THIN));
    let random = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let envelope = GREY.at_opacity(0.3);
    let mut keys = vec![
        LegendEntry::patch(bar.clone(), "observed"),
        random.key("random (same density)"),
    ];
    if years.iter().any(|year| !year.envelope.is_empty()) {
        keys.push(LegendEntry::patch(
            Paint::fill(envelope),
            "envelope of random patterns",
        ));
    }
    if left_out {
        keys.push(LegendEntry::note("sparse years are left out"));
    }
    let own_pt = if years.len() == 1 {
        style::LONE_PANEL_PT
    } else {
        style::PANELS_PT
    };
    let page_pt = about.page_pt(own_pt, 0.0);
    let heading = format!("Distance to the nearest neighbour, {whose}");
    let mut sheet = Sheet::new(name, page_pt, &heading, &keys);

    let furthest = common_extent(&years);
    let x = Axis::exact("distance (m)", 0.0, furthest, 5);
    let y = Axis::linear("density (1/m)", 0.0, highest(&years, furthest), 4);
    let (caption, alt) = (
        caption(about, &years, whose, left_out),
        alt(&years, furthest, &words::axes(&x, &y)),
    );
    let columns = columns(page_pt, years.len());
    let row_height = (HEIGHT * page_pt / own_pt / columns as f64).clamp(100.0 * PT, 200.0 * PT);
    for (year, (cell, x, y, around)) in
        years
            .iter()
            .zip(cells(&mut sheet, years.len(), columns, row_height, &x, &y))
    {
        let words = format!("year {}, {}", year.year, counted(year.trees, "tree"));
        let heading = cell.narrower(around.left, 0.0);
        let top = head(&mut sheet.page, heading, &words, TEXT_SIZE, &[]).top;
        let cell = cell.below(top);
        let mut panel = Panel::draw(&mut sheet.page, cell, x, y, around, true)?;
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
    sheet.finish(caption, alt).map(Some)
}

fn caption(about: &RunAbout, years: &[Year], whose: &str, left_out: bool) -> String {
    let envelope = if years.iter().any(|year| !year.envelope.is_empty()) {
        "; grey band: envelope of random patterns"
    } else {
        ""
    };
    let left_out = if left_out {
        " Years with too few trees are left out."
    } else {
        ""
    };
    format!(
        "Probability density of the distance to the nearest neighbour, {whose}, without edge correction, in {} of {}. \
         Blue bars: observed; dashed line: as many trees placed at random, 2πλr·exp(−πλr²) at distance r with λ trees \
         per m²{envelope}.{left_out}",
        years_of(years),
        setting(about)
    )
}

fn years_of(years: &[Year]) -> String {
    match years {
        [alone] => format!("year {}", alone.year),
        [first, .., last] => format!("{} years from {} to {}", years.len(), first.year, last.year),
        [] => "no year".to_owned(),
    }
}

/// The first and the last panel in numbers.
fn alt(years: &[Year], furthest: f64, axes: &str) -> String {
    let panels = match years.len() {
        1 => "Histogram".to_owned(),
        n => format!("{n} histograms on the same axes"),
    };
    let mut out = format!("{panels}, for {}. {axes}", years_of(years));
    let ends = match years {
        [first, .., last] => vec![first, last],
        _ => years.iter().collect(),
    };
    for year in ends {
        let shown = || year.bars.iter().filter(|bar| bar.0 < furthest);
        let Some(highest) = shown().copied().reduce(|a, b| if b.2 > a.2 { b } else { a }) else {
            continue;
        };
        let (left, right, density) = highest;
        let (peak_m, peak) = year.random_peak();
        let mean_m = year.random_mean_m();
        out += &format!(
            "  Year {}, {}: the highest bar has {} per m at {} m, the peak of the random curve {} per m at {} m; {} of the \
             neighbours stand within {} m, the mean at random, where {} would be expected.",
            year.year,
            counted(year.trees, "tree"),
            number(density),
            range(left, right),
            number(peak),
            number(peak_m),
            percent(year.share_within(mean_m), 1.0),
            number(mean_m),
            percent(1.0 - year.random_beyond(mean_m), 1.0),
        );
    }
    out
}

/// How far each tree of a table stands from its nearest neighbour; none where a tree stands beyond the plot, as no run has
/// it.
pub(crate) fn distances(
    about: &RunAbout,
    trees: Vec<TreeRow>,
    scope: &str,
) -> Option<NearestNeighbourSummary> {
    let is_meant = |tree: &TreeRow| scope == "all" || tree.dbh_cm >= ADULT_CM;
    let places_m: Vec<[f64; 2]> = trees
        .into_iter()
        .filter(is_meant)
        .map(|tree| [tree.x_m, tree.y_m])
        .collect();
    NearestNeighbourSummary::new(&places_m, &about.window()?).ok()
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

/// Up to where the panels reach: to the end of every year's histogram, unless a few sparse years reach far beyond.
fn common_extent(years: &[Year]) -> f64 {
    let mut extents: Vec<f64> = years.iter().map(Year::extent).collect();
    sort::numbers(&mut extents);
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

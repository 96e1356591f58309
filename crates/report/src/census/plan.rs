//! One panel of a census, and several of them on a page.

use understory_numerics::sort;

use crate::kit::*;
use crate::style::BLACK;

const PANEL_HEIGHT: f64 = 145.0 * PT;
const GAP: f64 = 14.0 * PT;
/// So many curves of a panel are told in the text alternative; where there are more panels than four, fewer, and not how high they go.
const NAMED: usize = 4;
const NAMED_OF_MANY: usize = 3;

/// Years in a running mean: seeds come in good years, some of them far apart.
pub(super) const MEAN_YR: u32 = 11;
/// Means are drawn where a run has so many times as many years.
const FEWEST: usize = 5;
/// How much of a single year's line shows behind the means.
const PALE: f64 = 0.35;

/// One curve: its name, its colour and its value by year.
pub(super) struct Series {
    pub(super) words: String,
    pub(super) ink: Ink,
    pub(super) line: Vec<(f64, Option<f64>)>,
    /// Where the curve is of means: single years.
    years: Vec<(f64, Option<f64>)>,
}

impl Series {
    pub(super) fn new(words: &str, ink: Ink, line: Vec<(f64, Option<f64>)>) -> Self {
        Self {
            words: words.to_owned(),
            ink,
            line,
            years: Vec::new(),
        }
    }

    /// Running means of [`MEAN_YR`] years, fewer at both ends, with the years behind them; as it is where there are few years.
    pub(super) fn smoothed(mut self) -> Self {
        if self.line.len() < FEWEST * MEAN_YR as usize {
            return self;
        }
        let reach_yr = f64::from(MEAN_YR / 2);
        let mean = |&(year, value): &(f64, Option<f64>)| {
            let near = self
                .line
                .iter()
                .filter(|(other, _)| (other - year).abs() <= reach_yr);
            let known: Vec<f64> = near.filter_map(|(_, value)| *value).collect();
            (
                year,
                value.map(|_| known.iter().sum::<f64>() / known.len() as f64),
            )
        };
        let means = self.line.iter().map(mean).collect();
        self.years = std::mem::replace(&mut self.line, means);
        self
    }

    pub(super) fn is_smooth(&self) -> bool {
        !self.years.is_empty()
    }

    /// Whether it is 0 in all years.
    pub(super) fn is_nothing(&self) -> bool {
        self.line
            .iter()
            .all(|(_, value)| value.is_none_or(|value| value == 0.0))
    }
}

/// The figure of the panels, in two columns, or below each other on a narrow page, from a year to another.
pub(super) fn grid(
    mut sheet: Sheet,
    plans: &[Plan],
    [first, last]: [f64; 2],
    caption: String,
) -> Result<Figure, ReportError> {
    let is_wide = sheet.page.width >= style::TWO_COLUMNS_PT * PT;
    let columns = if is_wide { 2 } else { 1 };
    let mut used = 0.0;
    for row in plans.chunks(columns) {
        // Panels side by side begin at the same height, however many keys stand over each.
        let width = sheet.room(used).grid(columns, 1, GAP)[0].width;
        let heads = row
            .iter()
            .map(|plan| head_height(width, &plan.heading, TEXT_SIZE, &plan.keys()));
        let head_height = heads.fold(0.0, f64::max);
        let (top, height) = (used, head_height + PANEL_HEIGHT);
        used += height + GAP;
        let room = sheet.room(used - GAP);
        let cells = room.row(room.top + top, height).grid(columns, 1, GAP);
        for (cell, plan) in cells.into_iter().zip(row) {
            head(&mut sheet.page, cell, &plan.heading, TEXT_SIZE, &plan.keys());
            let cell = cell.row(cell.top + head_height, PANEL_HEIGHT);
            plan.draw(&mut sheet, cell, Axis::exact("year", first, last, 6))?;
        }
    }
    sheet.finish(caption, told(plans, range(first, last)))
}

/// `Census of wood`, to be filled with panels.
pub(super) fn sheet_of(about: &RunAbout, name: &str) -> Sheet {
    let heading = format!("{} of {}", sentence(name), about.name);
    Sheet::new(name, about.page_pt(style::PANELS_PT, 0.0), &heading, &[])
}

/// `years 0 to 150`.
pub(super) fn years([first, last]: [f64; 2]) -> String {
    let plural = if first == last { "" } else { "s" };
    format!("year{plural} {}", range(first, last))
}

/// A number by year of each species that ever has any, and of all together where there are several. `species` is the one that a row is
/// of, `value` its year and number.
pub(super) fn of_species<R>(
    about: &RunAbout,
    rows: &[R],
    species: fn(&R) -> &str,
    value: impl Fn(&R) -> (u32, f64),
) -> Vec<Series> {
    let of = |name: &str, ink: Ink| {
        let own = rows.iter().filter(|row| species(row) == name);
        let line = own.map(|row| {
            let (year, value) = value(row);
            (f64::from(year), Some(value))
        });
        Series::new(name, ink, line.collect())
    };
    let each = about.species.iter().enumerate();
    let mut series: Vec<Series> = each
        .map(|(i, name)| of(name, style::category(i)))
        .filter(|series| !series.is_nothing())
        .collect();
    if series.len() > 1 {
        series.push(of("all", BLACK));
    }
    series
}

/// What the panels show, in words.
fn told(plans: &[Plan], years: String) -> String {
    let is_brief = plans.len() > 4;
    let panels: Vec<String> = plans.iter().map(|plan| plan.told(is_brief)).collect();
    format!(
        "{} line charts. Horizontal axis of each: year, {years}. {}",
        plans.len(),
        panels.join(" ")
    )
}

/// How a panel's vertical axis runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// From 0 on.
    FromZero,
    /// From the least value on.
    FromLeast,
    /// Logarithmic where the counts ask for it.
    Counts,
}

/// What one panel is to show.
pub(super) struct Plan {
    pub(super) heading: String,
    pub(super) label: &'static str,
    pub(super) scale: Scale,
    pub(super) series: Vec<Series>,
}

impl Plan {
    pub(super) fn new(heading: &str, label: &'static str, scale: Scale, series: Vec<Series>) -> Self {
        let heading = heading.to_owned();
        Self {
            heading,
            label,
            scale,
            series,
        }
    }

    pub(super) fn from_zero(heading: &str, label: &'static str, series: Vec<Series>) -> Self {
        Self::new(heading, label, Scale::FromZero, series)
    }

    fn look(&self, i: usize) -> LineStyle {
        LineStyle::line(self.series[i].ink).marked(i).wide(style::THIN)
    }

    fn axis(&self) -> Axis {
        let values = self
            .series
            .iter()
            .flat_map(|s| s.line.iter().chain(&s.years))
            .filter_map(|(_, value)| *value);
        match self.scale {
            Scale::Counts => Axis::counts(self.label, values),
            Scale::FromZero => Axis::linear(self.label, 0.0, values.fold(0.0, f64::max), 6),
            Scale::FromLeast => {
                let ends = values.fold(None, |ends: Option<[f64; 2]>, value| {
                    let [low, high] = ends.unwrap_or([value; 2]);
                    Some([low.min(value), high.max(value)])
                });
                let [low, high] = ends.unwrap_or([0.0, 1.0]);
                Axis::linear(self.label, low, high, 6)
            }
        }
    }

    /// The series that can be seen: none where all are 0, and on a logarithmic axis none that is always 0.
    fn shown(&self) -> Vec<usize> {
        let y = self.axis();
        let counts = |v: f64| v > 0.0 || self.scale == Scale::FromLeast;
        let some = |s: &Series| s.line.iter().any(|(_, v)| v.is_some_and(counts));
        let held = |s: &Series| s.line.iter().any(|(_, v)| v.is_some_and(|v| y.holds(v)));
        let any = self.series.iter().any(some);
        (0..self.series.len())
            .filter(|&i| any && held(&self.series[i]))
            .collect()
    }

    fn keys(&self) -> Vec<LegendEntry> {
        self.shown()
            .into_iter()
            .map(|i| self.look(i).key(&self.series[i].words))
            .collect()
    }

    /// The vertical axis, first and last value of each series, and the highest of all.
    fn told(&self, is_brief: bool) -> String {
        let most_named = if is_brief { NAMED_OF_MANY } else { NAMED };
        let axis = words::sentence(&words::axis(&self.axis()));
        let shown = self.shown();
        let known = |i: usize| {
            let line = self.series[i].line.iter();
            line.filter_map(|&(year, value)| Some((year, value?)))
        };
        let ends = shown.iter().filter_map(|&i| {
            let values: Vec<f64> = known(i).map(|(_, value)| value).collect();
            let words = format!("{} {}", name(&self.series[i].words), words::ends(&values));
            Some((words, *values.last()?))
        });
        let mut ends: Vec<(String, f64)> = ends.collect();
        // The last one of the basal areas is that of all trees, which stays.
        if ends.len() > most_named {
            let all = ends.pop();
            sort::by(&mut ends, |a, b| b.1.total_cmp(&a.1));
            ends.truncate(most_named - 1);
            ends.extend(all);
        }
        let points = shown
            .iter()
            .flat_map(|&i| known(i).map(move |(year, value)| (i, year, value)));
        let Some((i, year, most)) = points.reduce(|a, b| if b.2 > a.2 { b } else { a }) else {
            return format!("{axis}: none.");
        };
        let mut told: Vec<String> = ends.into_iter().map(|(words, _)| words).collect();
        if shown.len() > told.len() {
            told.push(format!("{} more curves", shown.len() - told.len()));
        }
        if is_brief {
            return format!("{axis}: {}.", list(&told));
        }
        format!(
            "{axis}: {}; highest {} ({}, year {year}).",
            list(&told),
            number(most),
            name(&self.series[i].words)
        )
    }

    fn draw(&self, sheet: &mut Sheet, cell: Frame, x: Axis) -> Result<(), ReportError> {
        let (y, shown) = (self.axis(), self.shown());
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        if shown.is_empty() {
            panel.note("none");
        }
        for &i in &shown {
            let pale = LineStyle::line(self.series[i].ink.at_opacity(PALE)).wide(style::FINE);
            panel.curve(&self.series[i].years, &pale);
        }
        for i in shown {
            panel.curve(&self.series[i].line, &self.look(i));
        }
        Ok(())
    }
}

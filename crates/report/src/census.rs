//! The census in four panels: trees, basal area, seeds, deaths.

use understory_records::CensusRow;

use crate::kit::*;
use crate::palette::{BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY_BLUE, VERMILION};

const PANEL_HEIGHT: f64 = 145.0 * PT;
const GAP: f64 = 14.0 * PT;
/// So many curves of a panel are told in the text alternative.
const NAMED: usize = 4;

/// One curve: its name, its colour and its value by year.
struct Series {
    words: String,
    ink: Ink,
    line: Vec<(f64, Option<f64>)>,
}

/// Trees by class, basal area by species, seeds and deaths, each per hectare. None of an empty census.
pub(crate) fn census(about: &RunAbout, rows: &[CensusRow]) -> Result<Option<Figure>, ReportError> {
    let mut all: Vec<&CensusRow> = rows.iter().filter(|row| row.species == "all").collect();
    all.sort_by_key(|row| row.year);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Ok(None);
    };
    let mut sheet = Sheet::new("census", 480.0, &format!("Census of {}", about.name), &[]);
    let (first, last) = (f64::from(first.year), f64::from(last.year));
    let area_ha = about.area_ha();
    let from = |first: f64, words: &str, ink: Ink, number: fn(&CensusRow) -> u64| {
        let values = all
            .iter()
            .map(|row| (f64::from(row.year), Some(number(row) as f64 / area_ha)));
        Series {
            words: words.to_owned(),
            ink,
            line: values.filter(|(year, _)| *year >= first).collect(),
        }
    };
    let per_ha = |words, ink, number| from(0.0, words, ink, number);
    // Year 0 is the state the run began with: nothing has happened in it.
    let yearly = |words, ink, number| from(1.0, words, ink, number);
    let plan = |heading, label, may_be_logarithmic, series| Plan {
        heading,
        label,
        may_be_logarithmic,
        series,
    };
    let trees = vec![
        per_ha("seedlings", SKY_BLUE, |row| row.seedlings),
        per_ha("saplings", ORANGE, |row| row.saplings),
        per_ha("adults", BLACK, |row| row.adults),
    ];
    let seeds = vec![
        yearly("landed in the year", SKY_BLUE, |row| row.seeds_landed),
        per_ha("in the bank", ORANGE, |row| row.seeds),
        yearly("germinated in the year", GREEN, |row| row.germinated),
    ];
    let deaths = vec![
        yearly("crowding", VERMILION, |row| row.died_by_stress),
        yearly("broken or lost young", BLUE, |row| row.died_by_intrinsic),
        yearly("old age", PURPLE, |row| row.died_by_senescence),
        yearly("game", GREEN, |row| row.died_by_browsing),
    ];
    let trees = plan("Trees", "trees per ha", true, trees);
    let (heading, area) = ("Basal area of trees of 10 cm or more", "basal area (m² per ha)");
    let basal_area = plan(heading, area, false, basal_area(about, rows, &all));
    let seeds = plan("Seeds", "seeds per ha", true, seeds);
    let deaths = plan("Deaths", "deaths per ha and year", false, deaths);
    let plans = [&trees, &basal_area, &seeds, &deaths];
    let (caption, alt) = (caption(about, first, last), alt(&plans, range(first, last)));
    let mut used = 0.0;
    for row in [[trees, basal_area], [seeds, deaths]] {
        // Panels side by side begin at the same height, however many keys stand over each.
        let width = sheet.room(used).grid(2, 1, GAP)[0].width;
        let heads = row
            .each_ref()
            .map(|plan| head_height(width, plan.heading, TEXT_SIZE, &plan.keys()));
        let head_height = heads.into_iter().fold(0.0, f64::max);
        let (top, height) = (used, head_height + PANEL_HEIGHT);
        used += height + GAP;
        let room = sheet.room(used - GAP);
        let cells = room.row(room.top + top, height).grid(2, 1, GAP);
        for (cell, plan) in cells.into_iter().zip(row) {
            head(&mut sheet.page, cell, plan.heading, TEXT_SIZE, &plan.keys());
            let cell = cell.row(cell.top + head_height, PANEL_HEIGHT);
            plan.draw(&mut sheet, cell, Axis::exact("year", first, last, 6))?;
        }
    }
    sheet.finish(caption, alt).map(Some)
}

fn caption(about: &RunAbout, first: f64, last: f64) -> String {
    let plural = if first == last { "" } else { "s" };
    format!(
        "Census per hectare of {}, year{plural} {}: living trees by class (seedlings below 1.3 m of height, saplings below \
         and adults from 10 cm of diameter at breast height), basal area of trees of 10 cm or more by species, seeds, \
         and deaths by cause.",
        setting(about),
        range(first, last)
    )
}

fn alt(plans: &[&Plan], years: String) -> String {
    let panels: Vec<String> = plans.iter().map(|plan| plan.told()).collect();
    format!(
        "Four line charts. Horizontal axis of each: year, {years}. {}",
        panels.join(" ")
    )
}

/// What one panel is to show.
struct Plan {
    heading: &'static str,
    label: &'static str,
    may_be_logarithmic: bool,
    series: Vec<Series>,
}

impl Plan {
    fn look(&self, i: usize) -> LineStyle {
        LineStyle::line(self.series[i].ink).marked(i).wide(0.9 * PT)
    }

    fn axis(&self) -> Axis {
        let values = self
            .series
            .iter()
            .flat_map(|s| &s.line)
            .filter_map(|(_, value)| *value);
        match self.may_be_logarithmic {
            true => Axis::counts(self.label, values),
            false => Axis::linear(self.label, 0.0, values.fold(0.0, f64::max), 6),
        }
    }

    /// The series that can be seen: none where all are 0, and on a logarithmic axis none that is always 0.
    fn shown(&self) -> Vec<usize> {
        let y = self.axis();
        let some = |s: &Series| s.line.iter().any(|(_, v)| v.is_some_and(|v| v > 0.0));
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
    fn told(&self) -> String {
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
        if ends.len() > NAMED {
            let all = ends.pop();
            ends.sort_by(|a, b| b.1.total_cmp(&a.1));
            ends.truncate(NAMED - 1);
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
        format!(
            "{axis}: {}; highest {} ({}, year {year}).",
            list(&told),
            number(most),
            name(&self.series[i].words)
        )
    }

    fn draw(&self, sheet: &mut Sheet, cell: Frame, x: Axis) -> Result<(), ReportError> {
        let (y, shown) = (self.axis(), self.shown());
        let surround = Surround::of(&x, &y);
        let mut panel = Panel::draw(&mut sheet.page, cell, x, y, surround, true)?;
        if shown.is_empty() {
            panel.note("none");
        }
        for i in shown {
            panel.curve(&self.series[i].line, &self.look(i));
        }
        Ok(())
    }
}

/// Basal area by species, and of all together where there are several.
fn basal_area(about: &RunAbout, rows: &[CensusRow], all: &[&CensusRow]) -> Vec<Series> {
    let value = |row: &CensusRow| (f64::from(row.year), Some(row.basal_area_m2_per_ha));
    let of = |words: &str, ink: Ink, line: Vec<(f64, Option<f64>)>| Series {
        words: words.to_owned(),
        ink,
        line,
    };
    let mut series = Vec::new();
    for (i, name) in about.species.iter().enumerate() {
        let of_species = rows.iter().filter(|row| row.species == *name && name != "all");
        let line: Vec<_> = of_species.map(value).collect();
        if !line.is_empty() {
            series.push(of(name, palette::category(i), line));
        }
    }
    if series.len() != 1 {
        series.push(of("all", BLACK, all.iter().copied().map(value).collect()));
    }
    series
}

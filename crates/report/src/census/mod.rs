//! The census in four panels: trees, basal area, seeds, deaths.

mod beside;
mod climate;
mod deadwood;
mod plan;

use understory_records::CensusRow;

pub use beside::census_beside;
pub(crate) use climate::climate;
pub(crate) use deadwood::deadwood;
use plan::{Plan, Scale, Series, draw_grid, told};

use crate::kit::*;
use crate::palette::{BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY_BLUE, VERMILION};

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
    let plan = |heading: &str, label, scale, series| Plan {
        heading: heading.to_owned(),
        label,
        scale,
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
    let trees = plan("Trees", "trees per ha", Scale::Counts, trees);
    let (heading, area) = ("Basal area of trees of 10 cm or more", "basal area (m² per ha)");
    let basal_area = plan(heading, area, Scale::FromZero, basal_area(about, rows, &all));
    let seeds = plan("Seeds", "seeds per ha", Scale::Counts, seeds);
    let deaths = plan("Deaths", "deaths per ha and year", Scale::FromZero, deaths);
    let plans = [&trees, &basal_area, &seeds, &deaths];
    let (caption, alt) = (caption(about, first, last), told(&plans, range(first, last)));
    let x = || Axis::exact("year", first, last, 6);
    draw_grid(&mut sheet, [[trees, basal_area], [seeds, deaths]], x)?;
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

//! The climate in four panels: temperature, rain, what dry years killed, and basal area.

use understory_numerics::sort;
use understory_records::{CensusRow, ClimateRow};

use super::by_species;
use super::plan::{Plan, Scale, Series, draw_grid, told};
use crate::kit::*;
use crate::style::{BLUE, VERMILION};

/// Temperature and rain of the years, above the deaths by drought and the basal area of the same years. None where there is no climate.
pub(crate) fn climate(
    about: &RunAbout,
    census: &[CensusRow],
    years: &[ClimateRow],
) -> Result<Option<Figure>, ReportError> {
    let mut years: Vec<&ClimateRow> = years.iter().collect();
    sort::by_key(&mut years, |row| row.year);
    let (Some(first), Some(last)) = (years.first(), years.last()) else {
        return Ok(None);
    };
    let (first, last) = (f64::from(first.year), f64::from(last.year));
    let mut sheet = Sheet::new(
        "climate",
        about.page_pt(style::PANELS_PT, 0.0),
        &format!("Climate of {}", about.name),
        &[],
    );
    let of_years = |words: &str, ink: Ink, value: fn(&ClimateRow) -> f64| {
        let line = years.iter().map(|row| (f64::from(row.year), Some(value(row))));
        vec![Series::new(words, ink, line.collect())]
    };
    let temperature = Plan {
        heading: "Temperature".to_owned(),
        label: "mean of the year (°C)",
        scale: Scale::FromLeast,
        series: of_years("temperature", VERMILION, |row| row.temperature_c),
    };
    let rain = Plan {
        heading: "Rain".to_owned(),
        label: "rain of the year (mm)",
        scale: Scale::FromZero,
        series: of_years("rain", BLUE, |row| row.rain_mm),
    };
    let deaths = Plan {
        heading: "Trees killed by drought".to_owned(),
        label: "share of the living (% per yr)",
        scale: Scale::FromZero,
        series: killed(about, census),
    };
    let mut all: Vec<&CensusRow> = census
        .iter()
        .filter(|row| row.species == "all" && f64::from(row.year) >= first)
        .collect();
    sort::by_key(&mut all, |row| row.year);
    let of_the_years: Vec<CensusRow> = census
        .iter()
        .filter(|row| f64::from(row.year) >= first)
        .cloned()
        .collect();
    let area = Plan {
        heading: "Basal area of trees of 10 cm or more".to_owned(),
        label: "basal area (m² per ha)",
        scale: Scale::FromZero,
        series: by_species(about, &of_the_years, &all, |row| row.basal_area_m2_per_ha),
    };
    let plans = vec![temperature, rain, deaths, area];
    let told = told(&plans, range(first, last));
    let plural = if first == last { "" } else { "s" };
    let caption = format!(
        "Climate of {}, year{plural} {}: mean temperature and rain of each year, the share of the trees alive before it that it \
         killed by drought, by species, and basal area of trees of 10 cm or more by species.",
        setting(about),
        range(first, last)
    );
    let x = || Axis::exact("year", first, last, 6);
    draw_grid(&mut sheet, plans, x)?;
    sheet.finish(caption, told).map(Some)
}

/// Of each species, the share of the trees that were alive at the start of a year that drought killed in it, %.
fn killed(about: &RunAbout, census: &[CensusRow]) -> Vec<Series> {
    let of_species = |(i, species): (usize, &String)| {
        let mut rows: Vec<&CensusRow> = census.iter().filter(|row| row.species == *species).collect();
        sort::by_key(&mut rows, |row| row.year);
        let share = |pair: &[&CensusRow]| {
            let (before, now) = (pair[0], pair[1]);
            let share = (before.trees > 0).then(|| 100.0 * now.died_by_drought as f64 / before.trees as f64);
            (f64::from(now.year), share)
        };
        Series::new(species, style::category(i), rows.windows(2).map(share).collect())
    };
    about.species.iter().enumerate().map(of_species).collect()
}

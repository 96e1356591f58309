//! The climate in four panels: temperature, rain, what dry years killed, and basal area.

use understory_numerics::sort;
use understory_records::{CensusRow, ClimateRow};

use super::by_species;
use super::plan::{Plan, Scale, Series, grid, sheet_of, years as years_told};
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
    let from_to = [first, last].map(|row| f64::from(row.year));
    let of_years = |words: &str, ink: Ink, value: fn(&ClimateRow) -> f64| {
        let line = years.iter().map(|row| (f64::from(row.year), Some(value(row))));
        vec![Series::new(words, ink, line.collect())]
    };
    let temperature = Plan::new(
        "Temperature",
        "mean of the year (°C)",
        Scale::FromLeast,
        of_years("temperature", VERMILION, |row| row.temperature_c),
    );
    let rain = Plan::from_zero(
        "Rain",
        "rain of the year (mm)",
        of_years("rain", BLUE, |row| row.rain_mm),
    );
    let deaths = Plan::from_zero(
        "Trees killed by drought",
        "share of the living (% per yr)",
        killed(about, census),
    );
    let of_the_years: Vec<&CensusRow> = census
        .iter()
        .filter(|row| f64::from(row.year) >= from_to[0])
        .collect();
    let area = Plan::from_zero(
        "Basal area of trees of 10 cm or more",
        "basal area (m² per ha)",
        by_species(about, &of_the_years, |row| row.basal_area_m2_per_ha),
    );
    let plans = vec![temperature, rain, deaths, area];
    let caption = format!(
        "Climate of {}, {}: mean temperature and rain of each year, the share of the trees alive before it that it \
         killed by drought, by species, and basal area of trees of 10 cm or more by species.",
        setting(about),
        years_told(from_to)
    );
    grid(sheet_of(about, "climate"), &plans, from_to, caption).map(Some)
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

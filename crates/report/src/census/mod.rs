//! The census panel by panel: trees by class and by species, basal area, seeds, deaths by cause and by species.

mod beside;
mod climate;
mod deadwood;
mod inventory;
mod plan;

use understory_numerics::sort;
use understory_records::CensusRow;

pub use beside::census_beside;
pub(crate) use climate::climate;
pub(crate) use deadwood::deadwood;
pub(crate) use inventory::inventory;
use plan::{MEAN_YR, Plan, Scale, Series, grid, sheet_of, years};

use crate::kit::*;
use crate::style::{BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY_BLUE, VERMILION};

/// Trees, basal area, seeds and deaths, each per hectare; what differs by species only where there are several. None of an empty
/// census.
pub(crate) fn census(about: &RunAbout, rows: &[CensusRow]) -> Result<Option<Figure>, ReportError> {
    let mut all: Vec<&CensusRow> = rows.iter().filter(|row| row.species == "all").collect();
    sort::by_key(&mut all, |row| row.year);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Ok(None);
    };
    let from_to = [first, last].map(|row| f64::from(row.year));
    let area_ha = about.area_ha();
    let from = |first: f64, words: &str, ink: Ink, number: fn(&CensusRow) -> u64| {
        let values = all
            .iter()
            .map(|row| (f64::from(row.year), Some(number(row) as f64 / area_ha)));
        Series::new(words, ink, values.filter(|(year, _)| *year >= first).collect())
    };
    let per_ha = |words, ink, number| from(0.0, words, ink, number);
    // Year 0 is the state the run began with: nothing has happened in it.
    let yearly = |words, ink, number| from(1.0, words, ink, number).smoothed();

    let trees = vec![
        per_ha("seedlings", SKY_BLUE, |row| row.seedlings),
        per_ha("saplings", ORANGE, |row| row.saplings),
        per_ha("adults", BLACK, |row| row.adults),
    ];
    let seeds = vec![
        yearly("landed in the year", SKY_BLUE, |row| row.seeds_landed),
        per_ha("in the bank", ORANGE, |row| row.seeds).smoothed(),
        yearly("germinated in the year", GREEN, |row| row.germinated),
    ];
    let mut causes = vec![
        yearly("crowding", VERMILION, |row| row.died_by_stress),
        yearly("broken or lost young", BLUE, |row| row.died_by_intrinsic),
        yearly("old age", PURPLE, |row| row.died_by_senescence),
        yearly("game", GREEN, |row| row.died_by_browsing),
        yearly("storm", BLACK, |row| {
            row.died_by_snapping + row.died_by_uprooting + row.died_by_hit
        }),
        yearly("fire and lightning", ORANGE, |row| {
            row.died_by_fire + row.died_by_lightning
        }),
        yearly("beetles", GREY, |row| row.died_by_beetles),
        yearly("drought", SKY_BLUE, |row| row.died_by_drought),
    ];
    causes.retain(|series| !series.is_nothing());
    let every: Vec<&CensusRow> = rows.iter().collect();
    let mut plans = vec![Plan::new("Trees", "trees per ha", Scale::Counts, trees)];
    let is_mixed = about.species.len() > 1;
    if is_mixed {
        let adults = by_species(about, &every, |row| row.adults as f64 / area_ha);
        plans.push(Plan::from_zero("Adults by species", "adults per ha", adults));
    }
    let (heading, area) = ("Basal area of trees of 10 cm or more", "basal area (m² per ha)");
    let basal_area = by_species(about, &every, |row| row.basal_area_m2_per_ha);
    plans.push(Plan::from_zero(heading, area, basal_area));
    plans.push(Plan::new("Seeds", "seeds per ha", Scale::Counts, seeds));
    const DEATHS: &str = "deaths per ha and year";
    plans.push(Plan::new("Deaths by cause", DEATHS, Scale::Counts, causes));
    if is_mixed {
        let happened: Vec<&CensusRow> = rows.iter().filter(|row| row.year > 0).collect();
        let died = by_species(about, &happened, |row| row.died as f64 / area_ha);
        let died = died.into_iter().map(Series::smoothed).collect();
        plans.push(Plan::new("Deaths by species", DEATHS, Scale::Counts, died));
    }
    let is_smoothed = plans.iter().flat_map(|plan| &plan.series).any(Series::is_smooth);
    let caption = caption(about, from_to, is_mixed, is_smoothed);
    grid(sheet_of(about, "census"), &plans, from_to, caption).map(Some)
}

fn caption(about: &RunAbout, from_to: [f64; 2], is_mixed: bool, is_smoothed: bool) -> String {
    let (adults, deaths) = if is_mixed {
        (", those of 10 cm or more by species", ", by cause and by species")
    } else {
        ("", " by cause")
    };
    let smoothed = if is_smoothed {
        format!(
            " Curves of seeds and deaths are running means of {MEAN_YR} years; pale lines are single years."
        )
    } else {
        String::new()
    };
    format!(
        "Census per hectare of {}, {}: living trees by class (seedlings below 1.3 m of height, saplings below \
         and adults from 10 cm of diameter at breast height){adults}, basal area of trees of 10 cm or more by species, seeds, \
         and deaths{deaths}.{smoothed}",
        setting(about),
        years(from_to)
    )
}

/// Something of each species, and of all together where there are several.
fn by_species(about: &RunAbout, rows: &[&CensusRow], value: impl Fn(&CensusRow) -> f64) -> Vec<Series> {
    let value = |row: &&CensusRow| (f64::from(row.year), Some(value(row)));
    let mut series = Vec::new();
    for (i, name) in about.species.iter().enumerate() {
        let of_species = rows.iter().filter(|row| row.species == *name && name != "all");
        let line: Vec<_> = of_species.map(value).collect();
        if !line.is_empty() {
            series.push(Series::new(name, style::category(i), line));
        }
    }
    if series.len() != 1 {
        let mut all: Vec<_> = rows
            .iter()
            .filter(|row| row.species == "all")
            .map(value)
            .collect();
        sort::by(&mut all, |a, b| a.0.total_cmp(&b.0));
        series.push(Series::new("all", BLACK, all));
    }
    series
}

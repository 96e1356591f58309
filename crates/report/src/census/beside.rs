//! The stands of several runs through the years, in four panels.

use understory_numerics::sort;
use understory_records::CensusRow;

use super::plan::{Plan, Series, grid};
use crate::check;
use crate::kit::*;

const NAME: &str = "census-beside";

/// What a curve shows, from all rows of a run, the one of a year and all species, and the area in ha.
type Value<'a> = dyn Fn(&[CensusRow], &CensusRow, f64) -> Option<f64> + 'a;

/// The stands of several runs in one picture: trees of 10 cm or more, basal area, seedlings, and how much of the basal area
/// the first species has, or where there is only one the mean diameter. For a comparison such as one scenario under several
/// light models.
///
/// Each run has a label, what its tables are about, and its `census.csv`; the species are those of the first run.
///
/// # Errors
/// [`ReportError`] for a figure that is not finite or a plot without area, and when drawing or encoding fails.
pub fn census_beside(runs: &[(&str, RunAbout, Vec<CensusRow>)]) -> Result<Figure, ReportError> {
    for (_, about, rows) in runs {
        about.check()?;
        check::census(rows)?;
    }
    let page_pt = runs.first().map_or(style::PANELS_PT, |(_, about, _)| {
        about.page_pt(style::PANELS_PT, 0.0)
    });
    let sheet = Sheet::new(NAME, page_pt, "Stands side by side", &[]);
    let years = runs
        .iter()
        .flat_map(|(_, _, rows)| rows.iter().map(|row| f64::from(row.year)));
    let [first, last] = ends(years);
    if first > last {
        return sheet.finish_empty("no year of any run");
    }
    let species = runs.first().map_or(&[][..], |(_, about, _)| &about.species);
    let curves = |value: &Value<'_>| {
        let curve = |(i, (label, about, rows)): (usize, &(&str, RunAbout, Vec<CensusRow>))| {
            let of_all = rows.iter().filter(|row| row.species == "all");
            let mut line: Vec<_> = of_all
                .map(|row| (f64::from(row.year), value(rows, row, about.area_ha())))
                .collect();
            sort::by(&mut line, |a, b| a.0.total_cmp(&b.0));
            Series::new(label, style::category(i), line)
        };
        runs.iter().enumerate().map(curve).collect::<Vec<_>>()
    };
    let per_ha =
        |number: fn(&CensusRow) -> u64| curves(&move |_, row, area_ha| Some(number(row) as f64 / area_ha));
    let adults = Plan::from_zero("Trees of 10 cm or more", "trees per ha", per_ha(|row| row.adults));
    let basal_area = curves(&|_, row, _| Some(row.basal_area_m2_per_ha));
    let basal_area = Plan::from_zero("Their basal area", "basal area (m² per ha)", basal_area);
    let seedlings = Plan::from_zero(
        "Seedlings below 1.3 m",
        "seedlings per ha",
        per_ha(|row| row.seedlings),
    );
    let fourth = match species {
        [first, _, ..] => {
            let share = |rows: &[CensusRow], all: &CensusRow, _: f64| {
                let own = rows
                    .iter()
                    .find(|row| row.year == all.year && row.species == *first)?;
                let total = all.basal_area_m2_per_ha;
                (total > 0.0).then(|| 100.0 * own.basal_area_m2_per_ha / total)
            };
            let heading = format!("Basal area that is {}", name(first));
            Plan::from_zero(&heading, "share of basal area (%)", curves(&share))
        }
        _ => {
            let mean = |_: &[CensusRow], row: &CensusRow, _: f64| row.mean_dbh_cm;
            let heading = "Mean diameter of trees of 10 cm or more";
            Plan::from_zero(heading, "mean diameter (cm)", curves(&mean))
        }
    };
    let plans = vec![adults, basal_area, seedlings, fourth];
    let labels = runs.iter().map(|(label, ..)| name(label));
    let caption = format!(
        "Stands of {} per hectare, years {}: trees of 10 cm or more in diameter at breast height, their basal area, seedlings \
         below 1.3 m of height, and {}.",
        list(labels),
        range(first, last),
        match species {
            [first, _, ..] => format!("how much of the basal area is {}", name(first)),
            _ => "the mean diameter of trees of 10 cm or more".to_owned(),
        },
    );
    grid(sheet, &plans, [first, last], caption)
}

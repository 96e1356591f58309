//! The climate of a forest: years from a file, or what they are drawn by, and where the ground gathers their rain.

use std::sync::Arc;

use understory_forest::parameters::Species;
use understory_forest::{Climate, Water, YearClimate};
use understory_space::Plot;

use crate::data_file::{Conversion, DataFile, Read, Row};
use crate::keys::{ClimateRules, WithoutData};
use crate::loading::Loading;
use crate::part::part;
use crate::scenario::{ForestClimate, ForestGround, Terrain};
use crate::species::{Named, written};
use crate::terrain::corners_m;
use crate::value::Table;

const FILE: DataFile = DataFile {
    columns: &["year", "temperature_c", "rain_mm"],
    what: "a file of years",
    of: "year",
    may_be_empty: false,
    shorter: "leave out the years before the run",
    conversions: &[
        Conversion {
            wanted: "temperature_c",
            found: "temperature_f",
            how: "subtract 32 and multiply by 5/9",
        },
        Conversion {
            wanted: "temperature_c",
            found: "temperature_k",
            how: "subtract 273.15",
        },
        Conversion {
            wanted: "rain_mm",
            found: "rain_cm",
            how: "multiply it by 10",
        },
        Conversion {
            wanted: "rain_mm",
            found: "rain_m",
            how: "multiply it by 1000",
        },
        Conversion {
            wanted: "rain_mm",
            found: "rain_in",
            how: "multiply it by 25.4",
        },
    ],
};

/// Yearly sums beyond all that are measured on land: numbers outside are in another unit or mistyped.
const RAINS_MM: std::ops::RangeInclusive<f64> = 0.0..=30_000.0;

/// The climate by `[climate]`, where there is one; outer `None` where something is wrong. The ground is `None` where it is not known.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    species: &[Named],
    terrain: Option<&Option<Terrain>>,
    ground: Option<&Option<ForestGround>>,
    plot: Option<&Plot>,
) -> Option<Option<ForestClimate>> {
    let Some(climate) = table.table("climate") else {
        if !table.has("climate") {
            note_unread(loading, table);
            return Some(None);
        }
        return None;
    };
    let rules: ClimateRules = part(&mut loading.report, "climate", climate)?;
    let years = table.table("run").and_then(|run| run.whole::<u32>("years"));
    let problems = loading.report.count();
    if climate.at("gathered_mm") != climate.at && table.table("ground").is_none() {
        let message = "`climate.gathered_mm` says how ground gathers rain, but there is no `[ground]`";
        let hint = "give `[ground]` with the ground's heights, or leave it out";
        loading
            .report
            .problem(climate.at("gathered_mm"), message, hint.to_owned());
    }
    let listed = match &rules.file {
        Some(file) => Some(of_file(loading, climate, &rules, file, years)?),
        None => None,
    };
    let water = match (terrain?, ground?) {
        (Some(terrain), Some(ground)) => Some(Arc::new(water(terrain, ground, rules.gathered_mm, plot?))),
        _ => None,
    };
    let found = ForestClimate { rules, listed, water };
    let seed = table.table("world")?.whole("seed")?;
    match found.of_run(seed, years?) {
        Ok(climate_of_run) => grows_in_some_year(loading, table, species, &climate_of_run, years?),
        Err(error) => {
            let hint = "give a trend nearer to 0, or fewer `run.years`";
            loading
                .report
                .problem(table.at("climate"), error.to_string(), hint.to_owned());
        }
    }
    (loading.report.count() == problems).then_some(Some(found))
}

/// What a species is said to bear is read of no year where all are alike.
fn note_unread(loading: &mut Loading<'_>, table: &Table) {
    for entry in table.tables("species").unwrap_or_default() {
        for name in ["climate", "drought"] {
            let unread = entry
                .table(name)
                .and_then(|own| written(entry, own).map(|(_, at)| at).min());
            if let Some(at) = unread {
                let message = format!("`species.{name}` is not read, as all years are alike");
                let hint = "give `[climate]`, or leave it out";
                loading.report.note(at, message, hint.to_owned());
            }
        }
    }
}

/// The years of the file.
fn of_file(
    loading: &mut Loading<'_>,
    climate: &Table,
    rules: &ClimateRules,
    written: &str,
    years: Option<u32>,
) -> Option<Climate> {
    let at = climate.at("file");
    let (opened, input) = loading.input(at, written)?;
    let read = of_rows(&opened, &loading.inputs[input].bytes);
    let (first, listed) = loading.taken(read)?;
    let last = i64::from(first) + listed.len() as i64 - 1;
    let begins = i64::from(rules.first_year);
    if !(i64::from(first)..=last).contains(&begins) {
        let message =
            format!("`climate.first_year` is {begins}, but `{written}` has the years {first} to {last}");
        let hint = format!("give `first_year = {first}`, or another of these years");
        let at = climate.at("first_year");
        loading.report.problem(at, message, hint);
        return None;
    }
    let ends = begins + i64::from(years?) - 1;
    if ends > last && !rules.repeat {
        let message = format!(
            "`{written}` ends with the year {last}, but the run goes on to {ends}: it has {} years, the first of them {begins}",
            years?
        );
        let hint = "give `repeat = true`, so that its years begin again, or fewer `run.years`";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    // The run's year 1 is the file's `first_year`.
    let first_of_run = i64::from(first) - begins + 1;
    Some(Climate::of_years(first_of_run as i32, listed).expect("each row was found to be a year that can be"))
}

/// The first year of a file and all its years, or what is wrong with it.
fn of_rows(file: &str, bytes: &[u8]) -> Read<(i32, Vec<YearClimate>)> {
    let (mut first, mut last, mut years) = (None, None, Vec::new());
    let ((), notes) = FILE.each_row(file, bytes, |row| {
        let number = year(row, &mut last);
        first = first.or(number);
        let temperature_c = within(
            row,
            1,
            Climate::TEMPERATURES_C,
            "a mean temperature of a year",
            "°C",
        );
        let rain_mm = within(row, 2, RAINS_MM, "the rain of a year", "mm");
        if let (Some(temperature_c), Some(rain_mm)) = (temperature_c, rain_mm) {
            years.push(YearClimate {
                temperature_c,
                rain_mm,
            });
        }
    })?;
    Ok(((first.unwrap_or_default(), years), notes))
}

/// The year of a row behind one of the year `last`.
fn year(row: &mut Row<'_, '_, '_>, last: &mut Option<i32>) -> Option<i32> {
    let field = row.text(0).to_owned();
    let year = field.parse::<i32>().ok();
    let Some(year) = year.filter(|year| (-1_000_000..=1_000_000).contains(year)) else {
        let message = format!("the year is `{field}`, but it must be a whole number");
        row.problem(0, message, "number the years 1951, 1952, … or 1, 2, …");
        return None;
    };
    if let Some(before) = *last {
        let (message, hint) = if year == before {
            (
                format!("the year {year} stands here a second time"),
                "remove one of the two rows",
            )
        } else if year < before {
            (
                format!("the year is {year}, but the one before it is {before}"),
                "sort the rows by their years",
            )
        } else if year == before + 2 {
            (
                format!("the year {} is missing before this one", before + 1),
                "add its row",
            )
        } else if year > before + 1 {
            (
                format!(
                    "the years {} to {} are missing before this one",
                    before + 1,
                    year - 1
                ),
                "add their rows",
            )
        } else {
            (String::new(), "")
        };
        if !message.is_empty() {
            row.problem(0, message, hint);
        }
    }
    *last = Some(year);
    Some(year)
}

/// The number of a column, where it can be that.
fn within(
    row: &mut Row<'_, '_, '_>,
    column: usize,
    range: std::ops::RangeInclusive<f64>,
    what: &str,
    unit: &str,
) -> Option<f64> {
    let number = row.number(column)?;
    if range.contains(&number) {
        return Some(number);
    }
    let message = format!(
        "{what} is {number} {unit} here, but lies from {} to {} {unit}",
        range.start(),
        range.end()
    );
    row.problem(column, message, "correct or convert it");
    None
}

/// What each cell of the map of heights gains of the rain: in proportion to its topographic wetness index, and nothing in the mean of the
/// plot.
///
/// # Source
/// That the water which a place lacks falls evenly with the index is the assumption of TOPMODEL (Beven & Kirkby 1979), as Ducharne
/// (2009), doi 10.5194/hess-13-2399-2009, describes it; how much it is is ours.
fn water(terrain: &Terrain, ground: &ForestGround, gathered_mm: f64, plot: &Plot) -> Water {
    let grid = *ground.wetness.grid();
    let index = |cell: usize| f64::from(ground.wetness.values()[cell]);
    let is_ground =
        |cell: &usize| ground.rules.no_data == WithoutData::Error || !terrain.heights.lacks_data(*cell);
    let [low, high] = corners_m(plot).map(|corner_m| grid.cell_of(corner_m));
    let rows = low[1]..=high[1];
    let of_plot = rows.flat_map(|row| (low[0]..=high[0]).map(move |column| grid.index(column, row)));
    let (mut sum, mut count) = (0.0, 0.0);
    for cell in of_plot.filter(is_ground) {
        sum += index(cell);
        count += 1.0;
    }
    // Where nothing but water is on the plot nothing grows.
    let mean = if count > 0.0 { sum / count } else { 0.0 };
    let gained_mm = (0..grid.len()).map(|cell| (gathered_mm * (index(cell) - mean)) as f32);
    let cells = [grid.columns(), grid.rows()];
    Water::new(grid.origin_m(), grid.cell_m(), cells, gained_mm.collect())
        .expect("each cell of the map has a wetness that is finite")
}

/// A species that grows in no year of the run cannot be meant.
fn grows_in_some_year(
    loading: &mut Loading<'_>,
    table: &Table,
    species: &[Named],
    climate: &Climate,
    years: u32,
) {
    let entries = table.tables("species").unwrap_or_default();
    for (named, entry) in species.iter().zip(entries) {
        let Some(species) = &named.species else { continue };
        let grows = species
            .climate
            .as_ref()
            .is_none_or(|needs| (1..=years).any(|year| climate.lets_grow(needs, year) == [true; 2]));
        if !grows {
            let message = format!("`{}` can grow in no year of this climate", species.name);
            let hint = format!(
                "{}; plant another species, or widen its `climate`",
                limits_passed(species, climate, years)
            );
            loading.report.problem(entry.at("climate"), message, hint);
            continue;
        }
        // Some hundred years say enough of the mean.
        let sample = (1..=years).step_by(years.div_ceil(100) as usize);
        let of_years: Vec<f64> = sample.map(|year| climate.growth(species, year)).collect();
        let mean = of_years.iter().sum::<f64>() / of_years.len() as f64;
        if mean < 0.5 {
            let percent = 100.0 * mean;
            let message = format!(
                "`{}` grows at {percent:.0} % of what a good climate lets it, in the mean of the years",
                species.name
            );
            let hint = format!(
                "trees that grow so little die of crowding sooner; {}",
                texts_of(limits(species, climate, years))
            );
            loading.report.note(entry.at("climate"), message, hint);
        }
    }
}

/// What of a species and the years does not go together: the limits that no year is within, or all where each year passes one of them.
fn limits_passed(species: &Species, climate: &Climate, years: u32) -> String {
    let (within, passed): (Vec<_>, Vec<_>) = limits(species, climate, years)
        .into_iter()
        .partition(|(grows, _)| *grows);
    let named = if passed.is_empty() { within } else { passed };
    texts_of(named)
}

fn texts_of(limits: Vec<(bool, String)>) -> String {
    let texts: Vec<String> = limits.into_iter().map(|(_, text)| text).collect();
    texts.join(", ")
}

/// Each limit of a species beside what the years have, and whether any year is within it.
fn limits(species: &Species, climate: &Climate, years: u32) -> Vec<(bool, String)> {
    let Some(needs) = &species.climate else {
        return Vec::new();
    };
    let ranges = climate.ranges(years);
    let of_limit = |limit: usize, name: &str, unit: &str, curve: &Option<Vec<f64>>| {
        let limits = curve.as_ref()?;
        let grows = (1..=years).any(|year| climate.lets_grow(needs, year)[limit]);
        let [low, high] = ranges[limit];
        let text = format!("its `{name}` is {limits:?} {unit} and the years have {low:.1} to {high:.1}");
        Some((grows, text))
    };
    let each = [
        of_limit(0, "warmth", "°C", &needs.warmth),
        of_limit(1, "moisture", "mm per °C", &needs.moisture),
    ];
    each.into_iter().flatten().collect()
}

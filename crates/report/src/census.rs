//! The census in four panels: trees, basal area, seeds, deaths.

use std::collections::BTreeMap;

use understory_records::CensusRow;

use crate::Figure;
use crate::axis::Axis;
use crate::error::ReportError;
use crate::page::{Ink, PT};
use crate::palette;
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sheet, TEXT_SIZE, head};
use crate::tables::RunAbout;

/// One curve: its name, its colour and its value by year.
struct Series {
    words: String,
    ink: Ink,
    line: Vec<(f64, Option<f64>)>,
}

/// Trees by class, basal area by species, seeds and deaths, each per hectare.
pub(crate) fn census(about: &RunAbout, rows: &[CensusRow]) -> Result<Figure, ReportError> {
    let sheet = Sheet::new("census", 480.0, &format!("Census of {}", about.name), &[]);
    let mut all: Vec<&CensusRow> = rows.iter().filter(|row| row.species == "all").collect();
    all.sort_by_key(|row| row.year);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        sheet.note("the census is empty");
        return sheet.finish();
    };
    let (first, last) = (f64::from(first.year), f64::from(last.year));
    let area_ha = about.area_ha();
    let per_ha = |words: &str, ink: Ink, number: fn(&CensusRow) -> u64| Series {
        words: words.to_owned(),
        ink,
        line: all.iter().map(|row| (f64::from(row.year), Some(number(row) as f64 / area_ha))).collect(),
    };
    // Year 0 is the state the run began with: nothing has happened in it.
    let yearly = |series: Series| Series {
        line: series.line.into_iter().filter(|(year, _)| *year > 0.0).collect(),
        ..series
    };
    let panels = [
        ("Trees", "trees per ha", true, vec![
            per_ha("seedlings", palette::SKY_BLUE, |row| row.seedlings),
            per_ha("saplings", palette::ORANGE, |row| row.saplings),
            per_ha("adults", palette::BLACK, |row| row.adults),
        ]),
        ("Basal area of trees of 10 cm or more", "basal area (m² per ha)", false, basal_area(about, rows, &all)?),
        ("Seeds", "seeds per ha", true, vec![
            yearly(per_ha("landed in the year", palette::SKY_BLUE, |row| row.seeds_landed)),
            per_ha("in the bank", palette::ORANGE, |row| row.seeds),
            yearly(per_ha("germinated in the year", palette::GREEN, |row| row.germinated)),
        ]),
        ("Deaths", "deaths per ha and year", false, vec![
            yearly(per_ha("crowding", palette::VERMILION, |row| row.died_by_stress)),
            yearly(per_ha("wind and the like", palette::BLUE, |row| row.died_by_intrinsic)),
            yearly(per_ha("old age", palette::PURPLE, |row| row.died_by_senescence)),
        ]),
    ];
    let cells = sheet.room(370.0 * PT).grid(2, 2, 14.0 * PT);
    for (cell, (heading, label, may_be_logarithmic, series)) in cells.into_iter().zip(panels) {
        let looks: Vec<Look> =
            (0..series.len()).map(|i| Look { width: 0.9 * PT, ..Look::line(series[i].ink).marked(i) }).collect();
        let keys: Vec<Key> = series.iter().zip(&looks).map(|(s, look)| Key::new(look.sample(), &s.words)).collect();
        let cell = head(&mut sheet.page.borrow_mut(), cell, heading, TEXT_SIZE, &keys);
        let values = series.iter().flat_map(|s| &s.line).filter_map(|(_, value)| *value);
        let x = Axis::exact("year", first, last, 6);
        let y = if may_be_logarithmic {
            Axis::counts(label, values.clone())
        } else {
            Axis::linear(label, 0.0, values.clone().fold(0.0, f64::max), 6)
        };
        let surround = Surround::of(&x, &y);
        let panel = Panel::draw(&sheet.page, cell, x, y, surround, true)?;
        if values.clone().all(|value| value == 0.0) {
            panel.note("none");
        }
        for (s, look) in series.iter().zip(&looks) {
            panel.curve(&s.line, look);
        }
    }
    sheet.finish()
}

/// Basal area by species, and of all together where there are several.
fn basal_area(about: &RunAbout, rows: &[CensusRow], all: &[&CensusRow]) -> Result<Vec<Series>, ReportError> {
    if let Some(row) = rows.iter().find(|row| !row.basal_area_m2_per_ha.is_finite()) {
        return Err(ReportError::NotFinite {
            table: "census.csv".to_owned(),
            column: "basal_area_m2_per_ha",
            found: row.basal_area_m2_per_ha,
        });
    }
    let value = |row: &CensusRow| (f64::from(row.year), Some(row.basal_area_m2_per_ha));
    let mut species: BTreeMap<&str, Vec<(f64, Option<f64>)>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.species != "all") {
        species.entry(&row.species).or_default().push(value(row));
    }
    let mut series: Vec<Series> = about
        .species
        .iter()
        .enumerate()
        .filter_map(|(i, name)| {
            let line = species.remove(name.as_str())?;
            Some(Series { words: name.clone(), ink: palette::category(i), line })
        })
        .collect();
    if series.len() != 1 {
        let line = all.iter().map(|row| value(row)).collect();
        series.push(Series { words: "all".to_owned(), ink: palette::BLACK, line });
    }
    Ok(series)
}

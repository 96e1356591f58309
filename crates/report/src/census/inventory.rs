//! The inventory through the years, in four panels: volume, what became of it, stems and top height.

use understory_numerics::sort;
use understory_records::InventoryRow;

use super::plan::{Plan, Series, grid, of_species, sheet_of, years};
use crate::kit::*;
use crate::style::{BLACK, GREEN, ORANGE, VERMILION};

/// Volume and stems by species, the yearly increment beside what died and was felled, and top height. None where no tree ever was thick
/// enough to count.
pub(crate) fn inventory(about: &RunAbout, rows: &[InventoryRow]) -> Result<Option<Figure>, ReportError> {
    let mut all: Vec<&InventoryRow> = rows.iter().filter(|row| row.species == "all").collect();
    sort::by_key(&mut all, |row| row.year);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Ok(None);
    };
    if all.iter().all(|row| row.stems_per_ha == 0.0) {
        return Ok(None);
    }
    let from_to = [first, last].map(|row| f64::from(row.year));
    let of_all = |words: &str, ink: Ink, value: fn(&InventoryRow) -> Option<f64>| {
        let line = all.iter().map(|row| (f64::from(row.year), value(row)));
        Series::new(words, ink, line.collect())
    };
    let mut changes = vec![
        of_all("increment", GREEN, |row| row.increment_m3_per_ha).smoothed(),
        of_all("died", BLACK, |row| Some(row.died_m3_per_ha)).smoothed(),
    ];
    let felled = of_all("felled", ORANGE, |row| Some(row.felled_m3_per_ha));
    if !felled.is_nothing() {
        changes.push(felled);
    }
    let by_species = |value: fn(&InventoryRow) -> f64| {
        of_species(about, rows, |row| &row.species, |row| (row.year, value(row)))
    };
    let is_smooth = changes[0].is_smooth();
    let plans = vec![
        Plan::from_zero(
            "Volume",
            "volume (m³ per ha)",
            by_species(|row| row.volume_m3_per_ha),
        ),
        Plan::from_zero(
            "What grew, died and was felled",
            "volume (m³ per ha and yr)",
            changes,
        ),
        Plan::from_zero("Stems", "stems per ha", by_species(|row| row.stems_per_ha)),
        Plan::from_zero(
            "Top height",
            "height (m)",
            vec![of_all("top height", VERMILION, |row| row.top_height_m)],
        ),
    ];
    let means = if is_smooth {
        " Lines of increment and of what died are running means of 11 years, single years behind them."
    } else {
        ""
    };
    let caption = format!(
        "Inventory of {}, {}: trees of 7 cm of diameter or more. Stem volume and stems by species; gross increment of each \
         year beside the volume of what died and of what was felled; mean height of the 100 thickest trees per hectare.{means}",
        setting(about),
        years(from_to)
    );
    grid(sheet_of(about, "inventory"), &plans, from_to, caption).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> RunAbout {
        RunAbout {
            name: "wood".to_owned(),
            size_m: [100.0; 2],
            origin_m: [0.0; 2],
            torus: true,
            species: vec!["beech".to_owned(), "birch".to_owned()],
            width_mm: None,
        }
    }

    fn row(year: u32, species: &str, stems_per_ha: f64, felled_m3_per_ha: f64) -> InventoryRow {
        let has_stems = stems_per_ha > 0.0;
        InventoryRow {
            year,
            species: species.to_owned(),
            stems_per_ha,
            basal_area_m2_per_ha: stems_per_ha / 40.0,
            quadratic_mean_dbh_cm: has_stems.then_some(20.0),
            top_height_m: has_stems.then_some(18.0),
            volume_m3_per_ha: stems_per_ha / 4.0,
            biomass_t_per_ha: stems_per_ha / 8.0,
            increment_m3_per_ha: (year > 0).then_some(9.0),
            died_m3_per_ha: 1.0,
            felled_m3_per_ha,
            recruits_per_ha: (year > 0).then_some(2.0),
            leaf_area_index: 5.0,
            canopy_cover: 0.8,
            merchantable_m3_per_ha: stems_per_ha / 5.0,
            merchantable_production_m3_per_ha: 7.0 * f64::from(year),
            height_of_mean_tree_m: has_stems.then_some(16.0),
        }
    }

    fn rows(stems_per_ha: f64, felled_m3_per_ha: f64) -> Vec<InventoryRow> {
        let of = |year| {
            [
                row(year, "beech", stems_per_ha, felled_m3_per_ha),
                row(year, "birch", 0.0, 0.0),
                row(year, "all", stems_per_ha, felled_m3_per_ha),
            ]
        };
        (0..20).flat_map(of).collect()
    }

    #[test]
    fn a_species_without_stems_and_a_felling_that_never_was_have_no_line() {
        let told = |felled| {
            let figure = inventory(&about(), &rows(800.0, felled)).unwrap().unwrap();
            assert_eq!(figure.name, "inventory");
            figure.alt
        };
        let (left, managed) = (told(0.0), told(30.0));
        assert!(
            left.contains("beech 200 throughout") && !left.contains("birch"),
            "{left}"
        );
        assert!(
            !left.contains("felled 0") && managed.contains("felled 30 throughout"),
            "{managed}"
        );
    }

    #[test]
    fn a_run_without_stems_has_no_such_figure() {
        assert!(inventory(&about(), &rows(0.0, 0.0)).unwrap().is_none());
        assert!(inventory(&about(), &[]).unwrap().is_none());
    }
}

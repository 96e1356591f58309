//! Deadwood through the years, in four panels.

use understory_numerics::sort;
use understory_records::DeadwoodRow;

use super::plan::{Plan, Series, grid, of_species, sheet_of, years};
use crate::kit::*;
use crate::style::{BLACK, BLUE, GREEN, ORANGE, SKY_BLUE, VERMILION};

/// Volume that stands and lies, by class of decay, by species, and the number of pieces, each per hectare. None where there never
/// was any.
pub(crate) fn deadwood(about: &RunAbout, rows: &[DeadwoodRow]) -> Result<Option<Figure>, ReportError> {
    let mut all: Vec<&DeadwoodRow> = rows.iter().filter(|row| row.species == "all").collect();
    sort::by_key(&mut all, |row| row.year);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Ok(None);
    };
    if all.iter().all(|row| total_m3_per_ha(row) == 0.0) {
        return Ok(None);
    }
    let from_to = [first, last].map(|row| f64::from(row.year));
    let of = |words: &str, ink: Ink, value: fn(&DeadwoodRow) -> f64| {
        let line = all.iter().map(|row| (f64::from(row.year), Some(value(row))));
        Series::new(words, ink, line.collect())
    };
    const VOLUME: &str = "volume (m³ per ha)";
    let place = vec![
        of("standing", ORANGE, |row| row.standing_m3_per_ha),
        of("lying", BLUE, |row| row.lying_m3_per_ha),
        of("both", BLACK, total_m3_per_ha),
    ];
    let classes = vec![
        of("class 1", GREEN, |row| row.class_1_m3_per_ha),
        of("class 2", SKY_BLUE, |row| row.class_2_m3_per_ha),
        of("class 3", BLUE, |row| row.class_3_m3_per_ha),
        of("class 4", ORANGE, |row| row.class_4_m3_per_ha),
        of("class 5", VERMILION, |row| row.class_5_m3_per_ha),
    ];
    let pieces = vec![
        of("snags", ORANGE, |row| row.snags_per_ha),
        of("logs", BLUE, |row| row.logs_per_ha),
        of("stumps", BLACK, |row| row.stumps_per_ha),
    ];
    let place = Plan::from_zero("Standing and lying", VOLUME, place);
    let classes = Plan::from_zero("By decay, 1 fresh to 5 rotten", VOLUME, classes);
    let species = of_species(
        about,
        rows,
        |row| &row.species,
        |row| (row.year, total_m3_per_ha(row)),
    );
    let species = Plan::from_zero("By species", VOLUME, species);
    let pieces = Plan::from_zero("Pieces", "pieces per ha", pieces);
    let plans = vec![place, classes, species, pieces];
    grid(
        sheet_of(about, "deadwood"),
        &plans,
        from_to,
        caption(about, from_to),
    )
    .map(Some)
}

fn total_m3_per_ha(row: &DeadwoodRow) -> f64 {
    row.standing_m3_per_ha + row.lying_m3_per_ha
}

fn caption(about: &RunAbout, from_to: [f64; 2]) -> String {
    format!(
        "Deadwood per hectare of {}, {}, of trees of 10 cm of diameter or more when they died: volume of what stands and \
         of what lies, by class of decay (fifths of the dry mass lost) and by species, and the number of snags, of logs and of stumps \
         below 1.3 m.",
        setting(about),
        years(from_to)
    )
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

    /// A tenth of the volume stands, and all of it is of one class.
    fn row(year: u32, species: &str, m3_per_ha: f64) -> DeadwoodRow {
        DeadwoodRow {
            year,
            species: species.to_owned(),
            snags_per_ha: 3.0,
            logs_per_ha: 11.0,
            stumps_per_ha: 1.0,
            standing_m3_per_ha: 0.1 * m3_per_ha,
            lying_m3_per_ha: 0.9 * m3_per_ha,
            class_1_m3_per_ha: 0.0,
            class_2_m3_per_ha: m3_per_ha,
            class_3_m3_per_ha: 0.0,
            class_4_m3_per_ha: 0.0,
            class_5_m3_per_ha: 0.0,
            dry_mass_t_per_ha: m3_per_ha / 2.0,
        }
    }

    fn rows(last_m3_per_ha: f64) -> Vec<DeadwoodRow> {
        let of = |year, m3| {
            [
                row(year, "beech", m3),
                row(year, "birch", 0.0),
                row(year, "all", m3),
            ]
        };
        [of(0, 0.0), of(50, last_m3_per_ha / 2.0), of(100, last_m3_per_ha)].concat()
    }

    #[test]
    fn its_words_tell_what_stands_what_lies_and_of_whom_it_is() {
        let figure = deadwood(&about(), &rows(80.0)).unwrap().unwrap();
        assert_eq!(figure.name, "deadwood");
        for said in [
            "standing 0 to 8",
            "lying 0 to 72",
            "class 2 0 to 80",
            "beech 0 to 80",
            "logs 11 throughout",
        ] {
            assert!(figure.alt.contains(said), "{said}: {}", figure.alt);
        }
        assert!(!figure.alt.contains("birch"), "it has none: {}", figure.alt);
    }

    #[test]
    fn a_run_without_deadwood_has_no_such_figure() {
        assert!(deadwood(&about(), &rows(0.0)).unwrap().is_none());
        assert!(deadwood(&about(), &[]).unwrap().is_none());
    }

    #[test]
    fn volumes_that_no_figure_could_show_are_refused_by_name() {
        let mut wrong = rows(5.0);
        wrong[4].class_3_m3_per_ha = f64::NAN;
        let told = crate::check::deadwood(&wrong).unwrap_err().to_string();
        assert!(
            told.contains("`deadwood.csv` holds NaN as `class_3_m3_per_ha`"),
            "{told}"
        );
        assert!(crate::check::deadwood(&rows(5.0)).is_ok());
    }
}

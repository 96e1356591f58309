//! The tables in `data/`, which a README there describes.

use std::sync::LazyLock;

use serde::Deserialize;

/// A site class of a yield table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Which table: species, author, thinning, year.
    pub name: String,
    /// The preset whose species it is of.
    pub preset: String,
    /// Its class: 1 is the best, or the top height at 100 years.
    pub site_class: f64,
    /// Whether species are fitted to it, or only judged by it.
    pub is_fitted: bool,
    /// Top height at 100 years, m.
    pub site_index_m: f64,
    /// From the youngest on.
    pub rows: Vec<Row>,
}

/// A stand of a table after its thinning.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// Age, yr.
    pub age_yr: u32,
    /// Stems.
    pub stems_per_ha: f64,
    /// Quadratic mean diameter, cm.
    pub quadratic_mean_dbh_cm: Option<f64>,
    /// Mean height of the hundred thickest trees a hectare, m.
    pub top_height_m: Option<f64>,
    /// Basal area, m² per ha.
    pub basal_area_m2_per_ha: Option<f64>,
    /// All that has grown so far: what stands, and what was thinned before, m³ per ha over 7 cm.
    pub total_production_m3_per_ha: Option<f64>,
}

/// How densely stands of a species are planted, and how dense they can be.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Stocking {
    /// The preset.
    pub preset: String,
    /// Trees planted at least.
    pub planted_per_ha: f64,
    /// Stand density index, stems per ha · (dbh / 25 cm)^1.605, of the densest stands.
    pub greatest_density_index: f64,
}

/// A line of the file, but for the numbers of its stand.
#[derive(Deserialize)]
struct Head {
    table: String,
    preset: String,
    site_class: f64,
    is_fitted: bool,
    site_index_m: f64,
}

/// All site classes of all tables.
pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let mut tables: Vec<Table> = Vec::new();
    let heads = lines::<Head>(include_str!("../../../data/yield-tables.csv"));
    let rows = lines::<Row>(include_str!("../../../data/yield-tables.csv"));
    for (head, row) in heads.into_iter().zip(rows) {
        match tables.last_mut() {
            Some(last) if last.name == head.table && last.site_class == head.site_class => {
                last.rows.push(row)
            }
            _ => tables.push(Table {
                name: head.table,
                preset: head.preset,
                site_class: head.site_class,
                is_fitted: head.is_fitted,
                site_index_m: head.site_index_m,
                rows: vec![row],
            }),
        }
    }
    tables
});

fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    let read = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    read.collect::<Result<_, _>>().expect("the table ships")
}

/// The site classes of the tables that a preset's species has.
pub fn tables_of(preset: &str) -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(move |table| table.preset == preset)
}

/// How densely a preset's species is planted; none of a species without a table.
#[must_use]
pub fn stocking(preset: &str) -> Option<Stocking> {
    let stockings = lines::<Stocking>(include_str!("../../../data/stands.csv"));
    stockings.into_iter().find(|stocking| stocking.preset == preset)
}

impl Table {
    /// The row of this age.
    #[must_use]
    pub fn at(&self, age_yr: u32) -> Option<&Row> {
        self.rows.iter().find(|row| row.age_yr == age_yr)
    }

    /// Age and basal area, m² per ha, that stands are thinned to.
    #[must_use]
    pub fn thinnings(&self) -> Vec<(u32, f64)> {
        let thinning = |row: &Row| Some((row.age_yr, row.basal_area_m2_per_ha?));
        self.rows.iter().filter_map(thinning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_species_has_classes_to_fit_and_one_between_and_is_planted_somehow() {
        let mut presets: Vec<&str> = TABLES.iter().map(|table| table.preset.as_str()).collect();
        presets.dedup();
        assert_eq!(presets.len(), 9);
        for preset in presets {
            assert!(
                tables_of(preset).filter(|table| table.is_fitted).count() >= 2,
                "{preset}"
            );
            assert!(
                tables_of(preset).any(|table| table.site_class == 1.5 && !table.is_fitted),
                "{preset}"
            );
            assert!(stocking(preset).is_some(), "{preset}");
        }
        assert!(
            TABLES
                .iter()
                .all(|table| table.rows.is_sorted_by_key(|row| row.age_yr))
        );
    }

    #[test]
    fn stems_and_diameters_make_the_basal_area() {
        for table in TABLES.iter() {
            for row in &table.rows {
                if let (Some(dbh_cm), Some(told_m2)) = (row.quadratic_mean_dbh_cm, row.basal_area_m2_per_ha) {
                    let own_m2 = row.stems_per_ha * understory_forest::management::basal_area_m2(dbh_cm);
                    assert!(
                        (own_m2 / told_m2 - 1.0).abs() < 0.1,
                        "{} {} {}",
                        table.name,
                        table.site_class,
                        row.age_yr
                    );
                }
            }
        }
    }
}

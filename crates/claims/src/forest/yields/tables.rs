//! The tables in `data/`, which a README there describes.

use std::sync::LazyLock;

use serde::Deserialize;

/// A stand of a yield table after its thinning.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// Which table: species, author, thinning, year.
    pub table: String,
    /// The preset whose species it is of.
    pub preset: String,
    /// Class of the site: 1 is the best, or the top height at 100 years.
    pub site_class: f64,
    /// Whether species are fitted to the class, or only judged by it.
    pub is_fitted: bool,
    /// Top height of the class at 100 years, m.
    pub site_index_m: f64,
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
pub(super) struct Stocking {
    preset: String,
    /// Trees planted at least.
    pub(super) planted_per_ha: f64,
    /// Stand density index, stems per ha · (dbh / 25 cm)^1.605, of the densest stands.
    pub(super) greatest_density_index: f64,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| lines(include_str!("../../../data/yield-tables.csv")));

fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    let read = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    read.collect::<Result<_, _>>().expect("the table ships")
}

/// The site classes of the tables that a preset's species has, each from its youngest stand on.
pub fn classes_of(preset: &str) -> impl Iterator<Item = &'static [Row]> {
    let classes = ROWS.chunk_by(|a, b| a.table == b.table && a.site_class == b.site_class);
    classes.filter(move |rows| rows[0].preset == preset)
}

/// How densely a preset's species is planted; none of a species without a table.
pub(super) fn stocking(preset: &str) -> Option<Stocking> {
    let stockings: Vec<Stocking> = lines(include_str!("../../../data/stands.csv"));
    stockings.into_iter().find(|stocking| stocking.preset == preset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_species_has_classes_to_fit_and_one_between_and_is_planted_somehow() {
        let mut presets: Vec<&str> = ROWS.iter().map(|row| row.preset.as_str()).collect();
        presets.dedup();
        assert_eq!(presets.len(), 9);
        for preset in presets {
            assert!(classes_of(preset).filter(|rows| rows[0].is_fitted).count() >= 2);
            assert!(classes_of(preset).any(|rows| rows[0].site_class == 1.5 && !rows[0].is_fitted));
            assert!(classes_of(preset).all(|rows| rows.is_sorted_by_key(|row| row.age_yr)));
            assert!(stocking(preset).is_some());
        }
    }

    #[test]
    fn stems_and_diameters_make_the_basal_area() {
        // Classes between are means of their neighbours; stems of young stands are rounded.
        for row in ROWS.iter().filter(|row| row.is_fitted && row.age_yr >= 50) {
            if let (Some(dbh_cm), Some(told_m2)) = (row.quadratic_mean_dbh_cm, row.basal_area_m2_per_ha) {
                let own_m2 = row.stems_per_ha * understory_forest::management::basal_area_m2(dbh_cm);
                assert!((own_m2 / told_m2 - 1.0).abs() < 0.06, "{row:?}");
            }
        }
    }
}

//! A stand of one species that foresters plant and thin, measured as yield tables measure theirs.

use understory_forest::components::{BREAST_HEIGHT_M, Size};
use understory_forest::management::{From, Intervention, Layout, Treatment, top_height_m};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Forest, Happening};
use understory_numerics::math;

use super::super::figures::variation;
use super::super::stand::torus;
use crate::ClaimError;

/// How a stand is planted and thinned.
#[derive(Clone, Debug)]
pub(crate) struct Planting {
    pub(crate) trees_per_ha: f64,
    /// Side of the torus on which it stands, m.
    pub(crate) side_m: f64,
    /// Age and basal area, m² per ha, to which it is thinned from below.
    pub(crate) thinnings: Vec<(u32, f64)>,
}

impl Planting {
    /// The ground with all that foresters are to do; nothing seeds.
    pub(crate) fn forest(&self, species: &Species, seed: u64) -> Result<Forest, ClaimError> {
        let mut species = species.clone();
        species.fruit.seeds_per_m2 = 0.0;
        let interventions = interventions(self, &species.name);
        let mut forest = Forest::new(torus(self.side_m)?, seed, vec![species], Conditions::default())?;
        forest.set_management(interventions)?;
        Ok(forest)
    }
}

/// A stand in one year, after its thinning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stand {
    /// Area, ha.
    area_ha: f64,
    /// Of all trees of breast height and more, from the thickest on.
    sizes: Vec<Size>,
    /// Wood over 7 cm of what stands and of all that died and was felled so far, m³ per ha.
    pub(super) production_m3_per_ha: f64,
}

impl Stand {
    /// Stems of 1.3 m and more.
    pub(super) fn stems_per_ha(&self) -> f64 {
        self.sizes.len() as f64 / self.area_ha
    }

    /// Diameter of their mean basal area, cm; 0 without a tree.
    pub(super) fn quadratic_mean_dbh_cm(&self) -> f64 {
        let squares_cm2: f64 = self.sizes.iter().map(|size| size.dbh_cm * size.dbh_cm).sum();
        (squares_cm2 / self.sizes.len().max(1) as f64).sqrt()
    }

    /// Mean height of the hundred thickest a hectare, m; 0 without a tree.
    pub(super) fn top_height_m(&self) -> f64 {
        top_height_m(&self.sizes, self.area_ha).unwrap_or(0.0)
    }

    /// Stand density index: stems a hectare · (dbh / 25 cm)^1.605.
    pub(super) fn density_index(&self) -> f64 {
        self.stems_per_ha() * math::pow(self.quadratic_mean_dbh_cm() / 25.0, 1.605)
    }

    /// Coefficient of variation of the diameters; 0 below two trees.
    pub(super) fn dbh_variation(&self) -> f64 {
        variation(&self.dbhs_cm()).unwrap_or(0.0)
    }

    /// Their diameters, from the thickest on, cm.
    pub(super) fn dbhs_cm(&self) -> Vec<f64> {
        self.sizes.iter().map(|size| size.dbh_cm).collect()
    }
}

/// The stand at these ages, which rise; it is planted in its first year, and nothing seeds.
pub(super) fn grown(
    species: &Species,
    planting: &Planting,
    ages_yr: &[u32],
    seed: u64,
) -> Result<Vec<Stand>, ClaimError> {
    let stem = species.stem;
    let area_ha = planting.side_m * planting.side_m / 1e4;
    let mut forest = planting.forest(species, seed)?;
    forest.note_events();
    let mut gone_m3 = 0.0;
    let mut stands = Vec::new();
    for age_yr in 1..=ages_yr.last().copied().unwrap_or(0) {
        forest.advance();
        for event in forest.take_events() {
            if matches!(event.what, Happening::Death(_)) {
                gone_m3 += stem.merchantable_m3(event.size);
            }
        }
        if ages_yr.contains(&age_yr) {
            let mut sizes = Vec::new();
            forest.for_each_tree(|_, _, size| {
                if size.height_m >= BREAST_HEIGHT_M {
                    sizes.push(size);
                }
            });
            sizes.sort_by(|a, b| b.dbh_cm.total_cmp(&a.dbh_cm));
            let stands_m3: f64 = sizes.iter().map(|&size| stem.merchantable_m3(size)).sum();
            let production_m3_per_ha = (stands_m3 + gone_m3) / area_ha;
            stands.push(Stand {
                area_ha,
                sizes,
                production_m3_per_ha,
            });
        }
    }
    Ok(stands)
}

fn interventions(planting: &Planting, species: &str) -> Vec<Intervention> {
    let one = |name: String, year: u32, treatment: Treatment| Intervention {
        treatment,
        name,
        year,
        every_years: None,
        to_year: None,
        only_if: None,
        species: Some(species.to_owned()),
        // Tables count all stems, and thin the thinnest of all.
        from_dbh_cm: 0.0,
    };
    let plant = Treatment::Plant {
        trees_per_ha: planting.trees_per_ha,
        height_m: 0.5,
        age_yr: 2,
        layout: Layout::Square,
        clear_m: 0.0,
    };
    let thinnings = planting.thinnings.iter().map(|&(age_yr, to_m2_per_ha)| {
        let thin = Treatment::Thin {
            from: From::Below,
            to_basal_area_m2_per_ha: Some(to_m2_per_ha),
            to_stems_per_ha: None,
            share: None,
        };
        one(format!("to-{age_yr}"), age_yr, thin)
    });
    std::iter::once(one("planting".to_owned(), 1, plant))
        .chain(thinnings)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forest::stand::preset;
    use understory_forest::stem::Stem;

    #[test]
    fn a_stand_has_the_basal_area_that_it_was_thinned_to_and_loses_no_wood_of_its_production() {
        let planting = Planting {
            trees_per_ha: 3000.0,
            side_m: 50.0,
            thinnings: vec![(40, 15.0)],
        };
        let stands = grown(&preset("picea-abies"), &planting, &[39, 40], 1).unwrap();
        let basal_area = |stand: &Stand| {
            let dbh_m = stand.quadratic_mean_dbh_cm() / 100.0;
            stand.stems_per_ha() * std::f64::consts::PI / 4.0 * dbh_m * dbh_m
        };
        assert!(basal_area(&stands[0]) > 16.0, "{}", basal_area(&stands[0]));
        assert!((basal_area(&stands[1]) / 15.0 - 1.0).abs() < 0.02);
        assert!(stands[1].production_m3_per_ha >= stands[0].production_m3_per_ha);
    }

    #[test]
    fn the_wood_over_7_cm_of_a_beech_is_that_of_its_form() {
        let size = Size {
            dbh_cm: 30.0,
            height_m: 25.0,
        };
        // π/4 · 0.3² · 25 = 1.767 m³ of a cylinder; form 0.508 + 0.068/25, of it exp(−(5.99/30)^2.5) = 0.982.
        let wood_m3 = Stem::default().merchantable_m3(size);
        assert!((wood_m3 - 0.886).abs() < 0.002, "{wood_m3}");
    }
}

//! A species with what follows from its parameters.

use understory_keys::OutOfRange;
use understory_numerics::RandomKey;
use understory_numerics::math::{exp, ln};

use crate::components::Size;
use crate::field::{Fields, competition_reach_m, crown_reach_radii, inhibition_on};
use crate::growth::{GrowthCurve, open_crown_radius_m, zone_radius_m};
use crate::masting::SeedYears;
use crate::parameters::{InhibitedSeeds, Light, Species};
use crate::zone::ZoneRule;

/// A species with what follows from its parameters.
pub(crate) struct SpeciesModel {
    pub(crate) parameters: Species,
    pub(crate) curve: GrowthCurve,
    pub(crate) fields: Fields,
    /// Weight h^p of a tree as it is born of a seed.
    pub(crate) newborn_weight: f32,
    /// What the strength of its inhibiting field is on seeds of each species; empty where no species of the forest names another,
    /// as two strengths say it all then.
    pub(crate) inhibition_on: Vec<f32>,
    /// Crowding from which its seeds wait, whatever the field around them.
    pub(crate) seeds_wait_from: f32,
    seed_years: SeedYears,
    /// From which the draws of all its seeds from beyond the plot follow.
    pub(crate) outside: RandomKey,
}

impl SpeciesModel {
    /// All species of a forest.
    pub(crate) fn all(species: Vec<Species>, light: &Light, seed: u64) -> Vec<Self> {
        let names: Vec<String> = species.iter().map(|one| one.name.clone()).collect();
        let names_another = species.iter().any(|one| !one.inhibition.on.is_empty());
        let mut models: Vec<Self> = species
            .into_iter()
            .map(|one| Self::new(one, light, seed))
            .collect();
        for model in models.iter_mut().filter(|_| names_another) {
            let strengths = inhibition_on(&model.parameters, names.iter().map(String::as_str));
            model.inhibition_on = strengths.collect();
        }
        models
    }

    /// Works out what does not change from year to year. The seed sets the mast years and what comes from beyond the plot.
    pub(crate) fn new(parameters: Species, light: &Light, seed: u64) -> Self {
        let fields = Fields::new(&parameters, light);
        let newborn = Size {
            dbh_cm: 0.0,
            height_m: parameters.growth.seedling_height_m,
        };
        let germination = &parameters.germination;
        // Seeds that the field kills are asked for it in the dark too.
        let do_wait = germination.inhibited_seeds == InhibitedSeeds::Wait && germination.light_full > 0.0;
        Self {
            seeds_wait_from: if do_wait {
                -ln(germination.light_least) as f32
            } else {
                f32::INFINITY
            },
            newborn_weight: fields.source(&parameters, newborn).weight,
            curve: GrowthCurve::new(&parameters),
            fields,
            inhibition_on: Vec::new(),
            seed_years: SeedYears::new(&parameters.fruit, seed, &parameters.name),
            outside: RandomKey::root(seed, &["from outside", &parameters.name]),
            parameters,
        }
    }

    /// Share of a good year's seeds that this year brings, by the last rise of temperature where a climate says it.
    pub(crate) fn mast_factor(&self, year: u32, rise: Option<f64>) -> f64 {
        self.seed_years
            .factor(year, self.parameters.fruit.off_year_fraction, rise)
    }

    /// Inhibiting strength left of a tree `years` after its death; `None` when it is gone.
    pub(crate) fn fading(&self, years: u32) -> Option<f64> {
        let inhibition = &self.parameters.inhibition;
        (years <= inhibition.memory_yr).then(|| exp(-f64::from(years) / inhibition.fade_yr))
    }
}

/// The greatest crown radius that a species may have, m: the widest crowns that are measured are about as wide.
pub const GREATEST_CROWN_RADIUS_M: f64 = 50.0;

/// What is wrong with a species whose greatest crown is wider than any crown is.
#[must_use]
pub fn crown_fault(species: &Species) -> Option<OutOfRange> {
    let greatest = species.greatest();
    let too_wide = |key, what: &str, value: f64, radius_m: f64| {
        (radius_m > GREATEST_CROWN_RADIUS_M).then(|| {
            OutOfRange::beside(
                key,
                format!(
                    "is {value}, which gives the thickest tree, of {:.0} cm, a {what} radius of {radius_m:.1} m, but it must be at \
                     most {GREATEST_CROWN_RADIUS_M} m",
                    greatest.dbh_cm
                ),
                "make it, `crown.exponent` or `growth.greatest_dbh_cm` smaller",
            )
        })
    };
    let (crown, competition) = (&species.crown, &species.competition);
    let crown_m = open_crown_radius_m(crown, greatest);
    let zone_m = zone_radius_m(competition, greatest);
    let of_crown = too_wide(
        "crown.radius_at_30_cm_m",
        "crown",
        crown.radius_at_30_cm_m,
        crown_m,
    );
    let at_25_cm_m = competition.zone_radius_at_25_cm_m;
    of_crown.or_else(|| too_wide("competition.zone_radius_at_25_cm_m", "zone's", at_25_cm_m, zone_m))
}

/// How far the greatest tree of a species reaches under this light model, by whichever of its fields goes further, m.
#[must_use]
pub fn greatest_reach_of_m(species: &Species, light: &Light) -> f64 {
    let greatest = species.greatest();
    let crown_m = open_crown_radius_m(&species.crown, greatest);
    let zone_m = zone_radius_m(&species.competition, greatest);
    competition_reach_m(species, light, zone_m)
        .max(crown_reach_radii(light) * crown_m)
        .max(species.inhibition.kernel.reach_m(zone_m))
        .max(ZoneRule::of(light).map_or(0.0, |rule| rule.reach_m(greatest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::{self, PRESETS};

    /// 50 m at 30 cm with an exponent of 2 gave a tree of 5 m diameter a crown of 13.9 km.
    #[test]
    fn a_crown_wider_than_fifty_metres_is_a_fault_and_no_preset_has_one() {
        for preset in &*PRESETS {
            assert_eq!(crown_fault(&preset.species("one")), None, "{}", preset.name);
        }
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        (beech.crown.exponent, beech.growth.greatest_dbh_cm) = (1.0, 300.0);
        // Ten times the radius at 30 cm, and 0.156 m by its height.
        beech.crown.radius_at_30_cm_m = 4.98;
        assert_eq!(crown_fault(&beech), None);
        beech.crown.radius_at_30_cm_m = 4.99;
        let fault = crown_fault(&beech).unwrap();
        assert!(fault.to_string().contains("a crown radius of 50.1 m"), "{fault}");
    }
}

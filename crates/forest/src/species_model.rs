//! A species with what follows from its parameters.

use understory_numerics::RandomKey;
use understory_numerics::math::{exp, pow};

use crate::components::Size;
use crate::field::{Fields, competition_reach_radii};
use crate::growth::{GrowthCurve, crown_radius_m};
use crate::masting::SeedYears;
use crate::parameters::{Light, Species};
use crate::zone::ZoneRule;

/// A species with what follows from its parameters.
pub(crate) struct SpeciesModel {
    pub(crate) parameters: Species,
    pub(crate) curve: GrowthCurve,
    pub(crate) fields: Fields,
    /// Yearly loss by what strikes at any age: 1 − lucky^(1/age_max).
    pub(crate) intrinsic_loss: f64,
    /// Weight h^p of a tree as it is born of a seed.
    pub(crate) newborn_weight: f32,
    seed_years: SeedYears,
    /// From which the draws of all its seeds from beyond the plot follow.
    pub(crate) outside: RandomKey,
}

impl SpeciesModel {
    /// Works out what does not change from year to year. The seed sets the mast years and what comes from beyond the plot.
    pub(crate) fn new(parameters: Species, light: &Light, seed: u64) -> Self {
        let mortality = &parameters.mortality;
        let fields = Fields::new(&parameters, light);
        let newborn = Size {
            dbh_cm: 0.0,
            height_m: parameters.growth.seedling_height_m,
        };
        Self {
            newborn_weight: fields.source(&parameters, newborn, 1.0).weight,
            curve: GrowthCurve::new(parameters.growth),
            fields,
            intrinsic_loss: 1.0 - pow(mortality.lucky_fraction, 1.0 / f64::from(mortality.age_max_yr)),
            seed_years: SeedYears::new(&parameters.fruit, seed, &parameters.name),
            outside: RandomKey::root(seed, &["from outside", &parameters.name]),
            parameters,
        }
    }

    /// Share of a good year's seeds that this year brings.
    pub(crate) fn mast_factor(&self, year: u32) -> f64 {
        self.seed_years
            .factor(year, self.parameters.fruit.off_year_fraction)
    }

    /// Inhibiting strength left of a tree `years` after its death; `None` when it is gone.
    pub(crate) fn fading(&self, years: u32) -> Option<f64> {
        let inhibition = &self.parameters.inhibition;
        (years <= inhibition.memory_yr).then(|| exp(-f64::from(years) / inhibition.fade_yr))
    }
}

/// How far the greatest tree of a species reaches under this light model, by whichever of its fields goes further, m.
#[must_use]
pub fn greatest_reach_of_m(species: &Species, light: &Light) -> f64 {
    let greatest = species.greatest();
    let radii = competition_reach_radii(species, light).max(species.inhibition.kernel.reach_crown_radii());
    let zone_m = ZoneRule::of(light).map_or(0.0, |rule| rule.reach_m(greatest));
    (crown_radius_m(&species.crown, greatest, 1.0) * radii).max(zone_m)
}

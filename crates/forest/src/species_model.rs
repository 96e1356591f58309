//! A species with what follows from its parameters.

use understory_numerics::math::{exp, pow};
use understory_numerics::{Purpose, RandomKey};

use crate::components::Size;
use crate::field::Fields;
use crate::growth::{GrowthCurve, crown_radius_m};
use crate::parameters::{Interaction, Species};

/// A species with what follows from its parameters.
pub(crate) struct SpeciesModel {
    pub(crate) parameters: Species,
    pub(crate) curve: GrowthCurve,
    pub(crate) fields: Fields,
    /// Yearly loss by what strikes at any age: 1 − lucky^(1/age_max).
    pub(crate) intrinsic_loss: f64,
    /// Good years are those whose number plus this is a multiple of the mast period.
    pub(crate) mast_phase: u32,
    /// From which the draws of all its seeds from beyond the plot follow.
    pub(crate) outside: RandomKey,
}

impl SpeciesModel {
    /// Works out what does not change from year to year. The seed sets the phase of mast years and what comes from beyond
    /// the plot.
    pub(crate) fn new(parameters: Species, interaction: &Interaction, seed: u64) -> Self {
        let period = parameters.fruit.mast_every_yr.max(1);
        let phase_word =
            RandomKey::root(seed, &["mast", &parameters.name]).draws(0, Purpose::MastPhase, 0)[0];
        let mortality = &parameters.mortality;
        Self {
            curve: GrowthCurve::new(parameters.growth),
            fields: Fields::new(&parameters, interaction.size_asymmetry),
            intrinsic_loss: 1.0 - pow(mortality.lucky_fraction, 1.0 / f64::from(mortality.age_max_yr)),
            // Drawn from the seed and the species' name: species do not bear in step, and one more species moves no
            // other's years.
            mast_phase: phase_word % period,
            outside: RandomKey::root(seed, &["from outside", &parameters.name]),
            parameters,
        }
    }

    /// Share of a good year's seeds that this year brings.
    pub(crate) fn mast_factor(&self, year: u32) -> f64 {
        let fruit = &self.parameters.fruit;
        let is_good = (year + self.mast_phase).is_multiple_of(fruit.mast_every_yr.max(1));
        if is_good { 1.0 } else { fruit.off_year_fraction }
    }

    /// Inhibiting strength left of a tree `years` after its death; `None` when it is gone.
    pub(crate) fn fading(&self, years: u32) -> Option<f64> {
        let inhibition = &self.parameters.inhibition;
        (years <= inhibition.memory_yr).then(|| exp(-f64::from(years) / inhibition.fade_yr))
    }
}

/// How far the greatest tree of a species reaches, by whichever of its fields goes further, m.
#[must_use]
pub fn greatest_reach_of_m(species: &Species) -> f64 {
    let greatest = Size {
        dbh_cm: species.growth.dbh_max_cm,
        height_m: species.growth.height_max_m,
    };
    let radii = species
        .competition
        .kernel
        .reach_crown_radii()
        .max(species.inhibition.kernel.reach_crown_radii());
    crown_radius_m(&species.crown, greatest) * radii
}

//! Does the field that keeps seeds from germinating even out where trees stand? Tried by how far it reaches, how strong it is, what
//! becomes of the seeds that it stops and where seeds come from, without competition and beside it.

use understory_forest::components::ADULT_DBH_CM;
use understory_forest::parameters::{FieldKernel, InhibitedSeeds, Species};

use super::experiment::{Experiment, Numbers, Taking};
use super::figures::clark_evans;
use super::stand::{BEECH, Planted, planted, preset, without_shade};
use crate::ClaimError;
use crate::claim::{Claim, Set};

const SIDE_M: f64 = 100.0;
const YEARS: u32 = 300;
/// As many on each hectare as founders of `renewal.toml`.
const FOUNDERS: u32 = 10;
const STRENGTHS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];
/// Of the field with a fixed reach, which ends at 6.4 m, as far as that of a beech of 37 cm in the open by its crown.
const FIXED: FieldKernel = FieldKernel::FixedExponential {
    e_fold_m: 2.0,
    cut_fraction: 0.04,
};

/// One way in which a field may work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldTrial {
    /// Whether trees take light from each other besides.
    pub competes: bool,
    /// Whether seeds rain from outside, evenly and alone; else the stand's own trees bear them.
    pub from_outside: bool,
    /// Whether the field kills the seeds that it stops; else they lie on.
    pub kills: bool,
    /// Whether the field has the same reach and strength around trees of all sizes; else both go with their size.
    pub is_fixed: bool,
    /// Strength of the field, no unit.
    pub strength: f64,
}

impl FieldTrial {
    /// All of them, those without competition first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for competes in [false, true] {
            for from_outside in [false, true] {
                for kills in [false, true] {
                    for is_fixed in [false, true] {
                        all.extend(STRENGTHS.map(|strength| Self {
                            competes,
                            from_outside,
                            kills,
                            is_fixed,
                            strength,
                        }));
                    }
                }
            }
        }
        all
    }

    /// Name of the claim that adults stand evenly: `fields.alone.rain.die.fixed.30`.
    #[must_use]
    pub fn id(&self) -> String {
        let word = |is_so: bool, words: [&'static str; 2]| words[usize::from(is_so)];
        format!(
            "fields.{}.{}.{}.{}.{}",
            word(self.competes, ["alone", "competing"]),
            word(self.from_outside, ["own", "rain"]),
            word(self.kills, ["wait", "die"]),
            word(self.is_fixed, ["crown", "fixed"]),
            self.strength
        )
    }

    /// Name of the claim that there are enough of them to tell.
    #[must_use]
    pub fn adults_id(&self) -> String {
        format!("{}.adults", self.id())
    }

    /// Beech whose field works so.
    #[must_use]
    pub fn species(&self) -> Species {
        let mut beech = preset(BEECH);
        beech.inhibition.strength = self.strength;
        // The field alone keeps them apart, and few come forward side by side in one spring.
        beech.germination.recruit_spacing_m = 0.0;
        beech.germination.probability = 0.25;
        if self.is_fixed {
            beech.inhibition.kernel = FIXED;
            beech.inhibition.height_exponent = 0.0;
        }
        if self.kills {
            beech.germination.inhibited_seeds = InhibitedSeeds::Die;
        }
        if self.from_outside {
            // As many on each m² of ground as mothers bear on each m² of crown.
            beech.fruit.from_outside_per_m2 = std::mem::take(&mut beech.fruit.seeds_per_m2);
        }
        if !self.competes {
            without_shade(&mut beech);
        }
        beech
    }

    fn about(&self) -> String {
        let word = |is_so: bool, words: [&'static str; 2]| words[usize::from(is_so)];
        format!(
            "10 beeches of 10 m on a torus of 1 ha, 300 years, {}, {}; a field of strength {} with {}, and the seeds that it stops \
             {}",
            word(self.competes, ["no competition", "with competition"]),
            word(
                self.from_outside,
                ["seeds of their own", "seeds from outside alone"]
            ),
            self.strength,
            word(
                self.is_fixed,
                [
                    "the reach of 1.6 crown radii",
                    "an e-folding length of 2 m around every tree"
                ]
            ),
            word(self.kills, ["lie on", "die"]),
        )
    }

    fn claims(self) -> Vec<Claim> {
        let grown = Experiment::new(self.about(), Taking::Long, move |seed| self.grown(seed));
        let of_forest = grown.claims(["fields", "fields.adults"], |words| {
            words.replace("fields", &self.id())
        });
        let set = Set::Inhibition;
        of_forest
            .into_iter()
            .map(|claim| Claim { set, ..claim })
            .collect()
    }

    fn grown(&self, seed: u64) -> Result<Numbers<2>, ClaimError> {
        let founders = Planted {
            count: FOUNDERS,
            ..Planted::pioneers()
        };
        let mut forest = planted(seed, SIDE_M, &[(self.species(), founders)])?;
        for _ in 0..YEARS {
            forest.advance();
        }
        let mut adults_m = Vec::new();
        forest.for_each_tree(|place_m, _, size| {
            if size.dbh_cm >= ADULT_DBH_CM {
                adults_m.push(place_m);
            }
        });
        let per_ha = adults_m.len() as f64 * 1e4 / (SIDE_M * SIDE_M);
        Ok([
            ("fields", clark_evans(&adults_m, forest.plot())?),
            ("fields.adults", Some(per_ha)),
        ])
    }
}

pub(crate) fn claims() -> Vec<Claim> {
    FieldTrial::all()
        .into_iter()
        .flat_map(FieldTrial::claims)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trial_is_another_species_under_another_name() {
        let trials = FieldTrial::all();
        assert_eq!(trials.len(), 80);
        for (number, trial) in trials.iter().enumerate() {
            for other in &trials[..number] {
                assert_ne!(trial.id(), other.id());
                assert_ne!(trial.species(), other.species());
            }
        }
        let trial = trials
            .iter()
            .find(|trial| trial.id() == "fields.alone.rain.die.fixed.30")
            .unwrap();
        let beech = trial.species();
        assert_eq!(
            (beech.fruit.seeds_per_m2, beech.fruit.from_outside_per_m2),
            (0.0, 1.2)
        );
        assert_eq!(beech.inhibition.kernel.reach_m(1.0), FIXED.reach_m(9.0));
        assert_eq!(trial.adults_id(), "fields.alone.rain.die.fixed.30.adults");
    }

    /// Some 1,000 trees stand under a weak field, and a strong one leaves a tenth.
    #[test]
    fn a_strong_field_of_fixed_reach_leaves_few_trees_and_these_far_apart() {
        let stand = |strength: f64| {
            let trial = FieldTrial {
                competes: false,
                from_outside: true,
                kills: true,
                is_fixed: true,
                strength,
            };
            trial.grown(0).unwrap().map(|(_, number)| number.unwrap())
        };
        let [weak, strong] = [1.0, 100.0].map(stand);
        assert!(weak[1] > 4.0 * strong[1]);
        assert!(strong[0] > weak[0] + 0.1);
    }
}

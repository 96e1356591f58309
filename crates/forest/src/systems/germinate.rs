//! Germinate: which sprouts field, light, seedbed and ground let live.
//!
//! Of the sprouts of a species in one cell of about 2.5 m one lives. A sprout that they do not let live is no dead seed: it lies on and may
//! come forward next spring. Only where the species says so does the field kill it.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::parallel;
use understory_numerics::quick::exp;
use understory_numerics::sample::unit_from_u32;
use understory_space::Tiles;

use crate::borders::Borders;
use crate::coming_forward::{Outcome, SeedAt, Sprout};
use crate::components::{Fate, Identity, Scores, Size};
use crate::entities::{Seed, Tree};
use crate::events::Origin;
use crate::growth::seedling_radius_m;
use crate::individual::scores;
use crate::parameters::{Germination, InhibitedSeeds};
use crate::resources::{
    Birth, Births, SeedRain, Seedbed, Sites, SpeciesList, Sprouts, Tallies, let_go_if_large,
};
use crate::row_lists::list_rows;
use crate::seedbed::Seedbeds;

/// Sprouts that are worked on together; no result depends on it.
const SPROUTS_TOGETHER: usize = 4096;

/// The same of those that live.
const BIRTHS_TOGETHER: usize = 512;

pub(crate) fn germinate(
    mut seeds: View<Seed, (&Identity, &Scores, &mut Fate)>,
    species: Res<SpeciesList>,
    seedbed: Res<Seedbed>,
    sites: Res<Sites>,
    borders: Res<Borders>,
    tiles: Res<Tiles>,
    mut rain: ResMut<SeedRain>,
    mut sprouts: ResMut<Sprouts>,
    mut births: ResMut<Births>,
    mut tallies: ResMut<Tallies>,
) {
    let Sprouts {
        all,
        outcomes,
        living,
        ..
    } = &mut *sprouts;
    outcomes.resize(all.len(), Outcome::default());
    parallel::fill_in(outcomes, SPROUTS_TOGETHER, |number| {
        let sprout = &all[number];
        let rules = &species.parameters(sprout.species).germination;
        outcome_of(rules, &seedbed.0, &sites, sprout)
    });
    keep_one_a_cell(all, outcomes, living, &species, &tiles);
    let (identities, mothers, fates) = seeds.slices();
    for (sprout, _) in all
        .iter()
        .zip(outcomes.iter())
        .filter(|(_, outcome)| **outcome != Outcome::LiesOn)
    {
        match sprout.seed {
            SeedAt::Bank(row) => fates[row as usize] = Fate::Gone,
            SeedAt::Fallen(run, at) => rain.runs[run as usize].fates[at as usize] = Fate::Gone,
        }
    }
    let of_seed = |seed: SeedAt| match seed {
        SeedAt::Bank(row) => (identities[row as usize].0, mothers[row as usize]),
        SeedAt::Fallen(run, at) => {
            let seed = &rain.runs[run as usize].seeds[at as usize];
            (seed.key, seed.mother)
        }
    };
    let birth_of = |&sprout: &u32| {
        let sprout = &all[sprout as usize];
        let (key, mother) = of_seed(sprout.seed);
        let model = &species.0[usize::from(sprout.species)];
        let size = Size {
            dbh_cm: 0.0,
            height_m: model.parameters.growth.seedling_height_m,
        };
        Birth {
            tree: Tree {
                number: 0,
                key,
                species: sprout.species,
                place_m: sprout.place_m,
                age_yr: 0,
                size,
                vigour: model.curve.shares(f64::from(sprout.crowding), size).basal_area
                    * sites.factor(sprout.species, sprout.place_m),
                scores: scores(&model.parameters.variation, key, mother),
                crown_base_m: 0.0,
                crown_radius_m: seedling_radius_m(size),
            },
            origin: Origin::Seed,
        }
    };
    list_rows(0..all.len(), |at| outcomes[at] == Outcome::Lives, living);
    let before = births.0.len();
    if let Some(one) = living.first() {
        // Any of them for a start, as each is written in its place.
        births.0.resize(before + living.len(), birth_of(one));
        parallel::fill_in(&mut births.0[before..], BIRTHS_TOGETHER, |number| {
            birth_of(&living[number])
        });
    }
    for birth in &births.0[before..] {
        let is_counted = borders.window.holds(birth.tree.place_m);
        tallies.0[usize::from(birth.tree.species)].germinated += u64::from(is_counted);
    }
    let_go_if_large(all);
    let_go_if_large(outcomes);
    let_go_if_large(living);
}

/// What becomes of a sprout under this summed field, in this light and on this seedbed and ground: it lives with the product of what each
/// leaves.
fn outcome_of(germination: &Germination, seedbeds: &Seedbeds, sites: &Sites, sprout: &Sprout) -> Outcome {
    let chance = unit_from_u32(sprout.chance);
    let mut left = exp(-f64::from(sprout.field));
    if chance >= left {
        return match germination.inhibited_seeds {
            InhibitedSeeds::Wait => Outcome::LiesOn,
            InhibitedSeeds::Die => Outcome::Dies,
        };
    }
    // Each further look only where the ones before let it live.
    if germination.light_full > 0.0 {
        left *= share_in_light(germination, exp(-f64::from(sprout.crowding)));
    }
    if chance < left {
        left *= seedbeds.share_living(germination, sprout.place_m);
    }
    if chance < left {
        left *= sites.factor(sprout.species, sprout.place_m);
    }
    if chance < left {
        Outcome::Lives
    } else {
        Outcome::LiesOn
    }
}

/// Cells along each side of a tile, of about 2.5 m: as many to the hectare as recruits that come one after another, each 2 m from those
/// before, so that it counts little whether all come in one spring.
const CELLS_ALONG: f64 = 4.0;

/// Of the sprouts of a species whose recruits keep apart, the one of the lowest chance lives in each cell; the others would stand as near to
/// it as seeds of the years after may not. Cells lie within tiles, so that a part of a forest knows all sprouts of its own.
fn keep_one_a_cell(
    all: &[Sprout],
    outcomes: &mut [Outcome],
    living: &mut Vec<u32>,
    species: &SpeciesList,
    tiles: &Tiles,
) {
    let keeps_apart = |at: usize| {
        let rules = &species.parameters(all[at].species).germination;
        outcomes[at] == Outcome::Lives && rules.recruit_spacing_m > 0.0
    };
    list_rows(0..all.len(), keeps_apart, living);
    let cell = |sprout: &Sprout| {
        let (centre_m, side_m) = (tiles.centre_m(sprout.tile), tiles.side_m());
        let offset_m = tiles.plot().offset_m(centre_m, sprout.place_m);
        let [column, row] = [0, 1].map(|axis| ((offset_m[axis] / side_m[axis] + 0.5) * CELLS_ALONG) as u32);
        (sprout.tile, sprout.species, column, row)
    };
    // In an order that follows from the seeds alone, whatever found them first.
    let order = |&at: &u32| {
        let sprout = &all[at as usize];
        (cell(sprout), sprout.chance, sprout.place_m.map(f64::to_bits))
    };
    living.sort_by_cached_key(order);
    for pair in living.windows(2) {
        let [first, next] = [0, 1].map(|at| &all[pair[at] as usize]);
        if cell(first) == cell(next) {
            outcomes[pair[1] as usize] = Outcome::LiesOn;
        }
    }
}

/// Share of sprouts that live in this light at the ground, 0 to 1.
fn share_in_light(germination: &Germination, light: f64) -> f64 {
    let Germination {
        light_least,
        light_full,
        ..
    } = *germination;
    if light >= light_full {
        1.0
    } else if light <= light_least {
        0.0
    } else {
        (light - light_least) / (light_full - light_least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coming_forward::SeedAt;
    use crate::presets;

    /// Under a field of ln 2 half of the chances let live; in the dark and under no field all are let down by the light.
    #[test]
    fn a_field_kills_the_seeds_that_it_stops_only_where_the_species_says_so_and_darkness_none() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        let seedbeds = Seedbeds::new(crate::parameters::Seedbed::default(), 1);
        let sprout = |chance: f64, field: f32, crowding: f32| Sprout {
            chance: (chance * f64::from(u32::MAX)) as u32,
            field,
            crowding,
            seed: SeedAt::Bank(0),
            ..Sprout::default()
        };
        let half = std::f32::consts::LN_2;
        for (inhibited, stopped) in [
            (InhibitedSeeds::Wait, Outcome::LiesOn),
            (InhibitedSeeds::Die, Outcome::Dies),
        ] {
            beech.germination.inhibited_seeds = inhibited;
            for (sprout, expected) in [
                (sprout(0.49, half, 0.0), Outcome::Lives),
                (sprout(0.51, half, 0.0), stopped),
                (sprout(0.99, 1e9, 0.0), stopped),
                (sprout(0.49, half, 1e9), Outcome::LiesOn),
                (sprout(0.01, 0.0, 1e9), Outcome::LiesOn),
            ] {
                assert_eq!(
                    outcome_of(&beech.germination, &seedbeds, &Sites::default(), &sprout),
                    expected,
                    "{inhibited:?} {sprout:?}"
                );
            }
        }
    }

    #[test]
    fn light_lets_live_from_nobody_to_all_between_its_two_bounds() {
        let mut birch = presets::named("betula-pendula").unwrap().species("birch");
        (birch.germination.light_least, birch.germination.light_full) = (0.1, 0.3);
        let share = |light| share_in_light(&birch.germination, light);
        assert_eq!(
            [share(0.0), share(0.1), share(0.3), share(1.0)],
            [0.0, 0.0, 1.0, 1.0]
        );
        assert!((share(0.15) - 0.25).abs() < 1e-12);
        birch.germination.light_least = 0.3;
        assert_eq!(
            [0.29, 0.3].map(|light| share_in_light(&birch.germination, light)),
            [0.0, 1.0]
        );
    }
}

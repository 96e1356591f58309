//! Beetles: bark beetles that bred in last year's dead kill trees of the same species near them.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;
use understory_space::Tiles;

use crate::components::{Cause, Death, Identity, Position, Remains, Size, SpeciesIndex};
use crate::entities::{DeadTree, Tree};
use crate::nearby::for_each_row_near;
use crate::parameters::Conditions;
use crate::resources::{Harvest, SpeciesList, TileIndex, Year};
use crate::row_lists::found_in;

/// Dead trees that are looked at together; no result depends on it.
const DEAD_TOGETHER: usize = 256;

pub(crate) fn beetles(
    mut trees: View<Tree, (&Position, &Identity, &SpeciesIndex, &Size, &mut Death)>,
    mut dead: View<DeadTree, (&Position, &Identity, &SpeciesIndex, &Size, &Remains)>,
    index: Res<TileIndex<Tree>>,
    tiles: Res<Tiles>,
    conditions: Res<Conditions>,
    harvest: Res<Harvest>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    let Some(beetles) = conditions.disturbance.beetles else {
        return;
    };
    let (places, identities, indices, sizes, deaths) = trees.slices();
    let attack = |row: usize| {
        let is_thick = sizes[row].dbh_cm >= beetles.from_dbh_cm;
        if is_thick {
            species.parameters(indices[row].0).hazards.beetle_attack
        } else {
            0.0
        }
    };
    for row in (0..places.len()).filter(|&row| attack(row) > 0.0) {
        let own = identities[row].0.draws(year.0, Purpose::Beetles, 0)[0];
        let is_killed = unit_from_u32(own) < attack(row) * beetles.background_per_yr;
        if is_killed && deaths[row].0.is_none() {
            deaths[row] = Death(Some(Cause::Beetles));
        }
    }
    let (dead_places, dead_keys, dead_species, dead_sizes, remains) = dead.slices();
    let breeds = |row: usize| {
        let bred = remains[row].is_brood() && remains[row].years_since(year.0) == 1;
        let wintered = || unit_from_u32(dead_keys[row].0.draws(year.0, Purpose::Beetles, 0)[1]);
        let is_gone = || harvest.salvaged.binary_search(&dead_keys[row].0).is_ok();
        bred && !is_gone()
            && dead_sizes[row].dbh_cm >= beetles.from_dbh_cm
            && wintered() < beetles.winter_survival
    };
    let killed = found_in(0..dead_places.len(), DEAD_TOGETHER, &|rows, killed| {
        for brood in rows.filter(|&row| breeds(row)) {
            let from_m = dead_places[brood].0;
            for_each_row_near(&tiles, &index, from_m, beetles.within_m, |row| {
                if indices[row] != dead_species[brood] || attack(row) == 0.0 {
                    return;
                }
                let distance_m = tiles.plot().distance_squared_m2(from_m, places[row].0).sqrt();
                let nearness = (1.0 - distance_m / beetles.within_m).max(0.0);
                let chance = attack(row) * beetles.colonisation * nearness * nearness * nearness * nearness;
                // Keyed by both trees.
                let pair =
                    dead_keys[brood]
                        .0
                        .draws(year.0, Purpose::Beetles, identities[row].0.bits() as u32);
                if unit_from_u32(pair[2]) < chance {
                    killed.push(row);
                }
            });
        }
    });
    for row in killed {
        if deaths[row].0.is_none() {
            deaths[row] = Death(Some(Cause::Beetles));
        }
    }
}

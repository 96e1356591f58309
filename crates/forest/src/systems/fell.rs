//! Fell: foresters thin and fell, where an intervention is due and the stand is as its rule asks.
//!
//! Interventions act in the order in which they are listed; each finds the stand as those before it left it.

use understory_ecs::{Res, ResMut, View};
use understory_space::Tiles;

use crate::components::{Age, Cause, Death, Identity, Position, Size, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::management::{Candidate, Handled, Management, marked};
use crate::resources::{Harvest, SpeciesList, Year};

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn fell(
    mut trees: View<
        Tree,
        (
            &Position,
            &Identity,
            &SpeciesIndex,
            &Age,
            &Size,
            &Vigour,
            &mut Death,
        ),
    >,
    management: Res<Management>,
    tiles: Res<Tiles>,
    species: Res<SpeciesList>,
    year: Res<Year>,
    mut harvest: ResMut<Harvest>,
) {
    let area_ha = tiles.plot().area_m2() / 1e4;
    let (places, identities, indices, ages, sizes, vigours, deaths) = trees.slices();
    for (intervention, one, cut) in management.felling(year.0) {
        let living: Vec<usize> = (0..deaths.len()).filter(|&row| deaths[row].0.is_none()).collect();
        if !one.finds_its_stand(living.iter().map(|&row| sizes[row]), area_ha) {
            continue;
        }
        let of = management.species_of(intervention);
        let candidates = living
            .into_iter()
            .filter(|&row| of.is_none_or(|of| of == indices[row].0))
            .map(|row| Candidate {
                row,
                key: identities[row].0,
                dbh_cm: sizes[row].dbh_cm,
                vigour: vigours[row].0,
                age_yr: ages[row].0,
            })
            .collect();
        let mut felled = marked(one, cut, year.0, candidates, area_ha);
        // So that sums over the harvest are the same bits whatever the rows are.
        felled.sort_unstable_by_key(|&row| identities[row].0);
        for row in felled {
            deaths[row] = Death(Some(Cause::Felled));
            let index = indices[row].0;
            harvest.handled.push(Handled {
                intervention,
                species: index,
                place_m: places[row].0,
                size: sizes[row],
                volume_m3: species.parameters(index).stem.volume_m3(sizes[row]),
            });
        }
    }
}

//! Lightning: the tallest tree near the place of each stroke dies.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::sample::{poisson, unit_from_u32};
use understory_space::Tiles;

use crate::components::{Cause, Death, Identity, Position, Size};
use crate::entities::Tree;
use crate::nearby::for_each_row_near;
use crate::parameters::Conditions;
use crate::resources::{HazardKey, TileIndex, Year};

pub(crate) fn lightning(
    mut trees: View<Tree, (&Position, &Identity, &Size, &mut Death)>,
    index: Res<TileIndex<Tree>>,
    tiles: Res<Tiles>,
    conditions: Res<Conditions>,
    hazards: Res<HazardKey>,
    year: Res<Year>,
) {
    let Some(lightning) = conditions.disturbance.lightning else {
        return;
    };
    let (places, identities, sizes, deaths) = trees.slices();
    let plot = tiles.plot();
    let draws = |number| {
        hazards
            .0
            .draws(year.0, Purpose::Lightning, number)
            .map(unit_from_u32)
    };
    let mean = lightning.strikes_per_ha_yr * plot.area_m2() / 1e4;
    let within_m2 = lightning.within_m * lightning.within_m;
    for stroke in 0..poisson(mean, draws(0)[0]) {
        let at = draws(stroke + 1);
        let place_m = [0, 1].map(|axis| plot.origin_m()[axis] + at[axis] * plot.size_m()[axis]);
        let mut struck: Option<usize> = None;
        for_each_row_near(&tiles, &index, place_m, lightning.within_m, |row| {
            let is_taller = struck.is_none_or(|other| {
                let by_height = sizes[row].height_m.total_cmp(&sizes[other].height_m);
                by_height
                    .then_with(|| identities[row].0.cmp(&identities[other].0))
                    .is_gt()
            });
            if is_taller
                && sizes[row].height_m >= lightning.from_height_m
                && plot.distance_squared_m2(place_m, places[row].0) <= within_m2
            {
                struck = Some(row);
            }
        });
        // A tree that died of something else this year draws the stroke, but dies of that.
        if let Some(row) = struck.filter(|&row| deaths[row].0.is_none()) {
            deaths[row] = Death(Some(Cause::Lightning));
        }
    }
}

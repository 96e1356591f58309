//! Plant: foresters plant young trees, after all felling of the year; they enter when it ends.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::Purpose;
use understory_space::Tiles;

use crate::borders::Borders;
use crate::components::{Death, Position, Size};
use crate::entities::Tree;
use crate::events::Origin;
use crate::growth::{BREAST_HEIGHT_M, GrowthCurve, open_crown_radius_m};
use crate::individual::founder_scores;
use crate::management::{Handled, Management, places_m};
use crate::nearby::for_each_row_near;
use crate::parameters::Species;
use crate::resources::{Birth, Births, Harvest, SpeciesList, Tallies, TileIndex, Year};

#[allow(
    clippy::too_many_arguments,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn plant(
    mut trees: View<Tree, (&Position, &Size, &Death)>,
    index: Res<TileIndex<Tree>>,
    management: Res<Management>,
    tiles: Res<Tiles>,
    species: Res<SpeciesList>,
    borders: Res<Borders>,
    year: Res<Year>,
    mut births: ResMut<Births>,
    mut tallies: ResMut<Tallies>,
    mut harvest: ResMut<Harvest>,
) {
    let plot = tiles.plot();
    let (places, sizes, deaths) = trees.slices();
    let stands = |row: usize| deaths[row].0.is_none();
    for (intervention, one, planting) in management.planting(year.0) {
        let living = (0..sizes.len()).filter(|&row| stands(row)).map(|row| sizes[row]);
        if !one.finds_its_stand(living, plot.area_m2() / 1e4) {
            continue;
        }
        let kind = species.parameters(planting.species);
        let size = size_at_height(kind, planting.height_m);
        let clear_m2 = planting.clear_m * planting.clear_m;
        let is_clear = |place_m: [f64; 2]| {
            let mut is_clear = true;
            for_each_row_near(&tiles, &index, place_m, planting.clear_m, |row| {
                let is_in_the_way = stands(row)
                    && sizes[row].height_m >= BREAST_HEIGHT_M
                    && plot.distance_squared_m2(place_m, places[row].0) <= clear_m2;
                is_clear &= !is_in_the_way;
            });
            is_clear
        };
        let places_m = places_m(planting.layout, planting.trees_per_ha, plot, planting.key, year.0);
        for (number, place_m) in (0..).zip(places_m) {
            if planting.clear_m > 0.0 && !is_clear(place_m) {
                continue;
            }
            let key = planting.key.child(year.0, Purpose::Planting, number);
            births.0.push(Birth {
                tree: Tree {
                    number: 0,
                    key,
                    species: planting.species,
                    place_m,
                    age_yr: planting.age_yr,
                    size,
                    // Until its first year says how it fares.
                    vigour: 1.0,
                    scores: founder_scores(kind, key, planting.age_yr, size),
                    crown_base_m: 0.0,
                    crown_radius_m: open_crown_radius_m(&kind.crown, size),
                },
                origin: Origin::Planted,
            });
            tallies.0[usize::from(planting.species)].planted += u64::from(borders.window.holds(place_m));
            harvest.handled.push(Handled {
                intervention,
                species: planting.species,
                place_m,
                size,
                volume_m3: 0.0,
            });
        }
    }
}

/// The size of a tree of this height that grew in the open.
fn size_at_height(species: &Species, height_m: f64) -> Size {
    let dbh_cm = GrowthCurve::new(species).life(1.0).dbh_at_height_cm(height_m);
    Size { dbh_cm, height_m }
}

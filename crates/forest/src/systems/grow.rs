//! Grow: a year's growth in the light that the neighbours leave, on the ground that it has and in the weather of the year.
//!
//! Crowns move toward the room that their neighbours leave. Diameter and height answer to shade each in their way, and to what is the tree's own, so that trees of one height
//! differ in diameter.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_space::Tiles;

use crate::components::{
    Age, Crowding, CrownBase, CrownRadius, FieldSource, Position, RelativeHeight, Scores, Size, SpeciesIndex,
    Vigour,
};
use crate::crown_room::{CrownRoom, radius_after_a_year_m};
use crate::entities::Tree;
use crate::growth::{GrowthCurve, Sizes, crown_base_m, crown_radii_m, vigour_after_a_year};
use crate::parameters::Variation;
use crate::resources::{Room, Sites, SpeciesList, Weather};
use crate::site::Site;
use crate::species_model::SpeciesModel;
use crate::weather::YearWeather;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn grow(
    mut trees: View<
        Tree,
        (
            &SpeciesIndex,
            &Position,
            &Crowding,
            &FieldSource,
            &Scores,
            &mut Size,
            &mut Vigour,
            &mut CrownBase,
            &mut CrownRadius,
            &mut RelativeHeight,
            &mut Age,
        ),
    >,
    species: Res<SpeciesList>,
    sites: Res<Sites>,
    weather: Res<Weather>,
    tiles: Res<Tiles>,
    mut room: ResMut<Room>,
) {
    let (_, places, _, sources, _, sizes, ..) = trees.slices();
    room.0.count(tiles.plot(), places, sizes, sources);
    let room = &room.0;
    trees.par_batches(|_, columns| {
        with_lanes(Work {
            models: &species.0,
            site: sites.0.as_deref(),
            weather: weather.0.as_ref(),
            room,
            columns,
        });
    });
}

/// A batch of trees.
struct Work<'a> {
    models: &'a [SpeciesModel],
    site: Option<&'a Site>,
    weather: Option<&'a YearWeather>,
    room: &'a CrownRoom,
    columns: Columns<'a>,
}

type Columns<'a> = (
    &'a [SpeciesIndex],
    &'a [Position],
    &'a [Crowding],
    &'a [FieldSource],
    &'a [Scores],
    &'a mut [Size],
    &'a mut [Vigour],
    &'a mut [CrownBase],
    &'a mut [CrownRadius],
    &'a mut [RelativeHeight],
    &'a mut [Age],
);

impl WithSimd for Work<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        let Self {
            models,
            site,
            weather,
            room,
            columns,
        } = self;
        let (indices, places, crowding, sources, scores, sizes, vigours, bases, radii, relative, ages) =
            columns;
        for first in (0..sizes.len()).step_by(LANES) {
            // Eight trees at a time, each step for all of them: the compiler then makes vectors of it.
            let rows: [usize; LANES] = std::array::from_fn(|lane| (first + lane).min(sizes.len() - 1));
            let models = rows.map(|row| &models[usize::from(indices[row].0)]);
            let curves = models.map(|model| &model.curve);
            let before = Sizes::of(rows.map(|row| sizes[row]));
            let crowding = rows.map(|row| f64::from(crowding[row].0));
            let mut shares = GrowthCurve::shares_of(curves, crowding, before);
            if let Some(site) = site {
                let factors = rows.map(|row| site.factor(indices[row].0, places[row].0));
                shares = shares.times(factors);
            }
            if let Some(weather) = weather {
                let factors = rows.map(|row| weather.factor(indices[row].0, places[row].0));
                shares = shares.times(factors);
            }
            let variations = models.map(|model| &model.parameters.variation);
            let factors = Variation::factors_of(variations, rows.map(|row| scores[row]));
            let zones_m = rows.map(|row| f64::from(sources[row].zone_radius_m));
            let after = GrowthCurve::a_year_later(curves, before, zones_m, shares, factors);
            let crowns_m = crown_radii_m(models.map(|model| &model.parameters.crown), before);
            for lane in 0..LANES.min(sizes.len() - first) {
                let row = rows[lane];
                let (place_m, height_m) = (places[row].0, before.height_m[lane]);
                let (offered_m, height) = room.offers(place_m, height_m, zones_m[lane], crowns_m[lane]);
                radii[row].0 = radius_after_a_year_m(radii[row].0, offered_m);
                relative[row] = height;
                sizes[row] = after.size(lane);
                // The first year says how a tree fares; nothing was before it.
                vigours[row].0 = if ages[row].0 == 0 {
                    shares.basal_area[lane]
                } else {
                    vigour_after_a_year(vigours[row].0, shares.basal_area[lane])
                };
                // Branches die below and none grow there again.
                let crown = &models[lane].parameters.crown;
                let base_m = crown_base_m(crown, after.height_m[lane], vigours[row].0) as f32;
                bases[row].0 = bases[row].0.max(base_m);
                // 65,535 years and no more: an age beyond it would begin again at 0.
                ages[row].0 = ages[row].0.saturating_add(1);
            }
        }
    }
}

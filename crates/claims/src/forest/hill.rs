//! Birch and beech on hills that are drawn: where each of them comes to stand.

use std::sync::Arc;

use understory_forest::components::ADULT_DBH_CM;
use understory_forest::entities::Tree;
use understory_forest::parameters::{Conditions, SiteNeeds, Species};
use understory_forest::{Combining, Forest, Offer, Site};
use understory_numerics::RandomKey;
use understory_space::{Edge, Plot};
use understory_terrain::{
    CLEAR_AIR, ClearSky, Grid, Ground, Heights, NoData, Noise, Raster, Relief, Routing, wetness_index,
};

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::basal_area_m2;
use super::stand::{BEECH, BIRCH, Planted, founders, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
const CELL_M: f64 = 5.0;
const YEARS: u32 = 120;
const LATITUDE_DEG: f64 = 48.0;
/// Where no sea lies.
const NO_SEA_M: f64 = -1e5;

pub(super) fn claims() -> Vec<Claim> {
    let about = "200 birches, which ask for sun, and 200 beeches, which ask for water, of 10 m on 4 ha of hills at 48° north, 120 years";
    let names = ["hill.beech-wet", "hill.birch-dry", "hill.birch-sun"];
    claims_of(names, about, Taking::Long, contrasts)
}

/// Basal area per ha on the quarter with the most of something over that on the quarter with the least.
fn contrasts(seed: u64) -> Result<Numbers<3>, ClaimError> {
    let grid = Grid::new([0.0; 2], CELL_M, [(SIDE_M / CELL_M) as u32; 2])?;
    let relief = Relief {
        noise: Some(Noise {
            wavelength_m: 120.0,
            amplitude_m: 25.0,
            octaves: 3,
            gain: 0.4,
        }),
        ..Relief::default()
    };
    let heights = relief.draw(RandomKey::root(seed, &["claims", "hill"]), grid)?;
    let wetness = wetness_index(&heights, Routing::DInfinity, NO_SEA_M)?;
    let sun_mj_m2 = ClearSky::over(LATITUDE_DEG, CLEAR_AIR).on_ground_mj_m2(&heights)?;
    // Each ground has ranges of its own; a species grows badly on its worst tenth and well from the middle on.
    let rising = |map: &Raster<f32>| {
        let sorted = sorted(map);
        let [low, middle] = [sorted.len() / 10, sorted.len() / 2].map(|rank| f64::from(sorted[rank]));
        Some(vec![low - 0.5 * (middle - low), middle, 1e5, 1e6])
    };
    let nothing = SiteNeeds {
        wetness: None,
        sun_mj_m2: None,
        soil_depth_m: None,
        elevation_m: None,
    };
    let birch = Species {
        site: Some(SiteNeeds {
            sun_mj_m2: rising(&sun_mj_m2),
            ..nothing.clone()
        }),
        ..preset(BIRCH)
    };
    let beech = Species {
        site: Some(SiteNeeds {
            wetness: rising(&wetness),
            ..nothing
        }),
        ..preset(BEECH)
    };
    let both = [birch, beech];
    let factors = (0..grid.len()).flat_map(|cell| {
        let offer = Offer {
            wetness: f64::from(wetness.values()[cell]),
            sun_mj_m2: f64::from(sun_mj_m2.values()[cell]),
            soil_depth_m: 0.0,
            elevation_m: f64::from(heights.values()[cell]),
        };
        both.each_ref().map(|species| {
            let site = species.site.as_ref();
            site.map_or(1.0, |site| site.factor(&offer, Combining::Product)) as f32
        })
    });
    let site = Site::new(
        grid.origin_m(),
        grid.cell_m(),
        [grid.columns(), grid.rows()],
        both.len(),
        factors.collect(),
    )?;
    let plot = Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open)?;
    let planted = Planted {
        count: 200,
        ..Planted::pioneers()
    };
    let trees = (0..)
        .zip(&both)
        .flat_map(|(index, species)| founders(seed, SIDE_M, index, species, planted));
    let mut forest = Forest::new(plot, seed, both.to_vec(), Conditions::default())?;
    forest.set_site(Arc::new(site))?;
    let ground = Heights::new(heights, NoData::Refuse)?;
    forest.set_ground_height(Arc::new(move |place_m| ground.height_m(place_m)));
    forest.plant(trees)?;
    for _ in 0..YEARS {
        forest.advance();
    }
    let adults: Vec<Tree> = forest
        .trees()
        .filter(|tree| tree.size.dbh_cm >= ADULT_DBH_CM)
        .collect();
    let contrast = |species: u16, map: &Raster<f32>| {
        let sorted = sorted(map);
        let [low, high] = [sorted.len() / 4, sorted.len() * 3 / 4].map(|rank| sorted[rank]);
        let of_species = || adults.iter().filter(move |tree| tree.species == species);
        let least_m2 = basal_area_m2(of_species().filter(|tree| map.nearest(tree.place_m) < low));
        let most_m2 = basal_area_m2(of_species().filter(|tree| map.nearest(tree.place_m) >= high));
        (least_m2 > 0.0).then(|| most_m2 / least_m2)
    };
    Ok([
        ("hill.beech-wet", contrast(1, &wetness)),
        ("hill.birch-dry", contrast(0, &wetness).map(|ratio| 1.0 / ratio)),
        ("hill.birch-sun", contrast(0, &sun_mj_m2)),
    ])
}

fn sorted(map: &Raster<f32>) -> Vec<f32> {
    let mut values = map.values().to_vec();
    values.sort_unstable_by(f32::total_cmp);
    values
}

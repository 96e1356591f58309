//! The painted world that the experiments share: a wood and a meadow on hills, with a house and a lane.

use std::sync::Arc;

use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::{Align, Biome, Blocker, Course, PatternKind, Range, Rule, Where};
use understory_placement::{Colour, Detail, Instance, Maps, PaintedWorld, Painting, Window};
use understory_terrain::{Grid, Heights, Hills, NoData, Raster, Relief};

use crate::ClaimError;

pub(super) const LOW_M: [f64; 2] = [-90.0, -90.0];
pub(super) const SIDE_M: f64 = 192.0;
/// The middle of the house, its radius, and the width around it over which less grows.
pub(super) const HOUSE_M: [f64; 2] = [10.0, 30.0];
pub(super) const HOUSE_RADIUS_M: f64 = 7.0;
pub(super) const HOUSE_FADE_M: f64 = 9.0;
pub(super) const LANE_M: [[f64; 2]; 2] = [[-100.0, -20.0], [120.0, -35.0]];
pub(super) const LANE_WIDTH_M: f64 = 5.0;
pub(super) const LANE_FADE_M: f64 = 12.0;

/// Numbers of the rules.
pub(super) const OAK: u32 = 0;
pub(super) const ROCK: u32 = 1;
pub(super) const FERN: u32 = 3;

fn from(from: f64, falloff: f64) -> Option<Range> {
    Some(Range {
        from: Some(from),
        to: None,
        falloff,
    })
}

pub(super) fn rule(name: &str, biome: &str, footprint_m: f64, density: f64) -> Rule {
    Rule {
        density,
        tilt_deg: [0.0, 5.0],
        scale: [0.8, 1.2],
        ..Rule::new(name, name, biome, footprint_m)
    }
}

/// Oaks where it is lush, rocks where it is steep, bushes, ferns and daisies; a house and a lane.
pub(super) fn painting(house_m: [f64; 2]) -> Painting {
    let biome = |name, colour, texture| Biome::new(name, colour, texture);
    let mut painting = Painting {
        biomes: vec![
            biome("wood", Colour([47, 107, 58]), "soil"),
            biome("meadow", Colour([155, 191, 90]), "grass"),
        ],
        rules: vec![
            Rule {
                place: Where {
                    weight: from(0.5, 0.4),
                    ..Where::default()
                },
                ..rule("oak", "wood", 2.5, 0.8)
            },
            Rule {
                place: Where {
                    slope_deg: from(8.0, 5.0),
                    ..Where::default()
                },
                align: Align::Ground,
                ..rule("rock", "meadow", 1.4, 0.5)
            },
            rule("bush", "wood", 0.9, 0.4),
            rule("fern", "wood", 0.4, 0.7),
            rule("daisy", "meadow", 0.3, 0.6),
        ],
        ..Painting::default()
    };
    // Nothing is stored for it, so that a world is made in no time.
    painting.place.pattern = PatternKind::HardCore;
    painting.place.tile_m = 32.0;
    painting.blockers.push(Blocker {
        fade_m: HOUSE_FADE_M,
        ..Blocker::ball("house", house_m, HOUSE_RADIUS_M)
    });
    painting.roads.push(Course {
        name: "lane".to_owned(),
        points_m: LANE_M.to_vec(),
        width_m: LANE_WIDTH_M,
        fade_m: LANE_FADE_M,
        smooth: false,
    });
    painting
}

pub(super) fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["painted"])
}

/// Biomes in large cells, lushness in smaller ones, both at random; hills.
fn maps(seed: u64, hills: bool) -> Result<Maps, ClaimError> {
    let high_m = LOW_M.map(|low_m| low_m + SIDE_M);
    let draw = |map: u32, cell: usize| key(seed).draws(map, Purpose::Custom, cell as u32)[0];
    let of_biomes = Grid::over(LOW_M, high_m, [6; 2])?;
    let of_weights = Grid::over(LOW_M, high_m, [16; 2])?;
    // A wood on three quarters.
    let biomes = (0..of_biomes.len()).map(|cell| u8::from(draw(1, cell) > u32::MAX / 4 * 3));
    let weights = (0..of_weights.len()).map(|cell| (draw(2, cell) >> 8) as f32 / 16_777_216.0);
    let relief = Relief {
        hills: hills.then_some(Hills {
            count: 6,
            height_m: [4.0, 12.0],
            radius_m: [15.0, 40.0],
        }),
        ..Relief::default()
    };
    let of_heights = Grid::over(LOW_M, high_m, [38; 2])?;
    Ok(Maps {
        window: Window { low_m: LOW_M, high_m },
        biomes: Raster::new(of_biomes, biomes.collect())?,
        weights: Raster::new(of_weights, weights.collect())?,
        named: Vec::new(),
        ground: Arc::new(Heights::new(relief.draw(key(seed), of_heights)?, NoData::Refuse)?),
    })
}

pub(super) fn world(painting: Painting, seed: u64) -> Result<PaintedWorld, ClaimError> {
    on(painting, maps(seed, true)?, seed)
}

/// The same maps on level ground.
pub(super) fn level_world(painting: Painting, seed: u64) -> Result<PaintedWorld, ClaimError> {
    on(painting, maps(seed, false)?, seed)
}

fn on(painting: Painting, maps: Maps, seed: u64) -> Result<PaintedWorld, ClaimError> {
    PaintedWorld::new(painting, maps, key(seed)).map_err(|faults| ClaimError::InWords(format!("{faults:?}")))
}

/// All that stands in a world.
pub(super) fn all(world: &PaintedWorld, detail: &Detail) -> Vec<Instance> {
    let tiles = world.tiles().into_iter();
    tiles.flat_map(|tile| world.tile(tile, detail)).collect()
}

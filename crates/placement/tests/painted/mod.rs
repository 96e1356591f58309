//! A small painted world that the tests share: three rules for a wood and two for a meadow, on hills.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::{
    Align, Biome, Blocker, Course, PatternKind, Placed, Range, Rule, Where,
};
use understory_placement::{Detail, Instance, Maps, PaintedWorld, Painting, Window};
use understory_terrain::{Grid, Heights, NoData, Raster, Relief};

const SIDE_M: f64 = 180.0;

pub(crate) fn range(from: f64, falloff: f64) -> Option<Range> {
    Some(Range {
        from: Some(from),
        to: None,
        falloff,
    })
}

pub(crate) fn rule(name: &str, biome: &str, footprint_m: f64, density: f64) -> Rule {
    Rule {
        density,
        tilt_deg: [0.0, 5.0],
        scale: [0.8, 1.2],
        shade: [0.7, 1.1],
        offset_m: -0.1,
        ..Rule::new(name, name, biome, footprint_m)
    }
}

/// Three rules for a wood and two for a meadow, on hills, under a random paint.
pub(crate) fn painting(pattern: PatternKind) -> Painting {
    let biome = |name, colour: &str, texture| Biome::new(name, colour.parse().expect("a colour"), texture);
    let mut painting = Painting {
        biomes: vec![
            biome("wood", "#2f6b3a", "soil"),
            biome("meadow", "#9bbf5a", "grass"),
        ],
        rules: vec![
            Rule {
                place: Where {
                    weight: range(0.4, 0.3),
                    ..Where::default()
                },
                ..rule("oak", "wood", 2.5, 0.8)
            },
            Rule {
                place: Where {
                    slope_deg: range(8.0, 5.0),
                    ..Where::default()
                },
                align: Align::Ground,
                ..rule("rock", "meadow", 1.4, 0.5)
            },
            rule("bush", "wood", 0.9, 0.4),
            Rule {
                place: Where {
                    weight: range(0.2, 0.2),
                    height_m: range(4.0, 3.0),
                    ..Where::default()
                },
                ..rule("fern", "wood", 0.5, 0.7)
            },
            rule("daisy", "meadow", 0.4, 0.6),
        ],
        ..Painting::default()
    };
    painting.place.pattern = pattern;
    painting.place.tile_m = 32.0;
    painting
}

pub(crate) fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["world"])
}

pub(crate) fn maps(seed: u64) -> Maps {
    let low_m = [-70.0, -30.0];
    let high_m = low_m.map(|at_m| at_m + SIDE_M);
    let raster = |cells: u32, number: u32| {
        let grid = Grid::over(low_m, high_m, [cells; 2]).expect("a grid");
        let draw = |cell| {
            key(seed)
                .child(number, Purpose::Relief, cell as u32)
                .draws(0, Purpose::Place, 0)[0]
        };
        (grid, (0..grid.len()).map(draw).collect::<Vec<u32>>())
    };
    let (of_biomes, draws) = raster(9, 1);
    let biomes = draws.iter().map(|draw| (draw >> 31) as u8).collect();
    let (of_weights, draws) = raster(24, 2);
    let weights = draws
        .iter()
        .map(|draw| (draw >> 8) as f32 / 16_777_216.0)
        .collect();
    let relief: Relief = Relief {
        hills: Some(understory_terrain::Hills {
            count: 6,
            height_m: [4.0, 12.0],
            radius_m: [15.0, 40.0],
        }),
        ..Relief::default()
    };
    let grid = Grid::new(low_m, 5.0, [36, 36]).expect("a grid");
    let heights =
        Heights::new(relief.draw(key(seed), grid).expect("hills"), NoData::Refuse).expect("heights");
    Maps {
        window: Window { low_m, high_m },
        biomes: Raster::new(of_biomes, biomes).expect("a biome a cell"),
        weights: Raster::new(of_weights, weights).expect("a weight a cell"),
        named: Vec::new(),
        ground: Arc::new(heights),
    }
}

pub(crate) fn world(painting: Painting, seed: u64) -> PaintedWorld {
    PaintedWorld::new(painting, maps(seed), key(seed)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

pub(crate) fn whole(world: &PaintedWorld, detail: &Detail) -> Vec<Instance> {
    world
        .tiles()
        .into_iter()
        .flat_map(|tile| world.tile(tile, detail))
        .collect()
}

pub(crate) fn by_key(instances: &[Instance]) -> BTreeMap<u128, Instance> {
    let found: BTreeMap<u128, Instance> = instances.iter().map(|one| (one.key.bits(), *one)).collect();
    assert_eq!(found.len(), instances.len(), "no two instances share a key");
    found
}

pub(crate) fn pattern() -> impl Strategy<Value = PatternKind> {
    prop::sample::select(&PatternKind::ALL)
}

/// A painting with everything that can stand in the way.
pub(crate) fn obstructed(kind: PatternKind, at_m: [f64; 2]) -> Painting {
    let mut painting = painting(kind);
    painting.blockers.push(Blocker {
        fade_m: 9.0,
        ..Blocker::ball("mill", at_m, 7.0)
    });
    painting.roads.push(Course {
        name: "lane".to_owned(),
        points_m: vec![[-70.0, 20.0], [0.0, 35.0], [60.0, 10.0], [110.0, 60.0]],
        width_m: 5.0,
        fade_m: 6.0,
        smooth: true,
    });
    painting.placed.push(Placed {
        name: "well".to_owned(),
        asset: "stone-well".to_owned(),
        at_m: [20.0, 70.0],
        footprint_m: 3.0,
        fade_m: 2.0,
        yaw_deg: 90.0,
        scale: 1.0,
        offset_m: 0.0,
    });
    painting
}

/// Distance of two places, m.
pub(crate) fn apart_m(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
    (dx * dx + dy * dy).sqrt()
}

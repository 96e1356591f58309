//! What holds for tiles that were baked from a forest: copies join, less is a part of more, every tree has its own size.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::{Biome, Rule};
use understory_placement::pattern::{BakedPoints, BakedTile, BakedTileError, SpawnPoint};
use understory_placement::{Detail, Instance, Maps, PaintedWorld, Painting, Window};
use understory_terrain::{Grid, Level, Raster};

/// Random trees of these sides; of each the size is 1 plus a thousandth of its number.
fn tile(size_m: [f64; 2], count: u32, seed: u64) -> BakedTile {
    let key = RandomKey::root(seed, &["tile"]);
    let place = |number| {
        let [x, y, ..] = key.draws(0, Purpose::Place, number).map(unit_from_u32);
        [x * size_m[0], y * size_m[1]]
    };
    let sizes = (0..count)
        .map(|number| 1.0 + f64::from(number) / 1000.0)
        .collect();
    BakedTile::new(size_m, (0..count).map(place).collect(), sizes).expect("trees in a tile")
}

fn points_in(points: &BakedPoints, window: &Window, density: f32) -> Vec<SpawnPoint> {
    let mut found = Vec::new();
    points.torus().points_in(window, density, &mut found);
    found
}

/// A world of one rule that stands as a tile, above one that does not.
fn world(tile: Option<BakedTile>, seed: u64) -> PaintedWorld {
    let window = Window {
        low_m: [-90.0, -50.0],
        high_m: [130.0, 170.0],
    };
    let grid = Grid::over(window.low_m, window.high_m, [4, 4]).expect("a grid");
    let maps = Maps {
        named: Vec::new(),
        window,
        biomes: Raster::new(grid, vec![0; 16]).expect("a biome a cell"),
        weights: Raster::new(grid, vec![1.0; 16]).expect("a weight a cell"),
        ground: Arc::new(Level::default()),
    };
    let painting = Painting {
        biomes: vec![Biome::new("wood", "#2f6b3a".parse().expect("a colour"), "soil")],
        rules: vec![
            Rule::new("beeches", "beech", "wood", 1.0),
            Rule::new("ferns", "fern", "wood", 0.8),
        ],
        tiles: BTreeMap::from([("beeches".to_owned(), tile.map(Arc::new))]),
        ..Painting::default()
    };
    let key = RandomKey::root(seed, &["world"]);
    PaintedWorld::new(painting, maps, key).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn whole(world: &PaintedWorld, detail: &Detail) -> Vec<Instance> {
    let tiles = world.tiles();
    tiles
        .into_iter()
        .flat_map(|tile| world.tile(tile, detail))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Held against every copy of every tree, one by one.
    #[test]
    fn a_window_holds_the_copies_that_lie_in_it(
        seed in any::<u64>(),
        size_m in prop::array::uniform2(5.0..80.0_f64),
        shift in prop::array::uniform2(0.0..1.0_f64),
        low_m in prop::array::uniform2(-150.0..100.0_f64),
        across_m in prop::array::uniform2(0.5..120.0_f64),
        density in 0.01..1.0_f32,
        count in 2..400_u32,
    ) {
        let tile = tile(size_m, count, seed);
        let window = Window { low_m, high_m: [low_m[0] + across_m[0], low_m[1] + across_m[1]] };
        let mut expected = Vec::new();
        for (number, place_m) in tile.places_m().iter().enumerate() {
            // All copies that the windows of this test can touch, and some more.
            let cells = |axis: usize| {
                let cell = |at_m: f64| (at_m / size_m[axis]) as i32;
                cell(-150.0) - 3..cell(220.0) + 3
            };
            for cell in cells(1).flat_map(|y| cells(0).map(move |x| [x, y])) {
                let at_m: [f64; 2] = std::array::from_fn(|axis| {
                    place_m[axis] + (shift[axis] + f64::from(cell[axis])) * size_m[axis]
                });
                // Places are kept in single precision: what lies on the window's edge may lie on either side.
                let is_at_edge = (0..2).any(|axis| {
                    (at_m[axis] - window.low_m[axis]).abs() < 1e-4 || (at_m[axis] - window.high_m[axis]).abs() < 1e-4
                });
                prop_assume!(!is_at_edge);
                if window.holds(at_m) && (number as f32 / count as f32) < density {
                    expected.push((cell, number as u32));
                }
            }
        }
        let points = BakedPoints::new(Arc::new(tile.clone()), shift);
        let found = points_in(&points, &window, density);
        for point in &found {
            let place_m = tile.places_m()[point.id.number as usize];
            for axis in 0..2 {
                let at_m = place_m[axis] + (shift[axis] + f64::from(point.id.cell[axis])) * size_m[axis];
                prop_assert!((at_m - point.place_m[axis]).abs() < 1e-4);
            }
            prop_assert_eq!(points.size(point.id), tile.sizes()[point.id.number as usize]);
        }
        let mut found: Vec<_> = found.iter().map(|point| (point.id.cell, point.id.number)).collect();
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    /// Over a seam the nearest tree is as far as on the torus that the tile was baked on.
    #[test]
    fn neighbours_across_a_seam_are_those_of_the_torus(seed in any::<u64>(), count in 2..60_u32) {
        let size_m = [40.0, 30.0];
        let tile = tile(size_m, count, seed);
        let points = BakedPoints::new(Arc::new(tile.clone()), [0.0; 2]);
        let around = Window { low_m: [-40.0, -30.0], high_m: [80.0, 60.0] };
        let all = points_in(&points, &around, 1.0);
        let own = points_in(&points, &Window { low_m: [0.0; 2], high_m: size_m }, 1.0);
        prop_assert_eq!(own.len(), count as usize);
        for point in &own {
            let apart_m2 = |other: &SpawnPoint| {
                let [dx, dy] = [0, 1].map(|axis| other.place_m[axis] - point.place_m[axis]);
                dx * dx + dy * dy
            };
            let others = all.iter().filter(|other| other.id != point.id);
            let nearest_m = others.map(apart_m2).fold(f64::INFINITY, f64::min).sqrt();
            let at_m = tile.places_m()[point.id.number as usize];
            let torus_m = tile.places_m().iter().enumerate().filter(|(number, _)| *number != point.id.number as usize)
                .map(|(_, other_m)| {
                    let [dx, dy] = [0, 1].map(|axis| {
                        let apart_m = (other_m[axis] - at_m[axis]).abs();
                        apart_m.min(size_m[axis] - apart_m)
                    });
                    (dx * dx + dy * dy).sqrt()
                })
                // Its own copies are never nearer than a side.
                .fold(30.0, f64::min);
            prop_assert!((nearest_m - torus_m).abs() < 1e-4, "{nearest_m} {torus_m}");
        }
    }

    #[test]
    fn a_lower_density_takes_away_and_moves_nothing(seed in any::<u64>(), share in 0.0..1.0_f64) {
        let world = world(Some(tile([50.0, 35.0], 120, seed)), seed);
        let all = whole(&world, &Detail::FULL);
        let fewer = whole(&world, &Detail { density_scale: share, ..Detail::FULL });
        prop_assert!(fewer.iter().all(|one| all.contains(one)));
        let is_beech = |one: &&Instance| one.rule == Some(0);
        let [all, fewer] = [&all, &fewer].map(|instances| instances.iter().filter(is_beech).count() as f64);
        prop_assert!((fewer - share * all).abs() < 0.1 * all, "{fewer} of {all}");
    }

    #[test]
    fn tiles_come_in_any_order_and_of_any_side(seed in any::<u64>(), tile_m in 8.0..200.0_f64) {
        let sorted = |world: &PaintedWorld, back: bool| {
            let mut tiles = world.tiles();
            if back {
                tiles.reverse();
            }
            let mut all: Vec<Instance> = tiles.into_iter().flat_map(|tile| world.tile(tile, &Detail::FULL)).collect();
            all.sort_by_key(|one| one.key.bits());
            all
        };
        let world = world(Some(tile([50.0, 35.0], 120, seed)), seed);
        let all = sorted(&world, false);
        prop_assert_eq!(&all, &sorted(&world, true));
        prop_assert_eq!(&all, &sorted(&world.clone().with_tiles(tile_m), false));
    }
}

#[test]
fn a_rule_stands_as_dense_as_its_forest_and_each_tree_as_large_as_it_grew() {
    let tile = tile([50.0, 35.0], 120, 5);
    let (per_m2, sizes) = (tile.per_m2(), tile.sizes().to_vec());
    assert_eq!(per_m2, 120.0 / 1750.0);
    let world = world(Some(tile), 5);
    assert!((world.densest_per_m2(0) - per_m2).abs() < 1e-12);
    let beeches: Vec<Instance> = whole(&world, &Detail::FULL)
        .into_iter()
        .filter(|one| one.rule == Some(0))
        .collect();
    let found = beeches.len() as f64 / (220.0 * 220.0);
    assert!((found / per_m2 - 1.0).abs() < 0.05, "{found} {per_m2}");
    assert!(beeches.iter().all(|one| sizes.contains(&one.scale)));
    let mean = beeches.iter().map(|one| one.scale).sum::<f64>() / beeches.len() as f64;
    assert!((mean - 1.0595).abs() < 0.005, "{mean}");
}

#[test]
fn as_long_as_its_forest_has_not_grown_nothing_of_a_rule_stands() {
    let world = world(None, 3);
    let all = whole(&world, &Detail::FULL);
    assert!(!all.is_empty() && all.iter().all(|one| one.rule == Some(1)));
    assert_eq!(world.densest_per_m2(0), 0.0);
}

/// On a torus of 10 m by 6 m: 0 and 1 are 2 m apart, 2 and 3 are 1 m apart over the seam, 4 is 2.5 m from 1.
#[test]
fn the_footprint_is_half_of_the_median_distance_to_the_nearest() {
    let places_m = vec![[2.0, 1.0], [4.0, 1.0], [9.5, 4.0], [0.5, 4.0], [6.5, 1.0]];
    let tile = BakedTile::new([10.0, 6.0], places_m, Vec::new()).unwrap();
    assert!((tile.footprint_m() - 1.0).abs() < 1e-9, "{}", tile.footprint_m());
    let lone = BakedTile::new([10.0, 6.0], vec![[2.0, 1.0]], Vec::new()).unwrap();
    assert_eq!(lone.footprint_m(), 3.0);
}

#[test]
fn trees_that_are_no_tile_are_refused() {
    let refused = |size_m, places_m: Vec<[f64; 2]>, sizes: Vec<f64>| {
        BakedTile::new(size_m, places_m, sizes).unwrap_err()
    };
    let outside = refused([10.0, 6.0], vec![[1.0, 1.0], [3.0, 6.0]], Vec::new());
    assert_eq!(
        outside.to_string(),
        "a tree stands at (3, 6), but the tile reaches from (0, 0) to below (10, 6)"
    );
    assert!(matches!(outside, BakedTileError::Outside { number: 1, .. }));
    for not_a_place in [f64::NAN, -1.0] {
        let refused = refused([10.0, 6.0], vec![[not_a_place, 1.0]], Vec::new());
        assert!(matches!(refused, BakedTileError::Outside { number: 0, .. }));
    }
    for side_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = refused([10.0, side_m], vec![[1.0, 1.0]], Vec::new());
        assert!(matches!(refused, BakedTileError::NotASize { .. }));
    }
    assert_eq!(
        refused([10.0, 6.0], Vec::new(), Vec::new()),
        BakedTileError::NotACount { count: 0 }
    );
    let flat = refused([10.0, 6.0], vec![[1.0, 1.0]], vec![0.0]);
    assert_eq!(
        flat.to_string(),
        "a tree has the size 0, but it must be greater than 0"
    );
}

//! Rare specials: so many on a km², apart from each other, each where it was when there are fewer or more of them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use understory_placement::parameters::{PatternKind, Rare, Rule};
use understory_placement::{Detail, Instance, Maps, PaintedWorld, Painting, Window};
use understory_terrain::{Grid, Level, Raster};

use crate::painted::{self, apart_m, by_key, key, painting, pattern, whole, world};

/// The painting of the tests with a rare log first.
fn with_logs(kind: PatternKind, per_km2: f64, apart_m: f64) -> Painting {
    let mut painting = painting(kind);
    let log = Rule {
        rare: Some(Rare { per_km2, apart_m }),
        ..Rule::new("fallen", "oak", "wood", 2.5)
    };
    painting.rules.insert(0, log);
    painting
}

fn logs(instances: &[Instance]) -> Vec<Instance> {
    let logs = instances.iter().filter(|one| one.rule == Some(0));
    logs.copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn fewer_specials_are_some_of_more_and_none_comes_near_another(
        kind in pattern(),
        seed in 0_u64..1000,
        shares in prop::array::uniform2(0.0..0.9_f64),
        apart in 5.0..40.0_f64,
    ) {
        let most_per_km2 = 0.36e6 / (apart * apart);
        let [low, high] = [shares[0].min(shares[1]), shares[0].max(shares[1])];
        let of = |share: f64| {
            let world = world(with_logs(kind, most_per_km2 * (0.01 + share), apart), seed);
            logs(&whole(&world, &Detail::FULL))
        };
        let (fewer, more) = (of(low), of(high));
        let known = by_key(&more);
        prop_assert!(fewer.iter().all(|one| known.get(&one.key.bits()) == Some(one)));
        for (number, one) in more.iter().enumerate() {
            let [x, y, _] = one.place_m;
            prop_assert!(more[..number].iter().all(|other| apart_m([other.place_m[0], other.place_m[1]], [x, y]) >= apart - 1e-9));
        }
    }

    #[test]
    fn the_side_of_tiles_makes_no_difference(kind in pattern(), seed in 0_u64..1000, tile_m in 9.0..90.0_f64) {
        let world = world(with_logs(kind, 900.0, 15.0), seed);
        let other = world.clone().with_tiles(tile_m);
        // No other asset shares a key with it either, though the oaks have its asset and footprint.
        prop_assert_eq!(by_key(&whole(&world, &Detail::FULL)), by_key(&whole(&other, &Detail::FULL)));
    }
}

/// On level ground of one kind, 100 km², 4 a km² are 400, give or take three standard deviations of as many random ones.
#[test]
fn as_many_stand_as_are_asked_for() {
    let window = Window {
        low_m: [-5000.0; 2],
        high_m: [5000.0; 2],
    };
    let grid = Grid::over(window.low_m, window.high_m, [4, 4]).unwrap();
    let maps = Maps {
        window,
        biomes: Raster::new(grid, vec![0; 16]).unwrap(),
        weights: Raster::new(grid, vec![1.0; 16]).unwrap(),
        named: Vec::new(),
        ground: std::sync::Arc::new(Level::default()),
    };
    let mut painting = with_logs(PatternKind::Poisson, 4.0, 150.0);
    painting.rules.truncate(1);
    painting.place.tile_m = 500.0;
    painting.place.texture_m = 10.0;
    let world = PaintedWorld::new(painting, maps, key(5)).expect("a sound world");
    assert!((world.densest_per_m2(0) * 1e6 - 4.0).abs() < 1e-9);
    let found = whole(&world, &Detail::FULL).len();
    assert!((340..=460).contains(&found), "{found}");
}

#[test]
fn specials_without_room_are_told_at_their_keys() {
    let faults = |rare: Rare| -> Vec<(String, String)> {
        let mut painting = with_logs(PatternKind::Poisson, rare.per_km2, rare.apart_m);
        painting.rules[0].rare = Some(rare);
        let Err(faults) = PaintedWorld::new(painting, painted::maps(1), key(1)) else {
            return Vec::new();
        };
        faults
            .into_iter()
            .map(|fault| (fault.key, fault.problem))
            .collect()
    };
    let crowded = faults(Rare {
        per_km2: 40.0,
        apart_m: 100.0,
    });
    assert_eq!(crowded[0].0, "rule.fallen.rare.per_km2");
    assert_eq!(
        crowded[0].1,
        "is 40, but 36.3 at most stand on a km² at 100 m from each other"
    );
    let narrow = faults(Rare {
        per_km2: 40.0,
        apart_m: 4.0,
    });
    assert_eq!(narrow[0].0, "rule.fallen.rare.apart_m");
    let keys: BTreeSet<String> = faults(Rare {
        per_km2: -1.0,
        apart_m: 4.0,
    })
    .into_iter()
    .map(|fault| fault.0)
    .collect();
    assert!(keys.contains("rule.fallen.rare.per_km2"), "{keys:?}");
}

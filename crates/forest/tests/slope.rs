//! Trees on a slope: who stands higher counts as taller, and where nobody does nothing changes.

use std::sync::Arc;

use proptest::prelude::*;
use understory_forest::components::{Position, Scores, Size};
use understory_forest::growth::zone_radius_m;
use understory_forest::parameters::{Conditions, FieldKernel, Light, Species};
use understory_forest::{Forest, Founder, Tree, presets};
use understory_numerics::math::{exp, pow};
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

const SIDE_M: f64 = 40.0;

fn beech() -> Species {
    presets::named("fagus-sylvatica").unwrap().species("beech")
}

fn crowding(size_asymmetry: f64, slope: bool) -> Light {
    Light::Crowding {
        size_asymmetry,
        // No tree is part of a canopy, whose shade knows no slope.
        canopy_from_m: 150.0,
        canopy_spread_m: 10.0,
        slope,
    }
}

/// A forest of trees at these places with these heights, by the number in their key.
fn planted(light: Light, trees: &[([f64; 2], f64)]) -> Forest {
    let founder = |(number, &(place_m, height_m)): (u32, &([f64; 2], f64))| Founder {
        vigour: Some(0.8),
        scores: Some(Scores::default()),
        ..Founder::new(
            RandomKey::root(3, &["slope"]).child(0, Purpose::Member, number),
            0,
            place_m,
            40,
            Size {
                dbh_cm: if height_m < 1.3 { 0.0 } else { height_m },
                height_m,
            },
        )
    };
    let plot = Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open).unwrap();
    let conditions = Conditions {
        light,
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot, 1, vec![beech()], conditions).unwrap();
    forest.plant((0..).zip(trees).map(founder)).unwrap();
    forest
}

/// What each tree is: place, height, radius of its zone and crowding.
fn found(forest: &mut Forest) -> Vec<([f64; 2], f64, f64, f64)> {
    let crowding = forest.crowding();
    let mut stems = Vec::new();
    let mut trees = forest.view::<Tree, (&Position, &Size)>();
    trees.for_each(|(place, size)| {
        let radius_m = zone_radius_m(&beech().competition, *size);
        stems.push((place.0, size.height_m, radius_m));
    });
    let all = stems.into_iter().zip(crowding);
    all.map(|((place_m, height_m, radius_m), c)| (place_m, height_m, radius_m, f64::from(c)))
        .collect()
}

/// The definition: the sum over all others of weight, strength and kernel.
fn expected(
    trees: &[([f64; 2], f64, f64, f64)],
    at: usize,
    p: f64,
    ground_m: impl Fn([f64; 2]) -> f64,
) -> f64 {
    let competition = beech().competition;
    let FieldKernel::Exponential {
        e_fold_crown_radii,
        cut_fraction,
    } = competition.kernel
    else {
        panic!("beech has an exponential kernel")
    };
    let (own_m, own_height_m, ..) = trees[at];
    let others = trees.iter().enumerate().filter(|(other, _)| *other != at);
    let fields = others.map(|(_, &(place_m, height_m, radius_m, _))| {
        let [x, y] = [place_m[0] - own_m[0], place_m[1] - own_m[1]];
        let folds = (x * x + y * y).sqrt() / (e_fold_crown_radii * radius_m);
        let kernel = ((exp(-folds) - cut_fraction) / (1.0 - cut_fraction)).max(0.0);
        let half_m = 0.5 * (ground_m(place_m) - ground_m(own_m));
        let (own, other) = ((own_height_m - half_m).max(0.0), (height_m + half_m).max(0.0));
        let weight = 2.0 * pow(other, p) / (pow(own, p) + pow(other, p));
        weight * 0.6 * beech().crown.leaf_area_index * kernel
    });
    fields.sum()
}

/// A slope that rises 1 m for each metre to the east: of two equal trees of
/// 6 m, 1 m apart, the upper one counts as 6.5 m and the lower one as 5.5 m.
#[test]
fn of_two_equal_trees_the_upper_one_takes_more() {
    let trees = [([19.5, 20.0], 6.0), ([20.5, 20.0], 6.0)];
    let on = |rise: f64, p: f64| {
        let mut forest = planted(crowding(p, true), &trees);
        forest.set_ground_height(Arc::new(move |[x, _]| 300.0 + rise * x));
        let mut found = found(&mut forest);
        found.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
        [found[0].3, found[1].3]
    };
    let level = planted(crowding(2.0, true), &trees).crowding()[0];
    for p in [2.0, 3.0] {
        let [lower, upper] = on(1.0, p);
        let of_upper = 2.0 * pow(6.5, p) / (pow(6.5, p) + pow(5.5, p));
        for (found, weight) in [(lower, of_upper), (upper, 2.0 - of_upper)] {
            assert!(
                (found / f64::from(level) - weight).abs() < 1e-5,
                "{p}: {found} {weight}"
            );
        }
        // Up or down is all that counts.
        let [left, right] = on(-1.0, p);
        assert!((left - upper).abs() < 1e-6 && (right - lower).abs() < 1e-6);
    }
    // 20 m of difference: the lower tree, 6 m high, ends below half-way.
    let [lower, upper] = on(20.0, 2.0);
    assert!(
        (lower / f64::from(level) - 2.0).abs() < 1e-5 && upper == 0.0,
        "{lower} {upper}"
    );
    // Nor does it take any where sizes count for next to nothing.
    let [lower, upper] = on(20.0, 0.01);
    assert!(
        (lower / f64::from(level) - 2.0).abs() < 1e-5 && upper == 0.0,
        "{lower} {upper}"
    );
    // Without asymmetry height is nothing, on a slope as on level ground.
    let symmetric = on(20.0, 0.0);
    assert!(
        symmetric
            .iter()
            .all(|c| (c / f64::from(level) - 1.0).abs() < 1e-5),
        "{symmetric:?}"
    );
}

/// What is born at the foot of a tree's slope has more of it above itself than what is born at its head.
#[test]
fn a_newborn_downhill_of_a_tree_gets_less_light_than_one_uphill() {
    let mut forest = planted(crowding(2.0, true), &[([20.0, 20.0], 6.0)]);
    forest.set_ground_height(Arc::new(|[x, _]| 0.9 * x));
    let [below, above] = *forest.crowding_at(0, &[[19.5, 20.0], [20.5, 20.0]]).unwrap() else {
        panic!("there are two")
    };
    let level = planted(crowding(2.0, true), &[([20.0, 20.0], 6.0)])
        .crowding_at(0, &[[19.5, 20.0]])
        .unwrap()[0];
    // 0.5 m away on a slope of 0.9: 6.225 m against nothing, and 5.775 m against 0.225 m and its own height.
    assert!(below > level && above < level, "{below} {level} {above}");
    let seedling_m = beech().growth.seedling_height_m;
    let own = seedling_m + 0.225;
    let weights = [
        36.0 / (36.0 + seedling_m * seedling_m),
        5.775 * 5.775 / (5.775 * 5.775 + own * own),
    ];
    let ratio = f64::from(above) / f64::from(level);
    assert!(
        (ratio - weights[1] / weights[0]).abs() < 1e-5,
        "{ratio} {weights:?}"
    );
}

fn hills([x, y]: [f64; 2]) -> f64 {
    100.0 + 0.02 * x * (40.0 - y) + 0.4 * (x - 20.0).abs()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn crowding_is_the_sum_over_all_others_by_their_heights_from_half_way(
        trees in prop::collection::vec(([0.0..SIDE_M, 0.0..SIDE_M], 0.2..30.0_f64), 2..60),
        p in prop_oneof![Just(2.0), 0.0..6.0_f64],
    ) {
        let mut forest = planted(crowding(p, true), &trees);
        forest.set_ground_height(Arc::new(hills));
        let found = found(&mut forest);
        for at in 0..found.len() {
            let expected = expected(&found, at, p, hills);
            prop_assert!((found[at].3 - expected).abs() < 5e-5 * (1.0 + expected), "{} {expected}", found[at].3);
        }
    }

    /// A quarter turn of ground and trees: x to y and y to the other end of x.
    #[test]
    fn a_stand_that_is_turned_with_its_ground_is_the_stand_turned(
        trees in prop::collection::vec(([0.5..SIDE_M - 0.5, 0.5..SIDE_M - 0.5], 0.2..30.0_f64), 2..60),
    ) {
        let turned: Vec<_> = trees.iter().map(|&([x, y], height_m)| ([SIDE_M - y, x], height_m)).collect();
        let mut before = planted(crowding(2.0, true), &trees);
        before.set_ground_height(Arc::new(hills));
        let mut after = planted(crowding(2.0, true), &turned);
        after.set_ground_height(Arc::new(|[x, y]| hills([y, SIDE_M - x])));
        let after = found(&mut after);
        for ([x, y], _, _, c) in found(&mut before) {
            let same = after.iter().find(|tree| tree.0 == [SIDE_M - y, x]).unwrap();
            prop_assert!((same.3 - c).abs() < 2e-5 * (1.0 + c), "{} {c}", same.3);
        }
    }
}

/// The same bits where nothing slopes, where slopes are not asked for, and under models that compare no heights.
#[test]
fn without_a_slope_nothing_changes() {
    let trees: Vec<([f64; 2], f64)> = (0..80)
        .map(|number| {
            let at = f64::from(number);
            (
                [(at * 7.3) % SIDE_M, (at * 3.1) % SIDE_M],
                0.5 + (at * 1.7) % 25.0,
            )
        })
        .collect();
    let on_hills = |light: Light| {
        let mut forest = planted(light, &trees);
        forest.set_ground_height(Arc::new(hills));
        forest.crowding()
    };
    for light in [
        crowding(2.0, false),
        Light::named("fon").unwrap(),
        Light::named("hegyi").unwrap(),
    ] {
        assert_eq!(on_hills(light), planted(light, &trees).crowding(), "{light:?}");
    }
    let level = planted(crowding(2.0, true), &trees).crowding();
    assert_eq!(level, planted(crowding(2.0, false), &trees).crowding());
    assert_ne!(level, on_hills(crowding(2.0, true)));
    // Ground that is level, but said to be there: the same but for roundings.
    let mut said = planted(crowding(2.0, true), &trees);
    said.set_ground_height(Arc::new(|_| 812.0));
    for (said, level) in said.crowding().into_iter().zip(level) {
        assert!((said - level).abs() < 1e-5 * (1.0 + level), "{said} {level}");
    }
}

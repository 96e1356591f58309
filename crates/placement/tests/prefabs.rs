//! Polygons and prefabs in painted worlds, held against plain geometry.

use proptest::prelude::*;
use understory_numerics::math;
use understory_placement::parameters::{Blocker, Mix, Part, PatternKind, Placed, Prefab};
use understory_placement::{Detail, Instance, PaintedWorld, Painting};

use crate::painted::{apart_m, by_key, key, maps, obstructed, pattern, rule, whole, world};

fn part(asset: &str, at_m: [f64; 2], yaw_deg: f64, scale: f64) -> Part {
    Part {
        asset: asset.to_owned(),
        at_m,
        yaw_deg,
        scale,
        offset_m: 0.0,
    }
}

/// A farm of a house and a yard, which is a prefab itself.
fn prefabs() -> Vec<Prefab> {
    let yard = Prefab {
        name: "yard".to_owned(),
        part: vec![part("well", [3.0, 0.0], 0.0, 1.0)],
        blocker: vec![Blocker {
            fade_m: 2.0,
            ..Blocker::ball("paving", [3.0, 0.0], 2.5)
        }],
    };
    let farm = Prefab {
        name: "farm".to_owned(),
        part: vec![
            part("house", [0.0, 0.0], 45.0, 1.0),
            part("yard", [10.0, 5.0], 90.0, 0.5),
        ],
        blocker: vec![Blocker {
            fade_m: 3.0,
            ..Blocker::polygon("walls", WALLS_M.to_vec())
        }],
    };
    vec![yard, farm]
}

const WALLS_M: [[f64; 2]; 4] = [[-8.0, -4.0], [-6.0, 5.0], [6.0, 5.0], [8.0, -4.0]];

fn farmed(kind: PatternKind, at_m: [f64; 2], yaw_deg: f64, scale: f64) -> Painting {
    let mut painting = obstructed(kind, [30.0, 60.0]);
    painting.prefabs = prefabs();
    painting.placed.push(Placed {
        name: "old-farm".to_owned(),
        asset: "farm".to_owned(),
        at_m,
        footprint_m: 0.5,
        fade_m: 0.0,
        yaw_deg,
        scale,
        offset_m: 0.0,
    });
    painting.blockers.push(Blocker::polygon(
        "field",
        vec![[-50.0, 90.0], [-20.0, 80.0], [-30.0, 110.0]],
    ));
    painting
}

/// A place of the farm's own in the world.
fn moved([x, y]: [f64; 2], at_m: [f64; 2], yaw_deg: f64, scale: f64) -> [f64; 2] {
    let (sin, cos) = math::sin_cos(yaw_deg.to_radians());
    [
        at_m[0] + scale * (cos * x - sin * y),
        at_m[1] + scale * (sin * x + cos * y),
    ]
}

/// Whether a disc meets a polygon: its middle lies in it, or some of many places on its edge lie in the disc.
fn meets(corners_m: &[[f64; 2]], [x, y]: [f64; 2], radius_m: f64) -> bool {
    let edges = (0..corners_m.len()).map(|at| [corners_m[at], corners_m[(at + 1) % corners_m.len()]]);
    let crossings = edges
        .clone()
        .filter(|[[ax, ay], [bx, by]]| (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax);
    let mut on_edge = edges.flat_map(|[a, b]| {
        (0..500).map(move |step| {
            [0, 1].map(|axis: usize| a[axis] + (b[axis] - a[axis]) * f64::from(step) / 500.0)
        })
    });
    crossings.count() % 2 == 1 || on_edge.any(|[px, py]| apart_m([px, py], [x, y]) < radius_m)
}

fn by_rules(world: &PaintedWorld) -> Vec<(Instance, f64)> {
    // Rule 1 is aligned to the ground, so that its instances leave their points.
    let of_rules = whole(world, &Detail::FULL)
        .into_iter()
        .filter(|one| one.rule.is_some_and(|rule| rule != 1));
    of_rules
        .map(|one| {
            (
                one,
                world.painting().rules[one.rule.unwrap_or(0) as usize].footprint_m,
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn nothing_stands_in_a_polygon_or_in_what_rides_in_a_prefab(
        seed in any::<u64>(), kind in pattern(), at_m in prop::array::uniform2(0.0..60.0_f64), yaw_deg in -360.0..360.0_f64, scale in 0.5..2.0_f64,
    ) {
        let world = world(farmed(kind, at_m, yaw_deg, scale), seed);
        let walls_m = WALLS_M.map(|corner_m| moved(corner_m, at_m, yaw_deg, scale));
        // The yard is turned by a quarter and half as large.
        let paving_m = moved(moved([3.0, 0.0], [10.0, 5.0], 90.0, 0.5), at_m, yaw_deg, scale);
        let field_m = [[-50.0, 90.0], [-20.0, 80.0], [-30.0, 110.0]];
        for (one, footprint_m) in by_rules(&world) {
            let place_m = [one.place_m[0], one.place_m[1]];
            prop_assert!(!meets(&walls_m, place_m, footprint_m - 1e-3), "{one:?}");
            prop_assert!(!meets(&field_m, place_m, footprint_m - 1e-3), "{one:?}");
            let away_m = apart_m(place_m, paving_m);
            prop_assert!(away_m > scale * 1.25 + footprint_m - 1e-6, "{one:?}");
        }
    }

    #[test]
    fn tiles_of_any_side_and_in_any_order_have_the_same_prefabs(seed in any::<u64>(), kind in pattern(), tile_m in 8.0..200.0_f64, from in 0..9_usize) {
        let mut painting = farmed(kind, [31.0, 33.0], 30.0, 1.0);
        // A rule that places a prefab, and one whose prefab is a member of a mix.
        painting.prefabs.push(Prefab { name: "pair".to_owned(), part: vec![part("oak", [0.0, 0.0], 0.0, 1.0), part("stump", [1.5, 0.0], 0.0, 0.7)], blocker: Vec::new() });
        painting.mixes.push(Mix { of: "bush".to_owned(), asset: "pair".to_owned(), share: 0.5 });
        painting.mixes.push(Mix { of: "bush".to_owned(), asset: "hazel".to_owned(), share: 1.0 });
        let before = world(painting.clone(), seed);
        let all = by_key(&whole(&before, &Detail::FULL));
        let stumps = all.values().filter(|one| before.assets()[one.asset as usize] == "stump").count();
        prop_assert!(stumps > 5, "{stumps}");
        painting.place.tile_m = tile_m;
        let other = world(painting, seed);
        prop_assert_eq!(&by_key(&whole(&other, &Detail::FULL)), &all);
        let tiles = before.tiles();
        let together: Vec<_> = before.lay_out(&tiles, &Detail::FULL).collect();
        for number in (0..tiles.len()).map(|number| (number * 7 + from) % tiles.len()) {
            prop_assert_eq!(&before.tile(tiles[number], &Detail::FULL), &together[number].1);
        }
    }

    #[test]
    fn a_farm_that_moves_changes_only_what_is_near_it(
        seed in any::<u64>(), kind in pattern(), from in prop::array::uniform2(0.0..60.0_f64), to in prop::array::uniform2(0.0..60.0_f64),
    ) {
        let of = |at_m| world(farmed(kind, at_m, 20.0, 1.5), seed);
        let (before, after) = (of(from), of(to));
        let circles = [before.circles_of_change(), after.circles_of_change()].concat();
        let [old, new] = [&before, &after].map(|world| by_key(&whole(world, &Detail::FULL)));
        let both = |circle: &&([f64; 2], f64)| !(before.circles_of_change().contains(circle) && after.circles_of_change().contains(circle));
        let moved: Vec<_> = circles.iter().filter(both).collect();
        let is_near = |one: &Instance| moved.iter().any(|(at_m, reach_m)| {
            apart_m([one.place_m[0], one.place_m[1]], *at_m) <= reach_m + 0.1
        });
        prop_assert!(old.iter().all(|(own, one)| new.get(own) == Some(one) || is_near(one)));
        prop_assert!(new.iter().all(|(own, one)| old.get(own) == Some(one) || is_near(one)));
        prop_assert_eq!(by_key(&whole(&of(from), &Detail::FULL)), old);
    }
}

#[test]
fn the_parts_of_a_farm_stand_where_they_are_turned_to_and_on_the_ground() {
    let world = world(farmed(PatternKind::Poisson, [20.0, 30.0], 90.0, 2.0), 5);
    let found = |asset: &str| {
        let all = whole(&world, &Detail::FULL).into_iter();
        let own: Vec<Instance> = all
            .filter(|one| world.assets()[one.asset as usize] == asset)
            .collect();
        assert_eq!(own.len(), 1, "{asset}");
        own[0]
    };
    let (house, well) = (found("house"), found("well"));
    assert_eq!([house.place_m[0], house.place_m[1]], [20.0, 30.0]);
    // The yard lies 20 m to the north and 10 m to the west, turned by a half; the well 3 m to its west.
    assert!(
        (well.place_m[0] - 7.0).abs() < 1e-9 && (well.place_m[1] - 50.0).abs() < 1e-9,
        "{well:?}"
    );
    let half_turned = [0.0, 0.0, 1.0, 0.0];
    assert!(
        (0..4).all(|at| (well.rotation[at] - half_turned[at]).abs() < 1e-9),
        "{well:?}"
    );
    assert_eq!((house.scale, well.scale), (2.0, 1.0));
    for one in [house, well] {
        let ground_m = world.maps().ground.height_m([one.place_m[0], one.place_m[1]]);
        assert!((one.place_m[2] - ground_m).abs() < 1e-9);
    }
    assert!(
        !whole(&world, &Detail::FULL)
            .iter()
            .any(|one| world.assets()[one.asset as usize] == "farm")
    );
    let names: Vec<String> = world.blockers().into_iter().map(|blocker| blocker.name).collect();
    assert_eq!(names, ["mill", "field", "old-farm.walls", "old-farm.paving"]);
}

/// What is wrong with a painting, in one line.
fn faults(change: impl FnOnce(&mut Painting)) -> Vec<String> {
    let mut painting = farmed(PatternKind::Poisson, [20.0, 30.0], 0.0, 1.0);
    change(&mut painting);
    let found = PaintedWorld::new(painting, maps(1), key(1))
        .err()
        .unwrap_or_default();
    found
        .iter()
        .map(|fault| format!("{fault}; {}", fault.hint))
        .collect()
}

#[test]
fn a_prefab_that_holds_itself_is_told_with_the_way_there() {
    assert_eq!(faults(|_| ()), [""; 0]);
    let direct = faults(|painting| painting.prefabs[0].part[0].asset = "yard".to_owned());
    assert_eq!(direct.len(), 1);
    assert!(
        direct[0].starts_with("`prefab.yard.part.0.asset` is `yard`, the prefab that it is a part of"),
        "{direct:?}"
    );
    // Through another prefab, and through a mix.
    let indirect = faults(|painting| {
        painting.prefabs[0].part[0].asset = "shed".to_owned();
        painting.mixes.push(Mix {
            of: "shed".to_owned(),
            asset: "farm".to_owned(),
            share: 1.0,
        });
    });
    assert!(
        indirect[0].starts_with(
            "`prefab.yard.part.0.asset` is `shed`, which holds `yard` again: shed, then farm, then yard"
        ),
        "{indirect:?}"
    );
}

#[test]
fn a_mix_that_holds_itself_is_told_and_not_followed() {
    let found = faults(|painting| {
        for (of, asset) in [("oak", "old-oak"), ("old-oak", "oak")] {
            let (of, asset) = (of.to_owned(), asset.to_owned());
            painting.mixes.push(Mix {
                of,
                asset,
                share: 1.0,
            });
        }
    });
    assert!(
        found.len() == 1 && found[0].contains("which then stands in its own place"),
        "{found:?}"
    );
}

#[test]
fn prefabs_that_cannot_be_are_told_at_their_keys() {
    let told = |change: fn(&mut Painting), words: &str| {
        let found = faults(change);
        assert!(found.len() == 1 && found[0].contains(words), "{found:?}");
    };
    told(
        |painting| painting.rules[0].asset = "yard".to_owned(),
        "`rule.oak.footprint_m` is 2.5, but blockers that ride in `yard` change the ground out to 9.",
    );
    told(
        |painting| {
            painting.prefabs.push(Prefab {
                name: "none".to_owned(),
                ..prefabs()[0].clone()
            })
        },
        "`prefab.none.name` is `none`, which nothing places",
    );
    told(
        |painting| {
            painting.mixes.push(Mix {
                of: "farm".to_owned(),
                asset: "house".to_owned(),
                share: 1.0,
            })
        },
        "`prefab.farm.name` is `farm`, which is a mix too",
    );
    told(
        |painting| {
            for number in 0..5 {
                let (own, next) = (
                    format!("p{number}"),
                    if number == 4 {
                        "stone".to_owned()
                    } else {
                        format!("p{}", number + 1)
                    },
                );
                painting.prefabs.push(Prefab {
                    name: own,
                    part: vec![part(&next, [1.0, 0.0], 0.0, 1.0); 6],
                    blocker: Vec::new(),
                });
            }
            painting.prefabs[1].part.push(part("p1", [0.0, 0.0], 0.0, 1.0));
            painting.rules.push(rule("p0", "wood", 0.5, 0.1));
            painting.prefabs[2].part = vec![part("p1", [1.0, 0.0], 0.0, 1.0); 10];
        },
        "`prefab.p0` comes to up to 12960 assets",
    );
    told(
        |painting| {
            painting.blockers[1].corners_m = Some(vec![[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [8.0, 1.0]])
        },
        "`blocker.field.corners_m` is no convex polygon: it has corners on both sides of its edge from corner 3",
    );
    told(
        |painting| painting.blockers[1].corners_m = Some(vec![[1e5, 0.0], [2e5, 0.0], [2e5, 1.0]]),
        "from where nothing reaches the world",
    );
}

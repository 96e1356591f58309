//! Rules that stand beside what others place, and densities by expressions, held against all points of a world.

use proptest::prelude::*;
use understory_placement::parameters::{Beside, PatternKind, Rule};
use understory_placement::{Detail, Instance, Maps, PaintedWorld, Painting};
use understory_terrain::{Grid, Raster};

use crate::painted::{apart_m, by_key, key, maps, obstructed, painting, pattern, rule, whole, world};

fn beside(rule: &str, from_m: Option<f64>, to_m: Option<f64>, falloff_m: f64) -> Option<Beside> {
    Some(Beside {
        rule: rule.to_owned(),
        from_m,
        to_m,
        falloff_m,
    })
}

/// Saplings around oaks, mushrooms around those, and thistles far from bushes.
fn crowded(kind: PatternKind, at_m: [f64; 2]) -> Painting {
    let mut painting = obstructed(kind, at_m);
    let sapling = Rule {
        beside: beside("oak", Some(3.0), Some(8.0), 2.0),
        ..rule("sapling", "wood", 0.7, 0.9)
    };
    painting.rules.insert(3, sapling);
    painting.rules.push(Rule {
        beside: beside("sapling", None, Some(1.5), 1.0),
        ..rule("mushroom", "wood", 0.2, 0.8)
    });
    painting.rules.push(Rule {
        beside: beside("bush", Some(2.5), None, 1.0),
        ..rule("thistle", "wood", 0.3, 1.0)
    });
    painting
}

/// Expressions over a map of two halves.
fn wet(mut painting: Painting, seed: u64) -> PaintedWorld {
    painting.rules[0].place.expression = Some("wet * weight".to_owned());
    painting.rules[4].place.expression = Some("clamp(1.2 - wet, 0, 1) - slope_deg / 90 + 0 * x_m".to_owned());
    let maps = maps(seed);
    let grid = Grid::over(maps.window.low_m, maps.window.high_m, [2, 1]).expect("a grid");
    let map = Raster::new(grid, vec![0.2, 1.0]).expect("two cells");
    PaintedWorld::new(
        painting,
        Maps {
            named: vec![("wet".to_owned(), map)],
            ..maps
        },
        key(seed),
    )
    .unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The rules as one would write them down first: all points of the world against all others.
#[test]
fn what_stands_beside_what_is_what_twenty_lines_say() {
    for kind in PatternKind::ALL {
        let mut painting = crowded(kind, [30.0, 60.0]);
        (painting.blockers, painting.roads, painting.placed) = (Vec::new(), Vec::new(), Vec::new());
        let world = wet(painting, 11);
        let maps = world.maps();
        let rules = &world.painting().rules;
        let mut candidates: Vec<(usize, [f64; 2])> = Vec::new();
        let mut standing: Vec<(u32, [f64; 2])> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let mut points = Vec::new();
            world
                .spawn_points(number)
                .points_in(&maps.window, 1.0, &mut points);
            let others: Vec<[f64; 2]> = standing
                .iter()
                .filter(|(other, _)| {
                    let beside = rule.beside.as_ref();
                    beside.is_some_and(|beside| beside.rule == rules[*other as usize].name)
                })
                .map(|(_, at_m)| *at_m)
                .collect();
            let own: Vec<[f64; 2]> = points
                .iter()
                .filter(|point| {
                    let (weight, slope_deg) = (
                        maps.weights.bilinear(point.place_m),
                        maps.ground.slope_deg(point.place_m),
                    );
                    let answers = [
                        (rule.place.weight, weight),
                        (rule.place.height_m, maps.ground.height_m(point.place_m)),
                        (rule.place.slope_deg, slope_deg),
                    ];
                    let mut density = answers.iter().fold(rule.density, |density, (range, value)| {
                        density * range.map_or(1.0, |range| range.response(*value))
                    });
                    let wet = maps.named[0].1.bilinear(point.place_m);
                    density *= match number {
                        0 => wet * weight,
                        4 => ((1.2 - wet).clamp(0.0, 1.0) - slope_deg / 90.0).max(0.0),
                        _ => 1.0,
                    };
                    if let Some(beside) = &rule.beside {
                        let nearest_m = others
                            .iter()
                            .map(|at_m| apart_m(*at_m, point.place_m))
                            .fold(f64::INFINITY, f64::min);
                        density *= beside.response(nearest_m);
                    }
                    let biome =
                        &world.painting().biomes[usize::from(maps.biomes.nearest(point.place_m))].name;
                    *biome == rule.biome && f64::from(point.rank) < density
                })
                .map(|point| point.place_m)
                .collect();
            for &place_m in &own {
                if candidates.iter().all(|&(upper, other_m)| {
                    apart_m(place_m, other_m) >= rules[upper].footprint_m + rule.footprint_m
                }) {
                    standing.push((number as u32, place_m));
                }
            }
            candidates.extend(own.into_iter().map(|place_m| (number, place_m)));
        }
        let bits = |place_m: [f64; 2]| place_m.map(f64::to_bits);
        // Rule 1 is aligned to the ground, so that its instances leave their points.
        let mut expected: Vec<_> = standing
            .iter()
            .filter(|(rule, _)| *rule != 1)
            .map(|(rule, at_m)| (*rule, bits(*at_m)))
            .collect();
        expected.sort_unstable();
        let all = whole(&world, &Detail::FULL);
        let upright = all.iter().filter(|one| one.rule != Some(1));
        let mut found: Vec<_> = upright
            .map(|one| (one.rule.unwrap_or(99), bits([one.place_m[0], one.place_m[1]])))
            .collect();
        found.sort_unstable();
        for number in [3, 6, 7] {
            // Of each there are enough to tell.
            assert!(
                expected.iter().filter(|(rule, _)| *rule == number).count() > 20,
                "{kind:?} {number}"
            );
        }
        assert_eq!(found, expected, "{kind:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn tiles_of_any_side_and_in_any_order_agree(seed in any::<u64>(), kind in pattern(), tile_m in 8.0..200.0_f64, from in 0..9_usize) {
        let painting = crowded(kind, [30.0, 60.0]);
        let before = wet(painting.clone(), seed);
        let all = by_key(&whole(&before, &Detail::FULL));
        let mut other = painting;
        other.place.tile_m = tile_m;
        prop_assert_eq!(&by_key(&whole(&wet(other, seed), &Detail::FULL)), &all);
        let tiles = before.tiles();
        let together: Vec<_> = before.lay_out(&tiles, &Detail::FULL).collect();
        for number in (0..tiles.len()).map(|number| (number * 7 + from) % tiles.len()) {
            prop_assert_eq!(&before.tile(tiles[number], &Detail::FULL), &together[number].1);
        }
        // Less detail is a part of more, also of what stands beside something that does not stand any more.
        let less = Detail { density_scale: 0.4, small_share: 0.5, small_m: 0.4, least_footprint_m: 0.0 };
        prop_assert!(whole(&before, &less).iter().all(|one| all.get(&one.key.bits()) == Some(one)));
    }

    #[test]
    fn a_house_that_moves_changes_only_what_is_near_it(
        seed in any::<u64>(), kind in pattern(), from in prop::array::uniform2(-20.0..100.0_f64), to in prop::array::uniform2(-20.0..100.0_f64),
    ) {
        let of = |at_m| world(crowded(kind, at_m), seed);
        let (before, after) = (of(from), of(to));
        let reach_m = before.reach_m(7.0, 9.0);
        let [old, new] = [&before, &after].map(|world| by_key(&whole(world, &Detail::FULL)));
        let is_near = |one: &Instance| [from, to].iter().any(|at_m| apart_m([one.place_m[0], one.place_m[1]], *at_m) <= reach_m + 0.1);
        prop_assert!(old.iter().all(|(own, one)| new.get(own) == Some(one) || is_near(one)));
        prop_assert!(new.iter().all(|(own, one)| old.get(own) == Some(one) || is_near(one)));
        let touched = after.touched_since(&before, Some(&[]));
        for tile in after.tiles().iter().filter(|tile| !touched.contains(tile)) {
            prop_assert_eq!(before.tile(*tile, &Detail::FULL), after.tile(*tile, &Detail::FULL));
        }
    }
}

#[test]
fn what_cannot_be_asked_is_told_at_its_key_and_column() {
    let told = |change: fn(&mut Painting)| {
        let mut painting = painting(PatternKind::Poisson);
        change(&mut painting);
        let found = PaintedWorld::new(painting, maps(1), key(1))
            .err()
            .unwrap_or_default();
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].to_string(), found[0].within)
    };
    let (words, within) = told(|painting| painting.rules[2].place.expression = Some("1 - wett".to_owned()));
    assert_eq!(
        words,
        "`rule.bush.expression` names `wett`, but there is no such map, in its column 5"
    );
    assert_eq!(within, Some(4));
    let (words, _) =
        told(|painting| painting.rules[2].place.expression = Some("1 / (weight - 0.5)".to_owned()));
    assert!(
        words.contains("may divide by 0: `(weight - 0.5)` lies from -0.5 to 0.5, in its column 5"),
        "{words}"
    );
    let (words, _) = told(|painting| painting.rules[2].beside = beside("fern", None, Some(3.0), 0.0));
    assert_eq!(
        words,
        "`rule.bush.beside.rule` is `fern`, which is no rule before this one"
    );
    let (words, _) = told(|painting| painting.rules[2].beside = beside("oak", Some(4.0), Some(3.0), 0.0));
    assert!(
        words.contains("`rule.bush.beside.from_m` is 4, above `to_m`, which is 3"),
        "{words}"
    );
}

//! What holds for every painted world: tiles in any order, less is a part of more, edits end where they should.

use proptest::prelude::*;
use understory_placement::parameters::{Mix, PatternKind, Texture, Where};
use understory_placement::{Detail, Instance};
use understory_terrain::Grid;

use crate::painted::{by_key, obstructed, painting, pattern, range, rule, whole, world};

fn apart_m(a: &Instance, b: &Instance) -> f64 {
    let [dx, dy] = [0, 1].map(|axis| a.place_m[axis] - b.place_m[axis]);
    (dx * dx + dy * dy).sqrt()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn footprints_never_overlap_also_across_tiles(seed in any::<u64>(), kind in pattern()) {
        let world = world(obstructed(kind, [30.0, 60.0]), seed);
        let instances = whole(&world, &Detail::FULL);
        prop_assert!(instances.len() > 500);
        let footprint_m = |one: &Instance| match one.rule {
            Some(rule) => world.painting().rules[rule as usize].footprint_m,
            None => 3.0,
        };
        let mut by_x: Vec<&Instance> = instances.iter().collect();
        // Offsets of what is aligned to the ground move it off its point.
        let is_upright = |one: &&&Instance| one.rule != Some(1);
        by_x.sort_by(|a, b| a.place_m[0].total_cmp(&b.place_m[0]));
        for (number, one) in by_x.iter().enumerate().filter(|(_, one)| is_upright(one)) {
            let near = by_x[number + 1..].iter().take_while(|other| other.place_m[0] - one.place_m[0] < 6.0);
            for other in near.filter(is_upright) {
                prop_assert!(apart_m(one, other) >= footprint_m(one) + footprint_m(other) - 1e-9, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_lower_density_takes_away_and_moves_nothing(
        seed in any::<u64>(), kind in pattern(), scale in 0.0..1.0_f64, small_share in 0.0..1.0_f64, least_m in 0.0..1.5_f64,
    ) {
        let world = world(obstructed(kind, [30.0, 60.0]), seed);
        let all = by_key(&whole(&world, &Detail::FULL));
        let less = Detail { density_scale: scale, small_share, small_m: 0.8, least_footprint_m: least_m };
        for (own, instance) in by_key(&whole(&world, &less)) {
            prop_assert_eq!(all.get(&own), Some(&instance));
        }
    }

    #[test]
    fn a_rule_of_a_lower_density_only_loses(seed in any::<u64>(), kind in pattern(), at in 0..5_usize, share in 0.0..1.0_f64) {
        let before = world(painting(kind), seed);
        let mut fewer = painting(kind);
        fewer.rules[at].density *= share;
        let after = whole(&world(fewer, seed), &Detail::FULL);
        let before = by_key(&whole(&before, &Detail::FULL));
        for one in after.iter().filter(|one| one.rule <= Some(at as u32)) {
            prop_assert_eq!(before.get(&one.key.bits()), Some(one));
        }
    }

    #[test]
    fn tiles_come_in_any_order_and_alone(seed in any::<u64>(), kind in pattern(), from in 0..9_usize) {
        let world = world(obstructed(kind, [30.0, 60.0]), seed);
        let tiles = world.tiles();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + from % 3).build().expect("threads");
        let together: Vec<_> = pool.install(|| world.lay_out(&tiles, &Detail::FULL).collect());
        for number in (0..tiles.len()).map(|number| (number * 7 + from) % tiles.len()) {
            let alone = world.tile(tiles[number], &Detail::FULL);
            prop_assert_eq!(&(tiles[number], alone), &together[number]);
        }
    }

    /// Tiles are a way to cut the work, not a part of the result.
    #[test]
    fn the_side_of_a_tile_changes_no_instance(seed in any::<u64>(), kind in pattern(), tile_m in 8.0..200.0_f64) {
        let before = by_key(&whole(&world(obstructed(kind, [30.0, 60.0]), seed), &Detail::FULL));
        let mut other = obstructed(kind, [30.0, 60.0]);
        other.place.tile_m = tile_m;
        prop_assert_eq!(by_key(&whole(&world(other, seed), &Detail::FULL)), before);
    }

    #[test]
    fn a_house_that_moves_changes_only_what_is_near_it(
        seed in any::<u64>(), kind in pattern(), from in prop::array::uniform2(-20.0..100.0_f64), to in prop::array::uniform2(-20.0..100.0_f64),
    ) {
        let of = |at_m| world(obstructed(kind, at_m), seed);
        let (before, after) = (of(from), of(to));
        let reach_m = before.reach_m(7.0, 9.0);
        let [old, new] = [&before, &after].map(|world| by_key(&whole(world, &Detail::FULL)));
        let is_near = |one: &Instance| [from, to].iter().any(|centre_m| {
            let [dx, dy] = [0, 1].map(|axis: usize| one.place_m[axis] - centre_m[axis]);
            // Instances that lean on a slope are moved along its normal.
            (dx * dx + dy * dy).sqrt() <= reach_m + 0.1
        });
        for (own, one) in &old {
            prop_assert!(new.get(own) == Some(one) || is_near(one), "{one:?}");
        }
        for (own, one) in &new {
            prop_assert!(old.get(own) == Some(one) || is_near(one), "{one:?}");
        }
        prop_assert_eq!(by_key(&whole(&of(from), &Detail::FULL)), old);
    }

    #[test]
    fn a_rule_added_at_the_end_moves_nothing_and_one_split_keeps_places(seed in any::<u64>(), kind in pattern()) {
        let before = whole(&world(painting(kind), seed), &Detail::FULL);
        let mut longer = painting(kind);
        longer.rules.push(rule("mushroom", "wood", 0.3, 0.5));
        for (name, share) in [("old-oak", 0.3), ("young-oak", 0.7)] {
            longer.mixes.push(Mix { of: "oak".to_owned(), asset: name.to_owned(), share });
        }
        let split = world(longer, seed);
        let after = by_key(&whole(&split, &Detail::FULL));
        let old = by_key(&before);
        for (own, one) in &after {
            match one.rule {
                Some(5) => prop_assert!(!old.contains_key(own)),
                Some(0) => {
                    prop_assert!(split.assets()[one.asset as usize].ends_with("-oak"));
                    prop_assert_eq!(old.get(own).map(|was| Instance { asset: one.asset, ..*was }), Some(*one));
                }
                _ => prop_assert_eq!(old.get(own), Some(one)),
            }
        }
        prop_assert_eq!(after.values().filter(|one| one.rule != Some(5)).count(), before.len());
    }

    #[test]
    fn nothing_stands_on_roads_in_houses_or_on_what_was_placed_by_hand(seed in any::<u64>(), kind in pattern()) {
        let mut painting = obstructed(kind, [30.0, 60.0]);
        painting.roads[0].smooth = false;
        let world = world(painting, seed);
        let road = &world.painting().roads[0];
        for one in whole(&world, &Detail::FULL) {
            let Some(rule) = one.rule.filter(|rule| *rule != 1) else { continue };
            let footprint_m = world.painting().rules[rule as usize].footprint_m;
            for (centre_m, radius_m) in [([30.0, 60.0], 7.0), ([20.0, 70.0], 3.0)] {
                let [dx, dy] = [0, 1].map(|axis: usize| one.place_m[axis] - centre_m[axis]);
                prop_assert!((dx * dx + dy * dy).sqrt() >= radius_m + footprint_m - 1e-9);
            }
            for ends in road.points_m.windows(2) {
                let [dx, dy] = [0, 1].map(|axis: usize| ends[1][axis] - ends[0][axis]);
                let [px, py] = [0, 1].map(|axis: usize| one.place_m[axis] - ends[0][axis]);
                let share = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                let (qx, qy) = (px - share * dx, py - share * dy);
                prop_assert!((qx * qx + qy * qy).sqrt() >= 2.5 + footprint_m - 1e-9);
            }
        }
    }
}

/// The rules as one would write them down first: all points of the world against all others.
#[test]
fn tiles_are_what_ten_lines_say() {
    for kind in PatternKind::ALL {
        let world = world(painting(kind), 11);
        let maps = world.maps();
        let mut candidates: Vec<(usize, [f64; 2])> = Vec::new();
        let mut standing = Vec::new();
        for (number, rule) in world.painting().rules.iter().enumerate() {
            let mut own = Vec::new();
            let mut points = Vec::new();
            world
                .spawn_points(number)
                .points_in(&maps.window, 1.0, &mut points);
            for point in points {
                let answers = [
                    (rule.place.weight, maps.weights.bilinear(point.place_m)),
                    (rule.place.height_m, maps.ground.height_m(point.place_m)),
                    (rule.place.slope_deg, maps.ground.slope_deg(point.place_m)),
                ];
                let responses =
                    answers.map(|(range, value)| range.map_or(1.0, |range| range.response(value)));
                let biome = &world.painting().biomes[usize::from(maps.biomes.nearest(point.place_m))].name;
                let density = rule.density * responses[0] * responses[1] * responses[2];
                if *biome == rule.biome && f64::from(point.rank) < density {
                    own.push(point.place_m);
                }
            }
            for &place_m in &own {
                let is_free = candidates.iter().all(|&(upper, other_m)| {
                    let [dx, dy] = [0, 1].map(|axis: usize| place_m[axis] - other_m[axis]);
                    let reach_m = world.painting().rules[upper].footprint_m + rule.footprint_m;
                    dx * dx + dy * dy >= reach_m * reach_m
                });
                if is_free {
                    standing.push((number as u32, place_m.map(f64::to_bits)));
                }
            }
            candidates.extend(own.into_iter().map(|place_m| (number, place_m)));
        }
        standing.sort_unstable();
        // Those that are moved along the ground's normal leave their points.
        let mut found: Vec<_> = whole(&world, &Detail::FULL)
            .iter()
            .filter(|one| one.rule != Some(1))
            .map(|one| {
                (
                    one.rule.unwrap_or(9),
                    [one.place_m[0].to_bits(), one.place_m[1].to_bits()],
                )
            })
            .collect();
        found.sort_unstable();
        standing.retain(|(rule, _)| *rule != 1);
        assert!(standing.len() > 1000, "{}", standing.len());
        assert_eq!(found, standing, "{kind:?}");
    }
}

#[test]
fn textures_cover_all_ground_and_the_last_that_may_wins() {
    let mut painting = painting(PatternKind::Poisson);
    for (name, density) in [("moss", 0.5), ("leaves", 1.0)] {
        painting.textures.push(Texture {
            place: Where {
                weight: range(if name == "moss" { 0.3 } else { 0.8 }, 0.0),
                ..Where::default()
            },
            texture: name.to_owned(),
            biome: "wood".to_owned(),
            density,
        });
    }
    let world = world(painting, 3);
    assert_eq!(world.texture_names(), ["soil", "grass", "moss", "leaves"]);
    let mut seen = [0_u32; 4];
    for step in 0..10_000_u32 {
        let place_m = [
            f64::from(step % 100) * 1.8 - 70.0,
            f64::from(step / 100) * 1.8 - 30.0,
        ];
        let mut shares = [0.0; 4];
        world.texture_weights(place_m, &mut shares);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let weight = world.maps().weights.bilinear(place_m);
        let expected = match (world.maps().biomes.nearest(place_m), weight) {
            (1, _) => [0.0, 1.0, 0.0, 0.0],
            (_, weight) if weight >= 0.8 => [0.0, 0.0, 0.0, 1.0],
            (_, weight) if weight >= 0.3 => [0.5, 0.0, 0.5, 0.0],
            _ => [1.0, 0.0, 0.0, 0.0],
        };
        assert_eq!(shares, expected);
        seen[expected.iter().position(|share| *share > 0.0).unwrap()] += 1;
    }
    assert!(seen.iter().take(2).all(|count| *count > 500));
    // The maps of a grid say the same.
    let grid = Grid::new([-70.0, -30.0], 4.0, [45, 45]).unwrap();
    let maps = world.texture_maps(&grid);
    let mut shares = [0.0; 4];
    world.texture_weights(grid.centre_m(17, 30), &mut shares);
    assert_eq!(
        maps.iter().map(|map| map[grid.index(17, 30)]).collect::<Vec<_>>(),
        shares.map(|share| share as f32)
    );
}

//! What edits change in a painted world, what keeps off houses and lanes, and what less detail leaves.

use std::collections::BTreeMap;

use understory_numerics::math::{atan2, sin_cos};
use understory_placement::parameters::Mix;
use understory_placement::{Detail, Instance, PaintedWorld};

use super::sample::{
    FERN, HOUSE_FADE_M, HOUSE_M, HOUSE_RADIUS_M, LANE_FADE_M, LANE_M, LANE_WIDTH_M, LOW_M, OAK, ROCK, SIDE_M,
    all, level_world, painting, rule, world,
};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(EDITED, 4, edits);
    claims.extend(claims_of(STANDING, 8, standing));
    claims
}

const EDITED: [&str; 13] = [
    "B11",
    "B12",
    "B12.rule",
    "B13",
    "B15",
    "B15.share",
    "B16",
    "B16.above",
    "B41",
    "B41.near",
    "B21",
    "B23",
    "B54",
];

type ByKey = BTreeMap<u128, Instance>;

fn by_key(instances: Vec<Instance>) -> ByKey {
    instances.into_iter().map(|one| (one.key.bits(), one)).collect()
}

/// Of those that `of` names, the ones of either that are not the same in the other, but for the numbers of rule and asset.
fn changed(before: &ByKey, after: &ByKey, of: impl Fn(&Instance) -> bool) -> f64 {
    let differs = |one: &&Instance, others: &ByKey| {
        let same = |other: &Instance| {
            (other.place_m, other.rotation, other.scale) == (one.place_m, one.rotation, one.scale)
        };
        of(one) && !others.get(&one.key.bits()).is_some_and(same)
    };
    let gone = before.values().filter(|one| differs(one, after)).count();
    let new = after.values().filter(|one| differs(one, before)).count();
    (gone + new) as f64
}

/// How many instances edits change.
fn edits(seed: u64) -> Result<Numbers<13>, ClaimError> {
    let is_oak = |one: &Instance| one.rule == Some(OAK);
    let base = world(painting(HOUSE_M), seed)?;
    let before = by_key(all(&base, &Detail::FULL));
    let oaks = before.values().filter(|one| is_oak(one)).count() as f64;

    let mut half = painting(HOUSE_M);
    half.rules[OAK as usize].density *= 0.5;
    let fewer = by_key(all(&world(half, seed)?, &Detail::FULL));
    let new_oaks = fewer
        .values()
        .filter(|one| is_oak(one) && !before.contains_key(&one.key.bits()))
        .count();
    let stayed = fewer
        .values()
        .filter(|one| is_oak(one) && before.get(&one.key.bits()) == Some(one));
    let fewer_oaks = fewer.values().filter(|one| is_oak(one)).count() as f64;
    let scaled = Detail {
        density_scale: 0.5,
        ..Detail::FULL
    };
    let scaled = by_key(all(&base, &scaled));
    // Of what stands at half of all densities, nothing may be new.
    let others_scaled = scaled
        .iter()
        .filter(|(own, one)| !is_oak(one) && before.get(own) != Some(one))
        .count();

    let mut split = painting(HOUSE_M);
    for (asset, share) in [("old-oak", 0.3), ("young-oak", 0.7)] {
        split.mixes.push(Mix {
            of: "oak".to_owned(),
            asset: asset.to_owned(),
            share,
        });
    }
    let split = world(split, seed)?;
    let halves = by_key(all(&split, &Detail::FULL));
    let first = halves
        .values()
        .filter(|one| is_oak(one) && split.assets()[one.asset as usize] == "old-oak");

    let mut longer = painting(HOUSE_M);
    longer.rules.push(rule("mushroom", "wood", 0.3, 0.5));
    let last = longer.rules.len() as u32 - 1;
    let longer = by_key(all(&world(longer, seed)?, &Detail::FULL));
    let mut topped = painting(HOUSE_M);
    topped.rules.insert(0, rule("log", "wood", 1.5, 0.2));
    let mut topped = all(&world(topped, seed)?, &Detail::FULL);
    topped.retain(|one| one.rule != Some(0));
    let topped = by_key(topped);
    // Those that are there in both, and those that are new.
    let mut topped_before = before.clone();
    topped_before.retain(|own, _| topped.contains_key(own));

    let aside_m = [HOUSE_M[0] - 40.0, HOUSE_M[1]];
    let moved = by_key(all(&world(painting(aside_m), seed)?, &Detail::FULL));
    let back = by_key(all(&world(painting(HOUSE_M), seed)?, &Detail::FULL));
    // Instances that lean on a slope are moved along its normal.
    let reach_m = base.reach_m(HOUSE_RADIUS_M, HOUSE_FADE_M) + 0.1;
    let is_far = |one: &Instance| {
        let apart_m = |centre_m: [f64; 2]| distance_m([one.place_m[0], one.place_m[1]], centre_m);
        apart_m(HOUSE_M) > reach_m && apart_m(aside_m) > reach_m
    };
    let otherwise = before.values().filter(|one| {
        let after = moved.get(&one.key.bits());
        is_oak(one) && after.is_some_and(|after| after != *one)
    });

    let level = by_key(all(&level_world(painting(HOUSE_M), seed)?, &Detail::FULL));
    let oaks_at = |instances: &ByKey| -> BTreeMap<u128, [f64; 2]> {
        let oaks = instances.iter().filter(|(_, one)| is_oak(one));
        oaks.map(|(key, one)| (*key, [one.place_m[0], one.place_m[1]]))
            .collect()
    };
    let (on_hills, on_level) = (oaks_at(&before), oaks_at(&level));
    let missing = |of: &BTreeMap<u128, [f64; 2]>, other: &BTreeMap<u128, [f64; 2]>| {
        of.iter()
            .filter(|(key, place_m)| other.get(key) != Some(place_m))
            .count()
    };
    let moved_by_ground = missing(&on_hills, &on_level) + missing(&on_level, &on_hills);

    let mut tiles = base.tiles();
    tiles.reverse();
    let mut backwards: ByKey = BTreeMap::new();
    for tile in tiles {
        backwards.extend(by_key(base.tile(tile, &Detail::FULL)));
    }
    let others_edited = changed(&before, &fewer, |one| !is_oak(one)) / (before.len() as f64 - oaks);
    Ok([
        ("B11", new_oaks as f64),
        ("B12", others_scaled as f64),
        ("B12.rule", others_edited),
        ("B13", stayed.count() as f64 / fewer_oaks),
        ("B15", changed(&before, &halves, |_| true)),
        ("B15.share", first.count() as f64 / oaks),
        ("B16", changed(&before, &longer, |one| one.rule != Some(last))),
        ("B16.above", changed(&topped_before, &topped, |_| true)),
        ("B41", changed(&before, &back, |_| true)),
        ("B41.near", changed(&before, &moved, is_far)),
        ("B21", moved_by_ground as f64),
        ("B23", otherwise.count() as f64),
        ("B54", changed(&before, &backwards, |_| true)),
    ])
}

fn distance_m(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
    (dx * dx + dy * dy).sqrt()
}

const STANDING: [&str; 15] = [
    "B17",
    "B19",
    "B20",
    "B27",
    "B28",
    "B29",
    "B30",
    "B32",
    "B35",
    "B35.trees",
    "B36",
    "B36.small",
    "B37",
    "B38",
    "B39",
];

fn standing(seed: u64) -> Result<Numbers<15>, ClaimError> {
    let world = world(painting(HOUSE_M), seed)?;
    let instances = all(&world, &Detail::FULL);
    let footprint_m = |one: &Instance| {
        let rule = one.rule.map(|rule| &world.painting().rules[rule as usize]);
        rule.map_or(0.0, |rule| rule.footprint_m)
    };
    let of_rule = |number: u32| instances.iter().filter(move |one| one.rule == Some(number));
    let place_m = |one: &Instance| [one.place_m[0], one.place_m[1]];
    // What leans on the ground is moved along its normal, off its point.
    let upright: Vec<&Instance> = instances.iter().filter(|one| one.rule != Some(ROCK)).collect();
    let in_the_way = upright.iter().filter(|one| {
        let clear_m = footprint_m(one) - 1e-9;
        distance_m(place_m(one), HOUSE_M) < HOUSE_RADIUS_M + clear_m
            || lane_m(place_m(one)) < LANE_WIDTH_M / 2.0 + clear_m
    });
    let wood: Vec<&Instance> = instances
        .iter()
        .filter(|one| one.rule.is_some_and(|rule| rule <= FERN && rule != ROCK))
        .collect();
    let on_texture = wood
        .iter()
        .filter(|one| share_of_texture(&world, "soil", place_m(one)) > 0.5);
    let lean_deg = |one: &Instance| {
        let [x, y, ..] = one.rotation;
        // The cosine of the angle between the turned axis and the vertical is 1 − 2 (x² + y²).
        let sine_of_half = (x * x + y * y).sqrt();
        2.0 * atan2(sine_of_half, (1.0 - x * x - y * y).sqrt()).to_degrees()
    };
    let mean_lean_deg = |rule: u32| {
        let leans: Vec<f64> = of_rule(rule).map(lean_deg).collect();
        leans.iter().sum::<f64>() / leans.len() as f64
    };
    let turns = of_rule(OAK).map(|one| {
        let [.., z, w] = one.rotation;
        sin_cos(2.0 * atan2(z, w))
    });
    let turns: Vec<(f64, f64)> = turns.collect();
    let mean_of = |part: fn(&(f64, f64)) -> f64| turns.iter().map(part).sum::<f64>() / turns.len() as f64;
    let [north, east] = [mean_of(|turn| turn.0), mean_of(|turn| turn.1)];
    let quality = Detail {
        small_share: 0.25,
        small_m: 0.5,
        ..Detail::FULL
    };
    let is_small = |one: &Instance| footprint_m(one) < 0.5;
    let before = by_key(instances.clone());
    let of_quality = by_key(all(&world, &quality));
    let small = |of: &ByKey| of.values().filter(|one| is_small(one)).count() as f64;
    let ring = Detail {
        least_footprint_m: 1.0,
        ..Detail::FULL
    };
    let ring = by_key(all(&world, &ring));
    let area_m2 = SIDE_M * SIDE_M;
    let scale = instances.iter().map(|one| one.scale).sum::<f64>() / instances.len() as f64;
    let ring_changed = changed(&before, &ring, |one| footprint_m(one) >= 1.0)
        + ring.values().filter(|one| footprint_m(one) < 1.0).count() as f64;
    Ok([
        ("B17", in_the_way.count() as f64),
        ("B19", on_texture.count() as f64 / wood.len() as f64),
        ("B20", oaks_by_weight(&world, &instances)),
        ("B27", mean_lean_deg(ROCK) - mean_lean_deg(OAK)),
        ("B28", of_rule(OAK).map(lean_deg).fold(0.0, f64::max)),
        ("B29", (north * north + east * east).sqrt()),
        ("B30", scale),
        ("B32", overlaps(&upright, footprint_m)),
        ("B35", 2.0 * area_m2 / (16.0 * instances.len() as f64)),
        ("B35.trees", 2.0 * area_m2 / (16.0 * of_rule(OAK).count() as f64)),
        ("B36", changed(&before, &of_quality, |one| !is_small(one))),
        ("B36.small", small(&of_quality) / small(&before)),
        ("B37", ring_changed),
        ("B38", ring.len() as f64 / before.len() as f64),
        ("B39", oaks_beside_lane(&world, &instances)),
    ])
}

/// Distance of a place from the middle of the lane, m.
fn lane_m(place_m: [f64; 2]) -> f64 {
    let [from, to] = LANE_M;
    let way = [to[0] - from[0], to[1] - from[1]];
    let off = [place_m[0] - from[0], place_m[1] - from[1]];
    let share = (off[0] * way[0] + off[1] * way[1]) / (way[0] * way[0] + way[1] * way[1]);
    let nearest_m = [0, 1].map(|axis: usize| from[axis] + share.clamp(0.0, 1.0) * way[axis]);
    distance_m(place_m, nearest_m)
}

fn share_of_texture(world: &PaintedWorld, name: &str, place_m: [f64; 2]) -> f64 {
    let mut shares = vec![0.0; world.texture_names().len()];
    world.texture_weights(place_m, &mut shares);
    let named = world
        .texture_names()
        .iter()
        .zip(&shares)
        .filter(|(own, _)| *own == name);
    named.map(|(_, share)| share).sum()
}

/// Oaks over places of a lattice of 1 m, among those of the wood that are `wanted`.
fn oaks_a_place(world: &PaintedWorld, instances: &[Instance], wanted: impl Fn([f64; 2]) -> bool) -> f64 {
    let is_wood = |place_m: [f64; 2]| world.maps().biomes.nearest(place_m) == 0 && wanted(place_m);
    let lattice = (0..SIDE_M as u32).flat_map(|y| (0..SIDE_M as u32).map(move |x| [x, y]));
    let places = lattice.map(|at| [0, 1].map(|axis: usize| LOW_M[axis] + f64::from(at[axis]) + 0.5));
    let places = places.filter(|&place_m| is_wood(place_m)).count();
    let oaks = instances
        .iter()
        .filter(|one| one.rule == Some(OAK) && is_wood([one.place_m[0], one.place_m[1]]));
    oaks.count() as f64 / places as f64
}

fn oaks_by_weight(world: &PaintedWorld, instances: &[Instance]) -> f64 {
    let weight = |place_m: [f64; 2]| world.maps().weights.bilinear(place_m);
    let clear = oaks_a_place(world, instances, |place_m| weight(place_m) < 0.2);
    clear / oaks_a_place(world, instances, |place_m| weight(place_m) > 0.8)
}

fn oaks_beside_lane(world: &PaintedWorld, instances: &[Instance]) -> f64 {
    let edge_m = LANE_WIDTH_M / 2.0 + 2.5;
    let beside = oaks_a_place(world, instances, |place_m| {
        (edge_m..LANE_FADE_M).contains(&lane_m(place_m))
    });
    beside / oaks_a_place(world, instances, |place_m| lane_m(place_m) > 30.0)
}

fn overlaps(upright: &[&Instance], footprint_m: impl Fn(&Instance) -> f64) -> f64 {
    let mut by_x: Vec<&Instance> = upright.to_vec();
    by_x.sort_by(|a, b| a.place_m[0].total_cmp(&b.place_m[0]));
    let mut overlapping = 0.0;
    for (number, one) in by_x.iter().enumerate() {
        for other in by_x[number + 1..]
            .iter()
            .take_while(|other| other.place_m[0] - one.place_m[0] < 5.0)
        {
            let apart_m = distance_m(
                [one.place_m[0], one.place_m[1]],
                [other.place_m[0], other.place_m[1]],
            );
            overlapping += f64::from(u8::from(apart_m < footprint_m(one) + footprint_m(other) - 1e-9));
        }
    }
    overlapping
}

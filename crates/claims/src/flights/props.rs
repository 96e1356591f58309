//! What patches drop: from a generator of their own, and from one that they share.

use std::collections::BTreeMap;

use understory_numerics::math::{atan2, exp, pow};
use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::Align;
use understory_placement::patches::{Camera, Flight, Prop, PropRule, Props, Refining};
use understory_scatter::quadtree::Patch;
use understory_space::{Edge, Plot};
use understory_terrain::{Grid, Hills, Level, Relief};

use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::Definition::{Mean, Once};
use crate::rows::{Definition, Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(ROWS, 4, drops);
    claims.extend(EXACT.iter().map(Definition::claim));
    claims
}

const ROWS: [&str; 10] = [
    "P15",
    "P16",
    "P17",
    "P19",
    "P20",
    "P21",
    "P22",
    "P22.other",
    "P24",
    "P27",
];

/// A patch, by level, column and row.
type Name = (u32, u32, u32);

fn name(patch: &Patch) -> Name {
    (patch.level, patch.column, patch.row)
}

fn rule(name: &str, levels: [u32; 2], per_patch: [u32; 2]) -> PropRule {
    PropRule {
        name: name.to_owned(),
        asset: "boulder".to_owned(),
        levels,
        per_patch,
        scale_per_m: Some(0.01),
        scale: [1.0, 10.0],
        sunk: 0.0,
        align: Align::Up,
        slope_deg: None,
        height_m: None,
    }
}

fn drops(seed: u64) -> Result<Numbers<10>, ClaimError> {
    let key = RandomKey::root(seed, &["props"]);
    let plot = Plot::new([0.0; 2], [2048.0; 2], Edge::Open)?;
    let level = Level::default();
    let rules = [rule("rocks", [3, 9], [0, 4]), rule("trees", [5, 5], [1, 3])];
    let props = Props::new(&rules, plot, &level, None);
    let dropped = |props: &Props<'_>, patch: &Patch| {
        let mut dropped: Vec<Prop> = Vec::new();
        props.drop_on(patch, |prop| dropped.push(prop));
        dropped
    };

    let all = to_level(Patch::root(key), 6);
    let rocks = |patch: &Patch| {
        dropped(&props, patch)
            .into_iter()
            .filter(|prop| prop.rule == 0)
            .collect::<Vec<_>>()
    };
    let of_rocks: Vec<&Patch> = all.iter().filter(|patch| patch.level >= 3).collect();
    let mean = of_rocks.iter().map(|patch| rocks(patch).len()).sum::<usize>() as f64 / of_rocks.len() as f64;
    let scale = |level: u32| {
        let scales = all.iter().filter(|patch| patch.level == level).flat_map(&rocks);
        let scales: Vec<f64> = scales.map(|prop| prop.scale).collect();
        scales.iter().sum::<f64>() / scales.len() as f64
    };

    let more = [
        rule("mushrooms", [3, 9], [2, 9]),
        rules[0].clone(),
        rules[1].clone(),
    ];
    let with_more = Props::new(&more, plot, &level, None);
    let finest: Vec<Patch> = all.iter().copied().filter(|patch| patch.level == 6).collect();
    let again = to_level(Patch::root(key), 6);
    let unmoved = finest
        .iter()
        .zip(again.iter().filter(|patch| patch.level == 6))
        .filter(|(patch, same)| {
            let after = dropped(&with_more, patch)
                .into_iter()
                .filter(|prop| prop.rule > 0);
            let after: Vec<Prop> = after
                .map(|prop| Prop {
                    rule: prop.rule - 1,
                    ..prop
                })
                .collect();
            patch.key == same.key && dropped(&props, patch) == after
        });

    let other_way: BTreeMap<Name, Vec<Prop>> = to_level(Patch::root(RandomKey::root(seed, &["props"])), 6)
        .iter()
        .rev()
        .map(|patch| (name(patch), dropped(&props, patch)))
        .collect();
    let again_by_seed = all
        .iter()
        .filter(|patch| other_way.get(&name(patch)) == Some(&dropped(&props, patch)));
    let of_next_seed = to_level(Patch::root(RandomKey::root(seed + 1, &["props"])), 6);
    let pairs = all
        .iter()
        .zip(&of_next_seed)
        .filter(|(patch, _)| patch.level == 6);
    let pairs: Vec<bool> = pairs
        .map(|(patch, other)| [patch, other].map(|patch| dropped(&props, patch)))
        .filter(|[own, _]| !own.is_empty())
        .map(|[own, other]| own == other)
        .collect();

    let trees = |deepest: u32| {
        let patches = to_level(Patch::root(key), deepest);
        let of_patch = |patch: &Patch| {
            dropped(&props, patch)
                .iter()
                .filter(|prop| prop.rule == 1)
                .count()
        };
        patches.iter().map(of_patch).sum::<usize>() as f64
    };

    // Two flights that cross in the middle, the first there and back.
    let flights = [
        [[300.0, 1024.0], [1700.0, 1024.0], [300.0, 1024.0]],
        [[1024.0, 300.0], [1024.0, 1700.0], [1024.0, 1700.0]],
    ];
    let [there_and_back, across] = flights.map(|way_m| flown(&props, key, way_m));
    let (there_and_back, across) = (there_and_back?, across?);
    let by_stream = [&there_and_back, &across].map(|flight| drawn_from_a_stream(&flight.openings, key));
    let twice = by_stream[0].values().filter(|draws| draws.len() > 1);
    let twice: Vec<bool> = twice.map(|draws| draws[0] == draws[1]).collect();
    let shared: Vec<&Name> = by_stream[0]
        .keys()
        .filter(|name| by_stream[1].contains_key(*name))
        .collect();
    let alike = shared
        .iter()
        .filter(|name| by_stream[0][**name][0] == by_stream[1][**name][0]);
    let by_key = shared.iter().filter(|name| {
        let of = |flight: &Flown| {
            flight
                .openings
                .iter()
                .find(|(own, _)| own == **name)
                .map(|(_, dropped)| dropped.clone())
        };
        of(&there_and_back) == of(&across)
    });
    let share = |count: usize, of: usize| count as f64 / of as f64;
    let alike_of_seeds = share(pairs.iter().filter(|&&same| same).count(), pairs.len());
    let again_by_stream = share(twice.iter().filter(|&&same| same).count(), twice.len().max(1));
    Ok([
        ("P15", mean),
        ("P16", there_and_back.orphans),
        ("P17", again_by_stream),
        ("P19", share(alike.count(), shared.len())),
        ("P20", share(by_key.count(), shared.len())),
        ("P21", share(unmoved.count(), finest.len())),
        ("P22", share(again_by_seed.count(), all.len())),
        ("P22.other", alike_of_seeds),
        ("P24", scale(5) / scale(6)),
        ("P27", trees(7) / trees(5)),
    ])
}

/// The patches down to a level.
fn to_level(root: Patch, deepest: u32) -> Vec<Patch> {
    let mut patches = vec![root];
    let mut next = 0;
    while let Some(&patch) = patches.get(next) {
        next += 1;
        if patch.level < deepest {
            patches.extend(patch.children().into_iter().flatten());
        }
    }
    patches
}

/// What came of a flight: the patches in the order in which they came, each time that they did, with their props.
struct Flown {
    openings: Vec<(Name, Vec<Prop>)>,
    /// Props that are there in the end, less those of the patches that are.
    orphans: f64,
}

/// A flight from place to place, 16 m a frame.
fn flown(props: &Props<'_>, key: RandomKey, way_m: [[f64; 2]; 3]) -> Result<Flown, ClaimError> {
    let refining = Refining {
        finest_level: 8,
        ..Refining::default()
    };
    let mut flight =
        Flight::new(props, refining, key).map_err(|fault| ClaimError::InWords(fault.to_string()))?;
    let mut there: BTreeMap<Name, ()> = BTreeMap::new();
    let mut openings = Vec::new();
    let mut last = 0;
    for legs in way_m.windows(2) {
        let way = [0, 1].map(|axis: usize| legs[1][axis] - legs[0][axis]);
        let length_m = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let frames = (length_m / 16.0) as u32;
        let yaw_deg = atan2(way[1], way[0]).to_degrees();
        for frame in 0..frames {
            let share = f64::from(frame) / f64::from(frames);
            let [x_m, y_m] = [0, 1].map(|axis: usize| legs[0][axis] + share * way[axis]);
            let seen = flight.see(&Camera::new([x_m, y_m, 30.0], [yaw_deg, -10.0], 70.0, 2203.0));
            last = seen.props;
            let mut now = BTreeMap::new();
            for patch in flight.tree().patches() {
                if !there.contains_key(&name(&patch)) {
                    let mut dropped = Vec::new();
                    props.drop_on(&patch, |prop| dropped.push(prop));
                    openings.push((name(&patch), dropped));
                }
                now.insert(name(&patch), ());
            }
            there = now;
        }
    }
    let mut expected = 0;
    for patch in flight.tree().patches() {
        props.drop_on(&patch, |_| expected += 1);
    }
    Ok(Flown {
        openings,
        orphans: last.abs_diff(expected) as f64,
    })
}

/// The first numbers that each patch draws from a stream that all share, each time that it opens.
fn drawn_from_a_stream(openings: &[(Name, Vec<Prop>)], key: RandomKey) -> BTreeMap<Name, Vec<u32>> {
    let mut drawn: BTreeMap<Name, Vec<u32>> = BTreeMap::new();
    for (number, (name, _)) in (0..).zip(openings) {
        let [word, ..] = key.draws(0, Purpose::Custom, number);
        drawn.entry(*name).or_default().push(word);
    }
    drawn
}

const EXACT: &[Definition] = &[
    Mean("P18", |seed| {
        let grid = Grid::over([0.0; 2], [640.0; 2], [64; 2])?;
        let relief = Relief {
            hills: Some(Hills {
                count: 12,
                height_m: [10.0, 60.0],
                radius_m: [40.0, 160.0],
            }),
            ..Relief::default()
        };
        let drawn = || relief.draw(RandomKey::root(seed, &["hills"]), grid);
        let (first, again) = (drawn()?, drawn()?);
        let same = first
            .values()
            .iter()
            .zip(again.values())
            .filter(|(a, b)| a.to_bits() == b.to_bits());
        Ok(same.count() as f64 / grid.len() as f64)
    }),
    Once("P22.bits", || Ok(shared(87_381.0, 32.0))),
    Once("P22.half", || Ok(shared(87_381.0, 31.0))),
    Once("P22.keys", || Ok(shared(87_381.0, 128.0))),
];

/// Chance that two of so many random seeds of so many bits are the same.
fn shared(count: f64, bits: f64) -> f64 {
    1.0 - exp(-count * (count - 1.0) / 2.0 / pow(2.0, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_chance_of_a_shared_seed_comes_at_the_root_of_their_number() {
        assert!((shared(77_163.0, 32.0) - 0.5).abs() < 1e-5);
        assert!(shared(87_381.0, 128.0) < 1e-20);
    }
}

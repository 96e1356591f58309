//! Hand edits, and which tiles a change touches: all others are as they were.

use proptest::prelude::*;
use understory_numerics::RandomKey;
use understory_placement::{Added, Detail, HandEdits, Maps, PaintedWorld, Painting, Removed};
use understory_terrain::Raster;

use crate::painted::{self, by_key, key, maps, obstructed, pattern, whole, world};

fn of(painting: &Painting, maps: Maps, seed: u64) -> PaintedWorld {
    PaintedWorld::new(painting.clone(), maps, key(seed)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A map with other values in a rectangle of cells.
fn repainted<T: Copy>(raster: &Raster<T>, from: [u32; 2], cells: u32, value: T) -> Raster<T> {
    let grid = *raster.grid();
    let mut values = raster.values().to_vec();
    for row in from[1]..(from[1] + cells).min(grid.rows()) {
        for column in from[0]..(from[0] + cells).min(grid.columns()) {
            values[grid.index(column, row)] = value;
        }
    }
    Raster::new(grid, values).expect("as many values as before")
}

/// Tiles that differ between two worlds are among those that are said to be touched; gives how many those are.
fn holds(before: &PaintedWorld, after: &PaintedWorld) -> Result<usize, TestCaseError> {
    let touched = after.touched_since(before, Some(&[]));
    let same = |tile: &[i32; 2]| before.tile(*tile, &Detail::FULL) == after.tile(*tile, &Detail::FULL);
    for tile in after.tiles().iter().filter(|tile| !touched.contains(tile)) {
        prop_assert!(same(tile), "{tile:?} is not among {touched:?}");
    }
    prop_assert!(before.tiles().iter().all(same) || !touched.is_empty());
    Ok(touched.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_map_that_is_painted_over_changes_no_tile_that_is_not_touched(
        seed in any::<u64>(), kind in pattern(), from in prop::array::uniform2(0..24_u32), cells in 1..4_u32, value in 0.0..1.0_f32,
    ) {
        let painting = obstructed(kind, [30.0, 60.0]);
        let before = of(&painting, maps(seed), seed);
        let old = maps(seed);
        let weights = repainted(&old.weights, from, cells, value);
        let after = of(&painting, Maps { weights, ..old.clone() }, seed);
        let touched = holds(&before, &after)?;
        // Four cells are 30 m of 180 m, with two cells and four footprints of 2.5 m around: three tiles of 32 m each way.
        prop_assert!((1..=12).contains(&touched), "{touched}");
        let biomes = repainted(&old.biomes, from.map(|at| at.min(8)), 1, u8::from(value < 0.5));
        holds(&before, &of(&painting, Maps { biomes, ..old }, seed))?;
        prop_assert_eq!(holds(&before, &of(&painting, maps(seed), seed))?, 0);
    }

    #[test]
    fn a_blocker_or_a_well_that_moves_changes_no_tile_that_is_not_touched(
        seed in any::<u64>(), kind in pattern(), from in prop::array::uniform2(-20.0..100.0_f64), to in prop::array::uniform2(-20.0..100.0_f64),
    ) {
        let before = world(obstructed(kind, from), seed);
        let touched = holds(&before, &world(obstructed(kind, to), seed))?;
        prop_assert!(touched < before.tiles().len());
        let mut painting = obstructed(kind, from);
        painting.placed[0].at_m = to;
        holds(&before, &world(painting.clone(), seed))?;
        painting.roads[0].points_m.pop();
        holds(&before, &world(painting.clone(), seed))?;
        painting.rules[3].density *= 0.5;
        prop_assert_eq!(holds(&before, &world(painting, seed))?, before.tiles().len());
    }

    /// What a user took away and added is all that differs, and it is so still when rules have changed.
    #[test]
    fn hand_edits_change_only_what_they_name_and_outlast_the_rules(seed in any::<u64>(), kind in pattern(), every in 3..40_usize) {
        let painting = obstructed(kind, [30.0, 60.0]);
        let before = by_key(&whole(&world(painting.clone(), seed), &Detail::FULL));
        let mut edited = painting.clone();
        let removed = before.values().step_by(every).filter(|one| one.rule.is_some());
        edited.hand_edits.removed = removed.map(|one| Removed { key: one.key, at_m: [one.place_m[0], one.place_m[1]] }).collect();
        // One of them was moved.
        let moved = edited.hand_edits.removed[0];
        edited.hand_edits.added = vec![
            Added { key: moved.key, asset: "oak".to_owned(), at_m: [15.0, 15.0], above_m: 1.5, rotation: [0.0, 0.0, 0.0, 1.0], scale: 2.0, shade: 1.0 },
            Added { key: RandomKey::from_bits(1), asset: "statue".to_owned(), at_m: [-60.0, 140.0], above_m: 0.0, rotation: [0.0, 0.0, 1.0, 0.0], scale: 1.0, shade: 1.0 },
        ];
        let after = world(edited.clone(), seed);
        holds(&world(painting.clone(), seed), &after)?;
        let found = by_key(&whole(&after, &Detail::FULL));
        let gone: Vec<u128> = edited.hand_edits.removed.iter().map(|removed| removed.key.bits()).collect();
        prop_assert_eq!(found.len(), before.len() - gone.len() + 2);
        for (own, one) in found.iter().filter(|(own, _)| **own != 1 && **own != moved.key.bits()) {
            // Numbers of assets are those of another world.
            prop_assert!(before.get(own).map(|was| (was.place_m, was.rotation, was.rule)) == Some((one.place_m, one.rotation, one.rule)) && !gone.contains(own));
        }
        let oak = found[&moved.key.bits()];
        prop_assert_eq!((oak.place_m[0], oak.rule, oak.scale), (15.0, None, 2.0));
        prop_assert!((oak.place_m[2] - after.maps().ground.height_m([15.0, 15.0]) - 1.5).abs() < 1e-12);
        // With a rule more and one less dense, what was taken away does not come back.
        edited.rules[2].density *= 0.7;
        edited.rules.push(painted::rule("mushroom", "wood", 0.3, 0.5));
        let later = by_key(&whole(&world(edited, seed), &Detail::FULL));
        prop_assert!(gone.iter().all(|own| later.get(own).is_none_or(|one| one.rule.is_none())));
        prop_assert!(later.contains_key(&1));
    }
}

#[test]
fn edits_that_cannot_be_are_told() {
    let mut painting = obstructed(
        understory_placement::parameters::PatternKind::Poisson,
        [30.0, 60.0],
    );
    let removed = Removed {
        key: RandomKey::from_bits(7),
        at_m: [0.0, 0.0],
    };
    let added = Added {
        key: RandomKey::from_bits(8),
        asset: "oak".to_owned(),
        at_m: [1e4, 0.0],
        above_m: 0.0,
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: 1.0,
        shade: 1.0,
    };
    painting.hand_edits = HandEdits {
        removed: vec![removed, removed],
        added: vec![added],
    };
    let faults = PaintedWorld::new(painting, maps(1), key(1))
        .err()
        .unwrap_or_default();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2);
    assert!(
        told[0].contains("has the instance `00000000000000000000000000000007` taken away twice"),
        "{told:?}"
    );
    assert!(
        told[1].contains("adds `oak` at [10000.0, 0.0], beyond the world"),
        "{told:?}"
    );
}

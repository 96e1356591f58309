//! Which trees of a table a page draws.

use understory_page::Thinning;

/// So many rows of trees a page holds at most.
const ROWS_AT_MOST: u64 = 200_000;

#[test]
fn a_forest_that_fits_is_drawn_whole() {
    let thinning = Thinning::of(200_000, 40_000, 20);
    assert!((0..1000).all(|tree| thinning.draws(tree, tree % 2 == 0)));
}

#[test]
fn no_page_has_many_more_rows_than_there_is_room_for() {
    for (trees, adults) in [
        (640_000, 20_000),
        (640_000, 0),
        (640_000, 640_000),
        (16_000_000, 3_000_000),
        (200_001, 200_001),
    ] {
        let thinning = Thinning::of(trees, adults, 20);
        let drawn = (0..trees)
            .filter(|&tree| thinning.draws(tree, tree < adults))
            .count() as f64;
        assert!(drawn < 1.02 * ROWS_AT_MOST as f64, "{trees} {adults}: {drawn}");
        assert!(drawn > 0.3 * ROWS_AT_MOST as f64, "{trees} {adults}: {drawn}");
    }
}

#[test]
fn adults_stay_while_there_is_room() {
    let thinning = Thinning::of(640_000, 20_000, 20);
    assert!((0..1000).all(|tree| thinning.draws(tree, true)));
    let small = (0..10_000).filter(|&tree| thinning.draws(tree, false)).count();
    assert!((2_400..2_600).contains(&small), "{small}");
}

#[test]
fn who_was_drawn_small_is_drawn_as_an_adult() {
    for thinning in [
        Thinning::of(16_000_000, 3_000_000, 20),
        Thinning::of(640_000, 640_000, 20),
        Thinning::of(640_000, 620_000, 20),
    ] {
        assert!((0..10_000).all(|tree| !thinning.draws(tree, false) || thinning.draws(tree, true)));
    }
}

#[test]
fn no_single_year_has_more_than_is_drawn_quickly() {
    let thinning = Thinning::of(100_000, 5_000, 1);
    let drawn = (0..100_000)
        .filter(|&tree| thinning.draws(tree, tree < 5_000))
        .count();
    assert!((18_000..21_000).contains(&drawn), "{drawn}");
}

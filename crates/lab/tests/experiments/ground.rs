//! What a run on ground leaves of it, against the census and the plot.

use understory_lab::store::Store;
use understory_records::{CensusRow, GroundRow, SitesRow, SuitabilityRow, TreeRow};

use crate::common::{rows, scenario, whole};

const ON_HILLS: &str = r#"
    name = "hills"
    world = { size_m = [80.0, 60.0], origin_m = [500.0, -30.0], edge = "open", seed = 5, buffer_m = 10.0 }
    terrain = { cell_m = 5.0, noise = { wavelength_m = 40.0, amplitude_m = 10.0 } }
    ground = { latitude_deg = 50.0 }
    run = { years = 6 }
    species = [
        { name = "birch", preset = "betula-pendula", site = { sun_mj_m2 = [0.0, 7000.0, 20000.0, 20000.0] } },
        { name = "beech", preset = "fagus-sylvatica" },
    ]
    founders = [
        { species = "birch", method = "uniform", count = 60, height_m = 15.0 },
        { species = "beech", method = "uniform", count = 60, height_m = 8.0 },
    ]
    record = { every_years = 3 }
"#;

#[test]
fn every_tree_stands_on_ground_of_one_class_and_all_classes_are_the_counted_plot() {
    let (store, _) = whole(&scenario(ON_HILLS));
    let ground: Vec<GroundRow> = rows(&store, "ground.csv");
    // 60 by 40 m within the strip, in cells of 5 m, from the south-west.
    assert_eq!(ground.len(), 12 * 8);
    assert_eq!(
        (ground[0].x_m, ground[0].y_m, ground[95].x_m, ground[95].y_m),
        (512.5, -17.5, 567.5, 17.5)
    );
    assert!(
        ground
            .iter()
            .all(|row| row.wetness.is_some() && row.sun_mj_m2.is_some() && row.soil_depth_m.is_none())
    );
    let suitability: Vec<SuitabilityRow> = rows(&store, "suitability.csv");
    assert_eq!(suitability.len(), 2 * ground.len());
    for (cell, own) in ground.iter().enumerate() {
        let [birch, beech] = [&suitability[2 * cell], &suitability[2 * cell + 1]];
        assert_eq!((birch.x_m, birch.y_m, beech.x_m), (own.x_m, own.y_m, own.x_m));
        assert_eq!(beech.growth_factor, 1.0);
        let expected = (own.sun_mj_m2.unwrap() / 7000.0).min(1.0);
        assert!((birch.growth_factor - expected).abs() < 1e-6);
    }
    let sites: Vec<SitesRow> = rows(&store, "sites.csv");
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    for year in [0, 3, 6] {
        for species in ["birch", "beech", "all"] {
            let own = || {
                sites
                    .iter()
                    .filter(|row| row.year == year && row.species == species)
            };
            let counted = census
                .iter()
                .find(|row| row.year == year && row.species == species)
                .unwrap();
            assert_eq!(own().map(|row| row.trees).sum::<u64>(), counted.trees);
            assert_eq!(own().map(|row| row.adults).sum::<u64>(), counted.adults);
            let ground_ha: f64 = own().map(|row| row.ground_ha).sum();
            assert!((ground_ha - 0.24).abs() < 1e-9, "{ground_ha}");
        }
    }
    // One class by hand: the cells whose means lie in it, and the trees on them.
    let class = sites
        .iter()
        .filter(|row| row.year == 6 && row.species == "all")
        .max_by_key(|row| row.trees)
        .unwrap();
    let is_in = |value: f64, low: f64, high: f64, all: &mut dyn Iterator<Item = f64>| {
        let most = all.fold(f64::NEG_INFINITY, f64::max);
        value >= low && (value < high || high == most)
    };
    let cells: Vec<&GroundRow> = ground
        .iter()
        .filter(|row| {
            let wetness = &mut ground.iter().filter_map(|row| row.wetness);
            let sun = &mut ground.iter().filter_map(|row| row.sun_mj_m2);
            is_in(
                row.wetness.unwrap(),
                class.wetness_low,
                class.wetness_high,
                wetness,
            ) && is_in(
                row.sun_mj_m2.unwrap(),
                class.sun_low_mj_m2.unwrap(),
                class.sun_high_mj_m2.unwrap(),
                sun,
            )
        })
        .collect();
    assert!((class.ground_ha - cells.len() as f64 * 0.0025).abs() < 1e-9);
    let trees: Vec<TreeRow> = rows(&store, "trees/year-0006.csv");
    let there = trees.iter().filter(|tree| {
        cells
            .iter()
            .any(|cell| (tree.x_m - cell.x_m).abs() < 2.5 && (tree.y_m - cell.y_m).abs() < 2.5)
    });
    assert_eq!(class.trees, there.count() as u64);
}

#[test]
fn level_ground_leaves_nothing_and_ground_of_which_nothing_is_asked_its_heights() {
    let level = ON_HILLS
        .replace(
            "terrain = { cell_m = 5.0, noise = { wavelength_m = 40.0, amplitude_m = 10.0 } }",
            "",
        )
        .replace("ground = { latitude_deg = 50.0 }", "")
        .replace(", site = { sun_mj_m2 = [0.0, 7000.0, 20000.0, 20000.0] }", "");
    let (store, _) = whole(&scenario(&level));
    let left = store.list("").unwrap();
    for table in ["ground.csv", "suitability.csv", "sites.csv"] {
        assert!(!left.iter().any(|path| path == table), "{left:?}");
    }
    let unasked = ON_HILLS
        .replace("ground = { latitude_deg = 50.0 }", "")
        .replace(", site = { sun_mj_m2 = [0.0, 7000.0, 20000.0, 20000.0] }", "");
    let (store, _) = whole(&scenario(&unasked));
    let ground: Vec<GroundRow> = rows(&store, "ground.csv");
    assert!(ground.len() == 96 && ground.iter().all(|row| row.wetness.is_none()));
    let left = store.list("").unwrap();
    assert!(!left.iter().any(|path| path == "sites.csv"));
}

/// A slope shades: without it the same seed grows another forest. Level ground knows none.
#[test]
fn light_on_a_slope_is_asked_for_by_its_key() {
    let grown = |text: &str| -> Vec<TreeRow> { rows(&whole(&scenario(text)).0, "trees/year-0006.csv") };
    let without = ON_HILLS.replace("run = {", "light = { slope = false }\n    run = {");
    assert_ne!(grown(ON_HILLS), grown(&without));
    let level = |slope: bool| {
        let text = ON_HILLS.replace(", noise = { wavelength_m = 40.0, amplitude_m = 10.0 }", "");
        text.replace("run = {", &format!("light = {{ slope = {slope} }}\n    run = {{"))
    };
    assert_eq!(grown(&level(true)), grown(&level(false)));
}

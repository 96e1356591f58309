//! What a forest begins with: founders that are drawn, listed in a file, or grown first and laid out in tiles.

use std::collections::{BTreeMap, BTreeSet};

use understory_forest::components::{Cause, Wood};
use understory_forest::growth::{GrowthCurve, LIGHT_IN_STANDS};
use understory_forest::{Forest, Tree};
use understory_lab::{LabError, forest_at_start, memory_of_founders_bytes, try_founders};
use understory_numerics::{RandomKey, math};
use understory_records::TreeRow;
use understory_scatter::{PointMethod, Request, Uniform};
use understory_scenario::ForestScenario;

use crate::common::{bytes, mean, near, rows, scenario, scenario_of, whole};

/// Birches and beeches on a torus, with these founders.
fn world(founders: &str) -> String {
    let all = [("birch", "betula-pendula"), ("beech", "fagus-sylvatica")];
    let used = all.into_iter().filter(|(name, _)| founders.contains(name));
    let species: Vec<String> = used
        .map(|(name, preset)| {
            format!(
                "{{ name = \"{name}\", preset = \"{preset}\", crown = {{ radius_at_30_cm_m = 2.2 }}, \
                 competition = {{ zone_radius_at_25_cm_m = 2.2 }} }}"
            )
        })
        .collect();
    format!(
        "name = \"founded\"\nworld = {{ size_m = [60.0, 50.0], origin_m = [5.0, -9.0], edge = \"torus\", seed = 7 }}\n\
         run = {{ years = 2 }}\n\
         species = [{}]\nfounders = [{founders}]\n",
        species.join(", ")
    )
}

fn trees(scenario: &ForestScenario) -> Vec<Tree> {
    let forest = forest_at_start(scenario, scenario.header.seed, false).unwrap();
    assert_eq!(
        (forest.year(), forest.seed_count(), forest.dead_count()),
        (0, 0, 0)
    );
    forest.trees().collect()
}

fn by_place(trees: &[Tree]) -> BTreeMap<[u64; 2], &Tree> {
    trees
        .iter()
        .map(|tree| (tree.place_m.map(f64::to_bits), tree))
        .collect()
}

#[test]
fn drawn_founders_stand_where_their_method_puts_them_with_the_age_of_their_height() {
    let scenario = scenario(&world(
        "{ species = \"birch\", method = \"uniform\", count = 30, height_m = 14.0 }, \
         { species = \"beech\", method = \"uniform\", count = 20, height_m = 1.0 }, \
         { species = \"birch\", method = \"uniform\", count = 10, height_m = 12.0, age_yr = 33 }",
    ));
    let all = trees(&scenario);
    let all = by_place(&all);
    assert_eq!(all.len(), 60);
    let entries = [
        ("birch", "1", 30, 14.0, None),
        ("beech", "1", 20, 1.0, None),
        ("birch", "2", 10, 12.0, Some(33)),
    ];
    for (name, entry, count, height_m, age_yr) in entries {
        let number = scenario
            .species
            .iter()
            .position(|species| species.name == name)
            .unwrap();
        let species = &scenario.species[number];
        let root = RandomKey::root(7, &["founders", name, "uniform", entry]);
        let places = Uniform
            .scatter(&Request::new(&scenario.plot, count), root)
            .unwrap()
            .points_m;
        let grown_yr = GrowthCurve::new(species).life(1.0).age_at_height_yr(height_m);
        let (youngest, oldest) = (
            f64::from(species.fruit.maturity_age_yr),
            0.9 * f64::from(species.mortality.age_max_yr),
        );
        let expected_yr = age_yr.unwrap_or(grown_yr.max(youngest).min(oldest) as u16);
        for place_m in places {
            let tree = all[&place_m.map(f64::to_bits)];
            assert_eq!((usize::from(tree.species), tree.age_yr), (number, expected_yr));
            assert_eq!(tree.size.height_m, height_m);
            // By the crowding in which it stands.
            assert!(tree.vigour > 0.0 && tree.vigour <= 1.0);
            assert_eq!(
                tree.size.dbh_cm,
                GrowthCurve::new(species).life(1.0).dbh_at_height_cm(height_m)
            );
            assert_eq!(tree.size.dbh_cm > 0.0, height_m > 1.3);
        }
    }
    let events = forest_at_start(&scenario, 7, true).unwrap().take_events();
    assert_eq!(events.len(), 60);
    assert!(
        forest_at_start(&scenario, 7, false)
            .unwrap()
            .take_events()
            .is_empty()
    );
    // Another seed, other places.
    let other = forest_at_start(&scenario, 8, false).unwrap();
    assert!(
        other
            .trees()
            .all(|tree| !all.contains_key(&tree.place_m.map(f64::to_bits)))
    );
    // 400 bytes each.
    assert_eq!(memory_of_founders_bytes(&scenario), 60 * 400);
}

#[test]
fn a_founder_is_old_enough_to_bear_and_younger_than_any_gets() {
    let tall = |height_m: f64, more: &str| {
        let text = world(&format!(
            "{{ species = \"birch\", method = \"uniform\", count = 1, height_m = {height_m} }}"
        ));
        let scenario = scenario(&text.replace(
            "preset = \"betula-pendula\"",
            &format!("preset = \"betula-pendula\", {more}"),
        ));
        (
            trees(&scenario)[0].age_yr,
            GrowthCurve::new(&scenario.species[0])
                .life(1.0)
                .age_at_height_yr(height_m),
        )
    };
    let (age_yr, by_curve_yr) = tall(0.5, "fruit = { maturity_age_yr = 21 }");
    assert!(by_curve_yr < 21.0);
    assert_eq!(age_yr, 21);
    let (age_yr, by_curve_yr) = tall(
        20.0,
        "mortality = { age_max_yr = 21 }, fruit = { maturity_age_yr = 3 }",
    );
    assert!(by_curve_yr > 20.0, "{by_curve_yr}");
    assert_eq!(age_yr, 18, "nine tenths of 21");
}

#[test]
fn drawn_heights_scatter_about_their_median_as_they_are_told_to() {
    let scenario = scenario(&world(
        "{ species = \"birch\", method = \"uniform\", count = 3000, height_m = 6.0, height_sigma = 0.25 }",
    ));
    let logs: Vec<f64> = trees(&scenario)
        .iter()
        .map(|tree| math::ln(tree.size.height_m / 6.0))
        .collect();
    let (middle, n) = (mean(&logs), logs.len() as f64);
    let squares: f64 = logs.iter().map(|log| (log - middle) * (log - middle)).sum();
    // Three standard errors.
    assert!(middle.abs() < 3.0 * 0.25 / n.sqrt(), "{middle}");
    assert!(((squares / n).sqrt() - 0.25).abs() < 3.0 * 0.25 / (2.0 * n).sqrt());
    let life = GrowthCurve::new(&scenario.species[0]).life(1.0);
    for tree in trees(&scenario) {
        let by_height_cm = life.dbh_at_height_cm(tree.size.height_m);
        near(tree.size.dbh_cm, by_height_cm, "by its height");
    }
}

#[test]
fn listed_founders_have_what_the_file_says_and_the_rest_by_a_life_in_a_stand() {
    let text = world("{ species = \"birch\", file = \"stand.csv\" }");
    let stand = "x,y,dbh,height,age\n6,1,20,,\n7,1,,9,\n8,1,25,11,\n9,1,12,,77\n10,1,,0.8,\n11,1,0,1.1,\n12,1,0.001,,\n";
    let text = text.replace(
        "file = \"stand.csv\"",
        "file = \"stand.csv\", columns = { dbh_cm = \"dbh\", height_m = \"height\", age_yr = \"age\" }",
    );
    let scenario = scenario_of(&[("s.toml", &text), ("stand.csv", stand)]);
    let mut found = trees(&scenario);
    found.sort_by(|a, b| a.place_m[0].total_cmp(&b.place_m[0]));
    let birch = &scenario.species[0];
    let life = GrowthCurve::new(birch).life(LIGHT_IN_STANDS);
    let oldest_yr = 0.9 * f64::from(birch.mortality.age_max_yr);
    let age = |age_yr: f64| age_yr.min(oldest_yr).floor() as u16;
    let of = |number: usize| {
        let tree = found[number];
        assert_eq!(tree.place_m, [6.0 + number as f64, 1.0]);
        // By the crowding in which it stands, as it is not known.
        assert!((0.0..1.0).contains(&tree.vigour), "{}", tree.vigour);
        (tree.size.dbh_cm, tree.size.height_m, tree.age_yr)
    };
    let (twenty_yr, twenty_m) = life.at_dbh(20.0);
    assert_eq!(of(0), (20.0, twenty_m, age(twenty_yr)));
    let nine_yr = life.age_at_height_yr(9.0);
    assert_eq!(of(1), (life.dbh_at_height_cm(9.0), 9.0, age(nine_yr)));
    assert_eq!(of(2), (25.0, 11.0, age(life.at_dbh(25.0).0)));
    assert_eq!(of(3), (12.0, life.at_dbh(12.0).1, 77));
    assert_eq!(of(4), (0.0, 0.8, age(life.age_at_height_yr(0.8))));
    assert_eq!(of(5), (0.0, 1.1, age(life.age_at_height_yr(1.1))));
    // What has a diameter has reached breast height.
    let (dbh_cm, height_m, _) = of(6);
    assert!(dbh_cm == 0.001 && (1.3..1.8).contains(&height_m), "{height_m}");
    assert_eq!(memory_of_founders_bytes(&scenario), 7 * 400);
    assert!(try_founders(&scenario).is_ok());
    assert_eq!(
        found.iter().map(|tree| tree.key).collect::<BTreeSet<_>>().len(),
        7
    );
}

#[test]
fn listed_snags_and_logs_lie_in_the_forest_from_year_0_on_and_are_no_founders() {
    let text = world("{ species = \"birch\", file = \"stand.csv\" }");
    let stand = "x,y,dbh_cm,height_m,condition,dead_yr\n6,1,20,,,\n7,1,25,,snag,7\n8,1,30,21,log,3\n9,1,40,,snag,\n10,1,9,,log,\n\
                 11,1,15,,alive,\n";
    let scenario = scenario_of(&[("s.toml", &text), ("stand.csv", stand)]);
    assert_eq!(memory_of_founders_bytes(&scenario), 2 * 400);
    assert!(try_founders(&scenario).is_ok());
    let living = trees(&scenario);
    assert_eq!(living.len(), 2);
    let mut forest = forest_at_start(&scenario, 7, false).unwrap();
    let mut dead: Vec<_> = forest.deadwood().collect();
    dead.sort_by(|a, b| a.place_m[0].total_cmp(&b.place_m[0]));
    let life = GrowthCurve::new(&scenario.species[0]).life(LIGHT_IN_STANDS);
    let expected = [
        (7.0, 25.0, life.at_dbh(25.0).1, -7, Wood::new(1.0, None)),
        (8.0, 30.0, 21.0, -3, Wood::new(1.0, Some(-3))),
        (9.0, 40.0, life.at_dbh(40.0).1, 0, Wood::new(1.0, None)),
    ];
    assert_eq!(dead.len(), expected.len());
    for (one, (x_m, dbh_cm, height_m, year_died, wood)) in dead.iter().zip(expected) {
        assert_eq!((one.place_m, one.species, one.wood), ([x_m, 1.0], 0, wood));
        assert_eq!((one.size.dbh_cm, one.size.height_m), (dbh_cm, height_m));
        assert_eq!(
            (one.remains.cause(), one.remains.year_died()),
            (Cause::Intrinsic, year_died)
        );
    }
    let keys = living
        .iter()
        .map(|tree| tree.key)
        .chain(dead.iter().map(|one| one.key));
    assert_eq!(keys.collect::<BTreeSet<_>>().len(), 5);
    forest.advance();
    assert!(forest.deadwood_count() >= 3);
}

const PATCH: &str = r#"
    name = "patch"
    world = { size_m = [50.0, 40.0], origin_m = [100.0, 200.0], edge = "torus", seed = 3 }
    run = { years = 9 }
    species = [{ name = "beech", preset = "fagus-sylvatica", crown = { radius_at_30_cm_m = 2.2 }, competition = { zone_radius_at_25_cm_m = 2.2 } }, { name = "birch", preset = "betula-pendula" }]
    founders = [
        { species = "birch", method = "uniform", count = 40, height_m = 18.0 },
        { species = "beech", method = "uniform", count = 10, height_m = 18.0 },
    ]
"#;
const TILED: &str = r#"
    name = "tiled"
    world = { seed = 7, origin_m = [1000.0, -50.0] }
    run = { years = 1 }
    species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
    founders = [{ grown = { scenario = "patch.toml", year = 9, tiles = [3, 2] } }]
"#;

fn tiled(text: &str) -> ForestScenario {
    scenario_of(&[("s.toml", text), ("patch.toml", PATCH)])
}

/// A forest that is grown by itself.
fn grown(seed: u64) -> Forest {
    let patch = scenario(PATCH);
    let mut forest = forest_at_start(&patch, seed, false).unwrap();
    (0..9).for_each(|_| forest.advance());
    forest
}

#[test]
fn a_grown_forest_is_laid_out_in_tiles_each_with_keys_of_its_own() {
    let scenario = tiled(TILED);
    assert_eq!(
        (scenario.plot.size_m(), scenario.plot.origin_m()),
        ([150.0, 80.0], [1000.0, -50.0])
    );
    // The patch is not grown for that.
    assert_eq!(memory_of_founders_bytes(&scenario), 50 * 400);
    for seed in [7, 9] {
        let forest = forest_at_start(&scenario, seed, false).unwrap();
        let patch = grown(seed - 4);
        assert_eq!(forest.year(), 0);
        assert_eq!(forest.tree_count(), 6 * patch.tree_count());
        assert_eq!(
            (forest.seed_count(), forest.dead_count()),
            (6 * patch.seed_count(), 6 * patch.dead_count())
        );
        assert!(patch.dead_count() > 0 && patch.seed_count() > 10);
        assert_eq!(forest.deadwood_count(), 6 * patch.deadwood_count());
        assert!(patch.deadwood_count() > 0);
        // Where a tile's own corner would be, to a micrometre.
        let place = |place_m: [f64; 2], tile: [u32; 2]| {
            let x_m = place_m[0] - 100.0 + 1000.0 + 50.0 * f64::from(tile[0]);
            let y_m = place_m[1] - 200.0 - 50.0 + 40.0 * f64::from(tile[1]);
            [x_m, y_m].map(|along_m| (along_m * 1e6).round() as i64)
        };
        let own = |place_m: [f64; 2]| place_m.map(|along_m| (along_m * 1e6).round() as i64);
        // Number 0 there is 1 here.
        let species = |number: u16| 1 - number;
        let tiles: Vec<[u32; 2]> = (0..6).map(|tile| [tile % 3, tile / 3]).collect();
        let expected: BTreeMap<_, _> = tiles
            .iter()
            .flat_map(|tile| patch.trees().map(|tree| (place(tree.place_m, *tile), tree)))
            .collect();
        let mut keys = BTreeSet::new();
        for tree in forest.trees() {
            let there = &expected[&own(tree.place_m)];
            assert_eq!(tree.species, species(there.species));
            assert_eq!((tree.age_yr, tree.vigour), (there.age_yr, there.vigour));
            assert_eq!(tree.size, there.size);
            assert!(keys.insert(tree.key) && tree.key != there.key);
        }
        let expected: BTreeMap<_, _> = tiles
            .iter()
            .flat_map(|tile| patch.seeds().map(|seed| (place(seed.place_m, *tile), seed)))
            .collect();
        for seed in forest.seeds() {
            let there = &expected[&own(seed.place_m)];
            assert_eq!(
                (seed.species, seed.age_yr),
                (species(there.species), there.age_yr)
            );
            assert!(keys.insert(seed.key));
        }
        let expected: BTreeMap<_, _> = tiles
            .iter()
            .flat_map(|tile| patch.dead().map(|dead| (place(dead.place_m, *tile), dead)))
            .collect();
        for dead in forest.dead() {
            let there = &expected[&own(dead.place_m)];
            assert_eq!(
                (dead.species, dead.age_yr, dead.size),
                (species(there.species), there.age_yr, there.size)
            );
            assert_eq!(dead.remains.cause(), there.remains.cause());
            assert_eq!(dead.remains.year_died(), there.remains.year_died() - 9);
            assert!(keys.insert(dead.key));
        }
        let expected: BTreeMap<_, _> = tiles
            .iter()
            .flat_map(|tile| patch.deadwood().map(|wood| (place(wood.place_m, *tile), wood)))
            .collect();
        for wood in forest.deadwood() {
            let there = &expected[&own(wood.place_m)];
            assert_eq!((wood.species, wood.size), (species(there.species), there.size));
            assert_eq!(wood.remains.year_died(), there.remains.year_died() - 9);
            let fell = there.wood.year_fell().map(|year| year - 9);
            assert_eq!(wood.wood, Wood::new(there.wood.stood_share() as f32, fell));
        }
    }
    assert!(try_founders(&scenario).is_ok());
}

#[test]
fn a_grown_forest_must_fit_the_species_here_and_be_sound_itself() {
    for (own, is_refused) in [
        ("growth = { greatest_height_m = 33.0 }", true),
        ("growth = { greatest_dbh_cm = 30.0 }", true),
        (
            "growth = { greatest_height_m = 42.0, greatest_dbh_cm = 72.0 }",
            false,
        ),
    ] {
        let text = TILED.replace(
            "preset = \"betula-pendula\"",
            &format!("preset = \"betula-pendula\", {own}"),
        );
        match (try_founders(&tiled(&text)), is_refused) {
            (Ok(()), false) => {}
            (Err(errors), true) => {
                assert_eq!(errors.len(), 1);
                assert_eq!(errors[0].key().as_deref(), Some("species.birch"));
                assert_eq!(
                    errors[0].hint().as_deref(),
                    Some("make `greatest_height_m` and `greatest_dbh_cm` at least as large here")
                );
            }
            (found, _) => panic!("{own}: {found:?}"),
        }
    }
    let crowded = PATCH.replace(
        "method = \"uniform\", count = 10",
        "method = \"minimum-distance\", distance_m = 15.0, count = 10",
    );
    let scenario = scenario_of(&[("s.toml", TILED), ("patch.toml", &crowded)]);
    let errors = try_founders(&scenario).unwrap_err();
    match &errors[..] {
        [LabError::InPatch { path, text, source }] => {
            assert_eq!((path.as_str(), text), ("patch.toml", &crowded));
            assert_eq!(source.key().as_deref(), Some("founders.1.count"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(errors[0].key().as_deref(), Some("founders.1.count"));
    assert_eq!(
        errors[0].hint().as_deref(),
        Some("ask for fewer, or for less room for each")
    );
    assert!(errors[0].is_user_error());
}

#[test]
fn founders_that_cannot_be_are_told_all_at_once() {
    let scenario = scenario(&world(
        "{ species = \"birch\", method = \"minimum-distance\", distance_m = 9.0, count = 30, height_m = 14.0 }, \
         { species = \"beech\", method = \"uniform\", count = 20, height_m = 1.0 }, \
         { species = \"beech\", method = \"uniform\", count = 400, height_m = 35.0, height_sigma = 0.4 }, \
         { species = \"birch\", method = \"uniform\", count = 400, height_m = 0.0011, height_sigma = 0.4 }",
    ));
    let errors = try_founders(&scenario).unwrap_err();
    let found: Vec<_> = errors
        .iter()
        .map(|error| (error.key().unwrap(), error.to_string(), error.hint().unwrap()))
        .collect();
    let greatest_m = scenario.species[1].greatest().height_m;
    for ((key, message, hint), (expected_key, says, expected_hint)) in found.iter().zip([
        (
            "founders.0.count",
            [
                "of 30 founders of `birch` by `minimum-distance` only ",
                "at a spacing of 9.000 m (full",
            ]
            .map(str::to_owned),
            "ask for fewer, or for less room for each",
        ),
        (
            "founders.2.height_m",
            [
                "a founder of `beech` drew a height of ".to_owned(),
                format!(" m, but the tallest tree of the species has {greatest_m} m"),
            ],
            "lower `height_m` or `height_sigma`",
        ),
        (
            "founders.3.height_m",
            [
                "a founder of `birch` drew a height of 0.000",
                " m, but a tree is at least 0.001 m high",
            ]
            .map(str::to_owned),
            "raise `height_m` or lower `height_sigma`",
        ),
    ]) {
        assert_eq!((key.as_str(), hint.as_str()), (expected_key, expected_hint));
        assert!(says.iter().all(|part| message.contains(part)), "{message}");
    }
    assert_eq!(found.len(), 3);
    let error = forest_at_start(&scenario, 7, false).err().unwrap();
    assert_eq!(error.key().as_deref(), Some("founders.0.count"));
}

/// A height that is drawn too tall in one replicate of several alone.
#[test]
fn founders_of_every_replicate_are_tried() {
    let with = |replicates: u32| {
        let text = world(
            "{ species = \"birch\", method = \"uniform\", count = 60, height_m = 19.7, height_sigma = 0.27 }",
        );
        let text = text.replace("years = 2", &format!("years = 2, replicates = {replicates}"));
        scenario(&text)
    };
    let alone = with(1);
    let fails: Vec<bool> = (7..47)
        .map(|seed| forest_at_start(&alone, seed, false).is_err())
        .collect();
    let first = fails
        .iter()
        .position(|fails| *fails)
        .expect("one of forty is too tall") as u32;
    assert!(first > 0, "the first is not");
    assert!(try_founders(&with(first)).is_ok());
    assert!(try_founders(&with(first + 1)).is_err());
}

/// Heights at the ends of what a tree can be.
#[test]
fn a_founder_may_be_as_low_as_a_millimetre_and_must_stay_below_its_greatest_height() {
    let of = |height_m: f64| {
        let mut scenario = scenario(&world(
            "{ species = \"birch\", method = \"uniform\", count = 1, height_m = 5.0 }",
        ));
        if let understory_scenario::Founders::Drawn(drawn) = &mut scenario.founders[0] {
            drawn.height_m = height_m;
        }
        let greatest_m = scenario.species[0].greatest().height_m;
        (try_founders(&scenario), greatest_m)
    };
    let greatest_m = of(5.0).1;
    assert!(of(0.001).0.is_ok() && of(greatest_m - 0.01).0.is_ok());
    let message = |height_m| of(height_m).0.unwrap_err()[0].to_string();
    assert!(message(0.000_999).contains("a tree is at least"));
    assert!(message(greatest_m).contains("the tallest tree of the species"));
}

/// What a run wrote was refused as the beginning of another: trees that variation lets grow beyond average ones, and low ones
/// without a diameter that they outgrew in a year.
#[test]
fn a_table_of_trees_that_a_run_wrote_is_taken_as_a_list_of_founders() {
    let text = "name = \"again\"\nworld = { size_m = [60.0, 50.0], edge = \"torus\", seed = 7 }\nrun = { years = 60 }\n\
         species = [{ name = \"birch\", preset = \"betula-pendula\", \
         growth = { site_index_m = 15.0, curve_rate_per_yr = 0.2, basal_area_cm2_per_m2 = 8.0, greatest_dbh_cm = 12.0 }, \
         variation = { dbh_sd = 0.3, height_sd = 0.3 }, \
         resprout = { probability = 1.0, max_age_yr = 400, height_m = 2.4 } }]\n\
         record = { every_years = 10 }\nfounders = [";
    let begun = scenario(&format!(
        "{text}{{ species = \"birch\", method = \"uniform\", count = 60, height_m = 8.0 }}]\n"
    ));
    let (store, _) = whole(&begun);
    let birch = &begun.species[0];
    let (greatest, average) = (birch.greatest(), GrowthCurve::new(birch).life(1.0));
    let (mut beyond, mut without_diameter) = ([0, 0], 0);
    for year in [10, 20, 30, 40, 50, 60] {
        let path = format!("trees/year-{year:04}.csv");
        let written: Vec<TreeRow> = rows(&store, &path);
        let table = String::from_utf8(bytes(&store, &path)).unwrap();
        let again = scenario_of(&[
            ("s.toml", format!("{text}{{ file = \"trees.csv\" }}]\n").as_str()),
            ("trees.csv", table.as_str()),
        ]);
        try_founders(&again).unwrap();
        let planted: BTreeMap<[u64; 2], [u64; 2]> = trees(&again)
            .iter()
            .map(|tree| {
                let size = [tree.size.dbh_cm, tree.size.height_m];
                (tree.place_m.map(f64::to_bits), size.map(f64::to_bits))
            })
            .collect();
        assert_eq!(planted.len(), written.len());
        for tree in &written {
            let size = [tree.dbh_cm, tree.height_m];
            assert_eq!(
                planted[&[tree.x_m, tree.y_m].map(f64::to_bits)],
                size.map(f64::to_bits)
            );
            assert!(tree.dbh_cm <= greatest.dbh_cm && tree.height_m <= greatest.height_m);
            let average = average.at_age(tree.age_yr as u16);
            beyond[0] += usize::from(tree.dbh_cm > average.dbh_cm);
            beyond[1] += usize::from(tree.height_m > average.height_m);
            without_diameter += usize::from(tree.dbh_cm == 0.0 && tree.height_m > 1.3);
        }
    }
    assert!(
        beyond[0] > 20 && beyond[1] > 20 && without_diameter > 20,
        "{beyond:?} {without_diameter}"
    );
}

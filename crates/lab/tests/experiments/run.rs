//! The tables of a run against each other and against what is counted from the trees, in the plainest way.

use std::f64::consts::PI;

use understory_lab::store::{MemoryStore, Store};
use understory_lab::{LabError, check_format, tables_in};
use understory_numerics::math;
use understory_records::{
    CensusRow, Checkpoint, Content, DeadRow, DeadwoodRow, Document, EventRow, FinishedRow, Format, SeedRow,
    SpacingRow, TreeRow, WoodRow, paths,
};
use understory_scenario::ForestScenario;

use crate::common::{clark_evans, mean, near, nearest_m, pair_correlation, places, rows, scenario, whole};

pub(crate) const YEARS: u32 = 12;
pub(crate) const SCENARIO: &str = r#"
    name = "books"
    world = { size_m = [60.0, 50.0], origin_m = [-7.0, 400.0], edge = "torus", seed = 5 }
    run = { years = 12 }
    species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica", crown = { radius_at_30_cm_m = 2.2 }, competition = { zone_radius_at_25_cm_m = 2.2 } }]
    founders = [
        { species = "birch", method = "uniform", count = 50, height_m = 18.0 },
        { species = "beech", method = "jittered-grid", count = 30, height_m = 20.0 },
    ]
    record = { every_years = 4, checkpoint_every_years = 5, events = true, spacing_steps = 20, spacing_r_max_m = 9.0 }
"#;

/// The same on a torus and on an open plot, where seeds are lost and the index is Donnelly's.
fn both_edges() -> [ForestScenario; 2] {
    [SCENARIO.to_owned(), SCENARIO.replace("torus", "open")].map(|text| scenario(&text))
}

fn is_adult(tree: &TreeRow) -> bool {
    tree.height_m >= 1.3 && tree.dbh_cm >= 10.0
}

fn row_of<'a>(census: &'a [CensusRow], year: u32, species: &str) -> &'a CensusRow {
    let mut found = census
        .iter()
        .filter(|row| row.year == year && row.species == species);
    let row = found.next().unwrap();
    assert!(found.next().is_none(), "one row a year and species");
    row
}

#[test]
fn births_and_deaths_add_up_and_are_those_of_the_events() {
    for scenario in both_edges() {
        let (store, _) = whole(&scenario);
        let census: Vec<CensusRow> = rows(&store, "census.csv");
        let events: Vec<EventRow> = rows(&store, "events.csv");
        assert_eq!(census.len(), 13 * 3);
        for year in 1..=YEARS {
            for species in ["birch", "beech", "all"] {
                let (before, row) = (row_of(&census, year - 1, species), row_of(&census, year, species));
                assert_eq!(
                    row.trees,
                    before.trees + row.germinated + row.resprouted - row.died
                );
                assert_eq!(row.trees, row.seedlings + row.saplings + row.adults);
                let counted = |event: &str, causes: &[&str]| {
                    let of_year = events.iter().filter(|row| row.year == year && row.event == event);
                    let of_cause = of_year.filter(|row| causes.contains(&row.cause.as_str()));
                    of_cause
                        .filter(|row| species == "all" || row.species == species)
                        .count() as u64
                };
                assert_eq!(row.germinated, counted("birth", &["seed"]));
                assert_eq!(row.resprouted, counted("birth", &["stump"]));
                assert_eq!(row.died_by_intrinsic, counted("death", &["intrinsic"]));
                assert_eq!(row.died_by_stress, counted("death", &["stress"]));
                assert_eq!(row.died_by_senescence, counted("death", &["senescence"]));
                assert_eq!(row.died_by_browsing, counted("death", &["browsing"]));
                assert_eq!(row.died_by_snapping, counted("death", &["snapped"]));
                assert_eq!(row.died_by_uprooting, counted("death", &["uprooted"]));
                assert_eq!(row.died_by_hit, counted("death", &["hit"]));
                assert_eq!(row.died_by_lightning, counted("death", &["lightning"]));
                assert_eq!(row.died_by_fire, counted("death", &["fire"]));
                assert_eq!(row.died_by_beetles, counted("death", &["beetles"]));
                assert_eq!(row.died_by_drought, counted("death", &["drought"]));
                assert_eq!(row.died_by_felling, counted("death", &["felled"]));
                assert_eq!(row.planted, counted("birth", &["planted"]));
                assert_eq!(
                    row.died,
                    counted("death", &["intrinsic", "stress", "senescence", "browsing"])
                );
            }
            let [birch, beech, all] = ["birch", "beech", "all"].map(|species| row_of(&census, year, species));
            for of in [
                |row: &CensusRow| row.trees,
                |row: &CensusRow| row.adults,
                |row: &CensusRow| row.seeds,
                |row: &CensusRow| row.germinated,
                |row: &CensusRow| row.resprouted,
                |row: &CensusRow| row.seeds_landed,
                |row: &CensusRow| row.seeds_lost,
            ] {
                assert_eq!(of(all), of(birch) + of(beech), "year {year}");
            }
        }
        let founders = events.iter().filter(|row| row.cause == "founder").count();
        assert_eq!(founders, 80);
        let sum = |of: fn(&CensusRow) -> u64| {
            let all = census.iter().filter(|row| row.species == "all");
            all.map(of).sum::<u64>()
        };
        assert!(sum(|row| row.germinated) > 100 && sum(|row| row.died_by_intrinsic) > 0);
        assert!(sum(|row| row.seeds_landed) > 1_000);
        assert_eq!(sum(|row| row.seeds_lost) > 0, !scenario.plot.is_torus());
    }
}

#[test]
fn the_census_is_what_is_counted_from_the_trees() {
    for scenario in both_edges() {
        let (store, _) = whole(&scenario);
        let plot = &scenario.plot;
        let census: Vec<CensusRow> = rows(&store, "census.csv");
        for year in [0, 4, 8, 12] {
            let trees: Vec<TreeRow> = rows(&store, &paths::trees(year, Format::Csv));
            for species in ["birch", "beech", "all"] {
                let row = row_of(&census, year, species);
                let is_own = |tree: &&TreeRow| species == "all" || tree.species == species;
                let own: Vec<TreeRow> = trees.iter().filter(is_own).cloned().collect();
                let adults: Vec<TreeRow> = own.iter().filter(|tree| is_adult(tree)).cloned().collect();
                assert_eq!((row.trees, row.adults), (own.len() as u64, adults.len() as u64));
                let seedlings = own.iter().filter(|tree| tree.height_m < 1.3).count();
                assert_eq!(row.seedlings, seedlings as u64);
                let square_cm2: f64 = adults.iter().map(|tree| tree.dbh_cm * tree.dbh_cm).sum();
                let per_ha = PI / 4.0 * square_cm2 / 10_000.0 / (60.0 * 50.0 / 10_000.0);
                near(row.basal_area_m2_per_ha, per_ha, "basal area");
                assert!(adults.len() > 15, "{} adults of {species}", adults.len());
                let of = |value: fn(&TreeRow) -> f64| mean(&adults.iter().map(value).collect::<Vec<_>>());
                near(row.mean_dbh_cm.unwrap(), of(|tree| tree.dbh_cm), "diameter");
                near(row.mean_height_m.unwrap(), of(|tree| tree.height_m), "height");
                let points_m = places(&adults);
                near(
                    row.mean_nnd_m.unwrap(),
                    mean(&nearest_m(&points_m, plot)),
                    "nearest",
                );
                near(row.clark_evans.unwrap(), clark_evans(&points_m, plot), "index");
            }
        }
        let seeds: Vec<SeedRow> = rows(&store, &paths::seeds(12, Format::Csv));
        assert!(seeds.len() > 20, "{}", seeds.len());
        for species in ["birch", "beech"] {
            let own = seeds.iter().filter(|seed| seed.species == species).count();
            assert_eq!(row_of(&census, 12, species).seeds, own as u64);
        }
    }
}

#[test]
fn figures_that_too_few_trees_have_are_empty() {
    let text = SCENARIO
        .replace("count = 50", "count = 1")
        .replace("count = 30, height_m = 20.0", "count = 2, height_m = 1.0");
    let (store, _) = whole(&scenario(&text));
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    let [birch, beech, all] = ["birch", "beech", "all"].map(|species| row_of(&census, 0, species));
    assert_eq!((birch.adults, beech.adults, all.adults), (1, 0, 1));
    assert_eq!(
        (birch.mean_height_m, beech.mean_height_m),
        (Some(18.0), None),
        "of one tree there is a mean"
    );
    assert_eq!((beech.seedlings, all.trees), (2, 3));
    assert_eq!(
        (birch.clark_evans, birch.mean_nnd_m, all.clark_evans),
        (None, None, None)
    );
    assert_eq!((beech.mean_dbh_cm, beech.basal_area_m2_per_ha), (None, 0.0));
    let spacing: Vec<SpacingRow> = rows(&store, "spacing.csv");
    let of = |scope: &str| {
        let own = |row: &&SpacingRow| row.year == 0 && row.scope == scope;
        spacing.iter().filter(own).collect::<Vec<_>>()
    };
    assert!(
        of("adult")
            .iter()
            .all(|row| row.observed.is_none() && row.r_m.is_none())
    );
    assert_eq!((of("adult").len(), of("birch").len()), (2, 2));
    // Of two points too: twenty bins, and twice as many steps and one.
    assert_eq!((of("seedling").len(), of("beech").len()), (85, 85));
}

#[test]
fn spacing_is_measured_of_each_class_and_species() {
    for scenario in both_edges() {
        let (store, _) = whole(&scenario);
        let plot = &scenario.plot;
        let spacing: Vec<SpacingRow> = rows(&store, "spacing.csv");
        let recorded: std::collections::BTreeSet<u32> = spacing.iter().map(|row| row.year).collect();
        assert_eq!(Vec::from_iter(recorded), [0, 4, 8, 12]);
        let trees: Vec<TreeRow> = rows(&store, &paths::trees(8, Format::Csv));
        let is_in = |scope: &str, tree: &TreeRow| match scope {
            "all" => true,
            "seedling" => tree.height_m < 1.3,
            "sapling" => tree.height_m >= 1.3 && tree.dbh_cm < 10.0,
            "adult" => is_adult(tree),
            species => tree.species == species,
        };
        let mut measured = 0;
        for scope in ["all", "seedling", "sapling", "adult", "birch", "beech"] {
            let own: Vec<TreeRow> = trees.iter().filter(|tree| is_in(scope, tree)).cloned().collect();
            let of = |statistic: &str| -> Vec<&SpacingRow> {
                let here =
                    |row: &&SpacingRow| row.year == 8 && row.scope == scope && row.statistic == statistic;
                spacing.iter().filter(here).collect()
            };
            let [naive, donnelly] = ["clark_evans_naive", "clark_evans_donnelly"].map(|name| of(name)[0]);
            assert_eq!((naive.r_m, naive.theoretical), (None, Some(1.0)));
            if own.len() < 2 {
                assert_eq!((naive.observed, of("G_raw").len()), (None, 0));
                continue;
            }
            measured += 1;
            let points_m = places(&own);
            let (n, nearest) = (own.len() as f64, nearest_m(&points_m, plot));
            let per_m2 = n / plot.area_m2();
            near(
                naive.observed.unwrap(),
                2.0 * mean(&nearest) * per_m2.sqrt(),
                scope,
            );
            match plot.is_torus() {
                true => assert_eq!(donnelly.observed, None),
                false => near(donnelly.observed.unwrap(), clark_evans(&points_m, plot), scope),
            }
            let (g, km) = (of("G_raw"), of("G_km"));
            assert_eq!(
                (g.len(), km.len(), of("pcf").len(), of("nnd_density").len()),
                (21, 21, 21, 20)
            );
            for (step, row) in g.iter().enumerate() {
                let r_m = row.r_m.unwrap();
                near(r_m, 0.45 * step as f64, "twenty steps to 9 m");
                let within = nearest.iter().filter(|own_m| **own_m <= r_m).count() as f64 / n;
                near(row.observed.unwrap(), within, scope);
                let random = 1.0 - math::exp(-PI * per_m2 * r_m * r_m);
                near(row.theoretical.unwrap(), random, "at random");
                if plot.is_torus() {
                    assert_eq!(row.observed, km[step].observed);
                }
            }
            for row in of("pcf") {
                assert_eq!((row.theoretical, row.envelope_low), (Some(1.0), None));
                let r_m = row.r_m.unwrap();
                match row.observed {
                    Some(observed) => near(observed, pair_correlation(&points_m, plot, r_m), scope),
                    None => assert!(r_m == 0.0, "{scope} at {r_m} m"),
                }
            }
            for (bin, row) in of("nnd_density").into_iter().enumerate() {
                let (low_m, high_m) = (0.45 * bin as f64, 0.45 * (bin + 1) as f64);
                near(row.r_m.unwrap(), (low_m + high_m) / 2.0, "the middle of a bin");
                let is_inside = |own_m: &&f64| **own_m >= low_m && **own_m < high_m;
                let share = nearest.iter().filter(is_inside).count() as f64 / n;
                near(row.observed.unwrap(), share / 0.45, scope);
            }
        }
        assert!(measured > 3);
    }
}

/// Of 199 simulations the fifth from below and from above; the simulations are the same for any years and scopes beside them.
#[test]
fn the_pair_correlation_has_an_envelope_where_simulations_are_asked_for() {
    let toml = SCENARIO.replace("events = true", "events = true, envelope_simulations = 199");
    let without: Vec<SpacingRow> = rows(&whole(&scenario(SCENARIO)).0, "spacing.csv");
    let with: Vec<SpacingRow> = rows(&whole(&scenario(&toml)).0, "spacing.csv");
    assert_eq!(without.len(), with.len());
    let (mut banded, mut adults_left) = (0, 0);
    for (without, with) in without.iter().zip(&with) {
        assert_eq!((without.r_m, without.observed), (with.r_m, with.observed));
        let (Some(low), Some(high)) = (with.envelope_low, with.envelope_high) else {
            assert!(with.statistic != "pcf" || with.r_m == Some(0.0));
            continue;
        };
        assert!(with.statistic == "pcf" && low <= high && low >= 0.0);
        if low < 1.0 && high > 1.0 && with.scope == "adult" {
            banded += 1;
            let observed = with.observed.unwrap();
            adults_left += u32::from(observed < low || observed > high);
        }
    }
    // Random founders and a jittered grid lie within it at most distances.
    assert!(
        banded > 40 && adults_left * 4 < banded,
        "{adults_left} of {banded}"
    );
}

/// Of two trees on a narrow torus the kernel is wider than half its side: the curve is nowhere defined, and the run goes on.
#[test]
fn a_pair_correlation_that_is_nowhere_defined_has_no_envelope() {
    let toml = r#"
        name = "narrow"
        world = { size_m = [3000.0, 30.0], edge = "torus", seed = 5 }
        run = { years = 1 }
        species = [{ name = "birch", preset = "betula-pendula", growth = { greatest_dbh_cm = 50.0 } }]
        founders = [{ species = "birch", method = "uniform", count = 2, height_m = 18.0 }]
        record = { envelope_simulations = 39 }
    "#;
    let spacing: Vec<SpacingRow> = rows(&whole(&scenario(toml)).0, "spacing.csv");
    let pcf = spacing
        .iter()
        .filter(|row| row.statistic == "pcf" && row.scope == "all" && row.year == 0);
    let pcf: Vec<_> = pcf
        .map(|row| (row.observed, row.envelope_low, row.envelope_high))
        .collect();
    assert_eq!(pcf, vec![(None, None, None); 65]);
}

/// Every storm breaks and throws; what is left of each dead tree is worked out here from the rows of its state alone.
#[test]
fn deadwood_is_what_is_left_of_the_wood_in_the_states() {
    let text = SCENARIO.replace("events = true", "keep_state = true").replace(
        "run = { years = 12 }",
        "run = { years = 40 }\ndisturbance = { wind = { storms_per_yr = 0.5, gust_from_m_per_s = 30.0 } }",
    );
    let (store, _) = whole(&scenario(&text));
    let deadwood: Vec<DeadwoodRow> = rows(&store, paths::DEADWOOD);
    assert_eq!(deadwood.len(), 41 * 3);
    let area_ha = 0.3;
    let mut seen = [false; 3];
    for year in (0..=40).step_by(5) {
        let wood: Vec<WoodRow> = rows(&store, &format!("state/year-{year:04}/wood.csv"));
        let mut expected = [0.0; 7];
        for row in &wood {
            // Of the presets: volume, rate of decay, density.
            let (a, n, m, rate, density) = match row.species.as_str() {
                "birch" => (4.9e-5, 2.25, 0.65, 0.054, 580.0),
                _ => (3.8e-5, 1.99, 1.02, 0.086, 570.0),
            };
            let stem_m3 = a * math::pow(row.dbh_cm, n) * math::pow(row.height_m, m);
            let share = f64::from(row.stood_share);
            let foot_m3 = stem_m3 * share * (2.0 - share);
            let yr = f64::from(year - row.year_died);
            let (form, standing_yr) = match row.year_fell {
                Some(fell) => (2, f64::from(fell - row.year_died)),
                None if share * row.height_m < 1.3 => (1, 0.0),
                None => (0, yr),
            };
            for (form, m3, mass) in [
                (2, stem_m3 - foot_m3, math::exp(-rate * yr)),
                (form, foot_m3, math::exp(-rate * (yr - 0.5 * standing_yr))),
            ] {
                if m3 < 1e-12 || mass < 0.05 {
                    continue;
                }
                let left_m3 = m3 * (2.0 * mass).min(1.0).sqrt();
                seen[form] = true;
                expected[form] += 1.0;
                expected[3 + usize::from(form == 2)] += left_m3;
                expected[5] += m3 * mass * density / 1000.0;
                // Fresh wood.
                expected[6] += if mass > 0.8 { left_m3 } else { 0.0 };
            }
        }
        let all = deadwood
            .iter()
            .find(|row| row.year == year as u32 && row.species == "all")
            .unwrap();
        let found = [
            all.snags_per_ha,
            all.stumps_per_ha,
            all.logs_per_ha,
            all.standing_m3_per_ha,
            all.lying_m3_per_ha,
            all.dry_mass_t_per_ha,
            all.class_1_m3_per_ha,
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            near(found, expected / area_ha, "deadwood");
        }
        let classes = [
            all.class_1_m3_per_ha,
            all.class_2_m3_per_ha,
            all.class_3_m3_per_ha,
            all.class_4_m3_per_ha,
            all.class_5_m3_per_ha,
        ];
        let volume = all.standing_m3_per_ha + all.lying_m3_per_ha;
        near(classes.iter().sum(), volume, "all classes");
    }
    assert!(seen[0] && seen[2], "snags and logs");
}

/// Hashes and counts of everything that a manifest, a checkpoint and the list of finished tables name.
#[test]
fn what_is_listed_is_what_lies_there() {
    let text = SCENARIO.replace("events = true", "events = true, keep_state = true");
    let scenario = scenario(&text);
    let (store, _) = whole(&scenario);
    let left = store.list("").unwrap();
    let tables: Vec<&String> = left
        .iter()
        .filter(|path| path.ends_with(".csv") && *path != paths::FINISHED)
        .collect();
    let listed = tables_in(&store).unwrap();
    assert_eq!(listed.iter().map(|file| &file.path).collect::<Vec<_>>(), tables);
    for file in &listed {
        let content = Content::of(store.open(&file.path).unwrap()).unwrap();
        assert_eq!((&file.blake3, file.rows), (&content.blake3, Some(content.rows())));
    }
    let states: Vec<&String> = left.iter().filter(|path| path.ends_with("dead.csv")).collect();
    assert_eq!(
        states,
        ["0000", "0005", "0010", "0012"]
            .map(|year| format!("state/year-{year}/dead.csv"))
            .iter()
            .collect::<Vec<_>>()
    );
    let dead: Vec<DeadRow> = rows(&store, states[3]);
    assert!(!dead.is_empty());

    // No later year touches trees of recorded years and kept states; a checkpoint stands on the list of the next year.
    let finished: Vec<FinishedRow> = rows(&store, paths::FINISHED);
    let listed: Vec<&str> = finished.iter().map(|row| row.path.as_str()).collect();
    let kept = |year: &str| {
        ["seeds.csv", "dead.csv", "wood.csv", "checkpoint.json"]
            .map(|name| format!("state/year-{year}/{name}"))
    };
    let [first, fifth, tenth] = ["0000", "0005", "0010"].map(kept);
    let trees = |year: &str| vec![format!("trees/year-{year}.csv")];
    let expected = [
        trees("0000"),
        first.to_vec(),
        trees("0004"),
        trees("0005"),
        fifth.to_vec(),
        trees("0008"),
        trees("0010"),
        tenth.to_vec(),
        trees("0012"),
    ]
    .concat();
    assert_eq!(listed, expected);
    for row in &finished {
        let content = Content::of(store.open(&row.path).unwrap()).unwrap();
        assert_eq!(
            (&row.blake3, row.bytes),
            (&content.blake3, content.bytes),
            "{}",
            row.path
        );
    }

    let path = paths::checkpoint(12);
    let checkpoint = Checkpoint::read(&path, store.open(&path).unwrap()).unwrap();
    assert_eq!((checkpoint.year, checkpoint.seed), (12, 5));
    assert_eq!(
        (checkpoint.version.as_str(), checkpoint.identity.as_str()),
        ("0.0.1", "of the scenario")
    );
    assert!(
        checkpoint
            .differences(|path| store.open(path))
            .unwrap()
            .is_empty()
    );
    let named: Vec<&str> = checkpoint.files.iter().map(|file| file.path.as_str()).collect();
    let of_state = [
        "trees/year-0012.csv",
        "state/year-0012/seeds.csv",
        "state/year-0012/dead.csv",
        "state/year-0012/wood.csv",
    ];
    assert_eq!(
        named,
        [
            &of_state[..],
            &[
                "census.csv",
                "spacing.csv",
                "deadwood.csv",
                "inventory.csv",
                "events.csv"
            ]
        ]
        .concat()
    );
    let trees: Vec<TreeRow> = rows(&store, "trees/year-0012.csv");
    assert!(trees.iter().all(|tree| tree.tree < checkpoint.next_tree));
}

#[test]
fn a_run_tells_what_it_took() {
    let scenario = scenario(SCENARIO);
    let (store, ran) = whole(&scenario);
    assert_eq!(ran.recorded_years, [0, 4, 8, 12]);
    assert_eq!(ran.founders_moved_to_near_edge, 0);
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    let all = |year: u32| row_of(&census, year, "all");
    // A tree-year is a tree that stood at a year's beginning.
    let tree_years: u64 = (0..YEARS).map(|year| all(year).trees).sum();
    assert_eq!(ran.tree_years, tree_years);
    let most_seeds = (0..=YEARS).map(|year| all(year).seeds).max().unwrap();
    assert!(ran.peak_seeds >= most_seeds && most_seeds > 0);
    assert!(ran.year_s > 0.0);
    let in_systems: f64 = ran.system_s.iter().map(|(_, seconds)| seconds).sum();
    assert!(in_systems > 0.0 && in_systems <= ran.year_s);
    // How long it took is told of this run, not of one that could go on.
    assert!(store.open("times.json").is_err());
}

#[test]
fn the_last_year_is_recorded_whatever_its_number() {
    let text = SCENARIO.replace("years = 12", "years = 7");
    let (store, ran) = whole(&scenario(&text));
    assert_eq!(ran.recorded_years, [0, 4, 7]);
    let trees: Vec<String> = store.list("trees").unwrap();
    assert_eq!(
        trees,
        ["0000", "0004", "0007"].map(|year| format!("trees/year-{year}.csv"))
    );
    let spacing: Vec<SpacingRow> = rows(&store, "spacing.csv");
    let of = |year: u32| spacing.iter().filter(|row| row.year == year).count();
    assert!(of(7) > 0 && of(5) == 0);
    // Nothing is left of an earlier run in the same place.
    let again = MemoryStore::default();
    for leftover in [
        "trees/year-0003.csv",
        "state/year-0099/dead.csv",
        "events.parquet",
        "census.csv",
    ] {
        again.write(leftover, &mut |out| out.write_all(b"old")).unwrap();
    }
    let watch = crate::common::Until::after(u32::MAX);
    crate::common::made(&scenario(&text), &again, None, &watch);
    assert_eq!(again.list("").unwrap(), store.list("").unwrap());
}

#[test]
fn listed_founders_on_the_far_edge_of_a_torus_are_told() {
    let text = r#"
        name = "listed"
        world = { size_m = [60.0, 50.0], edge = "torus", seed = 5 }
        run = { years = 1 }
        species = [{ name = "birch", preset = "betula-pendula" }]
        founders = [{ species = "birch", file = "stand.csv" }]
    "#;
    let stand = "x,y,dbh_cm\n60,10,20\n5,50,20\n7,8,20\n";
    let scenario = crate::common::scenario_of(&[("s.toml", text), ("stand.csv", stand)]);
    let (_, ran) = whole(&scenario);
    assert_eq!(ran.founders_moved_to_near_edge, 2);
}

#[test]
fn parquet_is_written_where_it_is_built_in() {
    let text = SCENARIO.replace("events = true", "format = \"parquet\"");
    let scenario = scenario(&text);
    match Format::Parquet.is_built_in() {
        true => assert!(check_format(&scenario).is_ok()),
        false => assert!(matches!(check_format(&scenario), Err(LabError::WithoutParquet))),
    }
}

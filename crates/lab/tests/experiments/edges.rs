//! The edge of a plot in a run's tables: a strip that is not counted, and bare ground that seeds from outside reach.

use std::f64::consts::PI;

use proptest::prelude::*;
use understory_lab::End;
use understory_lab::store::{MemoryStore, Store};
use understory_records::{
    CensusRow, Checkpoint, Document, EventRow, Format, SpacingRow, TreeRow, paths, read_table,
};
use understory_space::{Edge, Plot};

use crate::common::{
    Until, bytes, clark_evans, made, mean, near, nearest_m, places, rows, scenario, tables, whole,
};
use crate::run::SCENARIO;

const LOW_M: [f64; 2] = [-7.0, 400.0];
const SIZE_M: [f64; 2] = [60.0, 50.0];

/// The open plot of `SCENARIO` with a strip of this width, with seeds that fly in.
fn with_strip(buffer_m: f64, seed: u64) -> String {
    let edge = format!("edge = \"open\", buffer_m = {buffer_m:?}, seed = {seed}");
    SCENARIO.replace("edge = \"torus\", seed = 5", &edge).replace(
        "preset = \"fagus-sylvatica\"",
        "preset = \"fagus-sylvatica\", fruit = { from_outside_per_m2 = 0.05 }",
    )
}

/// As the strip is described: at least so far from each edge, and from the far ones farther.
fn is_inside(x_m: f64, y_m: f64, buffer_m: f64) -> bool {
    let along = |at_m: f64, axis: usize| {
        at_m >= LOW_M[axis] + buffer_m && at_m < LOW_M[axis] + buffer_m + (SIZE_M[axis] - 2.0 * buffer_m)
    };
    along(x_m, 0) && along(y_m, 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// What grows is the same to the last bit; tables of trees and events are those of the plot without a strip, filtered,
    /// and all else that a state holds is that of the whole plot.
    #[test]
    fn tables_are_those_without_a_strip_filtered_by_the_window(buffer_m in 3.0..15.9_f64, seed in 0..1000_u64) {
        let (plain, _) = whole(&scenario(&with_strip(0.0, seed)));
        let (store, _) = whole(&scenario(&with_strip(buffer_m, seed)));
        for year in [0, 4, 8, 12] {
            let path = paths::trees(year, Format::Csv);
            let mut expected: Vec<TreeRow> = rows(&plain, &path);
            let all = expected.clone();
            expected.retain(|tree| is_inside(tree.x_m, tree.y_m, buffer_m));
            let found: Vec<TreeRow> = rows(&store, &path);
            prop_assert_eq!(&found, &expected);
            prop_assert!(found.len() < all.len());
            if year == 12 {
                let strip: Vec<TreeRow> = rows(&store, &paths::strip(12, Format::Csv));
                let mut merged = [found, strip].concat();
                merged.sort_by_key(|tree| tree.tree);
                prop_assert_eq!(merged, all);
            }
        }
        let mut expected: Vec<EventRow> = rows(&plain, "events.csv");
        expected.retain(|event| is_inside(event.x_m, event.y_m, buffer_m));
        prop_assert_eq!(rows::<EventRow>(&store, "events.csv"), expected);
        for path in [paths::seeds(12, Format::Csv), paths::dead(12, Format::Csv), paths::wood(12, Format::Csv)] {
            prop_assert!(bytes(&plain, &path) == bytes(&store, &path), "{}", path);
        }
    }
}

/// Nothing of a run changes that has no strip: not a path more, not a byte.
#[test]
fn a_strip_of_no_width_is_none() {
    let open = SCENARIO.replace("edge = \"torus\"", "edge = \"open\"");
    let none = open.replace("seed = 5", "buffer_m = 0.0, seeds_over_edge = \"lost\", seed = 5");
    let [open, none] = [open, none].map(|text| whole(&scenario(&text)).0);
    assert!(tables(&open) == tables(&none));
}

#[test]
fn books_balance_in_the_window_and_its_figures_are_of_its_trees_and_area() {
    let buffer_m = 8.0;
    let text = with_strip(buffer_m, 5).replace("years = 12", "years = 24");
    let (store, _) = whole(&scenario(&text));
    let window = Plot::new([1.0, 408.0], [44.0, 34.0], Edge::Open).unwrap();
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    let events: Vec<EventRow> = rows(&store, "events.csv");
    let spacing: Vec<SpacingRow> = rows(&store, "spacing.csv");
    assert!(
        events
            .iter()
            .all(|event| is_inside(event.x_m, event.y_m, buffer_m))
    );
    for species in ["birch", "beech", "all"] {
        let own: Vec<&CensusRow> = census.iter().filter(|row| row.species == species).collect();
        for pair in own.windows(2) {
            let [before, row] = pair else { unreachable!() };
            assert_eq!(
                row.trees + row.died,
                before.trees + row.germinated + row.resprouted,
                "{species}, year {}",
                row.year
            );
            let counted = |what: &str, cause: Option<&str>| {
                let of_year = events
                    .iter()
                    .filter(|event| event.year == row.year && event.event == what);
                let own = of_year.filter(|event| species == "all" || event.species == species);
                own.filter(|event| cause.is_none_or(|cause| event.cause == cause))
                    .count() as u64
            };
            assert_eq!(counted("death", None), row.died);
            assert_eq!(counted("birth", Some("seed")), row.germinated);
            assert_eq!(counted("birth", Some("stump")), row.resprouted);
        }
        for year in [0, 12, 24] {
            let mut trees: Vec<TreeRow> = rows(&store, &paths::trees(year, Format::Csv));
            trees.retain(|tree| species == "all" || tree.species == species);
            let row = own.iter().find(|row| row.year == year).unwrap();
            assert_eq!(row.trees, trees.len() as u64);
            trees.retain(|tree| tree.dbh_cm >= 10.0);
            let square_cm2: f64 = trees.iter().map(|tree| tree.dbh_cm * tree.dbh_cm).sum();
            let per_ha = PI / 4.0 * square_cm2 / 10_000.0 / (44.0 * 34.0 / 10_000.0);
            near(row.basal_area_m2_per_ha, per_ha, "basal area");
            let points_m = places(&trees);
            near(
                row.mean_nnd_m.unwrap(),
                mean(&nearest_m(&points_m, &window)),
                "nearest",
            );
            near(row.clark_evans.unwrap(), clark_evans(&points_m, &window), "index");
            if species == "all" {
                let mut found = spacing.iter().filter(|row| {
                    row.year == year && row.scope == "adult" && row.statistic == "clark_evans_donnelly"
                });
                let found = found.next().unwrap().observed.unwrap();
                near(found, clark_evans(&points_m, &window), "index of spacing");
            }
        }
    }
    let sum = |of: fn(&CensusRow) -> u64| {
        let all = census.iter().filter(|row| row.species == "all");
        all.map(of).sum::<u64>()
    };
    assert!(sum(|row| row.germinated) > 20 && sum(|row| row.died) > 20);
    assert!(sum(|row| row.seeds_landed) > 500 && sum(|row| row.seeds_lost) > 500);
    assert!(sum(|row| row.seeds_from_outside) > 500);
}

/// Formats and what is kept, stopped at each year, and for more years than at first.
#[test]
fn a_run_with_a_strip_goes_on_from_any_year_to_the_same_tables() {
    let text = with_strip(9.0, 5);
    let mut texts = vec![
        text.clone(),
        text.replace("events = true", "events = true, keep_state = true"),
    ];
    if Format::Parquet.is_built_in() {
        texts.push(text.replace("events = true", "events = true, format = \"parquet\""));
    }
    for text in texts {
        let long = scenario(&text);
        let (straight, _) = whole(&long);
        let has_strip = |path: &String| path.contains("/strip.");
        assert!(straight.list("state").unwrap().iter().any(has_strip));
        for stop in 0..12 {
            let store = MemoryStore::default();
            let end = made(&long, &store, None, &Until::after(stop));
            assert_eq!(end, End::Stopped { year: stop });
            made(&long, &store, Some(stop), &Until::after(u32::MAX));
            assert!(tables(&store) == tables(&straight), "stopped in year {stop}");
        }
        let store = MemoryStore::default();
        let short = scenario(&text.replace("years = 12", "years = 7"));
        made(&short, &store, None, &Until::after(u32::MAX));
        made(&long, &store, Some(7), &Until::after(u32::MAX));
        assert!(tables(&store) == tables(&straight), "for more years");
    }
}

#[test]
fn the_checkpoint_vouches_for_the_strip() {
    let (store, _) = whole(&scenario(&with_strip(9.0, 5)));
    let path = paths::checkpoint(12);
    let checkpoint = Checkpoint::read(&path, store.open(&path).unwrap()).unwrap();
    assert!(
        checkpoint
            .files
            .iter()
            .any(|file| file.path == "state/year-0012/strip.csv")
    );
    let differences = || checkpoint.differences(|path| store.open(path)).unwrap();
    assert!(differences().is_empty());
    let strip = "state/year-0012/strip.csv";
    let length = bytes(&store, strip).len() as u64;
    store.append(strip, length, b"x").unwrap();
    assert_eq!(differences().len(), 1);
}

/// 0.2 seeds per m² and year on 3,000 m², in off years 0.3 of them: of five years one or two are good.
#[test]
fn bare_ground_fills_from_outside_alone_at_the_rate_that_is_stated() {
    let text = "name = \"bare\"\nworld = { size_m = [60.0, 50.0], edge = \"open\", seed = 5 }\nrun = { years = 24 }\n\
                species = [{ name = \"beech\", preset = \"fagus-sylvatica\", fruit = { from_outside_per_m2 = 0.2, \
                masting = \"periodic\", off_year_fraction = 0.3 } }]\n";
    let scenario = scenario(text);
    assert!(scenario.founders.is_empty());
    // A watch of its own, as no tree stands there at first.
    let store = MemoryStore::default();
    let run = understory_lab::run(&crate::common::job(&scenario), &store, None, &()).unwrap();
    assert!(matches!(run, End::Complete(_)));
    let census: Vec<CensusRow> = read_table("census.csv", store.open("census.csv").unwrap()).unwrap();
    let come: Vec<u64> = census
        .iter()
        .filter(|row| row.species == "all" && row.year > 0)
        .map(|row| row.seeds_from_outside)
        .collect();
    // Six of 24 years are good.
    let expected = 600.0 * (6.0 + 18.0 * 0.3);
    let found = come.iter().sum::<u64>() as f64;
    assert!(
        (found - expected).abs() < 4.0 * expected.sqrt(),
        "{found} for {expected}: {come:?}"
    );
    let last = census.last().unwrap();
    assert!(last.trees > 30 && last.seeds_landed == 0, "{last:?}");
}

#[test]
fn no_seed_is_lost_that_returns() {
    let text = SCENARIO.replace(
        "edge = \"torus\"",
        "edge = \"open\", seeds_over_edge = \"return\"",
    );
    let (store, _) = whole(&scenario(&text));
    let census: Vec<CensusRow> = rows(&store, "census.csv");
    assert!(
        census
            .iter()
            .all(|row| row.seeds_lost == 0 && row.seeds_from_outside == 0)
    );
    assert!(census.iter().map(|row| row.seeds_landed).sum::<u64>() > 1000);
}

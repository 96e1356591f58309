//! A small plot of a scenario, grown to foretell what the whole will hold.
//!
//! It is a torus, whatever the plot's edge is.

use understory_forest::{Borders, Forest, greatest_reach_of_m};
use understory_scatter::{Method, Uniform};
use understory_scenario::{DrawnFounders, ForestScenario, Founders, ListedTree};
use understory_space::{Edge, Plot};

use super::founders::forest_at_start;
use crate::error::LabError;
use crate::run::calendar::{has_trees, is_checkpoint};

/// Least and greatest side of a sample, m, which else is a tenth of the plot; a torus of wide reach takes more.
const SIDES_M: [f64; 2] = [50.0, 100.0];
/// Years that a sample is grown for; a longer run goes on as it stands then.
const GROWN_YEARS: u32 = 400;
/// The last of them, of which the births and deaths stand for those of a year later on.
const STEADY_YEARS: u32 = 50;

/// What a whole plot is expected to hold and to leave, in trees, seeds and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// Most trees at once.
    pub(crate) most_trees: f64,
    /// Most seeds at once: the bank and what fell.
    pub(crate) most_seeds: f64,
    /// Trees over all years that keep a table of them.
    pub(crate) tree_rows: f64,
    /// Seeds, dead and wood over all checkpoints.
    pub(crate) state_seeds: f64,
    pub(crate) state_dead: f64,
    pub(crate) state_wood: f64,
    /// Seeds, dead and wood of the last year.
    pub(crate) last_seeds: f64,
    pub(crate) last_dead: f64,
    pub(crate) last_wood: f64,
    /// Trees over all checkpoints, and in the last year.
    pub(crate) state_trees: f64,
    pub(crate) last_trees: f64,
    /// Trees that would grow crowns at the end, where any are asked for.
    pub(crate) last_tall: f64,
    /// Births and deaths over all years.
    pub(crate) events: f64,
}

/// Grows the sample; none where the plot is no larger than it would be, or where the sample is not affordable.
pub(crate) fn grow_sample(
    scenario: &ForestScenario,
    is_affordable: impl Fn(&ForestScenario) -> bool,
) -> Result<Option<Sample>, LabError> {
    let Some(small) = cut_out(scenario).filter(is_affordable) else {
        return Ok(None);
    };
    let by_area = scenario.plot.area_m2() / small.plot.area_m2();
    // Founders so few that a sample of their density has none: then it holds one, and they count, not the area.
    // What flies in from outside counts by the area.
    let comes_from_outside = scenario
        .species
        .iter()
        .any(|species| species.fruit.from_outside_per_m2 > 0.0)
        || !scenario.interventions.is_empty();
    let ratio = match comes_from_outside {
        true => by_area,
        false => by_area.min(count_at_start(scenario) / count_at_start(&small)),
    };
    let mut forest = forest_at_start(&small, small.header.seed, false)?;
    let mut sample = Sample::default();
    count(&mut sample, scenario, &forest, 0);
    let grown_years = scenario.years.min(GROWN_YEARS);
    let mut steady_events = 0.0;
    while forest.year() < grown_years {
        forest.advance();
        let year = forest.year();
        let tallies = forest.tallies();
        let events: u64 = tallies
            .iter()
            .map(|tally| tally.germinated + tally.resprouted + tally.planted + tally.died.iter().sum::<u64>())
            .sum();
        sample.events += events as f64;
        if year + STEADY_YEARS > grown_years {
            steady_events += events as f64 / f64::from(STEADY_YEARS);
        }
        count(&mut sample, scenario, &forest, year);
    }
    for year in grown_years + 1..=scenario.years {
        sample.events += steady_events;
        count(&mut sample, scenario, &forest, year);
    }
    sample.most_seeds = forest.peak_seeds() as f64;
    let figures = [
        &mut sample.most_trees,
        &mut sample.most_seeds,
        &mut sample.tree_rows,
        &mut sample.state_seeds,
        &mut sample.state_dead,
        &mut sample.state_wood,
        &mut sample.last_seeds,
        &mut sample.last_dead,
        &mut sample.last_wood,
        &mut sample.state_trees,
        &mut sample.last_trees,
        &mut sample.last_tall,
        &mut sample.events,
    ];
    for figure in figures {
        *figure *= ratio;
    }
    Ok(Some(sample))
}

/// Founders; a forest that is grown first is as dense as its sample.
fn count_at_start(scenario: &ForestScenario) -> f64 {
    let count = |founders: &Founders| match founders {
        Founders::Drawn(drawn) => f64::from(drawn.count),
        Founders::Listed { trees, .. } => trees.len() as f64,
        Founders::Grown { patch, .. } => {
            count_at_start(patch) * scenario.plot.area_m2() / patch.plot.area_m2()
        }
    };
    scenario.founders.iter().map(count).sum()
}

/// Counts the forest as it stands for a year.
fn count(sample: &mut Sample, scenario: &ForestScenario, forest: &Forest, year: u32) {
    let trees = forest.tree_count() as f64;
    sample.most_trees = sample.most_trees.max(trees);
    if let (true, Some(rules)) = (year == scenario.years, &scenario.crowns) {
        let tall = forest
            .trees()
            .filter(|tree| tree.size.height_m >= rules.min_height_m);
        sample.last_tall = tall.count() as f64;
    }
    if has_trees(scenario, year) {
        sample.tree_rows += trees;
    }
    if is_checkpoint(scenario, year) {
        (sample.last_seeds, sample.last_dead) = (forest.seed_count() as f64, forest.dead_count() as f64);
        sample.last_wood = forest.deadwood_count() as f64;
        sample.state_wood += sample.last_wood;
        sample.state_seeds += sample.last_seeds;
        sample.state_dead += sample.last_dead;
        sample.last_trees = trees;
        sample.state_trees += trees;
    }
}

/// The same scenario on a small torus, with founders as dense.
fn cut_out(scenario: &ForestScenario) -> Option<ForestScenario> {
    let reach_m = scenario
        .species
        .iter()
        .map(|species| greatest_reach_of_m(species, &scenario.conditions.light))
        .fold(0.0, f64::max);
    let tenth_m = (scenario.plot.area_m2() / 10.0).sqrt();
    // A little over three reaches, which a torus has to hold.
    let side_m = tenth_m.clamp(SIDES_M[0], SIDES_M[1]).max(3.1 * reach_m);
    let plot = Plot::new([0.0, 0.0], [side_m, side_m], Edge::Torus).ok()?;
    let is_large = |whole: &Plot| whole.area_m2() >= plot.area_m2();
    is_large(&scenario.plot).then(|| on_plot(scenario, plot))
}

fn on_plot(scenario: &ForestScenario, plot: Plot) -> ForestScenario {
    let share = plot.area_m2() / scenario.plot.area_m2();
    let founders = scenario.founders.iter().map(|founders| match founders {
        Founders::Drawn(drawn) => Founders::Drawn(DrawnFounders {
            // The one method that never runs out of room: a sample's founders only have to be as dense.
            method: Method::Uniform(Uniform),
            count: (f64::from(drawn.count) * share).round().max(1.0) as u32,
            ..drawn.clone()
        }),
        Founders::Listed {
            trees,
            path,
            file_blake3,
            ..
        } => Founders::Listed {
            trees: thinned(trees, &scenario.plot, &plot),
            deadwood: Vec::new(),
            path: path.clone(),
            file_blake3: file_blake3.clone(),
            moved_to_near_edge: 0,
        },
        Founders::Grown {
            patch, path, year, ..
        } => Founders::Grown {
            patch: Box::new(on_plot(patch, plot)),
            path: path.clone(),
            year: *year,
            tiles: [1, 1],
        },
    });
    ForestScenario {
        founders: founders.collect(),
        plot,
        borders: Borders::new(&plot),
        replicates: 1,
        // How many trees there come to be is asked; their crowns would take longer than the whole sample.
        crowns: None,
        ..scenario.clone()
    }
}

/// Every so many trees of a list, moved together onto the smaller plot.
fn thinned(trees: &[ListedTree], whole: &Plot, small: &Plot) -> Vec<ListedTree> {
    let step = (whole.area_m2() / small.area_m2()).round().max(1.0) as usize;
    trees
        .iter()
        .step_by(step)
        .map(|tree| {
            let place_m: [f64; 2] = std::array::from_fn(|axis| {
                let share = (tree.place_m[axis] - whole.origin_m()[axis]) / whole.size_m()[axis];
                share * small.size_m()[axis]
            });
            ListedTree {
                place_m: small.place(place_m).unwrap_or([0.0, 0.0]),
                ..*tree
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use understory_records::{EventRow, TableFile, TreeRow, paths};

    use super::*;
    use crate::run::{End, run, tables_in};
    use crate::store::MemoryStore;
    use crate::tables::read_table;
    use crate::testing::{job, scenario, scenario_of};

    const BIRCHES: &str = r#"
        name = "sampled"
        world = { size_m = [200.0, 180.0], origin_m = [7.0, -9.0], edge = "open", seed = 3 }
        run = { years = 20, replicates = 4 }
        species = [{ name = "birch", preset = "betula-pendula" }]
        founders = [{ species = "birch", method = "jittered-grid", count = 400, height_m = 15.0 }]
        record = { every_years = 6, checkpoint_every_years = 4, keep_state = true, events = true }
    "#;

    fn on(size: &str) -> Option<ForestScenario> {
        cut_out(&scenario(&BIRCHES.replace("[200.0, 180.0]", size)))
    }

    #[test]
    fn a_sample_is_a_tenth_of_the_plot_between_a_quarter_of_a_hectare_and_one() {
        let side_m = |size: &str| on(size).map(|small| small.plot.size_m());
        assert_eq!(side_m("[200.0, 180.0]"), Some([60.0; 2]));
        assert_eq!(side_m("[1000.0, 900.0]"), Some([100.0; 2]));
        assert_eq!(side_m("[100.0, 90.0]"), Some([50.0; 2]));
        assert_eq!(side_m("[50.0, 50.0]"), Some([50.0; 2]));
        assert_eq!(side_m("[49.0, 51.0]"), None);
        // A torus must hold three times the reach of the widest species.
        let wide = BIRCHES.replace("[200.0, 180.0]", "[300.0, 300.0]").replace(
            "preset = \"betula-pendula\"",
            "preset = \"betula-pendula\", growth = { greatest_dbh_cm = 300.0 }",
        );
        let wide = scenario(&wide);
        let reach_m = greatest_reach_of_m(&wide.species[0], &wide.conditions.light);
        assert!(3.1 * reach_m > 100.0, "{reach_m}");
        let side_m = cut_out(&wide).unwrap().plot.size_m()[0];
        assert!((side_m / (3.1 * reach_m) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn founders_of_a_sample_are_as_dense_as_those_of_the_whole() {
        let small = on("[200.0, 180.0]").unwrap();
        assert_eq!(
            (small.plot.origin_m(), small.plot.edge(), small.replicates),
            ([0.0; 2], Edge::Torus, 1)
        );
        match &small.founders[..] {
            [
                Founders::Drawn(DrawnFounders {
                    method: Method::Uniform(_),
                    count: 40,
                    height_m,
                    ..
                }),
            ] => assert_eq!(*height_m, 15.0),
            other => panic!("{other:?}"),
        }
        let few = cut_out(&scenario(&BIRCHES.replace("count = 400", "count = 4"))).unwrap();
        assert_eq!(
            (count_at_start(&small), count_at_start(&few)),
            (40.0, 1.0),
            "one at least"
        );

        let text = BIRCHES.replace(
            "method = \"jittered-grid\", count = 400, height_m = 15.0",
            "file = \"stand.csv\"",
        );
        let rows: String = (0..100)
            .map(|i| format!("{},{},{}\n", 7 + 2 * i, 162 - i, 10 + i % 9))
            .collect();
        let listed = scenario_of(&[("s.toml", &text), ("stand.csv", &format!("x,y,dbh_cm\n{rows}"))]);
        let small = cut_out(&listed).unwrap();
        let Founders::Listed {
            trees,
            moved_to_near_edge: 0,
            ..
        } = &small.founders[0]
        else {
            panic!("{:?}", small.founders);
        };
        assert_eq!(trees.len(), 10);
        for (number, tree) in trees.iter().enumerate() {
            let i = 10.0 * number as f64;
            // Shares of 200 by 180 m, on 60 by 60.
            let expected = [2.0 * i * 60.0 / 200.0, (171.0 - i) * 60.0 / 180.0];
            let off = |axis: usize| (tree.place_m[axis] - expected[axis]).abs();
            assert!(off(0) < 1e-9 && off(1) < 1e-9, "{tree:?}, not {expected:?}");
            assert_eq!(tree.dbh_cm, Some(f64::from(10 + 10 * number as u32 % 9)));
        }

        let patch = BIRCHES
            .replace("[200.0, 180.0]", "[70.0, 60.0]")
            .replace("\"open\"", "\"torus\"");
        let tiled = "name = \"tiled\"\nworld = { seed = 1 }\nrun = { years = 3 }\n\
                     species = [{ name = \"birch\", preset = \"betula-pendula\" }]\n\
                     founders = [{ grown = { scenario = \"patch.toml\", year = 3, tiles = [5, 3] } }]\n";
        let tiled = scenario_of(&[("s.toml", tiled), ("patch.toml", &patch)]);
        assert_eq!(count_at_start(&tiled), 15.0 * 400.0);
        let small = cut_out(&tiled).unwrap();
        let side_m = (350.0_f64 * 180.0 / 10.0).sqrt();
        assert_eq!(small.plot.size_m(), [side_m; 2]);
        match &small.founders[..] {
            [
                Founders::Grown {
                    patch,
                    tiles: [1, 1],
                    year: 3,
                    ..
                },
            ] => {
                assert_eq!(patch.plot, small.plot);
                let share = small.plot.area_m2() / (70.0 * 60.0);
                assert_eq!(count_at_start(patch), (400.0 * share).round());
            }
            other => panic!("{other:?}"),
        }
    }

    /// What a run leaves, its tables, and the most seeds at once.
    fn ran(scenario: &ForestScenario) -> (MemoryStore, Vec<TableFile>, u64) {
        let store = MemoryStore::default();
        let End::Complete(ran) = run(&job(scenario), &store, None, &()).unwrap() else {
            panic!("nobody stops it");
        };
        let tables = tables_in(&store).unwrap();
        (store, tables, ran.peak_seeds)
    }

    /// The tables that a run of the sample itself leaves, each ten times.
    #[test]
    fn a_sample_counts_what_a_run_of_it_leaves() {
        let scenario = scenario(BIRCHES);
        let small = cut_out(&scenario).unwrap();
        let (store, tables, peak_seeds) = ran(&small);
        let rows = |is_counted: &dyn Fn(&str) -> bool| {
            let counted = tables.iter().filter(|file| is_counted(&file.path));
            counted.map(|file| file.rows.unwrap()).sum::<u64>() as f64
        };
        let found = grow_sample(&scenario, |_| true).unwrap().unwrap();
        let events: Vec<EventRow> = read_table(&store, paths::EVENTS).unwrap();
        let trees = |year: u32| {
            let path = paths::trees(year, understory_records::Format::Csv);
            read_table::<TreeRow>(&store, &path).unwrap().len() as f64
        };
        let expected = Sample {
            most_trees: found.most_trees / 10.0,
            most_seeds: peak_seeds as f64,
            tree_rows: rows(&|path| path.starts_with("trees/")),
            state_seeds: rows(&|path| path.ends_with("/seeds.csv")),
            state_dead: rows(&|path| path.ends_with("/dead.csv")),
            state_wood: rows(&|path| path.ends_with("/wood.csv")),
            last_seeds: rows(&|path| path == "state/year-0020/seeds.csv"),
            last_dead: rows(&|path| path == "state/year-0020/dead.csv"),
            last_wood: rows(&|path| path == "state/year-0020/wood.csv"),
            state_trees: [0, 4, 8, 12, 16, 20].map(trees).iter().sum(),
            last_trees: trees(20),
            last_tall: 0.0,
            events: events.iter().filter(|event| event.cause != "founder").count() as f64,
        };
        assert!(expected.state_dead > expected.last_dead && expected.last_dead > 0.0);
        let tenth = Sample {
            most_trees: found.most_trees / 10.0,
            most_seeds: found.most_seeds / 10.0,
            tree_rows: found.tree_rows / 10.0,
            state_seeds: found.state_seeds / 10.0,
            state_dead: found.state_dead / 10.0,
            state_wood: found.state_wood / 10.0,
            last_seeds: found.last_seeds / 10.0,
            last_dead: found.last_dead / 10.0,
            last_wood: found.last_wood / 10.0,
            state_trees: found.state_trees / 10.0,
            last_trees: found.last_trees / 10.0,
            last_tall: 0.0,
            events: found.events / 10.0,
        };
        assert_eq!(tenth, expected);
        let census: Vec<understory_records::CensusRow> = read_table(&store, paths::CENSUS).unwrap();
        let most = census
            .iter()
            .filter(|row| row.species == "all")
            .map(|row| row.trees)
            .max();
        assert_eq!(most, Some(found.most_trees as u64 / 10));
        assert!(trees(20) > 0.0);
        assert!(grow_sample(&scenario, |_| false).unwrap().is_none());
    }

    /// A lone founder on a large plot stands for itself, not for as many as samples fit in.
    #[test]
    fn founders_too_few_for_a_sample_count_by_themselves() {
        let lone = scenario(&BIRCHES.replace("count = 400", "count = 2").replace(
            "preset = \"betula-pendula\"",
            "preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.0 }",
        ));
        assert_eq!(grow_sample(&lone, |_| true).unwrap().unwrap().most_trees, 2.0);
    }

    /// Beyond 400 years it stands as it stood then, with the mean births and deaths of the last 50.
    #[test]
    fn a_long_run_goes_on_as_it_stood() {
        let text = BIRCHES
            .replace("[200.0, 180.0]", "[100.0, 90.0]")
            .replace(
                "preset = \"betula-pendula\"",
                "preset = \"betula-pendula\", fruit = { seeds_per_m2 = 0.05 }",
            )
            .replace("count = 400", "count = 36");
        let of = |years: u32| {
            let text = text.replace("years = 20,", &format!("years = {years},"));
            let scenario = scenario(&text.replace("every_years = 6", "every_years = 50"));
            let sample = grow_sample(&scenario, |_| true).unwrap().unwrap();
            let years_kept = (0..=years).filter(|year| has_trees(&scenario, *year)).count();
            (sample, years_kept as f64)
        };
        let (steady, first) = (of(400), of(350));
        let (long, trees) = (of(450).0, (of(450).1 - steady.1));
        let near = |found: f64, expected: f64| {
            assert!(
                (found - expected).abs() < 1e-6 * expected,
                "{found}, not {expected}"
            )
        };
        let of_fifty = steady.0.events - first.0.events;
        assert!(of_fifty > 0.0);
        near(long.events - steady.0.events, of_fifty);
        // The last year of 400 is a kept state, and so has trees; of 450 every fourth and the fiftieth.
        assert!(trees > 12.0);
        assert_eq!(
            (long.last_seeds, long.last_dead),
            (steady.0.last_seeds, steady.0.last_dead)
        );
        assert_eq!(long.most_trees, steady.0.most_trees);
        let per_table = (long.tree_rows - steady.0.tree_rows) / trees;
        near(per_table * 3.6_f64.recip(), (per_table * 3.6_f64.recip()).round());
    }
}

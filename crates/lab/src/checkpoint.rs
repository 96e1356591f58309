//! Checkpoints: a state as tables and nothing else, and going on from them bit for bit.

use understory_forest::{Forest, State};
use understory_records::{Checkpoint, CheckpointFile, DeadRow, Document, Format, SeedRow, TreeRow, paths};
use understory_scenario::Scenario;

use crate::error::LabError;
use crate::run::Job;
use crate::store::Store;
use crate::tables::{Names, Written, read_table, write_table};

/// Writes the tree table of the forest's year.
pub(crate) fn write_trees(store: &dyn Store, forest: &Forest, format: Format) -> Result<Written, LabError> {
    let names = Names::of(forest);
    let rows = forest
        .trees()
        .into_iter()
        .map(|tree| names.tree_row(forest, &tree));
    write_table(store, &paths::trees(forest.year(), format), rows)
}

/// Writes everything that the next year reads; `trees` is what [`write_trees`] gave for this year and
/// `growing` how the tables stand to which later years append. `checkpoint.json` comes last: without it, what
/// is there does not count.
pub(crate) fn write(
    store: &dyn Store,
    job: &Job<'_>,
    forest: &Forest,
    trees: &Written,
    growing: Vec<CheckpointFile>,
) -> Result<(), LabError> {
    let (year, names) = (forest.year(), Names::of(forest));
    let format = format(job.scenario);
    let seeds = forest.seeds().into_iter().map(|seed| names.seed_row(&seed));
    let seeds = write_table(store, &paths::seeds(year, format), seeds)?;
    let dead = forest.dead().into_iter().map(|dead| names.dead_row(&dead));
    let dead = write_table(store, &paths::dead(year, format), dead)?;
    let state = [trees, &seeds, &dead];
    let state = state.map(|table| CheckpointFile::new(&table.path, &table.content, table.rows, false));
    let files = state.into_iter().chain(growing).collect();
    let checkpoint = Checkpoint {
        version: job.version.to_owned(),
        identity: job.identity.to_owned(),
        seed: job.scenario.seed,
        year,
        next_tree: forest.next_tree(),
        tree_years: forest.tree_years(),
        peak_seeds: forest.peak_seeds(),
        files,
    };
    keep(store, &checkpoint)
}

/// The format of a run's tables of trees and states.
pub(crate) fn format(scenario: &Scenario) -> Format {
    match scenario.record.format {
        understory_scenario::Format::Csv => Format::Csv,
        understory_scenario::Format::Parquet => Format::Parquet,
    }
}

/// Writes a checkpoint's own file.
pub(crate) fn keep(store: &dyn Store, checkpoint: &Checkpoint) -> Result<(), LabError> {
    let path = paths::checkpoint(checkpoint.year);
    Ok(store.write(&path, &mut |out| Ok(checkpoint.write(out)?))?)
}

/// Reads a checkpoint's own file.
pub(crate) fn read(store: &dyn Store, year: u32) -> Result<Checkpoint, LabError> {
    let path = paths::checkpoint(year);
    Ok(Checkpoint::read(&path, store.open(&path)?)?)
}

/// The state that a checkpoint's tables hold.
pub(crate) fn state(
    store: &dyn Store,
    forest: &Forest,
    checkpoint: &Checkpoint,
    format: Format,
) -> Result<State, LabError> {
    let names = Names::of(forest);
    let year = checkpoint.year;
    let trees = paths::trees(year, format);
    let (seeds, dead) = (paths::seeds(year, format), paths::dead(year, format));
    Ok(State {
        year,
        next_tree: checkpoint.next_tree,
        tree_years: checkpoint.tree_years,
        peak_seeds: checkpoint.peak_seeds,
        trees: read_table::<TreeRow>(store, &trees)?
            .iter()
            .map(|row| names.tree(&trees, row))
            .collect::<Result<_, _>>()?,
        seeds: read_table::<SeedRow>(store, &seeds)?
            .iter()
            .map(|row| names.seed(&seeds, row))
            .collect::<Result<_, _>>()?,
        dead: read_table::<DeadRow>(store, &dead)?
            .iter()
            .map(|row| names.dead(&dead, row))
            .collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_forest::components::{Cause, Remains, Size};
    use understory_forest::{DeadTree, Seed, Tree};
    use understory_numerics::Key;
    use understory_scenario::{Files, Overrides};

    use super::*;
    use crate::store::MemoryStore;

    const SCENARIO: &str = r#"
        name = "random-world"
        world = { size_m = [80.0, 60.0], origin_m = [-10.0, 4000.0], edge = "torus", seed = 1 }
        run = { years = 9 }
        species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
        founders = [
            { species = "birch", method = "uniform", count = 1, height_m = 9.0 },
            { species = "beech", method = "uniform", count = 1, height_m = 9.0 },
        ]
    "#;

    struct OneFile;

    impl Files for OneFile {
        fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
            Ok(SCENARIO.as_bytes().to_vec())
        }
    }

    fn scenario(format: understory_scenario::Format) -> Scenario {
        let mut scenario =
            understory_scenario::load("random-world.toml", &OneFile, &Overrides::default()).unwrap();
        scenario.record.format = format;
        scenario
    }

    fn either_format() -> impl Strategy<Value = understory_scenario::Format> {
        use understory_scenario::Format::{Csv, Parquet};
        let formats = [Csv, Parquet].into_iter();
        let usable =
            move |format: &understory_scenario::Format| *format == Csv || Format::Parquet.is_built_in();
        prop::sample::select(formats.filter(usable).collect::<Vec<_>>())
    }

    fn place() -> impl Strategy<Value = [f64; 2]> {
        (0.0..80.0_f64, 0.0..60.0_f64).prop_map(|(x, y)| [x - 10.0, y + 4000.0])
    }

    fn size() -> impl Strategy<Value = Size> {
        let seedling = (0.01..1.3_f64).prop_map(|height_m| Size {
            dbh_cm: 0.0,
            height_m,
        });
        let tree = (0.0..44.0_f64, 1.3..30.0_f64).prop_map(|(dbh_cm, height_m)| Size { dbh_cm, height_m });
        prop_oneof![seedling, tree]
    }

    prop_compose! {
        fn tree()(key in any::<u128>(), species in 0_u16..2, place_m in place(), age_yr in any::<u16>(),
                  size in size(), vigour in 0.0..=1.0_f64) -> Tree {
            Tree { number: 0, key: Key::from_bits(key), species, place_m, age_yr, size, vigour }
        }
    }

    prop_compose! {
        fn seed()(key in any::<u128>(), species in 0_u16..2, place_m in place(), age_yr in any::<u16>()) -> Seed {
            Seed { key: Key::from_bits(key), species, place_m, age_yr }
        }
    }

    prop_compose! {
        fn dead()(key in any::<u128>(), species in 0_u16..2, place_m in place(), age_yr in any::<u16>(),
                  size in size(), cause in 0_usize..3, year_died in -20..=7_i32) -> DeadTree {
            let remains = Remains { cause: Cause::ALL[cause], year_died };
            DeadTree { number: 0, key: Key::from_bits(key), species, place_m, age_yr, size, remains }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A world with each component set at random is written as tables and read: nothing is lost. A component
        /// without a column would come back as something else.
        #[test]
        fn every_component_survives_the_tables(
            trees in prop::collection::vec(tree(), 0..40),
            seeds in prop::collection::vec(seed(), 0..40),
            dead in prop::collection::vec(dead(), 0..40),
            written_as in either_format(),
        ) {
            let scenario = scenario(written_as);
            let mut forest = Forest::new(scenario.plot, 1, scenario.species.clone(), scenario.interaction).unwrap();
            let mut state = State { year: 7, next_tree: 1000, tree_years: 77, peak_seeds: 5, trees, seeds, dead };
            for (number, tree) in (1..).zip(&mut state.trees) {
                tree.number = number;
            }
            for (number, dead) in (500..).zip(&mut state.dead) {
                dead.number = number;
            }
            forest.restore(state.clone()).unwrap();
            let before = forest.state();
            state.seeds.sort_by_key(|seed| seed.key);
            prop_assert_eq!(&before.trees, &state.trees);
            prop_assert_eq!(&before.seeds, &state.seeds);

            let store = MemoryStore::default();
            let job = Job {
                scenario: &scenario,
                scenario_blake3: "",
                identity: "identity",
                version: "0",
                command: "run",
                threads: 1,
            };
            let written = write_trees(&store, &forest, format(&scenario)).unwrap();
            write(&store, &job, &forest, &written, Vec::new()).unwrap();
            let checkpoint = read(&store, 7).unwrap();
            prop_assert!(checkpoint.differences(|path| store.open(path)).unwrap().is_empty());
            let read_back = super::state(&store, &forest, &checkpoint, format(&scenario)).unwrap();
            prop_assert_eq!(&read_back, &before);
            let mut again = Forest::new(scenario.plot, 1, scenario.species.clone(), scenario.interaction).unwrap();
            again.restore(read_back).unwrap();
            prop_assert_eq!(again.state(), before);
        }
    }
}

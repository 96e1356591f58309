//! Checkpoints: a state as tables and nothing else, and going on from them bit for bit.
//!
//! Columns that follow from others, such as a crown radius, are written for readers and never read back.

use std::cell::RefCell;

use understory_forest::{Counts, Forest};
use understory_records::{Checkpoint, CheckpointFile, Document, Format, FromFields, Rows, paths, read_each};
use understory_scenario::{CrownsWhen, ForestScenario};

use crate::error::LabError;
use crate::job::Job;
use crate::store::Store;
use crate::tables::{Names, Written, growth_point, growth_point_row, write_table};

/// Writes the tree table of the forest's year, of what is in the counted window, in the format of its scenario and with the heights of its ground.
pub(crate) fn write_trees(
    store: &dyn Store,
    forest: &Forest,
    scenario: &ForestScenario,
) -> Result<Written, LabError> {
    let (format, ground) = (format(scenario), scenario.ground());
    let names = Names::of(forest);
    let window = forest.window();
    let counted = forest.trees().filter(|tree| window.holds(tree.place_m));
    let rows = counted.map(|tree| names.tree_row(ground, &tree));
    write_table(store, &paths::trees(forest.year(), format), rows)
}

/// Writes what the next year reads besides the counted trees: seeds, the dead and their wood, and the living of the strip, where there
/// is one.
pub(crate) fn write_state(
    store: &dyn Store,
    forest: &Forest,
    scenario: &ForestScenario,
) -> Result<Vec<Written>, LabError> {
    let (year, names, format) = (forest.year(), Names::of(forest), format(scenario));
    let seeds = forest.seeds().map(|seed| names.seed_row(&seed));
    let seeds = write_table(store, &paths::seeds(year, format), seeds)?;
    let dead = forest.dead().map(|dead| names.dead_row(&dead));
    let dead = write_table(store, &paths::dead(year, format), dead)?;
    let wood = forest.deadwood().map(|wood| names.wood_row(&wood));
    let wood = write_table(store, &paths::wood(year, format), wood)?;
    let mut written = vec![seeds, dead, wood];
    if has_crown_state(scenario) {
        let rows = forest.growth_points().map(|point| growth_point_row(&point));
        written.push(write_table(store, &paths::crown_state(year, format), rows)?);
    }
    let window = forest.window();
    if !window.is_whole() {
        let ground = scenario.ground();
        let strip = forest.trees().filter(|tree| !window.holds(tree.place_m));
        let rows = strip.map(|tree| names.tree_row(ground, &tree));
        written.push(write_table(store, &paths::strip(year, format), rows)?);
    }
    Ok(written)
}

/// Writes what makes a state whole, last: without it, what is there does not count. `state` is what [`write_trees`]
/// and [`write_state`] gave for this year, `growing` how the tables stand to which later years append, and `finished`
/// how the list stands of what no later year touches.
pub(crate) fn write(
    store: &dyn Store,
    job: &Job<'_>,
    forest: &Forest,
    state: &[Written],
    growing: Vec<CheckpointFile>,
    finished: CheckpointFile,
) -> Result<(), LabError> {
    let state = state
        .iter()
        .map(|table| CheckpointFile::new(&table.path, &table.content, table.rows, false));
    let files = state.chain(growing).collect();
    let checkpoint = Checkpoint {
        version: job.version.to_owned(),
        identity: job.identity.to_owned(),
        seed: job.scenario.header.seed,
        year: forest.year(),
        next_tree: forest.next_tree(),
        tree_years: forest.tree_years(),
        peak_seeds: forest.peak_seeds(),
        files,
        finished,
    };
    keep(store, &checkpoint)
}

/// Whether a state holds growth points.
pub(crate) fn has_crown_state(scenario: &ForestScenario) -> bool {
    let rules = scenario.crowns.as_ref();
    rules.is_some_and(|rules| rules.when == CrownsWhen::Yearly)
}

/// The format of a run's tables of trees and states.
#[must_use]
pub fn format(scenario: &ForestScenario) -> Format {
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

/// Puts the state that a checkpoint's tables hold into a forest, row by row. Their hashes were compared before, so
/// each has as many rows as the checkpoint says.
pub(crate) fn restore(
    store: &dyn Store,
    scenario: &ForestScenario,
    forest: &mut Forest,
    checkpoint: &Checkpoint,
) -> Result<(), LabError> {
    let (year, format) = (checkpoint.year, format(scenario));
    let names = Names::of_species(&scenario.species);
    let trees = Stored::new(store, checkpoint, paths::trees(year, format))?;
    let strip = (!scenario.borders.window.is_whole())
        .then(|| Stored::new(store, checkpoint, paths::strip(year, format)))
        .transpose()?;
    let living = trees.rows + strip.as_ref().map_or(0, |strip| strip.rows);
    let seeds = Stored::new(store, checkpoint, paths::seeds(year, format))?;
    let dead = Stored::new(store, checkpoint, paths::dead(year, format))?;
    let wood = Stored::new(store, checkpoint, paths::wood(year, format))?;
    let crowns = has_crown_state(scenario)
        .then(|| Stored::new(store, checkpoint, paths::crown_state(year, format)))
        .transpose()?;
    let counts = Counts {
        year,
        next_tree: checkpoint.next_tree,
        tree_years: checkpoint.tree_years,
        peak_seeds: checkpoint.peak_seeds,
    };
    // The forest takes no errors: the first one ends its rows, and is looked for afterwards.
    let wrong = RefCell::new(None);
    let in_window = trees.until_wrong(&wrong, |row| names.tree(&trees.path, row));
    let in_strip = strip
        .iter()
        .flat_map(|strip| strip.until_wrong(&wrong, |row| names.tree(&strip.path, row)));
    let restored = forest.restore_from(
        counts,
        in_window.chain(in_strip).take(living),
        seeds.until_wrong(&wrong, |row| names.seed(&seeds.path, row)),
        dead.until_wrong(&wrong, |row| names.dead(&dead.path, row)),
        wood.until_wrong(&wrong, |row| names.wood(&wood.path, row)),
        crowns
            .iter()
            .flat_map(|crowns| crowns.until_wrong(&wrong, |row| growth_point(&crowns.path, row))),
    );
    match wrong.into_inner() {
        Some(error) => Err(error),
        None => Ok(restored?),
    }
}

/// A table of a checkpoint.
struct Stored<'a> {
    store: &'a dyn Store,
    path: String,
    rows: usize,
}

impl<'a> Stored<'a> {
    fn new(store: &'a dyn Store, checkpoint: &Checkpoint, path: String) -> Result<Self, LabError> {
        let file = named(checkpoint, &path)?;
        let rows = usize::try_from(file.rows).unwrap_or(usize::MAX);
        Ok(Self { store, path, rows })
    }

    /// What its rows stand for, up to the first that is wrong; the table is opened when the first is asked for.
    fn until_wrong<R: FromFields + 'static, T>(
        &self,
        wrong: &RefCell<Option<LabError>>,
        meaning: impl Fn(&R) -> Result<T, LabError>,
    ) -> impl Iterator<Item = T> {
        let opened = std::iter::once_with(|| self.open::<R>());
        let rows = opened.flat_map(|opened| -> Box<dyn Iterator<Item = Result<R, LabError>>> {
            match opened {
                Ok(rows) => Box::new(rows.map(|row| row.map_err(LabError::from))),
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        });
        let meant = rows.map_while(move |row| {
            let meant = row.and_then(|row| meaning(&row));
            meant.map_err(|error| *wrong.borrow_mut() = Some(error)).ok()
        });
        meant.take(self.rows)
    }

    /// The rows, one by one, from either format.
    fn open<R: FromFields>(&self) -> Result<Rows<'static, R>, LabError> {
        Ok(read_each(&self.path, self.store.open(&self.path)?)?)
    }
}

/// A file that a checkpoint names.
pub(crate) fn named<'a>(checkpoint: &'a Checkpoint, path: &str) -> Result<&'a CheckpointFile, LabError> {
    let file = checkpoint.files.iter().find(|file| file.path == path);
    file.ok_or_else(|| {
        let problem = format!("it does not name `{path}`");
        LabError::strange(&paths::checkpoint(checkpoint.year), problem)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_forest::components::{Cause, Remains, Scores, Size, Wood};
    use understory_forest::{DeadTree, Deadwood, Seed, State, Tree};
    use understory_numerics::RandomKey;

    use super::*;
    use crate::run::growing::Growing;
    use crate::store::MemoryStore;
    use crate::testing;

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

    fn scenario(format: understory_scenario::Format) -> ForestScenario {
        let mut scenario = testing::scenario(SCENARIO);
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

    fn scores() -> impl Strategy<Value = Scores> {
        [-2.0..2.0_f32, -2.0..2.0_f32].prop_map(|[dbh, height]| Scores { dbh, height })
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
                  size in size(), vigour in 0.0..=1.0_f64, scores in scores(), base in 0.0..0.01_f32, radius in 0.0..0.001_f64) -> Tree {
            let key = RandomKey::from_bits(key);
            Tree { number: 0, key, species, place_m, age_yr, size, vigour, scores, crown_base_m: base, crown_radius_m: radius }
        }
    }

    prop_compose! {
        fn seed()(key in any::<u128>(), species in 0_u16..2, place_m in place(), age_yr in any::<u16>(),
                  mother in scores()) -> Seed {
            Seed { key: RandomKey::from_bits(key), species, place_m, age_yr, mother }
        }
    }

    prop_compose! {
        fn dead()(key in any::<u128>(), species in 0_u16..2, place_m in place(), age_yr in any::<u16>(),
                  size in size(), vigour in 0.0..=1.0_f64, scores in scores(), cause in 0..Cause::ALL.len(),
                  year_died in -20..=7_i32) -> DeadTree {
            let (key, remains) = (RandomKey::from_bits(key), Remains::new(Cause::ALL[cause], year_died));
            DeadTree { number: 0, key, species, place_m, age_yr, size, vigour, scores, remains }
        }
    }

    prop_compose! {
        fn wood()(key in any::<u128>(), species in 0_u16..2, place_m in place(), dbh_cm in 10.0..44.0_f64,
                  height_m in 1.3..30.0_f64, cause in 0..Cause::ALL.len(), year_died in -20..=7_i32,
                  stood_share in 0.0..=1.0_f32, fell_after in prop::option::of(0..5_i32)) -> Deadwood {
            let (key, remains) = (RandomKey::from_bits(key), Remains::new(Cause::ALL[cause], year_died));
            let wood = Wood::new(stood_share, fell_after.map(|years| year_died + years));
            Deadwood { key, species, place_m, size: Size { dbh_cm, height_m }, remains, wood }
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
            wood in prop::collection::vec(wood(), 0..40),
            written_as in either_format(),
        ) {
            let scenario = scenario(written_as);
            let mut forest = Forest::new(scenario.plot, 1, scenario.species.clone(), scenario.conditions).unwrap();
            let counts = Counts { year: 7, next_tree: 1000, tree_years: 77, peak_seeds: 5 };
            let mut state = State { counts, trees, seeds, dead, deadwood: wood, growth_points: Vec::new() };
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
            state.deadwood.sort_by_key(|wood| (wood.remains.year_died(), wood.key));
            prop_assert_eq!(&before.deadwood, &state.deadwood);

            let store = MemoryStore::default();
            let written = write_trees(&store, &forest, &scenario).unwrap();
            let mut state = vec![written];
            state.extend(write_state(&store, &forest, &scenario).unwrap());
            let finished = Growing::new(paths::FINISHED).stand(&store).unwrap();
            write(&store, &testing::job(&scenario), &forest, &state, Vec::new(), finished).unwrap();
            let checkpoint = read(&store, 7).unwrap();
            prop_assert!(checkpoint.differences(|path| store.open(path)).unwrap().is_empty());
            let mut again = Forest::new(scenario.plot, 1, scenario.species.clone(), scenario.conditions).unwrap();
            restore(&store, &scenario, &mut again, &checkpoint).unwrap();
            prop_assert_eq!(again.state(), before);
        }
    }
}

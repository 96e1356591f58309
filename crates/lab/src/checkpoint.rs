//! Checkpoints: a state as tables and nothing else, and going on from them bit for bit.

use understory_forest::{Forest, State};
use understory_records::{
    Checkpoint, CheckpointFile, Content, DeadRow, Document, SeedRow, TreeRow, paths,
};

use crate::error::LabError;
use crate::run::Job;
use crate::store::Store;
use crate::tables::{Names, read_table, write_table};

/// Writes the tree table of the forest's year.
pub(crate) fn write_trees(store: &dyn Store, forest: &Forest) -> Result<Content, LabError> {
    write_table(store, &paths::trees(forest.year()), &mut || {
        let names = Names::of(forest);
        let rows: Vec<TreeRow> = forest
            .trees()
            .iter()
            .map(|tree| names.tree_row(forest, tree))
            .collect();
        Box::new(rows.into_iter())
    })
}

/// Writes everything that the next year reads; `trees` is what [`write_trees`] gave for this year and
/// `growing` how the tables stand to which later years append. `checkpoint.json` comes last: without it, what
/// is there does not count.
pub(crate) fn write(
    store: &dyn Store,
    job: &Job<'_>,
    forest: &Forest,
    trees: &Content,
    growing: Vec<CheckpointFile>,
) -> Result<(), LabError> {
    let year = forest.year();
    let (seeds_path, dead_path) = (paths::seeds(year), paths::dead(year));
    let seeds = write_table(store, &seeds_path, &mut || {
        let names = Names::of(forest);
        let rows: Vec<SeedRow> = forest
            .seeds()
            .iter()
            .map(|seed| names.seed_row(seed))
            .collect();
        Box::new(rows.into_iter())
    })?;
    let dead = write_table(store, &dead_path, &mut || {
        let names = Names::of(forest);
        let rows: Vec<DeadRow> = forest
            .dead()
            .iter()
            .map(|dead| names.dead_row(dead))
            .collect();
        Box::new(rows.into_iter())
    })?;
    let mut files = vec![
        CheckpointFile::new(paths::trees(year), trees, false),
        CheckpointFile::new(seeds_path, &seeds, false),
        CheckpointFile::new(dead_path, &dead, false),
    ];
    files.extend(growing);
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
    store.write(&paths::checkpoint(year), &mut |out| {
        Ok(checkpoint.write(out)?)
    })?;
    Ok(())
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
) -> Result<State, LabError> {
    let names = Names::of(forest);
    let year = checkpoint.year;
    let (trees, seeds, dead) = (paths::trees(year), paths::seeds(year), paths::dead(year));
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

//! What a run no longer needs when a checkpoint stands: the state before it, with a table of trees that no reader awaits.
//!
//! Everything here must be safe to repeat, as a stop can come between any two removals.

use understory_records::paths;
use understory_scenario::ForestScenario;

use super::checkpoint;
use crate::error::LabError;
use crate::run::calendar::{is_checkpoint, is_recorded};
use crate::store::Store;

/// Removes what the checkpoint of the year `newest` makes needless, wherever it lies, and what was cut off while it was
/// written: states that are not kept, and tables of trees that belong neither to a recorded year nor to such a state.
pub(crate) fn clear(store: &dyn Store, scenario: &ForestScenario, newest: u32) -> Result<(), LabError> {
    let has_state = |year: u32| year == newest || (year < newest && keeps_state(scenario, year));
    let has_trees = |year: u32| has_state(year) || (year < newest && is_recorded(scenario, year));
    for path in store.list(paths::STATE)? {
        if !year_in(&path).is_some_and(has_state) {
            store.remove(&path)?;
        }
    }
    for path in store.list("trees")? {
        if !year_in(&path).is_some_and(has_trees) {
            store.remove(&path)?;
        }
    }
    Ok(())
}

/// The same while a run goes on, where nothing but the checkpoint before the newest can have become needless: no folder
/// is looked through, as those of a run of many years hold many tables.
pub(crate) fn clear_former(
    store: &dyn Store,
    scenario: &ForestScenario,
    former: u32,
) -> Result<(), LabError> {
    if keeps_state(scenario, former) {
        return Ok(());
    }
    let format = checkpoint::format(scenario);
    // Its own file goes first: a state without it counts for nothing.
    store.remove(&paths::checkpoint(former))?;
    store.remove(&paths::dead(former, format))?;
    store.remove(&paths::wood(former, format))?;
    store.remove(&paths::seeds(former, format))?;
    if checkpoint::has_crown_state(scenario) {
        store.remove(&paths::crown_state(former, format))?;
    }
    if !scenario.borders.window.is_whole() {
        store.remove(&paths::strip(former, format))?;
    }
    if !is_recorded(scenario, former) {
        store.remove(&paths::trees(former, format))?;
    }
    Ok(())
}

/// Whether the state of this year is to stay.
fn keeps_state(scenario: &ForestScenario, year: u32) -> bool {
    scenario.record.keep_state && is_checkpoint(scenario, year)
}

/// The year in a path such as `trees/year-0100.csv` or `state/year-0100/seeds.csv`.
fn year_in(path: &str) -> Option<u32> {
    let (_, rest) = path.split_once("/year-")?;
    let digits = rest.split(['.', '/']).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Write};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use understory_records::Format;

    use super::*;
    use crate::run::{End, run};
    use crate::store::MemoryStore;
    use crate::testing::{self, job};

    fn scenario(years: u32, keep_state: bool) -> ForestScenario {
        let text = format!(
            "name = 'kept'\nworld = {{ size_m = [40.0, 40.0], edge = 'torus', seed = 1 }}\nrun = {{ years = {years} }}\n\
             species = [{{ name = 'birch', preset = 'betula-pendula' }}]\n\
             founders = [{{ species = 'birch', method = 'uniform', count = 3, height_m = 10.0 }}]\n\
             record = {{ every_years = 4, checkpoint_every_years = 1, keep_state = {keep_state} }}\n"
        );
        testing::scenario(&text)
    }

    /// A store that counts how often it is looked through.
    #[derive(Default)]
    struct Counting {
        store: MemoryStore,
        looks: AtomicUsize,
    }

    impl Store for Counting {
        fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
            self.store.open(path)
        }

        fn write(
            &self,
            path: &str,
            fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
        ) -> io::Result<()> {
            self.store.write(path, fill)
        }

        fn append(&self, path: &str, length: u64, bytes: &[u8]) -> io::Result<()> {
            self.store.append(path, length, bytes)
        }

        fn sync(&self, path: &str) -> io::Result<()> {
            self.store.sync(path)
        }

        fn truncate(&self, path: &str, bytes: u64) -> io::Result<()> {
            self.store.truncate(path, bytes)
        }

        fn list(&self, folder: &str) -> io::Result<Vec<String>> {
            self.looks.fetch_add(1, Ordering::Relaxed);
            self.store.list(folder)
        }

        fn remove(&self, path: &str) -> io::Result<()> {
            self.store.remove(path)
        }
    }

    fn ran(scenario: &ForestScenario) -> Counting {
        let store = Counting::default();
        assert!(matches!(
            run(&job(scenario), &store, None, &()).unwrap(),
            End::Complete(_)
        ));
        store
    }

    /// All tables of trees were listed at each checkpoint, which took longer from year to year.
    #[test]
    fn a_run_looks_through_its_folders_no_more_often_for_more_years() {
        let looks = |years| ran(&scenario(years, false)).looks.into_inner();
        assert_eq!(looks(3), looks(12));
    }

    #[test]
    fn what_stays_is_what_a_look_through_everything_would_leave() {
        for keep_state in [false, true] {
            let scenario = scenario(10, keep_state);
            let store = ran(&scenario).store;
            let left = store.list("").unwrap();
            clear(&store, &scenario, 10).unwrap();
            assert_eq!(store.list("").unwrap(), left);
            let years = |folder: &str| {
                let mut years: Vec<_> = store
                    .list(folder)
                    .unwrap()
                    .iter()
                    .filter_map(|path| year_in(path))
                    .collect();
                years.dedup();
                years
            };
            if keep_state {
                assert_eq!(years("state"), Vec::from_iter(0..=10));
            } else {
                assert_eq!((years("state"), years("trees")), (vec![10], vec![0, 4, 8, 10]));
            }
        }
    }

    #[test]
    fn what_is_not_of_a_state_that_stays_goes() {
        let trees = [0, 2, 4, 6, 8, 9, 12].map(|year| paths::trees(year, Format::Csv));
        let states = [0, 2, 8, 9].map(paths::checkpoint);
        let left = |keep_state: bool| {
            let store = MemoryStore::default();
            for path in trees.iter().chain(&states) {
                store.write(path, &mut |out| out.write_all(b"x")).unwrap();
            }
            for stray in ["state/notes", "trees/year-x.csv", "census.csv"] {
                store.write(stray, &mut |out| out.write_all(b"x")).unwrap();
            }
            // Checkpoints of every second year, and the newest of the eighth; trees are recorded every fourth.
            let mut scenario = scenario(12, keep_state);
            scenario.record.checkpoint_every_years = 2;
            clear(&store, &scenario, 8).unwrap();
            store.list("").unwrap()
        };
        let all = |states: &[u32], years: &[u32]| {
            let states = states.iter().map(|year| paths::checkpoint(*year));
            let trees = years.iter().map(|year| paths::trees(*year, Format::Csv));
            [vec!["census.csv".to_owned()], states.collect(), trees.collect()].concat()
        };
        assert_eq!(left(false), all(&[8], &[0, 4, 8]));
        assert_eq!(left(true), all(&[0, 2, 8], &[0, 2, 4, 6, 8]));
    }
}

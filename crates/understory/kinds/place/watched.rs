//! A painted world that is watched: its tiles in files of their own, of which a saved map rewrites those that it touches.
//!
//! `tiles.csv` lists the files with their hashes; it is written last, and what it does not list, or with another hash, is the
//! user's. Files are written beside their names and moved there, so that a reader never sees half of one. Times of files are
//! asked for a hundred times a second: that works on every disk, and with programs that save by putting a new file in the place
//! of the old one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use understory_lab::place::{tile_rows, touched_since, with_forests_beside};
use understory_numerics::parallel::try_map;
use understory_records::{Format, Hashing, InstanceRow, Table as _, TileRow, read_table, write_table};
use understory_scenario::{Header, Overrides, WorldScenario};

use crate::error::Error;
use crate::files::slashed;
use crate::folder::{Kept, Lock, hold, is_of_the_user, set_aside};
use crate::open;

/// Between two looks at the files.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A painted world whose tiles lie in files.
#[derive(Debug)]
pub struct WatchedWorld {
    scenario: WorldScenario,
    overrides: Overrides,
    folder: PathBuf,
    /// What the list has of each tile, by row and column.
    tiles: BTreeMap<[i32; 2], TileRow>,
    files: Vec<Watched>,
    /// No other command writes there meanwhile.
    _lock: Lock,
}

/// A file that the world follows from, and what was seen of it.
#[derive(Debug)]
struct Watched {
    path: PathBuf,
    seen: Option<Seen>,
}

/// Length and time of the last change.
type Seen = (u64, SystemTime);

/// What a change came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuilt {
    /// Tiles whose files were written, row by row from the south.
    pub tiles: Vec<[i32; 2]>,
    /// Tiles of the world.
    pub of: usize,
    /// Instances in the tiles that were written.
    pub instances: u64,
    /// Tiles that the user had edited, and what else was in the way, with where it is now.
    pub kept: Kept,
    /// Time from when the change was seen until the last file was written, s.
    pub took_s: f64,
}

impl WatchedWorld {
    /// Lays out a whole world into a folder that is new, empty, or one that was watched before, whose list is taken over.
    ///
    /// # Errors
    /// [`Error::Refused`] where the folder holds something else, [`Error::Folder`] while another is at work there, or what the disk reports.
    pub fn begin(
        scenario: WorldScenario,
        overrides: Overrides,
        folder: &Path,
    ) -> Result<(Self, Rebuilt), Error> {
        let begun = Instant::now();
        let lock = hold(folder)?;
        let before = listed(folder)?;
        fs::create_dir_all(folder)?;
        let scenario = grown(&scenario, None)?;
        let tiles = scenario.world.tiles();
        let mut watched = Self {
            files: files_of(&scenario.header),
            scenario,
            overrides,
            folder: folder.to_owned(),
            tiles: before,
            _lock: lock,
        };
        let rebuilt = watched.write(tiles, begun)?;
        Ok((watched, rebuilt))
    }

    /// The world as it was read last.
    #[must_use]
    pub fn scenario(&self) -> &WorldScenario {
        &self.scenario
    }

    /// Waits until a file changes and is saved, or until `is_stopped` says so, with `None`.
    pub fn wait(&mut self, is_stopped: &dyn Fn() -> bool) -> Option<Instant> {
        let mut since = None;
        loop {
            let mut is_changed = false;
            for file in &mut self.files {
                let now = seen(&file.path);
                is_changed |= now != file.seen;
                file.seen = now;
            }
            // A file that still grows is looked at again.
            match (is_changed, since) {
                (true, None) => since = Some(Instant::now()),
                (false, Some(_)) => return since,
                _ => {}
            }
            if is_stopped() {
                return None;
            }
            sleep(LOOK_EVERY);
        }
    }

    /// Reads the scenario again and rewrites the tiles that changed since; `since` is when the change was seen.
    ///
    /// # Errors
    /// What is wrong with the scenario or its files, which leaves all tiles as they are; or what the disk reports.
    pub fn rebuild(&mut self, since: Instant) -> Result<Rebuilt, Error> {
        let scenario: WorldScenario = open(&self.scenario.header.path, &self.overrides)?;
        let scenario = grown(&scenario, Some(&self.scenario))?;
        let touched = touched_since(&self.scenario, &scenario);
        self.scenario = scenario;
        let known: BTreeMap<PathBuf, Option<Seen>> =
            self.files.drain(..).map(|file| (file.path, file.seen)).collect();
        self.files = files_of(&self.scenario.header);
        for file in &mut self.files {
            file.seen = known.get(&file.path).copied().unwrap_or(file.seen);
        }
        self.write(touched, since)
    }

    /// Lays out tiles and writes their files, then the list of them.
    fn write(&mut self, tiles: Vec<[i32; 2]>, since: Instant) -> Result<Rebuilt, Error> {
        let (scenario, kept) = (&self.scenario, Mutex::new(Kept::default()));
        let written: Vec<([i32; 2], TileRow)> = try_map(tiles.len(), 1, |number| {
            let [tile_x, tile_y] = tiles[number];
            let (file, rows) = (file_name([tile_x, tile_y]), tile_rows(scenario, [tile_x, tile_y]));
            let row = TileRow {
                blake3: self.replace(&file, &rows, self.tiles.get(&[tile_y, tile_x]), &kept)?,
                instances: rows.len() as u64,
                file,
                tile_x,
                tile_y,
            };
            Ok::<_, Error>(([tile_y, tile_x], row))
        })?;
        let instances = written.iter().map(|(_, row)| row.instances).sum();
        self.tiles.extend(written);
        let there = scenario.world.tiles();
        let mut gone = Vec::new();
        if there.len() != self.tiles.len() {
            let of_the_world: BTreeSet<[i32; 2]> = there.iter().map(|[x, y]| [*y, *x]).collect();
            gone.extend(
                self.tiles
                    .iter()
                    .filter(|(at, _)| !of_the_world.contains(*at))
                    .map(|(_, row)| row.clone()),
            );
            self.tiles.retain(|at, _| of_the_world.contains(at));
        }
        let (list, rows): (_, Vec<TileRow>) = (
            self.folder.join(TileRow::ABOUT.file),
            self.tiles.values().cloned().collect(),
        );
        let (beside, _) = write_beside(&list, &rows)?;
        fs::rename(beside, list)?;
        for row in gone {
            let place = self.folder.join(&row.file);
            if place.exists() && !is_of_the_user(&|_| Some(&*row.blake3), &row.file, &place)? {
                fs::remove_file(place)?;
            }
        }
        Ok(Rebuilt {
            of: there.len(),
            tiles,
            instances,
            kept: kept.into_inner().unwrap_or_else(PoisonError::into_inner),
            took_s: since.elapsed().as_secs_f64(),
        })
    }

    /// Writes the rows of a tile, beside what the user made of it, and gives their hash.
    fn replace(
        &self,
        file: &str,
        rows: &[InstanceRow],
        listed: Option<&TileRow>,
        kept: &Mutex<Kept>,
    ) -> Result<String, Error> {
        let place = self.folder.join(file);
        let (beside, blake3) = write_beside(&place, rows)?;
        if is_of_the_user(&|_| Some(&*listed?.blake3), file, &place)? {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            set_aside(&self.folder, file, &beside, &mut kept)?;
        }
        fs::rename(beside, place)?;
        Ok(blake3)
    }
}

/// With the forests of its rules, of which only those are grown that the world before did not have.
fn grown(scenario: &WorldScenario, before: Option<&WorldScenario>) -> Result<WorldScenario, Error> {
    with_forests_beside(scenario, before, &()).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

fn file_name([x, y]: [i32; 2]) -> String {
    format!("{x}_{y}.csv")
}

/// The scenario and all that it names.
fn files_of(header: &Header) -> Vec<Watched> {
    let scenario = [header.path.clone()];
    let named = header.inputs.iter().map(|input| header.beside(&input.path));
    let paths = scenario.into_iter().chain(named).map(PathBuf::from);
    paths
        .map(|path| Watched {
            seen: seen(&path),
            path,
        })
        .collect()
}

fn seen(path: &Path) -> Option<Seen> {
    let found = fs::metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}

/// Writes a table beside its name. Gives where, and its hash.
fn write_beside<R: understory_records::Table>(path: &Path, rows: &[R]) -> Result<(PathBuf, String), Error> {
    let beside = path.with_extension("csv.new");
    let mut out = Hashing::new(BufWriter::new(File::create(&beside)?));
    write_table(Format::Csv, &mut out, rows).map_err(io::Error::from)?;
    out.flush()?;
    Ok((beside, out.content().blake3))
}

/// What an earlier watch left in a folder; a folder that holds anything else is refused.
fn listed(folder: &Path) -> Result<BTreeMap<[i32; 2], TileRow>, Error> {
    let first = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().transpose()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let Some(first) = first else {
        return Ok(BTreeMap::new());
    };
    let list = folder.join(TileRow::ABOUT.file);
    let rows = File::open(&list)
        .ok()
        .and_then(|file| read_table(&slashed(&list), file).ok());
    let Some(rows) = rows else {
        return Err(Error::Refused {
            why: format!(
                "`{}` was not written by an earlier `--watch`",
                first.path().display()
            ),
            way_out: "name a folder that is new or empty".to_owned(),
        });
    };
    let named = |row: TileRow| {
        // Nothing but a tile is ever removed, whatever the list names.
        let file = file_name([row.tile_x, row.tile_y]);
        ([row.tile_y, row.tile_x], TileRow { file, ..row })
    };
    Ok(rows.into_iter().map(named).collect())
}

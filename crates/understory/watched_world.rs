//! A painted world that is watched: its tiles in files of their own, of which a saved map rewrites those that it touches.
//!
//! `tiles.csv` lists the files; it is written last, and what it does not list is not ours. Files are written beside
//! their names and moved there, so that a reader never sees half of one. Times of files are asked for a hundred times a second: that
//! works on every disk, and with programs that save by putting a new file in the place of the old one.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use understory_lab::world::{tile_rows, touched_since, with_forests_beside};
use understory_numerics::parallel::try_map;
use understory_records::{Format, Table as _, TileRow, write_table};
use understory_scenario::{Header, Overrides, WorldScenario};

use crate::error::Error;
use crate::files::slashed;
use crate::folder::{Lock, hold};
use crate::open;

/// Between two looks at the files.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A painted world whose tiles lie in files.
#[derive(Debug)]
pub struct WatchedWorld {
    scenario: WorldScenario,
    overrides: Overrides,
    folder: PathBuf,
    /// How much stands in each tile, by row and column.
    tiles: BTreeMap<[i32; 2], u64>,
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
    /// Time from when the change was seen until the last file was written, s.
    pub took_s: f64,
}

impl WatchedWorld {
    /// Lays out a whole world into a folder that is new, empty, or one that was watched before.
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
        clear(folder)?;
        fs::create_dir_all(folder)?;
        let scenario = grown(&scenario, None)?;
        let tiles = scenario.world.tiles();
        let mut watched = Self {
            files: files_of(&scenario.header),
            scenario,
            overrides,
            folder: folder.to_owned(),
            tiles: BTreeMap::new(),
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
        let (scenario, folder) = (&self.scenario, &self.folder);
        let written: Vec<([i32; 2], u64)> = try_map(tiles.len(), 1, |number| {
            let [x, y] = tiles[number];
            let rows = tile_rows(scenario, [x, y]);
            replace(&folder.join(file_name([x, y])), &rows)?;
            Ok::<_, Error>(([y, x], rows.len() as u64))
        })?;
        let instances = written.iter().map(|(_, instances)| instances).sum();
        self.tiles.extend(written);
        let there = scenario.world.tiles();
        let gone: Vec<[i32; 2]> = match there.len() == self.tiles.len() {
            true => Vec::new(),
            false => self
                .tiles
                .keys()
                .filter(|[y, x]| !there.contains(&[*x, *y]))
                .copied()
                .collect(),
        };
        for tile in &gone {
            self.tiles.remove(tile);
        }
        let rows: Vec<TileRow> = self
            .tiles
            .iter()
            .map(|(&tile, &instances)| list_row(tile, instances))
            .collect();
        replace(&folder.join(TileRow::ABOUT.file), &rows)?;
        for [y, x] in gone {
            fs::remove_file(folder.join(file_name([x, y])))?;
        }
        Ok(Rebuilt {
            of: there.len(),
            tiles,
            instances,
            took_s: since.elapsed().as_secs_f64(),
        })
    }
}

/// With the forests of its rules, of which only those are grown that the world before did not have.
fn grown(scenario: &WorldScenario, before: Option<&WorldScenario>) -> Result<WorldScenario, Error> {
    with_forests_beside(scenario, before, &()).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

fn list_row([tile_y, tile_x]: [i32; 2], instances: u64) -> TileRow {
    TileRow {
        file: file_name([tile_x, tile_y]),
        tile_x,
        tile_y,
        instances,
    }
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

/// Writes a table beside its name and moves it there.
fn replace<R: understory_records::Table>(path: &Path, rows: &[R]) -> Result<(), Error> {
    let beside = path.with_extension("csv.new");
    let mut out = BufWriter::new(File::create(&beside)?);
    write_table(Format::Csv, &mut out, rows).map_err(io::Error::from)?;
    out.flush()?;
    fs::rename(&beside, path)?;
    Ok(())
}

/// Removes the tiles of an earlier watch; a folder that holds anything else is refused.
fn clear(folder: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.collect::<Result<Vec<_>, _>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let list = folder.join(TileRow::ABOUT.file);
    let listed: Vec<TileRow> = match File::open(&list) {
        Ok(file) => understory_records::read_table(&slashed(&list), file)?,
        Err(_) => Vec::new(),
    };
    let ours: Vec<String> = listed
        .into_iter()
        .map(|row| row.file)
        .chain([TileRow::ABOUT.file.to_owned()])
        .collect();
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let name = name.strip_suffix(".new").unwrap_or(&name);
        entry.file_type().is_ok_and(|kind| kind.is_file()) && ours.iter().any(|own| own == name)
    };
    if let Some(other) = entries.iter().find(|entry| !is_ours(entry)) {
        return Err(Error::Refused {
            why: format!(
                "`{}` was not written by an earlier `--watch`",
                other.path().display()
            ),
            way_out: "name a folder that is new or empty".to_owned(),
        });
    }
    for entry in entries {
        fs::remove_file(entry.path())?;
    }
    Ok(())
}

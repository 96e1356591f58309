//! A complete run of which a file was changed: its manifest and tables are read or refused, and now and then its
//! figures are drawn from what was read.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{SmallRun, is_chosen, with_another_value, with_other_content};
use understory_records::{
    CensusRow, Document, EventRow, Manifest, ReplicatesRow, SeedRow, SpacingRow, TreeRow, paths, read_table,
};
use understory_report::{Cause, RunAbout, Tables};

/// One input in so many is drawn: that takes as long as some thousand readings.
const DRAWN_ONE_IN: u8 = 200;

fuzz_target!(|input: &[u8]| {
    static RUN: LazyLock<SmallRun> = LazyLock::new(|| SmallRun::new("csv"));
    let Some((changed, files)) = with_other_content(&RUN.whole, input) else {
        return;
    };
    let (path, bytes) = &files[changed];
    let _ = Manifest::read(path, &bytes[..]);
    let _ = read_table::<CensusRow>(path, &bytes[..]);
    let _ = read_table::<SpacingRow>(path, &bytes[..]);
    let _ = read_table::<ReplicatesRow>(path, &bytes[..]);
    let _ = read_table::<TreeRow>(path, &bytes[..]);
    let _ = read_table::<SeedRow>(path, &bytes[..]);
    let _ = read_table::<EventRow>(path, &bytes[..]);
    if is_chosen(input, DRAWN_ONE_IN)
        && let Some(tables) = Run::read(&files)
    {
        let _ = understory_report::draw(&tables, &mut |_| Ok(()));
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

/// The run as its figures see it.
struct Run<'a> {
    files: &'a [(String, Vec<u8>)],
    manifest: Manifest,
}

impl<'a> Run<'a> {
    fn read(files: &'a [(String, Vec<u8>)]) -> Option<Self> {
        let (path, bytes) = files.iter().find(|(path, _)| path == paths::MANIFEST)?;
        let manifest = Manifest::read(path, &bytes[..]).ok()?;
        Some(Self { files, manifest })
    }

    fn rows<R: understory_records::FromFields>(&self, path: &str) -> Result<Vec<R>, Cause> {
        let file = self.files.iter().find(|(file, _)| file == path);
        let (path, bytes) = file.ok_or_else(|| format!("no file `{path}`"))?;
        Ok(read_table(path, &bytes[..])?)
    }
}

impl Tables for Run<'_> {
    fn about(&self) -> RunAbout {
        let world = &self.manifest.world;
        RunAbout {
            name: self.manifest.scenario.clone(),
            size_m: world.size_m,
            origin_m: world.origin_m,
            torus: world.edge == "torus",
            species: self.manifest.species.clone(),
        }
    }

    fn census(&self) -> Result<Vec<CensusRow>, Cause> {
        self.rows(paths::CENSUS)
    }

    fn spacing(&self) -> Result<Vec<SpacingRow>, Cause> {
        self.rows(paths::SPACING)
    }

    fn replicates(&self) -> Result<Vec<ReplicatesRow>, Cause> {
        self.rows(paths::REPLICATES)
    }

    fn recorded_years(&self) -> Vec<u32> {
        self.manifest.recorded_years.clone()
    }

    fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Cause> {
        self.rows(&paths::trees(year, self.manifest.format()))
    }
}

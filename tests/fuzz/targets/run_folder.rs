//! A complete run of which a file was changed: its manifest and tables are read or refused, and now and then its
//! figures are drawn from what was read.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::{MemoryStore, Results};
use understory_fuzz::{SmallRun, is_chosen, with_another_value, with_other_content};
use understory_lab::store::Store;
use understory_records::{
    CensusRow, Document, EventRow, Manifest, ReplicatesRow, SeedRow, SpacingRow, TreeRow, read_table,
};

/// One input in so many is drawn: that takes as long as some thousand readings.
const DRAWN_ONE_IN: u8 = 200;

static RUN: LazyLock<SmallRun> = LazyLock::new(|| SmallRun::new("csv"));

// The run is made before the first input, whose time is limited.
fuzz_target!(init: LazyLock::force(&RUN), |input: &[u8]| {
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
        && let Ok(results) = Results::open(stored(&files))
    {
        let _ = results.draw(&mut |_| Ok(()));
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

fn stored(files: &[(String, Vec<u8>)]) -> MemoryStore {
    let store = MemoryStore::default();
    for (path, bytes) in files {
        let written = store.write(path, &mut |out| out.write_all(bytes));
        written.expect("memory takes every file");
    }
    store
}

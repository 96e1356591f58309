//! A run that was interrupted and one of its files changed: it goes on or is refused, also where the checkpoint's
//! hash was changed to that of the new content.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{SmallRun, StopAfter, go_on, store_of, with_another_value, with_other_content};
use understory_records::{Checkpoint, Content, Document, paths};

/// The year from which the small run goes on.
const YEAR: u32 = 4;

fuzz_target!(|input: &[u8]| {
    static RUNS: LazyLock<[SmallRun; 2]> = LazyLock::new(|| ["csv", "parquet"].map(SmallRun::new));
    for run in RUNS.iter() {
        let Some((changed, mut files)) = with_other_content(&run.stopped, input) else {
            continue;
        };
        let content = Content::of(&files[changed].1[..]).expect("memory reads");
        let path = files[changed].0.clone();
        let Some((_, bytes)) = files
            .iter_mut()
            .find(|(path, _)| *path == paths::checkpoint(YEAR))
        else {
            continue;
        };
        if let Ok(mut checkpoint) = Checkpoint::read("checkpoint.json", &bytes[..]) {
            for file in checkpoint.files.iter_mut().filter(|file| file.path == path) {
                file.bytes = content.bytes;
                file.blake3.clone_from(&content.blake3);
            }
            bytes.clear();
            checkpoint.write(bytes).expect("memory takes it");
        }
        let _ = go_on(
            &run.scenario,
            &store_of(&files),
            Some(YEAR),
            &StopAfter::year(YEAR + 1),
        );
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

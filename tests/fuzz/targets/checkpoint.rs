//! A run that was interrupted, with one of its files changed and the hash in its checkpoint changed to fit: it goes on or
//! is refused.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{SmallRun, StopAfter, YEAR, go_on, store_of, with_another_value, with_other_content};
use understory_records::{Checkpoint, Content, Document, paths};

static RUN: LazyLock<SmallRun> = LazyLock::new(|| SmallRun::new("csv"));

// The run is made before the first input, whose time is limited.
fuzz_target!(init: LazyLock::force(&RUN), |input: &[u8]| {
    let Some((changed, mut files)) = with_other_content(&RUN.stopped, input) else {
        return;
    };
    let content = Content::of(&files[changed].1[..]).expect("memory reads");
    let path = files[changed].0.clone();
    let its_own = |file: &&mut (String, Vec<u8>)| file.0 == paths::checkpoint(YEAR);
    let (_, bytes) = files.iter_mut().find(its_own).expect("it was stopped there");
    if let Ok(mut checkpoint) = Checkpoint::read("checkpoint.json", &bytes[..]) {
        for file in checkpoint.files.iter_mut().filter(|file| file.path == path) {
            file.bytes = content.bytes;
            file.blake3.clone_from(&content.blake3);
        }
        bytes.clear();
        checkpoint.write(bytes).expect("memory takes it");
    }
    let _ = go_on(
        &RUN.scenario,
        &store_of(&files),
        Some(YEAR),
        &StopAfter::year(YEAR + 1),
    );
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

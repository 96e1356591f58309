//! A run with Parquet tables that was interrupted and one of them changed: it is refused by its hash, unread. On a
//! damaged file the Parquet reader itself can panic, or run on without end.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use understory_fuzz::{SmallRun, YEAR, with_other_content};
use understory_records::{Checkpoint, Document, paths};

static RUN: LazyLock<SmallRun> = LazyLock::new(|| SmallRun::new("parquet"));

// The run is made before the first input, whose time is limited.
fuzz_target!(init: LazyLock::force(&RUN), |input: &[u8]| {
    let Some((changed, files)) = with_other_content(&RUN.stopped, input) else {
        return;
    };
    let find = |wanted: &str| files.iter().find(|(path, _)| path == wanted);
    let (path, bytes) = find(&paths::checkpoint(YEAR)).expect("it was stopped there");
    let Ok(checkpoint) = Checkpoint::read(path, &bytes[..]) else {
        return;
    };
    let open = |path: &str| Ok(find(path).map_or(&[][..], |(_, bytes)| &bytes[..]));
    let differences = checkpoint.differences(open).expect("memory reads");
    let (path, bytes) = &files[changed];
    // A table that grows may be longer than the checkpoint says.
    let is_needed = checkpoint
        .files
        .iter()
        .any(|file| file.path == *path && !file.grows);
    if is_needed && *bytes != RUN.stopped[changed].1 {
        assert!(!differences.is_empty(), "{path}");
    }
});

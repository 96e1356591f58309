//! A window of polygons: it is read or refused, and points within some that are read are measured.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::{Experiment, StatsRequest, StatsTask};
use understory_fuzz::{Scratch, is_chosen, with_another_value};
use understory_lab::stats::{Function, StatsOptions};
use understory_lab::store::MemoryStore;

/// One input in so many is measured: that takes as long as some hundred readings.
const MEASURED_ONE_IN: u8 = 32;

static SCRATCH: LazyLock<Scratch> = LazyLock::new(|| {
    let scratch = Scratch::new();
    let points = "x,y\n10,10\n20,14\n15,21\n31,18\n150,150\n190,11\n";
    fs::write(scratch.path("points.csv"), points).expect("the disk takes it");
    scratch
});

fuzz_target!(init: LazyLock::force(&SCRATCH), |polygons: &[u8]| {
    let file = SCRATCH.path("window.geojson");
    fs::write(&file, polygons).expect("the disk takes it");
    let request = StatsRequest {
        points: SCRATCH.path("points.csv"),
        polygon: Some(file),
        options: StatsOptions {
            functions: Function::ALL.to_vec(),
            r_steps: 16,
            pixels: Some([16, 16]),
            ..StatsOptions::default()
        },
        ..StatsRequest::default()
    };
    match StatsTask::new(&request) {
        Ok(task) if is_chosen(polygons, MEASURED_ONE_IN) => {
            let _ = task.tables(&MemoryStore::default(), None, &());
        }
        Ok(_) => {}
        Err(refused) => assert!(refused.to_string().len() < 1 << 20, "messages are short"),
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

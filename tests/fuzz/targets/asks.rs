//! What a page asks of `play`, one line each: it is answered or refused.

#![no_main]

use std::fs;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::play::{Ask, Session};
use understory_fuzz::{Scratch, small_scenario, with_another_value};

/// Asks of one page; a fuzzer needs its time for other inputs.
const MOST_ASKS: usize = 6;

fuzz_target!(|asks: &[u8]| {
    let scratch = Scratch::new();
    let path = scratch.path("small.toml");
    fs::write(&path, small_scenario("csv")).expect("the disk takes it");
    let mut session = Session::open(&path, &[], None).expect("it is whole");
    for line in asks.split(|byte| *byte == b'\n').take(MOST_ASKS) {
        match serde_json::from_slice::<Ask>(line) {
            Ok(Ask::Save {}) | Err(_) => {}
            Ok(ask) => match session.answer(&ask) {
                Ok(_) => {}
                Err(refused) => assert!(refused.to_string().len() < 1 << 20, "messages are short"),
            },
        }
    }
    session.end();
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

//! A scenario's text: it is read or refused, and one that is ready grows for two years, or is a tree that grows.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{Beside, grow_a_little, with_another_value};
use understory_scenario::{Overrides, Scenario, load};

const PATH: &str = "fuzzed.toml";

fuzz_target!(|text: &[u8]| {
    let files = Beside {
        path: PATH,
        bytes: text,
    };
    match load::<Scenario>(PATH, &files, &Overrides::default()) {
        Ok(found) => grow_a_little(found),
        Err(problems) => {
            assert!(!problems.as_slice().is_empty());
            assert!(problems.to_string().len() < 1 << 20, "messages are short");
        }
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

//! A scenario's text: it is read or refused, and what `check` finds ready grows for two years, or is made to its end.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{Beside, check_and_make, is_chosen, with_another_value};
use understory_scenario::{Overrides, Scenario, load};

const PATH: &str = "fuzzed.toml";
/// One input in so many is made with all its tables and figures, which take as long as some hundred readings.
const MADE_ONE_IN: u8 = 32;

fuzz_target!(|text: &[u8]| {
    let files = Beside {
        path: PATH,
        bytes: text,
    };
    match load::<Scenario>(PATH, &files, &Overrides::default()) {
        Ok(found) => check_and_make(found, &files, is_chosen(text, MADE_ONE_IN)),
        Err(problems) => {
            assert!(!problems.as_slice().is_empty());
            assert!(problems.to_string().len() < 1 << 20, "messages are short");
        }
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

//! A founders' file: it is read or refused, and trees that are taken stand and grow for two years.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{Beside, Both, check_and_make, with_another_value};
use understory_scenario::{Overrides, Scenario, load};

const SCENARIO: &str = r#"
name = "founders"
world = { size_m = [200.0, 200.0], edge = "open", seed = 1 }
run = { years = 2 }
species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
founders = [{ species = "beech", file = "stand.csv" }]
"#;

fuzz_target!(|table: &[u8]| {
    let of_scenario = Beside {
        path: "founders.toml",
        bytes: SCENARIO.as_bytes(),
    };
    let stand = Beside {
        path: "stand.csv",
        bytes: table,
    };
    let files = Both([of_scenario, stand]);
    if let Ok(found) = load::<Scenario>("founders.toml", &files, &Overrides::default()) {
        check_and_make(found, &files, false);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

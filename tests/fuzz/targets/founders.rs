//! A founders' file: it is read or refused, and trees that are taken stand and grow for two years.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory_fuzz::{Beside, check_and_make, with_another_value};
use understory_scenario::{Overrides, Scenario, load};

const SCENARIO: &str = r#"
name = "founders"
world = { size_m = [200.0, 200.0], edge = "open", seed = 1 }
run = { years = 2 }
species = [{ name = "birch", preset = "betula-pendula" }, { name = "beech", preset = "fagus-sylvatica" }]
founders = [{ species = "beech", file = "stand.csv" }]
"#;

struct Files<'a>(&'a [u8]);

impl understory_scenario::Files for Files<'_> {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let files = Beside {
            path: "stand.csv",
            bytes: self.0,
        };
        if path == "founders.toml" {
            Ok(SCENARIO.into())
        } else {
            files.read(path)
        }
    }
}

fuzz_target!(|table: &[u8]| {
    if let Ok(found) = load::<Scenario>("founders.toml", &Files(table), &Overrides::default()) {
        check_and_make(found, &Files(table), false);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

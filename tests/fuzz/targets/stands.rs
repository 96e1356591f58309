//! A measured stand as `new --from` takes it: it is refused, or becomes a scenario that is read, with the trees that it names.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::{StandRows, measured_stand};
use understory_fuzz::{Beside, Both, with_another_value};
use understory_scenario::{ForestScenario, Overrides, Stems, load};

fuzz_target!(|table: &[u8]| {
    let rows = StandRows {
        only: table
            .len()
            .is_multiple_of(3)
            .then(|| "dbh_cm >= 10".parse().expect("a condition")),
        stems: Some(if table.len().is_multiple_of(2) {
            Stems::Join
        } else {
            Stems::Keep
        }),
    };
    let Ok(made) = measured_stand("plot.csv", table, "mine", "mine.csv", &rows) else {
        return;
    };
    let files = Beside {
        path: "mine.csv",
        bytes: made.trees.as_bytes(),
    };
    let of_scenario = Beside {
        path: "mine.toml",
        bytes: made.scenario.as_bytes(),
    };
    let both = Both([of_scenario, files]);
    if let Ok(forest) = load::<ForestScenario>("mine.toml", &both, &Overrides::default()) {
        assert!(!forest.founders.is_empty());
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

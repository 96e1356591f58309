//! An edited table of a painted world: it is refused, or its edits are kept, and the world with them is read.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::keep_hand_edits;
use understory_fuzz::{Beside, Both, SMALL_WORLD, Scratch, small_world, with_another_value};
use understory_scenario::{Overrides, WorldScenario, load};

static WORLD: LazyLock<(WorldScenario, Scratch)> = LazyLock::new(|| (small_world(), Scratch::new()));

fuzz_target!(init: LazyLock::force(&WORLD), |table: &[u8]| {
    let (world, scratch) = &*WORLD;
    let [edited, keep] = ["edited.csv", "by-hand.csv"].map(|name| scratch.path(name));
    fs::write(&edited, table).expect("the disk takes it");
    if keep_hand_edits(world, &edited, &keep).is_err() {
        return;
    }
    let kept = fs::read(&keep).expect("it was written");
    fs::remove_file(&keep).expect("the disk takes it");
    let text = format!("{SMALL_WORLD}[by_hand]\nfile = \"by-hand.csv\"\n");
    let of_world = Beside {
        path: "world.toml",
        bytes: text.as_bytes(),
    };
    let of_edits = Beside {
        path: "by-hand.csv",
        bytes: &kept,
    };
    let files = Both([of_world, of_edits]);
    let read = load::<WorldScenario>("world.toml", &files, &Overrides::default());
    assert!(read.is_ok(), "{}", read.unwrap_err());
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

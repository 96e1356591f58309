//! An edited table of a painted world: it is refused, or its edits are kept, and the world with them is read.

#![no_main]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use understory::keep_hand_edits;
use understory_fuzz::{Beside, SMALL_WORLD, Scratch, with_another_value};
use understory_scenario::{Overrides, WorldScenario, load};

static WORLD: LazyLock<(WorldScenario, Scratch)> = LazyLock::new(|| (world(""), Scratch::new()));

fn world(by_hand: &str) -> WorldScenario {
    let text = format!("{SMALL_WORLD}{by_hand}");
    let files = Beside {
        path: "world.toml",
        bytes: text.as_bytes(),
    };
    load("world.toml", &files, &Overrides::default()).expect("it is whole")
}

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
    let files = Kept { text: &text, kept: &kept };
    let read = load::<WorldScenario>("world.toml", &files, &Overrides::default());
    assert!(read.is_ok(), "{}", read.unwrap_err());
});

struct Kept<'a> {
    text: &'a str,
    kept: &'a [u8],
}

impl understory_scenario::Files for Kept<'_> {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        match Path::new(path).extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(self.kept.to_vec()),
            _ => Beside {
                path: "world.toml",
                bytes: self.text.as_bytes(),
            }
            .read(path),
        }
    }
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    with_another_value(data, size, max_size, seed)
});

//! What the years ask of the allocator.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use std::alloc::System;

use cap::Cap;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// The one test of this file, since another's allocations would be counted with its own.
///
/// Beech bears every fourth year: then, and in the year after, lists may have to grow beyond what they ever held,
/// less and less often. The years between ask for no more than the few newly dead take on their way in.
#[test]
fn a_year_that_brings_nothing_new_asks_for_next_to_no_memory() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut forest = stand::stand([3, 3]);
    let mut asked_bytes = |years: u32| -> Vec<usize> {
        let year = |_| {
            let before = HEAP.total_allocated();
            pool.install(|| forest.advance());
            HEAP.total_allocated() - before
        };
        (0..years).map(year).collect()
    };
    asked_bytes(24);
    let held_bytes = HEAP.allocated();
    let later = asked_bytes(24);
    // What a good year asks for beyond its lists it gives back.
    assert!(
        HEAP.allocated() < held_bytes + held_bytes / 20,
        "{held_bytes} {}",
        HEAP.allocated()
    );
    let quiet_years = later.iter().filter(|&&bytes| bytes < 65_536).count();
    assert!(quiet_years >= 8, "{later:?}");
    let [trees, seeds] = [forest.tree_count(), forest.peak_seeds() as usize];
    assert!(
        later.iter().sum::<usize>() < 24 * (60 * trees + 4 * seeds),
        "{trees} {seeds} {later:?}"
    );
}

//! What a world asks of the allocator.

use std::alloc::System;

use cap::Cap;
use understory_ecs::{World, component, entity};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

component! {
    /// Number.
    pub struct Number(u32);
}

entity! {
    /// A grain.
    #[derive(Clone, Copy)]
    pub struct Grain {
        /// Number.
        number: u32 => Number,
    }
}

const GRAINS: u32 = 10_000;

/// The one test of this file, since another's allocations would be counted with its own.
#[test]
fn room_that_was_made_is_enough_and_a_world_at_rest_holds_no_buffer() {
    let mut world = World::new();
    world.add_kind::<Grain>();
    world.reserve::<Grain>(GRAINS as usize);
    let before = HEAP.allocated();
    world.spawn::<Grain>((0..GRAINS).map(|number| Grain { number }));
    // What they are made in is gone again.
    assert_eq!(HEAP.allocated(), before);

    let order: Vec<u32> = (0..GRAINS).rev().collect();
    world.put_in_order::<Grain>(&order);
    let at_work = HEAP.allocated();
    world.rest();
    let buffer_bytes = GRAINS as usize * size_of::<u128>();
    // Threads of the pool that start late take some kilobytes in between.
    assert!(at_work.saturating_sub(HEAP.allocated()) >= buffer_bytes / 10 * 9);
}

//! The key of a world.

use understory_numerics::RandomKey;

/// The key of all draws of a world.
pub(super) fn world_key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["world"])
}

//! "PCG Terrain III: Adding Props" (Mostly Harmless): patches of a quadtree that open around a camera, and what they drop.
//!
//! Unless an experiment says otherwise the world is 2,048 m wide and level, patches have ten levels, and a patch opens where it is
//! 900 px large on a screen of 2,203 px; a camera 30 m up flies straight across.

mod openings;
pub(super) mod pictures;
mod props;
mod sizes;

use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    [sizes::claims(), openings::claims(), props::claims()]
        .into_iter()
        .flatten()
        .collect()
}

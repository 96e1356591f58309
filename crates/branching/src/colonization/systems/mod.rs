//! The systems of a round of growth, a file each; `colonization` runs them in their order.

pub(super) mod associate;
mod fork;
pub(super) mod grow;
pub(super) mod kill;
pub(super) mod settle;
pub(super) mod strike;

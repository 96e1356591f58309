pub(super) mod associate;
mod fork;
pub(super) mod grow;
pub(super) mod kill;
pub(super) mod settle;
pub(super) mod strike;

pub(super) mod associate;
pub(super) mod grow;
pub(super) mod kill;
pub(super) mod settle;

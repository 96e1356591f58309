//! One file for each system of the year; their order is in [`crate::schedule`].

pub(crate) mod crowd;
pub(crate) mod decay;
pub(crate) mod die;
pub(crate) mod disperse;
mod draws;
pub(crate) mod end_year;
pub(crate) mod fruit;
pub(crate) mod germinate;
pub(crate) mod grow;
pub(crate) mod regrow;
pub(crate) mod sprout;

//! The systems of a year, a file each.

mod conduct;
mod fall;
mod flow;
mod grow;
mod look;
mod shed;
mod wake;

pub(crate) use conduct::conduct;
pub(crate) use fall::fall;
pub(crate) use flow::{gather, share};
pub(crate) use grow::{Births, aside, grow};
pub(crate) use look::{look, shade};
pub(crate) use shed::shed;
pub(crate) use wake::wake;

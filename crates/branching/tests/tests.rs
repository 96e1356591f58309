//! Crowns and roots as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod asked; // trees are what was asked for, or it is said what cannot be
mod clouds; // attraction points lie where they should, as evenly as they should
mod envelopes; // what they contain, what bounds them, which are none
mod forms; // the forms that ship look like trees, in numbers
mod growth; // what bends, forks, shades and strikes growth
mod l_system; // what the article and its comments say of them, and what is refused
mod measured; // metrics of small trees that can be measured by hand
mod mesh; // what a renderer needs of the triangles of a tree
mod naive; // colonization with no index, no memory and no entities
mod oracle; // the grid and the R-tree grow what brute force grows
mod ruins; // what the noise takes, what falls with it, and where it lies
mod rules; // what must hold of colonization, whatever is set
mod seasons; // what holds of every tree that lives its years
mod stand; // trees that share their space

//! Forests as who uses this crate alone meets them: years, against what is worked out in the plainest way.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod books; // what a forest says of itself
mod changes; // what a user changes of trees between two years
mod climate; // who dies in dry years and where, how seed years follow it
mod crowns; // crowns that grow with their trees
mod deadwood; // what deaths leave, and its balance
mod definition; // years as their definitions read, tree by tree and pair by pair
mod disturbance; // wind, lightning, fire and beetles
mod edges; // seeds over the edge of a plot, and the strip that is not counted
mod light; // each light model against its definition over all pairs
mod management; // what is felled, planted and salvaged
mod own_systems; // what a user of the library adds to the year
mod parts; // a forest in parts is the forest of one process
mod presets; // each species that ships thins itself as measured stands do
mod same_bits; // a year depends on the trees alone: not on threads, stops or order
mod site; // what the ground lets a species grow
mod slope; // who stands higher counts as taller

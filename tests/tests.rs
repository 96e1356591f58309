//! The program as its user meets it: commands in, folders and messages out.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod bake; // a tile of a forest, and worlds that stand as it
mod books; // the census adds up, and agrees with the tables of trees and seeds
mod calibrate; // keys fitted to a measured stand, and known keys that are found again
#[cfg(feature = "claims")]
mod claims; // what is claimed and measured, and the verdicts on record
mod compare; // methods against a measured stand and a grown forest
mod crowns; // crowns and roots that grow at the end of a run, or with their trees
mod drops; // what falls on the ground of a painted world and lies there, where the program is built with it
mod events; // each birth and death that is told is one that the census counts
mod explain; // what results show, in sentences with the numbers of their tables
mod export; // files for programs for maps, and what cannot be exported
mod features; // what a program is built without is refused by name, before anything is written
mod folders; // whose folder is whose, what is kept, and what becomes of a run that cannot write
mod grow; // one tree, the L-system beside it, and the folder that they leave
mod histories; // runs that are killed, spoiled and gone on with, in any order
mod library; // the library behind the program: the same work, asked for by calls
mod limits; // what a scenario may ask for: too much is refused at once, with its place
#[cfg(unix)]
mod manual; // the book's commands run, its links lead somewhere, its references are what the program prints
mod messages; // what is printed, word for word
mod new_from; // a scenario of a stand that somebody measured
mod pages; // results as one page for a browser
#[cfg(feature = "parquet")]
mod parquet; // the same rows, the same bytes, in the other format
mod place; // a painted world and the folder that it leaves
#[cfg(feature = "play")]
mod play; // a scenario as a page to play with: what it shows, saves and refuses
mod plot; // figures drawn again, from tables that are what the manifest lists
mod resume; // where a run goes on, and from what it does not
mod same_bytes; // same scenario and seed, same tables, however the run was made
mod scatter; // points by a method: segments, their seams, the lattice without bounds
mod scenarios; // the scenarios that ship are sound
mod scene; // a stand in 3D, as another reader finds it, and what cannot be shown
mod set; // values in place of a scenario's own
mod stats; // points that others measured, and what cannot be measured
mod sweep; // runs with other values, all at once or one by one, and their one table
mod tables; // the files of a run are those that readers count on
mod tidy; // the house is in order: imports run one way, files stay where they belong
mod util; // a place to run the program in, and what it left there

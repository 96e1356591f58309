//! One file for each command.

pub(crate) mod bake;
pub(crate) mod calibrate;
pub(crate) mod check;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod grow;
pub(crate) mod keys;
pub(crate) mod new;
pub(crate) mod place;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod run;
#[cfg(feature = "mpi")]
pub(crate) mod run_in_parts;
pub(crate) mod scatter;
pub(crate) mod scene;
pub(crate) mod schedule;
pub(crate) mod schema;
pub(crate) mod shell;
pub(crate) mod species;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod tables;

/// Refuses a command whose feature this program was built without.
#[cfg(not(all(feature = "claims", feature = "play")))]
pub(crate) fn missing(feature: understory::Feature, command: &str) -> crate::failure::Outcome {
    Ok(feature.needed_by(format!("`understory {command}`"))?)
}

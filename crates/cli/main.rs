//! The command line: parses and prints. What a command leaves is made by the library.

mod args;
mod commands;
mod failure;
mod host;
mod job;
mod markdown;
mod output;
mod progress;
#[cfg(feature = "mpi")]
mod ranks;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Arguments;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::of_arguments(&error),
    };
    #[cfg(feature = "mpi")]
    if let Some(ranks) = understory_mpi::Ranks::start() {
        return ranks::command(&arguments.command, &ranks);
    }
    let result = commands::call(&arguments.command);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::fault(&failure);
            failure.exit_code()
        }
    }
}

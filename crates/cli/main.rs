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
#[cfg(not(all(feature = "claims", feature = "play")))]
use understory::Feature;

use crate::args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::of_arguments(&error),
    };
    #[cfg(feature = "mpi")]
    if let Some(ranks) = understory_mpi::Ranks::start() {
        return ranks::command(&arguments.command, &ranks);
    }
    let result = match &arguments.command {
        Command::Run(options) => commands::run::run(options),
        Command::Sweep(options) => commands::sweep::sweep(options),
        Command::Calibrate(options) => commands::calibrate::calibrate(options),
        Command::Compare(options) => commands::compare::compare(options),
        Command::Grow(options) => commands::grow::grow(options),
        Command::Place(options) => commands::place::place(options),
        Command::Scatter(options) => commands::scatter::scatter(options),
        Command::Bake(options) => commands::bake::bake(options),
        Command::Scene(options) => commands::scene::scene(options),
        Command::Export(options) => commands::export::export(options),
        Command::Explain(options) => commands::explain::explain(options),
        #[cfg(feature = "play")]
        Command::Play(options) => commands::play::play(options),
        #[cfg(not(feature = "play"))]
        Command::Play(_) => commands::missing(Feature::Play, "play"),
        Command::Plot(options) => commands::plot::plot(options),
        Command::Stats(options) => commands::stats::stats(options),
        #[cfg(feature = "claims")]
        Command::Claims(options) => commands::claims::claims(options),
        #[cfg(not(feature = "claims"))]
        Command::Claims(_) => commands::missing(Feature::Claims, "claims"),
        Command::Species(options) => commands::species::species(options),
        Command::Check(options) => commands::check::check(options),
        Command::Schedule => commands::schedule::schedule(),
        Command::Schema => commands::schema::schema(),
        Command::Keys(options) => commands::keys::keys(options),
        Command::Tables(options) => commands::tables::tables(options),
        Command::New(options) => commands::new::new(options),
        Command::Completions(options) => commands::shell::completions(options),
        Command::Man => commands::shell::man(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::fault(&failure);
            failure.exit_code()
        }
    }
}

//! The command line as one of several processes that an MPI launcher started: `run` alone works so.
//!
//! The first one speaks for all. One that fails ends all of them, so that none is left waiting.

use std::process::ExitCode;

use understory_mpi::{Ranks, abort};

use crate::commands::Command;
use crate::commands::run_in_parts::run_in_parts;
use crate::failure::Failure;
use crate::output;

/// Does what a command says together with the other processes.
pub(crate) fn command(command: &Command, ranks: &Ranks) -> ExitCode {
    let is_root = ranks.exchange().part() == 0;
    let result = match command {
        Command::Run(options) => run_in_parts(options, ranks),
        _ if is_root => Err(Failure::input(
            "only `run` works in several processes\nhint: start this command without `mpirun`",
        )),
        _ => Err(Failure::Stopped),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // What there is to say, another process says, and then ends all.
        Err(Failure::Stopped) if !is_root => ranks.wait_for_end(),
        Err(failure) => {
            output::fault(&failure);
            abort(i32::from(failure.code()))
        }
    }
}

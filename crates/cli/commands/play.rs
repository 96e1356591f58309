//! `play`: a scenario as a page to play with, until Ctrl-C.

use std::io::IsTerminal;

use understory::play::{PlayServer, Session};

use crate::args::PlayOptions;
use crate::failure::{Failure, Outcome};
use crate::job::start_threads;
use crate::output::{data, say};
use crate::progress::at_interrupt;

/// Serves the page of a scenario. The address goes to stdout, so that a script can open it.
pub(crate) fn play(options: &PlayOptions) -> Outcome {
    let tell = |line: &str| {
        if !options.work.quiet {
            say(line);
        }
    };
    start_threads(options.work.threads)?;
    let session = Session::open(&options.scenario, &options.set.set, options.out.clone())?;
    let header = session.header();
    for note in &header.notes {
        tell(&note.as_note());
    }
    let name = header.name.clone();
    let server = PlayServer::bind(session, options.port)?;
    let (address, stopper) = (server.address(), server.stopper());
    at_interrupt(move || stopper.stop());
    data(&format!("{address}\n"))?;
    tell(&format!("{name} is played at this address, until Ctrl-C"));
    if !options.no_open && std::io::stdout().is_terminal() && open::that_detached(&address).is_err() {
        tell("no browser was found; open the address by hand");
    }
    server.serve()?;
    tell("stopped");
    Err(Failure::Stopped)
}

//! `completions` and `man`, both made from the definitions in `args.rs`.

use clap::CommandFactory;

use crate::args::{Arguments, CompletionsOptions};
use crate::failure::Outcome;
use crate::output::data;

/// Completions for a shell.
pub(crate) fn completions(options: &CompletionsOptions) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(
        options.shell,
        &mut Arguments::command(),
        "understory",
        &mut script,
    );
    data(&String::from_utf8_lossy(&script))
}

/// The manual page: the program, then each command.
pub(crate) fn man() -> Outcome {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let man = clap_mangen::Man::new(subcommand.clone());
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    data(&String::from_utf8_lossy(&page))
}

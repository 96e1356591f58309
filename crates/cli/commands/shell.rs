//! `completions` and `man`, both made from the options of all commands.

use clap::{Args, Command};

use crate::failure::Outcome;
use crate::output::data;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/completions.txt").trim_end())]
pub(crate) struct CompletionsOptions {
    /// Name of the shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Completions for a shell.
pub(crate) fn completions(options: &CompletionsOptions, mut program: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "understory", &mut script);
    data(&String::from_utf8_lossy(&script))
}

/// The manual page: the program, then each command.
pub(crate) fn man(mut program: Command) -> Outcome {
    let mut page = Vec::new();
    program.build();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    for subcommand in program
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

//! `explain`: what results show, in sentences.

use std::path::PathBuf;

use clap::Args;
use understory::{Results, explain as sentences};

use crate::failure::Outcome;
use crate::output::data;

/// Say what happened, in about ten sentences with numbers, and which figures to look at
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/explain.txt").trim_end())]
pub(crate) struct ExplainOptions {
    /// Folder that `run`, `compare`, `grow`, `place`, `sweep` or `calibrate` made
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
}

/// Prints the sentences, each with the figure that shows it.
pub(crate) fn explain(options: &ExplainOptions) -> Outcome {
    let results = Results::in_folder(&options.run)?;
    let lines = sentences(&results)?
        .into_iter()
        .map(|sentence| match sentence.figure {
            Some(figure) => format!(
                "{}\n  see {}\n",
                sentence.text,
                options.run.join(figure).display()
            ),
            None => format!("{}\n", sentence.text),
        });
    data(&lines.collect::<String>())
}

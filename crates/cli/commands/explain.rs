//! `explain`: what results show, in sentences.

use understory::{Results, explain as sentences};

use crate::args::ExplainOptions;
use crate::failure::Outcome;
use crate::output::data;

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

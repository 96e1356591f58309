//! Sentences with the figures that show them.

use understory_records::{Manifest, OtherFile};

use super::words::{counted, digits};

/// A sentence of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What happened, with numbers.
    pub text: String,
    /// The figure that shows it, by its path below the folder, where there is one.
    pub figure: Option<String>,
}

/// Sentences, each with the names of figures of which the first that is there is told.
#[derive(Default)]
pub(crate) struct Sentences(Vec<(String, Vec<String>)>);

impl Sentences {
    pub(crate) fn say(&mut self, text: String) {
        self.0.push((text, Vec::new()));
    }

    pub(crate) fn show(&mut self, text: String, figures: &[&str]) {
        self.0.push((
            text,
            figures.iter().map(|name| format!("figures/{name}.svg")).collect(),
        ));
    }

    pub(crate) fn took(&mut self, manifest: &Manifest) {
        let at_a_pace = manifest.years_took().map(|took| {
            let pace = digits(took.tree_years_per_s, 0);
            format!(", at {pace} tree-years a second")
        });
        self.say(format!(
            "It took {} s on {}{}.",
            digits(manifest.wall_s(), 1),
            counted(manifest.threads.unwrap_or(1), "thread"),
            at_a_pace.unwrap_or_default()
        ));
    }

    pub(crate) fn with_figures(self, others: &[OtherFile]) -> Vec<Sentence> {
        let is_there = |path: &String| others.iter().any(|other| other.path == *path);
        let sentence = |(text, figures): (String, Vec<String>)| Sentence {
            text,
            figure: figures.into_iter().find(is_there),
        };
        self.0.into_iter().map(sentence).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_told_only_where_it_is_there() {
        let mut said = Sentences::default();
        said.show("one".to_owned(), &["a", "b"]);
        said.show("two".to_owned(), &["c"]);
        said.say("three".to_owned());
        let others = [OtherFile {
            path: "figures/b.svg".to_owned(),
            blake3: String::new(),
        }];
        let figures: Vec<Option<String>> = said
            .with_figures(&others)
            .into_iter()
            .map(|said| said.figure)
            .collect();
        assert_eq!(figures, [Some("figures/b.svg".to_owned()), None, None]);
    }
}

//! The commands that a page names: whether they and their options are there.

use std::collections::BTreeMap;
use std::path::Path;

use super::page::Page;
use crate::util::Place;

/// What is wrong with the commands that a page names, in blocks of `sh` and within lines: commands, options and scenarios that are not there.
pub(super) fn faults(page: &Page, helps: &mut Helps) -> Vec<String> {
    let blocks = page.blocks().into_iter().filter(|block| block.language == "sh");
    let lines: Vec<String> = blocks
        .flat_map(|block| {
            let joined = block.text.replace("\\\n", " ");
            joined.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .chain(page.inline_code())
        .collect();
    let mut faults = Vec::new();
    for line in &lines {
        let line = line.split(" #").next().unwrap_or_default();
        for command in line.split(['|', ';', '&', '(', '<', '>']) {
            let command = command.trim().trim_end_matches(')');
            let arguments = [
                "understory ",
                "cargo run --release -- ",
                "cargo run --release --features full -- ",
            ]
            .iter()
            .find_map(|beginning| command.strip_prefix(beginning));
            if let Some(arguments) = arguments {
                faults.extend(
                    helps
                        .fault(arguments)
                        .map(|fault| format!("{}: `{command}`: {fault}", page.path)),
                );
            }
        }
    }
    faults
}

/// What each command says of itself, asked for once.
pub(super) struct Helps {
    place: Place,
    of: BTreeMap<String, String>,
}

impl Helps {
    pub(super) fn new() -> Self {
        Self {
            place: Place::new(),
            of: BTreeMap::new(),
        }
    }

    fn fault(&mut self, arguments: &str) -> Option<String> {
        let mut words = arguments
            .split_whitespace()
            .map(|word| word.trim_matches(['\'', '"', '`']));
        let command = words.next()?;
        if !command.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            return None;
        }
        if !self.of.contains_key(command) {
            let ran = self.place.run(&format!("{command} --help"));
            if ran.code != Some(0) {
                return Some(format!("there is no command `{command}`"));
            }
            self.of.insert(command.to_owned(), ran.out);
        }
        let help = &self.of[command];
        for word in words {
            let option = word.split('=').next().unwrap_or_default();
            let is_option = option.len() > 2 && option.starts_with("--");
            let is_known = |option: &str| {
                let mut words = help.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
                words.any(|word| word == option)
            };
            if is_option && !is_known(option) {
                return Some(format!("it has no option `{option}`"));
            }
            let is_scenario = word.starts_with("scenarios/") && !word.contains(['*', '{', '…']);
            if is_scenario && !Path::new(env!("CARGO_MANIFEST_DIR")).join(word).exists() {
                return Some(format!("there is no `{word}`"));
            }
        }
        None
    }
}

#[test]
fn a_command_or_an_option_that_is_not_there_is_found() {
    let page = Page {
        path: "a.md".to_owned(),
        text: "`understory run x.toml --sed 8`, `understory grwo x`, `understory run scenarios/none.toml`, `understory run x --seed 8`\n"
            .to_owned(),
    };
    let faults = faults(&page, &mut Helps::new());
    assert_eq!(faults.len(), 3, "{faults:?}");
}

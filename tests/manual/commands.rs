//! The commands of a page: run as a reader would type them, or looked at where that takes too long.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use understory::Feature;

use super::page::Page;
use crate::util::{Place, Ran};

/// What `cargo` does in a page: the program is there already, and nothing else is built.
const CARGO: &str = r#"cargo() {
    case "$1 $2 $3" in
        'run --release --') shift 3; understory "$@" ;;
        'run --release --features') [ "$4" = full ]; shift 5; ! $is_full || understory "$@" ;;
        'install --path .') ;;
        *) echo "cargo $* is not run here" >&2; exit 97 ;;
    esac
}"#;

/// Runs what a page says in its blocks of `sh`, top to bottom, in a folder that has the scenarios and nothing else.
///
/// `understory` is the program under test, and `cargo run --release --` too; with `--features full` it is passed over where the program was built
/// without. A block after a comment `not run: …` is passed
/// over; one after a comment `first: …` has those commands before it, which a reader need not see.
pub(super) fn run(page: &Page) -> Place {
    let place = Place::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("scenarios"), place.path("scenarios")).unwrap();
    fs::create_dir(place.path("programs")).unwrap();
    std::os::unix::fs::symlink(
        env!("CARGO_BIN_EXE_understory"),
        place.path("programs/understory"),
    )
    .unwrap();
    let left_out = |feature: &Feature| *feature != Feature::Mpi && !feature.is_built_in();
    let is_full = !Feature::ALL.iter().any(left_out);
    let mut script = format!("set -euo pipefail\nis_full={is_full}\n{CARGO}\n");
    for block in page.blocks().iter().filter(|block| block.language == "sh") {
        let remark = block.remark.as_deref().unwrap_or_default();
        if remark.starts_with("not run: ") {
            continue;
        }
        let first = remark.strip_prefix("first: ").unwrap_or_default();
        script.push_str(&format!(
            "trap 'echo \"{}:{}\" >&2' ERR\n{first}\n{}",
            page.path, block.line, block.text
        ));
    }
    let path = env::join_paths(
        [place.path("programs")]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", &script])
        .current_dir(place.path(""))
        .env("PATH", path.unwrap())
        .env("HOME", place.path(""));
    let ran: Ran = bash.output().unwrap().into();
    assert_eq!(ran.code, Some(0), "{}: {}", page.path, ran.err);
    place
}

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

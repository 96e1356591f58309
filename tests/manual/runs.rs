//! The commands of the book, page by page, by a program that has all features.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::page::Page;
use super::{BOOK, RUN, page};
use crate::util::{Place, Ran};

/// What `cargo` does in a page: the program is there already, and nothing else is built.
const CARGO: &str = r#"cargo() {
    case "$1 $2 $3" in
        'run --release --') shift 3; understory "$@" ;;
        'run --release --features') [ "$4 $5" = 'full --' ]; shift 5; understory "$@" ;;
        'install --path .') ;;
        *) echo "cargo $* is not run here" >&2; exit 97 ;;
    esac
}"#;

/// Runs what a page says in its blocks of `sh`, top to bottom, in a folder that has the scenarios and nothing else.
///
/// `understory` is the program under test, and `cargo run --release --` too, with `--features full` or without. A block after a comment `not run: …` is passed
/// over; one after a comment `first: …` has those commands before it, which a reader need not see.
fn run_page(page: &Page) -> Place {
    let place = Place::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("scenarios"), place.path("scenarios")).unwrap();
    fs::create_dir(place.path("programs")).unwrap();
    std::os::unix::fs::symlink(
        env!("CARGO_BIN_EXE_understory"),
        place.path("programs/understory"),
    )
    .unwrap();
    let mut script = format!("set -euo pipefail\n{CARGO}\n");
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

fn run(path: &str) -> Place {
    assert!(RUN.contains(&path));
    run_page(&page(&format!("{BOOK}/{path}")))
}

#[test]
fn the_first_hour_works_and_leaves_completions_and_a_manual_page() {
    let place = run("first-hour.md");
    let mut bash = Command::new("bash");
    bash.args(["-c", ". ~/.bashrc; COMP_WORDS=(understory sp) COMP_CWORD=1; _understory understory sp understory; echo ${COMPREPLY[@]}"])
        .env("HOME", place.path(""))
        .env("PATH", format!("{}:{}", place.path("programs").display(), std::env::var("PATH").unwrap()));
    assert_eq!(
        String::from_utf8(bash.output().unwrap().stdout).unwrap(),
        "species\n"
    );
    assert!(
        place
            .read(".local/share/man/man1/understory.1")
            .starts_with(".ie")
    );
    assert!(place.has("results/my-forest/figures/census-beside.svg"));
}

#[test]
fn the_tutorial_for_ecologists_works() {
    run("tutorials/ecologist.md");
}

#[test]
fn the_tutorial_for_games_works() {
    run("tutorials/games.md");
}

#[test]
fn the_tutorial_for_spacing_works() {
    run("tutorials/spacing.md");
}

#[test]
fn the_commands_of_the_long_page_work() {
    run("using.md");
}

#[test]
fn the_commands_beside_models_and_tables_work() {
    for path in [
        "models/point-methods.md",
        "models/statistics.md",
        "reading-tables.md",
        "sweeps.md",
        "calibration.md",
    ] {
        run(path);
    }
}

#[test]
fn the_commands_of_the_recipes_work() {
    run("recipes/blender.md");
    run("recipes/measured-stands.md");
}

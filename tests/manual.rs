//! The manual says what is so: its commands run, its links lead somewhere, its references are what the program prints.
//!
//! Its commands take minutes, and some need more than the program has by default, so that they run where it has all (`runs`).

mod commands;
mod page;
#[cfg(feature = "full")]
mod runs;
mod snippets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use self::commands::Helps;
use self::page::Page;
use crate::messages::COMMANDS;
use crate::util::{Place, files_below};

/// Pages beside the book.
const OTHERS: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "results/README.md",
    "scenarios/data/README.md",
];

/// The book's folder.
const BOOK: &str = "docs/src";

/// What a block of code may be.
const LANGUAGES: [&str; 11] = [
    "c", "console", "diff", "gdscript", "mermaid", "python", "r", "rust", "sh", "text", "toml",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &str) -> Page {
    let text = fs::read_to_string(root().join(path));
    Page {
        path: path.to_owned(),
        text: text.unwrap_or_else(|error| panic!("{path}: {error}")),
    }
}

fn book() -> Vec<Page> {
    let files = files_below(&root().join(BOOK)).into_iter();
    let pages = files.filter(|file| file.ends_with(".md"));
    pages.map(|file| page(&format!("{BOOK}/{file}"))).collect()
}

fn all_pages() -> Vec<Page> {
    let mut pages = book();
    pages.extend(OTHERS.map(page));
    pages
}

/// A path without `..`, from the top of the repository; nothing where it leads out of it.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => plain.pop().then_some(())?,
            Component::Normal(name) => plain.push(name),
            _ => {}
        }
    }
    Some(plain)
}

#[test]
fn links_and_pictures_lead_to_what_is_there() {
    let mut broken = Vec::new();
    for page in all_pages() {
        for link in page.links() {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let here = Path::new(&page.path);
            let target = match file {
                "" => Some(here.to_owned()),
                file => plain(&here.parent().unwrap().join(file)),
            };
            let Some(target) = target.filter(|target| root().join(target).exists()) else {
                broken.push(format!("{}: {link}", page.path));
                continue;
            };
            if !anchor.is_empty()
                && !self::page(target.to_str().unwrap())
                    .anchors()
                    .iter()
                    .any(|own| own == anchor)
            {
                broken.push(format!("{}: {link}: no such heading", page.path));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary_once() {
    let mut listed = page(&format!("{BOOK}/SUMMARY.md")).links();
    let mut pages: Vec<String> = book()
        .into_iter()
        .map(|page| page.path[BOOK.len() + 1..].to_owned())
        .filter(|path| path != "SUMMARY.md")
        .collect();
    listed.sort_unstable();
    pages.sort_unstable();
    assert_eq!(listed, pages);
}

/// With `UPDATE_EXPECTED=1` in the environment the pages are written anew.
#[test]
fn the_references_are_what_the_program_prints() {
    let place = Place::new();
    for (file, command) in [
        ("reference/scenario.md", "keys --markdown"),
        ("reference/tables.md", "tables --markdown"),
    ] {
        let printed = place.run_well(command).out;
        let path = root().join(BOOK).join(file);
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(path, printed).unwrap();
        } else {
            assert!(
                fs::read_to_string(path).unwrap() == printed,
                "write {file} anew: UPDATE_EXPECTED=1 cargo test --release -p understory --test integration references"
            );
        }
    }
}

#[test]
fn every_command_that_is_named_exists_with_its_options() {
    let mut helps = Helps::new();
    let mut pages = all_pages();
    pages.extend(COMMANDS.map(|command| Page {
        path: format!("{command} --help"),
        text: format!(
            "```sh\n{}```\n",
            Place::new().run_well(&format!("{command} --help")).out
        ),
    }));
    let faults: Vec<String> = pages
        .iter()
        .flat_map(|page| commands::faults(page, &mut helps))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_key_that_is_shown_exists_and_code_that_is_shown_is_compiled() {
    let mut faults = Vec::new();
    for page in all_pages() {
        faults.extend(snippets::unknown_keys(&page));
        faults.extend(snippets::strangers(&page));
        for block in page.blocks() {
            if !LANGUAGES.contains(&block.language.as_str()) {
                faults.push(format!(
                    "{}:{}: nothing looks at `{}`",
                    page.path, block.line, block.language
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Pages whose commands are run, each in a test of `runs`.
const RUN: &[&str] = &[
    "calibration.md",
    "first-hour.md",
    "models/point-methods.md",
    "models/statistics.md",
    "reading-tables.md",
    "recipes/blender.md",
    "recipes/measured-stands.md",
    "sweeps.md",
    "tutorials/ecologist.md",
    "tutorials/games.md",
    "tutorials/spacing.md",
    "using.md",
];

#[test]
fn every_page_of_the_book_with_commands_is_run() {
    let has_commands = |page: &Page| {
        let blocks = page.blocks();
        let mut shell = blocks.iter().filter(|block| block.language == "sh");
        shell.any(|block| {
            !block
                .remark
                .as_deref()
                .unwrap_or_default()
                .starts_with("not run: ")
        })
    };
    let pages: BTreeSet<String> = book()
        .iter()
        .filter(|page| has_commands(page))
        .map(|page| page.path[BOOK.len() + 1..].to_owned())
        .collect();
    assert_eq!(pages, RUN.iter().map(|path| (*path).to_owned()).collect());
}

use toml_edit::{DocumentMut, Item, TableLike, Value};

use crate::files::{Input, folder_of, within};
use crate::scenario::{Founders, MeasuredStand, Scenario, TreeScene};

/// A scenario as it was run, with its inputs, so that the run can be repeated from its own folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    /// The text of `scenario.toml`: overrides applied, inputs sought in `inputs/`, comments kept.
    pub scenario: String,
    /// The files of `inputs/`.
    pub inputs: Vec<RunInput>,
}

/// A file of `inputs/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInput {
    /// The [`Input::path`] of which it is a copy.
    pub path: String,
    /// Its name in `inputs/`, each another.
    pub name: String,
    /// Its content: the input's, or for a patch scenario its text with the inputs where they are now.
    pub bytes: Vec<u8>,
}

/// The text and inputs with which `scenario` can be run again.
///
/// `elsewhere` says of an input that is not to be copied (for being large) where it stays, as an absolute path;
/// `None`: it is copied.
#[must_use]
pub fn run_folder(scenario: &Scenario, elsewhere: impl Fn(&Input) -> Option<String>) -> RunFolder {
    let patch = scenario.founders.iter().find_map(|founders| match founders {
        Founders::Grown { patch, path, .. } => Some((&**patch, path.as_str())),
        _ => None,
    });
    let overridden = Overridden {
        seed: scenario.seed,
        years: Some(scenario.years),
    };
    copies(&scenario.inputs, patch, &scenario.text, &overridden, elsewhere)
}

/// The text and inputs with which methods can be compared to `stand` again; `elsewhere` as for [`run_folder`].
#[must_use]
pub fn stand_folder(stand: &MeasuredStand, elsewhere: impl Fn(&Input) -> Option<String>) -> RunFolder {
    let overridden = Overridden {
        seed: stand.seed,
        years: None,
    };
    copies(&stand.inputs, None, &stand.text, &overridden, elsewhere)
}

/// The text and inputs with which a tree can be grown again; `elsewhere` as for [`run_folder`].
#[must_use]
pub fn tree_folder(scene: &TreeScene, elsewhere: impl Fn(&Input) -> Option<String>) -> RunFolder {
    let overridden = Overridden {
        seed: scene.seed,
        years: None,
    };
    copies(&scene.inputs, None, &scene.text, &overridden, elsewhere)
}

/// What stands in the place of the file's own.
struct Overridden {
    seed: u64,
    years: Option<u32>,
}

fn copies(
    inputs: &[Input],
    patch: Option<(&Scenario, &str)>,
    text: &str,
    overridden: &Overridden,
    elsewhere: impl Fn(&Input) -> Option<String>,
) -> RunFolder {
    let mut moves: Vec<Move<'_>> = Vec::new();
    for input in inputs {
        let to = match elsewhere(input) {
            Some(path) => Destination::Stays(path),
            None => Destination::Copied(unused_name(&input.path, &moves)),
        };
        moves.push(Move { input, to });
    }
    let inputs = moves.iter().filter_map(|Move { input, to }| {
        let Destination::Copied(name) = to else {
            return None;
        };
        let bytes = match patch {
            Some((patch, path)) if path == input.path => rewritten(&patch.text, None, |written| {
                moved(&moves, &within(folder_of(path), written), "")
            })
            .into(),
            _ => input.bytes.clone(),
        };
        Some(RunInput {
            path: input.path.clone(),
            name: name.clone(),
            bytes,
        })
    });
    RunFolder {
        inputs: inputs.collect(),
        scenario: rewritten(text, Some(overridden), |written| {
            moved(&moves, written, "inputs/")
        }),
    }
}

struct Move<'a> {
    input: &'a Input,
    to: Destination,
}

enum Destination {
    Copied(String),
    Stays(String),
}

/// Where the input at `path` is found now, seen from a folder in which `inputs/` is called `prefix`.
fn moved(moves: &[Move<'_>], path: &str, prefix: &str) -> Option<String> {
    moves
        .iter()
        .find(|known| known.input.path == path)
        .map(|known| match &known.to {
            Destination::Copied(name) => format!("{prefix}{name}"),
            Destination::Stays(path) => path.clone(),
        })
}

/// The file name of `path`, with a number where another input has it already, in whatever case.
fn unused_name(path: &str, moves: &[Move<'_>]) -> String {
    let name = &path[path.rfind(['/', '\\']).map_or(0, |slash| slash + 1)..];
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    };
    let is_taken = |candidate: &str| {
        moves.iter().any(|known| match &known.to {
            Destination::Copied(taken) => taken.to_lowercase() == candidate.to_lowercase(),
            Destination::Stays(_) => false,
        })
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}{extension}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates
        .find(|candidate| !is_taken(candidate))
        .unwrap_or_else(|| name.to_owned())
}

/// `text` with the seed and years of `overridden` and with paths as `path_now` says; the rest as it is.
fn rewritten(
    text: &str,
    overridden: Option<&Overridden>,
    path_now: impl Fn(&str) -> Option<String>,
) -> String {
    // It has been read once, so it is TOML.
    let Ok(mut document) = text.parse::<DocumentMut>() else {
        return text.to_owned();
    };
    if let Some(overridden) = overridden {
        replace_whole(
            &mut document,
            "world",
            "seed",
            i64::try_from(overridden.seed).ok(),
        );
        replace_whole(&mut document, "run", "years", overridden.years.map(i64::from));
    }
    let target = document.get_mut("target").and_then(Item::as_table_like_mut);
    if let Some(file) = target.and_then(|target| target.get_mut("file")) {
        replace_path(file, &path_now);
    }
    for entry in document.get_mut("founders").map(tables_mut).unwrap_or_default() {
        if let Some(file) = entry.get_mut("file") {
            replace_path(file, &path_now);
        }
        let grown = entry.get_mut("grown").and_then(Item::as_table_like_mut);
        if let Some(patch) = grown.and_then(|grown| grown.get_mut("scenario")) {
            replace_path(patch, &path_now);
        }
    }
    if let Some(tree) = document.get_mut("tree") {
        replace_files(tree, &path_now);
    }
    document.to_string()
}

/// Replaces the paths of all keys `file` in an item and below it.
fn replace_files(item: &mut Item, path_now: &impl Fn(&str) -> Option<String>) {
    for table in tables_mut(item) {
        for (key, item) in table.iter_mut() {
            if key == "file" {
                replace_path(item, path_now);
            } else {
                replace_files(item, path_now);
            }
        }
    }
}

fn replace_whole(document: &mut DocumentMut, table: &str, key: &str, number: Option<i64>) {
    let item = document
        .get_mut(table)
        .and_then(Item::as_table_like_mut)
        .and_then(|table| table.get_mut(key));
    if let (Some(item), Some(number)) = (item, number)
        && item.as_integer() != Some(number)
    {
        replace(item, number.into());
    }
}

fn replace_path(item: &mut Item, path_now: impl Fn(&str) -> Option<String>) {
    let written = item.as_str().unwrap_or_default();
    if let Some(path) = path_now(written).filter(|path| path != written) {
        replace(item, path.into());
    }
}

/// The new value takes over the blanks and comments around the old one.
fn replace(item: &mut Item, mut new: Value) {
    if let Some(old) = item.as_value_mut() {
        *new.decor_mut() = old.decor().clone();
        *old = new;
    }
}

/// The tables of a list, be it written with `[[…]]` or in brackets; a lone table is one of one.
fn tables_mut(item: &mut Item) -> Vec<&mut dyn TableLike> {
    match item {
        Item::Table(table) => vec![table],
        Item::Value(Value::InlineTable(table)) => vec![table],
        Item::ArrayOfTables(tables) => tables
            .iter_mut()
            .map(|table| table as &mut dyn TableLike)
            .collect(),
        Item::Value(Value::Array(array)) => array
            .iter_mut()
            .filter_map(|value| {
                value
                    .as_inline_table_mut()
                    .map(|table| table as &mut dyn TableLike)
            })
            .collect(),
        _ => Vec::new(),
    }
}

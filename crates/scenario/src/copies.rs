//! Copies of a scenario and its inputs, for the folder of its results.

use toml_edit::{DocumentMut, Item, TableLike, Value};

use crate::files::{Input, as_text, folder_of, within};
use crate::keys::{Key, SCENARIO, ValueKind};
use crate::scenario::Header;

/// A scenario as it was run, with its inputs, so that the run can be repeated from its own folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The text of `scenario.toml`: overrides applied, inputs sought in `inputs/`, comments kept.
    pub scenario: String,
    /// The files of `inputs/`.
    pub inputs: Vec<CopiedInput>,
}

/// A file of `inputs/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedInput {
    /// The [`Input::path`] of which it is a copy.
    pub path: String,
    /// Its name in `inputs/`, each another.
    pub name: String,
    /// Its content: the input's, or for a patch scenario its text with the inputs where they are now.
    pub bytes: Vec<u8>,
}

/// Copies of a scenario, with so many years, and of its inputs but those that stay `elsewhere`.
pub(crate) fn copies(header: &Header, years: u32, elsewhere: &dyn Fn(&Input) -> Option<String>) -> Copies {
    let mut moves: Vec<Move<'_>> = Vec::new();
    for input in &header.inputs {
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
        let bytes = match (&input.scenario, as_text(&input.bytes)) {
            (Some(_), Ok(text)) => rewritten(text, None, |written| {
                moved(&moves, &within(folder_of(&input.path), written), "")
            })
            .into(),
            _ => input.bytes.clone(),
        };
        Some(CopiedInput {
            path: input.path.clone(),
            name: name.clone(),
            bytes,
        })
    });
    Copies {
        inputs: inputs.collect(),
        scenario: rewritten(&header.text, Some((header.seed, years)), |written| {
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

/// `text` with this seed and these years, where it has any, and with paths as `path_now` says; the rest as it is.
fn rewritten(
    text: &str,
    seed_and_years: Option<(u64, u32)>,
    path_now: impl Fn(&str) -> Option<String>,
) -> String {
    // It has been read once, so it is TOML.
    let Ok(mut document) = text.parse::<DocumentMut>() else {
        return text.to_owned();
    };
    if let Some((seed, years)) = seed_and_years {
        replace_whole(&mut document, "world", "seed", i64::try_from(seed).ok());
        replace_whole(&mut document, "run", "years", Some(years.into()));
    }
    replace_paths(document.as_table_mut(), SCENARIO, &path_now);
    document.to_string()
}

/// Replaces the paths in a table and in those below it.
fn replace_paths(
    table: &mut dyn TableLike,
    keys: &'static [Key],
    path_now: &impl Fn(&str) -> Option<String>,
) {
    for (name, item) in table.iter_mut() {
        match Key::find(keys, name.get()).map(|key| (key.kind, key.kind.keys())) {
            Some((ValueKind::Path, _)) => replace_path(item, path_now),
            Some((_, Some(keys))) => {
                for table in tables_mut(item) {
                    replace_paths(table, keys, path_now);
                }
            }
            _ => {}
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

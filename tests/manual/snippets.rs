//! Pieces of scenarios and of programs that a page shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use toml::{Table, Value};
use understory::scenario::reference;

use super::page::Page;

/// Keys in the blocks of `toml` that no scenario has, with their places. A block after a comment `no scenario: …` is of another kind.
pub(super) fn unknown_keys(page: &Page) -> Vec<String> {
    let known: BTreeSet<String> = reference().into_iter().map(|entry| entry.path).collect();
    let mut unknown = Vec::new();
    for block in page.blocks().iter().filter(|block| block.language == "toml") {
        let remark = block.remark.as_deref().unwrap_or_default();
        if remark.starts_with("no scenario: ") {
            continue;
        }
        for part in parts(&block.text) {
            let place = format!("{}:{}", page.path, block.line);
            match part.parse::<Table>() {
                Ok(table) => {
                    let mut paths = Vec::new();
                    collect("", &table, &mut paths);
                    let strangers = paths.into_iter().filter(|path| !known.contains(path));
                    unknown.extend(strangers.map(|path| format!("{place}: no scenario has `{path}`")));
                }
                Err(error) => unknown.push(format!("{place}: {error}")),
            }
        }
    }
    unknown
}

/// A block cut where it begins a table anew, as one that shows two ways beside each other does.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut begun: BTreeSet<&str> = BTreeSet::new();
    for line in text.lines() {
        let header = line.split('#').next().unwrap_or_default().trim();
        if header.starts_with('[')
            && !header.starts_with("[[")
            && header.ends_with(']')
            && !begun.insert(header)
        {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts
}

/// A key that a sweep varies, without the name or the number of the table that has it, of several.
fn swept(path: &str) -> String {
    let mut steps: Vec<&str> = path.split('.').collect();
    if ["species", "founders"].contains(&steps[0]) {
        steps.remove(1);
    }
    steps.join(".")
}

/// The way to each key of a table.
fn collect(path: &str, table: &Table, paths: &mut Vec<String>) {
    for (name, value) in table {
        if path == "sweep" && name.contains('.') {
            paths.push(swept(name));
            continue;
        }
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        match value {
            Value::Table(table) => collect(&path, table, paths),
            Value::Array(values) => {
                let tables = values.iter().filter_map(Value::as_table);
                tables.for_each(|table| collect(&path, table, paths));
            }
            _ => {}
        }
        paths.push(path);
    }
}

/// Blocks of `rust` that do not stand, line by line, in the file that the comment before them names (`from …`), where they are compiled.
pub(super) fn strangers(page: &Page) -> Vec<String> {
    let mut strangers = Vec::new();
    for block in page.blocks().iter().filter(|block| block.language == "rust") {
        let place = format!("{}:{}", page.path, block.line);
        let remark = block.remark.as_deref().unwrap_or_default();
        let Some(file) = remark.strip_prefix("from ") else {
            strangers.push(format!("{place}: no comment says where it is compiled"));
            continue;
        };
        let plain = |text: &str| -> String {
            let lines = text
                .lines()
                .map(|line| line.trim().trim_start_matches("//!").trim());
            lines
                .filter(|line| !line.starts_with("# "))
                .collect::<Vec<_>>()
                .join("\n")
        };
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        if !plain(&text).contains(&plain(&block.text)) {
            strangers.push(format!("{place}: it is not in {file}"));
        }
    }
    strangers
}

#[test]
fn a_key_that_no_scenario_has_is_found() {
    let page = Page {
        path: "a.md".to_owned(),
        text: "```toml\n[world]\nsize_m = [1.0, 1.0]\n[world]\nedg = \"open\"\n```\n".to_owned(),
    };
    assert_eq!(unknown_keys(&page), ["a.md:1: no scenario has `world.edg`"]);
}

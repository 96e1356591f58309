//! `keys`: what a scenario may say, key by key, on the terminal or as the book's page.

use clap::Args;
use understory::records::nearest;
use understory::scenario::{Entry, reference};

use crate::failure::{Failure, Outcome};
use crate::markdown::{head, row};
use crate::output::data;

/// List what a scenario may say, or explain a key: value, unit, default, meaning
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/keys.txt").trim_end())]
pub(crate) struct KeysOptions {
    /// Way to a key from the top of the file, as `light.model`
    pub(crate) path: Option<String>,
    /// Print all keys as a page in Markdown
    #[arg(long, conflicts_with = "path")]
    pub(crate) markdown: bool,
}

/// How the page begins.
const PAGE: &str = "\
# Scenario reference

<!-- Written by `understory keys --markdown`. -->

Every key of a scenario file, table by table, from the list by which `understory check` reads it. `understory keys species.growth` prints \
a part of it. Where a key stands more than once in a table, another key there, such as `kernel` or `method`, says which is meant.
";

/// The tables of a scenario, a key with all within it, or everything as a page.
pub(crate) fn keys(options: &KeysOptions) -> Outcome {
    let entries = reference();
    if options.markdown {
        return data(&page(&entries));
    }
    let Some(path) = &options.path else {
        let top = entries.iter().filter(|entry| !entry.path.contains('.'));
        return data(&top.map(explained).collect::<String>());
    };
    let within: Vec<&Entry> = entries.iter().filter(|entry| is_within(entry, path)).collect();
    if within.is_empty() {
        let paths = entries.iter().map(|entry| entry.path.as_str());
        let hint = match nearest(path, paths) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`understory keys` lists the tables".to_owned(),
        };
        return Err(Failure::input(format!("there is no key `{path}`\nhint: {hint}")));
    }
    data(&within.into_iter().map(explained).collect::<String>())
}

/// Whether an entry is the one of a path, or stands below it.
fn is_within(entry: &Entry, path: &str) -> bool {
    let rest = entry.path.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// An entry for the terminal.
fn explained(entry: &Entry) -> String {
    let Entry { path, need, doc, .. } = entry;
    let example = match entry.example {
        "" => String::new(),
        example => format!(" = {example}"),
    };
    format!("{path}{example}\n    {doc}\n    {}; {need}\n", value(entry))
}

/// What its value is, with its unit.
fn value(entry: &Entry) -> String {
    match entry.unit {
        "" => entry.kind.clone(),
        unit => format!("{} ({unit})", entry.kind),
    }
}

/// All keys as a page.
fn page(entries: &[Entry]) -> String {
    let mut page = PAGE.to_owned();
    page.push_str("\n## At the top\n\n");
    page.push_str(&table(entries, ""));
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_table) {
        let rest = &entries[at + 1..];
        let end = rest
            .iter()
            .position(|below| below.path == entry.path || !is_within(below, &entry.path));
        let level = if entry.path.contains('.') { "###" } else { "##" };
        page.push_str(&format!(
            "\n{level} `{}`\n\n{}. *{}; {}.*\n\n",
            entry.path,
            upper(entry.doc),
            entry.kind,
            entry.need
        ));
        page.push_str(&table(&rest[..end.unwrap_or(rest.len())], &entry.path));
    }
    page
}

/// The keys that stand right in a table.
fn table(entries: &[Entry], path: &str) -> String {
    let mut table = head(["key", "meaning", "value"]);
    for entry in entries {
        let name = match path {
            "" => Some(entry.path.as_str()),
            path => entry
                .path
                .strip_prefix(path)
                .and_then(|rest| rest.strip_prefix('.')),
        };
        let Some(name) = name.filter(|name| !name.contains('.')) else {
            continue;
        };
        // What a table may say stands in a section of its own.
        let meaning = match entry.example {
            example if example.is_empty() || entry.is_table => entry.doc.to_owned(),
            example => format!("{}, e.g. `{example}`", entry.doc),
        };
        let value = format!("{}; {}", value(entry), entry.need);
        table.push_str(&row([&format!("`{name}`"), &meaning, &value]));
    }
    table
}

/// A phrase as the beginning of a sentence.
fn upper(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

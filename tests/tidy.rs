//! The house is in order: imports run one way, files stay where they belong.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::util::{files_below, rings};

/// Which crates each crate may import, as data flows; a crate that joins gets a row.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("numerics", &[]),
    ("space", &[]),
    ("keys", &[]),
    ("ecs", &[]),
    ("branching", &["numerics", "space", "ecs"]),
    ("forest", &["numerics", "space", "keys", "ecs", "branching"]),
    ("scatter", &["numerics", "space"]),
    ("spacing", &["numerics", "space"]),
    ("records", &["numerics"]),
    (
        "scenario",
        &[
            "numerics",
            "space",
            "keys",
            "branching",
            "forest",
            "scatter",
            "records",
        ],
    ),
    (
        "lab",
        &[
            "numerics",
            "space",
            "branching",
            "forest",
            "scatter",
            "spacing",
            "records",
            "scenario",
        ],
    ),
    ("claims", &["numerics", "branching", "records"]),
    ("export", &["branching", "records", "numerics"]),
    ("report", &["records", "spacing", "numerics"]),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The members of the workspace without their common prefix.
fn crates() -> Vec<String> {
    let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let names = members
        .iter()
        .filter_map(|member| member.as_str()?.strip_prefix("crates/"));
    names.map(str::to_owned).collect()
}

/// The Rust sources below a folder of a crate, as paths from the root.
fn sources(folder: &str) -> Vec<String> {
    let files = files_below(&root().join(folder)).into_iter();
    files
        .filter(|path| path.ends_with(".rs"))
        .map(|path| format!("{folder}/{path}"))
        .collect()
}

/// The code of a file without comments and without its tests, which stand last.
fn code(path: &str) -> String {
    let text = text(path);
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Crates whose tests measure what they made by another crate.
const JUDGED_BY: &[(&str, &str)] = &[("scatter", "spacing")];

#[test]
fn crates_import_only_what_stands_above_them() {
    let may_import: BTreeMap<&str, &[&str]> = MAY_IMPORT.iter().copied().collect();
    for name in crates() {
        let manifest: toml::Table = text(&format!("crates/{name}/Cargo.toml")).parse().unwrap();
        let allowed = may_import
            .get(name.as_str())
            .unwrap_or_else(|| panic!("{name} has no row above"));
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let dependencies = manifest.get(section).and_then(toml::Value::as_table);
            let names = dependencies.into_iter().flat_map(toml::Table::keys);
            for import in names.filter_map(|key| key.strip_prefix("understory-")) {
                let is_judge = section == "dev-dependencies" && JUDGED_BY.contains(&(&name, import));
                assert!(is_judge || allowed.contains(&import), "{name} imports {import}");
            }
        }
    }
}

#[test]
fn what_a_crate_may_import_stands_above_it() {
    let order: Vec<&str> = MAY_IMPORT.iter().map(|(name, _)| *name).collect();
    for (at, (name, allowed)) in MAY_IMPORT.iter().enumerate() {
        assert!(
            allowed.iter().all(|import| order[..at].contains(import)),
            "{name}"
        );
    }
    let members = crates();
    let known: Vec<&str> = order
        .into_iter()
        .filter(|name| members.iter().any(|member| member == name))
        .collect();
    assert_eq!(members, known, "members stand in the order in which data flows");
}

#[test]
fn files_of_a_crate_import_each_other_one_way_only() {
    let mut folders: Vec<String> = crates().iter().map(|name| format!("crates/{name}/src")).collect();
    folders.extend(["crates/cli", "crates/understory"].map(str::to_owned));
    for folder in folders {
        let texts = sources(&folder).into_iter().map(|path| {
            let text = text(&path);
            (path[folder.len() + 1..].to_owned(), text)
        });
        let rings = rings(&texts.collect());
        assert!(
            rings.is_empty(),
            "files of {folder} import each other in a ring; move what both need into a file below them, or the caller above:\n\n{}",
            rings.join("\n\n")
        );
    }
}

#[test]
fn only_the_library_at_the_root_opens_paths_and_only_the_command_line_prints() {
    let prints = ["println!", "print!(", "dbg!", "std::process"];
    let opens = ["std::fs", "fs::", "File::open", "File::create"];
    let has_none = |folder: &str, banned: &[&str]| {
        let sources = sources(folder).into_iter();
        for path in sources.filter(|path| !path.contains("/tests")) {
            let code = code(&path);
            for word in banned {
                assert!(!code.contains(word), "{path} has `{word}`");
            }
        }
    };
    for name in crates() {
        let folder = format!("crates/{name}/src");
        has_none(&folder, &prints);
        has_none(&folder, &opens);
    }
    has_none("crates/understory", &prints);
    assert!(
        code("crates/understory/directory.rs").contains("fs::"),
        "the search finds what there is"
    );
}

#[test]
fn nothing_is_left_to_do() {
    let words = ["todo!", "unimplemented!", "FIXME", "XXX"];
    for path in sources("crates") {
        let text = text(&path);
        for word in words {
            assert!(!text.contains(word), "{path} has `{word}`");
        }
    }
}

#[test]
fn the_architecture_page_is_short_and_names_every_crate() {
    let path = "ARCHITECTURE.md";
    if !root().join(path).exists() {
        println!("skipped: there is no {path} yet");
        return;
    }
    let page = text(path);
    assert!(page.lines().count() < 100);
    for name in crates() {
        assert!(
            page.contains(&format!("`{name}`")) || page.contains(&format!("crates/{name}")),
            "{name}"
        );
    }
}

#[test]
fn no_file_names_a_path_of_the_machine_on_which_it_was_written() {
    // Put together here, so that this file passes.
    let places = [
        ["/", "work/"].concat(),
        ["/tmp", "/wt"].concat(),
        ["/", "root/"].concat(),
        ["/tmp", "/target"].concat(),
    ];
    for path in tracked_files() {
        let Ok(text) = fs::read_to_string(root().join(&path)) else {
            continue;
        };
        for place in &places {
            let mut found = text.match_indices(place.as_str());
            let is_path = |(at, _): (usize, &str)| {
                !text[..at].ends_with(|before: char| before.is_alphanumeric() || "_-.:/}".contains(before))
            };
            assert!(!found.any(is_path), "{path} names {place}");
        }
    }
}

fn tracked_files() -> Vec<String> {
    let listed = Command::new("git").arg("ls-files").current_dir(root()).output();
    let listed = listed.ok().filter(|output| output.status.success());
    let Some(listed) = listed else {
        println!("without git only the sources are looked at");
        return ["crates", "tests"].into_iter().flat_map(sources).collect();
    };
    let files = String::from_utf8(listed.stdout).unwrap();
    assert!(
        files
            .lines()
            .any(|path| Path::new(path) == Path::new("Cargo.toml"))
    );
    files.lines().map(str::to_owned).collect()
}

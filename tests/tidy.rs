//! The house is in order: imports run one way, files stay where they belong.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::util::{files_below, rings};

/// The page whose table says which crates each crate may import; a crate that joins gets a row there.
const PAGE: &str = "ARCHITECTURE.md";

/// That table: each crate of the workspace, in the order of the page, with those that it may import.
fn may_import() -> Vec<(String, Vec<String>)> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for line in text(PAGE).lines() {
        let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [name, _, imports] = cells[..] else { continue };
        let Some(name) = name.strip_prefix("| `").and_then(|name| name.strip_suffix('`')) else {
            continue;
        };
        let imports = match imports.trim_end_matches('|').trim() {
            "–" => Vec::new(),
            "all above" => rows.iter().map(|(above, _)| above.clone()).collect(),
            named => named.split(", ").map(str::to_owned).collect(),
        };
        rows.push((name.to_owned(), imports));
    }
    rows
}

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

/// The crates that a crate's manifest names in a section.
fn imports(name: &str, section: &str) -> Vec<String> {
    let manifest: toml::Table = text(&format!("crates/{name}/Cargo.toml")).parse().unwrap();
    let dependencies = manifest.get(section).and_then(toml::Value::as_table);
    let names = dependencies.into_iter().flat_map(toml::Table::keys);
    names
        .filter_map(|key| key.strip_prefix("understory-"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn crates_import_only_what_the_page_says() {
    let may_import: BTreeMap<String, Vec<String>> = may_import().into_iter().collect();
    for name in crates() {
        let allowed = may_import
            .get(&name)
            .unwrap_or_else(|| panic!("{name} has no row in {PAGE}"));
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for import in imports(&name, section) {
                let is_judge = section == "dev-dependencies" && JUDGED_BY.contains(&(&name, &import));
                assert!(is_judge || allowed.contains(&import), "{name} imports {import}");
            }
        }
    }
}

#[test]
fn what_a_crate_may_import_stands_above_it() {
    let rows = may_import();
    let order: Vec<&String> = rows.iter().map(|(name, _)| name).collect();
    for (at, (name, allowed)) in rows.iter().enumerate() {
        assert!(
            allowed.iter().all(|import| order[..at].contains(&import)),
            "{name}"
        );
    }
    let members = crates();
    assert_eq!(
        members.iter().collect::<Vec<_>>(),
        order,
        "members stand in the order in which data flows"
    );
}

/// The imports of all crates as a Mermaid chart, without those that others lead to anyway.
fn picture() -> String {
    let direct: BTreeMap<String, Vec<String>> = crates()
        .into_iter()
        .map(|name| (name.clone(), imports(&name, "dependencies")))
        .collect();
    fn leads_to(direct: &BTreeMap<String, Vec<String>>, from: &str, to: &str) -> bool {
        direct[from]
            .iter()
            .any(|next| next == to || leads_to(direct, next, to))
    }
    let mut chart = "```mermaid\nflowchart BT\n".to_owned();
    for name in crates() {
        let others = &direct[&name];
        let is_needed = |to: &&String| !others.iter().any(|by| by != *to && leads_to(&direct, by, to));
        let above: Vec<&str> = others.iter().filter(is_needed).map(String::as_str).collect();
        if !above.is_empty() {
            chart.push_str(&format!("    {name} --> {}\n", above.join(" & ")));
        }
    }
    chart + "```\n"
}

/// With `DRAW=1` in the environment the page gets the picture.
#[test]
fn the_picture_of_the_crates_is_that_of_their_manifests() {
    let page = text(PAGE);
    let start = page.find("```mermaid\n").expect("the page has a chart");
    let end = start + page[start..].find("\n```\n").expect("the chart ends") + "\n```\n".len();
    if std::env::var_os("DRAW").is_some() {
        let drawn = format!("{}{}{}", &page[..start], picture(), &page[end..]);
        fs::write(root().join(PAGE), drawn).unwrap();
    } else {
        assert_eq!(
            page[start..end],
            picture(),
            "draw it anew: DRAW=1 cargo test --release -p understory --test integration picture"
        );
    }
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

/// Cargo says nothing of a file that no binary takes in, nor of tests beside code that is not built as a test.
#[test]
fn no_test_of_a_crate_is_left_out() {
    for name in crates() {
        let manifest: toml::Table = text(&format!("crates/{name}/Cargo.toml")).parse().unwrap();
        let is_off = |table: Option<&toml::Value>, key: &str| {
            table
                .and_then(|table| table.get(key))
                .and_then(toml::Value::as_bool)
                == Some(false)
        };
        if is_off(manifest.get("lib"), "test") {
            for path in sources(&format!("crates/{name}/src")) {
                assert!(
                    !text(&path).contains("#[test]"),
                    "{path} has tests; they belong in crates/{name}/tests"
                );
            }
        }
        if is_off(manifest.get("package"), "autotests") {
            let tests = manifest["test"].as_array().unwrap();
            let mut taken_in: Vec<String> = tests
                .iter()
                .map(|test| test["path"].as_str().unwrap().to_owned())
                .collect();
            let root = text(&format!("crates/{name}/tests/tests.rs"));
            let modules = root
                .lines()
                .filter_map(|line| line.strip_prefix("mod ")?.split(';').next());
            taken_in.extend(modules.map(|module| format!("tests/{module}.rs")));
            for path in sources(&format!("crates/{name}/tests")) {
                let path = &path[format!("crates/{name}/").len()..];
                let is_in_folder = path.matches('/').count() > 1;
                assert!(
                    is_in_folder || taken_in.iter().any(|taken| taken == path),
                    "no binary takes in {path} of {name}"
                );
            }
        }
    }
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
fn the_architecture_page_is_short() {
    assert!(text(PAGE).lines().count() <= 125);
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

//! Good scenarios load and satisfy the schema; bad ones show exactly the problems written beside them.
//!
//! `UPDATE_EXPECTED=1 cargo test` rewrites the `.expected` files; read the difference before it is kept.

use std::fs;

use understory_scenario::{Overrides, Scenario, load, schema};

use crate::common::{self, CORPUS, Folder, scenarios};

/// The document as the schema sees it: NaN and infinities, which JSON lacks, become `null`.
fn as_json(document: &toml::Table) -> serde_json::Value {
    serde_json::to_value(document).unwrap()
}

#[test]
fn good_scenarios_load_and_satisfy_the_schema() {
    let validator = jsonschema::draft202012::new(&schema()).unwrap();
    for path in scenarios("good") {
        if let Err(problems) = load::<Scenario>(&path, &Folder(CORPUS), &Overrides::default()) {
            panic!("{problems}");
        }
        let text = fs::read_to_string(format!("{CORPUS}/{path}")).unwrap();
        let errors: Vec<_> = validator
            .iter_errors(&as_json(&text.parse().unwrap()))
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{path}: {errors:?}");
    }
}

#[test]
fn bad_scenarios_show_all_their_problems() {
    let mut differing = Vec::new();
    for path in scenarios("bad") {
        let shown = load::<Scenario>(&path, &Folder(CORPUS), &Overrides::default())
            .expect_err(&path)
            .to_string()
            + "\n";
        let expected_at = format!("{CORPUS}/{}", path.replace(".toml", ".expected"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&expected_at, &shown).unwrap();
        }
        if fs::read_to_string(&expected_at).unwrap_or_default() != shown {
            differing.push(format!("--- {path}\n{shown}"));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// What a file is called says who can see its problems: `keys-` the schema as well, `syntax-` no
/// other reader of TOML either, the others the loader alone.
#[test]
fn schema_and_walk_agree_on_structure() {
    let validator = jsonschema::draft202012::new(&schema()).unwrap();
    for path in scenarios("bad") {
        let Ok(text) = fs::read_to_string(format!("{CORPUS}/{path}")) else {
            continue;
        };
        let is_structural = path.starts_with("bad/keys-");
        if !path.starts_with("bad/syntax-") {
            assert_eq!(
                validator.is_valid(&as_json(&text.parse().unwrap())),
                !is_structural,
                "{path}"
            );
        }
    }
}

/// Each key, spoilt alone, is refused by both; each that may be left out is missed by neither.
#[test]
fn schema_and_walk_agree_on_each_key_of_good_scenarios() {
    let validator = jsonschema::draft202012::new(&schema()).unwrap();
    for path in scenarios("good") {
        let text = fs::read_to_string(format!("{CORPUS}/{path}")).unwrap();
        let document: toml::Table = text.parse().unwrap();
        for way in ways(&toml::Value::Table(document.clone())) {
            // The loader alone knows the paths of keys that a sweep varies.
            let is_swept = way.len() == 2 && way[0] == "sweep" && way[1].contains('.');
            let spoils: &[fn(&mut toml::Value, &[String])] = match is_swept {
                true => &[remove, make_date],
                false => &[remove, rename, make_date],
            };
            for spoil in spoils {
                let mut spoilt = toml::Value::Table(document.clone());
                spoil(&mut spoilt, &way);
                let text = toml::to_string(&spoilt).unwrap();
                let files = common::Replaced {
                    files: Folder(CORPUS),
                    path: path.clone(),
                    text: text.clone(),
                };
                let by_walk = match load::<Scenario>(&path, &files, &Overrides::default()) {
                    Ok(_) => false,
                    // What only the loader can know does not count.
                    Err(problems) => problems
                        .as_slice()
                        .iter()
                        .any(|problem| common::is_structural(&problem.message)),
                };
                let by_schema = !validator.is_valid(&as_json(&text.parse().unwrap()));
                assert_eq!(by_walk, by_schema, "{path}: {way:?}\n{text}");
            }
        }
    }
}

type Way = Vec<String>;

/// The ways to all keys of tables, lists entered by their numbers.
fn ways(value: &toml::Value) -> Vec<Way> {
    let inner: Vec<(String, &toml::Value)> = match value {
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        toml::Value::Array(array) => array
            .iter()
            .enumerate()
            .map(|(i, value)| (i.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (step, value) in inner {
        if step.parse::<usize>().is_err() {
            all.push(vec![step.clone()]);
        }
        all.extend(
            ways(value)
                .into_iter()
                .map(|way| [vec![step.clone()], way].concat()),
        );
    }
    all
}

fn parent<'v>(mut value: &'v mut toml::Value, way: &[String]) -> (&'v mut toml::Table, String) {
    let (last, steps) = way.split_last().unwrap();
    for step in steps {
        value = match value {
            toml::Value::Array(array) => &mut array[step.parse::<usize>().unwrap()],
            table => &mut table[step.as_str()],
        };
    }
    (value.as_table_mut().unwrap(), last.clone())
}

fn remove(document: &mut toml::Value, way: &[String]) {
    let (table, key) = parent(document, way);
    table.remove(&key);
}

fn rename(document: &mut toml::Value, way: &[String]) {
    let (table, key) = parent(document, way);
    let value = table.remove(&key).unwrap();
    table.insert(format!("{key}_"), value);
}

/// No key is a date; JSON has it as a table of one key.
fn make_date(document: &mut toml::Value, way: &[String]) {
    let (table, key) = parent(document, way);
    table.insert(key, "1979-05-27".parse::<toml::value::Datetime>().unwrap().into());
}

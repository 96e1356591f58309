//! What a run left: all its files, and its tables field by field.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

/// Every file below a folder by its path with `/`; of the manifest what holds however long the run took.
pub(crate) fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in files_below(folder) {
        let bytes = fs::read(folder.join(&path)).unwrap();
        let bytes = if path == "manifest.json" {
            without_times(&bytes)
        } else {
            bytes
        };
        found.insert(path, bytes);
    }
    found
}

fn without_times(manifest: &[u8]) -> Vec<u8> {
    let mut manifest: Value = serde_json::from_slice(manifest).unwrap();
    let command = manifest["command"].as_str().unwrap().to_owned();
    if ["stats", "bake"].contains(&command.as_str()) {
        return serde_json::to_vec(&manifest).unwrap();
    }
    let whole = manifest.as_object_mut().unwrap();
    whole.remove("threads").unwrap();
    match command.as_str() {
        "run" | "compare" => remove(
            whole["performance"].as_object_mut().unwrap(),
            &[
                "wall_s",
                "year_s",
                "peak_rss_bytes",
                "tree_years_per_s",
                "system_s",
            ],
        ),
        _ => remove(whole, &["performance"]),
    }
    serde_json::to_vec(&manifest).unwrap()
}

fn remove(from: &mut Map<String, Value>, keys: &[&str]) {
    for key in keys {
        assert!(from.remove(*key).is_some(), "no {key}");
    }
}

/// The paths of all files below a folder, with `/`, in order.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path(), &format!("{path}/"), found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, "", &mut found);
    found.sort_unstable();
    found
}

/// A CSV file as text, field by field.
pub(crate) struct Csv {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Csv {
    pub(crate) fn read(path: &Path) -> Self {
        let mut reader =
            csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        Self {
            header: texts(reader.headers().unwrap()),
            rows: reader.records().map(|row| texts(&row.unwrap())).collect(),
        }
    }

    /// A column as text.
    pub(crate) fn texts(&self, column: &str) -> Vec<&str> {
        let at = self.header.iter().position(|name| name == column);
        let at = at.unwrap_or_else(|| panic!("no column {column}"));
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    /// A column of whole numbers.
    pub(crate) fn wholes(&self, column: &str) -> Vec<u64> {
        let texts = self.texts(column).into_iter();
        texts.map(|text| text.parse().unwrap()).collect()
    }

    /// A column of numbers; an empty field is none.
    pub(crate) fn numbers(&self, column: &str) -> Vec<Option<f64>> {
        let texts = self.texts(column).into_iter();
        texts
            .map(|text| (!text.is_empty()).then(|| text.parse().unwrap()))
            .collect()
    }
}

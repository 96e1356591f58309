//! `datapackage.json`: what other programs need to know of the tables in a folder of results.
//!
//! A Frictionless data package: each table with its path, and each column with its type, unit and meaning, from the same
//! dictionary as the tables themselves. Of a table with columns of its own, such as a curve of `stats`, the names come from
//! its header. Nothing in it depends on time or machine.
//!
//! # Source
//! Data Package, version 2.0 (datapackage.org); a unit is no part of it and stands in a property of its own, `unit`.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;

use crate::about::{Column, TableAbout};
use crate::cell::{ColumnType, Holds};
use crate::curve_columns::CURVE_COLUMNS;
use crate::dictionary::TABLES;
use crate::format::Format;
use crate::paths;

/// The profile that the document follows.
const PROFILE: &str = "https://datapackage.org/profiles/2.0/datapackage.json";

/// What a package is of.
#[derive(Clone, Copy, Debug)]
pub struct PackageOf<'a> {
    /// The scenario, or what else the results are of.
    pub name: &'a str,
    /// The command that left the tables.
    pub command: &'a str,
    /// Version of the program.
    pub version: &'a str,
}

/// A table of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageTable {
    /// Path below the folder.
    pub path: String,
    /// Names of its columns, which are looked at where the dictionary does not have all of them.
    pub header: Vec<String>,
}

/// Writes the package of these tables.
///
/// # Errors
/// What `out` reports.
pub fn write_data_package(mut out: impl Write, of: PackageOf<'_>, tables: &[PackageTable]) -> io::Result<()> {
    let mut taken = BTreeSet::new();
    let package = Package {
        schema: PROFILE,
        name: name_of(of.name, &mut BTreeSet::new()),
        title: format!("{}: tables of `understory {}`", of.name, of.command),
        description: format!(
            "Left by understory {}. The unit of a column stands in its property `unit`; a column without one is a name, a \
             count or a figure without a unit. Undefined values are empty fields.",
            of.version
        ),
        resources: tables
            .iter()
            .map(|table| Resource::of(table, &mut taken))
            .collect(),
    };
    serde_json::to_writer_pretty(&mut out, &package)?;
    out.write_all(b"\n")
}

/// The table of the dictionary that a file is, by its path below the folder of results: that of [`TABLES`] whose `file` has
/// the same parts, where `Y` and `S` stand for digits, `METHOD` and `FUNCTION` for any name, and the ending for any format.
#[must_use]
pub fn table_of(path: &str) -> Option<&'static TableAbout> {
    // Those of a run of a sweep are those of a run.
    let path = match path
        .strip_prefix("tasks/")
        .and_then(|below| below.split_once('/'))
    {
        Some((_, below)) => below,
        None => path,
    };
    // Tables that have the columns of another.
    let same = match path {
        paths::BASELINE_SKELETON => paths::SKELETON,
        paths::BASELINE_LEAVES => paths::LEAVES,
        _ => path,
    };
    let stem = same.strip_suffix(&format!(".{}", Format::of(same)?.ending()))?;
    let is_strip = is_like(stem, "state/year-Y/strip");
    let is_it = |table: &&TableAbout| {
        let pattern = table.file.strip_suffix(".csv").unwrap_or(table.file);
        is_like(stem, pattern) || (is_strip && table.file == "trees/year-Y.csv")
    };
    TABLES.iter().find(is_it)
}

/// Whether a path has the parts of a pattern.
fn is_like(path: &str, pattern: &str) -> bool {
    let (mut parts, mut wanted) = (path.split('/'), pattern.split('/'));
    loop {
        match (parts.next(), wanted.next()) {
            (None, None) => return true,
            (Some(part), Some(wanted)) if is_part(part, wanted) => {}
            _ => return false,
        }
    }
}

fn is_part(part: &str, wanted: &str) -> bool {
    let begins = |blank: &str| {
        let before = wanted.strip_suffix(blank)?;
        part.strip_prefix(before).filter(|rest| !rest.is_empty())
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match (
        begins("-Y").or(begins("-S")),
        begins("METHOD").or(begins("FUNCTION")),
    ) {
        (Some(rest), _) => rest
            .strip_prefix('-')
            .is_some_and(|rest| !rest.is_empty() && is_number(rest)),
        (None, Some(_)) => true,
        (None, None) => part == wanted,
    }
}

#[derive(Serialize)]
struct Package {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: String,
    title: String,
    description: String,
    resources: Vec<Resource>,
}

#[derive(Serialize)]
struct Resource {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'static str>,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mediatype: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<Dialect>,
    schema: Schema,
}

/// How a CSV is written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Dialect {
    delimiter: &'static str,
    line_terminator: &'static str,
    quote_char: &'static str,
    double_quote: bool,
    header: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema {
    fields: Vec<Field>,
    missing_values: [&'static str; 1],
}

#[derive(Serialize)]
struct Field {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraints: Option<Constraints>,
}

#[derive(Serialize)]
struct Constraints {
    /// Only where it is so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u32>,
}

/// Tables with a column for each key of an experiment.
const HOLD_KEYS: [&str; 4] = [
    paths::SWEEP,
    paths::POSTERIOR,
    paths::PARTICLES,
    paths::EVALUATIONS,
];

impl Resource {
    fn of(table: &PackageTable, taken: &mut BTreeSet<String>) -> Self {
        let about = table_of(&table.path);
        let fields = match about {
            // The keys and summaries that it holds are known by its header alone.
            Some(about) if HOLD_KEYS.contains(&table.path.as_str()) => {
                let field = |name: &String| {
                    let known = about.columns.iter().find(|column| column.name == name);
                    known.map_or_else(|| Field::of_key(name), Field::of)
                };
                table.header.iter().map(field).collect()
            }
            Some(about) => about.columns.iter().map(Field::of).collect(),
            None => table.header.iter().map(|name| Field::of_curve(name)).collect(),
        };
        let is_csv = Format::of(&table.path) != Some(Format::Parquet);
        let stem = table
            .path
            .rsplit_once('.')
            .map_or(table.path.as_str(), |(stem, _)| stem);
        Self {
            name: name_of(stem, taken),
            kind: "table",
            path: table.path.clone(),
            description: about.map(|about| about.about),
            format: if is_csv { "csv" } else { "parquet" },
            mediatype: is_csv.then_some("text/csv"),
            encoding: is_csv.then_some("utf-8"),
            dialect: is_csv.then_some(Dialect {
                delimiter: ",",
                line_terminator: "\n",
                quote_char: "\"",
                double_quote: true,
                header: true,
            }),
            schema: Schema {
                fields,
                missing_values: [""],
            },
        }
    }
}

impl Field {
    fn of(column: &Column) -> Self {
        let ColumnType { holds, may_miss } = column.kind;
        // A name may be empty, which is no missing number.
        let required = !may_miss && holds != Holds::Text;
        let minimum = matches!(holds, Holds::U32 | Holds::U64).then_some(0);
        Self {
            name: column.name.to_owned(),
            kind: column.type_name(),
            description: column.about,
            unit: column.unit,
            constraints: (required || minimum.is_some()).then_some(Constraints { required, minimum }),
        }
    }

    /// A key that a sweep varies or a calibration looks for, or what that compares, of which only the scenario knows more.
    fn of_key(key: &str) -> Self {
        Self {
            name: key.to_owned(),
            kind: "any",
            description: "Value of this key of the scenario, or of this summary where `summaries.csv` names it.",
            unit: "",
            constraints: None,
        }
    }

    /// A column of a curve.
    fn of_curve(name: &str) -> Self {
        let known = CURVE_COLUMNS.iter().find(|column| column.name == name);
        Self {
            name: name.to_owned(),
            kind: known.map_or("number", Column::type_name),
            description: known.map_or("", |column| column.about),
            unit: "",
            constraints: None,
        }
    }
}

/// A name as data packages have them, lower case without blanks, that is not taken yet.
fn name_of(text: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        '/' | '.' => '.',
        '_' => '_',
        _ => '-',
    };
    let stem: String = text.chars().map(plain).collect();
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}"));
    let name = [stem.clone()]
        .into_iter()
        .chain(numbered)
        .find(|name| !taken.contains(name));
    let name = name.unwrap_or(stem);
    taken.insert(name.clone());
    name
}

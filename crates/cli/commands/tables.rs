//! `tables`: the columns of every table that a command leaves, on the terminal or as the book's page.

use clap::Args;
use understory::records::{CURVE_COLUMNS, Column, TABLES, TableAbout, nearest, table_of};
use understory::text::aligned;

use crate::failure::{Failure, Outcome};
use crate::markdown::{head, row};
use crate::output::data;

/// List the tables of results, or the columns of one: type, unit, meaning
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/tables.txt").trim_end())]
pub(crate) struct TablesOptions {
    /// File of the table below the folder of results, with or without its ending
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print all tables as a page in Markdown
    #[arg(long, conflicts_with = "name")]
    pub(crate) markdown: bool,
}

/// How the page begins.
const PAGE: &str = "\
# Tables reference

<!-- Written by `understory tables --markdown`. -->

Every table that a command can leave in its folder of results, from the dictionary by which they are written; `datapackage.json` \
beside them says the same to programs, and `understory tables census` prints one. `Y` stands for a year of four digits, `S` for a seed. \
Undefined values are empty fields. Tables of trees, states and events end in `.parquet` where `record.format` says so.
";

/// The curves, whose files have no columns in common.
static CURVES: TableAbout = TableAbout {
    file: "curves",
    about: "A curve of `stats` or `compare`, such as `K.csv`: a row is a distance, in `rhohat.csv` a value of the covariate. It has those of these columns that it needs.",
    columns: CURVE_COLUMNS,
};

/// The tables in a line each, the columns of one, or everything as a page.
pub(crate) fn tables(options: &TablesOptions) -> Outcome {
    if options.markdown {
        return data(&page());
    }
    let Some(name) = &options.name else {
        let lines: Vec<Vec<String>> = all()
            .map(|table| vec![table.file.to_owned(), table.about.to_owned()])
            .collect();
        return data(&aligned(&lines, 2));
    };
    let is_it = |table: &&TableAbout| table.file == name || stem(table) == name;
    let Some(table) = all().find(is_it).or_else(|| table_of(name)) else {
        let hint = match nearest(name, all().map(stem)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`understory tables` lists them".to_owned(),
        };
        return Err(Failure::input(format!(
            "there is no table `{name}`\nhint: {hint}"
        )));
    };
    let lines: Vec<Vec<String>> = table
        .columns
        .iter()
        .map(|column| {
            [column.name, column.type_name(), unit(column), column.about]
                .map(str::to_owned)
                .to_vec()
        })
        .collect();
    data(&format!(
        "{}: {}\n\n{}",
        table.file,
        table.about,
        aligned(&lines, 4)
    ))
}

fn all() -> impl Iterator<Item = &'static TableAbout> {
    TABLES.iter().chain([&CURVES])
}

/// A file without its ending.
fn stem(table: &TableAbout) -> &'static str {
    table.file.strip_suffix(".csv").unwrap_or(table.file)
}

fn unit(column: &Column) -> &'static str {
    if column.unit.is_empty() {
        "–"
    } else {
        column.unit
    }
}

/// All tables as a page.
fn page() -> String {
    let mut page = PAGE.to_owned();
    for table in all() {
        page.push_str(&format!("\n## `{}`\n\n{}\n\n", table.file, table.about));
        page.push_str(&head(["column", "type", "unit", "meaning"]));
        for column in table.columns {
            page.push_str(&row([
                &format!("`{}`", column.name),
                column.type_name(),
                unit(column),
                column.about,
            ]));
        }
    }
    page
}

//! Which column of a file of trees holds what.

use understory_records::{CsvRow, nearest};

use super::Stand;
use super::unit::{conversion, is_namesake};
use crate::words::listed;

/// The names by which columns are known.
const COLUMNS: &[&str] = &["x_m", "x", "y_m", "y", "dbh_cm", "height_m", "species", "age_yr"];

/// Where in a row each column stands.
pub(super) struct Header {
    pub(super) width: usize,
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) dbh: Option<usize>,
    pub(super) height: Option<usize>,
    pub(super) species: Option<usize>,
    pub(super) age: Option<usize>,
}

impl Stand<'_> {
    /// Finds the columns; `None` where one is missing, which has been reported.
    pub(super) fn header(&mut self, row: &CsvRow<'_>) -> Option<Header> {
        let problems = self.report.count();
        if row.fields.len() == 1 && row.fields[0].contains([';', '\t']) {
            let message = format!("the columns of `{}` are not separated by commas", &row.fields[0]);
            self.problem(
                row.at,
                message,
                Some("save the file as comma-separated values".to_owned()),
            );
            return None;
        }
        let x = self.column(row, "x_m", &["x_m", "x"]);
        let y = self.column(row, "y_m", &["y_m", "y"]);
        let dbh = self.column(row, "dbh_cm", &["dbh_cm"]);
        let height = self.column(row, "height_m", &["height_m"]);
        let species = match self.columns.species {
            Some(_) => None,
            None => self.column(row, "species", &["species"]),
        };
        let age = self.column(row, "age_yr", &["age_yr"]);
        let is_renamed = |key: &str| self.columns.renamed.is_some_and(|table| table.has(key));
        let lacks_size = self.columns.sizes_are_needed && dbh.is_none() && height.is_none();
        let lacks_size = lacks_size && !is_renamed("dbh_cm") && !is_renamed("height_m");
        for (column, found) in [("x_m", x), ("y_m", y)] {
            if found.is_none() && !is_renamed(column) {
                self.no_column(row, &format!("no column `{column}`"), column, column);
            }
        }
        if lacks_size {
            let what = "neither a column `dbh_cm` nor a column `height_m`";
            let is_height = |field| is_namesake("height_m", field) && !is_namesake("dbh_cm", field);
            let key = if row.fields.iter().any(is_height) {
                "height_m"
            } else {
                "dbh_cm"
            };
            self.no_column(row, what, key, key);
        }
        if species.is_none() && self.columns.species.is_none() && !is_renamed("species") {
            let hint = "give the species of all its trees: `species = \"…\"` beside `file`";
            self.problem(
                row.at,
                "the file has no column `species`, and the entry no `species`",
                Some(hint.to_owned()),
            );
        }
        (self.report.count() == problems).then_some(())?;
        Some(Header {
            width: row.fields.len(),
            x: x?,
            y: y?,
            dbh,
            height,
            species,
            age,
        })
    }

    /// Where the first of `names`, or what `columns` renames `key` to, stands in the header.
    fn column(&mut self, row: &CsvRow<'_>, key: &str, names: &[&str]) -> Option<usize> {
        let renamed = self.columns.renamed.and_then(|table| table.text(key));
        let names = renamed.map_or_else(|| names.to_vec(), |name| vec![name]);
        let found = names
            .iter()
            .find(|name| row.fields.iter().any(|field| field == **name));
        let Some(name) = found else {
            if let Some(name) = renamed {
                self.no_column(
                    row,
                    &format!("no column `{name}`, which `columns.{key}` names"),
                    key,
                    name,
                );
            }
            return None;
        };
        if let Some(hint) = conversion(key, name) {
            let message = format!("`columns.{key}` names the column `{name}`, which is in another unit");
            self.problem(row.at, message, Some(hint));
        }
        let mut places = (0..row.fields.len()).filter(|&i| row.fields[i] == **name);
        let (first, second) = (places.next(), places.next());
        if let Some(second) = second {
            let message = format!("there are two columns `{name}`");
            self.problem(
                row.field_at(second),
                message,
                Some("rename or remove one of them".to_owned()),
            );
        }
        first
    }

    /// Says that there is no column `what`; `wanted` is the name that was looked for in the place of `key`.
    fn no_column(&mut self, row: &CsvRow<'_>, what: &str, key: &str, wanted: &str) {
        let message = format!(
            "the file has {what}: its columns are {}",
            listed(row.fields.iter())
        );
        let strangers = || row.fields.iter().filter(|field| !COLUMNS.contains(field));
        let in_another_unit = strangers()
            .filter(|field| is_namesake(key, field))
            .find_map(|field| conversion(key, field));
        let near = nearest(wanted, strangers());
        let hint = in_another_unit
            .or_else(|| conversion(key, near?))
            .unwrap_or_else(|| {
                let near = near.unwrap_or("…");
                format!("where it has another name, give that: `columns = {{ {key} = \"{near}\" }}`")
            });
        self.problem(row.at, message, Some(hint));
    }
}

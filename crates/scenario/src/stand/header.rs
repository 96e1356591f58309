//! Which column of a file of trees holds what.

use understory_records::{UserTable, nearest};

use super::Stand;
use super::unit::{conversion, is_namesake};
use crate::words::listed;

/// The names by which columns are known.
const COLUMNS: &[&str] = &[
    "x_m",
    "x",
    "y_m",
    "y",
    "dbh_cm",
    "height_m",
    "species",
    "age_yr",
    "condition",
    "dead_yr",
];

/// Where in a row each column stands.
pub(super) struct Header {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) dbh: Option<usize>,
    pub(super) height: Option<usize>,
    pub(super) species: Option<usize>,
    pub(super) age: Option<usize>,
    pub(super) condition: Option<usize>,
    pub(super) dead: Option<usize>,
}

impl Header {
    /// Whether a column is read.
    pub(super) fn reads(&self, column: usize) -> bool {
        let others = [
            self.dbh,
            self.height,
            self.species,
            self.age,
            self.condition,
            self.dead,
        ];
        column == self.x || column == self.y || others.contains(&Some(column))
    }
}

impl Stand<'_, '_> {
    /// Finds the columns; `None` where one is missing, which has been reported.
    pub(super) fn header(&mut self, table: &UserTable<'_>) -> Option<Header> {
        let problems = self.report.count();
        let x = self.column(table, "x_m", &["x_m", "x"]);
        let y = self.column(table, "y_m", &["y_m", "y"]);
        let dbh = self.column(table, "dbh_cm", &["dbh_cm"]);
        let height = self.column(table, "height_m", &["height_m"]);
        let species = match self.columns.species {
            Some(_) => None,
            None => self.column(table, "species", &["species"]),
        };
        let age = self.column(table, "age_yr", &["age_yr"]);
        let [condition, dead] = match self.columns.are_founders {
            true => ["condition", "dead_yr"].map(|name| self.column(table, name, &[name])),
            false => [None; 2],
        };
        let is_renamed = |key: &str| {
            self.columns
                .entry
                .table("columns")
                .is_some_and(|table| table.has(key))
        };
        let lacks_size = self.columns.are_founders && dbh.is_none() && height.is_none();
        let lacks_size = lacks_size && !is_renamed("dbh_cm") && !is_renamed("height_m");
        for (column, found) in [("x_m", x), ("y_m", y)] {
            if found.is_none() && !is_renamed(column) {
                self.no_column(table, &format!("no column `{column}`"), column, column);
            }
        }
        if lacks_size {
            let what = "neither a column `dbh_cm` nor a column `height_m`";
            let is_height = |field| is_namesake("height_m", field) && !is_namesake("dbh_cm", field);
            let key = if table.header().iter().any(is_height) {
                "height_m"
            } else {
                "dbh_cm"
            };
            self.no_column(table, what, key, key);
        }
        if species.is_none() && self.columns.species.is_none() && !is_renamed("species") {
            let hint = "give the species of all its trees: `species = \"…\"` beside `file`";
            self.problem(
                table.header_at(),
                "the file has no column `species`, and the entry no `species`",
                Some(hint.to_owned()),
            );
        }
        if let (Some(place), true) = (x, x == y) {
            let message = format!("`{}` is named for both coordinates", &table.header()[place]);
            self.problem(table.name_at(place), message, None);
        }
        (self.report.count() == problems).then_some(())?;
        Some(Header {
            x: x?,
            y: y?,
            dbh,
            height,
            species,
            age,
            condition,
            dead,
        })
    }

    /// Where the first of `names`, or what `columns` renames `key` to, stands in the header.
    fn column(&mut self, table: &UserTable<'_>, key: &str, names: &[&str]) -> Option<usize> {
        let renamed = self
            .columns
            .entry
            .table("columns")
            .and_then(|table| table.text(key));
        let names = renamed.map_or_else(|| names.to_vec(), |name| vec![name]);
        let found = names
            .iter()
            .find(|name| table.header().iter().any(|field| field == **name));
        let Some(name) = found else {
            if let Some(name) = renamed {
                self.no_column(
                    table,
                    &format!("no column `{name}`, which `columns.{key}` names"),
                    key,
                    name,
                );
            }
            return None;
        };
        if let Some(hint) = conversion(key, name) {
            let message = format!("`columns.{key}` names the column `{name}`, which is in another unit");
            self.problem(table.header_at(), message, Some(hint));
        }
        match table.column(name) {
            Ok(found) => found,
            Err(found) => {
                self.fault(found);
                None
            }
        }
    }

    /// Says that there is no column `what`; `wanted` is the name that was looked for in the place of `key`.
    fn no_column(&mut self, table: &UserTable<'_>, what: &str, key: &str, wanted: &str) {
        let message = format!(
            "the file has {what}: its columns are {}",
            listed(table.header().iter())
        );
        let strangers = || table.header().iter().filter(|field| !COLUMNS.contains(field));
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
        self.problem(table.header_at(), message, Some(hint));
    }
}

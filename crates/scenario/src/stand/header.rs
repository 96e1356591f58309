//! Which column of a file of trees holds what.

use understory_records::{UserTable, conversion};

use super::Stand;

/// What is read, by the names that its columns may have.
const COLUMNS: [(&str, &[&str]); 8] = [
    ("x_m", &["x_m", "x"]),
    ("y_m", &["y_m", "y"]),
    ("dbh_cm", &["dbh_cm"]),
    ("height_m", &["height_m"]),
    ("species", &["species"]),
    ("age_yr", &["age_yr"]),
    ("condition", &["condition"]),
    ("dead_yr", &["dead_yr"]),
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

impl Stand<'_, '_> {
    /// Finds the columns; `None` where one is missing, which has been reported.
    pub(super) fn header(&mut self, table: &mut UserTable<'_>) -> Option<Header> {
        let problems = self.report.count();
        let renaming = self.columns.entry.table("columns");
        let is_renamed = |key: &str| renaming.is_some_and(|table| table.has(key));
        let renamed = |key: &str| renaming.and_then(|table| table.text(key));
        let is_read = |key: &str| match key {
            "species" => self.columns.species.is_none(),
            "condition" | "dead_yr" => self.columns.are_founders,
            _ => true,
        };
        let found = COLUMNS.map(|(key, names)| {
            let names = renamed(key).map_or(names.to_vec(), |name| vec![name]);
            is_read(key)
                .then(|| table.first_of(self.report, &names))
                .flatten()
        });
        let [x, y, dbh, height, species, age, condition, dead] = found;
        let mut missing = Vec::new();
        for ((key, _), found) in COLUMNS
            .into_iter()
            .zip(found)
            .filter(|((key, _), _)| is_read(key))
        {
            match (renamed(key), found) {
                (Some(name), None) => {
                    let what = format!("no column `{name}`, which `columns.{key}` names");
                    missing.push((what, vec![key], name));
                }
                (Some(name), Some(_)) => {
                    if let Some(hint) = conversion(key, name) {
                        let message =
                            format!("`columns.{key}` names the column `{name}`, which is in another unit");
                        self.report.problem(table.header_at(), message, hint);
                    }
                }
                (None, None) if matches!(key, "x_m" | "y_m") && !is_renamed(key) => {
                    missing.push((format!("no column `{key}`"), vec![key], key));
                }
                _ => {}
            }
        }
        let lacks_size = self.columns.are_founders && dbh.is_none() && height.is_none();
        if lacks_size && !is_renamed("dbh_cm") && !is_renamed("height_m") {
            let what = "neither a column `dbh_cm` nor a column `height_m`".to_owned();
            missing.push((what, vec!["dbh_cm", "height_m"], "dbh_cm"));
        }
        for (what, keys, wanted) in missing {
            table.no_column(self.report, &what, &keys, wanted, |near| {
                let (key, near) = (keys[0], near.unwrap_or("…"));
                format!("where it has another name, give that: `columns = {{ {key} = \"{near}\" }}`")
            });
        }
        if species.is_none() && is_read("species") && !is_renamed("species") {
            let hint = "give the species of all its trees: `species = \"…\"` beside `file`";
            self.report.problem(
                table.header_at(),
                "the file has no column `species`, and the entry no `species`",
                hint.to_owned(),
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
}

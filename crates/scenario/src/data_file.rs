//! Files of rows that a scenario names, as tables: their columns by name, and all that is wrong with them.

use understory_records::{Fault, UserRow, UserTable, read_user_table};

use crate::problem::{Problem, Problems, Report};

/// What a file of rows is.
pub(crate) struct DataFile {
    /// Its columns, in any order and among others.
    pub(crate) columns: &'static [&'static str],
    /// What it is, for messages: `a camera's file`.
    pub(crate) what: &'static str,
    /// What a row is.
    pub(crate) of: &'static str,
    /// Whether it may have no rows.
    pub(crate) may_be_empty: bool,
    /// The way out where it has too many rows.
    pub(crate) shorter: &'static str,
}

/// A row whose columns are known, and where what is wrong with it is noted.
pub(crate) struct Row<'r, 'f, 't> {
    report: &'r mut Report<'f>,
    row: UserRow<'r, 't>,
    places: &'r [usize],
}

/// What is read of a file with the notes on it, or all that is wrong with it.
pub(crate) type Read<T> = Result<(T, Vec<Problem>), Problems>;

/// Notes what was found in a table and what of it is not read.
pub(crate) fn say(report: &mut Report<'_>, table: &UserTable<'_>) {
    for line in table.said().into_iter().chain(table.doubts()) {
        report.note(table.header_at(), line, None);
    }
}

impl DataFile {
    /// Hands on the rows of a file one by one.
    pub(crate) fn each_row(
        &self,
        file: &str,
        bytes: &[u8],
        mut take: impl FnMut(&mut Row<'_, '_, '_>),
    ) -> Read<()> {
        read_user_table(file, bytes, Some(self.shorter), |report, table| {
            let places = self.header(report, table)?;
            while let Some(row) = table.next_row(report) {
                take(&mut Row {
                    report,
                    row,
                    places: &places,
                });
            }
            table.check_rows(report, (!self.may_be_empty).then_some(self.of));
            say(report, table);
            Some(())
        })
    }

    /// Where each column stands.
    fn header(&self, report: &mut Report<'_>, table: &mut UserTable<'_>) -> Option<Vec<usize>> {
        let columns = self.columns.iter();
        let found: Vec<_> = columns.map(|name| table.first_of(report, &[name])).collect();
        for (name, _) in self
            .columns
            .iter()
            .zip(&found)
            .filter(|(_, found)| found.is_none())
        {
            table.no_column(
                report,
                &format!("no column `{name}`"),
                &[name],
                name,
                |near| match near.filter(|near| !self.columns.contains(near)) {
                    Some(near) => format!("rename `{near}` to `{name}`, if it is that"),
                    None => format!("{} has the columns `{}`", self.what, self.columns.join(",")),
                },
            );
        }
        let found: Option<Vec<usize>> = found.into_iter().collect();
        found.filter(|_| report.count() == 0)
    }
}

impl Row<'_, '_, '_> {
    /// The field of a column, by its number among those of the file.
    pub(crate) fn text(&self, column: usize) -> &str {
        self.row.text(self.places[column])
    }

    /// Notes what is wrong with the field of a column.
    pub(crate) fn problem(&mut self, column: usize, message: impl Into<String>, hint: &str) {
        let at = self.row.field_at(self.places[column]);
        self.report.fault(Fault::new(at, message, hint));
    }

    /// The finite number of a column; `None` where it has none, which is noted.
    pub(crate) fn number(&mut self, column: usize) -> Option<f64> {
        self.report.noted(self.row.needed(self.places[column]))
    }
}

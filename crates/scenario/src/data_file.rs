//! Files of rows that a scenario names, as tables: their columns by name, and all that is wrong with them.

use understory_records::{Fault, UserRow, UserTable, nearest, table_text};

use crate::files::too_long;
use crate::problem::{Problem, Problems, Report};
use crate::words::listed;

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
    /// Columns in another unit that may stand in the place of these, and how they are converted.
    pub(crate) conversions: &'static [Conversion],
}

/// How the numbers of a column in another unit become those of one that is asked for.
pub(crate) struct Conversion {
    /// The column that is asked for.
    pub(crate) wanted: &'static str,
    /// The one that is there.
    pub(crate) found: &'static str,
    /// What to do.
    pub(crate) how: &'static str,
}

/// A row whose columns are known, and where what is wrong with it is told.
pub(crate) struct Row<'r, 'f, 't> {
    report: &'r mut Report<'f>,
    row: UserRow<'r, 't>,
    places: &'r [usize],
}

/// What is read of a file, or all that is wrong with it.
pub(crate) type Read<T> = Result<(T, Vec<Problem>), Vec<Problem>>;

/// Reads the table in a file by `rows`, which notes what is wrong. Beside what it gives come notes of what was found in it and what
/// of it is not read.
pub(crate) fn read_table<'t, T>(
    file: &'t str,
    bytes: &'t [u8],
    shorter: &str,
    rows: impl FnOnce(&mut Report<'t>, &mut UserTable<'t>) -> T,
) -> Read<T> {
    let text = match table_text(bytes) {
        Ok(text) => text,
        Err(found) => {
            let before = String::from_utf8_lossy(&bytes[..found.at]);
            let mut report = Report::of_data(file, &before);
            fault(&mut report, found);
            return report.finish(None).map_err(Problems::into_vec);
        }
    };
    let mut report = Report::of_data(file, text);
    let mut value = None;
    match (too_long(text), UserTable::open(text)) {
        (Some((at, message)), _) => report.problem(at, message, shorter.to_owned()),
        (None, Err(found)) => fault(&mut report, found),
        (None, Ok(mut table)) => value = Some(rows(&mut report, &mut table)),
    }
    let notes = report.take_notes();
    report
        .finish(value)
        .map(|value| (value, notes))
        .map_err(Problems::into_vec)
}

/// Notes what is wrong in a table.
pub(crate) fn fault(report: &mut Report<'_>, Fault { at, message, hint }: Fault) {
    problem(report, at, message, &hint);
}

/// Notes what was found in a table and what of it is not read; that it has several plots is a problem.
pub(crate) fn say(report: &mut Report<'_>, table: &UserTable<'_>, is_read: impl Fn(usize) -> bool) {
    if let Some(found) = table.several_plots(&is_read) {
        fault(report, found);
    }
    for line in table.said(&is_read).into_iter().chain(table.doubts(&is_read)) {
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
        read_table(file, bytes, self.shorter, |report, table| {
            let Some(places) = self.header(report, table) else {
                return;
            };
            let mut has_rows = false;
            while let Some(row) = table.next_row() {
                has_rows = true;
                match row {
                    Ok(row) => {
                        take(&mut Row {
                            report,
                            row,
                            places: &places,
                        });
                    }
                    Err(found) => fault(report, found),
                }
            }
            if !has_rows && !self.may_be_empty {
                let hint = format!("give a row for each {}", self.of);
                problem(report, 0, "the file has no rows", &hint);
            }
            say(report, table, |column| places.contains(&column));
        })
    }

    /// Where each column stands.
    fn header(&self, report: &mut Report<'_>, table: &UserTable<'_>) -> Option<Vec<usize>> {
        let (before, header) = (report.count(), table.header());
        let mut places = vec![0; self.columns.len()];
        for (place, name) in places.iter_mut().zip(self.columns) {
            match table.column(name) {
                Ok(Some(only)) => *place = only,
                Err(found) => fault(report, found),
                Ok(None) => {
                    let columns = listed(header.iter());
                    let message = format!("the file has no column `{name}`: its columns are {columns}");
                    let strangers = header.iter().filter(|field| !self.columns.contains(field));
                    let converted = self.conversions.iter().find(|conversion| {
                        conversion.wanted == *name && header.iter().any(|field| *field == *conversion.found)
                    });
                    let hint = match (converted, nearest(name, strangers)) {
                        (Some(Conversion { found, how, .. }), _) => {
                            format!("`{found}` is in another unit: {how} into a column `{name}`")
                        }
                        (None, Some(near)) => format!("rename `{near}` to `{name}`, if it is that"),
                        (None, None) => format!("{} has the columns `{}`", self.what, self.columns.join(",")),
                    };
                    problem(report, table.header_at(), message, &hint);
                }
            }
        }
        (report.count() == before).then_some(places)
    }
}

fn problem(report: &mut Report<'_>, at: usize, message: impl Into<String>, hint: &str) {
    let hint = (!hint.is_empty()).then(|| hint.to_owned());
    report.problem(at, message, hint);
}

impl Row<'_, '_, '_> {
    /// The field of a column, by its number among those of the file.
    pub(crate) fn text(&self, column: usize) -> &str {
        self.row.text(self.places[column])
    }

    /// Tells what is wrong with the field of a column.
    pub(crate) fn problem(&mut self, column: usize, message: impl Into<String>, hint: &str) {
        problem(self.report, self.row.field_at(self.places[column]), message, hint);
    }

    /// The finite number of a column; `None` where it is none, which is told.
    pub(crate) fn number(&mut self, column: usize) -> Option<f64> {
        let found = self.row.needed(self.places[column]);
        found.map_err(|found| fault(self.report, found)).ok()
    }
}

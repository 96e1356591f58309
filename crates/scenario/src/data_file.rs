//! Files of rows that a scenario names, as comma-separated values: their columns by name, and all that is wrong with them.

use understory_records::{CsvRow, CsvRows, NoCsv, OPEN_QUOTE, nearest};

use crate::files::{as_text, too_long};
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
pub(crate) struct Row<'r, 'f> {
    report: &'r mut Report<'f>,
    row: CsvRow<'r>,
    places: &'r [usize],
}

impl DataFile {
    /// Hands on the rows of a file one by one.
    pub(crate) fn each_row(
        &self,
        file: &str,
        bytes: &[u8],
        mut take: impl FnMut(&mut Row<'_, '_>),
    ) -> Result<(), Vec<Problem>> {
        let shown = String::from_utf8_lossy(bytes);
        let text = match as_text(bytes) {
            Ok(text) => text,
            Err(at) => {
                let mut report = Report::of_data(file, &shown);
                let hint = "save it with the encoding UTF-8".to_owned();
                report.problem(at, "the file is not UTF-8 text from here on", hint);
                return report.finish(None).map_err(Problems::into_vec);
            }
        };
        let mut report = Report::of_data(file, text);
        match too_long(text) {
            Some((at, message)) => report.problem(at, message, self.shorter.to_owned()),
            None => self.rows(&mut report, text, &mut take),
        }
        report.finish(Some(())).map_err(Problems::into_vec)
    }

    fn rows(&self, report: &mut Report<'_>, text: &str, take: &mut impl FnMut(&mut Row<'_, '_>)) {
        let mut rows = CsvRows::new(text, b',');
        let mut places: Option<(usize, Vec<usize>)> = None;
        let mut has_rows = false;
        loop {
            let row = match rows.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(NoCsv { at, message }) => return problem(report, at, message, ""),
            };
            if let Some(at) = row.open_quote() {
                let [message, hint] = OPEN_QUOTE;
                problem(report, at, message, hint);
                match places {
                    Some(_) => continue,
                    None => return,
                }
            }
            match &places {
                Some((width, _)) if row.fields.len() != *width => {
                    has_rows = true;
                    let message = format!(
                        "this row has {} fields, but the header has {width}",
                        row.fields.len()
                    );
                    problem(report, row.at, message, "");
                }
                Some((_, places)) => {
                    has_rows = true;
                    take(&mut Row { report, row, places });
                }
                None => match self.header(report, &row) {
                    Some(found) => places = Some((row.fields.len(), found)),
                    None => return,
                },
            }
        }
        if !has_rows {
            let message = if places.is_some() {
                "the file has no rows"
            } else {
                "the file is empty"
            };
            let hint = format!(
                "give the header `{}` and a row for each {}",
                self.columns.join(","),
                self.of
            );
            problem(report, 0, message, &hint);
        }
    }

    /// Where each column stands.
    fn header(&self, report: &mut Report<'_>, row: &CsvRow<'_>) -> Option<Vec<usize>> {
        let before = report.count();
        let mut places = vec![0; self.columns.len()];
        for (place, name) in places.iter_mut().zip(self.columns) {
            let mut found = (0..row.fields.len()).filter(|&at| row.fields[at] == **name);
            match (found.next(), found.next()) {
                (Some(only), None) => *place = only,
                (Some(_), Some(second)) => {
                    let message = format!("there are two columns `{name}`");
                    problem(
                        report,
                        row.field_at(second),
                        message,
                        "rename or remove one of them",
                    );
                }
                (None, _) => {
                    let columns = listed(row.fields.iter());
                    let message = format!("the file has no column `{name}`: its columns are {columns}");
                    let strangers = row.fields.iter().filter(|field| !self.columns.contains(field));
                    let converted = self.conversions.iter().find(|conversion| {
                        conversion.wanted == *name
                            && row.fields.iter().any(|field| *field == *conversion.found)
                    });
                    let hint = match (converted, nearest(name, strangers)) {
                        (Some(Conversion { found, how, .. }), _) => {
                            format!("`{found}` is in another unit: {how} into a column `{name}`")
                        }
                        (None, Some(near)) => format!("rename `{near}` to `{name}`, if it is that"),
                        (None, None) => format!("{} has the columns `{}`", self.what, self.columns.join(",")),
                    };
                    problem(report, row.at, message, &hint);
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

impl Row<'_, '_> {
    /// The field of a column, by its number among those of the file.
    pub(crate) fn text(&self, column: usize) -> &str {
        &self.row.fields[self.places[column]]
    }

    /// Tells what is wrong with the field of a column.
    pub(crate) fn problem(&mut self, column: usize, message: impl Into<String>, hint: &str) {
        problem(self.report, self.row.field_at(self.places[column]), message, hint);
    }

    /// The finite number of a column; `None` where it is none, which is told.
    pub(crate) fn number(&mut self, column: usize) -> Option<f64> {
        let field = self.text(column).to_owned();
        match field.parse::<f64>() {
            Ok(number) if number.is_finite() => return Some(number + 0.0),
            _ if field.is_empty() => self.problem(column, "this field is empty", ""),
            Ok(_) => {
                let message = format!("`{field}` is not a finite number");
                self.problem(column, message, "correct or remove the row");
            }
            Err(_) => {
                let hint = if field.contains(',') {
                    "write decimals with a point"
                } else {
                    ""
                };
                self.problem(column, format!("`{field}` is not a number"), hint);
            }
        }
        None
    }
}

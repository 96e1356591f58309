//! The one reader of tables that users bring: what separates their fields, how decimals are written and what is missing is found;
//! what cannot be read is refused where it stands, and what is not read is said.
//!
//! Top to bottom: `kinds` knows files that are no tables, `rows` splits a text into fields, `telling` keeps account of columns
//! that say which rows are meant, `unit` knows units by the names of columns, `columns` finds what is asked for. Our own tables, whose columns are known, are read by `read.rs`.

mod columns;
mod kinds;
mod rows;
mod telling;
mod unit;

use std::cell::Cell;

use csv::StringRecord;

pub(crate) use self::columns::did_you_mean;
use self::kinds::text_of;
pub use self::kinds::utf8_text;
use self::rows::{Rows, Separator};
use self::telling::Telling;
pub use self::unit::conversion;
use crate::condition::{Bound, Fields, is_missing};
use crate::problem::{Fault, Problem, Problems, Report};

/// A table with its header, and its rows one by one. Rows without anything in their fields are passed over and counted; lines that
/// begin with `#` are comments above the header alone.
pub struct UserTable<'t> {
    rows: Rows<'t>,
    header: StringRecord,
    header_at: usize,
    /// Whether rows begin with a name that has no column, as those of R do; known from the first row on.
    has_row_names: Option<bool>,
    /// The first of these names.
    row_name: String,
    fields: StringRecord,
    empty_rows: u64,
    rows_read: u64,
    /// The sign before decimals and the line where it stands first, once a number has one.
    decimal: Cell<Option<(char, u64)>>,
    telling: Vec<Telling>,
    /// The columns that were asked for.
    read: Vec<usize>,
    /// What chooses rows, where something can, and how a command spells that.
    only: Option<Bound<'t>>,
    flag: Option<&'static str>,
    left_out: u64,
    without_value: u64,
}

/// A row, whose fields are as many as the header's.
#[derive(Clone, Copy)]
pub struct UserRow<'r, 't> {
    /// The byte where it begins.
    pub at: usize,
    /// Its line, from 1.
    pub line: u64,
    /// Its number among the rows, from 1.
    pub number: u64,
    table: &'r UserTable<'t>,
}

/// Reads the table in a file by `read`: [`read_data`] of a file that can be a table.
///
/// # Errors
/// [`Problems`]: all that is wrong with the file, or the first twenty of it, each with its place.
pub fn read_user_table<'t, T>(
    file: &'t str,
    bytes: &'t [u8],
    shorter: Option<&str>,
    read: impl FnOnce(&mut Report<'t>, &mut UserTable<'t>) -> Option<T>,
) -> Result<(T, Vec<Problem>), Problems> {
    read_data(file, bytes, text_of, shorter, |report, text| {
        let mut table = report.noted(UserTable::open(text))?;
        read(report, &mut table)
    })
}

/// Reads a file of data by `read`, which is given the text that `text` finds in the bytes, and notes what is wrong. Where `shorter` says what
/// to do then, too many lines are refused. Beside what was read stand the notes.
///
/// # Errors
/// [`Problems`]: all that is wrong with the file, or the first twenty of it, each with its place.
pub fn read_data<'t, T>(
    file: &'t str,
    bytes: &'t [u8],
    text: fn(&'t [u8]) -> Result<&'t str, Fault>,
    shorter: Option<&str>,
    read: impl FnOnce(&mut Report<'t>, &'t str) -> Option<T>,
) -> Result<(T, Vec<Problem>), Problems> {
    let text = match text(bytes) {
        Ok(text) => text,
        Err(found) => {
            let before = String::from_utf8_lossy(&bytes[..found.at]);
            let mut report = Report::of_data(file, &before);
            report.fault(found);
            return report.finish(None);
        }
    };
    let mut report = Report::of_data(file, text);
    let too_long = shorter.zip(text.match_indices('\n').nth(MOST_LINES));
    let value = match too_long {
        Some((shorter, (at, _))) => {
            let message = format!("the file has more than {MOST_LINES} lines, which is the limit");
            report.fault(Fault::new(at, message, shorter));
            None
        }
        None => read(&mut report, text),
    };
    let notes = report.take_notes();
    Ok((report.finish(value)?, notes))
}

/// The most lines of a file of data.
const MOST_LINES: usize = 5_000_000;

impl<'t> UserTable<'t> {
    /// Finds the header of a text.
    ///
    /// # Errors
    /// [`Fault`] where there is none.
    pub fn open(text: &'t str) -> Result<Self, Fault> {
        let (start, separator, comment_at) = rows::beginning(text);
        let (mut rows, mut header) = (Rows::new(text, start, separator), StringRecord::new());
        let Some(header_at) = rows.read(&mut header)? else {
            let hint = "it must begin with the names of its columns";
            return Err(Fault::new(0, "the file is empty", hint));
        };
        header.trim();
        let numbers = header
            .iter()
            .filter(|name| !is_missing(name) && is_number_or_missing(name));
        if 2 * numbers.count() > header.len() {
            let fields: Vec<&str> = header.iter().collect();
            let message = format!(
                "the first row is `{}`: numbers, where the names of columns belong",
                fields.join(", ")
            );
            let hint = match comment_at {
                Some(_) => {
                    "the line above begins with `#`, which makes it a comment: remove the sign where it has the names"
                }
                None => "put a row with the names of the columns above it, such as `x_m,y_m,dbh_cm`",
            };
            return Err(Fault::new(header_at, message, hint));
        }
        Ok(Self {
            telling: Telling::of(&header),
            rows,
            header,
            header_at,
            has_row_names: None,
            row_name: String::new(),
            fields: StringRecord::new(),
            empty_rows: 0,
            rows_read: 0,
            decimal: Cell::new(None),
            read: Vec::new(),
            only: None,
            flag: None,
            left_out: 0,
            without_value: 0,
        })
    }

    /// How many rows the condition has left out up to now.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The names of the columns.
    #[must_use]
    pub fn header(&self) -> &StringRecord {
        &self.header
    }

    /// The byte where the header begins.
    #[must_use]
    pub fn header_at(&self) -> usize {
        self.header_at
    }

    /// The byte where the name of a column stands.
    #[must_use]
    pub fn name_at(&self, column: usize) -> usize {
        self.rows.field_at(self.header_at, column)
    }

    /// The next row that can be read, `None` behind the last; those that cannot are noted.
    pub fn next_row(&mut self, report: &mut Report<'_>) -> Option<UserRow<'_, 't>> {
        loop {
            let at = match self.rows.read(&mut self.fields) {
                Ok(at) => at?,
                Err(fault) => {
                    report.fault(fault);
                    continue;
                }
            };
            if self.fields.iter().all(|field| field.trim().is_empty()) {
                self.empty_rows += 1;
                continue;
            }
            self.rows_read += 1;
            let (found, expected) = (self.fields.len(), self.header.len());
            let is_named = found == expected + 1 && self.rows.has_row_name(at, &self.fields, self.rows_read);
            if self.has_row_names.is_none() && is_named {
                self.row_name = self.fields[0].to_owned();
            }
            let has_row_names = *self.has_row_names.get_or_insert(is_named);
            if is_named != has_row_names || !is_named && found != expected {
                let fields = if found == 1 { "field" } else { "fields" };
                let message = match has_row_names {
                    true if found != expected + 1 => {
                        format!(
                            "this row has {found} {fields}, but those above have {}",
                            expected + 1
                        )
                    }
                    _ => format!("this row has {found} {fields}, but the header has {expected}"),
                };
                let is_comma = self.rows.separator() == Separator::Byte(b',');
                let last = self.fields[found - 1].trim();
                let hint = if found == expected + 1 && last.is_empty() {
                    "remove the separator at the end of the row"
                } else if self.fields.iter().any(|field| field.contains("\\\"")) {
                    "write a quote within a text twice: in R by `qmethod = \"double\"`"
                } else if found > expected && is_comma {
                    "write decimals with a point, and quote names that hold a comma"
                } else if self.fields[0].starts_with('#') {
                    "comments stand above the header: remove the line, or move it there"
                } else {
                    ""
                };
                report.fault(Fault::new(at, message, hint));
                continue;
            }
            let row = UserRow {
                at,
                line: self.rows.line(),
                number: self.rows_read,
                table: self,
            };
            match self.only.as_ref().map(|only| only.holds(&row)).transpose() {
                Err(fault) => {
                    report.fault(fault);
                    continue;
                }
                Ok(Some(chosen)) if chosen != Some(true) => {
                    self.left_out += 1;
                    self.without_value += u64::from(chosen.is_none());
                    continue;
                }
                Ok(_) => {}
            }
            let place = usize::from(has_row_names);
            for telling in &mut self.telling {
                telling.count(self.fields[telling.column + place].trim());
            }
            return Some(UserRow {
                at,
                line: self.rows.line(),
                number: self.rows_read,
                table: self,
            });
        }
    }

    /// Notes what is wrong with the rows together: that there is none, where each is to be a `of`, or that they are of several plots or
    /// censuses. Whether they go together.
    pub fn check_rows(&self, report: &mut Report<'_>, of: Option<&str>) -> bool {
        if let (Some(of), 0, true) = (of, report.count(), self.rows_read == self.left_out) {
            let hint = match (self.left_out, self.flag) {
                (rows @ 1.., Some(flag)) => format!("`{flag}` leaves out all of its {rows} rows"),
                _ => format!("give a row for each {of} below the names of columns"),
            };
            report.fault(Fault::new(0, "the file has no rows", hint));
        }
        let several = self.unread().find_map(|telling| {
            let name = &self.header[telling.column];
            let (message, hint) = telling.several_plots(name, self.flag)?;
            Some(Fault::new(self.name_at(telling.column), message, hint))
        });
        several.map(|found| report.fault(found)).is_none()
    }

    /// What was found and what is not read, a line each.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let chooses_by = |column: usize| self.only.as_ref().is_some_and(|only| only.reads(column));
        let is_read = |column: usize| self.read.contains(&column) || chooses_by(column);
        let mut said = Vec::new();
        let comma = self.decimal.get().is_some_and(|(sign, _)| sign == ',');
        if let Some(separator) = self.rows.separator().unusual() {
            let decimals = if comma { ", decimals have a comma" } else { "" };
            said.push(format!("fields are separated by {separator}{decimals}"));
        }
        if self.has_row_names == Some(true) {
            said.push(format!(
                "rows begin with a name that has no column, such as `{}`, which is passed over",
                self.row_name
            ));
        }
        match self.empty_rows + self.rows.empty_lines {
            0 => {}
            1 => said.push("1 empty row is passed over".to_owned()),
            rows => said.push(format!("{rows} empty rows are passed over")),
        }
        if let (rows @ 1.., Some(flag)) = (self.without_value, self.flag) {
            said.push(format!(
                "{rows} of the rows that are left out lack a value that `{flag}` compares"
            ));
        }
        let unread: Vec<&str> = (0..self.header.len())
            .filter(|&column| !is_read(column))
            .map(|column| &self.header[column])
            .filter(|name| !name.is_empty())
            .collect();
        let unnamed =
            (0..self.header.len()).filter(|&column| self.header[column].is_empty() && !is_read(column));
        match unnamed.count() {
            0 => {}
            1 => said.push("not read: a column without a name".to_owned()),
            columns => said.push(format!("not read: {columns} columns without a name")),
        }
        if !unread.is_empty() {
            said.push(format!("not read: the columns `{}`", unread.join("`, `")));
        }
        for telling in self.telling.iter().filter(|telling| !is_read(telling.column)) {
            said.extend(telling.said(&self.header[telling.column]));
        }
        said
    }

    /// Rows that seem to be of dead trees by a column that is not read, with the way to leave them out, a line each.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        self.unread()
            .filter_map(|telling| telling.dead(&self.header[telling.column], self.flag))
            .collect()
    }

    fn unread(&self) -> impl Iterator<Item = &Telling> {
        self.telling
            .iter()
            .filter(|telling| !self.read.contains(&telling.column))
    }
}

impl Fields for UserRow<'_, '_> {
    fn text(&self, column: usize) -> &str {
        UserRow::text(self, column)
    }

    fn number(&self, column: usize) -> Result<Option<f64>, Fault> {
        UserRow::number(self, column)
    }
}

impl UserRow<'_, '_> {
    /// A field, without the spaces around it.
    #[must_use]
    pub fn text(&self, column: usize) -> &str {
        self.table.fields[self.place(column)].trim()
    }

    /// The byte where a field stands.
    #[must_use]
    pub fn field_at(&self, column: usize) -> usize {
        self.table.rows.field_at(self.at, self.place(column))
    }

    fn place(&self, column: usize) -> usize {
        column + usize::from(self.table.has_row_names == Some(true))
    }

    /// Whether a field is empty, NA, NULL or NaN.
    #[must_use]
    pub fn is_missing(&self, column: usize) -> bool {
        is_missing(self.text(column))
    }

    /// The finite number of a field; none where it is missing.
    ///
    /// # Errors
    /// [`Fault`] where it is none.
    #[inline]
    pub fn number(&self, column: usize) -> Result<Option<f64>, Fault> {
        let text = self.text(column);
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                if self.table.decimal.get().is_none_or(|(sign, _)| sign == ',') && text.contains('.') {
                    self.decimal('.', column)?;
                }
                // −0 and 0 are the same.
                Ok(Some(number + 0.0))
            }
            _ => self.unusual_number(column),
        }
    }

    /// The same, where it must not be missing.
    ///
    /// # Errors
    /// [`Fault`] where it is, or no number.
    #[inline]
    pub fn needed(&self, column: usize) -> Result<f64, Fault> {
        self.number(column)?.ok_or_else(|| {
            let written = match self.text(column) {
                "" => "empty".to_owned(),
                text => format!("`{text}`"),
            };
            let message = format!("`{}` is {written}, but a number is needed", self.name(column));
            Fault::new(self.field_at(column), message, "fill it in, or leave the row out")
        })
    }

    fn name(&self, column: usize) -> &str {
        &self.table.header[column]
    }

    fn unusual_number(&self, column: usize) -> Result<Option<f64>, Fault> {
        let text = self.text(column);
        if is_missing(text) {
            return Ok(None);
        }
        let (commas, points) = (text.matches(',').count(), text.matches('.').count());
        let with_point = text
            .replace(',', ".")
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite());
        let is_separator = self.table.rows.separator() == Separator::Byte(b',');
        if let (1, 0, Some(number), false) = (commas, points, with_point, is_separator) {
            self.decimal(',', column)?;
            return Ok(Some(number + 0.0));
        }
        let message = format!(
            "`{}` is `{text}`, but it must be a finite number",
            self.name(column)
        );
        let bare: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let behind = text.rsplit([',', '.']).next().unwrap_or_default();
        let hint = match (commas, points) {
            (0, 0) => "",
            _ if bare.parse::<f64>().is_err() => "",
            (1, 0) if behind.len() != 3 => "write decimals with a point",
            (1, 0) => "write decimals with a point, and nothing between thousands",
            _ => "write nothing between thousands",
        };
        Err(Fault::new(self.field_at(column), message, hint))
    }

    /// Holds the sign before decimals against that of the numbers before.
    fn decimal(&self, sign: char, column: usize) -> Result<(), Fault> {
        let known = self.table.decimal.get().unwrap_or((sign, self.line));
        self.table.decimal.set(Some(known));
        if known.0 == sign {
            return Ok(());
        }
        let name = |sign| if sign == ',' { "a comma" } else { "a point" };
        let message = format!(
            "`{}` is `{}`, with {}, but decimals have {} in line {}",
            self.name(column),
            self.text(column),
            name(sign),
            name(known.0),
            known.1
        );
        Err(Fault::new(
            self.field_at(column),
            message,
            "write all decimals with a point",
        ))
    }
}

fn is_number_or_missing(text: &str) -> bool {
    is_missing(text) || text.replace(',', ".").parse::<f64>().is_ok()
}

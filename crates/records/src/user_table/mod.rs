//! The one reader of tables that users bring: what separates their fields, how decimals are written and what is missing is found;
//! what cannot be read is refused where it stands, and what is not read is said.
//!
//! Top to bottom: `kinds` knows files that are no tables, `rows` splits a text into fields, `telling` keeps account of columns
//! that say which rows are meant. Our own tables, whose columns are known, are read by `read.rs`.

mod kinds;
mod rows;
mod telling;

use std::cell::Cell;

use csv::StringRecord;

use self::kinds::text_of;
use self::rows::{Rows, Separator};
use self::telling::Telling;
use crate::condition::{Bound, Condition, Fields, is_missing};
use crate::fault::Fault;
use crate::words::known_words;

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

/// The text of a file that can be a table, without a byte order mark. What is wrong stands at bytes of this text.
///
/// # Errors
/// [`Fault`] for a spreadsheet, an archive, a map, another encoding than UTF-8, with the way to a table.
pub fn table_text(bytes: &[u8]) -> Result<&str, Fault> {
    text_of(bytes)
}

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
            only: None,
            flag: None,
            left_out: 0,
            without_value: 0,
        })
    }

    /// Hands on those rows alone for which a condition holds, all of them without one; `flag` is what gives it.
    ///
    /// # Errors
    /// [`Fault`] where there is no column that it compares.
    pub fn choose(&mut self, flag: &'static str, only: Option<&'t Condition>) -> Result<(), Fault> {
        self.flag = Some(flag);
        for column in only.into_iter().flat_map(Condition::columns) {
            self.column(column)?;
        }
        let bound = only.map(|only| only.bind(&self.header)).transpose();
        self.only = bound.map_err(|column| {
            let found: Vec<&str> = self.header.iter().collect();
            let hint = known_words("columns", column, &found);
            Fault::new(
                self.header_at,
                format!("there is no column `{column}` to compare by `{flag}`"),
                hint,
            )
        })?;
        Ok(())
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

    /// Where the one column of this name stands, if there is one.
    ///
    /// # Errors
    /// [`Fault`] where several have the name.
    pub fn column(&self, name: &str) -> Result<Option<usize>, Fault> {
        let mut places = (0..self.header.len()).filter(|&column| self.header[column] == *name);
        let first = places.next();
        match places.next() {
            None => Ok(first),
            Some(second) => {
                let message = format!("{} columns are called `{name}`", 2 + places.count());
                Err(Fault::new(
                    self.name_at(second),
                    message,
                    "rename or remove all but one",
                ))
            }
        }
    }

    /// The next row; a fault where it cannot be read, behind which others may follow, and `None` behind the last.
    pub fn next_row(&mut self) -> Option<Result<UserRow<'_, 't>, Fault>> {
        loop {
            let at = match self.rows.read(&mut self.fields) {
                Ok(at) => at?,
                Err(fault) => return Some(Err(fault)),
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
                return Some(Err(Fault::new(at, message, hint)));
            }
            let row = UserRow {
                at,
                line: self.rows.line(),
                number: self.rows_read,
                table: self,
            };
            match self.only.as_ref().map(|only| only.holds(&row)).transpose() {
                Err(fault) => return Some(Err(fault)),
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
            return Some(Ok(UserRow {
                at,
                line: self.rows.line(),
                number: self.rows_read,
                table: self,
            }));
        }
    }

    /// What was found and what is not read, a line each; `is_read` says of a column whether it is.
    #[must_use]
    pub fn said(&self, is_read: impl Fn(usize) -> bool) -> Vec<String> {
        let is_read = |column: usize| is_read(column) || self.chooses_by(column);
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
            .filter(|column| !is_read(*column))
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
    pub fn doubts(&self, is_read: impl Fn(usize) -> bool) -> Vec<String> {
        let unread = self.telling.iter().filter(|telling| !is_read(telling.column));
        unread
            .filter_map(|telling| telling.dead(&self.header[telling.column], self.flag))
            .collect()
    }

    /// Several plots or censuses in the rows that were handed on.
    #[must_use]
    pub fn several_plots(&self, is_read: impl Fn(usize) -> bool) -> Option<Fault> {
        let mut unread = self.telling.iter().filter(|telling| !is_read(telling.column));
        unread.find_map(|telling| {
            let name = &self.header[telling.column];
            let (message, hint) = telling.several_plots(name, self.flag)?;
            Some(Fault::new(self.name_at(telling.column), message, hint))
        })
    }

    fn chooses_by(&self, column: usize) -> bool {
        self.only.as_ref().is_some_and(|only| only.reads(column))
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

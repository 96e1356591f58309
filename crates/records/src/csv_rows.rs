//! The rows of anyone's CSV, each with the byte where it and its fields begin, so that what is wrong can be shown there.
//!
//! For files that users bring; our own tables are read by `read.rs`, which knows their columns.

use csv::{ReaderBuilder, StringRecord, Trim};

/// What is said of [`CsvRow::open_quote`], and the way out.
pub const OPEN_QUOTE: [&str; 2] = [
    "the quote that opens here is not closed in its line",
    "close it, or write a quote that belongs to the text twice, between quotes",
];

/// Reads the rows of a text. Lines that begin with `#` are comments, empty ones are passed over, and fields come without
/// the spaces around them. Rows may differ in length; the header is the first of them.
pub struct CsvRows<'t> {
    text: &'t str,
    separator: u8,
    reader: csv::Reader<&'t [u8]>,
    fields: StringRecord,
}

/// A row of a text.
#[derive(Clone, Copy, Debug)]
pub struct CsvRow<'r> {
    /// Its fields.
    pub fields: &'r StringRecord,
    /// The byte where it begins.
    pub at: usize,
    /// Its line, from 1.
    pub line: u64,
    text: &'r str,
    separator: u8,
    /// The byte behind it.
    end: usize,
}

/// Why no row can be read from a place on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCsv {
    /// The byte.
    pub at: usize,
    /// What the reader says.
    pub message: String,
}

impl<'t> CsvRows<'t> {
    /// The rows of `text`, whose fields are separated by `separator`.
    #[must_use]
    pub fn new(text: &'t str, separator: u8) -> Self {
        let reader = ReaderBuilder::new()
            .delimiter(separator)
            .comment(Some(b'#'))
            .trim(Trim::All)
            // The header is a row like the others, so that its place in the text is known.
            .has_headers(false)
            // Of any length: the reader would end at the first row that differs, and all problems are wanted.
            .flexible(true)
            .from_reader(text.as_bytes());
        Self {
            text,
            separator,
            reader,
            fields: StringRecord::new(),
        }
    }

    /// The next row; `None` behind the last one.
    ///
    /// # Errors
    /// [`NoCsv`], behind which there is nothing to read.
    pub fn next_row(&mut self) -> Result<Option<CsvRow<'_>>, NoCsv> {
        let (before, line) = (self.byte(), self.reader.position().line());
        match self.reader.read_record(&mut self.fields) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                return Err(NoCsv {
                    at: before,
                    message: error.to_string(),
                });
            }
        }
        // The reader's own line is where it begins to look for a row, before comments and empty lines.
        let at = row_start(self.text, before);
        let skipped = self.text.get(before..at).unwrap_or_default();
        Ok(Some(CsvRow {
            at,
            line: line + skipped.matches('\n').count() as u64,
            text: self.text,
            separator: self.separator,
            end: self.byte(),
            fields: &self.fields,
        }))
    }

    fn byte(&self) -> usize {
        usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX)
    }
}

impl CsvRow<'_> {
    /// The byte where a field begins.
    #[must_use]
    pub fn field_at(&self, column: usize) -> usize {
        let (mut separators, mut is_quoted) = (0, false);
        for (i, byte) in self.text.bytes().enumerate().skip(self.at) {
            match byte {
                _ if separators == column => return i,
                b'"' => is_quoted = !is_quoted,
                byte if byte == self.separator && !is_quoted => separators += 1,
                _ => {}
            }
        }
        self.at
    }

    /// Where a quote opens that takes in the lines behind the row's first, or the end of the text.
    #[must_use]
    pub fn open_quote(&self) -> Option<usize> {
        if let Some(column) = self.fields.iter().position(|field| field.contains(['\n', '\r'])) {
            return Some(self.field_at(column));
        }
        if self.end < self.text.len() {
            return None;
        }
        let last = self.field_at(self.fields.len().saturating_sub(1));
        let written = self.text.get(last..)?;
        // Two quotes within quotes stand for one, so an odd number leaves a field open.
        let is_open = written.starts_with('"') && written.matches('"').count() % 2 == 1;
        is_open.then_some(last)
    }
}

/// The byte where the row begins that is read from `at` on: behind empty lines and comments.
fn row_start(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        match rest.bytes().next() {
            Some(b'\n' | b'\r') => at += 1,
            Some(b'#') => at += rest.find('\n').map_or(rest.len(), |newline| newline + 1),
            _ => return at,
        }
    }
}

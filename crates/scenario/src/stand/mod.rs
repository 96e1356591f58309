//! A founders' file: trees of a measured (or simulated) stand as comma-separated values.

mod header;
mod tree;

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use understory_space::Plot;

use crate::files::as_text;
use crate::problem::{Problem, line_and_column};
use crate::scenario::ListedTree;
use crate::species::Named;
use crate::value::Table;

/// How many problems of one file are shown.
const SHOWN: usize = 20;

/// What a founders' file is read with.
pub(crate) struct Columns<'a> {
    /// The entry's table `columns`.
    pub(crate) renamed: Option<&'a Table>,
    /// The entry's species, which all rows have then.
    pub(crate) species: Option<usize>,
    /// The scenario's species.
    pub(crate) named: &'a [Named],
    /// The plot, unless something is wrong with it.
    pub(crate) plot: Option<&'a Plot>,
    /// Whether each tree needs a diameter or a height.
    pub(crate) sizes_are_needed: bool,
}

/// The trees of a file and how many of them were moved to the near edge of a torus, or what is wrong with it.
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    columns: &Columns<'_>,
) -> Result<(Vec<ListedTree>, u64), Vec<Problem>> {
    let text = match as_text(bytes) {
        Ok(text) => text,
        Err(at) => {
            let before = String::from_utf8_lossy(&bytes[..at.min(bytes.len())]);
            let mut stand = Stand::new(file, &before, columns);
            let hint = "save it with the encoding UTF-8".to_owned();
            stand.problem(
                before.len(),
                "the file is not UTF-8 text from here on",
                Some(hint),
            );
            return Err(stand.problems);
        }
    };
    let mut stand = Stand::new(file, text, columns);
    stand.rows();
    if stand.found == 0 {
        return Ok((stand.trees, stand.moved_to_near_edge));
    }
    if stand.found > SHOWN {
        let last = stand.problems.len() - 1;
        let more = format!("and {} more problems in this file", stand.found - SHOWN);
        let hint = &mut stand.problems[last].hint;
        *hint = Some(
            hint.take()
                .map_or_else(|| more.clone(), |hint| format!("{hint} ({more})")),
        );
    }
    Err(stand.problems)
}

struct Stand<'a> {
    file: &'a str,
    text: &'a str,
    columns: &'a Columns<'a>,
    trees: Vec<ListedTree>,
    moved_to_near_edge: u64,
    /// Byte where the row of the tree at a place begins, by the bits of its coordinates.
    row_at: HashMap<[u64; 2], usize>,
    problems: Vec<Problem>,
    found: usize,
}

/// One row: its fields and the byte where it begins.
struct Row<'r> {
    fields: &'r StringRecord,
    at: usize,
}

impl<'a> Stand<'a> {
    fn new(file: &'a str, text: &'a str, columns: &'a Columns<'a>) -> Self {
        Self {
            file,
            text,
            columns,
            trees: Vec::new(),
            moved_to_near_edge: 0,
            row_at: HashMap::new(),
            problems: Vec::new(),
            found: 0,
        }
    }

    fn problem(&mut self, at: usize, message: impl Into<String>, hint: Option<String>) {
        self.found += 1;
        if self.found <= SHOWN {
            let (line, column) = line_and_column(self.text, at);
            self.problems.push(Problem {
                file: self.file.to_owned(),
                line,
                column,
                message: message.into(),
                hint,
            });
        }
    }

    fn rows(&mut self) {
        let text = self.text;
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let (mut record, mut header, mut has_rows) = (StringRecord::new(), None, false);
        loop {
            let before = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return self.problem(before, error.to_string(), None),
            }
            let row = Row {
                fields: &record,
                at: row_start(text, before),
            };
            match &header {
                Some(header) => {
                    has_rows = true;
                    if let Some(tree) = self.tree(&row, header) {
                        self.trees.push(tree);
                    }
                }
                None => match self.header(&row) {
                    Some(found) => header = Some(found),
                    None => return,
                },
            }
        }
        if !has_rows {
            let message = if header.is_some() {
                "the file has no rows"
            } else {
                "the file is empty"
            };
            let hint = "give a header such as `x_m,y_m,dbh_cm` and a row for each tree";
            self.problem(0, message, Some(hint.to_owned()));
        }
    }

    /// The byte where a field of a row begins.
    fn field_at(&self, row: &Row<'_>, column: usize) -> usize {
        let (mut commas, mut is_quoted) = (0, false);
        for (i, byte) in self.text.bytes().enumerate().skip(row.at) {
            match byte {
                _ if commas == column => return i,
                b'"' => is_quoted = !is_quoted,
                b',' if !is_quoted => commas += 1,
                _ => {}
            }
        }
        row.at
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

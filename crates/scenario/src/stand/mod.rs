//! A founders' file: trees of a measured (or simulated) stand as comma-separated values.

mod header;
mod tree;
mod unit;

use std::collections::HashMap;

use understory_records::{CsvRows, NoCsv, OPEN_QUOTE};
use understory_space::Plot;

use crate::files::{as_text, too_long};
use crate::problem::{Problem, Problems, Report};
use crate::scenario::ListedTree;
use crate::species::Named;
use crate::value::Table;

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
            let mut report = Report::of_data(file, &before);
            let hint = "save it with the encoding UTF-8".to_owned();
            report.problem(before.len(), "the file is not UTF-8 text from here on", hint);
            return report.finish(None).map_err(Problems::into_vec);
        }
    };
    let mut stand = Stand {
        report: Report::of_data(file, text),
        text,
        columns,
        trees: Vec::new(),
        moved_to_near_edge: 0,
        row_at: HashMap::new(),
    };
    match too_long(text) {
        Some((at, message)) => {
            let hint = "cut out a part of the stand, and make the plot as much smaller";
            stand.problem(at, message, hint.to_owned());
        }
        None => stand.rows(),
    }
    let Stand {
        report,
        trees,
        moved_to_near_edge,
        ..
    } = stand;
    report
        .finish(Some((trees, moved_to_near_edge)))
        .map_err(Problems::into_vec)
}

struct Stand<'a> {
    report: Report<'a>,
    text: &'a str,
    columns: &'a Columns<'a>,
    trees: Vec<ListedTree>,
    moved_to_near_edge: u64,
    /// Byte where the row of the tree at a place begins, by the bits of its coordinates.
    row_at: HashMap<[u64; 2], usize>,
}

impl Stand<'_> {
    fn problem(&mut self, at: usize, message: impl Into<String>, hint: impl Into<Option<String>>) {
        self.report.problem(at, message, hint);
    }

    fn rows(&mut self) {
        let mut rows = CsvRows::new(self.text, b',');
        let (mut header, mut has_rows) = (None, false);
        loop {
            let row = match rows.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(NoCsv { at, message }) => return self.problem(at, message, None),
            };
            if let Some(at) = row.open_quote() {
                let [message, hint] = OPEN_QUOTE;
                self.problem(at, message, Some(hint.to_owned()));
                match header {
                    Some(_) => continue,
                    None => return,
                }
            }
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
}

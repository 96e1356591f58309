//! Why a map cannot be used, with the file and the place in it.

use std::fmt;
use std::io;

/// Something wrong at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, from 1.
    pub line: u64,
    /// Column, in characters from 1.
    pub column: u64,
    /// What is wrong, and the way out.
    pub message: String,
}

/// Why a map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TerrainError {
    /// A text with mistakes: all of them, or the first of very many.
    #[error("{}", lines(file, problems))]
    Text {
        /// The file.
        file: String,
        /// What is wrong, in the order of the file.
        problems: Vec<Problem>,
    },
    /// A picture or GeoTIFF that is damaged, or is not what is needed.
    #[error("{file}: {why}")]
    Format {
        /// The file.
        file: String,
        /// What is wrong, and the way out.
        why: String,
    },
    /// A file that says it has more cells than may be read. Its cells were not read.
    #[error("{file}: {columns} × {rows} cells are more than the {most} that are read; cut or thin the map")]
    TooLarge {
        /// The file.
        file: String,
        /// Cells from west to east.
        columns: u64,
        /// Cells from north to south.
        rows: u64,
        /// Cells that are read at most.
        most: u64,
    },
    /// Cells without a value, where each needs one.
    #[error(
        "cells without data: {cells}, the first at ({}, {}); say which height they have, or fill them",
        place_m[0], place_m[1]
    )]
    NoData {
        /// How many.
        cells: u64,
        /// Centre of the first of them, from the south-west on, m.
        place_m: [f64; 2],
    },
    /// A grid that holds no ground.
    #[error("{0}")]
    Grid(String),
    /// The file cannot be read.
    #[error("cannot read `{file}`: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system reports.
        source: io::Error,
    },
}

impl TerrainError {
    pub(crate) fn format(file: &str, why: impl fmt::Display) -> Self {
        Self::Format {
            file: file.to_owned(),
            why: why.to_string(),
        }
    }

    /// Refuses a file that says it has more cells than may be read, before any of them is.
    pub(crate) fn check_cells(file: &str, columns: u32, rows: u32, most: u64) -> Result<(), Self> {
        if u64::from(columns) * u64::from(rows) <= most {
            return Ok(());
        }
        Err(Self::TooLarge {
            file: file.to_owned(),
            columns: columns.into(),
            rows: rows.into(),
            most,
        })
    }

    pub(crate) fn io(file: &str, source: io::Error) -> Self {
        Self::Io {
            file: file.to_owned(),
            source,
        }
    }
}

fn lines(file: &str, problems: &[Problem]) -> String {
    let line = |problem: &Problem| format!("{file}:{}:{}: {}", problem.line, problem.column, problem.message);
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

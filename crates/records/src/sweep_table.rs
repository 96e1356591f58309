//! `sweep.csv`, whose first columns are the keys that a sweep varies, and so in no dictionary.

use crate::about::{Column, TableAbout};
use crate::field::Field;
use crate::paths;
use crate::rows::CensusRow;
use crate::table::Table;

/// The columns that every such table has.
const COLUMNS: [Column; 1 + CensusRow::ABOUT.columns.len()] = {
    let about = "Number of the replicate, from 0, which has the scenario's seed plus this.";
    let replicate = Column::new("replicate", "", about, u32::KIND);
    let mut columns = [replicate; 1 + CensusRow::ABOUT.columns.len()];
    let mut number = 0;
    while number < CensusRow::ABOUT.columns.len() {
        columns[1 + number] = CensusRow::ABOUT.columns[number];
        number += 1;
    }
    columns
};

/// What there is to say about the one table of a sweep.
pub const SWEEP_TABLE: TableAbout = TableAbout {
    file: paths::SWEEP,
    about: "One run of a sweep, recorded year and species. The keys that are varied stand before these columns, each with its \
            path as its name.",
    columns: &COLUMNS,
};

//! The tables that a run leaves: their columns and units, how they are written and read, and the documents
//! beside them.
//!
//! A table is a struct ([`rows`]) whose fields are its columns; [`write_rows`] and [`read_rows`] turn rows into
//! CSV and back, [`write_table`] and [`read_table`] in either [`Format`]. The documents are JSON: [`Manifest`] of
//! finished results, [`RunJson`] of those that are being made, [`Checkpoint`] of those that can go on.
//!
//! ```
//! use understory_records::{ReplicateRow, Table, read_rows, write_rows};
//!
//! let rows = [ReplicateRow { year: 150, figure: "trees.all".into(), value: 1204.0 }];
//! let mut file = Vec::new();
//! write_rows(&mut file, &rows)?;
//! assert_eq!(file, b"year,figure,value\n150,trees.all,1204.0\n");
//! assert_eq!(read_rows::<ReplicateRow>("seed-7.csv", &file[..])?, rows);
//! assert_eq!(ReplicateRow::ABOUT.columns[2].about, "The value in this replicate.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod bodies;
mod calibration_rows;
#[cfg_attr(
    not(feature = "parquet"),
    allow(dead_code, reason = "cells are Parquet's alone")
)]
mod cell;
mod checkpoint;
#[cfg(feature = "parquet")]
mod columns;
mod compared;
mod condition;
mod curve_columns;
mod data_package;
mod dictionary;
mod difference;
mod document;
#[cfg_attr(
    not(feature = "parquet"),
    allow(dead_code, reason = "cells are Parquet's alone")
)]
mod field;
mod fields;
mod format;
mod ground_rows;
mod hashing;
mod line;
mod lines;
mod listing;
mod manifest;
#[cfg(feature = "parquet")]
mod parquet_file;
pub mod paths;
mod points;
pub mod problem;
mod raster_rows;
mod read;
mod rgb;
pub mod rows;
mod run_json;
mod scatter_rows;
mod sweep_table;
mod table;
mod task_json;
mod tile_rows;
mod user_table;
mod words;
mod world_body;
mod world_rows;
mod write;

pub use about::{Column, TableAbout};
pub use bodies::*;
pub use calibration_rows::*;
pub use checkpoint::{Checkpoint, CheckpointFile, FinishedRow};
pub use compared::Compared;
pub use condition::{Condition, ConditionError};
pub use curve_columns::CURVE_COLUMNS;
pub use data_package::{PackageOf, PackageTable, table_of, write_data_package};
pub use dictionary::TABLES;
pub use difference::{Expected, FileDifference, difference};
pub use document::{Document, DocumentError, is_ours};
pub use format::{Format, read_each, read_table, row_count, write_each, write_table};
pub use ground_rows::{GroundRow, SitesRow, SuitabilityRow};
pub use hashing::{Content, Hashing};
pub use line::{Line, WriteError};
pub use listing::{InputFile, Listing, OtherFile, TableFile};
pub use manifest::{
    BakeManifest, CalibrateManifest, ClaimsManifest, ForestManifest, GrowManifest, Manifest, ManifestOf,
    Performance, ScatterManifest, StatsManifest, SweepManifest, Took, TreeTimes, TreeTook, WorldManifest,
    WorldTook, YearsTook,
};
pub use points::{PointColumns, Points, read_points};
pub use problem::{Fault, Problem, Problems, Report};
pub use raster_rows::KerrCellRow;
pub use read::{ReadError, Rows, read_each_row, read_rows};
pub use rgb::{NotRgb, Rgb};
pub use rows::*;
pub use run_json::{RunDifference, RunJson};
pub use scatter_rows::*;
pub use sweep_table::SWEEP_TABLE;
pub use table::{FromFields, Table};
pub use task_json::TaskJson;
pub use tile_rows::*;
pub use user_table::{UserRow, UserTable, conversion, read_data, read_user_table, utf8_text};
pub use words::nearest;
pub use world_body::*;
pub use world_rows::*;
pub use write::{NextRow, append_rows, each_of, write_columns, write_rows};

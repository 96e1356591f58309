//! The tables that a run leaves: their columns and units, how they are written and read, and the documents
//! beside them.
//!
//! A table is a struct ([`rows`]) whose fields are its columns; [`write_rows`] and [`read_rows`] turn rows into
//! CSV and back, [`write_table`] and [`read_table`] in either [`Format`]. The documents are JSON: [`Manifest`] of
//! a finished run, [`TreeManifest`] of a tree, [`WorldManifest`] of a painted world, [`RunJson`] of one that is
//! being built, [`Checkpoint`] of one that can go on.
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
mod bake_manifest;
mod calibrate_manifest;
mod calibration_rows;
#[cfg_attr(
    not(feature = "parquet"),
    allow(dead_code, reason = "cells are Parquet's alone")
)]
mod cell;
mod checkpoint;
mod claims_manifest;
#[cfg(feature = "parquet")]
mod columns;
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
mod scatter_manifest;
mod scatter_rows;
mod stats_manifest;
mod sweep_manifest;
mod sweep_table;
mod table;
mod task_json;
mod tile_rows;
mod tree_manifest;
mod user_table;
mod words;
mod world_manifest;
mod world_rows;
mod write;

pub use about::{Column, TableAbout};
pub use bake_manifest::BakeManifest;
pub use calibrate_manifest::{CalibrateManifest, CalibratedKey};
pub use calibration_rows::*;
pub use checkpoint::{Checkpoint, CheckpointFile, FinishedRow};
pub use claims_manifest::ClaimsManifest;
pub use condition::{Condition, ConditionError};
pub use curve_columns::CURVE_COLUMNS;
pub use data_package::{PackageOf, PackageTable, table_of, write_data_package};
pub use dictionary::TABLES;
pub use difference::{Expected, FileDifference, difference};
pub use document::{Document, DocumentError, command_of, is_ours};
pub use format::{Format, read_table, row_count, write_each, write_table};
pub use ground_rows::{GroundRow, SitesRow, SuitabilityRow};
pub use hashing::{Content, Hashing};
pub use line::{Line, WriteError};
pub use listing::{InputFile, Listing, OtherFile, TableFile};
pub use manifest::{Manifest, Performance, World};
#[cfg(feature = "parquet")]
pub use parquet_file::{ParquetRows, parquet_row_count, read_each_parquet_row, write_parquet};
pub use points::{PointColumns, Points, read_points};
pub use problem::{Fault, Problem, Problems, Report};
pub use raster_rows::KerrCellRow;
pub use read::{ReadError, Rows, read_each_row, read_rows};
pub use rgb::{NotRgb, Rgb};
pub use rows::*;
pub use run_json::{RunDifference, RunJson};
pub use scatter_manifest::{ScatterManifest, ScatterSegment};
pub use scatter_rows::*;
pub use stats_manifest::StatsManifest;
pub use sweep_manifest::SweepManifest;
pub use sweep_table::SWEEP_TABLE;
pub use table::{FromFields, Table};
pub use task_json::TaskJson;
pub use tile_rows::*;
pub use tree_manifest::{TreeManifest, TreePerformance, TreeTimes};
pub use user_table::{UserRow, UserTable, conversion, read_data, read_user_table, utf8_text};
pub use words::nearest;
pub use world_manifest::{
    WorldBiome, WorldBlocker, WorldCircle, WorldCourse, WorldEdit, WorldManifest, WorldPerformance,
    WorldRing, WorldRule,
};
pub use world_rows::*;
pub use write::{NextRow, append_rows, each_of, write_columns, write_rows};

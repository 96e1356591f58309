//! The library as a module of Python: what it makes, measures and refuses, in plain values.
//!
//! This is the lower half of the package `understory`. What its users see, with names, defaults and words, is written in Python
//! above it (`python/understory/`); here is what needs the library. Work runs on threads of its own (`work.rs`), a table becomes
//! Arrow columns (`table.rs`), an error an exception (`errors.rs`).
//!
//! All that is here needs the feature `full`.
#![cfg(feature = "full")]
#![forbid(unsafe_code)]
#![allow(
    clippy::result_large_err,
    reason = "errors are the library's own, and there is one a call at most"
)]

mod commands;
mod errors;
mod parallel;
mod points;
mod presets;
mod source;
mod stats;
mod table;
mod table_csv;
mod table_parquet;
mod tables;
mod trees;
mod work;

/// The part of the package that is not written in Python.
#[pyo3::pymodule]
mod _understory {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::commands::{check, claims, compare, grow, place, run, scatter};
    #[pymodule_export]
    use crate::points::points;
    #[pymodule_export]
    use crate::presets::{preset, presets};
    #[pymodule_export]
    use crate::stats::{Measured, stats};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::tables::{contents, read_table};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", understory::VERSION)
    }
}

//! The tables in a folder of results. One is read only as long as it is what the manifest lists.

use std::io::Read;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use understory::records::Format;
use understory::{Error, Results, Store};

use crate::errors::{raised, refused};
use crate::table::Table;
use crate::{table_csv, table_parquet};

/// The command that left a folder, and the paths of its tables with their rows.
type Contents = (String, Vec<(String, Option<u64>)>);

/// What a folder of results holds.
#[pyfunction]
pub(crate) fn contents(py: Python<'_>, folder: PathBuf) -> PyResult<Contents> {
    let found = py.detach(|| {
        let results = Results::in_folder(&folder)?;
        let tables = results.about().files.iter();
        let tables = tables.map(|table| (table.path.clone(), table.rows)).collect();
        Ok((results.about().body.command().to_owned(), tables))
    });
    found.map_err(|error: Error| raised(py, &error))
}

/// A table of a folder, by its path there.
#[pyfunction]
pub(crate) fn read_table(py: Python<'_>, folder: PathBuf, path: &str) -> PyResult<Table> {
    py.detach(|| in_folder(&folder, path).and_then(|bytes| of_bytes(path, bytes)))
        .map_err(|fault| fault.raised(py))
}

/// Why there is no table.
pub(crate) enum Fault {
    Error(Error),
    Broken(String),
}

impl Fault {
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Error(error) => raised(py, &error),
            Self::Broken(why) => refused(py, why, None),
        }
    }
}

fn in_folder(folder: &Path, path: &str) -> Result<Vec<u8>, Fault> {
    let results = Results::in_folder(folder).map_err(Fault::Error)?;
    bytes_in(results.store(), path).map_err(|error| Fault::Error(error.into()))
}

/// A file of a store.
pub(crate) fn bytes_in(store: &dyn Store, path: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    store.open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The table that a file of this path holds.
pub(crate) fn of_bytes(path: &str, bytes: Vec<u8>) -> Result<Table, Fault> {
    let table = if Format::of(path) == Some(Format::Parquet) {
        table_parquet::read(path, bytes::Bytes::from(bytes))
    } else {
        match std::str::from_utf8(&bytes) {
            Ok(text) => table_csv::read(path, text),
            Err(error) => Err(error.to_string()),
        }
    };
    table.map_err(|why| Fault::Broken(format!("{path}: {why}")))
}

//! Points of a method as columns, without a folder.

use std::collections::HashMap;

use pyo3::prelude::*;
use understory::records::paths;
use understory::{Error, Experiment, MemoryStore, ScatterScenario, ScatterTask, Store};

use crate::errors::raised;
use crate::source::Request;
use crate::table::Table;
use crate::tables::{bytes_in, of_bytes};
use crate::work::{Manner, Worked, work};

/// The tables of points, and of segments where there are any, that a scenario leads to, by their paths.
#[pyfunction]
pub(crate) fn points(py: Python<'_>, mut request: Request) -> PyResult<HashMap<&'static str, Table>> {
    let source = request.source();
    let manner = Manner {
        threads: request.threads,
        progress: request.progress.take(),
        is_meant: false,
        ends_itself: false,
        each_year: None,
    };
    let Worked { result, cause, .. } = work(py, &manner, move |host| {
        let scenario: ScatterScenario = source.open()?;
        host.note_all(&scenario.header);
        let (task, store) = (ScatterTask::new(&scenario, &[])?, MemoryStore::default());
        task.check(host)?;
        task.tables(&store, None, host)?;
        let left = store.list("")?;
        let read = |path: &'static str| Ok((path, bytes_in(&store, path)?));
        [paths::SCATTERED, paths::SEGMENTS, paths::PLANE]
            .into_iter()
            .filter(|&path| left.iter().any(|left| left == path))
            .map(read)
            .collect::<Result<Vec<_>, Error>>()
    })?;
    if let Some(cause) = cause {
        return Err(cause);
    }
    let tables = result.map_err(|error| raised(py, &error))?;
    let tables = tables.into_iter().map(|(path, bytes)| {
        let table = of_bytes(path, bytes).map_err(|fault| fault.raised(py))?;
        Ok((path, table))
    });
    tables.collect()
}

//! The spacing of points that lie in memory: the tables and figures of `stats`, without a folder.

use std::collections::BTreeMap;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use understory::records::nearest;
use understory::stats::{DEFAULT_STEPS, Function, Pattern, Stats, StatsOptions, stats as measure};
use understory::{Edge, Error, Figure, Labels, MemoryStore, Plot, Store, draw_stats, free_memory_bytes};

use crate::errors::{raised, refused};
use crate::table::Table;
use crate::tables::{bytes_in, of_bytes};
use crate::work::{Manner, Worked, work};

/// What is asked of a pattern. The keys of a dict, all of them there; points lie in their window.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct StatsRequest {
    /// Coordinates as doubles in this machine's order of bytes, as many of each.
    x: PyBackedBytes,
    y: PyBackedBytes,
    /// Least and greatest coordinates: `xmin, ymin, xmax, ymax`.
    window: [f64; 4],
    torus: bool,
    in_metres: bool,
    functions: Option<Vec<String>>,
    /// A number for each point, or none, and what the marks are called.
    marks: PyBackedBytes,
    mark: Option<String>,
    /// A name for each point, or none.
    species: Vec<String>,
    r_max: Option<f64>,
    r_steps: Option<usize>,
    bandwidth: Option<f64>,
    simulations: u32,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

/// What was measured of a pattern.
#[pyclass(frozen, module = "understory._understory")]
pub(crate) struct Measured {
    found: Stats,
    in_metres: bool,
    mark: Option<String>,
    /// The files that `stats` leaves, by their paths.
    files: BTreeMap<String, Vec<u8>>,
}

/// Measures a pattern.
#[pyfunction]
pub(crate) fn stats(py: Python<'_>, request: StatsRequest) -> PyResult<Measured> {
    let options = options(py, &request)?;
    let StatsRequest {
        x,
        y,
        window: [x_min, y_min, x_max, y_max],
        torus,
        in_metres,
        marks,
        mark,
        species,
        threads,
        progress,
        ..
    } = request;
    let edge = if torus { Edge::Torus } else { Edge::Open };
    let window = Plot::between([x_min, y_min], [x_max, y_max], edge);
    let window = window.map_err(|error| refused(py, format!("`window`: {error}"), None))?;
    let manner = Manner {
        threads,
        progress,
        is_meant: false,
        each_year: None,
    };
    let Worked { result, cause, .. } = work(py, &manner, move |host| {
        let places = doubles(&x).zip(doubles(&y)).map(|(x, y)| [x, y]);
        let pattern = Pattern {
            // The far edge of a torus is its near one.
            points_m: places.map(|place| window.place(place).unwrap_or(place)).collect(),
            window: window.into(),
            marks: doubles(&marks).collect(),
            species,
        };
        let found = measure(&pattern, &options, host)?;
        let store = MemoryStore::default();
        found.write(&store)?;
        let files = store.list("")?.into_iter().map(|path| {
            let bytes = bytes_in(&store, &path)?;
            Ok((path, bytes))
        });
        let files = files.collect::<Result<_, Error>>()?;
        Ok(Measured {
            found,
            in_metres,
            mark,
            files,
        })
    })?;
    match cause {
        Some(cause) => Err(cause),
        None => result.map_err(|error| raised(py, &error)),
    }
}

fn doubles(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks().0.iter().copied().map(f64::from_ne_bytes)
}

fn options(py: Python<'_>, request: &StatsRequest) -> PyResult<StatsOptions> {
    let functions = match &request.functions {
        None => Function::DEFAULT.to_vec(),
        Some(names) => {
            let mut functions = Vec::new();
            for name in names {
                let function = Function::named(name).ok_or_else(|| unknown_function(py, name))?;
                if !functions.contains(&function) {
                    functions.push(function);
                }
            }
            functions
        }
    };
    Ok(StatsOptions {
        functions,
        r_max_m: request.r_max,
        r_steps: request.r_steps.unwrap_or(DEFAULT_STEPS),
        half_width_m: request.bandwidth,
        simulations: request.simulations,
        seed: request.seed,
        free_bytes: free_memory_bytes(),
        ..StatsOptions::default()
    })
}

fn unknown_function(py: Python<'_>, name: &str) -> PyErr {
    let names = Function::ALL.map(Function::name);
    let hint = match nearest(name, names.into_iter()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the functions are {}", names.join(", ")),
    };
    refused(py, format!("there is no function `{name}`"), Some(hint))
}

/// Name, title, caption, alternative text, SVG and PNG of a figure.
type PlainFigure = (String, String, String, String, String, Vec<u8>);

#[pymethods]
impl Measured {
    /// Names of the tables.
    fn tables(&self) -> Vec<String> {
        let paths = self.files.keys();
        let stems = paths.filter_map(|path| path.strip_suffix(".csv"));
        stems.map(str::to_owned).collect()
    }

    /// A table by its name.
    fn table(&self, py: Python<'_>, name: &str) -> PyResult<Table> {
        let path = format!("{name}.csv");
        let bytes = self
            .files
            .get(&path)
            .ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        of_bytes(&path, bytes.clone()).map_err(|fault| fault.raised(py))
    }

    /// `summary.json`.
    fn summary(&self) -> Option<String> {
        let bytes = self.files.get("summary.json")?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// The figures of all functions, drawn anew.
    fn figures(&self, py: Python<'_>) -> PyResult<Vec<PlainFigure>> {
        let drawn = py.detach(|| {
            let labels = Labels {
                in_metres: self.in_metres,
                mark: self.mark.as_deref(),
                covariate: None,
                width_mm: None,
            };
            let mut figures = Vec::new();
            draw_stats(&self.found, &labels, &mut |figure: Figure| {
                let Figure {
                    name,
                    title,
                    caption,
                    alt,
                    svg,
                    png,
                } = figure;
                figures.push((name, title, caption, alt, svg, png));
                Ok(())
            })?;
            Ok(figures)
        });
        drawn.map_err(|error: Error| raised(py, &error))
    }
}

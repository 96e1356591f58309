//! The spacing of points that lie in memory: the tables and figures of `stats`, without a folder.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use understory::records::nearest;
use understory::stats::{
    BandwidthRule, CovariateRaster, DEFAULT_STEPS, Function, GlobalTestName, IntensityBandwidth,
    NullHypothesis, Pattern, PatternWindow, Stats, StatsOptions, stats as measure,
};
use understory::{
    Edge, Error, Figure, Labels, MemoryStore, Plot, PolygonWindow, Store, draw_stats, free_memory_bytes,
};

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
    /// The window in place of the rectangle, where there are any: rings of corners.
    polygons: Vec<Vec<Vec<[f64; 2]>>>,
    torus: bool,
    in_metres: bool,
    functions: Option<Vec<String>>,
    /// A number for each point, or none, and what the marks are called.
    marks: PyBackedBytes,
    mark: Option<String>,
    /// A name for each point, or none.
    species: Vec<String>,
    r_min: Option<f64>,
    r_max: Option<f64>,
    r_steps: Option<usize>,
    bandwidth: Option<f64>,
    /// A length, or the name of a rule.
    intensity_bandwidth: Option<IntensityOf>,
    /// Values row by row from below, how many columns and rows, and least and greatest coordinates.
    covariate: Option<(PyBackedBytes, [u32; 2], [f64; 4])>,
    simulations: u32,
    tests: Vec<String>,
    /// What pairs of species are compared with.
    null_model: Option<String>,
    /// Patterns, each x and y.
    null: Vec<[PyBackedBytes; 2]>,
    pool: Vec<[PyBackedBytes; 2]>,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

/// The bandwidth of an intensity that varies.
#[derive(FromPyObject)]
pub(crate) enum IntensityOf {
    Length(f64),
    Rule(String),
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
    let mut options = options(py, &request)?;
    let window = window(py, &request)?;
    let StatsRequest {
        x,
        y,
        pool,
        in_metres,
        marks,
        mark,
        species,
        threads,
        progress,
        ..
    } = request;
    // The far edge of a torus is its near one.
    let placed = |place: [f64; 2]| match &window {
        PatternWindow::Rectangle(plot) => plot.place(place).unwrap_or(place),
        PatternWindow::Polygon(_) => place,
    };
    let pattern = |[x, y]: [PyBackedBytes; 2]| Pattern {
        points_m: places(&x, &y).map(placed).collect(),
        window: window.clone(),
        marks: Vec::new(),
        species: Vec::new(),
    };
    options.pool = pool.into_iter().map(pattern).collect();
    let pattern = Pattern {
        marks: doubles(&marks).collect(),
        species,
        ..pattern([x, y])
    };
    let manner = Manner {
        threads,
        progress,
        is_meant: false,
        ends_itself: false,
        each_year: None,
    };
    let Worked { result, cause, .. } = work(py, &manner, move |host| {
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

/// Which polygons bound the window, or the rectangle that is it.
fn window(py: Python<'_>, request: &StatsRequest) -> PyResult<PatternWindow> {
    let of = |error: &dyn std::fmt::Display| refused(py, format!("`window`: {error}"), None);
    if !request.polygons.is_empty() {
        let polygons = PolygonWindow::new(&request.polygons).map_err(|error| of(&error))?;
        let points: Vec<[f64; 2]> = places(&request.x, &request.y).collect();
        let outside = polygons.outside(&points);
        return match outside.first() {
            None => Ok(polygons.into()),
            Some(&first) => Err(PyValueError::new_err(format!(
                "{} of {} points lie outside the window, the first at ({}, {}), row {first}",
                outside.len(),
                points.len(),
                points[first][0],
                points[first][1]
            ))),
        };
    }
    let [x_min, y_min, x_max, y_max] = request.window;
    let edge = if request.torus { Edge::Torus } else { Edge::Open };
    let plot = Plot::between([x_min, y_min], [x_max, y_max], edge).map_err(|error| of(&error))?;
    Ok(plot.into())
}

fn places(x: &[u8], y: &[u8]) -> impl Iterator<Item = [f64; 2]> {
    doubles(x).zip(doubles(y)).map(|(x, y)| [x, y])
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
                let all = Function::ALL.map(Function::name);
                let function = Function::named(name).ok_or_else(|| unknown(py, "function", name, &all))?;
                if !functions.contains(&function) {
                    functions.push(function);
                }
            }
            functions
        }
    };
    let test = |name: &String| {
        let all = GlobalTestName::ALL.map(GlobalTestName::name);
        GlobalTestName::named(name).ok_or_else(|| unknown(py, "test", name, &all))
    };
    let covariate = |(values, cells, extent): &(PyBackedBytes, [u32; 2], [f64; 4])| {
        let [x_min, y_min, x_max, y_max] = *extent;
        let cell_m = [
            (x_max - x_min) / f64::from(cells[0]),
            (y_max - y_min) / f64::from(cells[1]),
        ];
        CovariateRaster::new([x_min, y_min], cell_m, *cells, doubles(values).collect())
            .map_err(|error| refused(py, format!("`covariate`: {error}"), None))
    };
    let intensity_bandwidth = match &request.intensity_bandwidth {
        None => IntensityBandwidth::default(),
        Some(IntensityOf::Length(length)) => IntensityBandwidth::Given(*length),
        Some(IntensityOf::Rule(name)) => {
            let rules = BandwidthRule::NAMED.map(|(name, _)| name);
            let rule = BandwidthRule::named(name);
            let rule = rule.ok_or_else(|| unknown(py, "rule for `intensity_bandwidth`", name, &rules))?;
            IntensityBandwidth::By(rule)
        }
    };
    let models = ["csr", "random-labelling", "toroidal-shift"];
    let species_null = match request.null_model.as_deref() {
        None => NullHypothesis::default(),
        Some("csr") => NullHypothesis::Csr,
        Some("random-labelling") => NullHypothesis::RandomLabelling,
        Some("toroidal-shift") => NullHypothesis::ToroidalShift,
        Some(name) => return Err(unknown(py, "`null_model`", name, &models)),
    };
    Ok(StatsOptions {
        functions,
        r_min_m: request.r_min,
        r_max_m: request.r_max,
        r_steps: request.r_steps.unwrap_or(DEFAULT_STEPS),
        half_width_m: request.bandwidth,
        intensity_bandwidth,
        covariate: request.covariate.as_ref().map(covariate).transpose()?,
        simulations: request.simulations,
        tests: request.tests.iter().map(test).collect::<PyResult<_>>()?,
        species_null,
        null: request.null.iter().map(|[x, y]| places(x, y).collect()).collect(),
        seed: request.seed,
        free_bytes: free_memory_bytes(),
        ..StatsOptions::default()
    })
}

fn unknown(py: Python<'_>, kind: &str, name: &str, all: &[&str]) -> PyErr {
    let hint = match nearest(name, all.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", all.join(", ")),
    };
    refused(py, format!("there is no {kind} `{name}`"), Some(hint))
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

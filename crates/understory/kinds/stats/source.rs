//! Points read from a file, or from a year of a run.
//!
//! Lengths are in the unit of the file. A window that is not given is the box around the points, which is too small;
//! who measures is warned.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use understory_lab::stats::{Pattern, PatternWindow};
use understory_records::{
    ForestManifest, Format, PointColumns, Points, TableFile, TreeRow, paths, read_points, read_table,
    write_rows,
};
use understory_scenario::implausible;
use understory_space::{Edge, Plot, Region};

use super::request::StatsRequest;
use super::{memory, polygon};
use crate::error::Error;
use crate::files::slashed;
use crate::results::Results;
use crate::stored::is_listed;

/// Where the points come from.
#[derive(Debug)]
pub(super) struct Source {
    /// Their file.
    pub(super) file: PathBuf,
    /// The name of what is measured.
    pub(super) name: String,
    /// The window, where it is known without the points.
    window: Option<PatternWindow>,
    /// Whether that could be in degrees.
    may_be_degrees: bool,
    /// Whether the table is one of ours, in the folder of a run.
    is_of_a_run: bool,
}

/// Points in their window.
pub(super) struct Read {
    pub(super) pattern: Pattern,
    /// The diameter of each and its name, where trees compete.
    pub(super) trees: Vec<(f64, String)>,
    /// Whether both are known to be in metres.
    pub(super) in_metres: bool,
    /// Points that the condition leaves out.
    pub(super) left_out: u64,
    /// What was found of the table and what of it is not read, where it is the user's own.
    pub(super) said: Vec<String>,
    /// What to look at before trusting the points.
    pub(super) doubts: Vec<String>,
    /// Whether the window is the box around the points.
    pub(super) is_in_box: bool,
    /// Whether nothing but the standard of GeoJSON says that the window is in degrees.
    pub(super) may_be_degrees: bool,
}

impl Source {
    /// Finds the file: the one that was named, or the table of a year of a run.
    pub(super) fn of(request: &StatsRequest) -> Result<Self, Error> {
        let path = &request.points;
        let stem = path
            .file_stem()
            .map_or_else(|| "points".to_owned(), |stem| stem.to_string_lossy().into_owned());
        if !path.is_dir() {
            if let Some(year) = request.year {
                let path = path.display();
                let why = format!("the year {year} is for the folder of a run, but `{path}` is no folder");
                return Err(Error::refused(why, ""));
            }
            refuse_unlisted_parquet(path)?;
            let (window, may_be_degrees) = given_window(request)?;
            return Ok(Self {
                file: path.clone(),
                window,
                may_be_degrees,
                is_of_a_run: false,
                name: stem,
            });
        }
        let results = Results::in_folder(path)?;
        let manifest = results.forest()?;
        let year = recorded_year(path, request.year, manifest)?;
        let world = &manifest.world;
        let is_torus = world.edge == "torus" || request.is_torus;
        let of_run = Plot::new(world.origin_m, world.size_m, edge(is_torus))
            .map_err(|error| Error::refused(error.to_string(), ""))?;
        let trees = paths::trees(year, manifest.format());
        refuse_changed(path, &manifest.all.files, &trees)?;
        let (window, may_be_degrees) = given_window(request)?;
        Ok(Self {
            file: path.join(trees),
            window: Some(window.unwrap_or_else(|| of_run.into())),
            may_be_degrees,
            is_of_a_run: true,
            name: format!("{stem}-year-{year}"),
        })
    }

    /// The points with their window.
    pub(super) fn pattern(&self, request: &StatsRequest) -> Result<Read, Error> {
        let are_diameters = request.competition.is_some();
        let columns = PointColumns {
            mark: request.mark.as_deref().or(are_diameters.then_some("dbh_cm")),
            are_diameters,
            species: request.species.as_deref(),
            only: request.only.as_ref(),
            ..places(request)
        };
        let name = self.file.display().to_string();
        let mut points = read(&self.file, &columns)?;
        refuse_degrees(request, &name, &points.places)?;
        let names = std::mem::take(&mut points.trees);
        let trees = points.marks.iter().copied().zip(names).collect();
        if request.mark.is_none() {
            points.marks.clear();
        }
        let said = std::mem::take(&mut points.said);
        let mut doubts = std::mem::take(&mut points.doubts);
        let window = match &self.window {
            Some(window) => window.clone(),
            None => bounding_box(request, &name, &points.places)?.into(),
        };
        if !self.is_of_a_run {
            let is_dbh = matches!(request.mark.as_deref(), Some("dbh" | "dbh_cm"));
            let dbh_cm = if is_dbh { points.marks.clone() } else { Vec::new() };
            let found = implausible(window.area_m2(), &points.places, dbh_cm, &[]);
            doubts.extend(found.into_iter().map(|line| format!("{name}: {line}")));
        }
        Ok(Read {
            in_metres: points.in_metres,
            // Names of columns say more than what is not said.
            may_be_degrees: self.may_be_degrees && !points.in_metres,
            left_out: points.left_out,
            said: if self.is_of_a_run { Vec::new() } else { said },
            doubts,
            pattern: within(&name, &window, points)?,
            trees,
            is_in_box: self.window.is_none(),
        })
    }
}

/// A pattern to compare with, in the window of the first; its marks and species are not read. The condition for the
/// points of the first holds for it too, but simulated patterns (`is_null`) of bare places are taken whole: they stand
/// for what the condition has left. Also gives whether it is whole, and what was
/// found of it.
pub(super) fn other(
    request: &StatsRequest,
    file: &Path,
    window: &PatternWindow,
    is_null: bool,
) -> Result<(Pattern, bool, Vec<String>), Error> {
    refuse_unlisted_parquet(file)?;
    let columns = PointColumns {
        only: request.only.as_ref(),
        whole_without: is_null,
        ..places(request)
    };
    let mut points = read(file, &columns)?;
    let is_whole = points.is_whole;
    let mut said = std::mem::take(&mut points.said);
    said.append(&mut points.doubts);
    let pattern = within(&file.display().to_string(), window, points)?;
    Ok((pattern, is_whole, said))
}

/// Refuses a file of the folder `root` that is not as its manifest lists it.
fn refuse_changed(root: &Path, files: &[TableFile], path: &str) -> Result<(), Error> {
    if is_listed(files, path) {
        Results::in_folder(root)?.store().open(path)?;
    }
    Ok(())
}

/// A Parquet file is read where it is as a manifest lists it and nowhere else: on a damaged one its reader can panic or
/// run on without end.
fn refuse_unlisted_parquet(file: &Path) -> Result<(), Error> {
    let name = file.display().to_string();
    if Format::of(&name) != Some(Format::Parquet) || !file.exists() {
        return Ok(());
    }
    let listed = file.ancestors().nth(2).and_then(|run| {
        let run = if run.as_os_str().is_empty() {
            Path::new(".")
        } else {
            run
        };
        let path = slashed(file.strip_prefix(run).unwrap_or(file));
        let results = Results::in_folder(run).ok()?;
        let files = results.forest().ok()?.all.files.clone();
        files
            .iter()
            .any(|file| file.path == path)
            .then_some((run, files, path))
    });
    match listed {
        Some((run, files, path)) => refuse_changed(run, &files, &path),
        None => Err(Error::refused(
            format!("`{name}` is Parquet, but lies in no folder of a run that lists it"),
            "give the folder of the run and `--year Y`, or a CSV",
        )),
    }
}

/// The columns of the coordinates.
fn places(request: &StatsRequest) -> PointColumns<'_> {
    PointColumns {
        x: request.x.as_deref(),
        y: request.y.as_deref(),
        ..PointColumns::default()
    }
}

/// The recorded year that was asked for of the run in a folder, or the last.
pub(crate) fn recorded_year(
    run: &Path,
    asked: Option<u32>,
    manifest: ForestManifest<'_>,
) -> Result<u32, Error> {
    let run = run.display();
    let recorded = &manifest.recorded_years;
    let Some(&last) = recorded.last() else {
        return Err(Error::refused(
            format!("`{run}` has no recorded year, as nothing grew in it"),
            format!("measure the points of a method, such as `{run}/points/target.csv`"),
        ));
    };
    let year = asked.unwrap_or(last);
    if recorded.contains(&year) {
        return Ok(year);
    }
    let recorded: Vec<String> = recorded.iter().map(u32::to_string).collect();
    let recorded = recorded.join(", ");
    let why = format!("`{run}` has no recorded year {year}; it has {recorded}");
    Err(Error::refused(why, ""))
}

/// Reads the points; what is said of them names the file. Fewer than two are refused, with a reason that fits what was asked for.
fn read(file: &Path, columns: &PointColumns<'_>) -> Result<Points, Error> {
    let name = file.display().to_string();
    if file.is_dir() {
        let why = format!("`{name}` is a folder, but a CSV of points is needed");
        return Err(Error::refused(why, ""));
    }
    let mut input = File::open(file).map_err(Error::not_opened(file))?;
    memory::check(&name, &mut input, columns)?;
    let mut bytes = Vec::new();
    match Format::of(&name) {
        // The trees of a year as the CSV that they might have been, so that any column can be asked for.
        Some(Format::Parquet) => {
            let trees: Vec<TreeRow> = read_table(&name, input)?;
            write_rows(&mut bytes, trees).map_err(io::Error::from)?;
        }
        _ => {
            let read = input.read_to_end(&mut bytes);
            read.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        }
    }
    let mut points = read_points(&name, &bytes, columns)?;
    for line in points.said.iter_mut().chain(&mut points.doubts) {
        *line = format!("{name}: {line}");
    }
    let found = points.places.len();
    let (why, way_out) = match (found, columns.only) {
        (0 | 1, Some(only)) => {
            let all = found as u64 + points.left_out;
            let why =
                format!("of {all} points in `{name}` {found} have {only}, but spacing takes at least 2");
            (why, "")
        }
        (0 | 1, None) => {
            let found = ["no points", "one point"][found];
            (format!("`{name}` has {found}, but spacing takes at least 2"), "")
        }
        _ => return Ok(points),
    };
    Err(Error::refused(why, way_out))
}

/// Points outside polygons that are listed.
const OUTSIDE_LISTED: usize = 10;

/// The window that was asked for, if any.
fn given_window(request: &StatsRequest) -> Result<(Option<PatternWindow>, bool), Error> {
    let Some(file) = &request.polygon else {
        return Ok((request.window.map(PatternWindow::from), false));
    };
    let (window, may_be_degrees) = polygon::window(file)?;
    Ok((Some(window.into()), may_be_degrees))
}

/// Refuses points in columns that are named as degrees are, where all of them could be.
fn refuse_degrees(request: &StatsRequest, name: &str, places: &[[f64; 2]]) -> Result<(), Error> {
    let [Some(x), Some(y)] = [&request.x, &request.y] else {
        return Ok(());
    };
    let is_named = polygon::names_degrees(x) || polygon::names_degrees(y);
    if is_named && places.iter().flatten().all(|degrees| degrees.abs() <= 180.0) {
        return Err(Error::refused(
            format!(
                "{name}: the columns `{x}` and `{y}` hold degrees by their names and values, but distances are measured in the \
                 plane"
            ),
            "project the points, such as to UTM in metres, by a GIS program or `sf::st_transform`, and name the new columns by \
             `--x` and `--y`",
        ));
    }
    Ok(())
}

/// The points as a pattern in a window that must hold all of them.
fn within(name: &str, window: &PatternWindow, points: Points) -> Result<Pattern, Error> {
    let mut places = points.places;
    match window {
        PatternWindow::Rectangle(window) => {
            let mut outside = Vec::new();
            for (place, line) in places.iter_mut().zip(&points.lines) {
                if !is_within(window, *place) {
                    outside.push((*line, *place));
                } else if window.is_torus() {
                    // The far edge of a torus is its near one.
                    *place = window.place(*place).unwrap_or(*place);
                }
            }
            if let Some(&(line, [x, y])) = outside.first() {
                return Err(Error::refused(
                    format!(
                        "{name}:{line}: {} of {} points lie outside the window {}, the first at ({x}, {y})",
                        outside.len(),
                        places.len(),
                        corners(window)
                    ),
                    "give the window that was sampled as `--window XMIN,YMIN,XMAX,YMAX`, or leave these points out",
                ));
            }
        }
        PatternWindow::Polygon(bounds) => {
            let outside = bounds.outside(&places);
            if !outside.is_empty() {
                let place = |&number: &usize| {
                    let (line, [x, y]) = (points.lines[number], places[number]);
                    format!("line {line} ({x}, {y})")
                };
                let first: Vec<String> = outside.iter().take(OUTSIDE_LISTED).map(place).collect();
                let more = match outside.len() - first.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let why = format!(
                    "{name}: {} of {} points lie outside the polygon: {}{more}",
                    outside.len(),
                    places.len(),
                    first.join(", ")
                );
                let may_be_degrees = polygon::may_be_degrees(bounds);
                let in_degrees =
                    may_be_degrees && outside.iter().any(|&at| !polygon::are_degrees(places[at]));
                return Err(Error::refused(
                    why,
                    match in_degrees {
                        true => polygon::PROJECTED,
                        false => "widen the polygon, or leave these points out by --where",
                    },
                ));
            }
        }
    }
    Ok(Pattern {
        points_m: places,
        window: window.clone(),
        marks: points.marks,
        species: points.species,
    })
}

/// Whether a place lies in the window or on its edge.
fn is_within(window: &Plot, place: [f64; 2]) -> bool {
    (0..2).all(|axis| {
        let low = window.origin_m()[axis];
        place[axis] >= low && place[axis] <= low + window.size_m()[axis]
    })
}

/// The least and the greatest coordinates of a window: `0,0,200,100`.
#[must_use]
pub fn corners(window: &Plot) -> String {
    let ([x_min, y_min], [width, height]) = (window.origin_m(), window.size_m());
    format!("{x_min},{y_min},{},{}", x_min + width, y_min + height)
}

fn edge(is_torus: bool) -> Edge {
    if is_torus { Edge::Torus } else { Edge::Open }
}

/// The box around the points.
fn bounding_box(request: &StatsRequest, name: &str, places: &[[f64; 2]]) -> Result<Plot, Error> {
    let end = |axis: usize, better: fn(f64, f64) -> f64, start: f64| {
        places.iter().map(|place| place[axis]).fold(start, better)
    };
    let low = [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY));
    Plot::between(low, high, edge(request.is_torus)).map_err(|error| {
        let why = format!("{name}: no window is given, and the points' bounding box cannot be one: {error}");
        Error::refused(why, "")
    })
}

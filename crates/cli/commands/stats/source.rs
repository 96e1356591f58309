use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};

use understory::{Results, manifest_in, slashed};
use understory_lab::stats::Pattern;
use understory_records::{
    Condition, Format, Manifest, PointColumns, Points, PointsError, TableFile, TreeRow, paths, read_points,
    read_table, write_rows,
};
use understory_space::{Edge, Plot};

use crate::args::StatsOptions as Arguments;
use crate::failure::Failure;
use crate::output::say;

use super::room;

/// Where the points come from.
pub(super) struct Source {
    file: PathBuf,
    /// The window, where it is known without the points.
    window: Option<Plot>,
    name: String,
}

impl Source {
    pub(super) fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let given = match arguments.window {
            Some([x_min, y_min, x_max, y_max]) => {
                let edge = if arguments.torus { Edge::Torus } else { Edge::Open };
                let size = [reaching(x_min, x_max), reaching(y_min, y_max)];
                let plot = Plot::new([x_min, y_min], size, edge);
                Some(plot.map_err(|error| {
                    Failure::input(format!("`--window {x_min},{y_min},{x_max},{y_max}`: {error}"))
                        .with_hint("a window is XMIN,YMIN,XMAX,YMAX, such as 0,0,200,200")
                })?)
            }
            None => None,
        };
        let path = &arguments.points;
        let stem = path
            .file_stem()
            .map_or_else(|| "points".to_owned(), |stem| stem.to_string_lossy().into_owned());
        if !path.is_dir() {
            if let Some(year) = arguments.year {
                let message = format!(
                    "`--year {year}` is for the folder of a run, but `{}` is none",
                    path.display()
                );
                return Err(Failure::input(message));
            }
            refuse_unlisted_parquet(path)?;
            return Ok(Self {
                file: path.clone(),
                window: given,
                name: stem,
            });
        }
        let manifest: Manifest = manifest_in(path)?;
        let year = year_of(arguments, &manifest)?;
        let world = &manifest.world;
        let edge = if world.edge == "torus" || arguments.torus {
            Edge::Torus
        } else {
            Edge::Open
        };
        let of_run = Plot::new(world.origin_m, world.size_m, edge)
            .map_err(|error| Failure::input(error.to_string()))?;
        let trees = paths::trees(year, manifest.format());
        refuse_changed(path, &manifest.files, &trees)?;
        Ok(Self {
            file: path.join(trees),
            window: Some(given.unwrap_or(of_run)),
            name: format!("{stem}-year-{year}"),
        })
    }

    /// The file of the points, as the manifest names it.
    pub(super) fn file(&self) -> String {
        slashed(&self.file)
    }

    pub(super) fn usual_out(&self) -> PathBuf {
        PathBuf::from("results").join(format!("{}-stats", self.name))
    }

    /// The points with their window, and whether both are known to be in metres.
    pub(super) fn pattern(&self, arguments: &Arguments) -> Result<(Pattern, bool), Failure> {
        let columns = PointColumns {
            mark: arguments.mark.as_deref(),
            species: arguments.species.as_deref(),
            only: arguments.only.as_ref(),
            ..places(arguments)
        };
        let name = self.file.display().to_string();
        let points = read(&self.file, &columns)?;
        if let Some(only) = &arguments.only
            && !arguments.quiet
        {
            let count = points.places.len();
            let all = count as u64 + points.left_out;
            say(&format!(
                "note: {count} of {all} points are measured, those with {only}"
            ));
        }
        let window = match self.window {
            Some(window) => window,
            None => bounding_box(arguments, &name, &points.places)?,
        };
        let in_metres = points.in_metres;
        Ok((within(&name, window, points)?, in_metres))
    }

    /// The points that have a diameter, with it, in the window of all points.
    pub(super) fn trees(&self, arguments: &Arguments, window: Plot) -> Result<Trees, Failure> {
        let columns = PointColumns {
            diameter: Some(arguments.mark.as_deref().unwrap_or("dbh_cm")),
            only: arguments.only.as_ref(),
            ..places(arguments)
        };
        let file = self.file.display().to_string();
        let mut points = read(&self.file, &columns)?;
        let (diameters, names) = (
            std::mem::take(&mut points.diameters),
            std::mem::take(&mut points.trees),
        );
        let without_diameter = points.without_diameter;
        Ok(Trees {
            pattern: within(&file, window, points)?,
            file,
            diameters,
            names,
            without_diameter,
        })
    }
}

/// Trees with diameters.
pub(super) struct Trees {
    /// Where they come from.
    pub(super) file: String,
    pub(super) pattern: Pattern,
    pub(super) diameters: Vec<f64>,
    pub(super) names: Vec<String>,
    /// How many more trees there are, which have none.
    pub(super) without_diameter: u64,
}

/// A pattern to compare with, in the window of the first; what its points bear is of no account, but for the condition
/// that holds for those of the first. Simulated patterns (`is_null`) of bare places are whole: they stand for what the
/// condition has left. Also gives whether it is.
pub(super) fn other(
    arguments: &Arguments,
    file: &Path,
    window: Plot,
    is_null: bool,
) -> Result<(Pattern, bool), Failure> {
    refuse_unlisted_parquet(file)?;
    let columns = PointColumns {
        only: arguments.only.as_ref(),
        whole_without: is_null,
        ..places(arguments)
    };
    let points = read(file, &columns)?;
    let is_whole = points.is_whole;
    Ok((within(&file.display().to_string(), window, points)?, is_whole))
}

/// Refuses a file of the folder `root` that is not as its manifest lists it.
fn refuse_changed(root: &Path, files: &[TableFile], path: &str) -> Result<(), Failure> {
    if files.iter().any(|file| file.path == path) {
        Results::in_folder(root)?.store().open(path)?;
    }
    Ok(())
}

/// A Parquet file is read where it is as a manifest lists it and nowhere else: on a damaged one its reader can panic or
/// run on without end.
fn refuse_unlisted_parquet(file: &Path) -> Result<(), Failure> {
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
        let files = manifest_in::<Manifest>(run).ok()?.files;
        files
            .iter()
            .any(|file| file.path == path)
            .then_some((run, files, path))
    });
    match listed {
        Some((run, files, path)) => refuse_changed(run, &files, &path),
        None => {
            let message = format!("`{name}` is Parquet, but lies in no folder of a run that lists it");
            Err(Failure::input(message).with_hint("give the folder of the run and `--year Y`, or a CSV"))
        }
    }
}

/// The columns of the coordinates.
fn places(arguments: &Arguments) -> PointColumns<'_> {
    PointColumns {
        x: arguments.x.as_deref(),
        y: arguments.y.as_deref(),
        ..PointColumns::default()
    }
}

/// The recorded year that was asked for, or the last.
fn year_of(arguments: &Arguments, manifest: &Manifest) -> Result<u32, Failure> {
    let recorded = &manifest.recorded_years;
    match (arguments.year, recorded.last()) {
        (Some(year), _) if recorded.contains(&year) => Ok(year),
        (None, Some(&last)) => Ok(last),
        (_, None) => {
            let run = arguments.points.display();
            Err(Failure::input(format!(
                "`{run}` has no recorded year, as nothing grew in it\nhint: measure the points of a method, such as \
                 `{run}/points/target.csv`"
            )))
        }
        (year, _) => {
            let years: Vec<String> = recorded.iter().map(u32::to_string).collect();
            let asked = year.map_or_else(|| "a".to_owned(), |year| year.to_string());
            let run = arguments.points.display();
            Err(Failure::input(format!(
                "`{run}` has no recorded year {asked}; it has {}",
                years.join(", ")
            )))
        }
    }
}

fn read(file: &Path, columns: &PointColumns<'_>) -> Result<Points, Failure> {
    let name = file.display().to_string();
    if file.is_dir() {
        return Err(Failure::input(format!(
            "`{name}` is a folder, but a CSV of points is needed"
        )));
    }
    let mut input = File::open(file).map_err(|error| {
        let message = format!("cannot open `{name}`: {error}");
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Failure::input(message),
            _ => Failure::Machine(message.into()),
        }
    })?;
    room::check(&name, &mut input, columns)?;
    let input: Box<dyn Read> = match Format::of(&name) {
        Some(Format::Parquet) => Box::new(as_csv(&name, input)?),
        _ => Box::new(input),
    };
    let points = read_points(&name, input, columns).map_err(|error| match error {
        PointsError::Io { .. } => Failure::Machine(error.into()),
        error => Failure::Input(error.into()),
    })?;
    let (with_diameter, without) = (points.places.len() as u64, points.without_diameter);
    if with_diameter < 2 && without > 0 {
        return Err(Failure::input(format!(
            "of {} trees in `{name}` {with_diameter} have a diameter above 0, but competition takes at least 2",
            with_diameter + without
        ))
        .with_hint("name the column of the diameters by `--mark`"));
    }
    match (points.places.len(), columns.only) {
        (left @ 0..=1, Some(only)) => Err(too_few(&name, left, points.left_out, only)),
        (0, None) => Err(Failure::input(format!(
            "`{name}` has no points, but spacing takes at least 2"
        ))),
        (1, None) => Err(Failure::input(format!(
            "`{name}` has one point, but spacing takes at least 2"
        ))),
        _ => Ok(points),
    }
}

fn too_few(name: &str, left: usize, left_out: u64, only: &Condition) -> Failure {
    let all = left as u64 + left_out;
    Failure::input(format!(
        "of {all} points in `{name}` {left} have {only}, but spacing takes at least 2"
    ))
}

/// The trees of a year from Parquet as the CSV that they might have been, so that any column can be asked for.
fn as_csv(name: &str, input: File) -> Result<impl Read + use<>, Failure> {
    let trees: Vec<TreeRow> = read_table(name, input)?;
    let mut csv = Vec::new();
    write_rows(&mut csv, trees).map_err(io::Error::from)?;
    Ok(Cursor::new(csv))
}

/// The points as a pattern in a window that must hold all of them.
fn within(name: &str, window: Plot, points: Points) -> Result<Pattern, Failure> {
    let mut places = points.places;
    let mut outside = Vec::new();
    for (place, line) in places.iter_mut().zip(&points.lines) {
        if !is_within(&window, *place) {
            outside.push((*line, *place));
        } else if window.is_torus() {
            // The far edge of a torus is its near one.
            *place = window.place(*place).unwrap_or(*place);
        }
    }
    if let Some((line, [x, y])) = outside.first() {
        let message = format!(
            "{name}:{line}: {} of {} points lie outside the window {}, the first at ({x}, {y})\nhint: give the \
             window that was sampled as `--window XMIN,YMIN,XMAX,YMAX`, or leave these points out",
            outside.len(),
            places.len(),
            told(&window)
        );
        return Err(Failure::input(message));
    }
    Ok(Pattern {
        points_m: places,
        window,
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

/// A window as `--window` takes it.
fn told(window: &Plot) -> String {
    let ([x_min, y_min], [width, height]) = (window.origin_m(), window.size_m());
    format!("{x_min},{y_min},{},{}", x_min + width, y_min + height)
}

fn bounding_box(arguments: &Arguments, name: &str, places: &[[f64; 2]]) -> Result<Plot, Failure> {
    let end = |axis: usize, better: fn(f64, f64) -> f64, start: f64| {
        places.iter().map(|place| place[axis]).fold(start, better)
    };
    let low = [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY));
    let edge = if arguments.torus { Edge::Torus } else { Edge::Open };
    let size = [0, 1].map(|axis| reaching(low[axis], high[axis]));
    let window = Plot::new(low, size, edge).map_err(|error| {
        Failure::input(format!(
            "{name}: no `--window` is given, and the points' bounding box is none: {error}"
        ))
    })?;
    say(&format!(
        "warning: {name}: no `--window` is given, so the points' bounding box {} is taken; the window that was \
         sampled is larger, and densities come out too high",
        told(&window)
    ));
    Ok(window)
}

/// The length that leads from `low` to `high`, or just beyond it where the difference is rounded.
fn reaching(low: f64, high: f64) -> f64 {
    let mut length = high - low;
    while low + length < high {
        length = length.next_up();
    }
    length
}

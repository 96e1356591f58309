use std::fs::{self, File};
use std::path::{Path, PathBuf};

use understory_lab::stats::{
    Curve, DEFAULT_STEPS, Divisor, Function, Pattern, Stats, StatsOptions, stats as measure,
};
use understory_lab::store::Store;
use understory_records::{Manifest, PointColumns, PointsError, is_ours, paths, read_points};
use understory_report::{Envelope, FunctionFigure};
use understory_space::{Edge, Plot};

use crate::Outcome;
use crate::args::{DivisorName, StatsOptions as Arguments};
use crate::commands::plot::keep;
use crate::failure::Failure;
use crate::job::start_threads;
use crate::output::{data, say};
use crate::store::DirectoryStore;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    start_threads(arguments.threads)?;
    let source = Source::of(arguments)?;
    let out = arguments.out.clone().unwrap_or_else(|| source.usual_out());
    let store = store_at(&out)?;
    let pattern = source.pattern(arguments)?;
    let others = |files: &[PathBuf]| -> Result<Vec<Pattern>, Failure> {
        files
            .iter()
            .map(|file| read(arguments, file, Some(pattern.window)))
            .collect()
    };
    let options = StatsOptions {
        functions: functions(arguments)?,
        r_max_m: arguments.r_max,
        r_steps: arguments.r_steps.unwrap_or(DEFAULT_STEPS),
        pixels: arguments.pixels,
        half_width_m: arguments.bandwidth,
        divisor: match arguments.divisor {
            DivisorName::R => Divisor::Radius,
            DivisorName::D => Divisor::Distance,
        },
        simulations: arguments.simulations,
        seed: arguments.seed,
        null: others(&arguments.null)?
            .into_iter()
            .map(|pattern| pattern.points_m)
            .collect(),
        against: others(&arguments.against)?,
    };
    clear(&store)?;
    let found = measure(&pattern, &options, &store)?;
    for figure in found.curves.iter().filter_map(|curve| figure_of(curve, &found)) {
        keep(&store, &understory_report::function(&figure)?)?;
    }
    data(&table(&found))?;
    if !arguments.quiet {
        say(&format!("tables and figures are in {}", out.display()));
    }
    Ok(())
}

/// Where the points come from.
struct Source {
    file: PathBuf,
    /// The window, where it is known without the points.
    window: Option<Plot>,
    name: String,
}

impl Source {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let given = match arguments.window {
            Some([x_min, y_min, x_max, y_max]) => {
                let edge = if arguments.torus { Edge::Torus } else { Edge::Open };
                let plot = Plot::new([x_min, y_min], [x_max - x_min, y_max - y_min], edge);
                let plot = plot.map_err(|error| {
                    Failure::input(format!("`--window` {x_min},{y_min},{x_max},{y_max}: {error}"))
                })?;
                Some(plot)
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
            return Ok(Self {
                file: path.clone(),
                window: given,
                name: stem,
            });
        }
        let manifest = super::plot::manifest_of(path)?;
        let year = year_of(arguments, &manifest)?;
        let world = &manifest.world;
        let edge = if world.edge == "torus" || arguments.torus {
            Edge::Torus
        } else {
            Edge::Open
        };
        let of_run = Plot::new(world.origin_m, world.size_m, edge)
            .map_err(|error| Failure::input(error.to_string()))?;
        Ok(Self {
            file: path.join(paths::trees(year)),
            window: Some(given.unwrap_or(of_run)),
            name: format!("{stem}-year-{year}"),
        })
    }

    fn usual_out(&self) -> PathBuf {
        PathBuf::from("results").join(format!("{}-stats", self.name))
    }

    fn pattern(&self, arguments: &Arguments) -> Result<Pattern, Failure> {
        read(arguments, &self.file, self.window)
    }
}

/// The recorded year that was asked for, or the last.
fn year_of(arguments: &Arguments, manifest: &Manifest) -> Result<u32, Failure> {
    let recorded = &manifest.recorded_years;
    match (arguments.year, recorded.last()) {
        (Some(year), _) if recorded.contains(&year) => Ok(year),
        (None, Some(&last)) => Ok(last),
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

/// Reads points and finds their window: the one given, or the bounding box with a warning.
fn read(arguments: &Arguments, file: &Path, window: Option<Plot>) -> Result<Pattern, Failure> {
    let name = file.display().to_string();
    let columns = PointColumns {
        x: arguments.x.as_deref(),
        y: arguments.y.as_deref(),
        mark: arguments.mark.as_deref(),
        species: arguments.species.as_deref(),
    };
    let input = File::open(file).map_err(|error| Failure::input(format!("cannot open `{name}`: {error}")))?;
    let points = read_points(&name, input, &columns).map_err(|error| match error {
        PointsError::Io { .. } => Failure::Machine(error.into()),
        error => Failure::Input(error.into()),
    })?;
    if points.places.len() < 2 {
        let found = points.places.len();
        return Err(Failure::input(format!(
            "`{name}` has {found} points, but spacing takes at least 2"
        )));
    }
    let window = match window {
        Some(window) => window,
        None => bounding_box(arguments, &name, &points.places)?,
    };
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
            "{name}:{line}: {} of {} points lie outside the window, the first at ({x}, {y})\nhint: give the window \
             that was sampled as `--window XMIN,YMIN,XMAX,YMAX`",
            outside.len(),
            places.len()
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

fn bounding_box(arguments: &Arguments, name: &str, places: &[[f64; 2]]) -> Result<Plot, Failure> {
    let end = |axis: usize, better: fn(f64, f64) -> f64, start: f64| {
        places.iter().map(|place| place[axis]).fold(start, better)
    };
    let low = [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY));
    let edge = if arguments.torus { Edge::Torus } else { Edge::Open };
    let window = Plot::new(low, [high[0] - low[0], high[1] - low[1]], edge);
    let window = window.map_err(|error| {
        Failure::input(format!(
            "{name}: no `--window` is given, and the points' bounding box is none: {error}"
        ))
    })?;
    say(&format!(
        "warning: {name}: no `--window` is given, so the points' bounding box {},{},{},{} is taken; the window that \
         was sampled is larger, and densities come out too high",
        low[0], low[1], high[0], high[1]
    ));
    Ok(window)
}

fn functions(arguments: &Arguments) -> Result<Vec<Function>, Failure> {
    if arguments.functions.is_empty() {
        return Ok(Function::DEFAULT.to_vec());
    }
    let by_name = |name: &String| {
        Function::ALL
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, function)| *function)
            .ok_or_else(|| {
                let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
                Failure::input(format!(
                    "there is no function `{name}`\nhint: the functions are {}",
                    names.join(", ")
                ))
            })
    };
    arguments.functions.iter().map(by_name).collect()
}

/// The folder of the tables, which is new, empty or holds an earlier summary of ours.
fn store_at(out: &Path) -> Result<DirectoryStore, Failure> {
    let store = DirectoryStore::new(out);
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
        Err(error) => {
            return Err(Failure::Machine(
                format!("cannot look into `{}`: {error}", out.display()).into(),
            ));
        }
    };
    let holds_ours = || {
        store
            .open(SUMMARY)
            .is_ok_and(|input| is_ours(input).unwrap_or(false))
    };
    if is_empty || holds_ours() {
        return Ok(store);
    }
    let message = format!(
        "`{}` is not empty and holds no `{SUMMARY}` of understory, so it is left alone; choose another folder with `--out`",
        out.display()
    );
    Err(Failure::input(message))
}

const SUMMARY: &str = "summary.json";

/// Removes what an earlier call left; nothing else.
fn clear(store: &DirectoryStore) -> Outcome {
    for path in store.list("")? {
        let name = path.strip_suffix(".csv").unwrap_or(&path);
        let is_function = Function::ALL.iter().any(|(own, _)| *own == name);
        let is_ours = is_function
            || [
                "K_sector",
                "mark_correlation",
                "mark_variogram",
                SUMMARY,
                "against.json",
            ]
            .contains(&name)
            || ["envelope_", "K_cross_", "G_cross_", "pcf_cross_"]
                .iter()
                .any(|start| name.starts_with(start));
        if is_ours && !path.contains('/') {
            store.remove(&path)?;
        }
    }
    Ok(())
}

/// The figure of a curve over distance; envelopes stand in the figures of their functions.
fn figure_of(curve: &Curve, found: &Stats) -> Option<FunctionFigure> {
    let function = curve.name.split("_cross_").next()?;
    let (title, y_label) = match function {
        "G" => ("Distance to the nearest neighbour", "G(r)"),
        "F" => ("Distance from a place to the nearest point", "F(r)"),
        "J" => ("Neighbours against places", "J(r)"),
        "K" => ("Points within a distance of a point", "K(r)"),
        "L" => ("Points within a distance of a point", "L(r) − r"),
        "pcf" => ("Pair correlation", "g(r)"),
        "mark_correlation" => ("Likeness of marks", "mark correlation"),
        "mark_variogram" => ("Unlikeness of marks", "mark variogram"),
        _ => return None,
    };
    let envelope = found
        .curves
        .iter()
        .find(|other| other.name == format!("envelope_{}", curve.name));
    let column = |curve: &Curve, name: &str| curve.column(name).map(<[_]>::to_vec);
    let envelope = envelope.and_then(|envelope| {
        let (low, high) = (column(envelope, "lo")?, column(envelope, "hi")?);
        Some(Envelope {
            label: "null model, global at 5 %".to_owned(),
            low,
            high,
        })
    });
    let of = curve
        .name
        .strip_prefix(&format!("{function}_cross_"))
        .map(|pair| format!(", {}", pair.replace('_', " to ")));
    let estimates = curve
        .columns
        .iter()
        .filter(|(name, _)| !["r", "theo"].contains(name));
    Some(FunctionFigure {
        name: curve.name.clone(),
        title: format!("{title}{}", of.unwrap_or_default()),
        x_label: "distance r".to_owned(),
        y_label: y_label.to_owned(),
        r: column(curve, "r")?.into_iter().flatten().collect(),
        theoretical: column(curve, "theo")?,
        theoretical_label: "random".to_owned(),
        estimates: estimates
            .filter(|(_, values)| values.iter().any(Option::is_some))
            .map(|(name, values)| ((*name).to_owned(), values.clone()))
            .collect(),
        envelope,
        minus_r: function == "L",
        y_max: None,
    })
}

/// The summary as a table that a person can read.
fn table(found: &Stats) -> String {
    let summary = &found.summary;
    let mut rows: Vec<(&str, String)> = vec![
        ("points", summary.n.to_string()),
        (
            "window",
            format!(
                "{} to {} by {} to {}, {}",
                summary.window.x_min,
                summary.window.x_max,
                summary.window.y_min,
                summary.window.y_max,
                summary.window.edge
            ),
        ),
        ("points per unit of area", number(summary.intensity)),
        ("points at the place of another", summary.duplicates.to_string()),
        ("nearest neighbour: mean", number(summary.nnd.mean)),
        (
            "nearest neighbour: least and greatest",
            format!("{}, {}", number(summary.nnd.min), number(summary.nnd.max)),
        ),
        (
            "Clark–Evans, naive (1: random)",
            number(summary.clark_evans.naive),
        ),
    ];
    if let Some(donnelly) = summary.clark_evans.donnelly {
        rows.push(("Clark–Evans, Donnelly", number(donnelly)));
    }
    rows.push((
        "its probability at random",
        number(
            summary
                .clark_evans
                .p_donnelly
                .unwrap_or(summary.clark_evans.p_naive),
        ),
    ));
    rows.push((
        "Hopkins–Skellam (1: random)",
        number(summary.hopkins_skellam.random),
    ));
    for (function, tests) in &summary.global_tests {
        let told = format!(
            "MAD {}, DCLF {}, rank length {}",
            number(tests.mad),
            number(tests.dclf),
            number(tests.erl)
        );
        rows.push(("test against random patterns", format!("{function}: {told}")));
    }
    if let Some(against) = &found.against {
        let p = against.p.map_or_else(|| "–".to_owned(), number);
        rows.push((
            "against: sup of G, rms of L, of g",
            format!(
                "{}, {}, {}; p {p} ({})",
                number(against.g_ks),
                number(against.l_rmse),
                number(against.pcf_rmse),
                against.test
            ),
        ));
    }
    let tables: Vec<&str> = found
        .curves
        .iter()
        .map(|curve: &Curve| curve.name.as_str())
        .collect();
    rows.push(("tables", tables.join(" ")));
    let width = rows
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or(0);
    rows.iter()
        .map(|(label, value)| format!("{label}{}  {value}\n", " ".repeat(width - label.chars().count())))
        .collect()
}

/// Four digits that count.
pub(crate) fn number(value: f64) -> String {
    let (mut digits, mut size) = (3_usize, value.abs());
    while size > 0.0 && size < 1.0 && digits < 12 {
        (digits, size) = (digits + 1, size * 10.0);
    }
    while size >= 10.0 && digits > 0 {
        (digits, size) = (digits - 1, size / 10.0);
    }
    if value > 0.0 && value < 1e-9 {
        return "below 1e-9".to_owned();
    }
    format!("{value:.digits$}")
}

//! `stats`: the spacing of a file's points or of a run's year.
//!
//! Notes go to stderr and never change what is measured: whoever reads the tables alone misses nothing but advice.

mod null;
pub(crate) mod options;

use understory::lab::stats::{DEFAULT_STEPS, Function, GlobalTestName, NullHypothesis, StatsOptions};
use understory::spacing::Competitors;
use understory::{Edge, Plot, Region, StatsRequest, StatsTask, corners};

use self::options::StatsArguments;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::output::say;
use crate::progress::end_at_interrupt;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &StatsArguments) -> Outcome {
    start_threads(arguments.work.threads)?;
    // Set before the points are read, which can take long, and left as it is when the folder is taken
    // (`Interrupt::AsBefore`).
    end_at_interrupt("stopped; the same command measures anew");
    let request = request(arguments)?;
    let task = StatsTask::new(&request)?;
    tell_what_was_read(arguments, &task);
    let out = out_or_usual(arguments.out.as_deref(), &format!("{}-stats", task.name()));
    let host = Host::new(arguments.work.quiet, Interrupt::AsBefore);
    host.make(&task, &out)?;
    Ok(())
}

/// What is asked for.
fn request(arguments: &StatsArguments) -> Result<StatsRequest, Failure> {
    Ok(StatsRequest {
        points: arguments.points.clone(),
        year: arguments.year,
        window: window(arguments)?,
        polygon: arguments.polygon.clone(),
        is_torus: arguments.torus,
        x: arguments.x.clone(),
        y: arguments.y.clone(),
        mark: arguments.mark.clone(),
        species: arguments.species.clone(),
        only: arguments.only.clone(),
        covariate: arguments.covariate.clone(),
        null: null::files("--null", &arguments.null)?,
        pool: null::files("--pool", &arguments.pool)?,
        against: arguments.against.clone(),
        competition: competitors(arguments)?,
        width_mm: arguments.width_mm,
        options: StatsOptions {
            functions: functions(arguments)?,
            r_min_m: arguments.r_min,
            r_max_m: arguments.r_max,
            r_steps: arguments.r_steps.map_or(DEFAULT_STEPS, |steps| steps as usize),
            pixels: arguments.pixels,
            half_width_m: arguments.bandwidth,
            divisor: arguments.divisor,
            intensity_bandwidth: arguments.intensity_bandwidth,
            simulations: arguments.simulations,
            tests: tests(arguments)?,
            species_null: species_null(arguments)?,
            seed: arguments.seed,
            ..StatsOptions::default()
        },
    })
}

/// The window that was given, if any.
fn window(arguments: &StatsArguments) -> Result<Option<Plot>, Failure> {
    let Some([x_min, y_min, x_max, y_max]) = arguments.window else {
        return Ok(None);
    };
    let edge = if arguments.torus { Edge::Torus } else { Edge::Open };
    let window = Plot::between([x_min, y_min], [x_max, y_max], edge);
    window.map(Some).map_err(|error| {
        Failure::input(format!("`--window {x_min},{y_min},{x_max},{y_max}`: {error}"))
            .with_hint("a window is XMIN,YMIN,XMAX,YMAX, such as 0,0,200,200")
    })
}

/// Which trees compete, where it was asked for.
fn competitors(arguments: &StatsArguments) -> Result<Option<Competitors>, Failure> {
    if arguments.competition.is_none() {
        return Ok(None);
    }
    match (arguments.neighbours, arguments.r_max) {
        (Some(count), _) => Ok(Some(Competitors::Nearest(count))),
        (None, Some(r_m)) => Ok(Some(Competitors::Within(r_m))),
        (None, None) => Err(
            Failure::input("`--competition` needs to know which trees compete")
                .with_hint("`--neighbours 8` takes the eight nearest, `--r-max 10` all within 10"),
        ),
    }
}

/// What a reader should know about the points.
fn tell_what_was_read(arguments: &StatsArguments, task: &StatsTask<'_>) {
    if let Some(only) = arguments.only.as_ref().filter(|_| !arguments.work.quiet) {
        let count = task.pattern.points_m.len();
        let all = count as u64 + task.left_out;
        say(&format!(
            "note: {count} of {all} points are measured, those with {only}"
        ));
    }
    for line in task.said.iter().filter(|_| !arguments.work.quiet) {
        say(&format!("note: {line}"));
    }
    for line in &task.doubts {
        say(&format!("warning: {line}"));
    }
    if task.is_in_box {
        say(&format!(
            "warning: {}: no `--window` is given, so the points' bounding box {} is taken; the window that was \
             sampled is larger, and densities come out too high",
            task.file().display(),
            corners(task.pattern.window.bounds())
        ));
    }
    for [what, way] in task.map_notes.iter().filter(|_| !arguments.work.quiet) {
        say(&format!("note: {what}; {way}"));
    }
    if let Some(file) = arguments.polygon.as_ref().filter(|_| task.may_be_degrees) {
        say(&format!(
            "warning: {}: it has no `crs`, by which GeoJSON is in degrees of longitude and latitude, and its corners could be; they \
             are taken for lengths, as the points are: where they are degrees, project both, such as to UTM in metres",
            file.display()
        ));
    }
    if let Some(only) = arguments
        .only
        .as_ref()
        .filter(|_| task.whole_null > 0 && !arguments.work.quiet)
    {
        say(&format!(
            "note: {} of {} patterns of `--null` are taken whole, as they have no column of {only}",
            task.whole_null,
            task.request.null.len()
        ));
    }
}

/// What pairs of species are compared with.
fn species_null(arguments: &StatsArguments) -> Result<NullHypothesis, Failure> {
    let Some(name) = arguments.null_model else {
        return Ok(NullHypothesis::default());
    };
    if arguments.species.is_none() || arguments.simulations == 0 {
        return Err(Failure::input(
            "`--null-model` says what pairs of species are compared with, which takes `--species` and `--simulations`",
        )
        .with_hint(
            "without species, points are compared with random ones, and marks with marks dealt out at random",
        ));
    }
    Ok(name)
}

/// The functions that were asked for, each once.
fn functions(arguments: &StatsArguments) -> Result<Vec<Function>, Failure> {
    if arguments.functions.is_empty() {
        return Ok(Function::DEFAULT.to_vec());
    }
    let all = Function::ALL.map(Function::name);
    by_names(&arguments.functions, "function", &all, Function::named)
}

/// The tests that were asked for, each once.
fn tests(arguments: &StatsArguments) -> Result<Vec<GlobalTestName>, Failure> {
    let all = GlobalTestName::ALL.map(GlobalTestName::name);
    by_names(&arguments.tests, "test", &all, GlobalTestName::named)
}

/// What each of the names stands for, each once; all names that stand for nothing are told.
fn by_names<T: PartialEq>(
    names: &[String],
    kind: &str,
    all: &[&str],
    named: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Failure> {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for name in names {
        match named(name) {
            Some(one) if found.contains(&one) => {}
            Some(one) => found.push(one),
            None => unknown.push(format!("`{name}`")),
        }
    }
    let message = match unknown.len() {
        0 => return Ok(found),
        1 => format!("there is no {kind} {}", unknown[0]),
        _ => format!("there are no {kind}s {}", unknown.join(", ")),
    };
    Err(Failure::input(message).with_hint(&format!("the {kind}s are {}", all.join(", "))))
}

//! `stats`: the spacing of a file's points or of a run's year.
//!
//! Notes go to stderr and never change what is measured: whoever reads the tables alone misses nothing but advice.

mod null;
pub(crate) mod table;

use understory::lab::stats::{
    DEFAULT_STEPS, Function, GlobalTestName, NullHypothesis, NullModel, Pattern, Stats, StatsOptions,
};
use understory::spacing::Competitors;
use understory::{Competition, Edge, Plot, Region, StatsRequest, StatsTask, corners};

use crate::args::StatsOptions as Arguments;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::output::{data, say};
use crate::progress::end_at_interrupt;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    start_threads(arguments.work.threads)?;
    // Set before the points are read, which can take long, and left as it is when the folder is taken
    // (`Interrupt::AsBefore`).
    end_at_interrupt("stopped; the same command measures anew");
    let request = request(arguments)?;
    let task = StatsTask::new(&request)?;
    tell_what_was_read(arguments, &task);
    let out = out_or_usual(arguments.out.as_deref(), &format!("{}-stats", task.name()));
    let host = Host::new(arguments.work.quiet, Interrupt::AsBefore);
    let made = host.make(&task, &out)?;
    let (found, _, folder) = host.whole(made)?;
    data(&table::table(&found))?;
    let of_competition = task.competition.as_ref();
    let of_competition = of_competition.map(|competition| notes_on_competition(arguments, competition));
    for note in notes(arguments, &task.pattern, &found)
        .into_iter()
        .chain(of_competition.into_iter().flatten())
    {
        host.tell(&format!("note: {note}"));
    }
    host.tell(&format!("tables and figures are in {}", folder.display()));
    Ok(())
}

/// What is asked for.
fn request(arguments: &Arguments) -> Result<StatsRequest, Failure> {
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
fn window(arguments: &Arguments) -> Result<Option<Plot>, Failure> {
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
fn competitors(arguments: &Arguments) -> Result<Option<Competitors>, Failure> {
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
fn tell_what_was_read(arguments: &Arguments, task: &StatsTask<'_>) {
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

/// What a reader should know about the table of competition.
fn notes_on_competition(arguments: &Arguments, competition: &Competition) -> Vec<String> {
    let mut notes = Vec::new();
    let without = competition.without_diameter;
    if without > 0 {
        notes.push(format!(
            "{without} of {} trees have no diameter, so that they neither compete nor have an index",
            competition.rows.len() as u64 + without
        ));
    }
    if let (Some(count), Some(r_m)) = (arguments.neighbours, arguments.r_max) {
        notes.push(format!(
            "the {count} nearest trees compete, however far they stand; `--r-max {r_m}` ends the functions alone"
        ));
    }
    notes
}

/// What a reader should know about the tables.
fn notes(arguments: &Arguments, pattern: &Pattern, found: &Stats) -> Vec<String> {
    let mut notes = table::undefined(&found.curves);
    if let Some(NullModel {
        patterns,
        is_global: false,
        ..
    }) = found.summary.null_model
    {
        notes.push(format!(
            "a test at 5 % takes 19 patterns, but there are {patterns}; the envelopes are the range of their curves"
        ));
    }
    if arguments.simulations > 0 && !arguments.null.is_empty() {
        let what = if pattern.marks.is_empty() && pattern.species.is_empty() {
            "nothing is simulated"
        } else {
            "marks and species alone are simulated"
        };
        notes.push(format!("{what}, as the patterns of `--null` are compared with"));
    }
    let is_crossed = found.curves.iter().any(|curve| curve.name.contains("_cross_"));
    if let (Some(column), Some(first)) = (&arguments.species, pattern.species.first())
        && pattern.species.iter().any(|name| name != first)
        && !is_crossed
    {
        let crossing = Function::ALL
            .into_iter()
            .filter(|function| function.crosses(2, 2));
        let names: Vec<&str> = crossing.map(Function::name).collect();
        notes.push(format!(
            "none of the functions leads from one `{column}` to another; those that do are {}",
            names.join(", ")
        ));
    }
    if let (Some(column), Some(first)) = (&arguments.species, pattern.species.first())
        && pattern.species.iter().all(|name| name == first)
    {
        notes.push(format!(
            "all points have the same `{column}`, `{first}`, so there are no tables between species"
        ));
    }
    if let Some(pooled) = found.summary.pooled.as_ref().filter(|pooled| pooled.is_too_few) {
        notes.push(format!(
            "{} patterns are pooled; below ten the intervals come out too narrow",
            pooled.points.len()
        ));
    }
    let skipped = &found.summary.shape.not_measured;
    notes.extend(
        skipped
            .iter()
            .map(|skipped| format!("`{}` is not measured: {}", skipped.figure, skipped.why)),
    );
    notes
}

/// What pairs of species are compared with.
fn species_null(arguments: &Arguments) -> Result<NullHypothesis, Failure> {
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
fn functions(arguments: &Arguments) -> Result<Vec<Function>, Failure> {
    if arguments.functions.is_empty() {
        return Ok(Function::DEFAULT.to_vec());
    }
    let all = Function::ALL.map(Function::name);
    by_names(&arguments.functions, "function", &all, Function::named)
}

/// The tests that were asked for, each once.
fn tests(arguments: &Arguments) -> Result<Vec<GlobalTestName>, Failure> {
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

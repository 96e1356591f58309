mod figures;
mod null;
mod room;
mod source;
pub(crate) mod table;

use std::fs;
use std::path::{Path, PathBuf};

use understory_lab::stats::{
    DEFAULT_STEPS, Divisor, Function, NullHypothesis, NullModel, Pattern, Stats, StatsError, StatsOptions,
    stats as measure,
};
use understory_lab::store::Store;
use understory_records::is_ours;

use crate::Outcome;
use crate::args::{DivisorName, NullName, StatsOptions as Arguments};
use crate::commands::plot::keep;
use crate::failure::Failure;
use crate::job::{free_memory_bytes, start_threads};
use crate::output::{data, say};
use crate::progress::{Steps, end_at_interrupt};
use crate::store::DirectoryStore;
use figures::Labels;
use source::Source;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    start_threads(arguments.threads)?;
    end_at_interrupt("stopped; the same command measures anew");
    let source = Source::of(arguments)?;
    let out = arguments.out.clone().unwrap_or_else(|| source.usual_out());
    let store = store_at(&out)?;
    let (pattern, in_metres) = source.pattern(arguments)?;
    let others = |files: &[PathBuf]| -> Result<Vec<Pattern>, Failure> {
        let read = |file: &PathBuf| source::other(arguments, file, pattern.window);
        files.iter().map(read).collect()
    };
    let options = StatsOptions {
        functions: functions(arguments)?,
        r_min_m: arguments.r_min,
        r_max_m: arguments.r_max,
        r_steps: arguments.r_steps.map_or(DEFAULT_STEPS, |steps| steps as usize),
        pixels: arguments.pixels,
        half_width_m: arguments.bandwidth,
        divisor: match arguments.divisor {
            DivisorName::R => Divisor::Radius,
            DivisorName::D => Divisor::Distance,
        },
        simulations: arguments.simulations,
        species_null: species_null(arguments)?,
        seed: arguments.seed,
        null: others(&null::files(&arguments.null)?)?
            .into_iter()
            .map(|pattern| pattern.points_m)
            .collect(),
        against: others(&arguments.against)?,
        free_bytes: free_memory_bytes(),
    };
    let steps = Steps::new(arguments.quiet);
    let found = measure(&pattern, &options, &steps).map_err(Failure::from)?;
    steps.end();
    // Only now, when there is something to put in its place, does what an earlier call left go.
    clear(&store)?;
    found.write(&store)?;
    let labels = Labels {
        in_metres,
        mark: arguments.mark.as_deref(),
    };
    for figure in figures::all(&found, &labels) {
        keep(&store, &understory_report::function(&figure)?)?;
    }
    data(&table::table(&found))?;
    if !arguments.quiet {
        for note in notes(arguments, &pattern, &found) {
            say(&format!("note: {note}"));
        }
        say(&format!("tables and figures are in {}", out.display()));
    }
    Ok(())
}

impl From<StatsError> for Failure {
    fn from(error: StatsError) -> Self {
        Self::Input(error.into())
    }
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
        notes.push(format!(
            "none of the functions leads from one `{column}` to another; those that do are G, K, L and pcf"
        ));
    }
    if let (Some(column), Some(first)) = (&arguments.species, pattern.species.first())
        && pattern.species.iter().all(|name| name == first)
    {
        notes.push(format!(
            "all points have the same `{column}`, `{first}`, so there are no tables between species"
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
    Ok(match name {
        NullName::Csr => NullHypothesis::Csr,
        NullName::RandomLabelling => NullHypothesis::RandomLabelling,
        NullName::ToroidalShift => NullHypothesis::ToroidalShift,
    })
}

/// The functions that were asked for, each once.
fn functions(arguments: &Arguments) -> Result<Vec<Function>, Failure> {
    if arguments.functions.is_empty() {
        return Ok(Function::DEFAULT.to_vec());
    }
    let mut functions = Vec::new();
    for name in &arguments.functions {
        let named = Function::ALL.iter().find(|(own, _)| own == name);
        let Some((_, function)) = named else {
            let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
            return Err(Failure::input(format!(
                "there is no function `{name}`\nhint: the functions are {}",
                names.join(", ")
            )));
        };
        if !functions.contains(function) {
            functions.push(*function);
        }
    }
    Ok(functions)
}

/// The folder of the tables, which is new, empty or holds an earlier summary of ours.
fn store_at(out: &Path) -> Result<DirectoryStore, Failure> {
    let store = DirectoryStore::new(out);
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
            return Err(Failure::input(format!(
                "a file stands in the way of the folder `{}`; choose another with `--out`",
                out.display()
            )));
        }
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

/// Removes the tables and figures of an earlier call; nothing else. The summary stays until its place is taken, so
/// that the folder is known to be ours throughout.
fn clear(store: &DirectoryStore) -> Outcome {
    for path in store.list("")? {
        let table = path.strip_suffix(".csv");
        let figure = path.strip_prefix("figures/");
        let figure = figure.and_then(|file| file.strip_suffix(".svg").or_else(|| file.strip_suffix(".png")));
        if path == "against.json" || table.or(figure).is_some_and(is_curve) {
            store.remove(&path)?;
        }
    }
    Ok(())
}

/// Whether a table or figure of this name is one of ours.
fn is_curve(name: &str) -> bool {
    let is_function = Function::ALL.iter().any(|(own, _)| *own == name);
    let others = ["K_sector", "mark_correlation", "mark_variogram"];
    let starts = ["envelope_", "K_cross_", "L_cross_", "G_cross_", "pcf_cross_"];
    let is_plain = !name.contains('/');
    is_plain && (is_function || others.contains(&name) || starts.iter().any(|start| name.starts_with(start)))
}

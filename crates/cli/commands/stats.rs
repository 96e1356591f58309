mod figures;
mod source;
pub(crate) mod table;

use std::path::PathBuf;

use understory_lab::stats::{
    DEFAULT_STEPS, Divisor, Function, NullModel, Pattern, Stats, StatsError, StatsOptions, stats as measure,
};
use understory_lab::store::Store;
use understory_lab::tables_in;
use understory_records::{Document, RunJson, StatsManifest, paths};

use crate::Outcome;
use crate::args::{DivisorName, StatsOptions as Arguments};
use crate::commands::plot::keep;
use crate::failure::Failure;
use crate::files::slashed;
use crate::job::{VERSION, move_in, start_threads};
use crate::output::{data, say};
use crate::progress::end_at_interrupt;
use crate::run_folder::{Replaces, RunFolder};
use figures::Labels;
use source::Source;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    start_threads(arguments.threads)?;
    end_at_interrupt("stopped; the same command measures anew");
    let source = Source::of(arguments)?;
    let out = arguments.out.clone().unwrap_or_else(|| source.usual_out());
    let (pattern, in_metres) = source.pattern(arguments)?;
    let others = |files: &[PathBuf]| -> Result<Vec<Pattern>, Failure> {
        let read = |file: &PathBuf| source::other(arguments, file, pattern.window);
        files.iter().map(read).collect()
    };
    let options = StatsOptions {
        functions: functions(arguments)?,
        r_max_m: arguments.r_max,
        r_steps: arguments.r_steps.map_or(DEFAULT_STEPS, |steps| steps as usize),
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
    // Held while it is measured, so that no other call comes between; in place of an earlier analysis alone.
    let (folder, _) = RunFolder::open_over(&out, &wanted(arguments), false, Replaces::Only("stats"))?;
    let labels = Labels {
        in_metres,
        mark: arguments.mark.as_deref(),
    };
    let measured = measure(&pattern, &options).map_err(Failure::from);
    let found = match measured.and_then(|found| write(&found, &labels, &source, &folder).map(|()| found)) {
        Ok(found) => found,
        Err(failure) => {
            folder.give_up()?;
            return Err(failure);
        }
    };
    let out = move_in(folder, arguments.quiet)?;
    data(&table::table(&found))?;
    if !arguments.quiet {
        for note in notes(arguments, &pattern, &found) {
            say(&format!("note: {note}"));
        }
        say(&format!("tables and figures are in {}", out.display()));
    }
    Ok(())
}

/// What the folder is made from, which has no scenario.
fn wanted(arguments: &Arguments) -> RunJson {
    RunJson {
        version: VERSION.to_owned(),
        scenario: "stats".to_owned(),
        scenario_blake3: String::new(),
        inputs: Vec::new(),
        identity: slashed(&arguments.points),
        seed: arguments.seed,
        years: 0,
        replicates: 1,
    }
}

/// Writes tables and figures, and the manifest last.
fn write(found: &Stats, labels: &Labels<'_>, source: &Source, folder: &RunFolder) -> Outcome {
    let store = folder.store();
    found.write(&store)?;
    for figure in figures::all(found, labels) {
        keep(&store, &understory_report::function(&figure)?)?;
    }
    let mut files = tables_in(&store)?;
    let manifest = StatsManifest {
        version: VERSION.to_owned(),
        command: "stats".to_owned(),
        points: source.file(),
        others: folder.others(&mut files)?,
        files,
    };
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
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
        notes.push("nothing is simulated, as the patterns of `--null` are compared with".to_owned());
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

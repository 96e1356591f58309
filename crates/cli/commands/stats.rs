mod competition;
mod null;
mod room;
mod source;
pub(crate) mod table;

use std::path::PathBuf;

use understory::{
    Labels, Replaces, RunFolder, VERSION, draw_stats, files_left, free_memory_bytes, keep, slashed,
};
use understory_lab::stats::{
    DEFAULT_STEPS, Divisor, Function, NullHypothesis, NullModel, Pattern, Stats, StatsOptions,
    stats as measure,
};
use understory_lab::store::Store;
use understory_records::{Document, RunJson, StatsManifest, paths};

use crate::args::{DivisorName, NullName, StatsOptions as Arguments};
use crate::failure::{Failure, Outcome};
use crate::job::{move_in, start_threads};
use crate::output::{data, say};
use crate::progress::{Steps, end_at_interrupt};
use competition::Competition;
use source::Source;

/// Measures a pattern of points, or a year of a run.
pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    start_threads(arguments.threads)?;
    end_at_interrupt("stopped; the same command measures anew");
    let source = Source::of(arguments)?;
    let out = arguments.out.clone().unwrap_or_else(|| source.usual_out());
    let (pattern, in_metres) = source.pattern(arguments)?;
    let competition = Competition::of(&source, pattern.window, arguments)?;
    let others = |files: &[PathBuf], is_null: bool| -> Result<Vec<(Pattern, bool)>, Failure> {
        let read = |file: &PathBuf| source::other(arguments, file, pattern.window, is_null);
        files.iter().map(read).collect()
    };
    let null = others(&null::files(&arguments.null)?, true)?;
    let whole = null.iter().filter(|(_, is_whole)| *is_whole).count();
    if let Some(only) = arguments.only.as_ref().filter(|_| whole > 0 && !arguments.quiet) {
        say(&format!(
            "note: {whole} of {} patterns of `--null` are taken whole, as they have no column of {only}",
            null.len()
        ));
    }
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
        null: null.into_iter().map(|(pattern, _)| pattern.points_m).collect(),
        against: others(&arguments.against, false)?
            .into_iter()
            .map(|(pattern, _)| pattern)
            .collect(),
        free_bytes: free_memory_bytes(),
    };
    // Held while it is measured, so that no other call comes between; in place of an earlier analysis alone.
    let (folder, _) = RunFolder::open_over(&out, &wanted(arguments), false, Replaces::Only("stats"))?;
    let steps = Steps::new(arguments.quiet);
    let labels = Labels {
        in_metres,
        mark: arguments.mark.as_deref(),
    };
    let measured = measure(&pattern, &options, &steps).map_err(Failure::from);
    steps.end();
    let found = match measured.and_then(|found| {
        write(&found, competition.as_ref(), &labels, &source, &folder)?;
        Ok(found)
    }) {
        Ok(found) => found,
        Err(failure) => {
            folder.give_up()?;
            return Err(failure);
        }
    };
    let out = move_in(folder, arguments.quiet)?;
    data(&table::table(&found))?;
    if !arguments.quiet {
        let competition = competition
            .as_ref()
            .map(|competition| competition.notes(arguments));
        for note in notes(arguments, &pattern, &found)
            .into_iter()
            .chain(competition.into_iter().flatten())
        {
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
fn write(
    found: &Stats,
    competition: Option<&Competition>,
    labels: &Labels<'_>,
    source: &Source,
    folder: &RunFolder,
) -> Outcome {
    let store = folder.store();
    found.write(&store)?;
    if let Some(competition) = competition {
        competition.write(&store)?;
    }
    draw_stats(found, labels, &mut |figure| keep(&store, &figure))?;
    let (files, others) = files_left(&store)?;
    let manifest = StatsManifest {
        version: VERSION.to_owned(),
        command: "stats".to_owned(),
        points: source.file(),
        competition: competition.map(|competition| competition.told().to_owned()),
        files,
        others,
    };
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    Ok(())
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

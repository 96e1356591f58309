//! `plot`: the figures of finished results, anew from their tables.
//!
//! Those of `stats` are drawn while it measures, and not from tables.

use std::path::PathBuf;

use understory::records::{Manifest, ReplicatesRow, paths};
use understory::report::clark_evans_beside;
use understory::{AnyManifest, Results, manifest_in};

use crate::args::PlotOptions;
use crate::failure::{Failure, Outcome};
use crate::output::say;

/// Draws the figures of a folder of ours anew from its tables.
pub(crate) fn plot(options: &PlotOptions) -> Outcome {
    let mut results = Results::in_folder(&options.run)?;
    match results.about() {
        AnyManifest::Run(_) => {}
        AnyManifest::Tree(_) => refuse_beside(options, "a tree")?,
        AnyManifest::World(_) => refuse_beside(options, "a painted world")?,
        AnyManifest::Claims(_) => {
            refuse_beside(options, "claims")?;
            if !options.quiet {
                say("drawing figures");
            }
        }
        AnyManifest::Stats(_) => {
            let message = format!(
                "`{}` holds statistics, whose figures `understory stats` draws when it measures",
                options.run.display()
            );
            return Err(Failure::input(message).with_hint("measure again with the same command"));
        }
    }
    let mut beside = Vec::new();
    if !options.beside.is_empty() {
        let runs = replicates(options)?;
        let labelled: Vec<(&str, Vec<ReplicatesRow>)> = runs
            .iter()
            .map(|(name, rows)| (name.as_str(), rows.clone()))
            .collect();
        beside.push(clark_evans_beside(&labelled)?);
    }
    results.redraw(&beside)?;
    tell(options, &results)
}

/// Of each run that is set beside the others, its name and its replicates.
fn replicates(options: &PlotOptions) -> Result<Vec<(String, Vec<ReplicatesRow>)>, Failure> {
    let runs = [&options.run].into_iter().chain(&options.beside);
    let of_run = |run: &PathBuf| {
        let manifest: Manifest = manifest_in(run)?;
        let rows = Results::in_folder(run)?.rows(paths::REPLICATES)?;
        Ok((manifest.scenario, rows))
    };
    runs.map(of_run).collect()
}

/// Refuses `--beside` for results that are not of forests.
fn refuse_beside(options: &PlotOptions, what: &str) -> Outcome {
    if options.beside.is_empty() {
        return Ok(());
    }
    let message = format!(
        "`--beside` sets forests beside each other, but `{}` holds {what}",
        options.run.display()
    );
    Err(Failure::input(message).with_hint("leave it out"))
}

fn tell(options: &PlotOptions, results: &Results) -> Outcome {
    if !options.quiet {
        let written = results.store().written()?;
        let drawn = written.iter().filter(|path| path.ends_with(".svg")).count();
        let figures = if drawn == 1 { "figure" } else { "figures" };
        let folder = options.run.join("figures");
        say(&format!("drew {drawn} {figures} in {}", folder.display()));
    }
    Ok(())
}

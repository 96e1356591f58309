//! `plot`: the figures of finished results, anew from their tables.
//!
//! Those of `stats` are drawn while it measures, and not from tables.

use std::collections::BTreeSet;
use std::path::PathBuf;

use understory::records::{CensusRow, Manifest, ReplicatesRow, paths};
use understory::report::{census_beside, clark_evans_beside};
use understory::{AnyManifest, Results, manifest_in, run_about};

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
        AnyManifest::Scatter(_) => refuse_beside(options, "scattered points")?,
        AnyManifest::Bake(_) => refuse_beside(options, "a baked tile")?,
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
        let runs = runs_beside(options)?;
        let censuses: Vec<_> = runs
            .iter()
            .map(|run| (run.label.as_str(), run_about(&run.manifest), run.census.clone()))
            .collect();
        beside.push(census_beside(&censuses)?);
        let replicates: Vec<_> = runs
            .iter()
            .map(|run| (run.label.as_str(), run.replicates.clone()))
            .collect();
        beside.push(clark_evans_beside(&replicates)?);
    }
    results.redraw(&beside)?;
    tell(options, &results)
}

/// A run that is set beside others.
struct Beside {
    label: String,
    manifest: Manifest,
    census: Vec<CensusRow>,
    replicates: Vec<ReplicatesRow>,
}

/// The runs that are set beside each other: named by their scenarios, or by their folders where two have the same.
fn runs_beside(options: &PlotOptions) -> Result<Vec<Beside>, Failure> {
    let folders: Vec<&PathBuf> = [&options.run].into_iter().chain(&options.beside).collect();
    let mut runs = Vec::new();
    for folder in &folders {
        let manifest: Manifest = manifest_in(folder)?;
        let results = Results::in_folder(folder)?;
        runs.push(Beside {
            label: manifest.scenario.clone(),
            manifest,
            census: results.census()?,
            replicates: results.rows(paths::REPLICATES)?,
        });
    }
    let names: BTreeSet<&str> = runs.iter().map(|run| run.label.as_str()).collect();
    if names.len() < runs.len() {
        for (run, folder) in runs.iter_mut().zip(&folders) {
            let folder_name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            run.label = folder_name.unwrap_or_else(|| folder.display().to_string());
        }
    }
    Ok(runs)
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

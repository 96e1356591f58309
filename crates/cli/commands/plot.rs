//! `plot`: the figures of finished results, anew from their tables.
//!
//! Those of `stats` are drawn while it measures, and not from tables.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use understory::records::{Body, CensusRow, ReplicatesRow, paths};
use understory::report::{RunAbout, census_beside, clark_evans_beside};
use understory::{Results, run_about};

use crate::args::figure_width;
use crate::failure::{Failure, Outcome};
use crate::output::{say, say_kept};

/// Draw the figures of a run, a grown tree, a painted world, a baked tile or claims anew
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/plot.txt").trim_end())]
pub(crate) struct PlotOptions {
    /// Folder that `run`, `compare`, `grow`, `place`, `bake` or `claims` made
    pub(crate) run: PathBuf,
    /// Another run whose stand and Clark–Evans index are drawn beside this one's; may be given several times
    #[arg(long, value_name = "RUN_DIR")]
    pub(crate) beside: Vec<PathBuf>,
    /// Width of figures of forests and comparisons, 80 to 600; those that need more take it [default: each its own]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = figure_width)]
    pub(crate) width_mm: Option<f64>,
    /// Draw the map through the recorded years, too, as a picture that moves
    #[arg(long)]
    pub(crate) animate: bool,
    /// Print nothing but problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Draws the figures of a folder of ours anew from its tables.
pub(crate) fn plot(options: &PlotOptions) -> Outcome {
    let mut results = Results::in_folder(&options.run)?;
    if let Body::Stats(_) = results.about().body {
        let message = format!(
            "`{}` holds statistics, whose figures `understory stats` draws when it measures",
            options.run.display()
        );
        return Err(Failure::input(message).with_hint("measure again with the same command"));
    }
    if results.forest().is_err() {
        refuse_for(options, results.about().body.command())?;
    }
    // These take long.
    if matches!(results.about().body, Body::Claims(_)) && !options.quiet {
        say("drawing figures");
    }
    results.set_width_mm(options.width_mm);
    let mut more = Vec::new();
    if options.animate {
        more.push(results.map_film()?);
    }
    if !options.beside.is_empty() {
        let runs = runs_beside(options)?;
        let censuses: Vec<_> = runs
            .iter()
            .map(|run| {
                let about = RunAbout {
                    width_mm: options.width_mm,
                    ..run.about.clone()
                };
                (run.label.as_str(), about, run.census.clone())
            })
            .collect();
        more.push(census_beside(&censuses)?);
        let replicates: Vec<_> = runs
            .iter()
            .map(|run| (run.label.as_str(), run.replicates.clone()))
            .collect();
        more.push(clark_evans_beside(&replicates, options.width_mm)?);
    }
    results.redraw(&more)?;
    tell(options, &results)
}

/// A run that is set beside others.
struct Beside {
    label: String,
    about: RunAbout,
    census: Vec<CensusRow>,
    replicates: Vec<ReplicatesRow>,
}

/// The runs that are set beside each other: named by their scenarios, or by their folders where two have the same.
fn runs_beside(options: &PlotOptions) -> Result<Vec<Beside>, Failure> {
    let folders: Vec<&PathBuf> = [&options.run].into_iter().chain(&options.beside).collect();
    let mut runs = Vec::new();
    for folder in &folders {
        let results = Results::in_folder(folder)?;
        let about = run_about(results.forest()?);
        runs.push(Beside {
            label: about.name.clone(),
            about,
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

/// Refuses what is for forests alone.
fn refuse_for(options: &PlotOptions, command: &str) -> Outcome {
    let asked = [
        (
            !options.beside.is_empty(),
            "`--beside` sets forests beside each other",
        ),
        (
            options.width_mm.is_some(),
            "`--width-mm` is for figures of forests and comparisons",
        ),
        (options.animate, "`--animate` shows forests through the years"),
    ];
    let Some((_, asked)) = asked.into_iter().find(|(is_asked, _)| *is_asked) else {
        return Ok(());
    };
    let message = format!(
        "{asked}, but `{}` holds results of `understory {command}`",
        options.run.display()
    );
    Err(Failure::input(message).with_hint("leave it out"))
}

fn tell(options: &PlotOptions, results: &Results) -> Outcome {
    if !options.quiet {
        let written = results.store().written()?;
        let drawn = written.iter().filter(|path| path.ends_with(".svg")).count();
        let figures = if drawn == 1 { "figure" } else { "figures" };
        say_kept(&options.run, &results.kept());
        let folder = options.run.join("figures");
        say(&format!("drew {drawn} {figures} in {}", folder.display()));
    }
    Ok(())
}

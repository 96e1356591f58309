//! `run`: grows the forest of a scenario, or goes on with an interrupted run.
//!
//! A second Ctrl-C ends the program at once; the newest checkpoint then counts. Every message about a stop says how
//! to go on.

use std::path::{Path, PathBuf};

use clap::Args;
use understory::{DiskFiles, ForestScenario, Overrides, SweptForest, Task};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::{Failure, Outcome};
use crate::host::Host;
use crate::job::{opened, overrides};
use crate::progress::Progress;

/// Grow the forest of a scenario: tables, figures and checkpoints
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/run.txt").trim_end())]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    /// Go on from the newest checkpoint of a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin even where the tables will be larger than 2 GB, or a sweep has more than 10,000 runs
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Grows the forest of a scenario.
pub(crate) fn run(options: &RunOptions) -> Outcome {
    let (scenario, out) = scenario_and_out(options)?;
    if scenario.sweep.is_some() {
        return sweep(&scenario, &out, options);
    }
    let host = Host::of_run(
        Progress::over(scenario.years, options.work.quiet),
        options.yes,
        options.resume,
    );
    host.tell_notes(&scenario.header);
    host.make(&Task::new(&scenario)?, &out)?;
    Ok(())
}

/// The forest that is asked for, and the folder of its results.
pub(super) fn scenario_and_out(options: &RunOptions) -> Result<(ForestScenario, PathBuf), Failure> {
    let overrides = Overrides {
        years: options.years,
        ..overrides(&options.given, [])
    };
    opened(&options.given, &overrides, &options.work)
}

/// Makes all runs of a sweep.
fn sweep(scenario: &ForestScenario, out: &Path, options: &RunOptions) -> Outcome {
    let host = Host::of_run(
        Progress::of_steps(options.work.quiet),
        options.yes,
        options.resume,
    )
    .of_tasks();
    host.tell_notes(&scenario.header);
    host.make(&SweptForest::new(scenario, &DiskFiles)?, out)?;
    Ok(())
}

//! `run`: grows the forest of a scenario, or goes on with an interrupted run.
//!
//! A second Ctrl-C ends the program at once; the newest checkpoint then counts. Every message about a stop says how
//! to go on.

use std::path::{Path, PathBuf};

use understory::{DiskFiles, ForestScenario, Overrides, SweptForest, Task};

use crate::args::RunOptions;
use crate::failure::{Failure, Outcome};
use crate::host::Host;
use crate::job::{opened, overrides};
use crate::progress::Progress;

/// Grows the forest of a scenario.
pub(crate) fn run(options: &RunOptions) -> Outcome {
    let (scenario, out) = scenario_and_out(options)?;
    if scenario.sweep.is_some() {
        return sweep(&scenario, &out, options);
    }
    let host = Host::of_run(Progress::over(scenario.years, options.work.quiet), options);
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
    let host = Host::of_run(Progress::of_steps(options.work.quiet), options).of_tasks();
    host.tell_notes(&scenario.header);
    host.make(&SweptForest::new(scenario, &DiskFiles)?, out)?;
    Ok(())
}

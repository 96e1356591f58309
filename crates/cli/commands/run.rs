//! `run`: grows the forest of a scenario, or goes on with an interrupted run.
//!
//! A second Ctrl-C ends the program at once; the newest checkpoint then counts. Every message about a stop says how
//! to go on.

use std::error::Error as _;
use std::io::ErrorKind;
use std::iter::successors;
use std::path::{Path, PathBuf};

use understory::lab::LabError;
use understory::records::{Manifest, paths};
use understory::{DiskFiles, Error, ForestScenario, Made, Overrides, SweptForest, Task};

use crate::args::RunOptions;
use crate::failure::{Failure, Outcome};
use crate::host::Host;
use crate::job::{opened, overrides, this_command};
use crate::progress::Progress;

/// Grows the forest of a scenario.
pub(crate) fn run(options: &RunOptions) -> Outcome {
    let (scenario, out) = scenario_and_out(options)?;
    if scenario.sweep.is_some() {
        return sweep(&scenario, &out, options);
    }
    let host = Host::of_run(Progress::over(scenario.years, options.work.quiet), options);
    host.tell_notes(&scenario.header);
    let made = host.make(&Task::new(&scenario)?, &out);
    let ending = |manifest: &Manifest, folder: &Path| ending(&scenario, manifest, folder);
    end(made, &host, ending, |year| {
        // The first replicate is over, and a stop came among the others.
        let replicates = if year == scenario.years {
            ", among the replicates"
        } else {
            ""
        };
        format!("stopped after year {year}{replicates}; what was finished is")
    })
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
    let made = host.make(&SweptForest::new(scenario, &DiskFiles)?, out);
    let ending =
        |manifest: &Manifest, folder: &Path| ending_of_sweep(scenario.task_count(), manifest, folder);
    end(made, &host, ending, |_| {
        "stopped; the runs that were finished are".to_owned()
    })
}

/// Tells what came of a run or a sweep: its last line, or what was finished and how to go on.
pub(super) fn end<T>(
    made: Result<Made<T>, Error>,
    host: &Host<'_>,
    ending: impl FnOnce(&Manifest, &Path) -> String,
    stopped: impl FnOnce(u32) -> String,
) -> Outcome {
    let made = made.map_err(|error| with_way_on(error, host.partial()))?;
    let stopped = |year, partial: &Path| format!("{} in {}", stopped(year), partial.display());
    if let Some((_, manifest, folder)) = host.whole_or(made, stopped)? {
        host.tell(&ending(&manifest, &folder));
    }
    Ok(())
}

/// Where something failed while the run was made, adds how to resume, if there is something to go on from.
fn with_way_on(error: Error, partial: Option<&Path>) -> Failure {
    let Some(partial) = partial.filter(|_| !matches!(error, Error::Folder(_))) else {
        return error.into();
    };
    let folder = partial.display();
    // While somebody removes a folder, some of its files stand for a moment longer; one that the run made and does not find is enough.
    if matches!(partial.join(paths::RUN).try_exists(), Ok(false)) || is_of_missing_file(&error) {
        let hint = format!("{folder} or a part of it was removed while the run was at work; start it anew");
        return Failure::Machine(error.into()).with_hint(&hint);
    }
    if error.is_user_error() {
        return error.into();
    }
    let hint = format!(
        "what was finished is in {folder}; when that is mended, go on with `{}`",
        this_command(&["--resume"])
    );
    Failure::from(error).with_hint(&hint)
}

/// Whether this, or what caused it, is a file that is not there.
fn is_of_missing_file(error: &Error) -> bool {
    let cause = match error {
        Error::Io(cause) | Error::Lab(LabError::Io(cause)) => Some(cause),
        error => successors(error.source(), |&cause| cause.source())
            .find_map(<dyn std::error::Error>::downcast_ref),
    };
    cause.is_some_and(|cause| cause.kind() == ErrorKind::NotFound)
}

/// The last line of a run that is whole.
pub(super) fn ending(scenario: &ForestScenario, manifest: &Manifest, folder: &Path) -> String {
    let us_per_tree_year = manifest
        .years_took()
        .map_or(0.0, |took| 1e6 * took.year_s / (took.tree_years.max(1) as f64));
    let replicates = match scenario.replicates {
        1 => String::new(),
        2 => " and another replicate".to_owned(),
        n => format!(" and {} more replicates", n - 1),
    };
    format!(
        "{}: {} years{replicates} in {:.1} s ({:.2} µs per tree-year)\ntables and figures are in {}",
        scenario.header.name,
        scenario.years,
        manifest.wall_s(),
        us_per_tree_year,
        folder.display()
    )
}

/// The same of a sweep.
fn ending_of_sweep(tasks: u64, manifest: &Manifest, folder: &Path) -> String {
    format!(
        "{}: {} runs of {} years in {:.1} s\nthe table of all is {}",
        manifest.made_from.scenario,
        tasks,
        manifest.made_from.years,
        manifest.wall_s(),
        folder.join(paths::SWEEP).display()
    )
}

//! `sweep`: the runs of a sweep one by one, for clusters; `run` makes all at once.

use std::path::Path;

use clap::Args;
use understory::lab::sweep::TaskEnd;
use understory::records::paths;
use understory::scenario::plain_value;
use understory::{DiskFiles, ForestScenario, Overrides, SweptForest};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{opened, overrides, quoted, this_command};
use crate::output::data;
use crate::progress::end_at_interrupt;

/// List, run or gather the runs of a sweep, one by one
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sweep.txt").trim_end())]
#[command(
    override_usage = "understory sweep [OPTIONS] <SCENARIO>\n       with --list, --task <ID> or --gather",
    group = clap::ArgGroup::new("what").required(true)
)]
pub(crate) struct SweepOptions {
    /// Print the runs as CSV: task, seed, and the varied keys
    #[arg(long, group = "what")]
    pub(crate) list: bool,
    /// Run this one
    #[arg(long, value_name = "ID", group = "what")]
    pub(crate) task: Option<String>,
    /// Make the one table of all runs
    #[arg(long, group = "what")]
    pub(crate) gather: bool,
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// So many lines of the list are printed at once.
const LINES: usize = 1000;

/// Lists, runs or gathers the tasks of a sweep.
pub(crate) fn sweep(options: &SweepOptions) -> Outcome {
    let overrides = Overrides {
        years: options.years,
        ..overrides(&options.given, [])
    };
    let (scenario, out): (ForestScenario, _) = opened(&options.given, &overrides, &options.work)?;
    if scenario.sweep.is_none() {
        let message = format!("{}: this scenario has no `[sweep]`", scenario.header.path);
        let hint = "name the keys that are to be varied, such as `\"species.birch.fruit.seeds_per_m2\" = [0.5, 1.0]`";
        return Err(Failure::input(message).with_hint(hint));
    }
    let swept = SweptForest::new(&scenario, &DiskFiles)?;
    match &options.task {
        None if options.list => list(&swept, &scenario),
        None => gather(&swept, &out, options),
        Some(id) => task(&swept, id, &out, options),
    }
}

/// Prints all tasks.
fn list(swept: &SweptForest<'_>, scenario: &ForestScenario) -> Outcome {
    let job = swept.job();
    let points = job.points();
    let keys = scenario.sweep.iter().flat_map(|sweep| &sweep.varied);
    let keys = keys.map(|varied| varied.path.as_str());
    let mut lines = csv::Writer::from_writer(Vec::new());
    lines
        .write_record(["task", "seed"].into_iter().chain(keys))
        .map_err(unwritten)?;
    for (number, task) in scenario.tasks().enumerate() {
        let values = points
            .as_ref()
            .map_or_else(Vec::new, |points| points.values(task.point));
        let values = values.iter().map(|value| plain_value(value));
        let row = [task.id(), job.seed(task).to_string()].into_iter().chain(values);
        lines.write_record(row).map_err(unwritten)?;
        if number % LINES == LINES - 1 {
            print_lines(std::mem::replace(
                &mut lines,
                csv::Writer::from_writer(Vec::new()),
            ))?;
        }
    }
    print_lines(lines)
}

fn print_lines(lines: csv::Writer<Vec<u8>>) -> Outcome {
    let text = lines
        .into_inner()
        .map_err(|error| unwritten(error.into_error()))?;
    data(&String::from_utf8_lossy(&text))
}

fn unwritten(error: impl Into<std::io::Error>) -> Failure {
    Failure::Machine(understory::Error::Io(error.into()).into())
}

/// Runs one task.
fn task(swept: &SweptForest<'_>, id: &str, out: &Path, options: &SweepOptions) -> Outcome {
    let Some(task) = swept.job().task(id) else {
        let message = format!("this sweep has no task `{id}`");
        let scenario = quoted(&options.given.scenario);
        return Err(Failure::input(message).with_hint(&format!(
            "`understory sweep {scenario} --list` prints their names"
        )));
    };
    let host = Host::new(options.work.quiet, Interrupt::AsBefore);
    end_at_interrupt("stopped; nothing of the run is kept, and the same command begins it again");
    let end = swept.run_task(task, out, &host);
    host.end_progress();
    let folder = out.join(paths::task(id));
    match end? {
        TaskEnd::Finished => host.tell(&format!("the run is in {}", folder.display())),
        TaskEnd::WasFinished => host.tell(&format!(
            "{} is finished already; nothing was changed",
            folder.display()
        )),
        TaskEnd::Stopped => return Err(Failure::Stopped),
    }
    Ok(())
}

/// Makes the one table of all tasks.
fn gather(swept: &SweptForest<'_>, out: &Path, options: &SweepOptions) -> Outcome {
    let host = Host::new(options.work.quiet, Interrupt::AsBefore);
    end_at_interrupt(format!("stopped; begin again with `{}`", this_command(&[])));
    let ((summary, manifest), kept) = understory::gather(swept, out)?;
    host.tell_kept(out, &kept);
    host.tell_summary(&summary, &manifest)?;
    host.tell(&format!("results are in {}", out.display()));
    Ok(())
}

//! `calibrate`: keys of a scenario fitted to a measured stand.

use clap::Args;
use understory::{DiskFiles, FittedForest, ForestScenario, Setting};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{opened, out_or_usual, overrides};

/// Fit keys of a scenario to a measured stand
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/calibrate.txt").trim_end())]
pub(crate) struct CalibrateOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Runs in all, in place of the scenario's `calibrate.budget`
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) budget: Option<u32>,
    /// Make N runs from the priors instead, at least 200, and find the keys of each from the others; the folder is
    /// results/NAME-recovery unless `--out` names one
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "budget"
    )]
    pub(crate) recovery: Option<u32>,
    /// Go on with a calibration that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Fits the keys of a scenario, or finds known keys again.
pub(crate) fn calibrate(options: &CalibrateOptions) -> Outcome {
    // As `--set` has it, so that the copy in the results holds it.
    let budget = options
        .budget
        .map(|budget| format!("calibrate.budget={budget}").parse());
    let budget: Option<Setting> = budget.transpose().map_err(Failure::input)?;
    let overrides = overrides(&options.given, budget);
    let (scenario, mut out): (ForestScenario, _) = opened(&options.given, &overrides, &options.work)?;
    if scenario.calibration.is_none() {
        let message = format!("{}: this scenario has no `[calibrate]`", scenario.header.path);
        let hint = "name a measured stand, `[calibrate]` with `target = \"stand.csv\"`, and the keys to fit, `[[prior]]` with `key`, `low` and `high`";
        return Err(Failure::input(message).with_hint(hint));
    }
    if options.recovery.is_some() {
        let usual = format!("{}-recovery", scenario.header.name);
        out = out_or_usual(options.given.out.as_deref(), &usual);
    }
    let fitted = FittedForest::new(&scenario, &DiskFiles, options.recovery)?;
    let host = Host::new(options.work.quiet, Interrupt::AsBefore)
        .of_tasks()
        .resumed(options.resume);
    host.tell_notes(&scenario.header);
    host.make(&fitted, &out)?;
    Ok(())
}

//! `calibrate`: keys of a scenario fitted to a measured stand.

use understory::{DiskFiles, FittedForest, ForestScenario, Setting};

use crate::args::CalibrateOptions;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{opened, out_or_usual, overrides};

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

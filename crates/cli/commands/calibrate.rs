//! `calibrate`: keys of a scenario fitted to a measured stand.

use std::path::Path;

use understory::lab::calibrate::{Outcome as Fitted, RecoveryOutcome};
use understory::records::paths;
use understory::{DiskFiles, Fit, FittedForest, ForestScenario, Setting};

use crate::aligned::table;
use crate::args::CalibrateOptions;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{opened, out_or_usual, overrides};
use crate::output::data;

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
    let made = host.make(&fitted, &out)?;
    let stopped = |_, partial: &Path| {
        let table = partial.join(paths::EVALUATIONS);
        format!("stopped; the runs that were finished are in {}", table.display())
    };
    let Some((found, manifest, folder)) = host.whole_or(made, stopped)? else {
        return Ok(());
    };
    data(&match &found {
        Fit::Posterior(outcome) => table_of_keys(outcome),
        Fit::Recovery(outcome) => table_of_recovery(outcome),
    })?;
    host.tell(&format!(
        "{}: {} runs in {:.1} s\ntables and figures are in {}",
        manifest.made_from.scenario,
        found.evaluations(),
        manifest.wall_s(),
        folder.display()
    ));
    Ok(())
}

/// A number in four digits, whatever its size.
fn short(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        format!("{value:.0}")
    } else if size >= 1.0 {
        format!("{value:.2}")
    } else if size >= 0.001 || value == 0.0 {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

fn table_of_keys(outcome: &Fitted) -> String {
    let rows = outcome.keys.iter().map(|(key, found)| {
        let [mean, sd, low, median, high] =
            [found.mean, found.sd, found.q025, found.q50, found.q975].map(short);
        let verdict = if found.identified {
            "yes"
        } else {
            "the target cannot tell"
        };
        [key.clone(), mean, sd, low, median, high, verdict.to_owned()]
    });
    let head = ["key", "mean", "sd", "2.5 %", "median", "97.5 %", "identified"];
    format!(
        "{}effective size {:.0} of {} particles, from {} runs\n",
        table(head, rows, 1),
        outcome.effective_size,
        outcome.particles,
        outcome.evaluations
    )
}

fn table_of_recovery(outcome: &RecoveryOutcome) -> String {
    let head = ["key", "95 % held", "50 % held", "error", "correlation", "ranks p"];
    let rows = outcome.keys.iter().map(|row| {
        [
            row.key.clone(),
            format!("{:.1} %", 100.0 * row.coverage_95),
            format!("{:.1} %", 100.0 * row.coverage_50),
            format!("{:.2} sd", row.error_share),
            format!("{:.2}", row.correlation),
            format!("{:.3}", row.ranks_p),
        ]
    });
    table(head, rows, 1)
}

//! `calibrate`: keys of a scenario fitted to a measured stand.

use understory::lab::calibrate::{Outcome as Fitted, RecoveryOutcome};
use understory::records::paths;
use understory::{DiskFiles, Fit, FittedForest, ForestScenario, Made, Overrides, Setting, make_into, open};

use crate::aligned::aligned;
use crate::args::CalibrateOptions;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::{command_line, out_or_usual, quoted, start_threads};
use crate::output::{print, say};
use crate::progress::Steps;

/// Fits the keys of a scenario, or finds known keys again.
pub(crate) fn calibrate(options: &CalibrateOptions) -> Outcome {
    let mut set = options.set.set.clone();
    if let Some(budget) = options.budget {
        // As `--set` has it, so that the copy in the results holds it.
        let setting: Result<Setting, String> = format!("calibrate.budget={budget}").parse();
        set.push(setting.map_err(Failure::input)?);
    }
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set,
    };
    start_threads(options.threads)?;
    let scenario: ForestScenario = open(&options.scenario, &overrides)?;
    if scenario.calibration.is_none() {
        let message = format!("{}: this scenario has no `[calibrate]`", scenario.header.path);
        let hint = "name a measured stand, `[calibrate]` with `target = \"stand.csv\"`, and the keys to fit, `[[prior]]` with `key`, `low` and `high`";
        return Err(Failure::input(message).with_hint(hint));
    }
    let name = match options.recovery {
        None => scenario.header.name.clone(),
        Some(_) => format!("{}-recovery", scenario.header.name),
    };
    let out = out_or_usual(options.out.as_deref(), &name);
    let fitted = FittedForest::new(&scenario, &DiskFiles, options.recovery)?;
    let steps = Steps::new(options.quiet);
    let host = Host::new(
        &steps,
        options.quiet,
        Interrupt::StopsAfter("the runs at hand, of which nothing is kept"),
    )
    .of_tasks()
    .resumed(options.resume);
    host.tell_notes(&scenario.header);
    let made = make_into(&fitted, &out, options.resume, &host);
    steps.end();
    match made? {
        Made::Whole {
            found,
            manifest,
            folder,
            kept,
        } => {
            host.tell_kept(&folder, &kept);
            match &found {
                Fit::Posterior(outcome) => print(&table_of_keys(outcome))?,
                Fit::Recovery(outcome) => print(&table_of_recovery(outcome))?,
            }
            host.tell(&format!(
                "{}: {} runs in {:.1} s\ntables and figures are in {}",
                manifest.made_from.scenario,
                found.evaluations(),
                manifest.wall_s(),
                folder.display()
            ));
            Ok(())
        }
        Made::AlreadyComplete { folder } => {
            let folder = folder.display();
            host.tell(&format!("{folder} is complete already; nothing was changed"));
            Ok(())
        }
        Made::Stopped { partial, .. } => {
            say(&format!(
                "stopped; the runs that were finished are in {}\nhint: go on with `{}`",
                partial.join(paths::EVALUATIONS).display(),
                command_to_go_on(options)
            ));
            Err(Failure::Stopped)
        }
    }
}

fn command_to_go_on(options: &CalibrateOptions) -> String {
    let flags = [
        ("--budget", options.budget.map(|budget| budget.to_string())),
        ("--recovery", options.recovery.map(|runs| runs.to_string())),
        ("--out", options.out.as_deref().map(quoted)),
        ("--seed", options.seed.map(|seed| seed.to_string())),
        ("--threads", options.threads.map(|threads| threads.to_string())),
    ];
    command_line("calibrate", &options.scenario, &options.set.set, flags) + " --resume"
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
    let mut rows = vec![
        ["key", "mean", "sd", "2.5 %", "median", "97.5 %", "identified"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (key, found) in &outcome.keys {
        let numbers = [found.mean, found.sd, found.q025, found.q50, found.q975].map(short);
        let verdict = if found.identified {
            "yes"
        } else {
            "the target cannot tell"
        };
        rows.push(
            [key.clone()]
                .into_iter()
                .chain(numbers)
                .chain([verdict.to_owned()])
                .collect(),
        );
    }
    format!(
        "{}effective size {:.0} of {} particles, from {} runs\n",
        aligned(&rows, 1),
        outcome.effective_size,
        outcome.particles,
        outcome.evaluations
    )
}

fn table_of_recovery(outcome: &RecoveryOutcome) -> String {
    let mut rows = vec![
        ["key", "95 % held", "50 % held", "error", "correlation", "ranks p"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for row in &outcome.keys {
        let numbers = [
            format!("{:.1} %", 100.0 * row.coverage_95),
            format!("{:.1} %", 100.0 * row.coverage_50),
            format!("{:.2} sd", row.error_share),
            format!("{:.2}", row.correlation),
            format!("{:.3}", row.ranks_p),
        ];
        rows.push([row.key.clone()].into_iter().chain(numbers).collect());
    }
    aligned(&rows, 1)
}

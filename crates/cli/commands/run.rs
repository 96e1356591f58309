use std::path::Path;

use understory::{End, ForestScenario, Overrides, RunFolder, Start, Task};
use understory_lab::Estimate;
use understory_records::{Manifest, paths};

use crate::args::RunOptions;
use crate::failure::{Failure, Outcome};
use crate::job::{command_line, move_in, out_or_usual, quoted, start_threads, tell_given_up};
use crate::output::say;
use crate::progress::{Progress, listen_for_interrupt};

/// Above this the memory and disk that a run will take are told.
const TOLD_ABOVE_BYTES: u64 = 1 << 30;
/// Above this many bytes of tables a run asks first.
const ASKED_ABOVE_BYTES: u64 = 2 << 30;

/// Grows the forest of a scenario.
pub(crate) fn run(options: &RunOptions) -> Outcome {
    let overrides = Overrides {
        seed: options.seed,
        years: options.years,
        set: options.set.set.clone(),
    };
    let scenario: ForestScenario = understory::open(&options.scenario, &overrides)?;
    start_threads(options.threads)?;
    let task = Task::new(&scenario)?;
    tell_estimate(&task, &task.estimate()?, options)?;
    task.check_founders()?;

    let out = out_or_usual(options.out.as_deref(), &scenario.header.name);
    let (folder, begin) = RunFolder::open(&out, &task.made_from, options.resume)?;
    let from = match &begin {
        Start::AlreadyComplete => {
            tell(
                options,
                &format!(
                    "{} is complete already; nothing was changed",
                    folder.out().display()
                ),
            );
            return Ok(());
        }
        Start::Continue { year, passed_over } => {
            for damage in passed_over {
                tell(
                    options,
                    &format!("a checkpoint is damaged and passed over: {damage}"),
                );
            }
            tell(options, &format!("going on from year {year}"));
            Some(*year)
        }
        Start::Fresh { .. } => {
            tell_given_up(&begin, options.quiet);
            None
        }
    };
    listen_for_interrupt("this year");
    let progress = Progress::new(scenario.years, options.quiet);
    let end = task.run(&folder.store(), from, &progress);
    progress.finish();
    let manifest = match end.map_err(|error| with_way_on(error, folder.partial(), options))? {
        End::Complete(manifest) => manifest,
        End::Stopped { year } => {
            let replicates = if year == scenario.years {
                ", among the replicates"
            } else {
                ""
            };
            say(&format!(
                "stopped after year {year}{replicates}; what was finished is in {}\nhint: go on with `{}`",
                folder.partial().display(),
                command_to_go_on(options)
            ));
            return Err(Failure::Stopped);
        }
    };
    let out = move_in(folder, options.quiet)?;
    tell_end(options, &scenario, &manifest, &out);
    Ok(())
}

fn tell(options: &RunOptions, line: &str) {
    if !options.quiet {
        say(line);
    }
}

fn tell_estimate(task: &Task<'_, ForestScenario>, estimate: &Estimate, options: &RunOptions) -> Outcome {
    let told = task.takes(estimate);
    let is_asked = !options.yes && !options.resume;
    if is_asked {
        task.check_memory(estimate)?;
    }
    // Who goes on has said yes before.
    if estimate.disk_bytes > ASKED_ABOVE_BYTES && is_asked {
        let hint = "add `--yes` if that is meant, or record fewer years with `[record] every_years`";
        return Err(Failure::input(format!("{told}\nhint: {hint}")));
    }
    if estimate.memory_bytes.max(estimate.disk_bytes) > TOLD_ABOVE_BYTES {
        tell(options, &told);
    }
    Ok(())
}

/// Where the machine failed, adds how to resume.
fn with_way_on(error: understory::Error, partial: &Path, options: &RunOptions) -> Failure {
    if error.is_users() {
        return error.into();
    }
    Failure::from(error).with_hint(&way_on(partial, options))
}

fn way_on(partial: &Path, options: &RunOptions) -> String {
    let folder = partial.display();
    if !partial.join(paths::RUN).exists() {
        return format!(
            "{folder} was removed while the run was at work, so there is nothing to go on from; start it anew"
        );
    }
    format!(
        "what was finished is in {folder}; when that is mended, go on with `{}`",
        command_to_go_on(options)
    )
}

fn command_to_go_on(options: &RunOptions) -> String {
    let flags = [
        ("--out", options.out.as_deref().map(quoted)),
        ("--seed", options.seed.map(|seed| seed.to_string())),
        ("--years", options.years.map(|years| years.to_string())),
        ("--threads", options.threads.map(|threads| threads.to_string())),
    ];
    command_line("run", &options.scenario, &options.set.set, flags) + " --resume"
}

fn tell_end(options: &RunOptions, scenario: &ForestScenario, manifest: &Manifest, out: &Path) {
    let performance = &manifest.performance;
    let replicates = match scenario.replicates {
        1 => String::new(),
        2 => " and another replicate".to_owned(),
        n => format!(" and {} more replicates", n - 1),
    };
    tell(
        options,
        &format!(
            "{}: {} years{replicates} in {:.1} s ({:.2} µs per tree-year)\ntables and figures are in {}",
            scenario.header.name,
            scenario.years,
            performance.wall_s,
            1e6 * performance.year_s / (performance.tree_years.max(1) as f64),
            out.display()
        ),
    );
}

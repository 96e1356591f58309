//! `compare`: point methods beside a grown forest or a measured stand.
//!
//! Stopped, it has to begin again; the message gives the command with all that was asked for.

use std::path::Path;
use std::sync::Arc;

use understory::records::MethodsRow;
use understory::scenario::Described;
use understory::{Comparison, Overrides, Scenario, chosen, comparison_of, make_into, open};

use crate::aligned::aligned;
use crate::args::CompareOptions;
use crate::commands::stats::table::number;
use crate::failure::Outcome;
use crate::host::{Host, Interrupt};
use crate::job::{command_line, out_or_usual, quoted, start_threads};
use crate::output::data;
use crate::progress::Progress;

/// Sets point methods against a grown forest or a measured stand.
pub(crate) fn compare(options: &CompareOptions) -> Outcome {
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set: options.set.set.clone(),
    };
    let scenario: Scenario = open(&options.scenario, &overrides)?;
    start_threads(options.threads)?;
    let (_, compare) = comparison_of(&scenario)?;
    let compare = chosen(compare, &options.methods)?;
    let out = out_or_usual(options.out.as_deref(), &scenario.header().name);
    let progress = Progress::new(scenario.years(), options.quiet);
    let begin_again = command_to_begin_again(options);
    let interrupted = move |partial: &Path| {
        format!(
            "stopped; what was finished is in {}\nhint: begin again with `{begin_again}`",
            partial.display()
        )
    };
    let host = Host::new(&progress, options.quiet, Interrupt::Ends(Arc::new(interrupted)));
    host.tell_notes(scenario.header());
    if matches!(&scenario, Scenario::Forest(forest) if forest.sweep.is_some()) {
        host.tell("note: `[sweep]` is not used here: the scenario's own values are compared; `understory run` makes the sweep");
    }
    let made = make_into(&Comparison::new(&scenario, compare)?, &out, false, &host);
    progress.finish();
    let (found, _, folder) = host.whole(made?)?;
    data(&tables(&found.methods))?;
    data(&format!("{}\n", found.answer))?;
    host.tell(&format!("tables and figures are in {}", folder.display()));
    Ok(())
}

fn command_to_begin_again(options: &CompareOptions) -> String {
    let methods = options.methods.join(",");
    let flags = [
        ("--out", options.out.as_deref().map(quoted)),
        ("--seed", options.seed.map(|seed| seed.to_string())),
        ("--threads", options.threads.map(|threads| threads.to_string())),
        (
            "--methods",
            (!methods.is_empty()).then(|| quoted(methods.as_ref())),
        ),
    ];
    command_line("compare", &options.scenario, &options.set.set, flags)
}

/// A table for each forest, under its name where there are several.
fn tables(rows: &[MethodsRow]) -> String {
    let forests: Vec<&[MethodsRow]> = rows.chunk_by(|a, b| a.forest == b.forest).collect();
    match forests[..] {
        [rows] => table(rows),
        _ => {
            let named = forests
                .iter()
                .map(|rows| format!("{}\n{}", rows[0].forest, table(rows)));
            named.collect::<Vec<_>>().join("\n")
        }
    }
}

/// The methods as a table that a person can read, at most 80 columns wide but for long labels.
fn table(rows: &[MethodsRow]) -> String {
    let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let head = ["method", "points", "µs/pt", "R", "G", "L, m", "g", "p", "by"].map(str::to_owned);
    let mut lines = vec![head.to_vec()];
    lines.extend(rows.iter().map(|row| {
        let per_point_us = row
            .seconds
            .filter(|_| row.points > 0)
            .map(|seconds| 1e6 * seconds / row.points as f64);
        vec![
            row.method.clone(),
            row.points.to_string(),
            cell(per_point_us),
            cell(row.clark_evans),
            cell(row.g_ks),
            cell(row.l_rmse_m),
            cell(row.pcf_rmse),
            cell(row.judged_p),
            row.judged_by.clone(),
        ]
    }));
    aligned(&lines, 1)
}

//! `compare`: point methods beside a grown forest or a measured stand.
//!
//! Stopped, it has to begin again; the message gives the command with all that was asked for.

use understory::records::MethodsRow;
use understory::scenario::Described;
use understory::{Comparison, Scenario, chosen, comparison_of};

use crate::aligned;
use crate::args::CompareOptions;
use crate::commands::stats::table::cell;
use crate::failure::Outcome;
use crate::host::{Host, Interrupt, stopped_in};
use crate::job::{opened, overrides, this_command};
use crate::output::data;
use crate::progress::Progress;

/// Sets point methods against a grown forest or a measured stand.
pub(crate) fn compare(options: &CompareOptions) -> Outcome {
    let overrides = overrides(&options.given, []);
    let (scenario, out): (Scenario, _) = opened(&options.given, &overrides, &options.work)?;
    let (_, compare) = comparison_of(&scenario)?;
    let compare = chosen(compare, &options.methods)?;
    let interrupt =
        Interrupt::Ends(|partial| stopped_in(partial, &format!("begin again with `{}`", this_command(&[]))));
    let progress = Progress::over(scenario.years(), options.work.quiet);
    let host = Host::with(progress, interrupt);
    host.tell_notes(scenario.header());
    if matches!(&scenario, Scenario::Forest(forest) if forest.sweep.is_some()) {
        host.tell("note: `[sweep]` is not used here: the scenario's own values are compared; `understory run` makes the sweep");
    }
    let made = host.make(&Comparison::new(&scenario, compare)?, &out)?;
    let (found, _, folder) = host.whole(made)?;
    data(&tables(&found.methods))?;
    data(&format!("{}\n", found.answer))?;
    host.tell(&format!("tables and figures are in {}", folder.display()));
    Ok(())
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
    let head = ["method", "points", "µs/pt", "R", "G", "L, m", "g", "p", "by"];
    let rows = rows.iter().map(|row| {
        let per_point_us = row
            .seconds
            .filter(|_| row.points > 0)
            .map(|seconds| 1e6 * seconds / row.points as f64);
        [
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
    });
    aligned::table(head, rows, 1)
}

//! `compare`: point methods beside a grown forest or a measured stand.
//!
//! Stopped, it has to begin again; the message gives the command with all that was asked for.

use std::path::Path;

use understory::records::{self, MethodsRow};
use understory::scatter::Method;
use understory::scenario::{Candidate, Compare, Described};
use understory::{Comparison, Overrides, Scenario, comparison_of, make_into, open};

use crate::aligned::aligned;
use crate::args::CompareOptions;
use crate::commands::stats::table::number;
use crate::failure::{Failure, Outcome};
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
    let is_asked = |label: &String| options.methods.is_empty() || options.methods.contains(label);
    let mut worlds = compare.worlds.clone();
    worlds.retain(|world| is_asked(&world.label));
    let compare = Compare {
        candidates: candidates(compare, &options.methods)?,
        worlds,
        ..compare.clone()
    };
    let out = out_or_usual(options.out.as_deref(), &scenario.header().name);
    let progress = Progress::new(scenario.years(), options.quiet);
    let begin_again = command_to_begin_again(options);
    let interrupted = move |partial: &Path| {
        format!(
            "stopped; what was finished is in {}\nhint: begin again with `{begin_again}`",
            partial.display()
        )
    };
    let host = Host::new(&progress, options.quiet, Interrupt::Ends(Box::new(interrupted)));
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

/// The methods to compare: those of the scenario, or those asked for.
fn candidates(compare: &Compare, asked: &[String]) -> Result<Vec<Candidate>, Failure> {
    if asked.is_empty() {
        return Ok(compare.candidates.clone());
    }
    let mut found: Vec<Candidate> = Vec::new();
    let is_world = |name: &&String| compare.worlds.iter().any(|world| world.label == **name);
    for name in asked.iter().filter(|name| !is_world(name)) {
        let listed = compare
            .candidates
            .iter()
            .find(|candidate| candidate.label == *name);
        let candidate = listed
            .cloned()
            // A method that the scenario does not list is taken with its usual parameters.
            .or_else(|| Method::named(name).map(Candidate::from));
        let candidate = candidate.ok_or_else(|| unknown_method(compare, name))?;
        if found.iter().any(|other| other.label == candidate.label) {
            return Err(Failure::input(format!("`--methods` names `{name}` twice")));
        }
        found.push(candidate);
    }
    Ok(found)
}

/// The error for a name that no method has, with the nearest one.
fn unknown_method(compare: &Compare, name: &str) -> Failure {
    let labels = compare.candidates.iter().map(|candidate| candidate.label.clone());
    let mut known: Vec<String> = labels
        .chain(Method::all().iter().map(|method| method.name().to_owned()))
        .collect();
    known.sort_unstable();
    known.dedup();
    let hint = match records::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the methods are {}", known.join(", ")),
    };
    Failure::input(format!("there is no method `{name}`\nhint: {hint}"))
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

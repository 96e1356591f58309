use std::path::PathBuf;
use std::time::Instant;

use understory_lab::compare::{Target, try_methods};
use understory_lab::store::Store;
use understory_lab::{End, Estimate, Job, tables_in};
use understory_records::{Document, Manifest, MethodsRow, Performance, RunJson, World, paths};
use understory_scatter::{Method, PointMethod};
use understory_scenario::{Candidate, Compare, MeasuredStand, Overrides, Scenario, Subject};

use crate::args::CompareOptions;
use crate::commands::run::draw_figures;
use crate::commands::stats::table::number;
use crate::failure::{Failure, Outcome};
use crate::files::{DiskFiles, slashed};
use crate::job::{
    About, Place, VERSION, check_memory, command_line, move_in, peak_rss_bytes, quoted, run_json,
    start_threads, stays_at, tell_given_up, write_copies,
};
use crate::output::{data, say};
use crate::progress::{Progress, listen_for_interrupt};
use crate::run_folder::RunFolder;
use crate::store::DirectoryStore;

/// Sets point methods against a grown forest or a measured stand.
pub(crate) fn compare(options: &CompareOptions) -> Outcome {
    let start = Instant::now();
    let overrides = Overrides {
        seed: options.seed,
        years: None,
        set: options.set.set.clone(),
    };
    let file = slashed(&options.scenario);
    let subject = understory_scenario::load_subject(&file, &DiskFiles, &overrides)?;
    let place = Place {
        file: &file,
        text: subject.text(),
    };
    let compare = Compare {
        candidates: candidates(subject.compare(), &options.methods)?,
        ..subject.compare().clone()
    };
    let threads = start_threads(options.threads)?;
    try_methods(&compare, subject.plot(), subject.seed()).map_err(|errors| place.failure(errors))?;
    if let Subject::Grown(scenario) = &subject {
        let estimate = Estimate::of(scenario, threads).map_err(|error| place.failure([error]))?;
        check_memory(
            &place,
            "growing this forest",
            estimate.memory_bytes,
            "world.size_m",
        )?;
        understory_lab::try_founders(scenario).map_err(|errors| place.failure(errors))?;
    }

    let (wanted, copies) = described(&subject, options)?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("results").join(subject.name()));
    let (folder, begin) = RunFolder::open(&out, &wanted, false)?;
    tell_given_up(&begin, options.quiet);
    let store = folder.store();
    write_copies(&store, &copies)?;
    listen_for_interrupt("this step");
    let years = match &subject {
        Subject::Grown(scenario) => scenario.years,
        Subject::Measured(_) => 0,
    };
    let progress = Progress::new(years, options.quiet);
    let stopped = || {
        progress.finish();
        say(&format!(
            "stopped; what was finished is in {}\nhint: begin again with `{}`",
            folder.partial().display(),
            command_to_begin_again(options)
        ));
        Failure::Stopped
    };
    let (target, mut manifest) = match &subject {
        Subject::Grown(scenario) => match grow(&place, scenario, &wanted, threads, &store, &progress)? {
            Some(grown) => grown,
            None => return Err(stopped()),
        },
        Subject::Measured(stand) => (Target::measured(stand), stand_manifest(stand, &wanted, threads)),
    };
    let rows = understory_lab::compare::compare(&target, &compare, subject.seed(), &store, &progress)
        .map_err(|error| place.failure([error]))?;
    let Some(rows) = rows else {
        return Err(stopped());
    };
    progress.finish();
    manifest.files = tables_in(&store)?;
    draw_figures(&store, &manifest)?;
    manifest.others = folder.others(&mut manifest.files)?;
    manifest.performance.wall_s = start.elapsed().as_secs_f64();
    manifest.performance.peak_rss_bytes = peak_rss_bytes();
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    let out = move_in(folder, options.quiet)?;
    data(&table(&rows))?;
    if !options.quiet {
        say(&format!("tables and figures are in {}", out.display()));
    }
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
    for name in asked {
        let listed = compare
            .candidates
            .iter()
            .find(|candidate| candidate.label == *name);
        let candidate = listed
            .cloned()
            .or_else(|| Method::named(name).map(Candidate::from));
        let candidate = candidate.ok_or_else(|| unknown_method(compare, name))?;
        if found.iter().any(|other| other.label == candidate.label) {
            return Err(Failure::input(format!("`--methods` names `{name}` twice")));
        }
        found.push(candidate);
    }
    Ok(found)
}

fn unknown_method(compare: &Compare, name: &str) -> Failure {
    let labels = compare.candidates.iter().map(|candidate| candidate.label.clone());
    let mut known: Vec<String> = labels
        .chain(Method::all().iter().map(|method| method.name().to_owned()))
        .collect();
    known.sort_unstable();
    known.dedup();
    let hint = match understory_records::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the methods are {}", known.join(", ")),
    };
    Failure::input(format!("there is no method `{name}`\nhint: {hint}"))
}

/// What the folder is made from, and the copies that go into it.
fn described(
    subject: &Subject,
    options: &CompareOptions,
) -> Result<(RunJson, understory_scenario::RunFolder), Failure> {
    let elsewhere = |input: &understory_scenario::Input| stays_at(input, &options.scenario);
    Ok(match subject {
        Subject::Grown(scenario) => {
            let copies = understory_scenario::run_folder(scenario, elsewhere);
            let identity = understory_scenario::identity(scenario);
            (run_json(&About::of(scenario), &copies, &identity)?, copies)
        }
        Subject::Measured(stand) => {
            let copies = understory_scenario::stand_folder(stand, elsewhere);
            let identity = understory_scenario::stand_identity(stand);
            (run_json(&About::of_stand(stand), &copies, &identity)?, copies)
        }
    })
}

/// Grows the forest with all its tables; `None` where it was stopped.
fn grow(
    place: &Place<'_>,
    scenario: &Scenario,
    wanted: &RunJson,
    threads: usize,
    store: &DirectoryStore,
    progress: &Progress,
) -> Result<Option<(Target, Manifest)>, Failure> {
    let job = Job {
        scenario,
        scenario_blake3: &wanted.scenario_blake3,
        identity: &wanted.identity,
        version: VERSION,
        command: "compare",
        threads,
    };
    match understory_lab::run(&job, store, None, progress).map_err(|error| place.failure([error]))? {
        End::Complete(manifest) => {
            let target = Target::grown(scenario, store, manifest.performance.year_s)
                .map_err(|error| place.failure([error]))?;
            Ok(Some((target, *manifest)))
        }
        End::Stopped { .. } => Ok(None),
    }
}

/// The manifest of a comparison for which nothing grew.
fn stand_manifest(stand: &MeasuredStand, wanted: &RunJson, threads: usize) -> Manifest {
    Manifest {
        version: VERSION.to_owned(),
        command: "compare".to_owned(),
        scenario: stand.name.clone(),
        scenario_blake3: wanted.scenario_blake3.clone(),
        inputs: wanted.inputs.clone(),
        world: World {
            size_m: stand.plot.size_m(),
            origin_m: stand.plot.origin_m(),
            edge: stand.plot.edge().to_string(),
        },
        seed: stand.seed,
        years: 0,
        threads: threads as u64,
        performance: Performance {
            wall_s: 0.0,
            year_s: 0.0,
            peak_rss_bytes: None,
            peak_seeds: 0,
            tree_years: 0,
            tree_years_per_s: 0.0,
            system_s: Vec::new(),
        },
        files: Vec::new(),
        species: Vec::new(),
        replicates: 1,
        recorded_years: Vec::new(),
        founders_moved_to_near_edge: 0,
        identity: wanted.identity.clone(),
        others: Vec::new(),
    }
}

/// The methods as a table that a person can read, at most 80 columns wide but for long labels.
fn table(rows: &[MethodsRow]) -> String {
    let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let head = ["method", "points", "µs/pt", "R", "G", "L, m", "g", "p", "by"].map(str::to_owned);
    let mut lines = vec![head];
    lines.extend(rows.iter().map(|row| {
        let per_point_us = row
            .seconds
            .filter(|_| row.points > 0)
            .map(|seconds| 1e6 * seconds / row.points as f64);
        [
            row.method.clone(),
            row.points.to_string(),
            told(per_point_us),
            told(row.clark_evans),
            told(row.g_ks),
            told(row.l_rmse_m),
            told(row.pcf_rmse),
            told(row.judged_p),
            row.judged_by.clone(),
        ]
    }));
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..9).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        for (column, field) in line.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - field.chars().count());
            // Names to the left, numbers to the right.
            match column {
                0 => text.push_str(&format!("{field}{blanks}")),
                _ => text.push_str(&format!("  {blanks}{field}")),
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

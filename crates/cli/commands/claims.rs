mod table;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use understory::{RunFolder, VERSION, draw_claims, files_left, keep, peak_rss_bytes};
use understory_lab::claims::{Budget, Claim, ClaimError, Set, catalogue, chosen, recorded};
use understory_lab::store::Store;
use understory_records::{ClaimsManifest, ClaimsRow, Document, RunJson, paths, write_rows};

use crate::args::{ClaimsOptions, SetName};
use crate::failure::{Failure, Outcome};
use crate::job::{move_in, start_threads};
use crate::output::{data, say};
use crate::progress::end_at_interrupt;

/// Measures claims, and with `--quick` holds their verdicts against those on record.
pub(crate) fn claims(options: &ClaimsOptions) -> Outcome {
    let start = Instant::now();
    let sets = sets(options);
    let all: Vec<Claim> = sets.iter().copied().flat_map(catalogue).collect();
    if all.is_empty() {
        let hint = "the sets with claims are `articles` and `trees`";
        return Err(Failure::input("no claim of `forest` is measured yet").with_hint(hint));
    }
    let claims = chosen(all, &options.only).map_err(|error| Failure::Input(error.into()))?;
    let threads = start_threads(options.threads)?;
    let budget = if options.quick {
        Budget::QUICK
    } else {
        Budget::FULL
    };
    let (folder, _) = RunFolder::open(&out(options), &wanted(&sets, options, budget), false)?;
    end_at_interrupt(format!(
        "stopped; the claims that were finished are in {}\nhint: begin again with `understory claims`, or name \
         some with `--only`",
        folder.partial().join(paths::CLAIMS).display()
    ));
    let store = folder.store();
    let rows = measure(&claims, &budget, &store, options.quiet)?;
    if !options.quick && options.only.is_empty() {
        if !options.quiet {
            say("drawing figures");
        }
        draw_claims(&sets, &mut |figure| keep(&store, &figure))?;
    }
    let (files, others) = files_left(&store)?;
    let manifest = ClaimsManifest {
        version: VERSION.to_owned(),
        command: "claims".to_owned(),
        sets: sets.iter().map(Set::to_string).collect(),
        only: options.only.clone(),
        seeds: budget.seeds,
        threads: threads as u64,
        files,
        others,
        wall_s: start.elapsed().as_secs_f64(),
        peak_rss_bytes: peak_rss_bytes(),
    };
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    let out = move_in(folder, options.quiet)?;
    data(&table::count(&rows))?;
    if !options.quiet {
        say(&format!("the table is in {}", out.display()));
    }
    if options.quick { hold(&rows) } else { Ok(()) }
}

fn sets(options: &ClaimsOptions) -> Vec<Set> {
    match options.set {
        Some(SetName::Articles) => vec![Set::Articles],
        Some(SetName::Forest) => vec![Set::Forest],
        Some(SetName::Trees) => vec![Set::Trees],
        None => Set::ALL.to_vec(),
    }
}

fn out(options: &ClaimsOptions) -> PathBuf {
    let usual = || {
        let mut name = match sets(options).as_slice() {
            [set] => format!("claims-{set}"),
            _ => "claims".to_owned(),
        };
        // So that a look at a few claims never takes the place of all of them.
        if options.quick {
            name.push_str("-quick");
        }
        if !options.only.is_empty() {
            name.push_str("-some");
        }
        PathBuf::from("results").join(name)
    };
    options.out.clone().unwrap_or_else(usual)
}

/// What the folder is made from, which has no scenario.
fn wanted(sets: &[Set], options: &ClaimsOptions, budget: Budget) -> RunJson {
    RunJson {
        version: VERSION.to_owned(),
        scenario: "claims".to_owned(),
        scenario_blake3: String::new(),
        inputs: Vec::new(),
        identity: format!("{sets:?} {:?} {budget:?}", options.only),
        seed: 0,
        years: 0,
        replicates: budget.seeds,
    }
}

/// Measures one claim after the other; the table is whole after each.
fn measure(
    claims: &[Claim],
    budget: &Budget,
    store: &dyn Store,
    is_quiet: bool,
) -> Result<Vec<ClaimsRow>, Failure> {
    /// Between two lines on how far it has come.
    const LINE_EVERY: Duration = Duration::from_secs(10);
    let mut last = Instant::now();
    let mut rows: Vec<ClaimsRow> = Vec::new();
    for (number, claim) in claims.iter().enumerate() {
        if !is_quiet && last.elapsed() >= LINE_EVERY {
            last = Instant::now();
            say(&format!(
                "measuring {}, {} of {}",
                claim.id,
                number + 1,
                claims.len()
            ));
        }
        let row = claim.measured(budget).map_err(|error| of_claim(claim, error))?;
        data(&table::told(&row))?;
        rows.push(row);
        store.write(paths::CLAIMS, &mut |out| {
            write_rows(out, &rows)?;
            Ok(())
        })?;
    }
    Ok(rows)
}

fn of_claim(claim: &Claim, error: ClaimError) -> Failure {
    Failure::Machine(format!("claim `{}` could not be measured: {error}", claim.id).into())
}

/// Whether the verdicts are those on record.
fn hold(rows: &[ClaimsRow]) -> Outcome {
    let recorded = recorded::rows()?;
    let differences = recorded::differences(&recorded, rows);
    if differences.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = differences
        .iter()
        .map(|difference| {
            let was = difference.recorded.as_deref().unwrap_or("not on record");
            format!("  {}: was `{was}`, is `{}`", difference.id, difference.found)
        })
        .collect();
    Err(Failure::Differs(format!(
        "{} of {} verdicts are not those on record\n{}",
        differences.len(),
        rows.len(),
        lines.join("\n")
    )))
}

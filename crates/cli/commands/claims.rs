//! `claims`: measures what articles claim, and fails (exit code 3) where a verdict is not the one on record.
//!
//! Each claim is printed when it is measured, as a full set takes long.

mod table;

use std::path::{Path, PathBuf};

use understory::ClaimsRequest;
use understory::claims::recorded::{self, OnRecord};
use understory::claims::{Budget, Set};
use understory::records::{ClaimsRow, paths};

use crate::args::ClaimsOptions;
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::start_threads;
use crate::progress::Progress;

/// Measures claims and holds their verdicts against those on record.
pub(crate) fn claims(options: &ClaimsOptions) -> Outcome {
    let size = if options.quick {
        Budget::QUICK
    } else {
        Budget::FULL
    };
    let request = ClaimsRequest {
        sets: sets(options),
        only: options.only.clone(),
        budget: size.from(options.seed.unwrap_or(0)),
    };
    let (claims, left_out) = (request.claims()?, request.left_out()?.join(", "));
    if claims.is_empty() {
        let hint = "leave `--quick` out: a quick run measures what takes seconds";
        return Err(
            Failure::input(format!("the claims named by `--only` take long: {left_out}")).with_hint(hint),
        );
    }
    start_threads(options.work.threads)?;
    let interrupted = |partial: &Path| {
        let table = partial.join(paths::CLAIMS);
        if !table.exists() {
            return "stopped before the first claim was measured".to_owned();
        }
        format!(
            "stopped; the claims that were finished are in {}\nhint: go on with the same command and `--resume`",
            table.display()
        )
    };
    let progress = Progress::in_lines(options.work.quiet);
    let host = Host::with(progress, Interrupt::Ends(interrupted))
        .printing(table::lines_of)
        .resumed(options.resume);
    if host.make(&request, &out(options))?.is_none() {
        return Ok(());
    }
    if !left_out.is_empty() {
        host.tell(&format!(
            "these take long and are left out of a quick run: {left_out}"
        ));
    }
    hold(request.budget, &host.measured_claims())
}

fn sets(options: &ClaimsOptions) -> Vec<Set> {
    let is_asked = |set: &Set| options.set.is_none_or(|name| set.to_string() == name);
    Set::ALL.into_iter().filter(is_asked).collect()
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
        if let Some(seed) = options.seed {
            name.push_str(&format!("-seed-{seed}"));
        }
        PathBuf::from("results").join(name)
    };
    options.out.clone().unwrap_or_else(usual)
}

/// Whether the verdicts are those on record.
fn hold(budget: Budget, rows: &[ClaimsRow]) -> Outcome {
    let found: Vec<OnRecord> = rows.iter().map(OnRecord::from).collect();
    let differences = recorded::differences(&recorded::rows(budget), &found);
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

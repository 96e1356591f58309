//! `claims`: measures what articles claim, and with `--quick` fails (exit code 3) where a verdict is not the one on
//! record.
//!
//! Each claim is printed when it is measured, as a full set takes long.

mod table;

use std::path::{Path, PathBuf};

use understory::claims::{Budget, Set, recorded};
use understory::records::{ClaimsRow, paths};
use understory::{ClaimsRequest, make_into};

use crate::args::{ClaimsOptions, SetName};
use crate::failure::{Failure, Outcome};
use crate::host::{Host, Interrupt};
use crate::job::start_threads;
use crate::output::data;
use crate::progress::Steps;

/// Measures claims, and with `--quick` holds their verdicts against those on record.
pub(crate) fn claims(options: &ClaimsOptions) -> Outcome {
    let request = ClaimsRequest {
        sets: sets(options),
        only: options.only.clone(),
        budget: if options.quick {
            Budget::QUICK
        } else {
            Budget::FULL
        },
    };
    if request.claims()?.is_empty() {
        let hint = "leave `--quick` out: a quick run measures what takes seconds";
        return Err(Failure::input("the claims named by `--only` take long").with_hint(hint));
    }
    start_threads(options.threads)?;
    let interrupted = |partial: &Path| {
        format!(
            "stopped; the claims that were finished are in {}\nhint: begin again with `understory claims`, or name \
             some with `--only`",
            partial.join(paths::CLAIMS).display()
        )
    };
    let steps = Steps::in_lines(options.quiet);
    let host =
        Host::new(&steps, options.quiet, Interrupt::Ends(Box::new(interrupted))).printing(table::lines_of);
    let (rows, _, folder) = host.whole(make_into(&request, &out(options), false, &host)?)?;
    data(&table::count(&rows))?;
    host.tell(&format!("the table is in {}", folder.display()));
    if options.quick { hold(&rows) } else { Ok(()) }
}

fn sets(options: &ClaimsOptions) -> Vec<Set> {
    match options.set {
        Some(SetName::Articles) => vec![Set::Articles],
        Some(SetName::Forest) => vec![Set::Forest],
        Some(SetName::Inhibition) => vec![Set::Inhibition],
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

//! A calibration for people: its keys, or how often known keys were found again.

use understory_lab::calibrate::{Outcome, RecoveryOutcome};

use crate::text::table;

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

/// Each key with its posterior.
pub(super) fn keys(outcome: &Outcome) -> String {
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

/// Each key with how often its intervals held the true value.
pub(super) fn recovered(outcome: &RecoveryOutcome) -> String {
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

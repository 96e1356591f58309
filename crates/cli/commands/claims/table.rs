//! Claims as a person reads them: two lines or more each, at most 80 columns wide.

use understory::records::ClaimsRow;

use crate::commands::stats::table::{number, wrapped};

const WIDTH: usize = 80;
const INDENT: &str = "    ";

/// A claim: its name, verdict and numbers, then what is claimed.
pub(super) fn lines_of(row: &ClaimsRow) -> String {
    let interval = if row.low == row.high {
        String::new()
    } else {
        format!(" [{}, {}]", number(row.low), number(row.high))
    };
    let mut text = format!(
        "{:<8}{}: {}{interval}; expected {}\n",
        row.verdict,
        row.id,
        number(row.measured),
        row.expected
    );
    for line in wrapped(&row.statement, WIDTH - INDENT.len()) {
        text.push_str(&format!("{INDENT}{line}\n"));
    }
    text
}

/// How many claims have which verdict; where articles are among them, those that they and their readers say apart from our own.
pub(super) fn count(rows: &[ClaimsRow]) -> String {
    let told = |is_counted: &dyn Fn(&ClaimsRow) -> bool| {
        let counted: Vec<&ClaimsRow> = rows.iter().filter(|row| is_counted(row)).collect();
        let of = |verdict: &str| counted.iter().filter(|row| row.verdict == verdict).count();
        let (hold, in_part, fail) = (of("holds"), of("in part"), of("fails"));
        format!(
            "{} claims: {hold} hold, {in_part} in part, {fail} fail\n",
            counted.len()
        )
    };
    let mut text = format!("\n{}", told(&|_| true));
    let is_ours = |row: &ClaimsRow| row.said_by == "ours";
    if rows.iter().any(|row| !is_ours(row)) && rows.iter().any(is_ours) {
        text.push_str(&format!(
            "  articles and their readers: {}",
            told(&|row| !is_ours(row))
        ));
        text.push_str(&format!("  ours, to see further: {}", told(&is_ours)));
    }
    text
}

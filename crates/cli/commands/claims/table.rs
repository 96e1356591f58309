//! Claims as a person reads them: two lines or more each, at most 80 columns wide.

use understory::records::ClaimsRow;
use understory::text::{number, wrapped};

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

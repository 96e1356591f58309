//! Tables in Markdown, for the pages of reference.

/// The head of a table with these columns.
pub(crate) fn head<const N: usize>(titles: [&str; N]) -> String {
    format!("{}|{}\n", row(titles), "---|".repeat(N))
}

/// A row of it. A bar within a cell would end the cell.
pub(crate) fn row<const N: usize>(cells: [&str; N]) -> String {
    let cells = cells.map(|cell| format!("| {} ", cell.replace('|', "\\|")));
    format!("{}|\n", cells.concat())
}

#[cfg(test)]
mod tests {
    use super::{head, row};

    #[test]
    fn a_bar_within_a_cell_does_not_end_it() {
        assert_eq!(
            head(["a", "b"]) + &row(["1|2", "–"]),
            "| a | b |\n|---|---|\n| 1\\|2 | – |\n"
        );
    }
}

//! Numbers and tables for people: digits that count, columns that line up.

/// Lines of fields as text, two blanks between columns: the first columns begin alike, as names do, and those from number
/// `numbers` on end alike. No line ends in blanks.
#[must_use]
pub fn aligned(lines: &[Vec<String>], numbers: usize) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let fields = lines.iter().filter_map(|line| line.get(column));
        fields.map(|field| field.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (column, field) in line.iter().enumerate() {
            let gap = if column > 0 { "  " } else { "" };
            let blanks = " ".repeat(widths[column] - field.chars().count());
            let [before, after] = if column < numbers {
                ["", &blanks]
            } else {
                [blanks.as_str(), ""]
            };
            text.push_str(&format!("{gap}{before}{field}{after}"));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// The same of a head and rows.
pub fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    numbers: usize,
) -> String {
    let rows = rows.into_iter().map(Vec::from);
    let lines: Vec<_> = [head.map(str::to_owned).to_vec()]
        .into_iter()
        .chain(rows)
        .collect();
    aligned(&lines, numbers)
}

/// Lines of at most `width` signs, unless a word is longer.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Four digits that count.
#[must_use]
pub fn number(value: f64) -> String {
    let (mut digits, mut size) = (3_usize, value.abs());
    while size > 0.0 && size < 1.0 && digits < 12 {
        (digits, size) = (digits + 1, size * 10.0);
    }
    while size >= 10.0 && digits > 0 {
        (digits, size) = (digits - 1, size / 10.0);
    }
    if value > 0.0 && value < 1e-9 {
        return "below 1e-9".to_owned();
    }
    format!("{value:.digits$}")
}

/// The same, or a dash where there is no number.
#[must_use]
pub fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), number)
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn names_begin_alike_and_numbers_end_alike() {
        let lines = [["method", "µs"], ["kerr", "1.25"], ["å", ""]];
        let lines = lines.map(|line| line.map(str::to_owned).to_vec());
        assert_eq!(aligned(&lines, 1), "method    µs\nkerr    1.25\nå\n");
        assert_eq!(aligned(&lines, 2), "method  µs\nkerr    1.25\nå\n");
        assert_eq!(aligned(&[], 1), "");
    }
}

//! The tables in `tests/reference/`, for the tests that hold our values against them.

/// The rows of a CSV file in `tests/reference/`, without its header.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(fields).collect()
}

/// A field that holds a number.
pub(crate) fn number(field: &str) -> f64 {
    field.parse().unwrap_or_else(|_| panic!("`{field}` is no number"))
}

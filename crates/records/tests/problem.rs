//! Problems of files: where they stand, and values that are too long to be read.

use understory_records::Report;

fn place(text: &str, at: usize) -> (usize, usize) {
    Report::new("a.toml", text).line_and_column(at)
}

fn readable(text: &str) -> String {
    Report::new("a.toml", "").at(0, text.to_owned(), None).message
}

#[test]
fn columns_count_characters() {
    assert_eq!(place("a = 1\nä = 22\n", 11), (2, 5));
    assert_eq!(place("", 7), (1, 1));
}

/// Counted anew from the beginning, at each byte of lines shorter and longer than the marks are apart.
#[test]
fn each_byte_has_the_line_and_column_that_a_plain_count_gives() {
    let text = format!("a\n\nä{}\nß{}\r\n€", "xy€".repeat(700), "ö".repeat(512));
    let report = Report::new("a.toml", &text);
    for at in 0..text.len() + 3 {
        let before = &text[..text.floor_char_boundary(at)];
        let line = before.split('\n').count();
        let column = before.split('\n').next_back().unwrap().chars().count() + 1;
        assert_eq!(report.line_and_column(at), (line, column), "{at}");
    }
}

#[test]
fn a_value_too_long_to_be_read_is_cut() {
    let told = |name: &str| format!("`name` is {name:?}, but a name has letters");
    assert_eq!(readable(&told("oak")), told("oak"));
    let long = readable(&told(&"ä".repeat(1_000_000)));
    assert!(long.len() < 1200 && long.starts_with("`name` is") && long.ends_with("has letters"));
    // 200 characters stay before and 300 behind.
    let left_out = told(&"ä".repeat(1_000_000)).chars().count() - 500;
    let [before, behind] = long
        .split(&format!(" … ({left_out} characters left out) … "))
        .collect::<Vec<_>>()[..]
    else {
        panic!("{long}")
    };
    assert_eq!([before, behind].map(|part| part.chars().count()), [200, 300]);
    let whole = "ä".repeat(1_000);
    assert_eq!(readable(&whole), whole);
}

#[test]
fn numbers_of_hundreds_of_digits_have_an_exponent() {
    let told = |number: f64| readable(&format!("`low_m` is {number}, but"));
    assert_eq!(told(1e-300), "`low_m` is 1e-300, but");
    assert_eq!(told(-1e300), "`low_m` is -1e300, but");
    assert_eq!(told(0.1 + 0.2), "`low_m` is 0.30000000000000004, but");
    assert_eq!(readable("v1.2.3 … 7"), "v1.2.3 … 7");
}

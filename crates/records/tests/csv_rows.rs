//! Rows of CSV and the places where they begin.

use understory_records::CsvRows;

#[test]
fn rows_and_fields_are_shown_where_they_begin() {
    let text = "# a; stand\r\nx;kind\r\n\r\n#\n 1;\"a;\"\"b\"\";\"\n2;oak";
    let mut rows = CsvRows::new(text, b';');
    let mut found = Vec::new();
    while let Some(row) = rows.next_row().unwrap() {
        assert_eq!(row.open_quote(), None);
        let second = &text[row.field_at(1)..];
        found.push((row.line, text[row.at..].chars().next(), second.to_owned()));
        assert_eq!(row.fields.len(), 2);
    }
    let starts: Vec<_> = found.iter().map(|(line, at, _)| (*line, *at)).collect();
    assert_eq!(starts, [(2, Some('x')), (5, Some(' ')), (6, Some('2'))]);
    assert!(found[0].2.starts_with("kind\r\n"));
    assert!(found[1].2.starts_with("\"a;\"\"b\"\";\"\n"));
    assert_eq!(found[2].2, "oak");
}

#[test]
fn a_quote_that_takes_in_another_line_or_the_end_is_open() {
    let open = |text: &str| {
        let mut rows = CsvRows::new(text, b',');
        let first = rows.next_row().unwrap();
        first.and_then(|row| row.open_quote())
    };
    assert_eq!(open("a,\"b\nc,d\n\""), Some(2));
    assert_eq!(open("a,\"b"), Some(2));
    assert_eq!(open("a,\"b\"\nc,\"d"), None);
    assert_eq!(open("a,\"\"\"b\"\"\""), None);
    assert_eq!(open("a,5\" oak"), None);
}

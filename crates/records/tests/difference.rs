//! What is said of a listed file that is not as it was.

use std::io;

use understory_records::{Content, Expected, TableFile, difference};

#[test]
fn a_listed_table_is_missing_cut_or_edited() {
    let blake3 = Content::of(&b"x,y\n1,2\n3,4\n"[..]).unwrap().blake3;
    let found = |path: &str, rows, text: Option<&'static str>| {
        let listed = TableFile {
            path: path.to_owned(),
            rows,
            blake3: blake3.clone(),
        };
        let open = |_: &str| text.map(str::as_bytes).ok_or(io::ErrorKind::NotFound.into());
        let found = difference(&Expected::from(&listed), open).unwrap();
        found.map(|difference| difference.to_string())
    };
    assert_eq!(found("a.csv", Some(2), Some("x,y\n1,2\n3,4\n")), None);
    assert_eq!(found("a.csv", Some(2), None).unwrap(), "`a.csv` is missing");
    assert_eq!(
        found("a.csv", Some(2), Some("x,y\n1,2\n")).unwrap(),
        "`a.csv` has 1 rows instead of 2"
    );
    let edited = "was edited: its content has another hash";
    for (path, rows, text) in [
        ("a.csv", Some(2), "x,y\n1,2\n3,5\n"),
        ("a.parquet", Some(2), "x,y\n"),
        ("a.svg", None, "x,y\n"),
    ] {
        let found = found(path, rows, Some(text)).unwrap();
        assert_eq!(found, format!("`{path}` {edited}"));
    }
}

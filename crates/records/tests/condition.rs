//! Conditions on rows: which hold, and which are none.

use understory_records::{Condition, PointColumns, read_points};

/// Whether a condition lets a row through; none where it asks for a number and the row has none.
fn holds(condition: &str, row: &str) -> Option<bool> {
    let only: Condition = condition.parse().unwrap();
    let columns = PointColumns {
        only: Some(&only),
        ..PointColumns::default()
    };
    let text = format!("x,y,dbh_cm,species,plot no\n0,0,{row}\n");
    match read_points("points.csv", text.as_bytes(), &columns) {
        Ok(points) => {
            assert_eq!(points.places.len() as u64 + points.left_out, 1);
            Some(points.left_out == 0)
        }
        Err(problems) => {
            let first = &problems.as_slice()[0];
            assert_eq!((first.line, first.column), (2, 5), "{problems:?}");
            None
        }
    }
}

#[test]
fn numbers_and_words_are_compared() {
    for (condition, row, expected) in [
        ("dbh_cm >= 10", "10,oak,1", true),
        ("dbh_cm >= 10", "9.99,oak,1", false),
        ("dbh_cm<1e1", "9.99,oak,1", true),
        ("dbh_cm <= -2.5", "-3,oak,1", true),
        ("dbh_cm > 10", "10.0,oak,1", false),
        ("dbh_cm == 10", "10.0,oak,1", true),
        ("dbh_cm != 10", "10.0,oak,1", false),
        ("species = oak", "10,oak,1", true),
        ("species != 'oak'", "10,ash,1", true),
        ("species = \"sand and oak\"", "1,sand and oak,1", true),
        ("species='sand and oak' and plot no = 3", "1,sand and oak,3", true),
        ("dbh_cm >= 10 AND species = oak", "12,oak,1", true),
        ("dbh_cm >= 10 and species = oak", "12,ash,1", false),
        // A row that is out already need not be a number elsewhere.
        ("species = oak and dbh_cm >= 10", "NA,ash,1", false),
        // Numbers as words: a plot called 3 and one called 3a.
        ("plot no = 3", "1,oak,3a", false),
    ] {
        assert_eq!(holds(condition, row), Some(expected), "{condition} in {row}");
    }
    // A value that is missing fulfils no comparison.
    for condition in ["dbh_cm >= 10", "dbh_cm < 10", "dbh_cm != 10"] {
        assert_eq!(holds(condition, "NA,oak,1"), Some(false), "{condition}");
        assert_eq!(holds(condition, ",oak,1"), Some(false), "{condition}");
    }
    assert_eq!(holds("dbh_cm >= 10", "thick,oak,1"), None);
}

#[test]
fn what_is_no_condition_is_told() {
    let refusal = |text: &str| text.parse::<Condition>().unwrap_err().to_string();
    for text in [
        "status != D && dbh_cm > 5",
        "status = A|P",
        "status != D, dbh_cm > 5",
        "status = A or status = D",
        "species = oak or ash",
        "",
        "dbh_cm",
        "dbh_cm >",
        "= 3",
        "dbh_cm => 3",
        "a = 1 and",
        "a ! 3",
        "a === 3",
    ] {
        assert!(
            refusal(text).contains("is no comparison; write one such as"),
            "{text}: {}",
            refusal(text)
        );
    }
    assert_eq!(
        refusal("species < oak"),
        "`species < oak` compares with `oak`, but only numbers are less or greater; words are compared by `=` and \
         `!=`"
    );
    assert_eq!(
        refusal("species = 'oak"),
        "the quote that opens in `species = 'oak` is not closed"
    );
    let condition: Condition = "a = 1 and b = 2".parse().unwrap();
    let columns = PointColumns {
        only: Some(&condition),
        ..PointColumns::default()
    };
    let error = read_points("points.csv", b"x,y,a\n0,0,1\n", &columns).unwrap_err();
    assert!(error.to_string().contains("no column `b` to compare"), "{error}");
}

//! Words that are nearly right.

use understory_records::{PointColumns, nearest, read_points};

/// What is said beside a column that is not among those of a table.
fn hint(column: &str, known: &[&str; 3]) -> Option<String> {
    let columns = PointColumns {
        x: Some(known[0]),
        y: Some(known[1]),
        mark: Some(column),
        ..PointColumns::default()
    };
    let text = format!("{}\n1,2,oak\n", known.join(","));
    let problems = read_points("points.csv", text.as_bytes(), &columns).unwrap_err();
    problems.into_vec().remove(0).hint
}

#[test]
fn a_slip_and_a_beginning_are_known_and_a_stranger_is_not() {
    let known = ["dbh_cm", "height_m", "species"];
    let near = |word| nearest(word, known.iter().copied());
    assert_eq!(near("dhb_cm"), Some("dbh_cm"));
    assert_eq!(near("Height"), Some("height_m"));
    assert_eq!(near("vigour"), None);
    let said = hint("specie", &known);
    assert_eq!(said.as_deref(), Some("did you mean `species`?"));
    assert_eq!(hint("vigour", &known), None);
}

//! Ranges: which numbers are in them, and how they are told.

use understory_keys::Interval;

#[test]
fn ends_belong_where_they_are_said_to_and_nan_never_does() {
    let above = Interval::above(0.0, 2.0);
    assert!(!above.contains(0.0) && above.contains(2.0) && above.contains(1e-300));
    assert!(Interval::from(0.0, 1.0).contains(-0.0));
    assert!(!Interval::within(0.0, 1.0).contains(1.0));
    assert!(!above.contains(f64::NAN) && !above.contains(f64::INFINITY));
    assert_eq!(above.to_string(), "greater than 0 and at most 2");
}

//! What is claimed is measured as it is on record.

use understory_claims::recorded::{self, OnRecord};
use understory_claims::{Budget, Set, catalogue};

/// Seeds fix an experiment, so not only its verdict comes again: a table on record that the experiments no longer give
/// would tell of a program that is not there. Where a change is meant, the table of a quick run takes its place.
#[test]
fn a_quick_run_gives_the_table_on_record() {
    let on_record = recorded::rows(Budget::QUICK);
    let claims: Vec<_> = Set::ALL
        .into_iter()
        .flat_map(catalogue)
        .filter(|claim| !claim.is_long)
        .collect();
    assert_eq!(claims.len(), on_record.len());
    for (claim, expected) in claims.iter().zip(&on_record) {
        let found = claim
            .measured(&Budget::QUICK)
            .unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        assert_eq!(OnRecord::from(&found), *expected);
    }
}

#[test]
fn verdicts_follow_from_the_intervals_and_what_is_false_fails() {
    let on_record = recorded::rows(Budget::QUICK);
    for row in &on_record {
        assert!(row.low <= row.measured && row.measured <= row.high, "{}", row.id);
        assert!(
            ["holds", "in part", "fails"].contains(&row.verdict.as_str()),
            "{}",
            row.id
        );
    }
    let verdict = |id: &str| {
        on_record
            .iter()
            .find(|row| row.id == id)
            .unwrap()
            .verdict
            .as_str()
    };
    for id in [
        "S4",
        "S7.long",
        "S12.none",
        "S13.fixed",
        "S17.raw",
        "W14.hole",
        "W26.crowns",
        "W29",
        "W31",
        "W44.all",
        "P6.direction",
        "P22.bits",
        "K6.far",
        "K13.diamonds",
        "K21.cell",
        "B11.scan",
        "B48.quarter",
    ] {
        assert_eq!(verdict(id), "fails", "{id}");
    }
    for id in [
        "S5",
        "S7.flat",
        "S12.guarded",
        "S13.scaled",
        "S17.moved",
        "S35.points",
        "W2",
        "W7",
        "W25",
        "W26",
        "W44",
        "S12.few",
        "S27",
        "P14",
        "P19",
        "P22",
        "P20",
        "K6.in-round",
        "K6",
        "K13",
        "K20",
        "K21",
        "B11",
        "B48.even",
    ] {
        assert_eq!(verdict(id), "holds", "{id}");
    }
}

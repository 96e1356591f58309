//! `claims`: the table, the verdicts on record, and what is refused.

use std::sync::LazyLock;

use crate::util::{Csv, Place};

const HEADER: &str = "id,set,statement,experiment,expected,measured,low,high,verdict,seeds,remark";
const ON_RECORD: &str = include_str!("../crates/lab/src/claims/recorded.csv");

/// The place, and what `claims --quick` prints there; made once.
static QUICK: LazyLock<(Place, String)> = LazyLock::new(|| {
    let place = Place::new();
    let out = place.run_well("claims --quick --threads 2").out;
    (place, out)
});

#[test]
fn a_quick_run_comes_to_the_verdicts_on_record_to_the_byte() {
    let (place, out) = &*QUICK;
    let table = place.read("results/claims-quick/claims.csv");
    assert!(table.starts_with(&format!("{HEADER}\n")));
    assert!(
        table == ON_RECORD,
        "copy the table to the record if this change is meant"
    );
    assert!(
        out.contains("fails   S4: 10.00; expected 9\n    ten steps"),
        "{out}"
    );
    assert!(out.ends_with(" fail\n"), "{out}");
    assert!(!place.has("results/claims-quick.partial"));
    let manifest: serde_json::Value =
        serde_json::from_str(&place.read("results/claims-quick/manifest.json")).unwrap();
    assert_eq!(manifest["command"], "claims");
    assert_eq!(manifest["files"][0]["path"], "claims.csv");
}

#[test]
fn verdicts_follow_from_the_intervals_and_what_is_false_fails() {
    let place = &QUICK.0;
    let table = Csv::read(&place.path("results/claims-quick/claims.csv"));
    let (ids, verdicts) = (table.texts("id"), table.texts("verdict"));
    let [measured, low, high] = ["measured", "low", "high"].map(|column| table.numbers(column));
    for (row, id) in ids.iter().enumerate() {
        assert!(low[row] <= measured[row] && measured[row] <= high[row], "{id}");
        assert!(["holds", "in part", "fails"].contains(&verdicts[row]), "{id}");
    }
    let verdict = |id: &str| {
        let row = ids.iter().position(|own| *own == id);
        verdicts[row.unwrap_or_else(|| panic!("there is no {id}"))]
    };
    for id in ["S4", "S7.long", "S12.none", "S13.fixed", "S17.raw", "S27"] {
        assert_eq!(verdict(id), "fails", "{id}");
    }
    for id in [
        "S5",
        "S7.flat",
        "S12.guarded",
        "S13.scaled",
        "S17.moved",
        "S35.points",
    ] {
        assert_eq!(verdict(id), "holds", "{id}");
    }
}

#[test]
fn some_claims_are_the_same_for_any_number_of_threads_and_stand_alone() {
    let place = Place::new();
    place.run_well("claims --only S13,S26 --quick --threads 1 --out one");
    place.run_well("claims --only S26,S13 --quick --threads 2 --out two");
    let one = place.read("one/claims.csv");
    assert_eq!(one, place.read("two/claims.csv"));
    let expected: Vec<&str> = ON_RECORD
        .lines()
        .filter(|line| line.starts_with("S13.") || line.starts_with("S26."))
        .collect();
    assert_eq!(one.lines().skip(1).collect::<Vec<_>>(), expected);
    // A second run takes the place of the first; of what is not ours nothing does.
    place.run_well("claims --only S4 --out one");
    assert_eq!(place.read("one/claims.csv").lines().count(), 2);
    place.write("notes/mine.txt", "mine");
    place.refused(1, "claims --only S4 --out notes");
    assert_eq!(place.read("notes/mine.txt"), "mine");
}

#[test]
fn what_is_not_there_to_be_measured_is_told() {
    let place = Place::new();
    let said = place.refused(1, "claims --set forest");
    assert!(said.contains("no claim of `forest` is measured yet"), "{said}");
    let said = place.refused(1, "claims --only S99");
    assert!(said.contains("there is no claim `S99`; there are S1, "), "{said}");
    let said = place.refused(1, "claims --set trees --only S4");
    assert!(said.contains("there are oak, "), "{said}");
    assert!(!place.has("results"));
}

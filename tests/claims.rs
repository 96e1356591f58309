//! `claims`: the table and the folder that it leaves, and what is refused. What each experiment gives is held in the crate `claims`.

use crate::util::Place;

const HEADER: &str = "id,set,statement,experiment,expected,measured,low,high,verdict,seeds,remark";
const ON_RECORD: &str = include_str!("../crates/claims/src/recorded.csv");

#[test]
fn a_quick_run_leaves_its_table_and_a_manifest_and_tells_the_verdicts() {
    let place = Place::new();
    let out = place.run_well("claims --quick --only S4,S5 --threads 2").out;
    let table = place.read("results/claims-quick-some/claims.csv");
    let recorded = ON_RECORD
        .lines()
        .filter(|line| line.starts_with("S4,") || line.starts_with("S5,"));
    let expected: Vec<&str> = [HEADER].into_iter().chain(recorded).collect();
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    assert!(
        out.contains("fails   S4: 10.00; expected 9\n    ten steps"),
        "{out}"
    );
    assert!(out.ends_with(" fail\n") || out.ends_with(" fails\n"), "{out}");
    assert!(!place.has("results/claims-quick-some.partial"));
    let manifest: serde_json::Value =
        serde_json::from_str(&place.read("results/claims-quick-some/manifest.json")).unwrap();
    assert_eq!(manifest["command"], "claims");
    assert_eq!(manifest["files"][0]["path"], "claims.csv");
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
    let said = place.refused(1, "claims --quick --only succession");
    assert!(said.contains("leave `--quick` out"), "{said}");
    let said = place.refused(1, "claims --only S99");
    assert!(said.contains("there is no claim `S99`; there are W1, "), "{said}");
    let said = place.refused(1, "claims --set forest --only S4");
    assert!(said.contains("there are thinning, spread, stress, "), "{said}");
    let said = place.refused(1, "claims --set trees --only S4");
    assert!(said.contains("there are oak, "), "{said}");
    assert!(!place.has("results"));
}

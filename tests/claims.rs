//! `claims`: the table and the folder that it leaves, and what is refused. What each experiment gives is held in the crate `claims`.

use std::io;
use std::path::Path;

use understory::claims::recorded::{self, OnRecord};
use understory::claims::{Budget, FieldTrial, Set};
use understory::records::{ClaimsRow, read_rows};
use understory::{ClaimsRequest, ForestScenario, Host, Overrides, Watch, make_into, open};

use crate::util::Place;

const HEADER: &str = "id,set,said_by,statement,experiment,expected,measured,low,high,verdict,seeds,remark";

fn beginning(rows: Vec<OnRecord>, begins: [&str; 2]) -> Vec<OnRecord> {
    let rows = rows.into_iter();
    rows.filter(|row| begins.iter().any(|begin| row.id.starts_with(begin)))
        .collect()
}

/// The rows of a table whose names begin so, as those on record.
fn rows_of(table: &str, begins: [&str; 2]) -> Vec<OnRecord> {
    let rows = read_rows::<ClaimsRow>("claims.csv", table.as_bytes()).unwrap();
    beginning(rows.iter().map(OnRecord::from).collect(), begins)
}

/// The same of the quick run on record.
fn on_record(begins: [&str; 2]) -> Vec<OnRecord> {
    beginning(recorded::rows(Budget::QUICK), begins)
}

#[test]
fn a_quick_run_leaves_its_table_and_a_manifest_and_tells_the_verdicts() {
    let place = Place::new();
    let out = place.run_well("claims --quick --only S4,S5 --threads 2").out;
    let table = place.read("results/claims-quick-some/claims.csv");
    assert_eq!((table.lines().next(), table.lines().count()), (Some(HEADER), 3));
    assert_eq!(rows_of(&table, ["S4", "S5"]), on_record(["S4", "S5"]));
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
    let begins = ["S13.", "S26."];
    assert_eq!(rows_of(&one, begins), on_record(begins));
    assert_eq!(one.lines().count(), 1 + on_record(begins).len());
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
    assert!(
        said.contains("take long: succession") && said.contains("leave `--quick` out"),
        "{said}"
    );
    let said = place
        .run_well("claims --quick --only roles,S4,warming --out few")
        .err;
    assert!(said.contains("left out of a quick run: roles, warming"), "{said}");
    let said = place.refused(1, "claims --only S99");
    assert!(said.contains("there is no claim `S99`; there are W1, "), "{said}");
    let said = place.refused(1, "claims --set forest --only S4");
    assert!(
        said.contains("there are yields, restart, crowns, thinning, spread, stress, "),
        "{said}"
    );
    let said = place.refused(1, "claims --set trees --only S4");
    assert!(said.contains("there are oak, "), "{said}");
    let said = place.refused(1, "claims --only S4,S5,S4");
    assert!(said.contains("the claim `S4` is named twice"), "{said}");
    let said = place.refused(1, "claims --set dreams");
    assert!(said.contains("'dreams'") && said.contains("articles"), "{said}");
    assert!(!place.has("results"));
}

/// A program whose output breaks off after some claims, as one that is stopped does.
struct StopsAfter(usize, std::sync::atomic::AtomicUsize);

impl Watch for StopsAfter {}

impl Host for StopsAfter {
    fn measured(&self, _: &ClaimsRow) -> io::Result<()> {
        let before = self.1.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        (before < self.0)
            .then_some(())
            .ok_or(io::ErrorKind::BrokenPipe.into())
    }
}

const SOME: &str = "claims --set articles --quick --only S4,S5,S8,S25 --out out";

/// Leaves what a start of `SOME` leaves that stops when it has measured so many claims and is about to say the next one.
fn stopped_after(place: &Place, claims: usize) {
    let request = ClaimsRequest {
        sets: vec![Set::Articles],
        only: ["S4", "S5", "S8", "S25"].map(str::to_owned).to_vec(),
        budget: Budget::QUICK,
    };
    let host = StopsAfter(claims, 0.into());
    make_into(&request, &place.path("out"), false, &host).unwrap_err();
    assert_eq!(place.has("out.partial/claims.csv"), claims > 0);
}

#[test]
fn claims_that_were_stopped_go_on_with_those_that_are_not_measured() {
    let place = Place::new();
    place.run_well(&SOME.replace("--out out", "--out whole"));
    for finished in 0..4 {
        stopped_after(&place, finished);
        let before = place
            .has("out.partial/claims.csv")
            .then(|| place.read("out.partial/claims.csv"));
        let ran = place.run_well(&format!("{SOME} --resume"));
        assert_eq!(place.read("out/claims.csv"), place.read("whole/claims.csv"));
        assert!(before.is_none_or(|rows| place.read("whole/claims.csv").starts_with(&rows)));
        // What was measured is said again.
        assert!(ran.out.contains("S4: 10"), "{}", ran.out);
        let words = if finished == 0 {
            "no claim was measured in"
        } else {
            "going on with the claims that are not measured"
        };
        assert!(ran.err.contains(words), "{}", ran.err);
        assert!(!place.has("out.partial") && !place.has("out/finished.csv"));
        let again = place.run_well(&format!("{SOME} --resume"));
        assert!(
            again.err.contains("is complete already; nothing was changed"),
            "{}",
            again.err
        );
        std::fs::remove_dir_all(place.path("out")).unwrap();
    }
}

#[test]
fn claims_do_not_go_on_from_other_ones_or_from_a_table_that_was_changed() {
    let place = Place::new();
    stopped_after(&place, 2);
    let said = place.refused(1, "claims --set articles --quick --only S4,S5 --out out --resume");
    assert!(
        said.contains("was begun as another run")
            && said.contains("claims of articles, only S4, S5; 3 seeds"),
        "{said}"
    );
    let said = place.refused(1, &format!("{SOME} --resume --seed 5"));
    assert!(said.contains("`seed` was 0 and is now 5"), "{said}");

    let table = place.read("out.partial/claims.csv");
    place.write("out.partial/claims.csv", &table.replace("fails", "holds"));
    let said = place.refused(1, &format!("{SOME} --resume"));
    assert!(
        said.contains("`claims.csv` was changed since it was written: it has another hash")
            && said.contains("start anew without `--resume`"),
        "{said}"
    );
    let described = place.read("out.partial/run.json");
    place.write("out.partial/claims.csv", &table);
    place.write(
        "out.partial/run.json",
        &described.replace(understory::VERSION, "0.0.1"),
    );
    let said = place.refused(1, &format!("{SOME} --resume"));
    assert!(
        said.contains("the version of understory was 0.0.1 and is now"),
        "{said}"
    );
    place.write("out.partial/run.json", &described);

    // A stop between the table and its hash: the row more is measured again.
    place.run_well(&SOME.replace("--out out", "--out whole"));
    let whole = place.read("whole/claims.csv");
    let row = whole.lines().find(|line| line.starts_with("S8,")).unwrap();
    place.write("out.partial/claims.csv", &format!("{table}{row}\n"));
    place.run_well(&format!("{SOME} --resume"));
    assert_eq!(place.read("out/claims.csv"), place.read("whole/claims.csv"));
}

#[test]
fn other_seeds_have_a_folder_of_their_own() {
    let place = Place::new();
    place.run_well("claims --quick --only S8 --seed 7");
    let table = place.read("results/claims-quick-some-seed-7/claims.csv");
    let row = &rows_of(&table, ["S8", "S8."])[0];
    assert_eq!((row.verdict.as_str(), row.seeds), ("holds", 3));
    assert_ne!(*row, on_record(["S8", "S8."])[0]);
    let manifest: serde_json::Value =
        serde_json::from_str(&place.read("results/claims-quick-some-seed-7/manifest.json")).unwrap();
    assert_eq!(
        (&manifest["seed"], &manifest["replicates"]),
        (&7.into(), &3.into())
    );
}

/// The claims spell their stands out once more, as their crate reads no scenario.
#[test]
fn the_inhibiting_field_of_the_scenario_is_one_of_those_that_claims_try() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/inhibition.toml");
    let scenario: ForestScenario = open(path, &Overrides::default()).unwrap();
    let trial = FieldTrial {
        competes: false,
        from_outside: true,
        kills: true,
        is_fixed: true,
        strength: 30.0,
    };
    assert!(FieldTrial::all().contains(&trial));
    let mut beech = trial.species();
    beech.name = "beech".to_owned();
    assert_eq!(scenario.species, [beech]);
    assert_eq!(
        (scenario.years, scenario.replicates, scenario.plot.area_m2()),
        (300, 20, 1e4)
    );
}

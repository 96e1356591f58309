//! What a run was begun with, against what it goes on with.

use understory_records::{Document, InputFile, RunJson};

fn run() -> RunJson {
    let input = |path: &str, digit: &str| InputFile {
        path: path.into(),
        bytes: 4,
        blake3: digit.repeat(64),
    };
    RunJson {
        version: "0.1.0".into(),
        scenario: "old-field".into(),
        scenario_blake3: "1".repeat(64),
        inputs: vec![input("a.csv", "a"), input("b.csv", "b")],
        identity: "2".repeat(64),
        seed: 7,
        years: 100,
        replicates: 2,
        each_year: None,
    }
}

fn messages(change: impl Fn(&mut RunJson)) -> Vec<String> {
    let mut now = run();
    change(&mut now);
    now.differences_from(&run())
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn reads_back_equal() {
    let mut text = Vec::new();
    run().write(&mut text).unwrap();
    assert_eq!(RunJson::read("run.json", &text[..]).unwrap(), run());
}

#[test]
fn years_and_replicates_may_grow_and_comments_may_change() {
    assert_eq!(messages(|_| {}), [""; 0]);
    let grown =
        |now: &mut RunJson| (now.years, now.replicates, now.scenario_blake3) = (101, 3, "3".repeat(64));
    assert_eq!(messages(grown), [""; 0]);
    assert_eq!(
        messages(|now| now.years = 99),
        ["`years`, which may only grow, was 100 and is now 99"]
    );
    assert_eq!(
        messages(|now| now.replicates = 1),
        ["`replicates`, which may only grow, was 2 and is now 1"]
    );
}

#[test]
fn each_difference_is_named_with_both_values() {
    let all = messages(|now| {
        now.version = "0.2.0".into();
        now.seed = 8;
        now.inputs[0].path = "c.csv".into();
        now.inputs[1].blake3 = "d".repeat(64);
        now.identity = "e".repeat(64);
    });
    assert_eq!(
        all,
        [
            "the version of understory was 0.1.0 and is now 0.2.0",
            "`seed` was 7 and is now 8",
            "input `a.csv` was aaaaaaaaaaaa and is now not used",
            "input `b.csv` was bbbbbbbbbbbb and is now dddddddddddd",
            "input `c.csv` was not used and is now aaaaaaaaaaaa",
            "the scenario, with what is set in it, was `old-field` (222222222222) and is now `old-field` (eeeeeeeeeeee)",
        ]
    );
}

#[test]
fn only_as_many_years_and_replicates_are_the_same_run() {
    assert!(run().is_the_same_as(&run()));
    for change in [
        |now: &mut RunJson| now.years = 101,
        |now: &mut RunJson| now.replicates = 3,
        |now: &mut RunJson| now.seed = 8,
    ] {
        let mut now = run();
        change(&mut now);
        assert!(!now.is_the_same_as(&run()));
    }
}

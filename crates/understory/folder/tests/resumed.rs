//! From what an interrupted run goes on, and what makes it refuse to.

use super::*;

#[test]
fn an_interrupted_run_goes_on_from_its_newest_checkpoint() {
    let place = Place::new();
    place.interrupt(&run(), &[10, 20]);
    place.put(
        "x.partial/state/year-0030/seeds.csv",
        "key\ncut before its checkpoint was",
    );
    place.put(
        "x.partial/census.csv",
        &(place.text("x.partial/census.csv") + "30\n"),
    );
    assert_eq!(place.start(&run(), true), going_on_from(20));
    let longer = RunJson {
        years: 200,
        replicates: 3,
        ..run()
    };
    assert_eq!(place.start(&longer, true), going_on_from(20));
    assert_eq!(
        read::<RunJson>(&place.path("x.partial/run.json")).unwrap(),
        longer
    );
    assert_eq!(place.text("x.partial/census.csv"), "year\n10\n20\n30\n");
}

#[test]
fn resume_begins_at_year_0_where_there_is_nothing_to_go_on_from() {
    let place = Place::new();
    assert_eq!(place.start(&run(), true), FRESH);
    place.interrupt(&run(), &[]);
    assert_eq!(place.start(&run(), true), FRESH);
    assert_eq!(names(&place.path("x.partial")).unwrap(), ["run.json"]);
}

#[test]
fn resume_of_a_complete_run_changes_nothing() {
    let place = Place::new();
    place.complete(&run(), "year\n");
    place.put(".x.replaced/notes.txt", "of the user");
    let before = place.everything();
    assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
    assert_eq!(place.everything(), before);
    fs::remove_dir_all(place.path(".x.replaced")).unwrap();
    assert_eq!(place.start(&RunJson { years: 200, ..run() }, true), FRESH);
    assert_eq!(place.text("x/census.csv"), "year\n");
}

#[test]
fn an_interrupted_run_comes_before_a_complete_one() {
    let place = Place::new();
    place.complete(&run(), "year\n");
    place.interrupt(&run(), &[10]);
    assert_eq!(place.start(&run(), true), going_on_from(10));
}

#[test]
fn another_run_cannot_be_resumed_and_every_difference_is_told() {
    let other = RunJson {
        version: "0.2.0".into(),
        inputs: vec![InputFile {
            path: "a.csv".into(),
            bytes: 4,
            blake3: "b".repeat(64),
        }],
        identity: "3".repeat(64),
        seed: 8,
        years: 50,
        ..run()
    };
    let refusal = "was begun as another run: the version of understory was 0.1.0 and is now 0.2.0; \
                `seed` was 7 and is now 8; input `a.csv` was aaaaaaaaaaaa and is now bbbbbbbbbbbb; \
                the scenario, with what is set in it, was `old-field` (222222222222) and is now `old-field` (333333333333); \
                `years`, which may only grow, was 100 and is now 50";
    let place = Place::new();
    place.interrupt(&run(), &[10]);
    assert_eq!(place.refused(&other, true), format!("`x.partial` {refusal}"));
    let place = Place::new();
    place.complete(&run(), "year\n");
    assert_eq!(place.refused(&other, true), format!("`x` {refusal}"));
}

#[test]
fn a_state_that_was_changed_is_not_gone_on_from() {
    let place = Place::new();
    place.interrupt(&run(), &[10]);
    place.put("x.partial/state/year-0010/seeds.csv", "key\n11\n");
    place.put("x.partial/census.csv", "year\n");
    assert_eq!(
        place.refused(&run(), true),
        "`x.partial` cannot go on from year 10: `census.csv` has 5 bytes instead of 8; \
         `state/year-0010/seeds.csv` was edited: its content has another hash"
    );
    fs::remove_file(place.path("x.partial/census.csv")).unwrap();
    assert!(place.refused(&run(), true).contains("`census.csv` is missing"));
    assert_eq!(
        place.start(&run(), false),
        Start::Fresh {
            given_up_year: Some(10)
        }
    );
}

#[test]
fn a_checkpoint_that_is_broken_or_of_another_run_or_year_is_told() {
    let place = Place::new();
    place.interrupt(&run(), &[10]);
    let whole = place.text("x.partial/state/year-0010/checkpoint.json");
    place.put(
        "x.partial/state/year-0010/checkpoint.json",
        &whole[..whole.len() / 2],
    );
    assert_eq!(
        place.refused(&run(), true),
        "x.partial/state/year-0010/checkpoint.json: this is not a whole checkpoint of understory: EOF while parsing \
         a string at line 19 column 22"
    );

    place.put(
        "x.partial/state/year-0010/checkpoint.json",
        &whole.replace("\"next_tree\": 1", "\"next_tree\": 2"),
    );
    assert_eq!(
        place.refused(&run(), true),
        "x.partial/state/year-0010/checkpoint.json: this checkpoint was changed since it was written"
    );

    let store = DirectoryStore::existing(place.path("x.partial"));
    checkpoint(&store, &RunJson { seed: 9, ..run() }, 10);
    assert!(place.refused(&run(), true).contains("`seed` was 9 and is now 7"));

    fs::remove_dir_all(place.path("x.partial/state")).unwrap();
    place.put("x.partial/state/year-0020/checkpoint.json", &whole);
    let refusal = place.refused(&run(), true);
    assert!(
        refusal.ends_with(
            "from year 20: `x.partial/state/year-0020/checkpoint.json` holds the state of year 10"
        ),
        "{refusal}"
    );
}

#[test]
fn a_file_that_was_finished_before_the_checkpoint_is_checked_as_well() {
    for (spoil, refusal) in [
        (Some("key\n1"), "`trees/year-0010.csv` has 5 bytes instead of 7"),
        (
            Some("key\n11\n"),
            "`trees/year-0010.csv` was edited: its content has another hash",
        ),
        (None, "`trees/year-0010.csv` is missing"),
    ] {
        let place = Place::new();
        place.interrupt(&run(), &[10, 20]);
        let trees = "x.partial/trees/year-0010.csv";
        match spoil {
            Some(text) => place.put(trees, text),
            None => fs::remove_file(place.path(trees)).unwrap(),
        }
        assert_eq!(
            place.refused(&run(), true),
            format!("`x.partial` cannot go on from year 20: {refusal}")
        );
    }
}

#[test]
fn an_older_checkpoint_takes_the_place_of_a_damaged_one() {
    let spoil = [
        ("x.partial/state/year-0020/checkpoint.json", "{"),
        ("x.partial/state/year-0020/seeds.csv", "key\n"),
        ("x.partial/census.csv", "year\n10\n"),
        ("x.partial/finished.csv", ""),
    ];
    for (file, text) in spoil {
        let place = Place::new();
        place.interrupt(&run(), &[10, 20]);
        let list = place.text("x.partial/finished.csv");
        let first_row: String = list.split_inclusive('\n').take(2).collect();
        place.put(file, if text.is_empty() { &first_row } else { text });
        let Start::Continue { year, passed_over } = place.start(&run(), true) else {
            panic!("{file}");
        };
        assert_eq!(year, 10, "{file}");
        let name = file.rsplit('/').next().unwrap();
        assert!(
            passed_over.len() == 1 && passed_over[0].contains(name),
            "{passed_over:?}"
        );
    }
    // What both need is made anew by nothing.
    let place = Place::new();
    place.interrupt(&run(), &[10, 20]);
    place.put("x.partial/state/year-0020/checkpoint.json", "{");
    place.put("x.partial/trees/year-0010.csv", "key\n");
    assert!(
        place
            .refused(&run(), true)
            .contains("year 10: `trees/year-0010.csv` has 4 bytes")
    );
}

/// It was refused as another run's, because the complete one beside it is.
#[test]
fn a_new_run_without_a_checkpoint_begins_anew_whatever_is_complete_beside_it() {
    let place = Place::new();
    place.complete(&run(), "year\n");
    let other = RunJson { seed: 8, ..run() };
    place.interrupt(&other, &[]);
    assert_eq!(place.start(&other, true), FRESH);
    assert_eq!(place.text("x/census.csv"), "year\n");
    let refusal = place.refused(&run(), true);
    assert!(refusal.contains("`seed` was 8 and is now 7"), "{refusal}");
    fs::remove_dir_all(place.path("x.partial")).unwrap();
    let refusal = place.refused(&other, true);
    assert!(refusal.contains("`seed` was 7 and is now 8"), "{refusal}");
    place.interrupt(&run(), &[]);
    assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
}

#[test]
fn what_interrupted_writes_left_goes_when_the_run_goes_on() {
    let place = Place::new();
    place.interrupt(&run(), &[10]);
    for name in [".times.json.tmp", "state/year-0010/.seeds.csv.tmp"] {
        place.put(&format!("x.partial/{name}"), "cut");
    }
    let (folder, start) = place.open(&run(), true).unwrap();
    assert_eq!(start, going_on_from(10));
    assert!(!place.everything().iter().any(|(path, _)| path.ends_with(".tmp")));
    build(&folder, &run(), "year\n");
    folder.finish().unwrap();
    let left = names(&place.path("x")).unwrap();
    assert!(
        !left
            .iter()
            .any(|name| *name == *paths::FINISHED || *name == *paths::RUN),
        "{left:?}"
    );
}

#[test]
fn a_checkpoint_beyond_the_years_that_are_wanted_is_not_gone_on_from() {
    let place = Place::new();
    place.interrupt(&run(), &[20]);
    let begun = place.text("x.partial/run.json");
    place.put(
        "x.partial/run.json",
        &begun.replace("\"years\": 100", "\"years\": 10"),
    );
    let refusal = place.refused(&RunJson { years: 10, ..run() }, true);
    assert!(
        refusal.contains("`years`, which may only grow, was 20 and is now 10"),
        "{refusal}"
    );
}

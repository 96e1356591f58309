//! Checkpoints, and runs that go on from them.

use understory_lab::store::{MemoryStore, Store};
use understory_lab::{End, LabError, run, tables_in};
use understory_records::{Checkpoint, Document, EventRow, Format, paths, read_table};

use crate::common::{Until, bytes, job, made, rows, scenario, tables, whole};
use crate::run::SCENARIO;

fn assert_same(found: &MemoryStore, expected: &MemoryStore, what: &str) {
    let (found, expected) = (tables(found), tables(expected));
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "{what}"
    );
    for (path, bytes) in &expected {
        assert!(found[path] == *bytes, "{what}: {path}");
    }
}

/// Formats and what is kept, each with a stop at once, one between checkpoints and one at a checkpoint.
#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_tables() {
    let kept = SCENARIO.replace("events = true", "events = true, keep_state = true");
    let mut texts = vec![SCENARIO.to_owned(), kept];
    if Format::Parquet.is_built_in() {
        texts.push(SCENARIO.replace("events = true", "events = true, format = \"parquet\""));
    }
    for text in texts {
        let scenario = scenario(&text);
        let (straight, _) = whole(&scenario);
        for stop in [0, 3, 10] {
            let store = MemoryStore::default();
            let end = made(&scenario, &store, None, &Until::after(stop));
            assert_eq!(end, End::Stopped { year: stop });
            assert!(store.open(&paths::checkpoint(stop)).is_ok());
            let watch = Until::after(u32::MAX);
            let End::Complete(ran) = made(&scenario, &store, Some(stop), &watch) else {
                panic!("nobody stops it");
            };
            assert_same(&store, &straight, &format!("stopped in year {stop}"));
            assert!(store.open("times.json").is_err());
            let in_systems: f64 = ran.system_s.iter().map(|(_, s)| s).sum();
            assert!(in_systems <= ran.year_s);
        }
    }
}

#[test]
fn a_finished_run_goes_on_for_more_years() {
    let formats: &[&str] = match Format::Parquet.is_built_in() {
        true => &["events = true", "events = true, format = \"parquet\""],
        false => &["events = true"],
    };
    for format in formats {
        for keeps in ["", ", keep_state = true"] {
            let text = SCENARIO.replace("events = true", &format!("{format}{keeps}"));
            let short = scenario(&text.replace("years = 12", "years = 7"));
            let store = MemoryStore::default();
            made(&short, &store, None, &Until::after(u32::MAX));
            let long = scenario(&text);
            made(&long, &store, Some(7), &Until::after(u32::MAX));
            let (straight, _) = whole(&long);
            assert_same(&store, &straight, format);
        }
    }
}

/// What a later year wrote before the power went is cut off, and files that no checkpoint names go.
#[test]
fn what_was_written_after_the_checkpoint_is_cut_off() {
    let scenario = scenario(SCENARIO);
    let (straight, _) = whole(&scenario);
    let store = MemoryStore::default();
    made(&scenario, &store, None, &Until::after(6));
    for table in [
        "census.csv",
        "spacing.csv",
        "deadwood.csv",
        "events.csv",
        "finished.csv",
    ] {
        let length = bytes(&store, table).len() as u64;
        store.append(table, length, b"half a ro").unwrap();
    }
    for (path, what) in [
        ("trees/year-0009.csv", "later"),
        ("state/year-0009/dead.csv", "later"),
        ("trees/year-0005.csv", "of a state"),
    ] {
        store
            .write(path, &mut |out| out.write_all(what.as_bytes()))
            .unwrap();
    }
    made(&scenario, &store, Some(6), &Until::after(u32::MAX));
    assert_same(&store, &straight, "cut off");
}

#[test]
fn what_years_took_is_added_up_over_stops_of_the_same_run_alone() {
    let scenario = scenario(SCENARIO);
    let took = |spoil: &dyn Fn(&MemoryStore)| {
        let store = MemoryStore::default();
        made(&scenario, &store, None, &Until::after(6));
        spoil(&store);
        let End::Complete(ran) = made(&scenario, &store, Some(6), &Until::after(u32::MAX)) else {
            panic!("nobody stops it");
        };
        let system_s = ran.system_s;
        (ran.year_s, system_s.iter().map(|(_, s)| s).sum::<f64>(), system_s)
    };
    let of_year = |year: u32| {
        move |store: &MemoryStore| {
            let earlier: serde_json::Value = serde_json::from_slice(&bytes(store, "times.json")).unwrap();
            assert_eq!(earlier["year"], 6);
            let name = &earlier["system_s"][0][0];
            let text = format!("{{\"year\":{year},\"year_s\":5000.0,\"system_s\":[[{name},3000.0]]}}");
            store
                .write("times.json", &mut |out| out.write_all(text.as_bytes()))
                .unwrap();
        }
    };
    let (year_s, sum_s, system_s) = took(&of_year(6));
    assert!(year_s > 5000.0 && year_s < 5100.0, "{year_s}");
    assert!(
        sum_s > 3000.0 && sum_s < 3100.0 && system_s[0].1 > 3000.0,
        "{sum_s}"
    );
    let (year_s, sum_s, _) = took(&of_year(5));
    assert!(year_s < 100.0 && sum_s < 100.0, "of another year: {year_s}");
    let (year_s, ..) = took(&|store| store.remove("times.json").unwrap());
    assert!(year_s > 0.0 && year_s < 100.0);
}

#[test]
fn a_checkpoint_that_no_run_wrote_is_refused_with_its_file() {
    let scenario = scenario(SCENARIO);
    let refused = |spoil: &dyn Fn(&MemoryStore)| {
        let store = MemoryStore::default();
        made(&scenario, &store, None, &Until::after(3));
        spoil(&store);
        let error = run(&job(&scenario), &store, Some(3), &Until::after(u32::MAX)).unwrap_err();
        (error.to_string(), error)
    };
    let edit = |path: &'static str, from: &'static str, to: &'static str| {
        move |store: &MemoryStore| {
            let text = String::from_utf8(bytes(store, path)).unwrap();
            assert!(text.contains(from), "{path}: {from}");
            let text = text.replacen(from, to, 1);
            store
                .write(path, &mut |out| out.write_all(text.as_bytes()))
                .unwrap();
        }
    };
    let trees = "trees/year-0003.csv";
    let (told, error) = refused(&edit(trees, ",birch,", ",birk,"));
    assert_eq!(
        told,
        "`trees/year-0003.csv`: `birk` is not a species of this scenario"
    );
    assert!(matches!(error, LabError::StrangeCheckpoint { .. }) && error.is_user_error());
    let (told, _) = refused(&edit("state/year-0003/seeds.csv", ",birch,", ",,"));
    assert_eq!(
        told,
        "`state/year-0003/seeds.csv`: `` is not a species of this scenario"
    );
    let (told, _) = refused(&edit("state/year-0003/wood.csv", ",1.0,", ",2.0,"));
    assert!(told.contains("with 2.00 of its height standing"), "{told}");
    let (told, _) = refused(&edit("state/year-0003/dead.csv", "intrinsic", "boredom"));
    assert_eq!(
        told,
        "`state/year-0003/dead.csv`: `boredom` is not a cause of death"
    );
    let nameless = |store: &MemoryStore| {
        let path = paths::checkpoint(3);
        let mut checkpoint = Checkpoint::read(&path, store.open(&path).unwrap()).unwrap();
        checkpoint.files.retain(|file| file.path != "census.csv");
        store
            .write(&path, &mut |out| {
                checkpoint.write(out).unwrap();
                Ok(())
            })
            .unwrap();
    };
    let (told, _) = refused(&nameless);
    assert_eq!(
        told,
        "`state/year-0003/checkpoint.json`: it does not name `census.csv`"
    );
    let old = |store: &MemoryStore| {
        let text = String::from_utf8(bytes(store, trees)).unwrap();
        let row = text.lines().nth(1).unwrap();
        let mut fields: Vec<&str> = row.split(',').collect();
        fields[5] = "70000";
        let text = text.replacen(row, &fields.join(","), 1);
        store
            .write(trees, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
    };
    let (told, _) = refused(&old);
    assert_eq!(
        told,
        "`trees/year-0003.csv`: an age of 70000 years is beyond the 65535 that can be kept"
    );
    let short = |store: &MemoryStore| {
        let text = String::from_utf8(bytes(store, trees)).unwrap();
        let key = text
            .lines()
            .nth(1)
            .unwrap()
            .split(',')
            .nth(10)
            .unwrap()
            .to_owned();
        assert_eq!(key.len(), 32);
        let text = text.replacen(&key, &key[1..], 1);
        store
            .write(trees, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
    };
    let (told, error) = refused(&short);
    assert!(
        told.starts_with("`trees/year-0003.csv`: ") && error.is_user_error(),
        "{told}"
    );
    let (_, error) = refused(&|store| store.remove(trees).unwrap());
    assert!(matches!(error, LabError::Io(_)) && !error.is_user_error());
    let (_, error) = refused(&|store| store.remove("state/year-0003").unwrap());
    assert!(!error.is_user_error());
    let (told, error) = refused(&edit(trees, ",birch,", ",birch,oak"));
    assert!(told.contains(trees) && error.is_user_error(), "{told}");
}

/// A Parquet cannot grow, so events are CSV until the run is over; the checkpoint names the one that is there.
#[test]
fn events_are_settled_at_the_end_and_reopened_for_more_years() {
    if !Format::Parquet.is_built_in() {
        return;
    }
    let text = SCENARIO.replace("events = true", "events = true, format = \"parquet\"");
    let (plain, _) = whole(&scenario(SCENARIO));
    let expected: Vec<EventRow> = rows(&plain, "events.csv");
    let scenario = scenario(&text);
    let (store, _) = whole(&scenario);
    let found: Vec<EventRow> = read_table("events.parquet", store.open("events.parquet").unwrap()).unwrap();
    assert_eq!(found, expected);
    assert!(store.open("events.csv").is_err());
    let listed = tables_in(&store).unwrap();
    let listed = listed.iter().find(|file| file.path == "events.parquet").unwrap();
    assert_eq!(listed.rows, Some(expected.len() as u64));
    let path = paths::checkpoint(12);
    let checkpoint = || Checkpoint::read(&path, store.open(&path).unwrap()).unwrap();
    let events = checkpoint()
        .files
        .into_iter()
        .find(|file| file.path.starts_with("events"))
        .unwrap();
    assert_eq!(
        (events.path.as_str(), events.rows),
        ("events.parquet", expected.len() as u64)
    );
    assert!(
        checkpoint()
            .differences(|path| store.open(path))
            .unwrap()
            .is_empty()
    );
    // An event that cannot be read leaves no table that looks whole.
    let broken = MemoryStore::default();
    made(&scenario, &broken, None, &Until::after(11));
    let text = String::from_utf8(bytes(&broken, "events.csv")).unwrap();
    let text = text.replacen(",birth,", ",birth,,", 1);
    broken
        .write("events.csv", &mut |out| out.write_all(text.as_bytes()))
        .unwrap();
    assert!(run(&job(&scenario), &broken, Some(11), &Until::after(u32::MAX)).is_err());
    assert!(broken.open("events.parquet").is_err() && broken.open("events.csv").is_ok());
}

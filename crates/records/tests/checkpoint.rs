//! Checkpoints, and files that changed since they were written.

use std::collections::BTreeMap;
use std::io;

use proptest::prelude::*;
use understory_records::{Checkpoint, CheckpointFile, Content, Document};

type Files = BTreeMap<String, Vec<u8>>;

fn files() -> Files {
    [
        ("census.csv", "year\n0\n1\n"),
        ("finished.csv", "path,bytes,blake3\ntrees/year-0000.csv,5,ab\n"),
        ("state/year-0001/seeds.csv", "key\nab\n"),
    ]
    .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
    .into()
}

fn checkpoint() -> Checkpoint {
    let of = |(path, bytes): (&String, &Vec<u8>)| {
        let content = Content::of(&bytes[..]).unwrap();
        CheckpointFile::new(path, &content, content.rows(), !path.starts_with("state/"))
    };
    let mut files: Vec<CheckpointFile> = files().iter().map(of).collect();
    let finished = files.remove(1);
    Checkpoint {
        version: "0.1.0".into(),
        identity: "ab".repeat(32),
        seed: 7,
        year: 1,
        next_tree: 41,
        tree_years: 40,
        peak_seeds: 3,
        files,
        finished,
    }
}

fn messages(files: &Files) -> Vec<String> {
    let open = |path: &str| {
        files
            .get(path)
            .map(|bytes| &bytes[..])
            .ok_or(io::ErrorKind::NotFound.into())
    };
    checkpoint()
        .differences(open)
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn reads_back_equal() {
    let mut text = Vec::new();
    checkpoint().write(&mut text).unwrap();
    assert_eq!(
        Checkpoint::read("checkpoint.json", &text[..]).unwrap(),
        checkpoint()
    );
    assert_eq!(checkpoint().files[0].rows, 2);
}

#[test]
fn one_that_was_changed_in_any_number_is_not_read() {
    let mut text = Vec::new();
    checkpoint().write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for (from, to) in [
        ("\"next_tree\": 41", "\"next_tree\": 42"),
        ("\"rows\": 2", "\"rows\": 1"),
    ] {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text);
        let error = Checkpoint::read("x/checkpoint.json", edited.as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x/checkpoint.json: this checkpoint was changed since it was written"
        );
    }
}

#[test]
fn what_was_finished_before_is_listed_and_a_list_without_rows_is_not_there() {
    let all = files();
    let open = |path: &str| Ok(&all[path][..]);
    let listed = checkpoint().finished(open).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].path.as_str(), listed[0].bytes),
        ("trees/year-0000.csv", 5)
    );
    let mut none = checkpoint();
    none.finished = CheckpointFile::new("finished.csv", &Content::of(io::empty()).unwrap(), 0, true);
    assert_eq!(none.finished(open).unwrap(), []);
    let mut without = files();
    without.remove("finished.csv");
    let open = |path: &str| {
        without
            .get(path)
            .map(|b| &b[..])
            .ok_or(io::ErrorKind::NotFound.into())
    };
    assert!(none.differences(open).unwrap().is_empty());
}

#[test]
fn a_growing_table_may_have_grown_and_no_other_may() {
    let mut grown = files();
    grown.get_mut("census.csv").unwrap().extend_from_slice(b"2\n");
    assert_eq!(messages(&grown), [""; 0]);
    grown
        .get_mut("state/year-0001/seeds.csv")
        .unwrap()
        .extend_from_slice(b"cd\n");
    assert_eq!(
        messages(&grown),
        ["`state/year-0001/seeds.csv` has 10 bytes instead of 7"]
    );
}

#[test]
fn missing_shorter_and_edited_files_are_told_apart() {
    let mut spoilt = files();
    spoilt.remove("census.csv");
    spoilt.get_mut("state/year-0001/seeds.csv").unwrap()[5] = b'c';
    assert_eq!(
        messages(&spoilt),
        [
            "`census.csv` is missing",
            "`state/year-0001/seeds.csv` was edited: its content has another hash"
        ]
    );
    let mut cut = files();
    cut.get_mut("census.csv").unwrap().pop();
    assert_eq!(messages(&cut), ["`census.csv` has 8 bytes instead of 9"]);
}

#[test]
fn another_failure_to_open_is_an_error_and_no_difference() {
    let open = |_: &str| Err::<&[u8], _>(io::ErrorKind::PermissionDenied.into());
    assert_eq!(
        checkpoint().differences(open).unwrap_err().kind(),
        io::ErrorKind::PermissionDenied
    );
}

proptest! {
    #[test]
    fn any_changed_byte_is_found(place in 0_usize..59, change in 1_u8..=255) {
        let mut spoilt = files();
        let bytes = spoilt.values_mut().flat_map(|bytes| bytes.iter_mut()).nth(place);
        *bytes.unwrap() ^= change;
        prop_assert_eq!(messages(&spoilt).len(), 1);
    }
}

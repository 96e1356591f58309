//! Whatever a file holds, it is read or refused, and nothing panics.

use proptest::prelude::*;
use understory_scenario::{Described, Files, Overrides, Scenario, load};

use crate::common::{CORPUS, Folder, Memory};

#[derive(Clone, Debug)]
enum Change {
    Delete(usize, usize),
    Insert(usize, Vec<u8>),
    Replace(usize, u8),
}

fn change() -> impl Strategy<Value = Change> {
    let words = [
        "[", "]", "[[", "nan", "-1", "1e999", "\"\"\"", "{", "}", "=", ".", "#", "\n", ",", "\u{feff}", "ä",
        "0x",
    ];
    let piece = prop::sample::select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec());
    prop_oneof![
        (any::<usize>(), 1_usize..40).prop_map(|(at, length)| Change::Delete(at, length)),
        (any::<usize>(), piece).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        match change {
            Change::Delete(at, length) if !bytes.is_empty() => {
                let start = at % bytes.len();
                bytes.drain(start..(start + length).min(bytes.len()));
            }
            Change::Insert(at, piece) => {
                let at = at % (bytes.len() + 1);
                bytes.splice(at..at, piece.iter().copied());
            }
            Change::Replace(at, byte) if !bytes.is_empty() => {
                let at = at % bytes.len();
                bytes[at] = *byte;
            }
            _ => {}
        }
    }
    bytes
}

/// Read, or refused with problems that stand in files that were read.
fn is_read_or_refused(files: &Memory, path: &str) {
    match load::<Scenario>(path, files, &Overrides::default()) {
        Ok(scenario) => {
            let text = scenario.copies(&|_| None).scenario;
            assert!(text.parse::<toml::Table>().is_ok());
            assert_eq!(scenario.header().identity.len(), 64);
            if let Scenario::Stand(stand) = scenario {
                assert!(stand.points_m.len() > 1);
            }
        }
        Err(problems) => {
            assert!(!problems.as_slice().is_empty());
            for problem in problems.as_slice() {
                let bytes = files.read(&problem.file).unwrap();
                let lines = bytes.split(|byte| *byte == b'\n').count();
                assert!(
                    (1..=lines).contains(&problem.line) && problem.column >= 1,
                    "{problem}"
                );
                assert!(!problem.message.contains("nothing is wrong"), "{problem}");
            }
        }
    }
}

fn files_of(paths: &[&str]) -> Vec<(String, Vec<u8>)> {
    paths
        .iter()
        .map(|path| ((*path).to_owned(), Folder(CORPUS).read(path).unwrap()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_scenarios_never_panic(
        which in 0_usize..9,
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let path = [
            "good/methods.toml", "good/grown.toml", "good/from-files.toml", "good/compare-target.toml",
            "good/tree-preset.toml", "good/tree-spelled-out.toml",
            "good/world-painted.toml", "good/world-ground.toml", "good/world-prefabs.toml",
        ][which];
        let mut files = files_of(&[
            path, "good/patches/patch.toml", "good/patches/stand.csv", "good/data/mixed.csv", "good/data/marks.csv",
            "good/data/skeleton.csv", "good/data/shed.obj",
            "good/data/heights.png", "good/data/biomes.png", "good/data/lush.png", "good/data/flight.csv",
            "good/data/by-hand.csv",
        ]);
        files[0].1 = changed(files[0].1.clone(), &changes);
        is_read_or_refused(&Memory(files), path);
    }

    #[test]
    fn changed_skeletons_and_meshes_never_panic(
        which in 0_usize..2,
        changes in prop::collection::vec(change(), 1..12),
    ) {
        let path = "good/tree-spelled-out.toml";
        let mut files = files_of(&["good/data/skeleton.csv", "good/data/shed.obj", path]);
        files[which].1 = changed(files[which].1.clone(), &changes);
        is_read_or_refused(&Memory(files), path);
    }

    #[test]
    fn changed_pictures_and_flights_never_panic(
        which in 0_usize..4,
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let path = "good/world-painted.toml";
        let mut files = files_of(&[
            "good/data/heights.png", "good/data/biomes.png", "good/data/lush.png", "good/data/flight.csv", path,
        ]);
        files[which].1 = changed(files[which].1.clone(), &changes);
        is_read_or_refused(&Memory(files), path);
    }

    #[test]
    fn changed_founders_files_never_panic(changes in prop::collection::vec(change(), 1..12)) {
        let path = "good/from-files.toml";
        let mut files = files_of(&["good/data/mixed.csv", path, "good/data/marks.csv"]);
        files[0].1 = changed(files[0].1.clone(), &changes);
        is_read_or_refused(&Memory(files), path);
    }
}

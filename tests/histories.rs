//! Runs that are killed at any moment, with a file of theirs spoiled now and then before they go on.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::Duration;

use crate::folders::snapshot;
use crate::same_bytes::{Numbers, assert_same};
use crate::util::{Place, Stand, files_below};

/// What becomes of a file's bytes; `None`: it is removed.
type Harm = fn(&[u8], u64) -> Option<Vec<u8>>;

/// What may happen to a file.
const HARMS: [Harm; 5] = [
    |_, _| None,
    |whole, _| Some(whole[..whole.len() / 2].to_vec()),
    |_, _| Some(Vec::new()),
    |whole, _| Some([whole, b"1,2,3\n"].concat()),
    |whole, at| {
        let mut edited = whole.to_vec();
        let at = at as usize % edited.len().max(1);
        if let Some(byte) = edited.get_mut(at) {
            *byte = if *byte == b'1' { b'2' } else { b'1' };
        }
        Some(edited)
    },
];

/// Spoils a file of the interrupted run; gives its path below the run and what it held.
fn spoil(place: &Place, numbers: &mut Numbers) -> Option<(String, Vec<u8>)> {
    let files = files_below(&place.path("out.partial"));
    let path = files[numbers.below(files.len() as u64) as usize].clone();
    let harm = HARMS[numbers.below(HARMS.len() as u64) as usize];
    let file = place.path("out.partial").join(&path);
    let whole = fs::read(&file).unwrap();
    match harm(&whole, numbers.below(1 << 20)) {
        Some(spoiled) if spoiled == whole => return None,
        Some(spoiled) => fs::write(&file, spoiled).unwrap(),
        None => fs::remove_file(&file).unwrap(),
    }
    Some((path, whole))
}

/// After any such history the result is that of a run which nobody disturbed, or the file is named, nothing is changed,
/// and the run goes on when the file is what it was.
#[test]
fn a_run_with_a_spoiled_file_leaves_the_same_bytes_or_is_refused_by_its_name() {
    let stand = Stand {
        founders: 100,
        years: 24,
        every_years: 2,
        ..Stand::SMALL
    };
    let mut numbers = Numbers(7);
    let (mut refused, mut spoiled_and_whole) = (0, 0);
    for keep_state in [false, true] {
        let place = Place::with(&stand);
        let toml = format!("{}keep_state = {keep_state}\n", stand.toml());
        place.write(
            "stand.toml",
            &toml.replace("years = 24\n", "years = 24\nreplicates = 2\n"),
        );
        place.run_well("run stand.toml --out whole");
        let whole = place.everything("whole");
        let resume = "run stand.toml --out out --resume";
        for round in 0..20 {
            // How far a run had come when it was stopped is the machine's to say, and with it what a spoiled file does.
            if round >= 3 && refused > 0 && spoiled_and_whole > 0 {
                break;
            }
            for _ in 0..=numbers.below(2) {
                let mut running = place.start(resume);
                running.wait_for("out.partial/census.csv");
                thread::sleep(Duration::from_micros(numbers.below(60_000)));
                running.stop();
                if !place.has("out.partial") {
                    break;
                }
                let Some((path, held)) = spoil(&place, &mut numbers) else {
                    continue;
                };
                let before = snapshot(&place);
                let ran = place.run(resume);
                if ran.code == Some(0) {
                    spoiled_and_whole += 1;
                    break;
                }
                refused += 1;
                assert_eq!(ran.code, Some(1), "{path}: {}", ran.err);
                // What the run is made from stands for the whole folder.
                let named = if path == "run.json" { "out.partial" } else { &path };
                assert!(ran.err.contains(named), "{path} is not named: {}", ran.err);
                assert!(before == snapshot(&place), "{path}: {}", ran.err);
                fs::create_dir_all(place.path("out.partial").join(&path).parent().unwrap()).unwrap();
                fs::write(place.path("out.partial").join(&path), held).unwrap();
            }
            place.run_well(resume);
            assert_same(&whole, &place.everything("out"));
            let beside: BTreeMap<_, _> = snapshot(&place);
            assert!(beside.keys().all(|path| !path.starts_with("out.partial/")));
            fs::remove_dir_all(place.path("out")).unwrap();
        }
    }
    assert!(
        refused > 0 && spoiled_and_whole > 0,
        "{refused}, {spoiled_and_whole}"
    );
}

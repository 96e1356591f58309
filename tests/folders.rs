//! Whose folder is whose, what is kept, and what becomes of a run that cannot write.

use std::collections::BTreeMap;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::resume::ENDLESS;
use crate::util::{Place, Ran, Stand, files_below, finish};

/// A run that ends in a moment.
pub(crate) const RUN: &str = "run stand.toml --out out";

/// Runs what is refused with exit code 1 and gives what is said; nothing in the place may change.
pub(crate) fn refused_untouched(place: &Place, arguments: &str) -> String {
    let before = snapshot(place);
    let said = place.refused(1, arguments);
    assert!(before == snapshot(place), "something changed: {said}");
    said
}

/// Every file in the place, as it is, but the lock, which a run that is killed leaves and the next one removes.
pub(crate) fn snapshot(place: &Place) -> BTreeMap<String, Vec<u8>> {
    let paths = files_below(&place.path("")).into_iter();
    paths
        .filter(|path| path != ".out.lock")
        .map(|path| (path.clone(), fs::read(place.path(&path)).unwrap()))
        .collect()
}

pub(crate) fn assert_contains(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

#[test]
fn a_folder_that_holds_something_else_is_refused_untouched() {
    for folder in ["out", "out.partial"] {
        let place = Place::with(&Stand::SMALL);
        place.write(&format!("{folder}/thesis.txt"), "years of work");
        for arguments in [RUN, &format!("{RUN} --resume"), &format!("{RUN} --yes")] {
            assert_contains(
                &refused_untouched(&place, arguments),
                &[folder, "not written by understory", "--out"],
            );
        }
        // A file of the same name by another program does not make it ours.
        place.write(&format!("{folder}/manifest.json"), r#"{"name": "a web app"}"#);
        place.write(&format!("{folder}/run.json"), r#"{"tool": "another"}"#);
        refused_untouched(&place, RUN);
    }
}

#[test]
fn a_file_in_the_place_of_the_folder_is_refused() {
    let place = Place::with(&Stand::SMALL);
    place.write("out", "a file");
    assert_contains(&refused_untouched(&place, RUN), &["`out` is not a folder"]);
}

#[test]
fn a_result_is_replaced_by_the_next_run_and_nothing_stays_beside_it() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    let first = place.everything("out");
    let ran = place.run_well(&format!("{RUN} --seed 8"));
    assert!(!ran.err.contains("kept"), "{}", ran.err);
    let second = place.everything("out");
    // Curves are laid over each other where several years have trees enough for one.
    let always = |file: &&String| !file.contains("overlaid");
    assert!(first.keys().filter(always).eq(second.keys().filter(always)));
    assert_ne!(first["census.csv"], second["census.csv"]);
    let beside: Vec<String> = names(&place);
    assert_eq!(beside, ["out", "stand.toml"]);
}

/// Each command that leaves a folder, and a file that it leaves.
const COMMANDS: [(&str, &str); 4] = [
    (RUN, "census.csv"),
    ("grow tree.toml --out out", "skeleton.csv"),
    ("claims --only S4 --out out", "claims.csv"),
    ("compare compare.toml --methods uniform --out out", "methods.csv"),
];

/// They were removed without a word.
#[test]
fn what_the_user_put_into_a_result_goes_on_into_the_next_one_of_any_command() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("new tree.toml --template tree");
    place.edit("tree.toml", "preset = \"oak\"", "preset = \"shrub\"");
    place.edit("tree.toml", "age_yr = 60", "age_yr = 6");
    place.write("stand.csv", include_str!("../scenarios/data/longleaf.csv"));
    place.write(
        "compare.toml",
        "name = \"longleaf\"\n[world]\nsize_m = [200.0, 200.0]\nedge = \"open\"\nseed = 1\n\
         [target]\nfile = \"stand.csv\"\n[compare]\nsimulations = 40\n[[method]]\nname = \"uniform\"\n",
    );
    place.run_well(RUN);
    let mine = [
        ("out/thesis.txt", "years of work"),
        ("out/figures/mine.svg", "drawn by hand"),
        ("out/inputs/source.txt", "where it is from"),
        ("out/trees/notes/1.txt", "a note"),
    ];
    for (name, text) in mine {
        place.write(name, text);
    }
    for (command, leaves) in COMMANDS {
        if command.starts_with("claims") && !cfg!(feature = "claims") {
            continue;
        }
        let ran = place.run_well(command);
        assert_contains(&ran.err, &["kept in out, as no command wrote it: ", "thesis.txt"]);
        assert!(place.has(&format!("out/{leaves}")), "{command}");
        for (name, text) in mine {
            assert_eq!(place.read(name), text, "{command}");
        }
        let quiet = place.run_well(&format!("{command} --quiet"));
        assert_eq!(quiet.err, "");
        assert_eq!(place.read("out/figures/mine.svg"), "drawn by hand");
    }
    place.write("out/methods.csv", "my own remarks on each method");
    let ran = place.run_well(RUN);
    assert_contains(&ran.err, &["methods.csv"]);
    assert_eq!(place.read("out/methods.csv"), "my own remarks on each method");
    place.write("out/census.csv", "edited");
    let ran = place.run_well(RUN);
    assert_contains(&ran.err, &["census.csv as census.kept.csv"]);
    assert_eq!(place.read("out/census.kept.csv"), "edited");
}

/// The backup was taken for a result that we had set aside, put back, replaced and deleted.
#[test]
fn a_backup_and_a_scenario_named_like_one_are_not_touched() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    fs::rename(place.path("out"), place.path("out.old")).unwrap();
    let backup = place.everything("out.old");
    place.run_well(&format!("{RUN} --seed 8"));
    place.run_well(&format!("{RUN} --seed 9"));
    place.refused(1, &format!("{RUN} --seed 8 --resume"));
    assert!(backup == place.everything("out.old"));
    assert_eq!(names(&place), ["out", "out.old", "stand.toml"]);
}

pub(crate) fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn results_go_to_a_folder_named_after_the_scenario_unless_told_otherwise() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml");
    assert!(place.has("results/stand/manifest.json"));
}

#[test]
fn a_result_that_was_set_aside_is_put_back() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    let result = place.everything("out");
    fs::rename(place.path("out"), place.path(".out.replaced")).unwrap();
    let ran = place.run_well(&format!("{RUN} --resume"));
    assert_contains(&ran.err, &["complete already; nothing was changed"]);
    assert!(result == place.everything("out"));
    assert_eq!(names(&place), ["out", "stand.toml"]);
}

#[test]
fn a_folder_in_which_another_run_is_at_work_is_refused() {
    let place = Place::with(&ENDLESS);
    let mut running = place.start(RUN);
    running.wait_for("out.partial/run.json");
    for arguments in [RUN, &format!("{RUN} --resume")] {
        assert_contains(
            &place.refused(1, arguments),
            &["another run is at work in `out.partial`"],
        );
    }
    running.kill();
    // The lock went with its holder.
    place.run_well(&format!("{RUN} --years 4"));
}

#[test]
fn a_folder_that_is_removed_while_a_run_is_at_work_in_it_ends_the_run_and_stays_away() {
    for what in ["out.partial", "out.partial/census.csv"] {
        let place = Place::with(&ENDLESS);
        let mut running = place.start(RUN);
        running.wait_for_checkpoint("out.partial", 3);
        let path = place.path(what);
        if path.is_dir() {
            // What is written at that very moment makes a folder anew, which goes as well.
            while path.exists() {
                let _ = fs::remove_dir_all(&path);
            }
        } else {
            fs::remove_file(&path).unwrap();
        }
        let ran = running.end();
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        // At whatever moment it went, the same is said of it, and nobody is sent back to what is gone.
        assert_contains(
            &ran.err,
            &[
                "hint: out.partial or a part of it was removed while the run was at work",
                "start it anew",
            ],
        );
        assert!(!ran.err.contains("--resume"), "{}", ran.err);
        if what == "out.partial" {
            assert!(
                !place.has("out.partial/census.csv"),
                "nothing is begun in its middle"
            );
            place.run_well(&format!("{RUN} --years 4"));
        } else {
            assert_contains(
                &ran.err,
                &["census.csv", "it is gone", "while the run was at work"],
            );
            // What was removed is not made up when the run goes on.
            assert_contains(
                &place.refused(1, &format!("{RUN} --resume")),
                &["`census.csv` is missing"],
            );
        }
    }
}

#[test]
fn what_is_too_much_for_the_memory_or_for_one_disk_is_asked_before_anything_is_written() {
    let stand = Stand {
        side_m: 90_000.0,
        founders: 30_000_000,
        ..Stand::SMALL
    };
    let place = Place::new();
    let more = "[[founders]]\nspecies = \"beech\"\nmethod = \"uniform\"\ncount = 30000000\nheight_m = 4.0\n";
    place.write("stand.toml", &(stand.toml() + &more.repeat(40)));
    let said = place.refused(1, RUN);
    if cfg!(target_os = "linux") {
        assert_contains(
            &said,
            &["GB of memory and writes about", "of memory are free", "--yes"],
        );
    }
    place.write(
        "many.toml",
        &Stand::SMALL
            .toml()
            .replace("years = 4\n", "years = 4\nreplicates = 1000000\n"),
    );
    let said = place.refused(1, "run many.toml --out out");
    assert_contains(&said, &["of tables", "1000000 replicates", "--yes"]);
    assert_eq!(names(&place), ["many.toml", "stand.toml"]);
}

#[test]
fn a_name_that_no_disk_takes_is_the_users_fault() {
    let place = Place::with(&Stand::SMALL);
    place.refused(1, &format!("run stand.toml --out {}", "x".repeat(300)));
}

#[cfg(unix)]
#[test]
fn a_parent_that_may_not_be_written_is_the_machines_fault() {
    let place = Place::with(&Stand::SMALL);
    let command = |arguments: &str| {
        let own = place.command(arguments);
        if !is_root() {
            return own;
        }
        // Root may write anywhere, so nobody runs it.
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(own.get_program());
        command.args(own.get_args()).current_dir(place.path(""));
        command
    };
    fs::set_permissions(place.path(""), fs::Permissions::from_mode(0o555)).unwrap();
    let can = command("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    let ran = can.then(|| finish(command(RUN)));
    fs::set_permissions(place.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    let Some(ran) = ran else {
        println!("skipped: run as root, and `setpriv` cannot run the program as nobody");
        return;
    };
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_contains(&ran.err, &["Permission denied", "--out"]);
    assert_eq!(names(&place), ["stand.toml"]);
}

#[cfg(unix)]
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// In a mount namespace of its own, which goes with the shell, a disk of half a megabyte is filled and then grows.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_machines_fault_and_the_run_goes_on_when_there_is_room() {
    let stand = Stand {
        founders: 400,
        years: 40,
        every_years: 4,
        ..Stand::SMALL
    };
    let place = Place::with(&stand);
    fs::create_dir(place.path("disk")).unwrap();
    let script = r#"
        mount -t tmpfs -o size=1m tmpfs disk || exit 77
        "$0" run stand.toml --out disk/out; echo "full: $?"
        ls disk; ls disk/out.partial
        mount -o remount,size=1g tmpfs disk || exit 77
        "$0" run stand.toml --out disk/out --resume; echo "room: $?"
        cp -r disk/out out
    "#;
    let mut shell = Command::new("unshare");
    shell.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    shell
        .arg(env!("CARGO_BIN_EXE_understory"))
        .current_dir(place.path(""));
    let output = assert_cmd::Command::from_std(shell).output();
    let Some(ran) = output.ok().map(Ran::from).filter(|ran| ran.code == Some(0)) else {
        println!("skipped: no disk can be mounted here");
        return;
    };
    assert_contains(
        &ran.out,
        &["full: 2\n", "out.partial\n", "run.json\n", "room: 0\n"],
    );
    assert_contains(
        &ran.err,
        &["No space left on device", "--resume", "going on from year "],
    );
    place.run_well("run stand.toml --out whole");
    assert!(place.everything("whole") == place.everything("out"));
}

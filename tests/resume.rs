//! Where a run goes on, and from what it does not.

use std::fs;

use crate::folders::{RUN, assert_contains, names, refused_untouched, snapshot};
use crate::util::{Place, Stand};

/// A run that is never complete while a test lasts: it goes on for thousands of years, with a checkpoint every third.
pub(crate) const ENDLESS: Stand = Stand {
    years: 5_000,
    every_years: 5_000,
    ..Stand::SMALL
};

/// A place with `out.partial` of a run of [`ENDLESS`] that was killed after its third year or later, with one checkpoint.
fn cut() -> Place {
    let place = Place::with(&ENDLESS);
    let mut running = place.start(RUN);
    running.wait_for_checkpoint("out.partial", 3);
    running.kill();
    place.keep_newest_checkpoint("out.partial");
    place
}

/// The year of the newest checkpoint in `out.partial`, with four digits.
fn newest(place: &Place) -> String {
    let states = place.everything("out.partial/state").into_keys();
    let newest = states.filter_map(|path| Some(path.strip_suffix("/checkpoint.json")?.to_owned()));
    newest.max().unwrap()
}

#[test]
fn resume_of_a_complete_run_says_so_and_changes_nothing() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    let before = snapshot(&place);
    let ran = place.run_well(&format!("{RUN} --resume --threads 1"));
    assert_contains(&ran.err, &["out is complete already; nothing was changed"]);
    assert!(before == snapshot(&place));
}

/// It was complete already, whatever had become of its tables.
#[test]
fn resume_of_a_complete_run_whose_tables_were_changed_is_refused() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(RUN);
    place.edit("out/spacing.csv", "all", "alle");
    let said = refused_untouched(&place, &format!("{RUN} --resume"));
    assert_contains(
        &said,
        &[
            "`out` is complete, but was changed since: ",
            "spacing.csv",
            "restore what was changed",
        ],
    );
}

/// A file of such a name kept tables from being held against their hashes, and was listed as the run's.
#[test]
fn a_file_with_the_name_of_another_commands_table_is_the_users_and_keeps_nothing_from_being_checked() {
    for name in ["claims.csv", "evaluations.csv", "tasks/0000-00/task.json"] {
        let place = Place::with(&Stand {
            years: 300,
            ..ENDLESS
        });
        let mut running = place.start(RUN);
        running.wait_for_checkpoint("out.partial", 3);
        running.kill();
        place.write(&format!("out.partial/{name}"), "mine");
        let spacing = place.read("out.partial/spacing.csv");
        place.write("out.partial/spacing.csv", &flipped_digit(&spacing));
        let said = refused_untouched(&place, &format!("{RUN} --resume"));
        assert_contains(&said, &["spacing.csv"]);
        place.write("out.partial/spacing.csv", &spacing);
        place.run_well(&format!("{RUN} --resume"));
        assert_eq!(place.read(&format!("out/{name}")), "mine");
        assert!(!place.read("out/manifest.json").contains(name));
    }
}

#[test]
fn resume_without_anything_to_go_on_from_begins_at_year_0() {
    let place = Place::with(&Stand::SMALL);
    let ran = place.run_well(&format!("{RUN} --resume"));
    assert_contains(
        &ran.err,
        &[
            "there is no checkpoint in ",
            "out.partial to go on from: the run begins anew\n",
        ],
    );
    let begun = place.everything("out");
    place.run_well(RUN);
    assert!(begun == place.everything("out"));
}

#[test]
fn without_resume_a_run_that_was_cut_is_given_up_and_its_year_told() {
    let place = cut();
    let year: u32 = newest(&place).strip_prefix("year-").unwrap().parse().unwrap();
    let ran = place.run_well(&format!("{RUN} --years 4"));
    assert_contains(
        &ran.err,
        &[&format!(
            "giving up an earlier run that had reached year {year}\n"
        )],
    );
    assert_eq!(names(&place), ["out", "stand.toml"]);
}

#[test]
fn what_differs_from_the_run_that_was_cut_is_named() {
    let place = cut();
    let resume = format!("{RUN} --resume");
    let said = refused_untouched(&place, &format!("{resume} --seed 8"));
    assert_contains(&said, &["out.partial", "`seed` was 7 and is now 8", "--resume"]);
    let said = refused_untouched(&place, &format!("{resume} --years 2"));
    assert_contains(&said, &["`years`", "was 5000 and is now 2"]);
    place.edit("stand.toml", "count = 60", "count = 61");
    assert_contains(
        &refused_untouched(&place, &resume),
        &["the scenario, with what is set in it, was "],
    );
}

#[test]
fn a_comment_makes_no_other_run() {
    let place = Place::with(&Stand {
        years: 40,
        ..Stand::CROWDED
    });
    let mut running = place.start("run stand.toml --out out --years 6");
    running.wait_for_checkpoint("out.partial", 3);
    running.kill();
    place.edit("stand.toml", "# Past", "# Well past");
    let ran = place.run_well("run stand.toml --out out --years 6 --resume");
    assert_contains(&ran.err, &["going on from year "]);
}

#[test]
fn an_input_that_was_changed_is_named() {
    let place = Place::new();
    let drawn = "method = \"uniform\"\ncount = 40\nheight_m = 18.0\nage_yr = 170\n";
    place.write(
        "stand.toml",
        &ENDLESS.toml().replace(drawn, "file = \"plots/birches.csv\"\n"),
    );
    place.write("plots/birches.csv", "x_m,y_m,dbh_cm\n10,10,20\n20,20,30\n");
    let mut running = place.start(RUN);
    running.wait_for_checkpoint("out.partial", 3);
    running.kill();
    place.edit("plots/birches.csv", "30", "31");
    let said = refused_untouched(&place, &format!("{RUN} --resume"));
    assert_contains(&said, &["input `plots/birches.csv` was "]);
}

#[test]
fn a_state_that_was_changed_is_not_gone_on_from() {
    let place = cut();
    let state = newest(&place);
    let resume = format!("{RUN} --resume");
    for table in [
        format!("trees/{state}.csv"),
        format!("state/{state}/seeds.csv"),
        "census.csv".to_owned(),
    ] {
        let path = format!("out.partial/{table}");
        let whole = place.read(&path);

        let edited = flipped_digit(&whole);
        place.write(&path, &edited);
        assert_contains(
            &refused_untouched(&place, &resume),
            &[&table, "was edited", "without `--resume`"],
        );

        place.write(&path, &whole[..whole.len() / 2]);
        assert_contains(&refused_untouched(&place, &resume), &[&table, "bytes instead of"]);

        fs::remove_file(place.path(&path)).unwrap();
        assert_contains(&refused_untouched(&place, &resume), &[&table, "is missing"]);
        place.write(&path, &whole);
    }
    let checkpoint = format!("out.partial/state/{state}/checkpoint.json");
    let whole = place.read(&checkpoint);
    place.write(&checkpoint, &whole[..whole.len() / 2]);
    assert_contains(
        &refused_untouched(&place, &resume),
        &["checkpoint.json", "without `--resume`"],
    );
}

/// What it says besides its tables was believed: the number of the next tree, the year, the years that trees lived.
#[test]
fn a_checkpoint_that_was_edited_is_not_gone_on_from() {
    let place = cut();
    let checkpoint = format!("out.partial/state/{}/checkpoint.json", newest(&place));
    place.edit(&checkpoint, "\"next_tree\": ", "\"next_tree\": 1");
    let said = refused_untouched(&place, &format!("{RUN} --resume"));
    assert_contains(&said, &["checkpoint.json", "was changed since it was written"]);
}

/// Only the newest checkpoint and the growing tables were looked at.
#[test]
fn files_that_were_finished_long_before_are_checked_as_well() {
    let place = cut();
    let resume = format!("{RUN} --resume");
    let path = "out.partial/trees/year-0000.csv";
    let whole = place.read(path);
    for (spoiled, told) in [
        (Some(flipped_digit(&whole)), "was edited"),
        (Some(whole[..whole.len() / 2].to_owned()), "bytes instead of"),
        (None, "is missing"),
    ] {
        match spoiled {
            Some(text) => place.write(path, &text),
            None => fs::remove_file(place.path(path)).unwrap(),
        }
        let said = refused_untouched(&place, &resume);
        assert_contains(&said, &["`trees/year-0000.csv`", told, "without `--resume`"]);
    }
}

/// It ended the run, although an older one was kept.
#[test]
fn an_older_checkpoint_that_is_kept_takes_the_place_of_a_damaged_one() {
    let stand = Stand {
        years: 30,
        every_years: 10,
        ..Stand::SMALL
    };
    let place = Place::new();
    place.write("stand.toml", &(stand.toml() + "keep_state = true\n"));
    place.run_well("run stand.toml --out whole");
    let mut running = place.start(RUN);
    running.wait_for_checkpoint("out.partial", 6);
    running.kill();
    let state = newest(&place);
    let seeds = format!("out.partial/state/{state}/seeds.csv");
    let whole = place.read(&seeds);
    place.write(&seeds, &whole[..whole.len() / 2]);
    let ran = place.run_well(&format!("{RUN} --resume"));
    assert_contains(
        &ran.err,
        &[
            "a checkpoint is damaged and passed over: year ",
            "seeds.csv",
            "going on from year ",
        ],
    );
    assert!(place.everything("whole") == place.everything("out"));
}

/// The year in which the other run had begun was lost with the words that it was another run.
#[test]
fn a_new_run_that_reached_no_checkpoint_begins_at_year_0_beside_a_complete_one() {
    let place = Place::with(&Stand {
        years: 6,
        ..Stand::SMALL
    });
    place.run_well(RUN);
    let mut running = place.start(&format!("{RUN} --seed 8"));
    running.wait_for("out.partial/run.json");
    running.kill();
    let _ = fs::remove_dir_all(place.path("out.partial/state"));
    place.run_well(&format!("{RUN} --seed 8 --resume"));
    place.run_well("run stand.toml --seed 8 --out whole");
    assert!(place.everything("whole") == place.everything("out"));
}

/// What an interrupted write had left went with the run into its folder.
#[test]
fn what_an_interrupted_write_left_is_gone_when_the_run_is_complete() {
    let place = Place::with(&Stand::SMALL);
    let mut running = place.start(RUN);
    running.wait_for("out.partial/figures");
    running.kill();
    place.write("out.partial/.times.json.tmp", "{");
    place.write("out.partial/trees/.year-0004.csv.tmp", "tree");
    place.run_well(&format!("{RUN} --resume"));
    place.run_well("run stand.toml --out whole");
    assert!(place.everything("whole") == place.everything("out"));
    assert_eq!(names(&place), ["out", "stand.toml", "whole"]);
}

/// The text with a digit in its middle another one.
fn flipped_digit(text: &str) -> String {
    let at = text.len() / 2 + text[text.len() / 2..].find(|c: char| c.is_ascii_digit()).unwrap();
    let other = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

#[test]
fn a_run_of_another_version_is_not_gone_on_with() {
    let place = cut();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    place.edit("out.partial/run.json", &version, "\"version\": \"0.0.1\"");
    let said = refused_untouched(&place, &format!("{RUN} --resume"));
    assert_contains(&said, &["version of understory was 0.0.1 and is now"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_finished_and_tells_how_to_go_on() {
    let stand = Stand {
        years: 100,
        every_years: 50,
        ..Stand::SMALL
    };
    let place = Place::with(&stand);
    let mut running = place.start("run stand.toml --out cut");
    running.wait_for_checkpoint("cut.partial", 3);
    let ran = running.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    let resume = "run stand.toml --out cut --resume";
    assert_contains(
        &ran.err,
        &[
            "stopped after year ",
            "cut.partial",
            &format!("`understory {resume}`"),
        ],
    );
    let year = ran
        .err
        .split("stopped after year ")
        .nth(1)
        .unwrap()
        .split(';')
        .next()
        .unwrap();
    let on = place.run_well(resume);
    assert_contains(&on.err, &[&format!("going on from year {year}\n")]);
    place.run_well("run stand.toml --out whole");
    assert!(place.everything("whole") == place.everything("cut"));
}

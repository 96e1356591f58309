//! What of the user's goes on into the next result, also after a stop at any moment.

use super::*;

#[test]
fn a_finish_that_was_interrupted_is_brought_to_its_end() {
    let place = Place::new();
    place.complete(&run(), "former");
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    drop(folder);
    // Stopped after the former result was set aside …
    fs::rename(place.path("x"), place.path(".x.replaced")).unwrap();
    place.start(&run(), true);
    assert_eq!(place.text("x/census.csv"), "former");
    assert!(!place.path(".x.replaced").exists());
    // … or after the new one was moved in …
    fs::rename(place.path("x"), place.path(".x.replaced")).unwrap();
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    drop(folder);
    fs::rename(place.path("x"), place.path(".x.replaced")).unwrap();
    fs::rename(place.path("x.partial"), place.path("x")).unwrap();
    // … and half of the former was removed.
    fs::remove_file(place.path(".x.replaced/census.csv")).unwrap();
    assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
    assert_eq!(place.text("x/census.csv"), "new");
    assert_eq!(names(place.0.path()).unwrap(), ["x"]);
    assert_eq!(place.everything().len(), 2);
}

#[test]
fn what_is_not_ours_under_the_name_for_the_former_result_is_refused_untouched() {
    for name in [".x.replaced", ".x.replaced/notes.txt"] {
        let place = Place::new();
        place.put(name, "theirs");
        let refusal = place.refused(&run(), false);
        assert!(
            refusal.starts_with("`.x.replaced` is needed to set `x` aside, but it is taken"),
            "{refusal}"
        );
        fs::rename(place.path(".x.replaced"), place.path("away")).unwrap();
        place.complete(&run(), "year\n");
        fs::rename(place.path("away"), place.path(".x.replaced")).unwrap();
        place.refused(&run(), false);
        assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
        assert_eq!(place.text(name), "theirs");
    }
}

#[test]
fn a_copy_that_the_user_made_under_the_name_for_the_former_result_is_kept() {
    let place = Place::new();
    place.complete(&run(), "year\n");
    place.put(".x.replaced/manifest.json", &place.text("x/manifest.json"));
    let refusal = place.refused(&run(), false);
    assert!(
        refusal.starts_with("`.x.replaced` is needed to set `x` aside, but it is taken"),
        "{refusal}"
    );
}

/// It was taken for a result that we had set aside, put back, replaced and removed.
#[test]
fn a_backup_that_the_user_made_by_another_name_is_none_of_ours() {
    let place = Place::new();
    place.complete(&run(), "former");
    fs::rename(place.path("x"), place.path("x.old")).unwrap();
    place.complete(&run(), "new");
    assert_eq!(
        (place.text("x/census.csv"), place.text("x.old/census.csv")),
        ("new".into(), "former".into())
    );
    // Nor is a result of a scenario of that name, when both are made anew.
    place.complete(&run(), "newer");
    assert_eq!(place.text("x.old/census.csv"), "former");
}

/// A place with a complete run that the user has added to and edited.
fn used() -> Place {
    let place = Place::new();
    place.complete(&run(), "former");
    for (name, text) in [
        ("x/thesis.txt", "theirs"),
        ("x/figures/mine.svg", "theirs"),
        ("x/notes/day/1.txt", "theirs"),
        ("x/extra.csv", "theirs"),
        ("x/census.csv", "former, and what I think of it"),
    ] {
        place.put(name, text);
    }
    place
}

/// What is to be there after a run took the place of that in [`used`].
fn assert_kept(place: &Place) {
    assert_eq!(place.text("x/census.csv"), "new");
    assert_eq!(place.text("x/census.kept.csv"), "former, and what I think of it");
    for name in ["thesis.txt", "figures/mine.svg", "notes/day/1.txt", "extra.csv"] {
        assert_eq!(place.text(&format!("x/{name}")), "theirs");
    }
    assert_eq!(names(place.0.path()).unwrap(), ["x"]);
    assert_eq!(place.everything().len(), 7);
}

#[test]
fn what_no_run_wrote_goes_on_into_the_next_result() {
    let place = used();
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    let (_, kept) = folder.finish().unwrap();
    assert_eq!(
        kept.to_string(),
        "census.csv as census.kept.csv, extra.csv, figures, notes, thesis.txt"
    );
    assert_kept(&place);
    // And on, as long as it is the user's: what was kept is no run's.
    place.put("x/census.csv", "once more");
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    folder.finish().unwrap();
    assert_eq!(place.text("x/census.kept.csv"), "former, and what I think of it");
    assert_eq!(place.text("x/census.kept-2.csv"), "once more");
}

/// They were taken for what a run leaves that is stopped while it takes its place.
#[test]
fn a_users_files_with_the_names_of_ours_are_the_users() {
    let place = Place::new();
    place.complete(&run(), "former");
    let mine = ["x/run.json", "x/finished.csv", "x/.notes.txt.tmp"];
    for name in mine {
        place.put(name, "mine");
    }
    place.start(&run(), true);
    place.complete_beside(&run(), "new");
    for name in ["x/run.kept.json", "x/finished.kept.csv", "x/.notes.txt.tmp"] {
        assert_eq!(place.text(name), "mine");
    }
    assert!(
        place
            .complete_beside(&run(), "newer")
            .to_string()
            .starts_with(".notes.txt.tmp, ")
    );
}

#[test]
fn what_the_new_run_writes_as_well_stands_beside_it() {
    let place = Place::new();
    place.complete(&run(), "former");
    place.put("x/notes.csv", "mine");
    place.put("x/same.csv", "the same");
    place.put("x/folder", "a file where the new run has a folder");
    place.put("x/file/a/1.txt", "a folder where the new run has a file");
    place.put("x/file/2.txt", "2");
    let (folder, _) = place.open(&run(), false).unwrap();
    for (path, text) in [
        ("notes.csv", "ours"),
        ("same.csv", "the same"),
        ("folder/1.csv", "ours"),
        ("file", "ours"),
    ] {
        let mut write = |out: &mut dyn io::Write| out.write_all(text.as_bytes());
        folder.store().write(path, &mut write).unwrap();
    }
    build(&folder, &run(), "new");
    let (_, kept) = folder.finish().unwrap();
    assert_eq!(
        kept.to_string(),
        "file as file.kept, folder as folder.kept, notes.csv as notes.kept.csv"
    );
    for (name, text) in [
        ("notes.csv", "ours"),
        ("notes.kept.csv", "mine"),
        ("same.csv", "the same"),
        ("folder.kept", "a file where the new run has a folder"),
        ("file.kept/a/1.txt", "a folder where the new run has a file"),
        ("file.kept/2.txt", "2"),
    ] {
        assert_eq!(place.text(&format!("x/{name}")), text);
    }
    assert!(!place.path("x/same.kept.csv").exists());
}

/// The steps in which a result takes the place of another, each of them cut off by a stop.
#[test]
fn whatever_is_the_users_is_there_after_a_stop_at_any_step() {
    for stopped_after in 0..6 {
        let place = used();
        let (folder, _) = place.open(&run(), false).unwrap();
        build(&folder, &run(), "new");
        drop(folder);
        let (out, replaced) = (place.path("x"), place.path(".x.replaced"));
        if stopped_after >= 1 {
            fs::rename(&out, &replaced).unwrap();
        }
        if stopped_after >= 2 {
            fs::rename(place.path("x.partial"), &out).unwrap();
        }
        if stopped_after >= 3 {
            fs::rename(replaced.join("thesis.txt"), out.join("thesis.txt")).unwrap();
        }
        if stopped_after >= 4 {
            carry_over(&replaced, &out).unwrap();
        }
        if stopped_after >= 5 {
            make_empty_but(&replaced, paths::MANIFEST).unwrap();
        }
        if stopped_after < 2 {
            // The former result stands again, and the new one is still to be moved in.
            let (folder, _) = place.open(&run(), true).unwrap();
            assert_eq!(place.text("x/thesis.txt"), "theirs");
            assert_eq!(place.text("x/census.csv"), "former, and what I think of it");
            build(&folder, &run(), "new");
            folder.finish().unwrap();
        } else {
            assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
        }
        assert_kept(&place);
    }
}

#[cfg(unix)]
#[test]
fn links_go_on_as_links_and_pipes_are_never_read() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let place = Place::new();
    place.complete(&run(), "former");
    place.put("theirs/big.csv", "theirs");
    symlink("../theirs", place.path("x/link")).unwrap();
    fs::remove_file(place.path("x/census.csv")).unwrap();
    symlink("../theirs/big.csv", place.path("x/census.csv")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(place.path("x/pipe"))
        .status();
    let has_pipe = made.is_ok_and(|status| status.success());
    place.complete_beside(&run(), "new");
    assert!(fs::symlink_metadata(place.path("x/link")).unwrap().is_symlink());
    assert!(
        fs::symlink_metadata(place.path("x/census.kept.csv"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(place.text("x/link/big.csv"), "theirs");
    assert_eq!(place.text("x/census.csv"), "new");
    if has_pipe {
        assert!(
            fs::symlink_metadata(place.path("x/pipe"))
                .unwrap()
                .file_type()
                .is_fifo()
        );
        fs::rename(place.path("x/pipe"), place.path("x.partial")).unwrap();
        let refusal = place.open(&run(), false).unwrap_err().to_string();
        assert!(refusal.contains("is not a folder"), "{refusal}");
        fs::create_dir(place.path("z")).unwrap();
        fs::rename(place.path("x.partial"), place.path("z/manifest.json")).unwrap();
        let refusal = RunFolder::open(&place.path("z"), &run(), false)
            .unwrap_err()
            .to_string();
        assert!(refusal.contains("is left alone"), "{refusal}");
    }
}

#[test]
fn a_manifest_that_lists_nothing_is_refused_before_anything_is_done() {
    let place = Place::new();
    place.put("x/manifest.json", r#"{"tool": "understory", "version": "0"}"#);
    let refusal = place.refused(&run(), false);
    assert!(
        refusal.contains("missing field") && refusal.contains("what in `x` is yours"),
        "{refusal}"
    );
}

#[test]
fn results_of_another_command_are_replaced_only_where_that_is_meant() {
    let place = Place::new();
    place.complete(&run(), "a run");
    let before = place.everything();
    let open = |command| RunFolder::open_over(&place.path("x"), &run(), None, Replaces::Only(command));
    let refusal = open("stats").unwrap_err().to_string();
    assert!(
        refusal.contains("x` holds the results of `understory grow`, which are not replaced"),
        "{refusal}"
    );
    assert_eq!(place.everything(), before);
    assert!(open("grow").is_ok());
}

//! Each rule about folders, on folders.

mod kept; // what of the user's goes on into the next result
mod resumed; // from what an interrupted run goes on

use std::io;

use tempfile::TempDir;
use understory_records::{
    Body, Checkpoint, CheckpointFile, Content, FinishedRow, Format, InputFile, Manifest, append_rows,
    write_rows,
};

use super::state::names;
use crate::stored::others;

use super::*;

fn run() -> RunJson {
    RunJson {
        version: "0.1.0".into(),
        scenario: "old-field".into(),
        scenario_blake3: "1".repeat(64),
        inputs: vec![InputFile {
            path: "a.csv".into(),
            bytes: 4,
            blake3: "a".repeat(64),
        }],
        identity: "2".repeat(64),
        seed: 7,
        years: 100,
        replicates: 1,
        each_year: None,
    }
}

fn manifest(of: RunJson) -> Manifest {
    Manifest {
        made_from: of,
        body: Body::default(),
        threads: Some(1),
        performance: None,
        files: vec![],
        others: vec![],
    }
}

/// A place for results, with what the tests do there.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Every file and empty folder below the place, with what is in it.
    fn everything(&self) -> Vec<(String, String)> {
        fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
            let names = names(folder).unwrap();
            if names.is_empty() {
                found.push((folder.display().to_string(), String::new()));
            }
            for path in names.iter().map(|name| folder.join(name)) {
                if path.is_dir() {
                    walk(&path, found);
                } else {
                    found.push((path.display().to_string(), fs::read_to_string(path).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        walk(self.0.path(), &mut found);
        found.sort();
        found
    }

    fn open(&self, wanted: &RunJson, resume: bool) -> Result<(RunFolder, Start), FolderError> {
        RunFolder::open(&self.path("x"), wanted, resume)
    }

    fn start(&self, wanted: &RunJson, resume: bool) -> Start {
        self.open(wanted, resume).unwrap().1
    }

    /// Opens, expects a refusal that is the user's to mend, and that nothing was changed.
    fn refused(&self, wanted: &RunJson, resume: bool) -> String {
        let before = self.everything();
        let error = self.open(wanted, resume).unwrap_err();
        assert!(error.is_user_error(), "{error}");
        assert_eq!(self.everything(), before, "a refusal must not change anything");
        error
            .to_string()
            .replace(&format!("{}/", self.0.path().display()), "")
    }

    /// Leaves an interrupted run with a table that grows and a whole checkpoint at each year.
    fn interrupt(&self, as_run: &RunJson, years: &[u32]) {
        let (folder, _) = self.open(as_run, false).unwrap();
        let store = folder.store();
        let append = |path: &str, text: &[u8]| {
            let length = fs::metadata(self.path("x.partial").join(path)).map_or(0, |found| found.len());
            store.append(path, length, text).unwrap();
        };
        append(paths::CENSUS, b"year\n");
        for (number, &year) in years.iter().enumerate() {
            append(paths::CENSUS, format!("{year}\n").as_bytes());
            let trees = paths::trees(year, Format::Csv);
            for path in [&trees, &paths::seeds(year, Format::Csv)] {
                store
                    .write(path, &mut |out| writeln!(out, "key\n{year}"))
                    .unwrap();
            }
            let content = Content::of(store.open(&trees).unwrap()).unwrap();
            let row = FinishedRow {
                path: trees,
                bytes: content.bytes,
                blake3: content.blake3,
            };
            let mut text = Vec::new();
            if number == 0 {
                write_rows(&mut text, [row]).unwrap();
            } else {
                append_rows(&mut text, [row]).unwrap();
            }
            append(paths::FINISHED, &text);
            checkpoint(&store, as_run, year);
        }
    }

    /// Makes a run that takes the place of nothing that the user would miss.
    fn complete(&self, as_run: &RunJson, text: &str) {
        assert_eq!(self.complete_beside(as_run, text), Kept::default());
    }

    /// Makes a run, and gives what of the user's went on into it.
    fn complete_beside(&self, as_run: &RunJson, text: &str) -> Kept {
        let (folder, _) = self.open(as_run, false).unwrap();
        build(&folder, as_run, text);
        let (out, kept) = folder.finish().unwrap();
        assert_eq!(out, self.path("x"));
        kept
    }
}

fn build(folder: &RunFolder, as_run: &RunJson, text: &str) {
    let store = folder.store();
    store
        .write(paths::CENSUS, &mut |out| out.write_all(text.as_bytes()))
        .unwrap();
    let mut manifest = manifest(as_run.clone());
    manifest.others = others(&folder.store(), &mut manifest.files).unwrap();
    store
        .write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))
        .unwrap();
}

fn checkpoint(store: &DirectoryStore, as_run: &RunJson, year: u32) {
    let file = |path: &str, grows| {
        let content = Content::of(store.open(path).unwrap()).unwrap();
        CheckpointFile::new(path, &content, content.rows(), grows)
    };
    let checkpoint = Checkpoint {
        version: as_run.version.clone(),
        identity: as_run.identity.clone(),
        seed: as_run.seed,
        year,
        next_tree: 1,
        tree_years: 0,
        peak_seeds: 0,
        files: vec![
            file(paths::CENSUS, true),
            file(&paths::seeds(year, Format::Csv), false),
        ],
        finished: file(paths::FINISHED, true),
    };
    store
        .write(&paths::checkpoint(year), &mut |out| Ok(checkpoint.write(out)?))
        .unwrap();
}

const FRESH: Start = Start::Fresh { given_up_year: None };

fn going_on_from(year: u32) -> Start {
    Start::Continue {
        year,
        passed_over: vec![],
    }
}

#[test]
fn a_run_is_built_beside_its_folder_and_moved_there_when_it_is_complete() {
    let place = Place::new();
    let (folder, start) = RunFolder::open(&place.path("deep/er/x"), &run(), false).unwrap();
    assert_eq!(start, FRESH);
    assert_eq!(
        read::<RunJson>(&place.path("deep/er/x.partial/run.json")).unwrap(),
        run()
    );
    build(&folder, &run(), "year\n");
    assert!(!place.path("deep/er/x").exists());
    assert_eq!(folder.finish().unwrap().0, place.path("deep/er/x"));
    let names: Vec<String> = place.everything().into_iter().map(|(path, _)| path).collect();
    let expected =
        ["census.csv", "manifest.json"].map(|name| place.path("deep/er/x").join(name).display().to_string());
    assert_eq!(names, expected);
}

#[test]
fn what_is_given_up_leaves_nothing_but_the_former_result() {
    let place = Place::new();
    place.complete(&run(), "former");
    let before = place.everything();
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    folder.give_up().unwrap();
    assert_eq!(place.everything(), before);
    assert_eq!(names(place.0.path()).unwrap(), ["x"]);
}

#[test]
fn a_former_result_stays_until_the_new_one_is_complete() {
    let place = Place::new();
    place.complete(&run(), "former");
    let (folder, start) = place.open(&run(), false).unwrap();
    assert_eq!(start, FRESH);
    build(&folder, &run(), "new");
    assert_eq!(place.text("x/census.csv"), "former");
    folder.finish().unwrap();
    assert_eq!(place.text("x/census.csv"), "new");
    assert_eq!(names(place.0.path()).unwrap(), ["x"]);
}

#[test]
fn empty_folders_are_taken() {
    let place = Place::new();
    for name in ["x", "x.partial", ".x.replaced"] {
        fs::create_dir(place.path(name)).unwrap();
    }
    place.put("x.partial/.run.json.tmp", "{ cut");
    place.complete(&run(), "new");
    assert_eq!(place.text("x/census.csv"), "new");
}

#[test]
fn folders_that_we_did_not_write_are_refused_untouched() {
    for name in [
        "x/thesis.txt",
        "x/manifest.json",
        "x.partial/thesis.txt",
        "x.partial/run.json",
        "x/run.json",
    ] {
        let place = Place::new();
        place.put(name, "{}");
        for resume in [false, true] {
            let (folder, file) = name.split_once('/').unwrap();
            let why = match (folder, file) {
                ("x", "manifest.json") | ("x.partial", "run.json") => {
                    format!("holds a `{file}` that is not one of understory, or was changed")
                }
                _ => "is not empty and was not written by understory".to_owned(),
            };
            assert_eq!(
                place.refused(&run(), resume),
                format!("`{folder}` {why}, so it is left alone")
            );
        }
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_refused() {
    for (name, file) in [("x", "x"), ("x.partial", "x.partial")] {
        let place = Place::new();
        place.put(name, "text");
        let refusal = place.refused(&run(), false);
        assert!(
            refusal.starts_with(&format!("`{file}` is not a folder, but a run needs one there")),
            "{refusal}"
        );
    }
    let place = Place::new();
    place.put("file", "text");
    let error = RunFolder::open(&place.path("file/deep/x"), &run(), false).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("`{}` is not a folder", place.path("file").display())),
        "{error}"
    );
}

#[test]
fn without_resume_an_interrupted_run_is_given_up_and_its_year_told() {
    let place = Place::new();
    place.interrupt(&run(), &[10, 20]);
    assert_eq!(
        place.start(&RunJson { seed: 8, ..run() }, false),
        Start::Fresh {
            given_up_year: Some(20)
        }
    );
    assert_eq!(names(&place.path("x.partial")).unwrap(), ["run.json"]);
    assert_eq!(place.start(&run(), false), FRESH);
}

#[test]
fn two_runs_at_once_cannot_have_one_folder() {
    let place = Place::new();
    let (first, _) = place.open(&run(), false).unwrap();
    for resume in [false, true] {
        let refusal = place.refused(&run(), resume);
        assert!(
            refusal.starts_with("another run is at work in `x.partial`"),
            "{refusal}"
        );
    }
    RunFolder::open(&place.path("y"), &run(), false).unwrap();
    build(&first, &run(), "year\n");
    first.finish().unwrap();
    assert_eq!(place.start(&run(), true), Start::AlreadyComplete);
    assert!(!place.path(".x.lock").exists());
}

#[test]
fn what_appears_in_the_way_during_a_run_stays_and_so_does_the_result() {
    let place = Place::new();
    let (folder, _) = place.open(&run(), false).unwrap();
    build(&folder, &run(), "new");
    place.put("x/thesis.txt", "theirs");
    let error = folder.finish().unwrap_err();
    assert!(error.is_user_error());
    let (built, out) = (place.path("x.partial"), place.path("x"));
    let expected = format!(
        "the result is complete and stays in `{}`, but it cannot be moved to `{}`: `{}` is not empty",
        built.display(),
        out.display(),
        out.display()
    );
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert_eq!(place.text("x/thesis.txt"), "theirs");
    assert_eq!(place.text("x.partial/census.csv"), "new");
}

#[test]
fn a_run_without_its_manifest_is_not_moved() {
    let place = Place::new();
    place.complete(&run(), "former");
    let (folder, _) = place.open(&run(), false).unwrap();
    let error = folder.finish().unwrap_err();
    assert!(!error.is_user_error());
    assert_eq!(place.text("x/census.csv"), "former");
    assert!(place.path("x.partial/run.json").exists());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_stays_a_link() {
    let place = Place::new();
    fs::create_dir(place.path("disk")).unwrap();
    std::os::unix::fs::symlink("disk/x", place.path("x")).unwrap();
    for text in ["former", "new"] {
        let (folder, _) = place.open(&run(), false).unwrap();
        assert_eq!(folder.partial(), place.path("disk/x.partial"));
        build(&folder, &run(), text);
        assert_eq!(folder.finish().unwrap().0, place.path("disk/x"));
    }
    assert!(fs::symlink_metadata(place.path("x")).unwrap().is_symlink());
    assert_eq!(place.text("x/census.csv"), "new");
    assert_eq!(
        RunFolder::open(&place.path("x/"), &run(), true).unwrap().1,
        Start::AlreadyComplete
    );
}

#[cfg(unix)]
#[test]
fn what_a_link_in_an_interrupted_run_points_to_is_not_removed() {
    let place = Place::new();
    place.interrupt(&run(), &[]);
    place.put("theirs/thesis.txt", "theirs");
    std::os::unix::fs::symlink(place.path("theirs"), place.path("x.partial/link")).unwrap();
    place.start(&run(), false);
    assert_eq!(place.text("theirs/thesis.txt"), "theirs");
    assert_eq!(names(&place.path("x.partial")).unwrap(), ["run.json"]);
}

#[test]
fn a_path_without_a_name_is_refused() {
    for path in ["", "/", "none/.."] {
        let error = RunFolder::open(Path::new(path), &run(), false).unwrap_err();
        assert!(error.to_string().contains("ends in no name"), "{path}: {error}");
        assert!(error.is_user_error());
    }
}

#[test]
fn a_name_that_no_disk_takes_is_the_users_fault() {
    let place = Place::new();
    let error = RunFolder::open(&place.path(&"x".repeat(10_000)), &run(), false).unwrap_err();
    assert!(error.is_user_error(), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_folders_is_the_machines_fault() {
    let error = RunFolder::open(Path::new("/proc/none/x"), &run(), false).unwrap_err();
    assert!(!error.is_user_error());
    assert!(
        error.to_string().starts_with("cannot create `/proc/none`: "),
        "{error}"
    );
}

#[test]
fn tasks_that_begin_at_once_agree_whose_folder_it_is() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("x");
        // As Snakemake makes it.
        fs::create_dir_all(out.join(paths::TASKS)).unwrap();
        std::thread::scope(|scope| {
            let begun: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| TaskFolder::open(&out, &run()).map(drop)))
                .collect();
            for one in begun {
                one.join().unwrap().unwrap();
            }
        });
        assert_eq!(names(folder.path()).unwrap(), ["x"]);
        let other = RunJson { seed: 8, ..run() };
        assert!(TaskFolder::open(&out, &other).unwrap_err().is_user_error());
    }
}

#[test]
fn a_task_waits_for_no_run_that_holds_the_folder_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x");
    let _held = hold(&out).unwrap();
    let error = TaskFolder::open(&out, &run()).unwrap_err();
    assert!(error.to_string().starts_with("another run is at work"), "{error}");
}

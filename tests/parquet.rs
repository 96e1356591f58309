//! A run with `format = "parquet"`: the rows of the CSV run, the same bytes after any stop, and as much to see.

use std::fs::File;

use understory_records::{DeadRow, EventRow, FromFields, SeedRow, TreeRow, WoodRow, read_table};

use crate::folders::{assert_contains, refused_untouched};
use crate::same_bytes::assert_same;
use crate::util::{Place, Stand};

fn toml(stand: &Stand) -> String {
    stand.toml() + "format = \"parquet\"\n"
}

fn rows<R: FromFields>(place: &Place, path: &str) -> Vec<R> {
    read_table(path, File::open(place.path(path)).unwrap()).unwrap()
}

#[test]
fn its_tables_hold_the_rows_of_the_csv_and_the_others_are_the_same() {
    let place = Place::with(&Stand::CROWDED);
    place.write("parquet.toml", &toml(&Stand::CROWDED));
    place.run_well("run stand.toml --out csv --threads 1");
    place.run_well("run parquet.toml --out parquet --threads 2");
    let trees: Vec<TreeRow> = rows(&place, "parquet/trees/year-0020.parquet");
    assert!(trees.len() > 700 && trees == rows::<TreeRow>(&place, "csv/trees/year-0020.csv"));
    let state = |kind: &str, name: &str| format!("{kind}/state/year-0020/{name}");
    assert!(
        rows::<SeedRow>(&place, &state("parquet", "seeds.parquet"))
            == rows::<SeedRow>(&place, &state("csv", "seeds.csv"))
    );
    let dead: Vec<DeadRow> = rows(&place, &state("parquet", "dead.parquet"));
    assert!(!dead.is_empty() && dead == rows::<DeadRow>(&place, &state("csv", "dead.csv")));
    let wood: Vec<WoodRow> = rows(&place, &state("parquet", "wood.parquet"));
    assert!(!wood.is_empty() && wood == rows::<WoodRow>(&place, &state("csv", "wood.csv")));
    let events: Vec<EventRow> = rows(&place, "parquet/events.parquet");
    assert!(!events.is_empty() && events == rows::<EventRow>(&place, "csv/events.csv"));
    for same in [
        "census.csv",
        "spacing.csv",
        "deadwood.csv",
        "inventory.csv",
        "replicates.csv",
        "figures/census.svg",
    ] {
        assert_eq!(
            place.read(&format!("csv/{same}")),
            place.read(&format!("parquet/{same}"))
        );
    }
    let files = place.everything("parquet");
    assert!(!files.contains_key("events.csv") && !files.contains_key("trees/year-0020.csv"));
    let manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let rows_of = |path: &str| {
        let files = manifest["files"].as_array().unwrap();
        let file = files.iter().find(|file| file["path"] == path);
        file.unwrap()["rows"].as_u64().unwrap() as usize
    };
    assert_eq!(rows_of("trees/year-0020.parquet"), trees.len());
    assert_eq!(rows_of("events.parquet"), events.len());
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_bytes() {
    let place = Place::new();
    place.write("stand.toml", &toml(&Stand::CROWDED));
    place.run_well("run stand.toml --out whole --threads 1");
    let mut running = place.start("run stand.toml --out cut --threads 2");
    running.wait_for_checkpoint("cut.partial", 7);
    running.kill();
    assert!(place.has("cut.partial/events.csv"));
    place.run_well("run stand.toml --out cut --threads 1 --resume");
    assert_same(&place.everything("whole"), &place.everything("cut"));
}

/// The events of the shorter run are Parquet already, and the year of its end is a kept state of the longer one.
#[test]
fn years_that_are_added_give_the_bytes_of_the_long_run() {
    let stand = Stand {
        years: 20,
        every_years: 5,
        ..Stand::SMALL
    };
    let place = Place::new();
    place.write("stand.toml", &(toml(&stand) + "keep_state = true\n"));
    place.run_well("run stand.toml --out long");
    for years in [11, 12] {
        let mut running = place.start(&format!("run stand.toml --out grown --years {years}"));
        running.wait_for("grown.partial/figures");
        assert!(place.has("grown.partial/events.parquet") && !place.has("grown.partial/events.csv"));
        running.kill();
        place.run_well("run stand.toml --out grown --resume");
        assert_same(&place.everything("long"), &place.everything("grown"));
    }
}

#[test]
fn a_flipped_byte_in_any_table_of_the_state_is_named() {
    let place = Place::new();
    let stand = Stand {
        years: 5_000,
        every_years: 5_000,
        ..Stand::SMALL
    };
    place.write("stand.toml", &toml(&stand));
    let mut running = place.start("run stand.toml --out out");
    running.wait_for_checkpoint("out.partial", 3);
    running.kill();
    place.keep_newest_checkpoint("out.partial");
    let files = place.everything("out.partial");
    let newest = files
        .keys()
        .filter_map(|path| path.strip_suffix("/checkpoint.json"));
    let state = newest.max().unwrap().strip_prefix("state/").unwrap();
    for table in [
        format!("trees/{state}.parquet"),
        format!("state/{state}/seeds.parquet"),
        format!("state/{state}/dead.parquet"),
    ] {
        let path = place.path(&format!("out.partial/{table}"));
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 1;
        std::fs::write(&path, flipped).unwrap();
        let said = refused_untouched(&place, "run stand.toml --out out --resume");
        assert_contains(&said, &[&table, "was edited", "without `--resume`"]);
        std::fs::write(&path, whole).unwrap();
    }
}

/// Such files made the reader panic: what is not as the manifest lists it is refused unread.
#[test]
fn a_damaged_or_strange_file_is_refused_unread() {
    let place = Place::with(&Stand::SMALL);
    place.write("parquet.toml", &toml(&Stand::SMALL));
    place.run_well("run parquet.toml --out out");
    let table = "out/trees/year-0002.parquet";
    let whole = std::fs::read(place.path(table)).unwrap();
    std::fs::write(place.path("strange.parquet"), &whole).unwrap();
    let said = place.refused(1, "stats strange.parquet --window 0,0,60,60");
    assert_contains(&said, &["lies in no folder of a run", "`--year Y`"]);
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        std::fs::write(place.path(table), damaged).unwrap();
        for command in [
            "stats out --year 2",
            &format!("stats {table} --window 0,0,60,60"),
            "plot out",
        ] {
            let said = place.refused(1, command);
            assert_contains(&said, &["year-0002.parquet", "was edited"]);
        }
    }
}

#[test]
fn stats_and_plot_take_the_folder_of_such_a_run() {
    let place = Place::with(&Stand::SMALL);
    place.write("parquet.toml", &toml(&Stand::SMALL));
    place.run_well("run stand.toml --out csv");
    place.run_well("run parquet.toml --out parquet");
    for kind in ["csv", "parquet"] {
        place.run_well(&format!(
            "stats {kind} --year 2 --functions G,L --mark dbh_cm --species species --out {kind}-stats"
        ));
        place.run_well(&format!(
            "stats {kind}/trees/year-0002.{kind} --window 0,0,60,60 --torus --functions G --out {kind}-file"
        ));
    }
    assert_eq!(place.read("csv-stats/L.csv"), place.read("parquet-stats/L.csv"));
    assert_eq!(
        place.read("csv-stats/mark_correlation.csv"),
        place.read("parquet-stats/mark_correlation.csv")
    );
    assert_eq!(place.read("csv-file/G.csv"), place.read("parquet-file/G.csv"));
    let drawn = place.everything("parquet/figures");
    std::fs::remove_dir_all(place.path("parquet/figures")).unwrap();
    place.run_well("plot parquet");
    assert!(drawn == place.everything("parquet/figures"));
}

//! Writes the inputs with which each target begins, from what ships: `seeds FOLDER` makes `FOLDER/TARGET/`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use understory::{Experiment, WorldTask};
use understory_fuzz::{CORPUS, SCENARIOS, SmallRun, files_of, small_world};
use understory_lab::store::MemoryStore;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(
        env::args_os()
            .nth(1)
            .ok_or_else(|| io::Error::other("usage: seeds FOLDER"))?,
    );
    let csv = SmallRun::new("csv");
    let parquet = SmallRun::new("parquet");
    let named = |files: &[(String, Vec<u8>)], ending: &str| -> Vec<Vec<u8>> {
        let with_name = |(path, bytes): &(String, Vec<u8>)| [path.as_bytes(), b"\n", bytes].concat();
        files
            .iter()
            .filter(|(path, _)| path.ends_with(ending))
            .map(with_name)
            .collect()
    };
    write(
        &folder.join("scenario"),
        [SCENARIOS, CORPUS]
            .into_iter()
            .flat_map(|from| read(from, "toml")),
    )?;
    let tables =
        || ["scenarios/data", "crates/scenario/tests/corpus/good/data"].map(|from| format!("{ROOT}{from}"));
    let years = csv
        .whole
        .iter()
        .filter(|(path, _)| path.starts_with("trees/"))
        .map(|(_, bytes)| bytes.clone());
    let stands: Vec<Vec<u8>> = tables()
        .iter()
        .flat_map(|from| read(from, "csv"))
        .chain(years)
        .collect();
    write(&folder.join("founders"), stands.iter().cloned())?;
    write(
        &folder.join("stands"),
        stands.iter().cloned().chain(STANDS.map(Vec::from)),
    )?;
    write(&folder.join("polygons"), POLYGONS.map(Vec::from))?;
    write(&folder.join("asks"), ASKS.map(Vec::from))?;
    let maps = ["asc", "tif"].into_iter().flat_map(|ending| {
        let from = [
            "scenarios/data",
            "crates/scenario/tests/corpus/good/data",
            "crates/terrain/tests/data",
        ];
        let maps = from
            .into_iter()
            .flat_map(move |from| read(&format!("{ROOT}{from}"), ending));
        maps.map(move |bytes| [b"m.", ending.as_bytes(), b"\n", &bytes].concat())
    });
    write(&folder.join("maps"), maps)?;
    write(&folder.join("hand_edits"), [instances()])?;
    write(&folder.join("points"), stands)?;
    write(&folder.join("checkpoint"), named(&csv.stopped, ""))?;
    write(&folder.join("run_folder"), named(&csv.whole, ""))?;
    write(&folder.join("parquet"), named(&parquet.stopped, ""))
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
const STANDS: [&str; 2] = [
    "sep=;\nTag;Taxon;X;Y;DBH_mm;status\n#1;Fagus sylvatica;1,5;2;123;A\n#1;Fagus sylvatica;1,5;2;80;D\n\n;;;;;\n",
    "\"x\" \"y\" \"dbh\" \"sp\"\n\"1\" 1.5 2 20 \"beech\"\n\"2\" 3.5 4 NA \"oak\"\n",
];
const POLYGONS: [&str; 3] = [
    r#"{"type": "Polygon", "coordinates": [[[0, 0], [200, 0], [200, 200], [0, 200], [0, 0]], [[40, 60], [70, 60], [70, 90], [40, 60]]]}"#,
    r#"{"type": "MultiPolygon", "coordinates": [[[[0, 0], [100, 0], [100, 100], [0, 0]]], [[[100, 100], [200, 100], [200, 200], [100, 100]]]]}"#,
    r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [200, 0], [0, 200], [0, 0]]]}}]}"#,
];
const ASKS: [&str; 2] = [
    "{\"do\": \"look\"}\n{\"do\": \"year\", \"after\": 0}\n{\"do\": \"dials\"}\n{\"do\": \"restart\"}\n{\"do\": \"saving\"}",
    "{\"do\": \"change\", \"set\": {\"world.seed\": 2, \"species.0.growth.rate_per_yr\": 0.03}, \"coarse\": true}\n{\"do\": \"scenario\"}",
];

/// What a small world leaves.
fn instances() -> Vec<u8> {
    let (world, store) = (small_world(), MemoryStore::default());
    let task = WorldTask::new(&world, &[]).expect("its text has a hash");
    task.tables(&store, None, &()).expect("it is laid out");
    let files = files_of(&store);
    let found = files.into_iter().find(|(path, _)| path == "instances.csv");
    found.expect("it is a table").1
}

/// The files of a folder whose names end so.
fn read(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder ships")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).expect("the file can be read"))
        .collect()
}

fn write(folder: &Path, seeds: impl IntoIterator<Item = Vec<u8>>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in seeds.into_iter().enumerate() {
        fs::write(folder.join(format!("{number:03}")), seed)?;
    }
    Ok(())
}

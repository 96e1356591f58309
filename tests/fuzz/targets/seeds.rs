//! Writes the inputs with which each target begins, from what ships: `seeds FOLDER` makes `FOLDER/TARGET/`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use understory_fuzz::{CORPUS, SCENARIOS, SmallRun};

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
    let tables = || {
        ["scenarios/data", "crates/scenario/tests/corpus/good/data"]
            .map(|from| format!("{}/../../{from}", env!("CARGO_MANIFEST_DIR")))
    };
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
    write(&folder.join("points"), stands)?;
    write(&folder.join("checkpoint"), named(&csv.stopped, ""))?;
    write(&folder.join("run_folder"), named(&csv.whole, ""))?;
    write(&folder.join("parquet"), named(&parquet.stopped, ""))
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

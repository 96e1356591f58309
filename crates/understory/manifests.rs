//! The ends of all manifests: the files that were left, what describes them to other programs, and what it took.

use std::io::{self, BufRead as _, BufReader};
use std::time::Instant;

use understory_lab::store::Store;
use understory_records::{
    Body, Document as _, Manifest, PackageOf, PackageTable, RunJson, TableFile, World, paths, table_of,
    write_data_package,
};
use understory_space::Plot;

use crate::error::Error;
use crate::machine::peak_rss_bytes;
use crate::stored::{hashed, list_written, others};
use crate::version::VERSION;

/// What results are made from that come from no scenario: what they are of, and what distinguishes them from others of it.
pub(crate) fn without_scenario(name: &str, identity: String, seed: u64) -> RunJson {
    RunJson {
        version: VERSION.to_owned(),
        scenario: name.to_owned(),
        scenario_blake3: String::new(),
        inputs: Vec::new(),
        identity,
        seed,
        years: 0,
        replicates: 1,
        each_year: None,
    }
}

/// A plot as manifests have it, with the number of its system of coordinates where that is known.
pub(crate) fn world_of(plot: &Plot, epsg: Option<u16>) -> World {
    World {
        size_m: plot.size_m(),
        origin_m: plot.origin_m(),
        edge: plot.edge().to_string(),
        epsg,
    }
}

/// Fills in what is known at the end, and writes the manifest.
pub(crate) fn close(manifest: &mut Manifest, begun: Instant, store: &dyn Store) -> Result<(), Error> {
    manifest.others = others(store, &mut manifest.files)?;
    describe(store, manifest)?;
    manifest.others.retain(|other| other.path != paths::DATA_PACKAGE);
    manifest
        .others
        .push(hashed(store, paths::DATA_PACKAGE.to_owned())?);
    manifest.others.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    if let Some(took) = &mut manifest.performance {
        took.wall_s = begun.elapsed().as_secs_f64();
        took.peak_rss_bytes = peak_rss_bytes();
    }
    store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    Ok(())
}

/// Leaves beside the tables what their columns are, for other programs.
fn describe(store: &dyn Store, manifest: &Manifest) -> Result<(), Error> {
    let of = PackageOf {
        name: match &manifest.body {
            Body::Claims(_) => "claims",
            _ => &manifest.made_from.scenario,
        },
        command: manifest.body.command(),
        version: &manifest.made_from.version,
    };
    let tables = manifest.files.iter().filter(|file| file.rows.is_some());
    let tables: Result<Vec<PackageTable>, io::Error> = tables.map(|file| of_file(store, file)).collect();
    let tables = tables?;
    Ok(store.write(paths::DATA_PACKAGE, &mut |out| {
        write_data_package(out, of, &tables)
    })?)
}

/// A table with the names of its columns, where the dictionary does not have them.
fn of_file(store: &dyn Store, file: &TableFile) -> io::Result<PackageTable> {
    let mut header = String::new();
    if table_of(&file.path).is_none() || file.path == paths::SWEEP {
        BufReader::new(store.open(&file.path)?).read_line(&mut header)?;
    }
    Ok(PackageTable {
        path: file.path.clone(),
        header: header
            .trim_end()
            .split(',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}

/// Puts what was drawn anew on the list of a manifest, and writes that where it changes.
pub(crate) fn list_anew(manifest: &mut Manifest, store: &dyn Store) -> Result<(), Error> {
    if list_written(store, &manifest.files, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    Ok(())
}

//! The page of results, `report.html`: made from tables alone, so that `plot` gives the same as the command that left them.

use std::collections::BTreeSet;
use std::io;

use understory_lab::store::Store;
use understory_page::{About, Comparison, Death, Method, Run, Snapshots, SpeciesLook, Thinning, page};
use understory_records::{
    CensusRow, EventRow, Manifest, MethodsRow, SpacingRow, TreeRow, paths, read_each_row,
};
use understory_report::species_colour;
use understory_scenario::TARGET_LABEL;

use crate::error::Error;
use crate::figures::{envelope, of_first_forest};
use crate::left::{is_listed, read, read_listed};

/// The page of a run or a comparison.
pub(crate) fn of_run(store: &dyn Store, manifest: &Manifest) -> Result<String, Error> {
    let about = About {
        name: manifest.scenario.clone(),
        command: manifest.command.clone(),
        version: manifest.version.clone(),
        size_m: manifest.world.size_m,
        origin_m: manifest.world.origin_m,
        torus: manifest.world.edge == "torus",
        seed: manifest.seed,
        years: manifest.years,
    };
    // Where methods were compared with a measured stand, no year was recorded.
    let run = match manifest.recorded_years.is_empty() {
        true => None,
        false => Some(run(store, manifest)?),
    };
    let comparison = match is_listed(&manifest.files, paths::METHODS) {
        true => Some(comparison(store, manifest)?),
        false => None,
    };
    Ok(page(&about, run, comparison.as_ref())?)
}

fn run(store: &dyn Store, manifest: &Manifest) -> Result<Run, Error> {
    let census = read::<CensusRow>(store, paths::CENSUS)?;
    let mut snapshots = Snapshots::new(&manifest.species, thinning(manifest, &census));
    for &year in &manifest.recorded_years {
        // One table at a time, as a year of a large forest takes hundreds of megabytes.
        let trees = read::<TreeRow>(store, &paths::trees(year, manifest.format()))?;
        snapshots.add(year, &trees)?;
    }
    let species = snapshots.species().iter().enumerate();
    let species = species.map(|(number, name)| SpeciesLook {
        name: name.clone(),
        colour: species_colour(number),
    });
    Ok(Run {
        species: species.collect(),
        census,
        spacing: read::<SpacingRow>(store, paths::SPACING)?,
        deaths: deaths(store, manifest, &snapshots.drawn())?,
        snapshots,
    })
}

/// The methods, of which the page shows those that were compared with the first forest.
fn comparison(store: &dyn Store, manifest: &Manifest) -> Result<Comparison, Error> {
    let method = |row: MethodsRow| -> Result<Method, Error> {
        Ok(Method {
            points: read(store, &paths::points(&row.method))?,
            nnd: envelope(store, manifest, &row.method, "nnd")?,
            pcf: envelope(store, manifest, &row.method, "pcf")?,
            name: row.method,
        })
    };
    Ok(Comparison {
        methods: read::<MethodsRow>(store, paths::METHODS)?,
        target: TARGET_LABEL.to_owned(),
        shown: of_first_forest(store)?
            .into_iter()
            .map(method)
            .collect::<Result<_, _>>()?,
    })
}

/// The deaths of these trees, where the run left its events.
fn deaths(store: &dyn Store, manifest: &Manifest, of: &BTreeSet<u64>) -> Result<Vec<Death>, Error> {
    let mut deaths = Vec::new();
    let mut keep = |event: EventRow| {
        if event.event == "death" && of.contains(&event.tree) {
            deaths.push(Death {
                tree: event.tree,
                year: event.year,
                cause: event.cause,
            });
        }
    };
    if is_listed(&manifest.files, paths::EVENTS) {
        // Row by row, as every seedling of every year stands in it.
        for event in read_each_row(paths::EVENTS, store.open(paths::EVENTS)?)? {
            keep(event?);
        }
    } else {
        let events = read_listed(store, &manifest.files, paths::EVENTS_PARQUET)?;
        events.into_iter().for_each(keep);
    }
    Ok(deaths)
}

/// What is drawn of the trees, by the census of the recorded years.
fn thinning(manifest: &Manifest, census: &[CensusRow]) -> Thinning {
    let years: BTreeSet<u32> = manifest.recorded_years.iter().copied().collect();
    let of_all = census
        .iter()
        .filter(|row| row.species == "all" && years.contains(&row.year));
    let (trees, adults) = of_all.fold((0, 0), |(trees, adults), row| {
        (trees + row.trees, adults + row.adults)
    });
    Thinning::of(trees, adults, years.len() as u64)
}

/// Keeps a page.
pub(crate) fn keep(store: &dyn Store, page: &str) -> io::Result<()> {
    store.write(paths::PAGE, &mut |out| out.write_all(page.as_bytes()))
}

//! The page of a forest that grew, and of the methods that were compared with it or with a stand.

use std::collections::BTreeSet;
use std::io::{self, Read as _};

use understory_lab::store::Store;
use understory_page::{
    About, Comparison, Death, Ground, Parts, Run, Snapshots, SpeciesLook, State, Thinning, Wood, WoodNode,
    page,
};
use understory_records::{
    CensusRow, EventRow, ForestManifest, Format, FromFields, GroundRow, GrowthPointRow, MethodsRow, SeedRow,
    SpacingRow, TreeRow, WoodRow, paths, read_each_row,
};
use understory_report::species_colour;
use understory_scenario::{TARGET_LABEL, latitude_deg, species_presets};

use crate::error::Error;
use crate::kinds::compare::figures::of_first_forest;
use crate::scene;
use crate::stored::{is_listed, read, read_listed};

/// The page of a run or a comparison.
pub(crate) fn of_run(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<String, Error> {
    let about = About::of(manifest.all, &manifest.world);
    // Where methods were compared with a measured stand, no year was recorded.
    let run = match manifest.recorded_years.is_empty() {
        true => None,
        false => Some(run(store, manifest)?),
    };
    let comparison = match is_listed(&manifest.all.files, paths::METHODS) {
        true => Some(comparison(store, manifest)?),
        false => None,
    };
    let parts = Parts {
        run,
        comparison,
        ..Parts::default()
    };
    Ok(page(&about, parts)?)
}

fn run(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<Run, Error> {
    let census = read::<CensusRow>(store, paths::CENSUS)?;
    let mut snapshots = Snapshots::new(&manifest.species, thinning(manifest, &census));
    for &year in &manifest.recorded_years {
        // One table at a time, as a year of a large forest takes hundreds of megabytes.
        let trees = read::<TreeRow>(store, &paths::trees(year, manifest.format()))?;
        snapshots.add(year, &trees)?;
    }
    let scenario = scenario(store)?;
    let names = snapshots.species().to_vec();
    let forms = scene::usual_forms(&names, &species_presets(&scenario).unwrap_or_default());
    let species = forms.into_iter().enumerate().map(|(number, form)| SpeciesLook {
        name: form.species,
        colour: species_colour(number),
        form: form.form,
    });
    Ok(Run {
        species: species.collect(),
        census,
        spacing: read::<SpacingRow>(store, paths::SPACING)?,
        deaths: deaths(store, manifest, &snapshots.drawn())?,
        ground: ground(store, manifest)?,
        latitude_deg: latitude_deg(&scenario),
        grown: grown(store, manifest)?,
        states: states(store, manifest)?,
        snapshots,
    })
}

/// The scenario as it was run; empty where a library keeps none beside its tables.
fn scenario(store: &dyn Store) -> Result<String, Error> {
    let mut text = String::new();
    match store.open("scenario.toml") {
        Ok(mut file) => file.read_to_string(&mut text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error.into()),
    };
    Ok(text)
}

/// The ground, where it is not level.
fn ground(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<Option<Ground>, Error> {
    let rows: Vec<GroundRow> = read_listed(store, &manifest.all.files, paths::GROUND)?;
    if rows.is_empty() {
        return Ok(None);
    }
    let (low_m, size_m) = (manifest.world.origin_m, manifest.world.size_m);
    let ground = scene::Ground::of(&rows, paths::GROUND, low_m, size_m)?;
    let high_m = [0, 1].map(|axis| low_m[axis] + size_m[axis]);
    let shown = ground.shown(low_m, high_m);
    let grid = shown.as_scene();
    Ok(Some(Ground {
        columns: grid.columns,
        rows: grid.rows,
        low_m: grid.origin_m,
        cell_m: grid.cell_m,
        heights_m: grid.heights_m.to_vec(),
    }))
}

/// Crowns and roots of the recorded years whose trees grew them.
fn grown(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<Vec<(u32, Wood)>, Error> {
    let path = |year: u32| paths::growth_points(year, manifest.format());
    let recorded = manifest.recorded_years.iter().copied();
    let years: Vec<u32> = recorded
        .filter(|year| is_listed(&manifest.all.files, &path(*year)))
        .collect();
    let wood = |&year: &u32| {
        let rows: Vec<GrowthPointRow> = read(store, &path(year))?;
        let mut nodes: Vec<WoodNode> = Vec::with_capacity(rows.len());
        for tree in rows.chunk_by(|a, b| a.tree == b.tree) {
            let first = nodes.len() as u32;
            nodes.extend(tree.iter().map(|row| WoodNode {
                parent: row.parent.map(|parent| first + parent),
                is_root: row.part == "root",
                place_m: [row.x_m, row.y_m, row.z_m],
                radius_m: row.radius_m,
                of: row.tree,
            }));
        }
        Ok((year, Wood::new(&path(year), &nodes, years.len())?))
    };
    years.iter().map(wood).collect()
}

/// Seeds and deadwood of the recorded years that left their state.
fn states(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<Vec<State>, Error> {
    let format = manifest.format();
    let has = |year: &&u32| is_listed(&manifest.all.files, &paths::seeds(**year, format));
    let years: Vec<u32> = manifest.recorded_years.iter().filter(has).copied().collect();
    let state = |&year: &u32| {
        let (all_seeds, seeds) =
            some_rows::<SeedRow>(store, manifest, &paths::seeds(year, format), years.len())?;
        let (all_dead, dead) =
            some_rows::<WoodRow>(store, manifest, &paths::wood(year, format), years.len())?;
        Ok(State {
            year,
            all_seeds,
            seeds,
            all_dead,
            dead,
        })
    };
    years.iter().map(state).collect()
}

/// How many rows a table has, and as many of them, spread over it, as a page draws; none where it is not there.
fn some_rows<R: FromFields>(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    path: &str,
    of: usize,
) -> Result<(u64, Vec<R>), Error> {
    let Some(table) = manifest.all.files.iter().find(|table| table.path == path) else {
        return Ok((0, Vec::new()));
    };
    let all = table.rows.unwrap_or_default();
    let one_in = State::one_in(all, of);
    if manifest.format() != Format::Csv {
        let rows = read::<R>(store, path)?;
        return Ok((all, rows.into_iter().step_by(one_in).collect()));
    }
    // Row by row, as millions of seeds may stand in it.
    let rows = read_each_row::<R>(path, store.open(path)?)?.step_by(one_in);
    Ok((all, rows.collect::<Result<_, _>>()?))
}

/// The methods, of which the page shows those that were compared with the first forest.
fn comparison(store: &dyn Store, manifest: ForestManifest<'_>) -> Result<Comparison, Error> {
    Ok(Comparison {
        methods: read::<MethodsRow>(store, paths::METHODS)?,
        target: TARGET_LABEL.to_owned(),
        shown: of_first_forest(store, manifest)?,
    })
}

/// The deaths of these trees, where the run left its events.
fn deaths(store: &dyn Store, manifest: ForestManifest<'_>, of: &BTreeSet<u64>) -> Result<Vec<Death>, Error> {
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
    if is_listed(&manifest.all.files, paths::EVENTS) {
        // Row by row, as every seedling of every year stands in it.
        for event in read_each_row(paths::EVENTS, store.open(paths::EVENTS)?)? {
            keep(event?);
        }
    } else {
        let events = read_listed(store, &manifest.all.files, paths::EVENTS_PARQUET)?;
        events.into_iter().for_each(keep);
    }
    Ok(deaths)
}

/// What is drawn of the trees, by the census of the recorded years.
fn thinning(manifest: ForestManifest<'_>, census: &[CensusRow]) -> Thinning {
    let years: BTreeSet<u32> = manifest.recorded_years.iter().copied().collect();
    let of_all = census
        .iter()
        .filter(|row| row.species == "all" && years.contains(&row.year));
    let (trees, adults) = of_all.fold((0, 0), |(trees, adults), row| {
        (trees + row.trees, adults + row.adults)
    });
    Thinning::of(trees, adults, years.len() as u64)
}

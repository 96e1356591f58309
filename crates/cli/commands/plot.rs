use std::io::{self, Read};
use std::path::Path;

use understory_lab::claims::Set;
use understory_lab::store::Store;
use understory_records::{
    CensusRow, ClaimsManifest, Document, EnvelopeRow, FromFields, Manifest, MethodsRow, OtherFile, PointRow,
    ReplicatesRow, SpacingRow, TreeManifest, TreeRow, command_of, paths, read_rows, read_table,
};
use understory_report::{
    Cause, Compared, Comparison, CurvePoint, Distances, Figure, RunAbout, Tables, clark_evans_beside,
};

use crate::Outcome;
use crate::args::PlotOptions;
use crate::commands::{claims, grow};
use crate::failure::Failure;
use crate::output::say;
use crate::store::DirectoryStore;

/// Draws the figures of a folder of ours anew from its tables.
pub(crate) fn plot(options: &PlotOptions) -> Outcome {
    match command_in(&options.run)?.as_deref() {
        Some("grow") => plot_tree(options),
        Some("claims") => plot_claims(options),
        Some("stats") => {
            let message = format!(
                "`{}` holds statistics, whose figures `understory stats` draws when it measures",
                options.run.display()
            );
            Err(Failure::input(message).with_hint("measure again with the same command"))
        }
        _ => plot_run(options),
    }
}

fn plot_run(options: &PlotOptions) -> Outcome {
    let mut manifest = manifest_of(&options.run)?;
    let store = DirectoryStore::existing(&options.run).held_to(&manifest.files);
    draw_figures(&store, &manifest)?;
    if !options.beside.is_empty() {
        let mut runs = Vec::new();
        for run in [&options.run].into_iter().chain(&options.beside) {
            let manifest = manifest_of(run)?;
            let store = DirectoryStore::existing(run).held_to(&manifest.files);
            runs.push((
                manifest.scenario,
                read::<ReplicatesRow>(&store, paths::REPLICATES)?,
            ));
        }
        let labelled: Vec<(&str, Vec<ReplicatesRow>)> = runs
            .iter()
            .map(|(name, rows)| (name.as_str(), rows.clone()))
            .collect();
        keep(&store, &clark_evans_beside(&labelled)?)?;
    }
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

fn plot_tree(options: &PlotOptions) -> Outcome {
    refuse_beside(options, "a tree")?;
    let mut manifest: TreeManifest = document(&options.run)?;
    let store = DirectoryStore::existing(&options.run).held_to(&manifest.files);
    grow::draw_figures(&store, &manifest)?;
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

/// The trees in the figures of claims stand in no table, so they are grown once more.
fn plot_claims(options: &PlotOptions) -> Outcome {
    refuse_beside(options, "claims")?;
    let mut manifest: ClaimsManifest = document(&options.run)?;
    let store = DirectoryStore::existing(&options.run);
    let sets: Vec<Set> = Set::ALL
        .into_iter()
        .filter(|set| manifest.sets.contains(&set.to_string()))
        .collect();
    claims::draw_figures(&sets, &store, options.quiet)?;
    if list_drawn(&store, &mut manifest.others)? {
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
    }
    tell(options, &store);
    Ok(())
}

fn refuse_beside(options: &PlotOptions, what: &str) -> Outcome {
    if options.beside.is_empty() {
        return Ok(());
    }
    let message = format!(
        "`--beside` sets forests beside each other, but `{}` holds {what}",
        options.run.display()
    );
    Err(Failure::input(message).with_hint("leave it out"))
}

/// Puts what was drawn on the list of a manifest, so that it is known for ours. Gives whether the list changed.
fn list_drawn(store: &DirectoryStore, others: &mut Vec<OtherFile>) -> Result<bool, Failure> {
    let before = others.clone();
    for drawn in store.written_files(|_| true)? {
        others.retain(|other| other.path != drawn.path);
        others.push(drawn);
    }
    others.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(*others != before)
}

fn tell(options: &PlotOptions, store: &DirectoryStore) {
    if !options.quiet {
        let drawn = store
            .written()
            .iter()
            .filter(|path| path.ends_with(".svg"))
            .count();
        let figures = if drawn == 1 { "figure" } else { "figures" };
        let folder = options.run.join("figures");
        say(&format!("drew {drawn} {figures} in {}", folder.display()));
    }
}

pub(crate) fn manifest_of(run: &Path) -> Result<Manifest, Failure> {
    document(run)
}

fn document<D: Document>(run: &Path) -> Result<D, Failure> {
    let (name, input) = open_manifest(run)?;
    Ok(D::read(&name, input)?)
}

/// The command that left a folder, where its manifest says so.
fn command_in(run: &Path) -> Result<Option<String>, Failure> {
    let (_, input) = open_manifest(run)?;
    Ok(command_of(input)?)
}

fn open_manifest(run: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    let file = run.join(paths::MANIFEST).display().to_string();
    match DirectoryStore::new(run).open(paths::MANIFEST) {
        Ok(input) => Ok((file, input)),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            let message = format!(
                "`{}` holds no complete run: there is no `{file}`\nhint: give the folder that `understory run`, `compare`, `grow` or `claims` made",
                run.display()
            );
            Err(Failure::input(message))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn read<R: FromFields>(store: &DirectoryStore, path: &str) -> Result<Vec<R>, Failure> {
    let input = store.open(path)?;
    Ok(read_rows(path, input)?)
}

/// Draws every figure of the run in `store` into its `figures` folder.
pub(crate) fn draw_figures(store: &DirectoryStore, manifest: &Manifest) -> Outcome {
    // Where methods were compared with a measured stand, no year was recorded.
    if !manifest.recorded_years.is_empty() {
        understory_report::draw(&RunTables { store, manifest }, &mut |figure| {
            keep(store, &figure).map_err(Cause::from)
        })?;
    }
    if manifest.files.iter().any(|file| file.path == paths::METHODS) {
        understory_report::compare(&comparison(store, manifest)?, &mut |figure| {
            keep(store, &figure).map_err(Cause::from)
        })?;
    }
    Ok(())
}

/// The methods that were compared, from their tables; the first row is the target.
fn comparison(store: &DirectoryStore, manifest: &Manifest) -> Result<Comparison, Failure> {
    let mut target = Compared::default();
    let mut methods = Vec::new();
    for (number, row) in read::<MethodsRow>(store, paths::METHODS)?.into_iter().enumerate() {
        let points = read::<PointRow>(store, &paths::points(&row.method))?;
        let mut compared = Compared {
            points_m: points.iter().map(|point| [point.x_m, point.y_m]).collect(),
            sizes_m: points.iter().filter_map(|point| point.size_m).collect(),
            seconds: row.seconds,
            distances: Distances {
                g_ks: row.g_ks,
                l_rmse_m: row.l_rmse_m,
                pcf_rmse: row.pcf_rmse,
            },
            judged_p: row.judged_p,
            judged_by: row.judged_by,
            notes: row.notes,
            name: row.method,
            ..Compared::default()
        };
        if number == 0 {
            target = compared;
            continue;
        }
        // A method that once gave too few points for a curve has none.
        let envelope = |function: &str| {
            let path = paths::function(&compared.name, &format!("envelope_{function}"));
            if manifest.files.iter().any(|file| file.path == path) {
                read::<EnvelopeRow>(store, &path)
            } else {
                Ok(Vec::new())
            }
        };
        let (nnd, pcf) = (envelope("nnd")?, envelope("pcf")?);
        if target.pcf.is_empty() {
            target.nnd_density = nnd.iter().map(of_target).collect();
            target.pcf = pcf.iter().map(of_target).collect();
        }
        compared.nnd_density = nnd.iter().map(of_method).collect();
        compared.pcf = pcf.iter().map(of_method).collect();
        methods.push(compared);
    }
    Ok(Comparison {
        about: RunTables { store, manifest }.about(),
        target,
        methods,
    })
}

fn of_target(row: &EnvelopeRow) -> CurvePoint {
    CurvePoint {
        r_m: row.r,
        value: row.obs,
        ..CurvePoint::default()
    }
}

fn of_method(row: &EnvelopeRow) -> CurvePoint {
    CurvePoint {
        r_m: row.r,
        value: row.first,
        low: row.lo,
        high: row.hi,
    }
}

pub(crate) fn keep(store: &DirectoryStore, figure: &Figure) -> io::Result<()> {
    let path = |ending: &str| format!("figures/{}.{ending}", figure.name);
    store.write(&path("svg"), &mut |out| out.write_all(figure.svg.as_bytes()))?;
    store.write(&path("png"), &mut |out| out.write_all(&figure.png))
}

/// A run's tables as the figures ask for them.
struct RunTables<'a> {
    store: &'a DirectoryStore,
    manifest: &'a Manifest,
}

impl RunTables<'_> {
    fn rows<R: FromFields>(&self, path: &str) -> Result<Vec<R>, Cause> {
        Ok(read_table(path, self.store.open(path)?)?)
    }
}

impl Tables for RunTables<'_> {
    fn about(&self) -> RunAbout {
        let world = &self.manifest.world;
        RunAbout {
            name: self.manifest.scenario.clone(),
            size_m: world.size_m,
            origin_m: world.origin_m,
            torus: world.edge == "torus",
            species: self.manifest.species.clone(),
        }
    }

    fn census(&self) -> Result<Vec<CensusRow>, Cause> {
        self.rows(paths::CENSUS)
    }

    fn spacing(&self) -> Result<Vec<SpacingRow>, Cause> {
        self.rows(paths::SPACING)
    }

    fn replicates(&self) -> Result<Vec<ReplicatesRow>, Cause> {
        self.rows(paths::REPLICATES)
    }

    fn recorded_years(&self) -> Vec<u32> {
        self.manifest.recorded_years.clone()
    }

    fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Cause> {
        self.rows(&paths::trees(year, self.manifest.format()))
    }
}

//! Where the files of a run lie below its folder. Years have four digits or more, so that names sort by year.

use crate::format::Format;

/// What a finished run is: [`crate::Manifest`].
pub const MANIFEST: &str = "manifest.json";
/// What the columns of all tables are, for other programs: [`crate::write_data_package`].
pub const DATA_PACKAGE: &str = "datapackage.json";
/// What a run that is being built is: [`crate::RunJson`].
pub const RUN: &str = "run.json";
/// What was finished so far of a run that is being built: [`crate::FinishedRow`].
pub const FINISHED: &str = "finished.csv";
/// The results as a page for a browser.
pub const PAGE: &str = "report.html";
/// One row a year and species.
pub const CENSUS: &str = "census.csv";
/// Statistics of the recorded years.
pub const SPACING: &str = "spacing.csv";
/// Gaps of the canopy in the recorded years, on request.
pub const GAPS: &str = "gaps.csv";
/// Temperature and rain of the years, where they differ.
pub const CLIMATE: &str = "climate.csv";
/// Snags, logs and stumps, one row a year and species.
pub const DEADWOOD: &str = "deadwood.csv";
/// Stems, volume, increment, one row a year and species.
pub const INVENTORY: &str = "inventory.csv";
/// What foresters felled and planted, where they did.
pub const HARVEST: &str = "harvest.csv";
/// One row a cell of the ground that a forest stands on; only where it is not level.
pub const GROUND: &str = "ground.csv";
/// One row a cell of the ground and species; only where something is asked of the ground.
pub const SUITABILITY: &str = "suitability.csv";
/// One row a recorded year, species and class of wetness and sun; only where something is asked of the ground.
pub const SITES: &str = "sites.csv";
/// Births and deaths, on request; while a run is at work in any case, as this is a table that can grow.
pub const EVENTS: &str = "events.csv";
/// The same of a complete run whose format is Parquet.
pub const EVENTS_PARQUET: &str = "events.parquet";
/// What a folder below [`TASKS`] was made from, and that it is whole: [`crate::TaskJson`].
pub const TASK: &str = "task.json";
/// The folder of the runs of a sweep.
pub const TASKS: &str = "tasks";
/// One row a run of a sweep, recorded year and species.
pub const SWEEP: &str = "sweep.csv";
/// Which keys of a sweep matter to which figures.
pub const SENSITIVITY: &str = "sensitivity.csv";
/// The posterior of a calibration.
pub const POSTERIOR: &str = "posterior.csv";
/// Its particles as they were drawn.
pub const PARTICLES: &str = "particles.csv";
/// One row a run of a calibration.
pub const EVALUATIONS: &str = "evaluations.csv";
/// What a calibration compares.
pub const SUMMARIES: &str = "summaries.csv";
/// One row a round of its sampler.
pub const ROUNDS: &str = "rounds.csv";
/// What the fitted model predicts.
pub const PREDICTIVE: &str = "predictive.csv";
/// How well keys that are known are found again.
pub const RECOVERY: &str = "recovery.csv";
/// Where in their posteriors they fell.
pub const RANKS: &str = "ranks.csv";
/// What came of a calibration, or of a pattern that was measured, in numbers.
pub const SUMMARY: &str = "summary.json";
/// Figures over all replicates.
pub const REPLICATES: &str = "replicates.csv";
/// One row a compared method.
pub const METHODS: &str = "methods.csv";
/// One row a forest with which methods were compared.
pub const FORESTS: &str = "forests.csv";
/// Which methods come nearest to which forests, in one sentence.
pub const ANSWER: &str = "answer.txt";
/// One row a node of a tree.
pub const SKELETON: &str = "skeleton.csv";
/// The same of the L-system beside it, by the name that the baseline had before, as files keep their names.
pub const BASELINE_SKELETON: &str = "counterpart_skeleton.csv";
/// One row a leaf of a tree; only where it has leaves.
pub const LEAVES: &str = "leaves.csv";
/// One row a link between two nodes of a tree; only where there are any.
pub const LINKS: &str = "links.csv";
/// The same of the L-system beside it.
pub const BASELINE_LEAVES: &str = "counterpart_leaves.csv";
/// Numbers that say whether a tree looks like one.
pub const METRICS: &str = "metrics.json";
/// One row a claim.
pub const CLAIMS: &str = "claims.csv";
/// One row a thing that stands in a painted world.
pub const INSTANCES: &str = "instances.csv";
/// The same as Parquet.
pub const INSTANCES_PARQUET: &str = "instances.parquet";
/// One row a pond of a painted world; only where it is to have any.
pub const PONDS: &str = "ponds.csv";
/// One row a rule of a painted world.
pub const RULES: &str = "rules.csv";
/// One row a rule and texture of a painted world.
pub const TEXTURES: &str = "textures.csv";
/// One row a rule, a texture and a class of how much of the ground that covers.
pub const AGREEMENT: &str = "agreement.csv";
/// One row an area that was filled at once and another beside it.
pub const FILLS: &str = "fills.csv";
/// One row a pattern of points and share of them.
pub const PATTERNS: &str = "patterns.csv";
/// One row an edit and rule of a painted world.
pub const CHANGES: &str = "changes.csv";
/// One row a thing that an edit removed or added.
pub const CHANGED: &str = "changed.csv";
/// One row a frame of a camera that moves through a painted world.
pub const FRAMES: &str = "frames.csv";
/// Orders in which patches are looked through.
pub const STRATEGIES: &str = "strategies.csv";
/// Patches that are there in the end.
pub const PATCHES: &str = "patches.csv";
/// Props that are there in the end.
pub const PROPS: &str = "props.csv";
/// Things that were dropped, as they lie.
pub const DROP: &str = "drop.csv";
/// One row a tree of a tile that was baked.
pub const TILE: &str = "tile.csv";
/// One row a share of the trees of a baked tile and of its forest.
pub const TILE_STATISTICS: &str = "statistics.csv";
/// One row a function, share and distance of a baked tile and of its forest.
pub const TILE_FUNCTIONS: &str = "functions.csv";
/// One row a point of ground that was filled by point methods.
pub const SCATTERED: &str = "points.csv";
/// One row a segment of that ground.
pub const SEGMENTS: &str = "segments.csv";
/// One row a border of its segments.
pub const SEAMS: &str = "seams.csv";
/// One row a node of the lattice without bounds.
pub const PLANE: &str = "plane.csv";
/// One row a node of a net of springs and state of it.
pub const NODES: &str = "nodes.csv";
/// One row a spring of a net.
pub const SPRINGS: &str = "springs.csv";
/// One row a border condition and iteration of a net of springs.
pub const DRIFT: &str = "drift.csv";
/// Folder of [`state`].
pub const STATE: &str = "state";

/// The living trees of a year, such as `trees/year-0100.csv`.
#[must_use]
pub fn trees(year: u32, format: Format) -> String {
    format!("trees/year-{year:04}.{}", format.ending())
}

/// Folder of [`crowns`] and [`growth_points`].
pub const CROWNS: &str = "crowns";

/// The trees of a year whose crowns and roots grew, such as `crowns/trees-year-0100.csv`.
#[must_use]
pub fn crowns(year: u32, format: Format) -> String {
    format!("{CROWNS}/trees-year-{year:04}.{}", format.ending())
}

/// Their roots for other programs, such as `crowns/roots-year-0100.rsml`.
#[must_use]
pub fn roots(year: u32) -> String {
    format!("{CROWNS}/roots-year-{year:04}.rsml")
}

/// The nodes of their crowns and roots, such as `crowns/year-0100.csv`.
#[must_use]
pub fn growth_points(year: u32, format: Format) -> String {
    format!("{CROWNS}/year-{year:04}.{}", format.ending())
}

/// All that stands in a painted world: [`INSTANCES`] or [`INSTANCES_PARQUET`].
#[must_use]
pub fn instances(format: Format) -> &'static str {
    match format {
        Format::Csv => INSTANCES,
        Format::Parquet => INSTANCES_PARQUET,
    }
}

/// The folder of what a year reads besides the living, such as `state/year-0100`.
#[must_use]
pub fn state(year: u32) -> String {
    format!("{STATE}/year-{year:04}")
}

/// The seed bank of a year.
#[must_use]
pub fn seeds(year: u32, format: Format) -> String {
    format!("{}/seeds.{}", state(year), format.ending())
}

/// The dead that still count in a year.
#[must_use]
pub fn dead(year: u32, format: Format) -> String {
    format!("{}/dead.{}", state(year), format.ending())
}

/// The growth points of crowns that grow with their trees, in a year.
#[must_use]
pub fn crown_state(year: u32, format: Format) -> String {
    format!("{}/crowns.{}", state(year), format.ending())
}

/// The wood of the dead that has not decayed in a year.
#[must_use]
pub fn wood(year: u32, format: Format) -> String {
    format!("{}/wood.{}", state(year), format.ending())
}

/// The living of the strip around the counted window, with the columns of [`trees`]; only where there is a strip.
#[must_use]
pub fn strip(year: u32, format: Format) -> String {
    format!("{}/strip.{}", state(year), format.ending())
}

/// The file that makes the state of a year whole: [`crate::Checkpoint`].
#[must_use]
pub fn checkpoint(year: u32) -> String {
    format!("{}/checkpoint.json", state(year))
}

/// The folder of a run of a sweep, by its name.
#[must_use]
pub fn task(id: &str) -> String {
    format!("{TASKS}/{id}")
}

/// The figures of the replicate with this seed.
#[must_use]
pub fn replicate(seed: u64) -> String {
    format!("replicates/seed-{seed}.csv")
}

/// The first pattern of a compared method.
#[must_use]
pub fn points(method: &str) -> String {
    format!("points/{method}.csv")
}

/// A summary function of a compared method, such as `functions/uniform/L.csv`.
#[must_use]
pub fn function(method: &str, name: &str) -> String {
    format!("functions/{method}/{name}.csv")
}

/// The raster behind the first pattern of Kerr's method, such as `kerr/kerr.csv`.
#[must_use]
pub fn kerr(method: &str) -> String {
    format!("kerr/{method}.csv")
}

/// The year whose checkpoint this path is; none for any other path.
#[must_use]
pub fn year_of_checkpoint(path: &str) -> Option<u32> {
    let digits = path
        .strip_prefix("state/year-")?
        .strip_suffix("/checkpoint.json")?;
    digits.parse().ok().filter(|&year| checkpoint(year) == path)
}

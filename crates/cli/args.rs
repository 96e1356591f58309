//! What can be typed.
//!
//! Doc comments here are the text of `--help`; snapshots in `tests/` hold it.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Args, Parser, Subcommand};
use understory::placement::parameters::Thinning;
use understory::records::Condition;
use understory::scenario::{Setting, Stems};
use understory::stats::{About, BandwidthRule, Function, GlobalTestName, IntensityBandwidth};
use understory::{Feature, GisField, VERSION};

/// What `--version` prints: the version, and which features this program has.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let (has, lacks): (Vec<Feature>, Vec<Feature>) = Feature::ALL
        .into_iter()
        .partition(|feature| feature.is_built_in());
    let list = |features: &[Feature]| {
        features
            .iter()
            .map(|feature| feature.name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut said = format!("{VERSION}\nfeatures: {}", list(&has));
    if !lacks.is_empty() {
        said += &format!("\nwithout: {}", list(&lacks));
    }
    said
});

/// Grow forests the way nature does and measure how close the shortcuts come.
#[derive(Debug, Parser)]
#[command(name = "understory", version, long_version = LONG_VERSION.as_str(), propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  understory new my-forest.toml
      a commented scenario to start from
  understory check my-forest.toml
      every problem in it, if any
  understory run my-forest.toml
      decades of growth: tables and figures in
      results/my-forest
  understory sweep scenarios/sweep-seeds.toml --list
      the runs of a sweep, which `run` makes all at once
  understory calibrate scenarios/calibrate-longleaf.toml
      which values of its keys fit a measured stand, and
      how sure that is
  understory compare scenarios/compare-longleaf.toml
      how near the shortcuts of games come to a forest,
      and their cost
  understory grow scenarios/tree-oak.toml
      one tree: numbers, figures, meshes for other programs
  understory place scenarios/valley-road.toml
      a painted world: what stands where, as tables and as
      a scene
  understory scatter scenarios/segments.toml
      points by any method, between rivers and roads
  understory bake results/my-forest
      a tile of the forest for painted worlds
  understory scene results/my-forest
      the stand in 3D: one glTF file and a picture of it
  understory export results/my-forest --format geojson
      its trees for QGIS; fields over the ground as GeoTIFF
  understory explain results/my-forest
      what happened, in ten sentences
  understory play scenarios/old-field.toml
      the same forest as a page to play with
  understory species fagus-sylvatica
      a preset, number by number with its sources
  understory keys species.growth
      what a scenario may say, key by key
  understory tables census
      the columns of a table of results")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunOptions),
    Sweep(SweepOptions),
    Calibrate(CalibrateOptions),
    Compare(CompareOptions),
    Grow(GrowOptions),
    Place(PlaceOptions),
    Scatter(ScatterOptions),
    Bake(BakeOptions),
    Scene(SceneOptions),
    Export(ExportOptions),
    Explain(ExplainOptions),
    Play(PlayOptions),
    Plot(PlotOptions),
    Stats(Box<StatsOptions>),
    Claims(ClaimsOptions),
    Species(SpeciesOptions),
    Check(CheckOptions),
    /// Print the year's systems in their order: what each reads, writes and draws
    #[command(after_help = "\
Example:
  understory schedule")]
    Schedule,
    /// Print the JSON Schema of a scenario, for editors
    #[command(after_help = "\
Example:
  understory schema > scenario.schema.json

An editor with a TOML language server then completes and checks keys in a file that begins with

  #:schema ./scenario.schema.json")]
    Schema,
    Keys(KeysOptions),
    Tables(TablesOptions),
    New(NewOptions),
    Completions(CompletionsOptions),
    /// Print the manual page
    #[command(after_help = "\
Example:
  understory man > understory.1 && man ./understory.1")]
    Man,
}

/// What `run`, `compare` and `grow` put in place of a scenario's own values.
#[derive(Args, Debug)]
pub(crate) struct SetOptions {
    /// Value of a key in place of the scenario's, such as world.seed=8 or species.beech.fruit.seeds_per_m2=2; a bare word is
    /// a text; may be given several times
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Setting>,
}

/// Grow the forest of a scenario: tables, figures and checkpoints
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory run scenarios/old-field.toml
      writes results/old-field: census.csv, spacing.csv,
      trees/, figures/, manifest.json, and report.html:
      open it in a browser
  understory run scenarios/old-field.toml --seed 8 \\
      --out results/old-field-8
  understory run scenarios/old-field.toml --resume
      goes on where a run was stopped, by Ctrl-C or a
      power cut
  understory run results/old-field/scenario.toml \\
      --out results/again
      repeats a run from its own folder

A run is built in DIR.partial and renamed to DIR when it is complete; a complete run in DIR is then \
replaced. What no command wrote there goes on into the new DIR, as notes.kept.txt where the new run has a \
notes.txt; so does a file that was edited. Any other folder that is not empty is left alone.

Exit codes: 0 done; 1 the input is at fault; 2 the machine is; 130 stopped by Ctrl-C.")]
pub(crate) struct RunOptions {
    /// The scenario file
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Go on from the newest checkpoint of a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin even where the tables will be larger than 2 GB, or a sweep has more than 10,000 runs
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print nothing but problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// List, run or gather the runs of a sweep, one by one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory run scenarios/sweep-seeds.toml
      all runs of the sweep at once: sweep.csv in
      results/sweep-seeds
  understory sweep scenarios/sweep-seeds.toml --list
      the runs: name, seed and values of the varied keys
  understory sweep scenarios/sweep-seeds.toml \\
      --task 0001-00
      one of them, into results/sweep-seeds/tasks/0001-00;
      other machines may run others into the same folder
  understory sweep scenarios/sweep-seeds.toml --gather
      the one table of all, as `run` makes it

[sweep] names the keys that are varied: paths in quotes, each with a list of values or a range. Each combination is run \
once for each of `run.replicates`. With `design = \"morris\"` or `\"sobol\"` sensitivity.csv says which keys matter. A task \
that was killed leaves no task.json and is run again; one that is finished is not.")]
#[command(
    override_usage = "understory sweep [OPTIONS] <SCENARIO>\n       with --list, --task <ID> or --gather",
    group = clap::ArgGroup::new("what").required(true)
)]
pub(crate) struct SweepOptions {
    /// The scenario file
    pub(crate) scenario: PathBuf,
    /// Print the runs as CSV: task, seed, and the varied keys
    #[arg(long, group = "what")]
    pub(crate) list: bool,
    /// Run this one
    #[arg(long, value_name = "ID", group = "what")]
    pub(crate) task: Option<String>,
    /// Make the one table of all runs
    #[arg(long, group = "what")]
    pub(crate) gather: bool,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of the first replicate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print nothing but problems and what was asked for
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Fit keys of a scenario to a measured stand
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory calibrate scenarios/calibrate-longleaf.toml
      which values of two keys lead to a stand like the
      measured one: posterior.csv, summary.json, figures in
      results/calibrate-longleaf
  understory calibrate scenarios/calibrate-longleaf.toml \\
      --budget 500 --out quick
      a first look with fewer runs
  understory calibrate scenarios/calibrate-longleaf.toml \\
      --resume
      goes on where it was stopped
  understory calibrate scenarios/calibrate-longleaf.toml \\
      --recovery 5000
      are keys found again that are known? recovery.csv and
      the histogram of ranks

The scenario names the measured stand, [calibrate] target = \"stand.csv\", and the keys with what is held possible before: \
[[prior]] key = \"species.birch.fruit.seeds_per_m2\", low = 0.1, high = 2.0. Runs with keys from the priors and then nearer and \
nearer to the stand (approximate Bayesian computation) give the posterior; a last fifth at most of the budget shows what the fitted \
model predicts. A key whose 95 % interval spans more than 70 % of its prior's is one that the stand cannot tell.")]
pub(crate) struct CalibrateOptions {
    /// The scenario file
    pub(crate) scenario: PathBuf,
    /// Runs in all, in place of the scenario's `calibrate.budget`
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) budget: Option<u32>,
    /// Make so many runs from the priors instead, and find the keys of each from the others: at least 200
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "budget"
    )]
    pub(crate) recovery: Option<u32>,
    /// Folder of the results [default: results/NAME, the name of the scenario; of a recovery results/NAME-recovery]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Go on with a calibration that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Print the table of keys and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Set point methods against a forest that grew, or a stand that was measured
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory compare scenarios/compare-temperate.toml
      grows the forest, lays out as many points by each
      method, and writes beside the tables of the run:
      methods.csv, points/, functions/, figures/
  understory compare scenarios/compare-temperate.toml \\
      --methods jittered-grid,poisson-disk
  understory compare scenarios/compare-longleaf.toml
      against a measured stand: the scenario has
      [target] file = \"stand.csv\", and no forest
  understory compare scenarios/compare-many.toml
      against several forests at once, each method at
      its best fit too: [compare] forests, fitted

In the table that is printed, R is the Clark–Evans index; G, L and g are mean distances of the \
method's patterns to the target, by nearest neighbours, Besag's L and pair correlation; p is the \
probability of a curve as unlike theirs as the target's, were the target one of them: by L, or, \
where the method was fitted to the pair correlation (of which L is the sum), by functions \
that it was not fitted to: G and J (twice the lesser p). The last line, also in answer.txt, says \
which methods come nearest.")]
pub(crate) struct CompareOptions {
    /// The scenario file
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Methods to compare, in this order: labels of the scenario or names of methods [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Grow one tree: skeleton, metrics, meshes and figures, and an L-system beside it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory grow scenarios/tree-oak.toml
      writes results/tree-oak: skeleton.csv, metrics.json,
      tree.glb, tree-lod0.glb ... tree-lod3.glb,
      tree.obj, tree.ply, skeleton.obj, figures/, and
      report.html: the tree in 3D, for a browser
  understory grow scenarios/tree-oak.toml --triangles 8000
      a lighter tree: its levels have a third each
  understory grow scenarios/tree-oak.toml --seed 8 \\
      --out results/oak-8
      another tree of the same form
  understory new my-tree.toml --template tree
      a commented scenario to start from
  understory plot results/tree-oak
      draws the figures and the page anew from the tables

tree.glb holds bark and leaves in four levels of detail, the nearest as the scene that opens; \
tree-lod0.glb to tree-lod3.glb hold one each; tree.obj and tree.ply hold the nearest, skeleton.obj and skeleton.ply \
the skeleton as lines, leaves.csv the cards of leaves of the nearest level. Where the scenario names an \
L-system, counterpart.glb, counterpart_skeleton.csv and counterpart_leaves.csv are its own, and the \
table that is printed has a column for it.

Beside a tree of a form that ships, the table's last column tells between which values trees lie \
that others measured.")]
pub(crate) struct GrowOptions {
    /// The scenario file of a tree
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Triangles at most of the nearest level of detail, or of all four [default: 25000, then a third each]
    #[arg(long, value_name = "N,N,N,N", value_delimiter = ',', num_args = 1..=4)]
    pub(crate) triangles: Vec<u32>,
    /// Draw the roots too
    #[arg(long)]
    pub(crate) roots: bool,
    /// Write the levels packed by `EXT_meshopt_compression` too, into DIR/meshopt; needs the feature `meshopt`
    #[arg(long)]
    pub(crate) meshopt: bool,
    /// Write what wind does to a vertex as texture coordinates too, for engines that know no attribute `_WIND`
    #[arg(long)]
    pub(crate) wind_in_texture: bool,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Lay out a painted world: instances, texture maps, a scene and figures
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory place scenarios/valley-road.toml
      writes results/valley-road: instances.csv, rules.csv,
      scene.glb, view.png, biomes.png, textures/, figures/,
      and report.html: its map, for a browser
  understory place scenarios/island.toml --tile 3,-2 \\
      --out results/corner
      one tile alone: the same rows as in the whole
  understory place scenarios/valley-road.toml \\
      --set blocker.mill.at_m=[1004.0,1228.0]
      the mill moved; all that is not near it stays
  understory place scenarios/island.toml \\
      --set place.density_scale=0.5
      half as dense: instances only go
  understory place scenarios/valley-road.toml --watch tiles
      each tile in a file of its own; a map that is saved
      rewrites the tiles that it touches, until Ctrl-C
  understory place my-world.toml --edited instances.csv \\
      --keep by-hand.csv
      what was moved, removed and added in an edited table;
      named by `by_hand.file` it outlasts changes of rules
  understory new my-world.toml --template world
      a commented scenario to start from

Each row of instances.csv is one instance: its key, which no edit elsewhere changes, its asset and its rule, its tile, \
its place (z up), its rotation as a unit quaternion and its scale. scene.glb shows them with the extension \
EXT_mesh_gpu_instancing, y up. With [[edit]] changes.csv says what each edit would change, with a camera frames.csv says \
which tiles each frame opens and closes.")]
pub(crate) struct PlaceOptions {
    /// The scenario file of a painted world
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Lay out this tile alone; again for more [default: all]
    #[arg(long = "tile", value_name = "TX,TY", allow_hyphen_values = true, value_parser = tile)]
    pub(crate) tiles: Vec<[i32; 2]>,
    /// The way of a camera, in place of the scenario's `camera.file`
    #[arg(long, value_name = "PATH.csv")]
    pub(crate) camera: Option<PathBuf>,
    /// Lay out all tiles into files of this folder, and again those that a saved scenario or map touches [default: that of
    /// `--out`]
    #[arg(long, value_name = "DIR", num_args = 0..=1, conflicts_with_all = ["tiles", "camera", "edited"])]
    pub(crate) watch: Option<Option<PathBuf>>,
    /// An `instances.csv` of this world that was edited: what was taken away and added is written to `--keep`
    #[arg(long, value_name = "EDITED.csv", requires = "keep", conflicts_with_all = ["out", "tiles", "camera"])]
    pub(crate) edited: Option<PathBuf>,
    /// File of the hand edits that `--edited` finds, for `by_hand.file` of the scenario
    #[arg(long, value_name = "BY_HAND.csv", requires = "edited")]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Lay out points by a method, over all ground or between borders such as rivers
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory scatter scenarios/segments.toml
      writes results/segments: points.csv, segments.csv,
      seams.csv, figures/
  understory scatter scenarios/segments.toml \\
      --segments meadow --out results/meadow
      one segment alone: the same points as in the whole
  understory scatter scenarios/springs.toml
      a net of springs too: as it begins, as it ends, and
      how it drifts at its border
  understory scatter scenarios/plane.toml \\
      --window=-5000,800,-4800,950
      the jittered grid without bounds, anywhere: a node has
      the same place and appearance in every window

In the tables that are printed, nearest_m is the mean distance to the nearest inside a segment; of a border \
density and nearest tell what stands within a spacing of it over what stands inside (1 where no seam is seen), \
too close the pairs across it that are nearer than any inside.")]
pub(crate) struct ScatterOptions {
    /// The scenario file of points
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Segments to fill, by their names [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) segments: Vec<String>,
    /// Where to lay out, in place of the scenario's `world.origin_m` and `world.size_m`
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Bake a tile of a forest whose copies join, for the rules of painted worlds
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory bake results/old-field
      the last recorded year of a run, in
      results/old-field-year-150-tile: tile.csv,
      statistics.csv, functions.csv, figures/, manifest.json
  understory bake scenarios/grown-forest.toml --year 100
      grows the forest first
  understory bake results/old-field --species beech \\
      --side-m 100
      the beeches alone, on a tile of 100 m by 100 m
  understory bake results/old-field --ranks largest
      where the density is lower the large trees stay

A forest on a torus is the tile as it grew. From an open one, or for another side, a square is cut out \
of its middle, and trees near the cut are moved until spacing across the seam is the forest's. The table sets \
the tile beside its forest at 100, 50, 25 and 10 % of their trees: the Clark–Evans index R, the \
greatest difference of G, the root mean square differences of L and of the pair correlation. The \
forest is thinned at random for that, the tile by its ranks.

A rule of a painted world stands as the tile by the line that is told at the end; by \
grown = { scenario = \"old-field.toml\", year = 150 } it needs no tile.")]
pub(crate) struct BakeOptions {
    /// The folder of a run, or the scenario of a forest
    #[arg(value_name = "RUN_DIR|SCENARIO.toml")]
    pub(crate) forest: PathBuf,
    /// Year of the forest [default: the last]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// The species that is taken [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) species: Option<String>,
    /// Least diameter at breast height of the trees that are taken, cm
    #[arg(long, value_name = "CM", default_value_t = 10.0, allow_negative_numbers = true, value_parser = length_or_0)]
    pub(crate) dbh_min_cm: f64,
    /// Side of a square tile, m, at most the shorter side of the forest [default: the forest's own]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = length)]
    pub(crate) side_m: Option<f64>,
    /// In which order trees are taken away where the density is lower
    #[arg(long, value_enum, default_value = "random")]
    pub(crate) ranks: RanksName,
    /// Folder of the results [default: results/NAME-year-Y-tile, the name of the forest's scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Show a stand of a run in 3D: one glTF file of trees, and a picture of it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory scene results/old-field
      the last recorded year: scene/year-0150.glb and
      figures/scene-year-0150.png in the run's folder
  understory scene results/old-field --year 100 \\
      --window 50,50,150,150 --ground --out wood.glb
      a hectare of an earlier year with its ground, in
      wood.glb, and wood.png beside it
  understory scene results/old-field \\
      --camera 100,-20,1.7
      as somebody sees it who stands 20 m before its
      southern edge; trees near to there are the finest
  understory scene results/crowns --crowns grown --roots
      crowns and roots as they grew in the run
  understory scene results/old-field --form birch=oak \\
      --triangles 500000 --out light.glb
      another form for a species, and a light file
  understory scene results/old-field --animate \\
      --window 75,75,125,125
      the recorded years of a quarter of a hectare as a
      picture that moves: figures/scene-years.png

Each tree of 1.3 m or more stands once, where trees/year-Y has it, and is as high as there. It is shown by a tree that grew \
by a form of `understory grow`, for classes of height and crown radius that are 15 % wide: leaves of trees of 5 m or more are within 8 % of \
their own size, sprays on lower ones are shorter. Trees that are larger for the camera have more triangles. Instances are those of the extension \
EXT_mesh_gpu_instancing; x is x_m, y is up and z is -y_m.

The picture shows the stand as it grew and, by the same camera, the same trees in places drawn at random. With `--animate` there is \
no scene, but the same view of each recorded year that has trees of 1.3 m or more, at most 40 of them, as an animated PNG.")]
pub(crate) struct SceneOptions {
    /// The folder of a run
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
    /// Year of the stand [default: the last that was recorded]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// File of the scene, which ends in .glb, with the picture beside it as .png; with --animate that of the film, a .png [default: into
    /// RUN_DIR, whose manifest lists them]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The part of the plot that is shown [default: all]
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    /// Where the camera stands and how many metres above the ground; it looks to the middle [default: so that it sees all]
    #[arg(long, value_name = "X,Y,ABOVE", allow_hyphen_values = true, value_parser = three_numbers)]
    pub(crate) camera: Option<[f64; 3]>,
    /// Triangles at most, each tree counted as often as it stands
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3_000_000,
        allow_negative_numbers = true
    )]
    pub(crate) triangles: u64,
    /// Form of a species in place of the usual one; may be given several times
    #[arg(long = "form", value_name = "SPECIES=FORM", value_parser = species_form)]
    pub(crate) forms: Vec<(String, String)>,
    /// How crowns are shown: by models, or, of trees whose crowns grew in the run, as they grew
    #[arg(long, value_enum, default_value = "models")]
    pub(crate) crowns: CrownsShown,
    /// Show the recorded years one after the other as a picture that moves, and write no scene
    #[arg(long, conflicts_with_all = ["year", "triangles", "crowns", "ground", "roots", "plain"])]
    pub(crate) animate: bool,
    /// Put the ground into the scene too
    #[arg(long)]
    pub(crate) ground: bool,
    /// Put roots into the scene too
    #[arg(long)]
    pub(crate) roots: bool,
    /// Write a node for each tree, for readers without the extension
    #[arg(long)]
    pub(crate) plain: bool,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the table and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How crowns are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CrownsShown {
    /// By trees that grew by themselves.
    Models,
    /// As they grew in the run.
    Grown,
}

/// Turn a year of a run into files for maps: trees as GeoPackage or GeoJSON, fields as GeoTIFF or ASCII grids
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory export results/old-field --format geojson
      the trees of the last recorded year for QGIS:
      export/trees-year-0150.geojson in the run's folder
  understory export results/old-field --format geojson \\
      --year 100 --crs EPSG:25832 --out maps
      an earlier year by longitude and latitude, as the
      plot's coordinates are metres of that system
  understory export results/hillside --format geotiff
      all fields: height, wetness, sun, density, and the
      inhibition of each species' seeds
  understory export results/hillside --format asc \\
      --fields density,inhibition --cell-m 5
      some of them, as ESRI ASCII grids with cells of 5 m
  understory export results/island --format geojson
      what stands in a painted world

Fields: height, wetness, sun and soil-depth are those of the table of the ground, where the run has them. density counts \
trees of 1.3 m or more (cells of 10 m); inhibition is the summed field that keeps seeds from germinating as the year after \
finds it (cells of 1 m), one file for the seeds of each species, with the dead where the year's state is kept.

Coordinates are those of the tables. Their coordinate reference system is that of the GeoTIFF that `world.elevation` names, \
or that of --crs; GeoJSON is then by longitude and latitude (WGS 84), as its standard has it. Without either files say \
that they are in metres of the plot.

`gpkg` and coordinate reference systems need the feature `gis`:
`cargo build --release --features full`.

The names of the files are printed. A file of such a name that this command did not leave, or that was edited, is kept: \
trees-year-0150.kept.geojson.")]
pub(crate) struct ExportOptions {
    /// The folder of a run, of a comparison or of a painted world
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
    /// The format
    #[arg(long, value_enum, value_name = "AS")]
    pub(crate) format: ExportFormat,
    /// Year of the run [default: the last that was recorded]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// Fields to export: height, wetness, sun, soil-depth, density, inhibition [default: all that there are]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) fields: Vec<GisField>,
    /// Side of the cells of density and inhibition, m [default: 10 and 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = length)]
    pub(crate) cell_m: Option<f64>,
    /// Coordinate reference system of the plot's coordinates, in metres, where the map of heights names none
    #[arg(long, value_name = "EPSG:N", value_parser = epsg)]
    pub(crate) crs: Option<u16>,
    /// Folder of the files [default: RUN_DIR/export, and RUN_DIR's manifest lists them]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the names of the files and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Say what happened, in about ten sentences with numbers, and which figures to look at
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory explain results/old-field
      how many trees lived and died of what, who leads, and
      how they stand
  understory explain results/compare-temperate
      and which shortcut comes nearest to the forest
  understory explain results/tree-oak
      a tree; so of a painted world
  understory explain results/sweep-seeds
      which keys matter; so of a calibration

Every number is read from the tables; one that is not as its manifest lists it is refused.")]
pub(crate) struct ExplainOptions {
    /// Folder that `run`, `compare`, `grow`, `place`, `sweep` or `calibrate` made
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
}

/// Play with a scenario in the browser: sliders for its keys, year by year
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory play scenarios/old-field.toml
      a forest: play, pause, one year, again from the start
  understory play scenarios/tree-oak.toml
      a tree that grows anew while you drag its age, site,
      wind or apical control
  understory play scenarios/kerr-raster.toml
      a forest on a raster, round by round
  understory play scenarios/springs.toml \\
      --set scatter.method=poisson-disk
      points of any method with their spacing
  understory play my-forest.toml --port 8080 --no-open
      prints the address alone, for a tunnel or a script

The page is served on 127.0.0.1 until Ctrl-C. Its address has a token: who does not know it is refused. A key that is \
changed begins the forest anew and lets it grow to the year shown. The page saves the scenario as it is now, and the run: \
the files of `understory run SCENARIO --years Y`, as far as the year shown.")]
pub(crate) struct PlayOptions {
    /// The scenario file of a forest, a tree or scattered points
    pub(crate) scenario: PathBuf,
    /// Port of 127.0.0.1; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Do not open the browser; without a terminal none is opened
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Folder of a run that the page saves; one that is there is kept, and the next has a number behind its name [default:
    /// results/NAME-played]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    /// Threads to use; they change nothing but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the address and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Names of formats of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExportFormat {
    /// Points as GeoPackage, for QGIS, R and GDAL
    Gpkg,
    /// Points as GeoJSON, for the web
    Geojson,
    /// Fields as GeoTIFF
    Geotiff,
    /// Fields as ESRI ASCII grids
    Asc,
}

/// Draw the figures of a run, a grown tree, a painted world, a baked tile or claims anew
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory plot results/old-field
  understory plot results/tree-oak
  understory plot results/claims
      grows the trees of its figures once more, as they
      stand in no table
  understory plot results/renewal \\
      --beside results/renewal-no-competition
      also draws the stands of both runs in one picture,
      census-beside, and the Clark–Evans index of both in
      another, clark-evans-beside
  understory plot results/old-field --width-mm 85
      for one column of a journal; 174 for two. Letters
      stay as large as they are
  understory plot results/old-field --animate
      also draws the map of each recorded year as one
      picture that moves, map-years.png (an animated PNG:
      browsers play it)

A table that is not as its manifest lists it is refused.")]
pub(crate) struct PlotOptions {
    /// Folder that `run`, `compare`, `grow`, `place`, `bake` or `claims` made
    pub(crate) run: PathBuf,
    /// Another run whose stand and Clark–Evans index are drawn beside this one's; may be given several times
    #[arg(long, value_name = "RUN_DIR")]
    pub(crate) beside: Vec<PathBuf>,
    /// Width of figures of forests and comparisons, 80 to 600; those that need more take it [default: each its own]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = figure_width)]
    pub(crate) width_mm: Option<f64>,
    /// Draw the map through the recorded years, too, as a picture that moves
    #[arg(long)]
    pub(crate) animate: bool,
    /// Print nothing but problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const STATS_HELP: &str = "\
Examples:
  understory stats stand.csv --window 0,0,200,200
      prints a summary and writes summary.json, G.csv,
      F.csv, J.csv, K.csv, L.csv, pcf.csv and figures
  understory stats stand.csv --window 0,0,200,200 \\
      --x east --y north
      other columns than x_m,y_m or x,y
  understory stats stand.csv --polygon stand.geojson
      a window of any shape, with holes for ponds, in the
      coordinates of the points
  understory stats stand.csv --window 0,0,200,200 \\
      --mark dbh_cm --species kind --functions G,L,pcf
      are large trees next to small ones? does one species
      avoid another?
  understory stats stand.csv --window 0,0,200,200 \\
      --simulations 199
      adds envelopes and global tests against complete
      spatial randomness
  understory stats stand.csv --window 0,0,200,200 \\
      --functions G,F,L --simulations 199 \\
      --tests combined,studentised,trace
      all three functions in one test, each by another
      measure too, and how p depends on the range
  understory stats stand.csv --window 0,0,200,200 \\
      --covariate height.asc --functions Linhom
      how many trees stand at which height (rhohat.csv),
      and are they clustered beyond that?
  understory stats stand.csv --window 0,0,200,200 \\
      --functions Linhom --simulations 39 \\
      --tests two-stage
      clustered beyond an intensity that was estimated
      from the very points?
  understory stats stand.csv --window 0,0,200,200 \\
      --null 'model/*.csv'
      the same against patterns of your own model
  understory stats stand.csv --window 0,0,200,200 \\
      --species kind --simulations 199
      tests pairs of species too; another question is asked
      by --null-model random-labelling
  understory stats results/old-field --year 100 \\
      --where 'dbh_cm >= 10'
      the adult trees of a run; window and edge come from
      its manifest
  understory stats plot-1.csv --window 0,0,50,50 \\
      --pool plot-2.csv --pool plot-3.csv --functions L
      one curve of three plots, with an interval
  understory stats stand.csv --window -50,-50,50,50 \\
      --against other.csv
      could both come from one process?

Functions, and how they are read:
{functions}
With --simulations N each envelope holds 95 % of the null model's curves as wholes, and p is that \
of three global tests over a range of r: MAD by the greatest deviation, DCLF by the squared one, \
ERL by extreme ranks. What is random under the null model:
  points     all of them (complete spatial randomness),
             or as in the patterns of --null
  Kinhom, Linhom, pcfinhom
             their independence: random points gather as
             the estimated intensity says, which is
             estimated anew from each pattern, by the
             same bandwidth
  --mark     random labelling: which point bears which
             mark
  --species  toroidal-shift: where one species stands as a
             whole (are the two independent?)
             random-labelling: which point is of which
             species (are they alike?)
             csr: both species, each by itself

Tests, by --tests NAMES:
{tests}
J is tested where F of random points is at most 0.9, pcf and marks from the half-width of the \
kernel on; --r-min begins elsewhere. --against and --null take their files whole, whatever --where \
says. hopkins_skellam.p_random and, on an open window, clark_evans.p_naive reject a fifth of random \
patterns at 5 %: quote p_simulated and p_donnelly.

Columns are those of R-spatstat: theo is complete spatial randomness, the others are estimates by \
edge correction. Undefined values are empty fields. Coordinates that end in _m are metres; without, \
figures name no unit.

An earlier analysis in DIR is replaced when the new one is complete; results of other commands are not.";

/// The functions with what they measure and how they are read, for the help.
fn functions() -> String {
    let entry = |about: About| {
        let indent = if about.reading.is_empty() { "" } else { "\n     " };
        format!("  {}: {}{indent}{}\n", about.name, about.meaning, about.reading)
    };
    Function::ALL.map(|function| entry(function.about())).concat()
}

/// The tests with what they do, for the help.
fn tests() -> String {
    let entry = |test: GlobalTestName| {
        let [name, about] = test.about();
        format!("  {name}: {about}\n")
    };
    GlobalTestName::ALL.map(entry).concat()
}

/// Measure the spacing of points: curves, indices, tests
#[derive(Args, Debug)]
#[command(after_help = STATS_HELP.replace("{functions}", &functions()).replace("{tests}", &tests()))]
pub(crate) struct StatsOptions {
    /// A CSV of points (comma, semicolon or tab), or the folder of a run
    #[arg(value_name = "POINTS.csv|RUN_DIR")]
    pub(crate) points: PathBuf,
    /// Recorded year of a run [default: the last]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// The window that was sampled
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    /// The polygons that bound the window in place of a rectangle, in the unit of the points: a GeoJSON Polygon or
    /// MultiPolygon, holes allowed
    #[arg(long, value_name = "FILE.geojson", conflicts_with_all = ["window", "torus"])]
    pub(crate) polygon: Option<PathBuf>,
    /// Opposite edges of the window meet
    #[arg(long)]
    pub(crate) torus: bool,
    /// What to estimate, of the functions below [default: G,F,J,K,L,pcf]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) functions: Vec<String>,
    /// Least distance of tests and envelopes [default: 0; of pcf and marks the half-width of the kernel]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = length_or_0)]
    pub(crate) r_min: Option<f64>,
    /// Greatest distance of all curves [default: each its usual one]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = length)]
    pub(crate) r_max: Option<f64>,
    /// Steps of all curves [default: 512]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) r_steps: Option<u32>,
    /// Test points of F and J [default: 128,128 or enough to outnumber the points]
    #[arg(long, value_name = "NX,NY", value_parser = two_counts)]
    pub(crate) pixels: Option<[u32; 2]>,
    /// Half-width of the kernel of pcf and marks [default: 0.15 over the root of the intensity]
    #[arg(long, value_name = "H", allow_negative_numbers = true, value_parser = length)]
    pub(crate) bandwidth: Option<f64>,
    /// Standard deviation of the kernel of the intensity, for Kinhom, Linhom and pcfinhom, or a rule that chooses it: scott,
    /// likelihood, diggle
    #[arg(long, value_name = "SIGMA|RULE", default_value = "scott", allow_negative_numbers = true, value_parser = intensity_bandwidth)]
    pub(crate) intensity_bandwidth: IntensityBandwidth,
    /// A raster (.asc, .tif) that the intensity of Kinhom, Linhom and pcfinhom follows in place of a kernel, such as height or
    /// wetness; its table is rhohat.csv
    #[arg(long, value_name = "FILE", conflicts_with = "intensity_bandwidth")]
    pub(crate) covariate: Option<PathBuf>,
    /// Divisor of pcf: the distance that is asked for, or that of each pair
    #[arg(long, value_enum, default_value = "r")]
    pub(crate) divisor: DivisorName,
    /// Width of figures, 80 to 600 [default: 141]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = figure_width)]
    pub(crate) width_mm: Option<f64>,
    /// Column of the first coordinate [default: x_m, else x]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) x: Option<String>,
    /// Column of the second coordinate [default: y_m, else y]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) y: Option<String>,
    /// Column of a number that points bear: adds mark correlation and variogram
    #[arg(long, value_name = "COLUMN")]
    pub(crate) mark: Option<String>,
    /// Column of a name that points bear: adds G, K, L and pcf, or those asked for, of each pair of species
    #[arg(long, value_name = "COLUMN")]
    pub(crate) species: Option<String>,
    /// Adds a competition index of each tree (competition.csv), by diameters in --mark's column, else dbh_cm; with
    /// --neighbours or --r-max
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) competition: Option<CompetitionName>,
    /// How many of the nearest trees compete with a tree; without it all within --r-max do
    #[arg(long, value_name = "K", requires = "competition")]
    pub(crate) neighbours: Option<NonZero<usize>>,
    /// Measures some points alone, such as 'dbh_cm >= 10' or 'species = beech and height_m < 5'; holds for --against too,
    /// and for patterns of --null that have the columns
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) only: Option<Condition>,
    /// Simulated patterns to compare with: adds envelopes and tests
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) simulations: u32,
    /// Tests of the list below; mad, dclf and erl are always made
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) tests: Vec<String>,
    /// Patterns of the same process in the same window, pooled with the first to one curve with bootstrap intervals
    /// (K-pooled.csv and so on, of G, K, L and pcf): a file, a folder, or 'plots/*.csv' in quotes
    #[arg(long, value_name = "PATTERN.csv")]
    pub(crate) pool: Vec<PathBuf>,
    /// A pattern that may come from the same process; several are taken as replicates
    #[arg(long, value_name = "OTHER.csv")]
    pub(crate) against: Vec<PathBuf>,
    /// Patterns of the null model in place of random ones: a file, a folder, or 'null/*.csv' in quotes
    #[arg(long, value_name = "PATTERN.csv")]
    pub(crate) null: Vec<PathBuf>,
    /// What pairs of species are compared with [default: toroidal-shift]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) null_model: Option<NullName>,
    /// Seed of simulations and test points
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Folder of the tables [default: results/NAME-stats]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the summary and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Names of competition indices.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum CompetitionName {
    /// Hegyi's: the sum of neighbours' diameters over the tree's own and the distance
    Hegyi,
}

/// Names of what pairs of species are compared with.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum NullName {
    /// Both species are random and independent
    Csr,
    /// Species are dealt out by chance among the places of all points
    RandomLabelling,
    /// Each species keeps its pattern; one is moved across the window by chance, round its edges
    ToroidalShift,
}

/// A length, or the name of a rule.
fn intensity_bandwidth(text: &str) -> Result<IntensityBandwidth, String> {
    if let Some(rule) = BandwidthRule::named(text) {
        return Ok(IntensityBandwidth::By(rule));
    }
    length(text).map(IntensityBandwidth::Given).map_err(|error| {
        let names = BandwidthRule::NAMED.map(|(name, _)| format!("`{name}`"));
        format!("{error}, or one of {}", names.join(", "))
    })
}

/// Names of the divisors of a pair correlation.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum DivisorName {
    /// The distance that is asked for
    R,
    /// The distance of each pair
    D,
}

/// Names of the orders in which trees of a tile are taken away.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum RanksName {
    /// At random: what is left has the forest's pair correlation
    Random,
    /// The smallest first
    Largest,
    /// Those with the nearest others first
    Even,
}

impl From<RanksName> for Thinning {
    fn from(name: RanksName) -> Self {
        match name {
            RanksName::Random => Self::Random,
            RanksName::Largest => Self::Largest,
            RanksName::Even => Self::Even,
        }
    }
}

/// Column and row of a tile.
fn tile(text: &str) -> Result<[i32; 2], String> {
    let numbers: Option<Vec<i32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "a tile is its column and its row, such as `3,-2`".to_owned())
}

/// The code of a coordinate reference system.
fn epsg(text: &str) -> Result<u16, String> {
    let digits = text.trim();
    let digits = digits
        .get(..5)
        .filter(|head| head.eq_ignore_ascii_case("EPSG:"))
        .map_or(digits, |_| &digits[5..]);
    let code = digits.parse().ok().filter(|code: &u16| *code > 0);
    code.ok_or_else(|| "a system is named by its EPSG code, such as `EPSG:25832`".to_owned())
}

fn four_numbers(text: &str) -> Result<[f64; 4], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f64; 4]>::try_from(numbers).ok());
    numbers.ok_or_else(|| "four numbers are needed, such as 0,0,200,200".to_owned())
}

fn three_numbers(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
    let numbers = numbers.filter(|numbers| numbers.iter().all(|number| number.abs() <= 1e9));
    numbers.ok_or_else(|| "three numbers are needed, such as 100,-20,1.7".to_owned())
}

fn species_form(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let parts = parts.filter(|(species, form)| !species.is_empty() && !form.is_empty());
    parts
        .map(|(species, form)| (species.to_owned(), form.to_owned()))
        .ok_or_else(|| "a species and its form are needed, such as ash=oak".to_owned())
}

fn two_counts(text: &str) -> Result<[u32; 2], String> {
    let counts: Option<Vec<u32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let counts = counts.and_then(|counts| <[u32; 2]>::try_from(counts).ok());
    let counts = counts.filter(|counts| !counts.contains(&0));
    let [nx, ny] = counts.ok_or("two whole numbers above 0 are needed, such as 128,128")?;
    if u64::from(nx) * u64::from(ny) > PIXELS_AT_MOST {
        return Err(format!(
            "at most {PIXELS_AT_MOST} test points fit into memory, such as 10000,10000"
        ));
    }
    Ok([nx, ny])
}

/// The distances from so many test points, and what is sorted of them, take two gigabytes.
const PIXELS_AT_MOST: u64 = 100_000_000;

/// A length that is finite and not below 0.
fn length_or_0(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a finite number of at least 0 is needed, such as 1.5".to_owned())
}

/// A length that is finite and above 0.
fn figure_width(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &f64| (80.0..=600.0).contains(number));
    number.ok_or_else(|| "a width from 80 to 600 mm is needed, such as 85".to_owned())
}

fn length(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "a finite number above 0 is needed, such as 12.5".to_owned())
}

/// Measure what is claimed of trees and of how they grow, and say what holds; needs the feature `claims`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory claims
      all claims, in minutes: results/claims
  understory claims --set articles
      what articles and their readers claim
  understory claims --set trees
      whether the trees that ship are like measured ones
  understory claims --set forest
      what must come out of the forest, in minutes
  understory claims --set inhibition
      does an inhibiting field even out where trees stand?
  understory claims --only S12,S13
      some of them; S13 is S13.fixed, S13.scaled and others
  understory claims --quick
      three seeds each, held against the verdicts on record;
      without the claims that take long
  understory claims --set articles --seed 100
      seeds 100 to 119: do the verdicts come again?
  understory claims --set articles --resume
      go on after a stop

Each claim has an experiment with fixed seeds and a range in which it holds. It `holds` if the whole \
95 % interval of what is measured lies in that range, `fails` if none of it does, else holds \
`in part`. The table is claims.csv; figures stand beside it unless `--quick`, `--only` or `--seed` is given. \
Verdicts are held against those on record, which a full run and a quick one have apart.

It needs the feature `claims`: `cargo build --release --features full`.

Exit codes: 0 done; 1 the input is at fault; 2 the machine is; 3 a verdict is another one than on \
record; 130 stopped by Ctrl-C.")]
pub(crate) struct ClaimsOptions {
    /// Which claims [default: all]
    #[arg(long, value_enum, value_name = "SET")]
    pub(crate) set: Option<SetName>,
    /// Claims to measure, by their numbers [default: all of the set]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Take three seeds each in place of 20, and leave out what takes long
    #[arg(long)]
    pub(crate) quick: bool,
    /// First seed of each experiment, at most 10^18 [default: 0]
    #[arg(long, value_name = "SEED", value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000_000_000))]
    pub(crate) seed: Option<u64>,
    /// Go on where an earlier start stopped: claims that are measured are not measured again
    #[arg(long)]
    pub(crate) resume: bool,
    /// Folder of the table [default: results/claims, with a set results/claims-SET; with --quick, --only or --seed a
    /// folder of its own beside it]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print the claims and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Names of sets of claims.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum SetName {
    /// What articles and their readers claim
    Articles,
    /// What must come out of the forest: laws and bands of measured stands
    Forest,
    /// What the field that keeps seeds from germinating does to where trees stand, by its form and strength
    Inhibition,
    /// Whether the trees that ship are like measured ones
    Trees,
}

/// List the presets, or print one with unit, kind and source of each number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory species
      all presets
  understory species betula-pendula
      one of them

Kinds: `source` was read in the publication or program named; `divisor` is a published number brought \
to this model's currency, with the reason; `assumed` is not published, with the reason.")]
pub(crate) struct SpeciesOptions {
    /// Name of a preset
    pub(crate) name: Option<String>,
}

/// List what a scenario may say, or explain a key: value, unit, default, meaning
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory keys
      the tables of a scenario file
  understory keys species.growth
      all keys of a table
  understory keys world.edge
      one of them")]
pub(crate) struct KeysOptions {
    /// Way to a key from the top of the file, as `light.model`
    pub(crate) path: Option<String>,
    /// Print all keys as a page in Markdown
    #[arg(long, conflicts_with = "path")]
    pub(crate) markdown: bool,
}

/// List the tables of results, or the columns of one: type, unit, meaning
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory tables
      all tables that a command can leave
  understory tables census
      the columns of census.csv
  understory tables trees/year-0150.csv
      those of any file in a folder of results")]
pub(crate) struct TablesOptions {
    /// File of the table below the folder of results, with or without its ending
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print all tables as a page in Markdown
    #[arg(long, conflicts_with = "name")]
    pub(crate) markdown: bool,
}

/// Find every problem of scenario files, then exit
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory check my-forest.toml
  understory check scenarios/*.toml")]
pub(crate) struct CheckOptions {
    /// The scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    /// Value of a key in place of the scenario's, such as world.seed=8 or species.beech.fruit.seeds_per_m2=2; a bare word is
    /// a text; holds for each file; may be given several times
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Setting>,
}

/// Write a commented scenario to start from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory new my-forest.toml
  understory new my-stand.toml --template measured-stand
  understory new my-plot.toml --from plot-2024.csv
      a scenario of a stand that was measured, and
      my-plot.csv with its trees: columns and units are
      found by their names, species by their Latin or
      English ones, the plot around the trees; what was
      assumed is printed and stands in the comments

Templates:
  old-field
      two species that ship with the program take over a
      bare field
  measured-stand
      the forest goes on from trees listed in a file, which
      is written too
  species
      a species spelled out, every key explained
  tree
      a single tree lives its years, beside an L-system
  world
      a painted world whose land follows from drawn ground")]
pub(crate) struct NewOptions {
    /// The file to write; one that is there is never overwritten
    pub(crate) file: PathBuf,
    /// What to begin with
    #[arg(long, value_name = "NAME", default_value = "old-field")]
    pub(crate) template: String,
    /// The trees of a measured stand, in place of a template: places, diameters or heights, species where they are known
    #[arg(long, value_name = "STAND.csv", conflicts_with = "template")]
    pub(crate) from: Option<PathBuf>,
    /// Takes some rows of --from alone, such as 'status = A and plot = 3'
    #[arg(long = "where", value_name = "CONDITION", requires = "from")]
    pub(crate) only: Option<Condition>,
    /// What becomes of rows of --from at one place: those of one species are joined to one tree of the same basal area, or
    /// each is kept; without it they are refused
    #[arg(long, value_name = "RULE", requires = "from", value_parser = Stems::NAMES)]
    pub(crate) stems: Option<String>,
}

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory completions bash > \\
      ~/.local/share/bash-completion/completions/understory
  understory completions zsh > \"${fpath[1]}/_understory\"
  understory completions fish > \\
      ~/.config/fish/completions/understory.fish")]
pub(crate) struct CompletionsOptions {
    /// Name of the shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

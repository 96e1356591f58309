//! What can be typed.
//!
//! Doc comments here are the text of `--help`; snapshots in `tests/` hold it.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand};
use understory::placement::parameters::Thinning;
use understory::records::Condition;
use understory::scenario::{Setting, Stems};
use understory::stats::{
    About, BandwidthRule, Divisor, Function, GlobalTestName, IntensityBandwidth, NullHypothesis,
};
use understory::{Feature, GisField, GisFormat, VERSION};

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
#[command(after_help = include_str!("help/understory.txt").trim_end())]
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
    #[command(after_help = include_str!("help/schedule.txt").trim_end())]
    Schedule,
    /// Print the JSON Schema of a scenario, for editors
    #[command(after_help = include_str!("help/schema.txt").trim_end())]
    Schema,
    Keys(KeysOptions),
    Tables(TablesOptions),
    New(NewOptions),
    Completions(CompletionsOptions),
    /// Print the manual page
    #[command(after_help = include_str!("help/man.txt").trim_end())]
    Man,
}

/// What commands that make something of a scenario have in common.
#[derive(Args, Debug)]
pub(crate) struct ScenarioOptions {
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
}

/// What commands that take long have in common.
#[derive(Args, Debug)]
pub(crate) struct WorkOptions {
    /// Threads to use; they change no result but times [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Print nothing but problems and what was asked for, such as a table
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What is put in place of a scenario's own values.
#[derive(Args, Debug)]
pub(crate) struct SetOptions {
    /// Value of a key in place of the scenario's, such as world.seed=8 or species.beech.fruit.seeds_per_m2=2; a bare word is
    /// a text; may be given several times
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Setting>,
}

/// Grow the forest of a scenario: tables, figures and checkpoints
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/run.txt").trim_end())]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    /// Go on from the newest checkpoint of a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin even where the tables will be larger than 2 GB, or a sweep has more than 10,000 runs
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// List, run or gather the runs of a sweep, one by one
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/sweep.txt").trim_end())]
#[command(
    override_usage = "understory sweep [OPTIONS] <SCENARIO>\n       with --list, --task <ID> or --gather",
    group = clap::ArgGroup::new("what").required(true)
)]
pub(crate) struct SweepOptions {
    /// Print the runs as CSV: task, seed, and the varied keys
    #[arg(long, group = "what")]
    pub(crate) list: bool,
    /// Run this one
    #[arg(long, value_name = "ID", group = "what")]
    pub(crate) task: Option<String>,
    /// Make the one table of all runs
    #[arg(long, group = "what")]
    pub(crate) gather: bool,
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) years: Option<u32>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Fit keys of a scenario to a measured stand
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/calibrate.txt").trim_end())]
pub(crate) struct CalibrateOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Runs in all, in place of the scenario's `calibrate.budget`
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) budget: Option<u32>,
    /// Make N runs from the priors instead, at least 200, and find the keys of each from the others; the folder is
    /// results/NAME-recovery unless `--out` names one
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "budget"
    )]
    pub(crate) recovery: Option<u32>,
    /// Go on with a calibration that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Set point methods against a forest that grew, or a stand that was measured
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/compare.txt").trim_end())]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Methods to compare, in this order: labels of the scenario or names of methods [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Grow one tree: skeleton, metrics, meshes and figures, and an L-system beside it
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/grow.txt").trim_end())]
pub(crate) struct GrowOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
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
    pub(crate) work: WorkOptions,
}

/// Lay out a painted world: instances, texture maps, a scene and figures
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/place.txt").trim_end())]
pub(crate) struct PlaceOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
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
    pub(crate) work: WorkOptions,
}

/// Lay out points by a method, over all ground or between borders such as rivers
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/scatter.txt").trim_end())]
pub(crate) struct ScatterOptions {
    #[command(flatten)]
    pub(crate) given: ScenarioOptions,
    /// Segments to fill, by their names [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) segments: Vec<String>,
    /// Where to lay out, in place of the scenario's `world.origin_m` and `world.size_m`
    #[arg(long, value_name = "XMIN,YMIN,XMAX,YMAX", allow_hyphen_values = true, value_parser = four_numbers)]
    pub(crate) window: Option<[f64; 4]>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Bake a tile of a forest whose copies join, for the rules of painted worlds
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/bake.txt").trim_end())]
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
    #[arg(long, default_value = "random", value_parser = one_of([
        ("random", Thinning::Random, "At random: what is left has the forest's pair correlation"),
        ("largest", Thinning::Largest, "The smallest first"),
        ("even", Thinning::Even, "Those with the nearest others first"),
    ]))]
    pub(crate) ranks: Thinning,
    /// Folder of the results [default: results/NAME-year-Y-tile, the name of the forest's scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Show a stand of a run in 3D: one glTF file of trees, and a picture of it
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/scene.txt").trim_end())]
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
    #[arg(long, default_value = "models", action = ArgAction::Set, value_parser = one_of([
        ("models", false, "By trees that grew by themselves"),
        ("grown", true, "As they grew in the run"),
    ]))]
    pub(crate) crowns: bool,
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
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Turn a year of a run into files for maps: trees as GeoPackage or GeoJSON, fields as GeoTIFF or ASCII grids
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/export.txt").trim_end())]
pub(crate) struct ExportOptions {
    /// The folder of a run, of a comparison or of a painted world
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
    /// The format
    #[arg(long, value_name = "AS", value_parser = one_of([
        ("gpkg", GisFormat::GeoPackage, "Points as GeoPackage, for QGIS, R and GDAL"),
        ("geojson", GisFormat::GeoJson, "Points as GeoJSON, for the web"),
        ("geotiff", GisFormat::GeoTiff, "Fields as GeoTIFF"),
        ("asc", GisFormat::AsciiGrid, "Fields as ESRI ASCII grids"),
    ]))]
    pub(crate) format: GisFormat,
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
#[command(after_help = include_str!("help/explain.txt").trim_end())]
pub(crate) struct ExplainOptions {
    /// Folder that `run`, `compare`, `grow`, `place`, `sweep` or `calibrate` made
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
}

/// Play with a scenario in the browser: sliders for its keys, year by year
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/play.txt").trim_end())]
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
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// Draw the figures of a run, a grown tree, a painted world, a baked tile or claims anew
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/plot.txt").trim_end())]
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
    #[arg(long, default_value = "r", value_parser = one_of([
        ("r", Divisor::Radius, "The distance that is asked for"),
        ("d", Divisor::Distance, "The distance of each pair"),
    ]))]
    pub(crate) divisor: Divisor,
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
    #[arg(long, value_name = "NAME", value_parser = one_of([
        ("hegyi", "hegyi", "Hegyi's: the sum of neighbours' diameters over the tree's own and the distance"),
    ]))]
    pub(crate) competition: Option<&'static str>,
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
    #[arg(long, value_name = "NAME", value_parser = one_of([
        ("csr", NullHypothesis::Csr, "Both species are random and independent"),
        ("random-labelling", NullHypothesis::RandomLabelling, "Species are dealt out by chance among the places \
            of all points"),
        ("toroidal-shift", NullHypothesis::ToroidalShift, "Each species keeps its pattern; one is moved across the \
            window by chance, round its edges"),
    ]))]
    pub(crate) null_model: Option<NullHypothesis>,
    /// Seed of simulations and test points
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder of the tables [default: results/NAME-stats]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
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

/// Numbers between commas.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers: Option<Vec<T>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Column and row of a tile.
fn tile(text: &str) -> Result<[i32; 2], String> {
    numbers(text).ok_or_else(|| "a tile is its column and its row, such as `3,-2`".to_owned())
}

fn four_numbers(text: &str) -> Result<[f64; 4], String> {
    numbers(text).ok_or_else(|| "four numbers are needed, such as 0,0,200,200".to_owned())
}

fn three_numbers(text: &str) -> Result<[f64; 3], String> {
    let numbers = numbers(text).filter(|numbers: &[f64; 3]| numbers.iter().all(|number| number.abs() <= 1e9));
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
    let counts = numbers(text).filter(|counts| !counts.contains(&0));
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

/// A number for which something holds, or what is needed instead.
fn number_that(holds: impl Fn(f64) -> bool, needed: &str, text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| holds(*number));
    number.ok_or_else(|| needed.to_owned())
}

/// A length that is finite and not below 0.
fn length_or_0(text: &str) -> Result<f64, String> {
    let holds = |number: f64| number.is_finite() && number >= 0.0;
    number_that(
        holds,
        "a finite number of at least 0 is needed, such as 1.5",
        text,
    )
}

fn figure_width(text: &str) -> Result<f64, String> {
    let holds = |number| (80.0..=600.0).contains(&number);
    number_that(holds, "a width from 80 to 600 mm is needed, such as 85", text)
}

/// A length that is finite and above 0.
fn length(text: &str) -> Result<f64, String> {
    let holds = |number: f64| number.is_finite() && number > 0.0;
    number_that(holds, "a finite number above 0 is needed, such as 12.5", text)
}

/// One of these words, for what it stands for; the help says what each means.
fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let shown = words.map(|(word, _, about)| PossibleValue::new(word).help(about));
    PossibleValuesParser::new(shown).map(move |given| {
        let found = words.iter().find(|(word, ..)| *word == given);
        found.expect("no other word gets this far").1
    })
}

/// Measure what is claimed of trees and of how they grow, and say what holds; needs the feature `claims`
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/claims.txt").trim_end())]
pub(crate) struct ClaimsOptions {
    /// Which claims [default: all]
    #[arg(long, value_name = "SET", value_parser = one_of([
        ("articles", "articles", "What articles and their readers claim"),
        ("forest", "forest", "What must come out of the forest: laws and bands of measured stands"),
        ("inhibition", "inhibition", "What the field that keeps seeds from germinating does to where trees stand, \
            by its form and strength"),
        ("trees", "trees", "Whether the trees that ship are like measured ones"),
    ]))]
    pub(crate) set: Option<&'static str>,
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
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// List the presets, or print one with unit, kind and source of each number
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/species.txt").trim_end())]
pub(crate) struct SpeciesOptions {
    /// Name of a preset
    pub(crate) name: Option<String>,
}

/// List what a scenario may say, or explain a key: value, unit, default, meaning
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/keys.txt").trim_end())]
pub(crate) struct KeysOptions {
    /// Way to a key from the top of the file, as `light.model`
    pub(crate) path: Option<String>,
    /// Print all keys as a page in Markdown
    #[arg(long, conflicts_with = "path")]
    pub(crate) markdown: bool,
}

/// List the tables of results, or the columns of one: type, unit, meaning
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/tables.txt").trim_end())]
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
#[command(after_help = include_str!("help/check.txt").trim_end())]
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
#[command(after_help = include_str!("help/new.txt").trim_end())]
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
#[command(after_help = include_str!("help/completions.txt").trim_end())]
pub(crate) struct CompletionsOptions {
    /// Name of the shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

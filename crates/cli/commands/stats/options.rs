//! What can be typed behind `stats`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use understory::records::Condition;
use understory::stats::{
    About, BandwidthRule, Divisor, Function, GlobalTestName, IntensityBandwidth, NullHypothesis,
};

use crate::args::{WorkOptions, figure_width, four_numbers, length, length_or_0, numbers, one_of};

/// The examples, with all functions and tests.
fn help() -> String {
    let text = include_str!("../../help/stats.txt").trim_end();
    text.replace("{functions}", &functions())
        .replace("{tests}", &tests())
}

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
#[command(after_help = help())]
pub(crate) struct StatsArguments {
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

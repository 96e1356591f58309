//! What can be typed behind several commands, and how words become values.
//!
//! Doc comments here and on the options of commands are the text of `--help`; snapshots in `tests/` hold it.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use understory::Setting;

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

/// Numbers between commas.
pub(crate) fn numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers: Option<Vec<T>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

pub(crate) fn four_numbers(text: &str) -> Result<[f64; 4], String> {
    numbers(text).ok_or_else(|| "four numbers are needed, such as 0,0,200,200".to_owned())
}

/// A number for which something holds, or what is needed instead.
fn number_that(holds: impl Fn(f64) -> bool, needed: &str, text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| holds(*number));
    number.ok_or_else(|| needed.to_owned())
}

/// A length that is finite and not below 0.
pub(crate) fn length_or_0(text: &str) -> Result<f64, String> {
    let holds = |number: f64| number.is_finite() && number >= 0.0;
    number_that(
        holds,
        "a finite number of at least 0 is needed, such as 1.5",
        text,
    )
}

pub(crate) fn figure_width(text: &str) -> Result<f64, String> {
    let holds = |number| (80.0..=600.0).contains(&number);
    number_that(holds, "a width from 80 to 600 mm is needed, such as 85", text)
}

/// A length that is finite and above 0.
pub(crate) fn length(text: &str) -> Result<f64, String> {
    let holds = |number: f64| number.is_finite() && number > 0.0;
    number_that(holds, "a finite number above 0 is needed, such as 12.5", text)
}

/// One of these words, for what it stands for; the help says what each means.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
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

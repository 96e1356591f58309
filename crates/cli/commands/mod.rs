//! One file for each command.

pub(crate) mod bake;
pub(crate) mod calibrate;
pub(crate) mod check;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod grow;
pub(crate) mod keys;
pub(crate) mod new;
pub(crate) mod place;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod run;
#[cfg(feature = "mpi")]
pub(crate) mod run_in_parts;
pub(crate) mod scatter;
pub(crate) mod scene;
pub(crate) mod schedule;
pub(crate) mod schema;
pub(crate) mod shell;
pub(crate) mod species;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod tables;

use std::sync::LazyLock;

use clap::{CommandFactory as _, Parser, Subcommand};
use understory::{Feature, VERSION};

use crate::args::{ClaimsOptions, PlayOptions};
use crate::failure::Outcome;

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
#[command(after_help = include_str!("../help/understory.txt").trim_end())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(run::RunOptions),
    Sweep(sweep::SweepOptions),
    Calibrate(calibrate::CalibrateOptions),
    Compare(compare::CompareOptions),
    Grow(grow::GrowOptions),
    Place(place::PlaceOptions),
    Scatter(scatter::ScatterOptions),
    Bake(bake::BakeOptions),
    Scene(scene::SceneOptions),
    Export(export::ExportOptions),
    Explain(explain::ExplainOptions),
    Play(PlayOptions),
    Plot(plot::PlotOptions),
    Stats(Box<stats::options::StatsArguments>),
    Claims(ClaimsOptions),
    Species(species::SpeciesOptions),
    Check(check::CheckOptions),
    /// Print the year's systems in their order: what each reads, writes and draws
    #[command(after_help = include_str!("../help/schedule.txt").trim_end())]
    Schedule,
    /// Print the JSON Schema of a scenario, for editors
    #[command(after_help = include_str!("../help/schema.txt").trim_end())]
    Schema,
    Keys(keys::KeysOptions),
    Tables(tables::TablesOptions),
    New(new::NewOptions),
    Completions(shell::CompletionsOptions),
    /// Print the manual page
    #[command(after_help = include_str!("../help/man.txt").trim_end())]
    Man,
}

/// Does what was asked for.
pub(crate) fn call(command: &Command) -> Outcome {
    match command {
        Command::Run(options) => run::run(options),
        Command::Sweep(options) => sweep::sweep(options),
        Command::Calibrate(options) => calibrate::calibrate(options),
        Command::Compare(options) => compare::compare(options),
        Command::Grow(options) => grow::grow(options),
        Command::Place(options) => place::place(options),
        Command::Scatter(options) => scatter::scatter(options),
        Command::Bake(options) => bake::bake(options),
        Command::Scene(options) => scene::scene(options),
        Command::Export(options) => export::export(options),
        Command::Explain(options) => explain::explain(options),
        #[cfg(feature = "play")]
        Command::Play(options) => play::play(options),
        #[cfg(not(feature = "play"))]
        Command::Play(_) => missing(Feature::Play, "play"),
        Command::Plot(options) => plot::plot(options),
        Command::Stats(options) => stats::stats(options),
        #[cfg(feature = "claims")]
        Command::Claims(options) => claims::claims(options),
        #[cfg(not(feature = "claims"))]
        Command::Claims(_) => missing(Feature::Claims, "claims"),
        Command::Species(options) => species::species(options),
        Command::Check(options) => check::check(options),
        Command::Schedule => schedule::schedule(),
        Command::Schema => schema::schema(),
        Command::Keys(options) => keys::keys(options),
        Command::Tables(options) => tables::tables(options),
        Command::New(options) => new::new(options),
        Command::Completions(options) => shell::completions(options, Arguments::command()),
        Command::Man => shell::man(Arguments::command()),
    }
}

/// Refuses a command whose feature this program was built without.
#[cfg(not(all(feature = "claims", feature = "play")))]
fn missing(feature: Feature, command: &str) -> Outcome {
    Ok(feature.needed_by(format!("`understory {command}`"))?)
}

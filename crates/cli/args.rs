//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Grow forests the way nature does and measure how close the shortcuts come.
#[derive(Debug, Parser)]
#[command(name = "understory", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  understory new my-forest.toml            a commented scenario to start from
  understory check my-forest.toml          every problem in it, if any
  understory run my-forest.toml            decades of growth: tables, figures in results/my-forest
  understory species fagus-sylvatica       a preset, number by number with its sources")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunOptions),
    Plot(PlotOptions),
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
    New(NewOptions),
    Completions(CompletionsOptions),
    /// Print the manual page
    #[command(after_help = "\
Example:
  understory man > understory.1 && man ./understory.1")]
    Man,
}

/// Grow the forest of a scenario: tables, figures and checkpoints
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory run scenarios/old-field.toml
      writes results/old-field: census.csv, spacing.csv, trees/, figures/, manifest.json
  understory run scenarios/old-field.toml --seed 8 --out results/old-field-8
  understory run scenarios/old-field.toml --resume
      goes on where a run was stopped, by Ctrl-C or a power cut
  understory run results/old-field/scenario.toml --out results/again
      repeats a run from its own folder

A run is built in DIR.partial and renamed to DIR when it is complete; a complete run in DIR is then
replaced. Any other folder that is not empty is left alone.

Exit codes: 0 done; 1 the input is at fault; 2 the machine is; 130 stopped by Ctrl-C.")]
pub(crate) struct RunOptions {
    /// The scenario file
    pub(crate) scenario: PathBuf,
    /// Folder of the results [default: results/NAME, the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Seed of all randomness, in place of the scenario's
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Years to simulate, in place of the scenario's
    #[arg(long, value_name = "N")]
    pub(crate) years: Option<u32>,
    /// Threads to use; they change no table [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Go on from the newest checkpoint of a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin even where the tables will be larger than 2 GB
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print nothing but problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Draw the figures of a run anew from its tables
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory plot results/old-field
  understory plot results/renewal --beside results/renewal-no-competition
      also draws the Clark–Evans index of both runs in one picture, clark-evans-beside")]
pub(crate) struct PlotOptions {
    /// Folder of a complete run
    pub(crate) run: PathBuf,
    /// Another run whose Clark–Evans index is drawn beside this one's; may be given several times
    #[arg(long, value_name = "RUN_DIR")]
    pub(crate) beside: Vec<PathBuf>,
    /// Print nothing but problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// List the presets, or print one with unit, kind and source of each number
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory species                       all presets
  understory species betula-pendula        one of them

Kinds: `source` was read in the publication or program named; `divisor` is a published number brought
to this model's currency, with the reason; `assumed` is not published, with the reason.")]
pub(crate) struct SpeciesOptions {
    /// Name of a preset
    pub(crate) name: Option<String>,
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
}

/// Write a commented scenario to start from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory new my-forest.toml
  understory new my-stand.toml --template measured-stand

Templates:
  old-field        two species that ship with the program take over a bare field
  measured-stand   the forest goes on from trees listed in a file, which is written too
  species          a species spelled out, every key explained")]
pub(crate) struct NewOptions {
    /// The file to write; one that is there is never overwritten
    pub(crate) file: PathBuf,
    /// What to begin with
    #[arg(long, value_name = "NAME", default_value = "old-field")]
    pub(crate) template: String,
}

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  understory completions bash > ~/.local/share/bash-completion/completions/understory
  understory completions zsh > \"${fpath[1]}/_understory\"
  understory completions fish > ~/.config/fish/completions/understory.fish")]
pub(crate) struct CompletionsOptions {
    /// Name of the shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

//! `bake`: a tile from the trees of a forest, measured beside them.

use std::path::PathBuf;

use clap::Args;
use understory::placement::parameters::{Baking, Thinning};
use understory::records::{Body, paths};
use understory::{BakeRequest, BakeTask, line_of_rule};

use crate::args::{WorkOptions, length, length_or_0, one_of};
use crate::failure::Outcome;
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::progress::end_at_interrupt;

/// Bake a tile of a forest whose copies join, for the rules of painted worlds
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/bake.txt").trim_end())]
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

/// Bakes the tile of a forest.
pub(crate) fn bake(options: &BakeOptions) -> Outcome {
    start_threads(options.work.threads)?;
    // Left as it is when the folder is taken (`Interrupt::AsBefore`).
    end_at_interrupt("stopped; the same command bakes anew");
    let request = BakeRequest {
        forest: options.forest.clone(),
        year: options.year,
        baking: Baking {
            species: options.species.clone(),
            dbh_min_cm: options.dbh_min_cm,
            side_m: options.side_m,
            ranks: options.ranks,
        },
    };
    let task = BakeTask::new(&request)?;
    let out = out_or_usual(options.out.as_deref(), &task.name());
    let host = Host::new(options.work.quiet, Interrupt::AsBefore);
    if let Some((manifest, folder)) = host.make(&task, &out)?
        && let Body::Bake(tile) = &manifest.body
    {
        host.tell(&format!(
            "for a rule of a painted world, with the path from its own folder:\n  {}",
            line_of_rule(&folder.join(paths::TILE), tile.size_m)
        ));
    }
    Ok(())
}

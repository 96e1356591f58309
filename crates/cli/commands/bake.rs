//! `bake`: a tile from the trees of a forest, measured beside them.

use understory::placement::parameters::Baking;
use understory::records::{Body, paths};
use understory::{BakeRequest, BakeTask, line_of_rule};

use crate::args::BakeOptions;
use crate::failure::Outcome;
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::progress::end_at_interrupt;

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

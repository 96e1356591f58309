//! `bake`: a tile from the trees of a forest, measured beside them.

use understory::placement::parameters::Baking;
use understory::records::{BakeBody, TileStatisticsRow, paths};
use understory::{BakeRequest, BakeTask, line_of_rule};

use crate::aligned;
use crate::args::BakeOptions;
use crate::failure::Outcome;
use crate::host::{Host, Interrupt};
use crate::job::{out_or_usual, start_threads};
use crate::output::data;
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
    let made = host.make(&task, &out)?;
    let (found, _, folder) = host.whole(made)?;
    data(&table(&found.statistics.rows))?;
    host.tell(&about(&found.body));
    for note in &found.body.notes {
        host.tell(&format!("note: {note}"));
    }
    host.tell(&format!("tables and figures are in {}", folder.display()));
    host.tell(&format!(
        "for a rule of a painted world, with the path from its own folder:\n  {}",
        line_of_rule(&folder.join(paths::TILE), found.body.size_m)
    ));
    Ok(())
}

/// The tile in a sentence.
fn about(tile: &BakeBody) -> String {
    let [width_m, height_m] = tile.size_m;
    format!(
        "{} trees of {}, year {}, on {width_m} m by {height_m} m, {}: {:.0} per ha, {:.1} m high on average",
        tile.trees, tile.forest, tile.year, tile.made, tile.per_ha, tile.mean_height_m
    )
}

/// Tile and forest as both lose their trees.
fn table(rows: &[TileStatisticsRow]) -> String {
    let header = [
        "share",
        "per ha",
        "R forest",
        "R tile",
        "G KS",
        "L rmse (m)",
        "pcf rmse",
    ];
    let rows = rows.iter().map(|row| {
        [
            format!("{} %", row.share * 100.0),
            format!("{:.0}", row.per_ha),
            format!("{:.3}", row.clark_evans_forest),
            format!("{:.3}", row.clark_evans_tile),
            format!("{:.3}", row.g_ks),
            format!("{:.3}", row.l_rmse_m),
            format!("{:.3}", row.pcf_rmse),
        ]
    });
    aligned::table(header, rows, 0)
}

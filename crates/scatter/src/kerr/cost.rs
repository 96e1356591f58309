//! What growing a forest on a raster takes.

use std::f64::consts::PI;

use super::rules::{KerrRules, Stops};
use crate::cost::Cost;
use crate::layout::Layout;
use crate::limits::MOST_BYTES;

/// Cells of a raster beyond which none is made finer.
pub(super) const FINEST: f64 = 67_108_864.0;

/// A level under the forest, as far as it costs.
pub(super) struct LevelWork {
    /// Forest cells along a side of the level's cell.
    pub(super) cells_per_level_cell: u32,
    /// Rounds that thin and smooth it.
    pub(super) rounds: u32,
}

/// With cells of this side, or with cells so small that enough trees come.
pub(super) fn of(
    rules: &KerrRules,
    cell_m: Option<f64>,
    level: Option<LevelWork>,
    layout: &Layout<'_>,
) -> Cost {
    // Crowns lie over each other, large ones more.
    let of_a_tree = (0.09 * crown_cells(rules)).max(7.0);
    let wanted = (of_a_tree * f64::from(layout.count) / rules.cover.max(0.01)).clamp(1024.0, FINEST);
    let given = cell_m.map(|cell_m| {
        let [columns, rows] = layout
            .plot
            .size_m()
            .map(|side_m| (side_m / cell_m).round().max(1.0));
        columns * rows
    });
    let cells = given.unwrap_or(wanted);
    let most_rounds = f64::from(rules.most_rounds);
    let rounds = rounds_of(rules, cells);
    // A forest that comes to its share makes some rasters, each finer, until there are enough trees. One that does
    // not goes on to the finest.
    let (cells, rasters, rounds) = match given {
        Some(cells) => (cells, 1.0, rounds.min(most_rounds)),
        None if rounds < most_rounds => ((2.0 * cells).min(FINEST), 4.0, rounds),
        None => (FINEST, 1.0, most_rounds),
    };
    let initial = f64::from(rules.initial_trees).min(cells);
    let sprouted = match rules.stops {
        Stops::InRound => rules.cover / crown_cells(rules),
        // Strong seeds sprout in most of the cells of the last round.
        Stops::AfterRound => 0.5,
    };
    let trees = (initial + cells * sprouted).min(cells);
    // A tree's discs are a run for each row.
    let runs = f64::from(rules.reach_cells) * 2.0 + f64::from(rules.tree_radius_cells) * 2.0 + 2.0;
    let level_steps = level.as_ref().map_or(0.0, |level| {
        let side = f64::from(level.cells_per_level_cell.max(1));
        cells / (side * side) * (40.0 * f64::from(level.rounds) + 100.0)
    });
    let steps = 0.7 * cells * rasters * (rounds + 4.0) + trees * (60.0 * runs + 100.0) + level_steps;
    let bytes = cells * if level.is_some() { 32.0 } else { 15.0 } + 40.0 * trees;
    let key = if bytes > MOST_BYTES {
        if given.is_some() { "cell_m" } else { "count" }
    } else if most_rounds > 10_000.0 {
        "most_rounds"
    } else if level_steps > steps / 2.0 {
        "level"
    } else if rules.decay > 0.9 {
        "decay"
    } else {
        "strength"
    };
    Cost::new(key, steps, bytes)
}

fn crown_cells(rules: &KerrRules) -> f64 {
    let radius = f64::from(rules.tree_radius_cells);
    PI * radius * radius + 1.0
}

/// About how many rounds a forest takes, with room to spare: generations times the rounds until a tree has one
/// descendant.
fn rounds_of(rules: &KerrRules, cells: f64) -> f64 {
    let reach = f64::from(rules.reach_cells);
    // The chance of a descendant in the first round; in each round after it is as much higher, until as much rots
    // as falls.
    let chance = PI * reach * reach * rules.strength * (1.0 - rules.decay);
    let generation = (2.0 / chance).sqrt().max(rules.decay / chance) + 1.0;
    let initial = f64::from(rules.initial_trees).clamp(1.0, cells);
    let target = (cells * rules.cover / crown_cells(rules)).max(1.0);
    let doublings = understory_numerics::math::ln((target / initial).max(1.0)) / std::f64::consts::LN_2;
    // From each of the first trees to the rim of its share of what is covered in the end.
    let way = (cells * rules.cover / (PI * initial)).sqrt() / reach;
    2.0 * generation * (doublings / 2.0 + way + 1.0)
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_space::{Edge, Plot};

    use super::*;
    use crate::kerr::Kerr;

    /// A forest of the defaults takes 24 rounds for 100,000 trees, where a thousand were expected.
    #[test]
    fn rounds_of_a_seed_raster_are_foretold_within_a_factor_of_six() {
        let plot = Plot::new([0.0; 2], [1000.0; 2], Edge::Torus).unwrap();
        for (strength, decay, cover, initial_trees) in [
            (0.05, 0.1, 0.25, 20),
            (0.05, 0.9, 0.25, 20),
            (0.001, 0.1, 0.25, 20),
            (0.05, 0.1, 0.9, 20),
            (0.05, 0.1, 0.25, 1),
            (1e-4, 0.5, 0.25, 20),
        ] {
            let method = Kerr {
                rules: KerrRules {
                    strength,
                    decay,
                    cover,
                    initial_trees,
                    ..KerrRules::default()
                },
                ..Kerr::default()
            };
            let forest = method
                .forest(&Layout::new(&plot, 3000), RandomKey::root(1, &[]))
                .unwrap();
            let (found, cells) = (
                f64::from(forest.automaton.round()),
                forest.automaton.is_forest().len() as f64,
            );
            let ratio = rounds_of(&method.rules, cells) / found;
            assert!((1.0..6.0).contains(&ratio), "{method:?}: {ratio} of {found}");
        }
    }
}

//! The forests that the experiments grow, and what is measured of their rasters.

use understory_numerics::RandomKey;
use understory_scatter::kerr::{Automaton, Cells, KerrRules, Stops};
use understory_spacing::RasterParts;

use crate::ClaimError;

/// The raster of most experiments.
pub(super) const CELLS: Cells = Cells {
    columns: 240,
    rows: 160,
    wraps: false,
};

/// The rules of the demo, which end after whole rounds.
pub(super) fn rules() -> KerrRules {
    KerrRules {
        stops: Stops::AfterRound,
        ..KerrRules::default()
    }
}

pub(super) fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["raster forest"])
}

/// A forest that has not begun to grow.
pub(super) fn planted(rules: KerrRules, cells: Cells, seed: u64) -> Result<Automaton, ClaimError> {
    Ok(Automaton::new(rules, cells, Vec::new(), key(seed))?)
}

/// A forest that has grown as far as its rules let it.
pub(super) fn grown(rules: KerrRules, seed: u64) -> Result<Automaton, ClaimError> {
    let mut forest = planted(rules, CELLS, seed)?;
    forest.grow();
    Ok(forest)
}

/// Clumps of at least so many cells that hang together by sides or corners.
pub(super) fn clumps(forest: &Automaton, least: u32) -> f64 {
    let parts = RasterParts::new(forest.is_forest(), forest.cells().columns as usize, true);
    parts.sizes.iter().filter(|&&size| size >= least).count() as f64
}

/// Cells without forest that forest encloses, over those of the forest.
pub(super) fn holes(forest: &Automaton) -> f64 {
    let ground: Vec<bool> = forest.is_forest().iter().map(|is_forest| !is_forest).collect();
    let columns = forest.cells().columns as usize;
    let enclosed = RasterParts::new(&ground, columns, false).enclosed_cells(columns);
    enclosed as f64 / forest_cells(forest)
}

pub(super) fn forest_cells(forest: &Automaton) -> f64 {
    forest.is_forest().iter().filter(|&&is_forest| is_forest).count() as f64
}

/// Sides between forest and ground, over the cells of the forest.
pub(super) fn edges(forest: &Automaton) -> f64 {
    let columns = forest.cells().columns as usize;
    let is_forest = forest.is_forest();
    let mut sides = 0_u32;
    for (cell, &here) in is_forest.iter().enumerate() {
        let beside = (cell % columns + 1 < columns).then(|| is_forest[cell + 1]);
        let above = is_forest.get(cell + columns).copied();
        sides += [beside, above]
            .into_iter()
            .flatten()
            .map(|there| u32::from(there != here))
            .sum::<u32>();
    }
    f64::from(sides) / forest_cells(forest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first tree alone: a diamond of 13 cells, with 20 sides.
    #[test]
    fn a_lone_tree_is_one_clump_without_a_hole() {
        let one = KerrRules {
            initial_trees: 1,
            most_rounds: 0,
            ..rules()
        };
        let inside = (0..20).find_map(|seed| {
            let forest = grown(one, seed).unwrap();
            (forest_cells(&forest) == 13.0).then_some(forest)
        });
        let forest = inside.unwrap();
        assert_eq!(
            (clumps(&forest, 13), clumps(&forest, 14), holes(&forest)),
            (1.0, 0.0, 0.0)
        );
        assert_eq!(edges(&forest), 20.0 / 13.0);
    }
}

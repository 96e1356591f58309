//! Where seeds fall, how they add up and decay, and what comes of them.

use understory_scatter::kerr::{Automaton, KerrRules};

use super::measures::{CELLS, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(ROWS, 1, seeds)
}

const ROWS: [&str; 9] = [
    "K3", "K4", "K5", "K9", "K10", "K20", "K20.none", "K21", "K21.cell",
];

fn seeds(seed: u64) -> Result<Numbers<9>, ClaimError> {
    let mut forest = barren(0.1, seed)?;
    forest.step(None);
    let seeded = cells_with_seeds(&forest);
    let watched = seeded.first().copied().unwrap_or_default();
    let first = f64::from(forest.seeds_at(watched));
    forest.step(None);
    let second = f64::from(forest.seeds_at(watched));
    (2..300).for_each(|_| forest.step(None));
    let level = f64::from(forest.seeds_at(watched));
    let mut without = barren(0.0, seed)?;
    (0..300).for_each(|_| without.step(None));
    let [sprouts_of_one, sprouts_of_two] = shares_that_sprout(seed)?;
    Ok([
        ("K3", (seeded.len() + 13) as f64),
        ("K4", first / 0.05),
        ("K5", (second - 0.05) / first),
        ("K9", sprouts_of_one / (0.02 * 0.9)),
        ("K10", sprouts_of_two / sprouts_of_one),
        ("K20", level / 0.5),
        ("K20.none", f64::from(without.seeds_at(watched)) / 15.0),
        ("K21", (second - 0.05) / first),
        ("K21.cell", second / first),
    ])
}

fn cells_with_seeds(forest: &Automaton) -> Vec<usize> {
    (0..CELLS.count() as usize)
        .filter(|&cell| forest.seeds_at(cell) > 0.0)
        .collect()
}

/// One tree away from the border, on ground where next to nothing sprouts.
fn barren(decay: f64, seed: u64) -> Result<Automaton, ClaimError> {
    let rules = KerrRules {
        initial_trees: 1,
        decay,
        ..rules()
    };
    let chances = || vec![1e-12; CELLS.count() as usize];
    let mut attempt = 0_u64;
    loop {
        let forest = Automaton::new(rules, CELLS, chances(), key(seed + 1_000_003 * attempt))?;
        let [column, row] = CELLS.column_and_row(forest.trees()[0].cell as usize);
        if (7..CELLS.columns - 7).contains(&column) && (7..CELLS.rows - 7).contains(&row) {
            return Ok(forest);
        }
        attempt += 1;
    }
}

/// Shares of the cells within reach of one of the first trees, and of two, that sprout.
fn shares_that_sprout(seed: u64) -> Result<[f64; 2], ClaimError> {
    const FORESTS: u64 = 40;
    let rules = KerrRules {
        initial_trees: 60,
        strength: 0.02,
        ..rules()
    };
    // Of cells that one tree reaches, and two: how many, and how many sprouted.
    let mut counts = [[0.0; 2]; 2];
    for number in 0..FORESTS {
        let mut forest = planted(rules, CELLS, seed * FORESTS + number)?;
        forest.step(None);
        let level = |cell: usize| f64::from(forest.seeds_at(cell)) / 0.02;
        let levels: Vec<usize> = (0..CELLS.count() as usize)
            .map(|cell| level(cell).round() as usize)
            .collect();
        let before = forest.trees().len();
        forest.step(None);
        for of in 1..=2 {
            counts[of - 1][0] += levels.iter().filter(|&&level| level == of).count() as f64;
            let sprouts = forest.trees()[before..].iter();
            counts[of - 1][1] += sprouts.filter(|tree| levels[tree.cell as usize] == of).count() as f64;
        }
    }
    Ok(counts.map(|[cells, sprouts]| sprouts / cells))
}

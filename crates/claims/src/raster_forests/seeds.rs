//! Where seeds fall, how they add up and decay, and what comes of them.

use understory_scatter::kerr::{Automaton, KerrRules};

use super::measures::{CELLS, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::claim::SaidBy::{Article, Ours};
use crate::expected::Expected::{AtMost, Between};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(Seeds::at, 1, ROWS)
}

const ROWS: &[Row<Seeds>] = &[
    Row {
        id: "K3",
        said_by: Article,
        statement: "seeds fall within R_s of a tree",
        experiment: "R_s 7, one tree away from the border: cells with seeds after a round, its own 13 besides",
        expected: Between(149.0, 149.0),
        remark: "the cells whose middles lie within 7",
        value: |seeds| seeds.reached,
    },
    Row {
        id: "K4",
        said_by: Article,
        statement: "a tree adds S_s to each cell in its reach in a round",
        experiment: "one tree: level of seeds after a round over S_s",
        expected: Between(0.999, 1.001),
        remark: "",
        value: |seeds| seeds.first / 0.05,
    },
    Row {
        id: "K5",
        said_by: Article,
        statement: "a share d_s of the seeds is lost in a round",
        experiment: "one tree, nothing sprouts: level after two rounds less S_s, over that after one",
        expected: Between(0.899, 0.901),
        remark: "1 − d_s",
        value: |seeds| (seeds.second - 0.05) / seeds.first,
    },
    Row {
        id: "K9",
        said_by: Article,
        statement: "a cell with more seeds is likelier to become a tree: its chance is its level of seeds",
        experiment: "trees at first alone, S_s 0.02: share of the cells with the seeds of one tree that sprout, over their level after decay",
        expected: Between(0.9, 1.1),
        remark: "",
        value: |seeds| seeds.sprouts_of_one / (0.02 * 0.9),
    },
    Row {
        id: "K10",
        said_by: Article,
        statement: "where the reaches of two trees overlap twice the seeds fall, and a tree is likelier",
        experiment: "trees at first alone: cells that sprout among those that two reach over those that one reaches, S_s 0.02, ratio of the \
                     shares",
        expected: Between(1.6, 2.4),
        remark: "theory: 2 while chances are small",
        value: |seeds| seeds.lens,
    },
    Row {
        id: "K20",
        said_by: Article,
        statement: "decay keeps seeds from piling up for ever",
        experiment: "one tree, nothing sprouts, 300 rounds: level over S_s / d_s",
        expected: Between(0.99, 1.01),
        remark: "theory: 1, before the next decay",
        value: |seeds| seeds.level / 0.5,
    },
    Row {
        id: "K20.none",
        said_by: Ours,
        statement: "… which without it they do",
        experiment: "the same with d_s 0: level over 300 S_s",
        expected: Between(0.99, 1.01),
        remark: "above a chance of 1 from the twentieth round on",
        value: |seeds| seeds.level_without / 15.0,
    },
    Row {
        id: "K21",
        said_by: Article,
        statement: "a seed that did not sprout in its first year has less of a chance in the next",
        experiment: "one tree, nothing sprouts: chance that the seeds of the first round give a cell in the second, over that in the first",
        expected: AtMost(0.99),
        remark: "theory: 1 − d_s",
        value: |seeds| (seeds.second - 0.05) / seeds.first,
    },
    Row {
        id: "K21.cell",
        said_by: Ours,
        statement: "… and so has a cell that was seeded and stayed empty",
        experiment: "the same: chance of the cell in the second round over that in the first",
        expected: AtMost(1.0),
        remark: "its trees seed again each round: at d_s 0.1 its chance rises 1.9 times",
        value: |seeds| seeds.second / seeds.first,
    },
];

struct Seeds {
    reached: f64,
    first: f64,
    second: f64,
    level: f64,
    level_without: f64,
    sprouts_of_one: f64,
    lens: f64,
}

impl Seeds {
    fn at(seed: u64) -> Result<Self, ClaimError> {
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
        Ok(Self {
            reached: (seeded.len() + 13) as f64,
            first,
            second,
            level,
            level_without: f64::from(without.seeds_at(watched)),
            sprouts_of_one,
            lens: sprouts_of_two / sprouts_of_one,
        })
    }
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

//! What a tree covers, how fast the forest grows, and how much of the ground it covers in the end.

use understory_scatter::kerr::{Automaton, Cells, KerrRules, Stop, Stops};

use super::measures::{CELLS, clumps, forest_cells, grown, key, planted, rules};
use crate::ClaimError;
use crate::budget::Measured;
use crate::claim::SaidBy::{Article, Ours};
use crate::claim::{Claim, Definition};
use crate::expected::Expected::{AtLeast, Between, Exactly};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Cover::at, 12, COVER);
    claims.extend(claims_of(Small::at, 4, SMALL));
    claims.extend(claims_of(Front::at, 4, FRONT));
    claims.extend(EXACT.iter().map(Definition::claim));
    claims
}

const COVER: &[Row<Cover>] = &[
    Row {
        id: "K2",
        said_by: Article,
        statement: "n_f trees stand at first",
        experiment: "trees before the first round",
        expected: Exactly(20.0),
        remark: "",
        value: |cover| cover.first_trees,
    },
    Row {
        id: "K6",
        said_by: Article,
        statement: "growth goes on until a share F_c of the ground is forest",
        experiment: "F_c 0.25: cover when growth ends",
        expected: AtLeast(0.25),
        remark: "",
        value: |cover| cover.usual,
    },
    Row {
        id: "K6.more",
        said_by: Ours,
        statement: "… and of no more",
        experiment: "the same",
        expected: Between(0.24, 0.27),
        remark: "the share is looked at after whole rounds, and the last one goes past it",
        value: |cover| cover.usual,
    },
    Row {
        id: "K6.near",
        said_by: Ours,
        statement: "… where seeds fly 4 cells",
        experiment: "the same with R_s 4",
        expected: Between(0.24, 0.27),
        remark: "",
        value: |cover| cover.near,
    },
    Row {
        id: "K6.far",
        said_by: Ours,
        statement: "… where seeds fly 20 cells",
        experiment: "the same with R_s 20",
        expected: Between(0.24, 0.27),
        remark: "two and a half times as much as asked for",
        value: |cover| cover.far,
    },
    Row {
        id: "K6.in-round",
        said_by: Ours,
        statement: "… if it ends within the round, in which trees come in random order",
        experiment: "R_s 20, `stops = \"in-round\"`",
        expected: Between(0.24, 0.27),
        remark: "our rule: less than a tree too much",
        value: |cover| cover.in_round,
    },
    Row {
        id: "K17",
        said_by: Article,
        statement: "the stronger the seeds, the sooner cells sprout",
        experiment: "rounds until F_c with S_s 0.005 over those with 0.5",
        expected: AtLeast(2.0),
        remark: "",
        value: |cover| cover.rounds_weak / cover.rounds_strong,
    },
    Row {
        id: "K18",
        said_by: Article,
        statement: "with seeds that are strong enough every seeded cell becomes a tree in each round",
        experiment: "S_s 1.12: share of the seeded free cells that become the centre of a tree in the second \
                     round",
        expected: AtLeast(0.999),
        remark: "strong enough is 1 / (1 − d_s)",
        value: |cover| cover.sprouted_strong,
    },
    Row {
        id: "K18.one",
        said_by: Ours,
        statement: "… already with S_s 1, as in the article's figure",
        experiment: "S_s 1: the same",
        expected: AtLeast(0.999),
        remark: "seeds decay before their first draw: a tenth is left to chance",
        value: |cover| cover.sprouted,
    },
];

struct Cover {
    first_trees: f64,
    usual: f64,
    near: f64,
    far: f64,
    in_round: f64,
    rounds_weak: f64,
    rounds_strong: f64,
    sprouted: f64,
    sprouted_strong: f64,
}

impl Cover {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let reaching = |reach_cells: u32, stops: Stops| {
            let rules = KerrRules {
                reach_cells,
                stops,
                ..rules()
            };
            Ok::<f64, ClaimError>(grown(rules, seed)?.cover())
        };
        let rounds = |strength: f64| {
            let rules = KerrRules { strength, ..rules() };
            Ok::<f64, ClaimError>(f64::from(grown(rules, seed)?.round()))
        };
        Ok(Self {
            first_trees: planted(rules(), CELLS, seed)?.trees().len() as f64,
            usual: reaching(7, Stops::AfterRound)?,
            near: reaching(4, Stops::AfterRound)?,
            far: reaching(20, Stops::AfterRound)?,
            in_round: reaching(20, Stops::InRound)?,
            rounds_weak: rounds(0.005)?,
            rounds_strong: rounds(0.5)?,
            sprouted: sprouted(1.0, seed)?,
            sprouted_strong: sprouted(1.12, seed)?,
        })
    }
}

/// Share of the free cells with seeds in which a tree comes in the round after the first.
fn sprouted(strength: f64, seed: u64) -> Result<f64, ClaimError> {
    let rules = KerrRules { strength, ..rules() };
    let mut forest = planted(rules, CELLS, seed)?;
    // The first round ends with the first seeds.
    forest.step(None);
    let before = forest.trees().len();
    let seeded = (0..CELLS.count() as usize)
        .filter(|&cell| forest.seeds_at(cell) > 0.0)
        .count();
    forest.step(None);
    Ok((forest.trees().len() - before) as f64 / seeded as f64)
}

const SMALL: &[Row<Small>] = &[
    Row {
        id: "K13",
        said_by: Article,
        statement: "30 trees of a cell each on 10 × 10 cells make a forest of 30 % at once",
        experiment: "10 × 10 cells, n_f 30, no round: cover",
        expected: Between(0.28, 0.32),
        remark: "",
        value: |small| small.cover_of_cells,
    },
    Row {
        id: "K13.uniform",
        said_by: Article,
        statement: "… in a uniform distribution",
        experiment: "trees of one cell, 10 × 10, n_f 30: variance of the trees in the four quarters over their mean",
        expected: Between(0.55, 0.9),
        remark: "theory: 0.707 for 30 of 100 cells drawn at random; evenly spread trees would have less",
        value: |small| small.uneven,
    },
    Row {
        id: "K13.diamonds",
        said_by: Ours,
        statement: "… also with the trees of the demo, of 13 cells each",
        experiment: "the same with trees of 13 cells: cover",
        expected: Between(0.28, 0.32),
        remark: "each tree covers up to 13 cells: four of them are enough",
        value: |small| small.cover,
    },
    Row {
        id: "K13.fit",
        said_by: Ours,
        statement: "… 30 of which fit",
        experiment: "the same: trees that stand on cells no other covers",
        expected: AtLeast(30.0),
        remark: "no more fit; a loop that looks for a free cell for each never ends",
        value: |small| small.fit,
    },
];

/// A raster of 10 × 10 cells with 30 trees, mean of 50 rasters a seed.
struct Small {
    cover: f64,
    fit: f64,
    cover_of_cells: f64,
    uneven: f64,
}

impl Small {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        const RASTERS: u64 = 50;
        let cells = Cells {
            columns: 10,
            rows: 10,
            wraps: false,
        };
        let mut small = Self {
            cover: 0.0,
            fit: 0.0,
            cover_of_cells: 0.0,
            uneven: 0.0,
        };
        for raster in 0..RASTERS {
            let thirty = KerrRules {
                initial_trees: 30,
                ..rules()
            };
            let forest = planted(thirty, cells, seed * RASTERS + raster)?;
            small.cover += forest.cover() / RASTERS as f64;
            small.fit += forest.trees().len() as f64 / RASTERS as f64;
            let of_one_cell = KerrRules {
                tree_radius_cells: 0,
                ..thirty
            };
            let forest = planted(of_one_cell, cells, seed * RASTERS + raster)?;
            small.cover_of_cells += forest.cover() / RASTERS as f64;
            let mut quarters = [0.0; 4];
            for tree in forest.trees() {
                let [column, row] = cells.column_and_row(tree.cell as usize);
                quarters[usize::from(column < 5) + 2 * usize::from(row < 5)] += 1.0;
            }
            let variance = quarters
                .iter()
                .map(|trees| (trees - 7.5) * (trees - 7.5))
                .sum::<f64>()
                / 3.0;
            small.uneven += variance / 7.5 / RASTERS as f64;
        }
        Ok(small)
    }
}

const FRONT: &[Row<Front>] = &[
    Row {
        id: "K14",
        said_by: Article,
        statement: "where seeds fly little further than trees cover, the forest creeps about one cell a round",
        experiment: "one tree in the middle of 161 × 161 cells or so, R_s 3, until a quarter is covered: radius of a disc as large over the \
                     rounds, cells a round",
        expected: Between(0.3, 1.5),
        remark: "",
        value: |front| front.slow,
    },
    Row {
        id: "K14.fast",
        said_by: Ours,
        statement: "… and leaps where they fly far",
        experiment: "the same with R_s 20",
        expected: AtLeast(3.0),
        remark: "a round adds at most R_s + 2 cells",
        value: |front| front.fast,
    },
    Row {
        id: "K19",
        said_by: Article,
        statement: "with very strong seeds the forest is perfectly round",
        experiment: "one tree, S_s 2, R_s 7, until 0.05 is covered: area over that of the circle around it",
        expected: AtLeast(0.95),
        remark: "a polygon: sums of digital discs come to their hull",
        value: |front| front.round,
    },
    Row {
        id: "K19.weak",
        said_by: Ours,
        statement: "… rounder than with weak seeds",
        experiment: "the same ratio over that with S_s 0.001",
        expected: AtLeast(1.1),
        remark: "",
        value: |front| front.round / front.round_weak,
    },
    Row {
        id: "K11.one",
        said_by: Ours,
        statement: "one tree at first makes one clump",
        experiment: "n_f 1: clumps of 50 cells or more",
        expected: Between(0.9, 1.1),
        remark: "",
        value: |front| front.clumps,
    },
];

/// A forest that grows from one tree.
struct Front {
    slow: f64,
    fast: f64,
    round: f64,
    round_weak: f64,
    clumps: f64,
}

impl Front {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let speed = |reach_cells: u32| {
            let rules = KerrRules {
                initial_trees: 1,
                reach_cells,
                ..rules()
            };
            let forest = from_the_middle(rules, seed)?;
            let radius = (forest_cells(&forest) / std::f64::consts::PI).sqrt();
            Ok::<f64, ClaimError>(radius / f64::from(forest.round()))
        };
        let roundness = |strength: f64| {
            let rules = KerrRules {
                initial_trees: 1,
                strength,
                cover: 0.05,
                ..rules()
            };
            Ok::<f64, ClaimError>(round(&from_the_middle(rules, seed)?))
        };
        let one = KerrRules {
            initial_trees: 1,
            ..rules()
        };
        Ok(Self {
            slow: speed(3)?,
            fast: speed(20)?,
            round: roundness(2.0)?,
            round_weak: roundness(0.001)?,
            clumps: clumps(&grown(one, seed)?, 50),
        })
    }
}

/// A forest of the first of the seed's keys whose first tree stands in the middle third of the raster, so that its border is far.
fn from_the_middle(rules: KerrRules, seed: u64) -> Result<Automaton, ClaimError> {
    let mut forest = planted(rules, CELLS, seed)?;
    for attempt in 1_u64..1000 {
        let [column, row] = CELLS.column_and_row(forest.trees()[0].cell as usize);
        if (80..160).contains(&column) && (54..107).contains(&row) {
            break;
        }
        forest = planted(rules, CELLS, seed + 1_000_003 * attempt)?;
    }
    forest.grow();
    Ok(forest)
}

/// Area over that of the circle around it: the smallest around the mean of its cells.
fn round(forest: &Automaton) -> f64 {
    let cells: Vec<[f64; 2]> = (0..CELLS.count() as usize)
        .filter(|&cell| forest.is_forest()[cell])
        .map(|cell| CELLS.column_and_row(cell).map(f64::from))
        .collect();
    let count = cells.len() as f64;
    let mean = [0, 1].map(|axis: usize| cells.iter().map(|cell| cell[axis]).sum::<f64>() / count);
    let squared = cells.iter().map(|cell| {
        let [dx, dy] = [0, 1].map(|axis: usize| cell[axis] - mean[axis]);
        dx * dx + dy * dy
    });
    // Cells have a half of their own beyond their middles.
    let radius = squared.fold(0.0, f64::max).sqrt() + 0.5;
    count / (std::f64::consts::PI * radius * radius)
}

const EXACT: &[Definition] = &[
    Definition {
        id: "K8",
        said_by: Article,
        statement: "a tree covers several cells",
        experiment: "cells of a tree away from the border",
        expected: Exactly(13.0),
        remark: "all within two cells of its own",
        measure: |_| {
            let lone = KerrRules {
                initial_trees: 1,
                ..rules()
            };
            let forest = from_the_middle(
                KerrRules {
                    most_rounds: 0,
                    ..lone
                },
                0,
            )?;
            Ok(Measured::exact(forest_cells(&forest)))
        },
    },
    Definition {
        id: "K14.two",
        said_by: Ours,
        statement: "seeds that fly as far as a tree covers make it grow",
        experiment: "cells within 2 of a tree's own that its 13 cells do not cover",
        expected: AtLeast(1.0),
        remark: "none: with R_s 2 all seeds fall on forest, and the article's loop never ends. Here it is refused",
        measure: |_| {
            let around = (-2_i32..=2).flat_map(|x| (-2_i32..=2).map(move |y| [x, y]));
            let beyond = around
                .filter(|[x, y]| x * x + y * y <= 4 && x.abs() + y.abs() > 2)
                .count();
            Ok(Measured::exact(beyond as f64))
        },
    },
    Definition {
        id: "K1",
        said_by: Article,
        statement: "a few trees seed the ground around them until enough of it is forest",
        experiment: "share of forests that end because F_c is covered, R_s 3 to 20, mean",
        expected: Exactly(1.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let mut covered = 0.0;
                for reach_cells in [3, 7, 12, 20] {
                    let rules = KerrRules {
                        reach_cells,
                        ..rules()
                    };
                    let mut forest = Automaton::new(rules, CELLS, Vec::new(), key(seed))?;
                    covered += f64::from(u8::from(forest.grow() == Stop::Covered)) / 4.0;
                }
                Ok(covered)
            })
        },
    },
];

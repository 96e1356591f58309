//! What a tree covers, how fast the forest grows, and how much of the ground it covers in the end.

use understory_scatter::kerr::{Automaton, Cells, KerrRules, Stop, Stops};

use super::measures::{CELLS, clumps, forest_cells, grown, key, planted, rules};
use crate::ClaimError;
use crate::budget::Measured;
use crate::claim::Claim;
use crate::rows::{Definition, Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(Cover::at, 12, COVER);
    claims.extend(claims_of(Small::at, 4, SMALL));
    claims.extend(claims_of(Front::at, 4, FRONT));
    claims.extend(EXACT.iter().map(Definition::claim));
    claims
}

const COVER: &[Row<Cover>] = &[
    Row("K2", |cover| cover.first_trees),
    Row("K6", |cover| cover.usual),
    Row("K6.more", |cover| cover.usual),
    Row("K6.near", |cover| cover.near),
    Row("K6.far", |cover| cover.far),
    Row("K6.in-round", |cover| cover.in_round),
    Row("K17", |cover| cover.rounds_weak / cover.rounds_strong),
    Row("K18", |cover| cover.sprouted_strong),
    Row("K18.one", |cover| cover.sprouted),
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
    Row("K13", |small| small.cover_of_cells),
    Row("K13.uniform", |small| small.uneven),
    Row("K13.diamonds", |small| small.cover),
    Row("K13.fit", |small| small.fit),
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
    Row("K14", |front| front.slow),
    Row("K14.fast", |front| front.fast),
    Row("K19", |front| front.round),
    Row("K19.weak", |front| front.round / front.round_weak),
    Row("K11.one", |front| front.clumps),
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
    Definition("K8", |_| {
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
    }),
    Definition("K14.two", |_| {
        let around = (-2_i32..=2).flat_map(|x| (-2_i32..=2).map(move |y| [x, y]));
        let beyond = around
            .filter(|[x, y]| x * x + y * y <= 4 && x.abs() + y.abs() > 2)
            .count();
        Ok(Measured::exact(beyond as f64))
    }),
    Definition("K1", |budget| {
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
    }),
];

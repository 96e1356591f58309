//! What a tree covers, how fast the forest grows, and how much of the ground it covers in the end.

use understory_scatter::kerr::{Automaton, Cells, KerrRules, Stop, Stops};

use super::measures::{CELLS, clumps, forest_cells, grown, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::Definition::{Mean, Once};
use crate::rows::{Definition, Numbers, claims_of, named};

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = claims_of(COVER, 12, cover);
    claims.extend(claims_of(SMALL, 4, small));
    claims.extend(claims_of(FRONT, 4, front));
    claims.extend(EXACT.iter().map(Definition::claim));
    claims
}

const COVER: [&str; 9] = [
    "K2",
    "K6",
    "K6.more",
    "K6.near",
    "K6.far",
    "K6.in-round",
    "K17",
    "K18",
    "K18.one",
];

fn cover(seed: u64) -> Result<Numbers<9>, ClaimError> {
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
    let usual = reaching(7, Stops::AfterRound)?;
    Ok([
        ("K2", planted(rules(), CELLS, seed)?.trees().len() as f64),
        ("K6", usual),
        ("K6.more", usual),
        ("K6.near", reaching(4, Stops::AfterRound)?),
        ("K6.far", reaching(20, Stops::AfterRound)?),
        ("K6.in-round", reaching(20, Stops::InRound)?),
        ("K17", rounds(0.005)? / rounds(0.5)?),
        ("K18", sprouted(1.12, seed)?),
        ("K18.one", sprouted(1.0, seed)?),
    ])
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

const SMALL: [&str; 4] = ["K13", "K13.uniform", "K13.diamonds", "K13.fit"];

/// A raster of 10 × 10 cells with 30 trees, mean of 50 rasters a seed.
fn small(seed: u64) -> Result<Numbers<4>, ClaimError> {
    const RASTERS: u64 = 50;
    let cells = Cells {
        columns: 10,
        rows: 10,
        wraps: false,
    };
    let mut means = [0.0; 4];
    for raster in 0..RASTERS {
        let thirty = KerrRules {
            initial_trees: 30,
            ..rules()
        };
        let wide = planted(thirty, cells, seed * RASTERS + raster)?;
        let of_one_cell = KerrRules {
            tree_radius_cells: 0,
            ..thirty
        };
        let forest = planted(of_one_cell, cells, seed * RASTERS + raster)?;
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
        let of_raster = [
            forest.cover(),
            variance / 7.5,
            wide.cover(),
            wide.trees().len() as f64,
        ];
        for (mean, value) in means.iter_mut().zip(of_raster) {
            *mean += value / RASTERS as f64;
        }
    }
    Ok(named(SMALL, means))
}

const FRONT: [&str; 5] = ["K14", "K14.fast", "K19", "K19.weak", "K11.one"];

/// A forest that grows from one tree.
fn front(seed: u64) -> Result<Numbers<5>, ClaimError> {
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
    let round = roundness(2.0)?;
    Ok([
        ("K14", speed(3)?),
        ("K14.fast", speed(20)?),
        ("K19", round),
        ("K19.weak", round / roundness(0.001)?),
        ("K11.one", clumps(&grown(one, seed)?, 50)),
    ])
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
    Once("K8", || {
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
        Ok(forest_cells(&forest))
    }),
    Once("K14.two", || {
        let around = (-2_i32..=2).flat_map(|x| (-2_i32..=2).map(move |y| [x, y]));
        let beyond = around
            .filter(|[x, y]| x * x + y * y <= 4 && x.abs() + y.abs() > 2)
            .count();
        Ok(beyond as f64)
    }),
    Mean("K1", |seed| {
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
    }),
];

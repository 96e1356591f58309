//! A forest laid over a level of caves, and whether one can still walk.

use understory_numerics::Purpose;
use understory_scatter::kerr::{Automaton, CaveRules, KerrRules, Rooms, Stops};
use understory_spacing::RasterParts;

use super::measures::{CELLS, grown, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(ROWS, 4, overlaid)
}

const ROWS: [&str; 6] = ["K25", "K25.open", "K27", "K27.rooms", "K28", "K28.half"];

fn overlaid(seed: u64) -> Result<Numbers<6>, ClaimError> {
    const LEVELS: u64 = 5;
    let (mut on_filled, mut joined_share, mut dug, mut walkable) = (0.0, 0.0, 0.0, [0.0; 2]);
    let share = 1.0 / LEVELS as f64;
    let mut cover = [[0.0; 2]; 2];
    for number in 0..LEVELS {
        let own = seed * LEVELS + number;
        let level = |rooms: Rooms| {
            let caves = CaveRules {
                rooms,
                ..CaveRules::default()
            };
            Ok::<_, ClaimError>(caves.level(60, 40, key(own).child(0, Purpose::Relief, 0))?)
        };
        let (joined, largest) = (level(Rooms::Joined)?, level(Rooms::Largest)?);
        joined_share += share_of_largest(&joined.is_open, 60) * share;
        let open = |is_open: &[bool]| is_open.iter().filter(|&&is_open| is_open).count() as f64;
        // What was filled in the one and is open in the other are rooms that were kept, and what was dug between them.
        dug += (open(&joined.is_open) - open(&largest.is_open)) * share;

        let is_open = |cell: usize| {
            let [column, row] = CELLS.column_and_row(cell).map(|at| at / 4);
            joined.is_open[joined.cells.at(column, row)]
        };
        let forest = grown(rules(), own)?;
        for (cell, &is_forest) in forest.is_forest().iter().enumerate() {
            let [forest, cells] = &mut cover[usize::from(is_open(cell))];
            *forest += f64::from(u8::from(is_forest));
            *cells += 1.0;
        }
        let chances: Vec<f64> = (0..CELLS.count() as usize)
            .map(|cell| f64::from(u8::from(is_open(cell))))
            .collect();
        let mut bound = Automaton::new(rules(), CELLS, chances, key(own))?;
        bound.grow();
        let stray = (0..CELLS.count() as usize).filter(|&cell| bound.is_forest()[cell] && !is_open(cell));
        on_filled += stray.count() as f64 * share;
        for (walkable, cover) in walkable.iter_mut().zip([0.25, 0.5]) {
            let rules = KerrRules {
                cover,
                stops: Stops::InRound,
                ..rules()
            };
            let mut forest = planted(rules, CELLS, own)?;
            forest.grow();
            let ground: Vec<bool> = forest.is_forest().iter().map(|is_forest| !is_forest).collect();
            *walkable += share_of_largest(&ground, CELLS.columns as usize) * share;
        }
    }
    let [filled, open] = cover.map(|[forest, cells]| forest / cells);
    Ok([
        ("K25", filled / open),
        ("K25.open", on_filled),
        ("K27", joined_share),
        ("K27.rooms", dug),
        ("K28", walkable[0]),
        ("K28.half", walkable[1]),
    ])
}

/// Of the cells that are open, the share in the largest part that hangs together by sides.
fn share_of_largest(is_open: &[bool], columns: usize) -> f64 {
    let parts = RasterParts::new(is_open, columns, false);
    let largest = parts.sizes.iter().copied().max().unwrap_or_default();
    f64::from(largest) / f64::from(parts.sizes.iter().sum::<u32>().max(1))
}

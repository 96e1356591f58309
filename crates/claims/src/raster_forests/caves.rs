//! A forest laid over a level of caves, and whether one can still walk.

use understory_numerics::Purpose;
use understory_scatter::kerr::{Automaton, CaveRules, KerrRules, Rooms, Stops};
use understory_spacing::RasterParts;

use super::measures::{CELLS, grown, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(Overlaid::at, 4, ROWS)
}

const ROWS: &[Row<Overlaid>] = &[
    Row("K25", |found| found.filled_over_open),
    Row("K25.open", |found| found.on_filled),
    Row("K27", |found| found.joined),
    Row("K27.rooms", |found| found.dug),
    Row("K28", |found| found.walkable[0]),
    Row("K28.half", |found| found.walkable[1]),
];

struct Overlaid {
    filled_over_open: f64,
    on_filled: f64,
    joined: f64,
    dug: f64,
    walkable: [f64; 2],
}

impl Overlaid {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        const LEVELS: u64 = 5;
        let mut found = Self {
            filled_over_open: 0.0,
            on_filled: 0.0,
            joined: 0.0,
            dug: 0.0,
            walkable: [0.0; 2],
        };
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
            let rooms = RasterParts::new(&joined.is_open, 60, false);
            let largest_room = rooms.sizes.iter().copied().max().unwrap_or_default();
            found.joined +=
                f64::from(largest_room) / f64::from(rooms.sizes.iter().sum::<u32>().max(1)) * share;
            let open = |is_open: &[bool]| is_open.iter().filter(|&&is_open| is_open).count() as f64;
            // What was filled in the one and is open in the other are rooms that were kept, and what was dug between them.
            found.dug += (open(&joined.is_open) - open(&largest.is_open)) * share;

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
            found.on_filled += stray.count() as f64 * share;
            for (walkable, cover) in found.walkable.iter_mut().zip([0.25, 0.5]) {
                let rules = KerrRules {
                    cover,
                    stops: Stops::InRound,
                    ..rules()
                };
                let mut forest = planted(rules, CELLS, own)?;
                forest.grow();
                let ground: Vec<bool> = forest.is_forest().iter().map(|is_forest| !is_forest).collect();
                let parts = RasterParts::new(&ground, CELLS.columns as usize, false);
                let largest = parts.sizes.iter().copied().max().unwrap_or_default();
                *walkable += f64::from(largest) / f64::from(parts.sizes.iter().sum::<u32>().max(1)) * share;
            }
        }
        let [filled, open] = cover.map(|[forest, cells]| forest / cells);
        found.filled_over_open = filled / open;
        Ok(found)
    }
}

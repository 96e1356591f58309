//! A forest laid over a level of caves, and whether one can still walk.

use understory_numerics::Purpose;
use understory_scatter::kerr::{Automaton, CaveRules, KerrRules, Rooms, Stops};
use understory_spacing::RasterParts;

use super::measures::{CELLS, grown, key, planted, rules};
use crate::ClaimError;
use crate::claim::Claim;
use crate::claim::SaidBy::{Article, Ours};
use crate::expected::Expected::{AtLeast, Between, Exactly};
use crate::rows::{Row, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(Overlaid::at, 4, ROWS)
}

const ROWS: &[Row<Overlaid>] = &[
    Row {
        id: "K25",
        said_by: Article,
        statement: "a forest laid over a level of caves may stand on filled cells too",
        experiment: "60 × 40 cells of caves, four forest cells along each: cover of the filled cells over that of the open ones",
        expected: Between(0.6, 1.6),
        remark: "theory: 1, as both maps know nothing of each other",
        value: |found| found.filled_over_open,
    },
    Row {
        id: "K25.open",
        said_by: Ours,
        statement: "… or be kept to open ones",
        experiment: "the same where filled cells are no ground: filled cells that are forest",
        expected: Exactly(0.0),
        remark: "",
        value: |found| found.on_filled,
    },
    Row {
        id: "K27",
        said_by: Ours,
        statement: "rooms of the level are joined, so that all of it can be reached",
        experiment: "levels that begin 40 % filled: share of the open cells in the largest room, by sides",
        expected: Exactly(1.0),
        remark: "",
        value: |found| found.joined,
    },
    Row {
        id: "K27.rooms",
        said_by: Ours,
        statement: "… which they are not by the rounds alone",
        experiment: "the same levels: open cells beyond those of the largest room, with the ways that are dug",
        expected: AtLeast(1.0),
        remark: "",
        value: |found| found.dug,
    },
    Row {
        id: "K28",
        said_by: Article,
        statement: "a forest on a quarter of the ground does not overwhelm who walks through",
        experiment: "the usual forest: share of the ground that hangs together, by sides",
        expected: AtLeast(0.9),
        remark: "",
        value: |found| found.walkable[0],
    },
    Row {
        id: "K28.half",
        said_by: Ours,
        statement: "… nor does one on half of it",
        experiment: "the same with F_c 0.5",
        expected: AtLeast(0.9),
        remark: "",
        value: |found| found.walkable[1],
    },
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

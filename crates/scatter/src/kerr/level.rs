//! A level of caves, made by another automaton, on which the forest may stand.

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole, Word};
use understory_keys::{Checked, ValueKind, key, parameters, real, whole};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use super::Cells;
use crate::ScatterError;
use crate::limits::SHARE;

parameters! {
    /// A cave level: open and filled cells, made by a cellular automaton. Beyond the raster all is filled.
    ///
    /// Each cell begins filled at random, those at the border always. In a round all cells change at once: one with five
    /// or more filled cells in the square of nine around it is filled, the others are open; in the rounds that thin
    /// the rock, one with two or fewer filled cells in the square of twenty-five is filled too, which breaks up wide
    /// halls.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct CaveRules: Default {
        /// Share of the cells that begin filled.
        pub filled: f64 = real(SHARE, "", "0.4").default(Real(0.4)),
        /// Rounds in which wide open places are filled too.
        pub thinning_rounds: u32 = whole(0, 1000, "", "4").default(Whole(4)),
        /// Rounds after them.
        pub smoothing_rounds: u32 = whole(0, 1000, "", "5").default(Whole(5)),
        /// What becomes of rooms that no way leads to: filled but for the largest, or joined.
        pub rooms: Rooms = key(ValueKind::Choice(Rooms::WORDS), "", "\"joined\"").default(Word("largest")),
    }
}

parameters! {
    /// What becomes of rooms, which are open cells joined by their sides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Rooms of words {
        /// The largest stays, the others are filled.
        Largest = "largest",
        /// A shortest way to the rest is dug for each of them, never through the border.
        Joined = "joined",
    }
}

/// A cave level that has been made: its open cells all hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaveLevel {
    /// The raster, which never wraps.
    pub cells: Cells,
    /// Of each cell, whether it is open.
    pub is_open: Vec<bool>,
}

impl CaveRules {
    /// The level of so many columns and rows.
    ///
    /// # Errors
    /// [`ScatterError`] for rules out of their ranges and for more than 2^28 cells or none.
    pub fn level(&self, columns: u32, rows: u32, key: RandomKey) -> Result<CaveLevel, ScatterError> {
        let cells = Cells {
            columns,
            rows,
            wraps: false,
        };
        self.in_range()?;
        cells.check()?;
        let mut level = CaveLevel {
            cells,
            is_open: (0..cells.count() as u32)
                .map(|cell| unit_from_u32(key.draws(0, Purpose::Place, cell)[0]) >= self.filled)
                .collect(),
        };
        level.fill_border();
        for round in 0..self.thinning_rounds + self.smoothing_rounds {
            level = level.after_a_round(round < self.thinning_rounds);
        }
        match self.rooms {
            Rooms::Largest => level.keep_largest_room(),
            Rooms::Joined => level.join_rooms(),
        }
        Ok(level)
    }
}

impl CaveLevel {
    /// Share of the cells that are open.
    #[must_use]
    pub fn open_share(&self) -> f64 {
        self.is_open.iter().filter(|&&is_open| is_open).count() as f64 / self.cells.count() as f64
    }

    fn is_border(&self, cell: usize) -> bool {
        let [column, row] = self.cells.column_and_row(cell);
        column == 0 || row == 0 || column + 1 == self.cells.columns || row + 1 == self.cells.rows
    }

    fn fill_border(&mut self) {
        for cell in 0..self.is_open.len() {
            self.is_open[cell] &= !self.is_border(cell);
        }
    }

    fn after_a_round(&self, thins: bool) -> Self {
        let is_filled = |cell: usize| {
            self.is_border(cell)
                || self.filled_within(cell, 1) >= 5
                || thins && self.filled_within(cell, 2) <= 2
        };
        Self {
            cells: self.cells,
            is_open: (0..self.is_open.len()).map(|cell| !is_filled(cell)).collect(),
        }
    }

    /// Filled cells in the square of so many steps around a cell, its own among them.
    fn filled_within(&self, cell: usize, steps: i64) -> usize {
        let [column, row] = self.cells.column_and_row(cell).map(i64::from);
        let [columns, rows] = [self.cells.columns, self.cells.rows].map(i64::from);
        let is_filled = |column: i64, row: i64| {
            let is_inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            !is_inside || !self.is_open[self.cells.at(column as u32, row as u32)]
        };
        (row - steps..=row + steps)
            .flat_map(|row| (column - steps..=column + steps).map(move |column| (column, row)))
            .filter(|&(column, row)| is_filled(column, row))
            .count()
    }

    /// The rooms, each as its cells, in the order of their first cells.
    fn rooms(&self) -> Vec<Vec<usize>> {
        let mut is_seen: Vec<bool> = self.is_open.iter().map(|is_open| !is_open).collect();
        let mut rooms = Vec::new();
        for first in 0..is_seen.len() {
            if std::mem::replace(&mut is_seen[first], true) {
                continue;
            }
            let mut room = vec![first];
            let mut next = 0;
            while let Some(&cell) = room.get(next) {
                next += 1;
                for other in self.cells.beside(cell) {
                    if !std::mem::replace(&mut is_seen[other], true) {
                        room.push(other);
                    }
                }
            }
            rooms.push(room);
        }
        rooms
    }

    /// Of rooms of one size the first stays.
    fn keep_largest_room(&mut self) {
        let rooms = self.rooms();
        self.is_open.fill(false);
        if let Some(largest) = rooms.iter().rev().max_by_key(|room| room.len()) {
            for &cell in largest {
                self.is_open[cell] = true;
            }
        }
    }

    fn join_rooms(&mut self) {
        while let [first, _, ..] = &self.rooms()[..] {
            self.dig_from(first);
        }
    }

    /// Digs the shortest way from a room to the nearest other one; the first found of several.
    fn dig_from(&mut self, room: &[usize]) {
        const UNSEEN: usize = usize::MAX;
        let mut reached_from = vec![UNSEEN; self.is_open.len()];
        for &cell in room {
            reached_from[cell] = cell;
        }
        let mut queue = room.to_vec();
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for other in self.cells.beside(cell) {
                if reached_from[other] != UNSEEN || self.is_border(other) {
                    continue;
                }
                reached_from[other] = cell;
                if self.is_open[other] {
                    let mut on_the_way = cell;
                    while !self.is_open[on_the_way] {
                        self.is_open[on_the_way] = true;
                        on_the_way = reached_from[on_the_way];
                    }
                    return;
                }
                queue.push(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rules: CaveRules, seed: u64) -> CaveLevel {
        rules.level(60, 40, RandomKey::root(seed, &["cave"])).unwrap()
    }

    #[test]
    fn open_cells_hang_together_and_never_touch_the_edge() {
        for rooms in [Rooms::Largest, Rooms::Joined] {
            for seed in 0..20 {
                let rules = CaveRules {
                    rooms,
                    ..CaveRules::default()
                };
                let level = level(rules, seed);
                assert_eq!(level.rooms().len(), 1, "seed {seed}");
                assert!((0..2400).all(|cell| !(level.is_border(cell) && level.is_open[cell])));
            }
        }
    }

    /// At 47 % filled the caves fall into many rooms, so that joining has something to do.
    #[test]
    fn joining_keeps_every_room_and_digs_little() {
        let rules = |rooms, filled| CaveRules {
            rooms,
            filled,
            ..CaveRules::default()
        };
        for seed in 0..10 {
            let apart = level(rules(Rooms::Joined, 0.47), seed);
            let alone = level(rules(Rooms::Largest, 0.47), seed);
            let lost = alone
                .is_open
                .iter()
                .zip(&apart.is_open)
                .filter(|(kept, joined)| **kept && !**joined);
            assert_eq!(lost.count(), 0);
            assert!(apart.open_share() >= alone.open_share());
        }
        let joined = |seed| level(rules(Rooms::Joined, 0.47), seed).open_share();
        let alone = |seed| level(rules(Rooms::Largest, 0.47), seed).open_share();
        assert!((0..10).any(|seed| joined(seed) > alone(seed) + 0.05));
    }

    /// One round of a 5 × 5 map by hand: a filled cell in the middle of a hall is worn away, and where the hall
    /// has two or fewer filled cells in twenty-five it is filled again.
    #[test]
    fn rounds_follow_the_counts() {
        let cells = Cells {
            columns: 9,
            rows: 9,
            wraps: false,
        };
        let mut hall = CaveLevel {
            cells,
            is_open: vec![true; 81],
        };
        hall.is_open[40] = false;
        hall.fill_border();
        let smoothed = hall.after_a_round(false);
        assert!(smoothed.is_open[40]);
        assert!(
            !smoothed.is_open[cells.at(1, 1)],
            "five of nine around a corner are border"
        );
        assert!(smoothed.is_open[cells.at(1, 2)], "three of nine");
        let thinned = hall.after_a_round(true);
        assert!(!thinned.is_open[40], "one of twenty-five");
        assert!(
            thinned.is_open[cells.at(3, 2)],
            "five of the bottom border in twenty-five, and the middle"
        );
    }

    #[test]
    fn a_map_too_small_for_a_room_is_all_filled() {
        for (columns, rows) in [(1, 1), (2, 7), (3, 3)] {
            let level = CaveRules::default()
                .level(columns, rows, RandomKey::root(1, &[]))
                .unwrap();
            assert_eq!(level.open_share(), 0.0);
        }
    }
}

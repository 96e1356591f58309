//! The forest automaton: rounds of decay, germination and seeding on a raster.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use super::cells::{Cells, Disc};
use super::rules::{KerrRules, Stops};
use crate::ScatterError;

/// A raster forest that seeds itself, round by round.
///
/// A round: the seeds in each cell decay; each seeded cell that is not forest becomes the centre of a tree with
/// its seeds' number, at most 1, as chance; then all trees, the new ones too, seed the disc in their reach. Seeds
/// fall on forest too, but nothing comes of them. How many trees reach a cell is kept from round to round, so a
/// round costs at most the raster once, less where no tree reaches or all is forest, and each tree one run per row
/// of its disc, once in all.
#[derive(Clone, Debug)]
pub struct Automaton {
    cells: Cells,
    rules: KerrRules,
    key: RandomKey,
    reach: Disc,
    crown: Disc,
    /// Of each cell, a factor on the chance of a tree, 0 where none may stand or cover; empty: 1 everywhere.
    chances: Vec<f64>,
    ground: u64,
    /// Filled up to whole strips, like `seeds`, with cells that are no ground.
    is_forest: Vec<bool>,
    /// Kept up only in strips with a free cell.
    seeds: Vec<f32>,
    /// Trees in whose reach a cell lies; signed, because that turns into floats eight at a time.
    mothers: Vec<i32>,
    /// Of the trees that came since `mothers` was summed: 1 where a run of their discs begins, −1 after its end.
    /// A row has one place more than the raster has columns.
    run_ends: Vec<i32>,
    strips: Vec<Strip>,
    trees: Vec<CellTree>,
    covered: u64,
    round: u32,
    can_grow: bool,
}

/// A tree of the raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellTree {
    /// The cell at its centre.
    pub cell: u32,
    /// The round in which it came; 0 for the initial ones.
    pub round: u32,
}

/// Why a forest grows no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The share to cover is covered.
    Covered,
    /// No seed lies where a tree could come, and none will.
    NothingLeft,
    /// The rounds are over.
    Rounds,
}

/// What is to do in so many cells one after the other, whatever their rows.
#[derive(Clone, Copy, Debug, Default)]
struct Strip {
    /// Cells of the ground that are not forest.
    free: u32,
    /// Whether a tree reaches one of the cells.
    is_reached: bool,
    /// Whether `run_ends` holds something for one of them.
    is_stale: bool,
}

impl Strip {
    fn can_grow(&self) -> bool {
        self.is_reached && self.free > 0
    }
}

/// What the automaton draws, each from a key of its own.
#[derive(Clone, Copy)]
enum Draw {
    Initial,
    InitialRank,
    Sprout,
    Rank,
}

/// Cells that share one hash.
const BLOCK: usize = 4;
/// Cells of a strip: whole blocks.
const STRIP: usize = 64;

/// Places that are drawn for an initial tree before the free cells are listed.
const DRAWS: u32 = 64;

impl Automaton {
    /// A raster with the initial trees, as many as fit on free cells: a tree's centre must not be covered by
    /// another tree.
    ///
    /// `chances` has a factor from 0 to 1 for each cell (see [`Cells::at`]); where it is 0 the cell is no ground:
    /// no tree stands on it or covers it. Empty, it is 1 everywhere.
    ///
    /// # Errors
    /// [`ScatterError`] for rules out of their ranges, for more than 2^28 cells or none, and for
    /// `chances` that are neither empty nor one for each cell.
    pub fn new(
        rules: KerrRules,
        cells: Cells,
        chances: Vec<f64>,
        key: RandomKey,
    ) -> Result<Self, ScatterError> {
        rules.check_together()?;
        cells.check()?;
        let count = cells.count() as usize;
        if !(chances.is_empty() || chances.len() == count) {
            let rule = "there is one for each cell of the raster, or none at all";
            return Err(ScatterError::out_of_range(
                "chances",
                format!("{} long", chances.len()),
                rule,
            ));
        }
        let free_of = |strip: usize| {
            let within = strip * STRIP..count.min((strip + 1) * STRIP);
            match chances.get(within.clone()) {
                Some(chances) => chances.iter().filter(|&&chance| chance > 0.0).count() as u32,
                None => within.len() as u32,
            }
        };
        let strip = |number: usize| Strip {
            free: free_of(number),
            ..Strip::default()
        };
        let strips: Vec<_> = (0..count.div_ceil(STRIP)).map(strip).collect();
        let mut automaton = Self {
            cells,
            rules,
            key,
            reach: Disc::new(rules.reach_cells),
            crown: Disc::new(rules.tree_radius_cells),
            chances,
            ground: strips.iter().map(|strip| u64::from(strip.free)).sum(),
            is_forest: vec![false; strips.len() * STRIP],
            seeds: vec![0.0; strips.len() * STRIP],
            mothers: vec![0; count],
            run_ends: vec![0; (cells.columns as usize + 1) * cells.rows as usize],
            strips,
            trees: Vec::new(),
            covered: 0,
            round: 0,
            can_grow: false,
        };
        automaton.plant_initial_trees();
        automaton.can_grow = !automaton.trees.is_empty();
        Ok(automaton)
    }

    /// Grows until the share of the ground that the rules ask for is covered; whether to the end of that round, say the
    /// rules too.
    pub fn grow(&mut self) -> Stop {
        let target = self.target();
        loop {
            if self.covered >= target {
                return Stop::Covered;
            }
            if !self.can_grow {
                return Stop::NothingLeft;
            }
            if self.round >= self.rules.most_rounds {
                return Stop::Rounds;
            }
            self.step(match self.rules.stops {
                Stops::InRound => Some(target),
                Stops::AfterRound => None,
            });
        }
    }

    /// One round. With `stop_at`, its trees come in the order of random ranks until so many cells are covered;
    /// without, all of them.
    pub fn step(&mut self, stop_at: Option<u64>) {
        self.round += 1;
        let trees = self.trees.len();
        let mut sprouts = self.decay_and_sprout();
        sprouts.sort_unstable();
        for (_, cell) in sprouts {
            if stop_at.is_some_and(|cells| self.covered >= cells) {
                break;
            }
            self.stand(cell);
        }
        self.seed();
        // Where no seed lay on free ground and no tree came, the next seeds fall where these did.
        self.can_grow |= self.trees.len() > trees || (self.round == 1 && trees > 0);
    }

    /// Cells to cover: the share of the ground, rounded up.
    #[must_use]
    pub fn target(&self) -> u64 {
        (self.rules.cover * self.ground as f64).ceil() as u64
    }

    /// The raster.
    #[must_use]
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Of each cell, whether it is forest.
    #[must_use]
    pub fn is_forest(&self) -> &[bool] {
        &self.is_forest[..self.mothers.len()]
    }

    /// Of each cell, the round in which it became forest, 0 for the initial trees; `None` where it is none. With it the
    /// forest of every earlier round is known.
    #[must_use]
    pub fn forest_since(&self) -> Vec<Option<u32>> {
        let columns = self.cells.columns as usize;
        let mut since = vec![None; self.mothers.len()];
        for tree in &self.trees {
            self.cells
                .for_each_run(&self.crown, tree.cell as usize, |row, start, end| {
                    let run = row * columns + start..row * columns + end;
                    for (since, &is_forest) in since[run.clone()].iter_mut().zip(&self.is_forest[run]) {
                        if is_forest && since.is_none() {
                            *since = Some(tree.round);
                        }
                    }
                });
        }
        since
    }

    /// The strength of the seeds in a cell: the chance of a tree before the next decay. 0 in forest, where nothing
    /// comes of them, and off the ground.
    ///
    /// # Panics
    /// Where the raster has no such cell.
    #[must_use]
    pub fn seeds_at(&self, cell: usize) -> f32 {
        if self.is_free(cell as u32) {
            self.seeds[cell]
        } else {
            0.0
        }
    }

    /// The trees, in the order in which they came.
    #[must_use]
    pub fn trees(&self) -> &[CellTree] {
        &self.trees
    }

    /// Rounds so far.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Share of the ground that is forest, 0 to 1; 0 without any ground.
    #[must_use]
    pub fn cover(&self) -> f64 {
        self.covered as f64 / self.ground.max(1) as f64
    }

    fn plant_initial_trees(&mut self) {
        let wanted = self.rules.initial_trees as usize;
        let places = self.key_of(Draw::Initial);
        while self.trees.len() < wanted {
            let tree = places.child(0, Purpose::Place, self.trees.len() as u32);
            let cell = |attempt| {
                let [bits, ..] = tree.draws(0, Purpose::Place, attempt);
                ((u64::from(bits) * self.cells.count()) >> 32) as u32
            };
            let Some(cell) = (0..DRAWS).map(cell).find(|&cell| self.is_free(cell)) else {
                break;
            };
            self.stand(cell);
        }
        if self.trees.len() < wanted {
            let ranks = self.key_of(Draw::InitialRank);
            let rank = |cell| (ranks.draws(0, Purpose::Place, cell)[0], cell);
            let mut free: Vec<_> = (0..self.cells.count() as u32)
                .filter(|&cell| self.is_free(cell))
                .map(rank)
                .collect();
            free.sort_unstable();
            for (_, cell) in free {
                if self.trees.len() < wanted && self.is_free(cell) {
                    self.stand(cell);
                }
            }
        }
    }

    /// The cells in which a seed becomes a tree, each with its rank.
    fn decay_and_sprout(&mut self) -> Vec<(u32, u32)> {
        let kept = (1.0 - self.rules.decay) as f32;
        let (draws, ranks) = (self.key_of(Draw::Sprout), self.key_of(Draw::Rank));
        let mut sprouts = Vec::new();
        self.can_grow = false;
        let strips = self.seeds.chunks_mut(STRIP).zip(self.is_forest.chunks(STRIP));
        for (number, (seeds, is_forest)) in strips
            .enumerate()
            .filter(|(number, _)| self.strips[*number].can_grow())
        {
            let blocks = seeds
                .as_chunks_mut::<BLOCK>()
                .0
                .iter_mut()
                .zip(is_forest.as_chunks::<BLOCK>().0);
            for (block, (seeds, is_forest)) in (number * (STRIP / BLOCK)..).zip(blocks) {
                *seeds = seeds.map(|seeds| seeds * kept);
                // Without a branch between the lanes: many blocks have no seeds, or are forest.
                if !(0..BLOCK).fold(false, |any, lane| any | ((seeds[lane] > 0.0) & !is_forest[lane])) {
                    continue;
                }
                let words = draws.draws(self.round, Purpose::Place, block as u32);
                for (lane, (&seeds, is_forest)) in seeds.iter().zip(is_forest).enumerate() {
                    let cell = BLOCK * block + lane;
                    let here = self.chances.get(cell).copied().unwrap_or(1.0);
                    let chance = f64::from(seeds).min(1.0) * here;
                    if !is_forest && chance > 0.0 {
                        self.can_grow = true;
                        if unit_from_u32(words[lane]) < chance {
                            let [rank, ..] = ranks.draws(self.round, Purpose::Place, cell as u32);
                            sprouts.push((rank, cell as u32));
                        }
                    }
                }
            }
        }
        sprouts
    }

    /// A tree at the centre of a cell covers its disc; from the next seeding on it seeds the disc in its reach.
    fn stand(&mut self, cell: u32) {
        let columns = self.cells.columns as usize;
        self.cells
            .for_each_run(&self.crown, cell as usize, |row, start, end| {
                for covered in row * columns + start..row * columns + end {
                    let is_ground = self.chances.is_empty() || self.chances[covered] > 0.0;
                    if is_ground && !self.is_forest[covered] {
                        self.is_forest[covered] = true;
                        self.strips[covered / STRIP].free -= 1;
                        self.covered += 1;
                    }
                }
            });
        self.cells
            .for_each_run(&self.reach, cell as usize, |row, start, end| {
                self.run_ends[row * (columns + 1) + start] += 1;
                self.run_ends[row * (columns + 1) + end] -= 1;
                self.strips[(row * columns + start) / STRIP].is_stale = true;
                if end < columns {
                    self.strips[(row * columns + end) / STRIP].is_stale = true;
                }
            });
        self.trees.push(CellTree {
            cell,
            round: self.round,
        });
    }

    fn seed(&mut self) {
        self.sum_new_mothers();
        let strength = self.rules.strength as f32;
        let cells = self.seeds.chunks_mut(STRIP).zip(self.mothers.chunks(STRIP));
        for (_, (seeds, mothers)) in self
            .strips
            .iter()
            .zip(cells)
            .filter(|(strip, _)| strip.can_grow())
        {
            for (seeds, mothers) in seeds.iter_mut().zip(mothers) {
                *seeds += strength * *mothers as f32;
            }
        }
    }

    fn sum_new_mothers(&mut self) {
        let columns = self.cells.columns as usize;
        for (row, run_ends) in self.run_ends.chunks_mut(columns + 1).enumerate() {
            let row_starts_at = row * columns;
            let (mut new_mothers, mut column) = (0, 0);
            while column < columns {
                let strip = (row_starts_at + column) / STRIP;
                let end = columns.min((strip + 1) * STRIP - row_starts_at);
                let strip = &mut self.strips[strip];
                if strip.is_stale || new_mothers != 0 {
                    strip.is_reached = true;
                    let mothers = &mut self.mothers[row_starts_at + column..row_starts_at + end];
                    for (mothers, run_end) in mothers.iter_mut().zip(&mut run_ends[column..end]) {
                        new_mothers += std::mem::take(run_end);
                        *mothers += new_mothers;
                    }
                }
                column = end;
            }
            run_ends[columns] = 0;
        }
        // A strip can lie in several rows, so none is fresh before all of them are summed.
        self.strips.iter_mut().for_each(|strip| strip.is_stale = false);
    }

    fn is_free(&self, cell: u32) -> bool {
        let cell = cell as usize;
        !self.is_forest[cell] && (self.chances.is_empty() || self.chances[cell] > 0.0)
    }

    fn key_of(&self, draw: Draw) -> RandomKey {
        self.key.child(0, Purpose::Place, draw as u32)
    }
}

#[cfg(test)]
mod tests;

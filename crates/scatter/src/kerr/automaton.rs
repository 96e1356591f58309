use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use super::cells::{Cells, Disc};
use super::rules::KerrRules;
use crate::ScatterError;

/// A raster forest that seeds itself, round by round.
///
/// A round: the seeds in each cell decay; each seeded cell that is not forest becomes the centre of a tree with
/// its seeds' number, at most 1, as chance; then all trees, the new ones too, seed the disc in their reach. Seeds
/// lie on forest cells too, but nothing comes of them. How many trees reach a cell is kept from round to round,
/// so a round costs the raster once and each tree one run per row of its disc, once in all.
#[derive(Clone, Debug)]
pub struct Automaton {
    cells: Cells,
    rules: KerrRules,
    key: Key,
    reach: Disc,
    crown: Disc,
    /// Of each cell, a factor on the chance of a tree, 0 where none may stand or cover; empty: 1 everywhere.
    chances: Vec<f64>,
    ground: u64,
    is_forest: Vec<bool>,
    seeds: Vec<f32>,
    /// Trees in whose reach a cell lies; signed, because that turns into floats eight at a time.
    mothers: Vec<i32>,
    /// Of the trees that came since `mothers` was summed: 1 where a run of their discs begins, −1 after its end.
    /// A row has one place more than the raster has columns.
    run_ends: Vec<i32>,
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

/// What the automaton draws, each from a key of its own.
#[derive(Clone, Copy)]
enum Draw {
    Initial,
    InitialLot,
    Sprout,
    Lot,
}

/// Cells that share one hash. `is_forest` and `seeds` are filled up to whole blocks with cells that nothing seeds.
const BLOCK: usize = 4;

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
    /// [`ScatterError::OutOfRange`] for rules out of their ranges, for more than 2^28 cells or none, and for
    /// `chances` that are neither empty nor one for each cell.
    pub fn new(rules: KerrRules, cells: Cells, chances: Vec<f64>, key: Key) -> Result<Self, ScatterError> {
        rules.check()?;
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
        let ground = if chances.is_empty() {
            cells.count()
        } else {
            chances.iter().filter(|&&chance| chance > 0.0).count() as u64
        };
        let mut automaton = Self {
            cells,
            rules,
            key,
            reach: Disc::new(rules.reach_cells),
            crown: Disc::new(rules.tree_radius_cells),
            chances,
            ground,
            is_forest: vec![false; count.next_multiple_of(BLOCK)],
            seeds: vec![0.0; count.next_multiple_of(BLOCK)],
            mothers: vec![0; count],
            run_ends: vec![0; (cells.columns as usize + 1) * cells.rows as usize],
            trees: Vec::new(),
            covered: 0,
            round: 0,
            can_grow: false,
        };
        automaton.plant_initial_trees();
        automaton.can_grow = !automaton.trees.is_empty();
        Ok(automaton)
    }

    /// Grows until the share of the ground that the rules ask for is covered, and no further.
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
            self.step(Some(target));
        }
    }

    /// One round. With `stop_at`, its trees come in the order of a keyed lot until so many cells are covered;
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

    /// Of each cell, the strength of the seeds that lie there: the chance of a tree before the next decay.
    #[must_use]
    pub fn seeds(&self) -> &[f32] {
        &self.seeds[..self.mothers.len()]
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
            let lots = self.key_of(Draw::InitialLot);
            let lot = |cell| (lots.draws(0, Purpose::Place, cell)[0], cell);
            let mut free: Vec<_> = (0..self.cells.count() as u32)
                .filter(|&cell| self.is_free(cell))
                .map(lot)
                .collect();
            free.sort_unstable();
            for (_, cell) in free {
                if self.trees.len() < wanted && self.is_free(cell) {
                    self.stand(cell);
                }
            }
        }
    }

    /// The cells in which a seed becomes a tree, each with its lot.
    fn decay_and_sprout(&mut self) -> Vec<(u32, u32)> {
        let kept = (1.0 - self.rules.decay) as f32;
        let (draws, lots) = (self.key_of(Draw::Sprout), self.key_of(Draw::Lot));
        let mut sprouts = Vec::new();
        self.can_grow = false;
        let (seeds, is_forest) = (
            self.seeds.as_chunks_mut::<BLOCK>().0,
            self.is_forest.as_chunks::<BLOCK>().0,
        );
        for (block, (seeds, is_forest)) in seeds.iter_mut().zip(is_forest).enumerate() {
            *seeds = seeds.map(|seeds| seeds * kept);
            // Without a branch between the lanes: most blocks have no seeds, or are forest.
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
                        let [lot, ..] = lots.draws(self.round, Purpose::Place, cell as u32);
                        sprouts.push((lot, cell as u32));
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
                    self.covered += u64::from(is_ground && !self.is_forest[covered]);
                    self.is_forest[covered] |= is_ground;
                }
            });
        self.cells
            .for_each_run(&self.reach, cell as usize, |row, start, end| {
                self.run_ends[row * (columns + 1) + start] += 1;
                self.run_ends[row * (columns + 1) + end] -= 1;
            });
        self.trees.push(CellTree {
            cell,
            round: self.round,
        });
    }

    fn seed(&mut self) {
        let columns = self.cells.columns as usize;
        let strength = self.rules.strength as f32;
        let rows = self
            .mothers
            .chunks_mut(columns)
            .zip(self.seeds.chunks_mut(columns));
        for (run_ends, (mothers, seeds)) in self.run_ends.chunks_mut(columns + 1).zip(rows) {
            let mut new_mothers = 0;
            for (mothers, run_end) in mothers.iter_mut().zip(run_ends.iter()) {
                new_mothers += run_end;
                *mothers += new_mothers;
            }
            run_ends.fill(0);
            for (seeds, mothers) in seeds.iter_mut().zip(mothers) {
                *seeds += strength * *mothers as f32;
            }
        }
    }

    fn is_free(&self, cell: u32) -> bool {
        let cell = cell as usize;
        !self.is_forest[cell] && (self.chances.is_empty() || self.chances[cell] > 0.0)
    }

    fn key_of(&self, draw: Draw) -> Key {
        self.key.child(0, Purpose::Place, draw as u32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The automaton as the rules read: every round each tree goes over each cell in its reach.
    struct Naive {
        rules: KerrRules,
        cells: Cells,
        chances: Vec<f64>,
        key: Key,
        is_forest: Vec<bool>,
        seeds: Vec<f32>,
        trees: Vec<usize>,
        round: u32,
    }

    impl Naive {
        fn distance2(&self, a: usize, b: usize) -> u32 {
            let ([ax, ay], [bx, by]) = (self.cells.column_and_row(a), self.cells.column_and_row(b));
            let along = |a: u32, b: u32, length: u32| {
                let straight = a.abs_diff(b);
                if self.cells.wraps {
                    straight.min(length - straight)
                } else {
                    straight
                }
            };
            let (dx, dy) = (along(ax, bx, self.cells.columns), along(ay, by, self.cells.rows));
            dx * dx + dy * dy
        }

        fn stand(&mut self, tree: usize) {
            let radius = self.rules.tree_radius_cells;
            for cell in 0..self.is_forest.len() {
                self.is_forest[cell] |=
                    self.chances[cell] > 0.0 && self.distance2(tree, cell) <= radius * radius;
            }
            self.trees.push(tree);
        }

        fn step(&mut self, stop_at: usize) {
            self.round += 1;
            let draw = |draw: Draw, number: usize| {
                let key = self.key.child(0, Purpose::Place, draw as u32);
                key.draws(self.round, Purpose::Place, number as u32)
            };
            let mut sprouts = Vec::new();
            for cell in 0..self.is_forest.len() {
                self.seeds[cell] *= (1.0 - self.rules.decay) as f32;
                let chance = f64::from(self.seeds[cell]).min(1.0) * self.chances[cell];
                let lot = unit_from_u32(draw(Draw::Sprout, cell / 4)[cell % 4]);
                if !self.is_forest[cell] && lot < chance {
                    sprouts.push((draw(Draw::Lot, cell)[0], cell));
                }
            }
            sprouts.sort_unstable();
            for (_, cell) in sprouts {
                if self.is_forest.iter().filter(|&&forest| forest).count() < stop_at {
                    self.stand(cell);
                }
            }
            let reach = self.rules.reach_cells;
            for cell in 0..self.seeds.len() {
                let in_reach = |tree: &&usize| self.distance2(**tree, cell) <= reach * reach;
                let mothers = self.trees.iter().filter(in_reach).count();
                self.seeds[cell] += self.rules.strength as f32 * mothers as f32;
            }
        }
    }

    fn hold_against_naive(rules: KerrRules, cells: Cells, chances: &[f64], key: Key, stop_at: u64) {
        let mut automaton = Automaton::new(rules, cells, chances.to_vec(), key).unwrap();
        let mut naive = Naive {
            rules,
            cells,
            chances: chances.to_vec(),
            key,
            is_forest: vec![false; chances.len()],
            seeds: vec![0.0; chances.len()],
            trees: Vec::new(),
            round: 0,
        };
        for tree in automaton.trees() {
            assert!(!naive.is_forest[tree.cell as usize] && chances[tree.cell as usize] > 0.0);
            naive.stand(tree.cell as usize);
        }
        let missing = rules.initial_trees as usize - naive.trees.len();
        let is_free = |cell: usize| !naive.is_forest[cell] && chances[cell] > 0.0;
        assert!(
            missing == 0 || !(0..chances.len()).any(is_free),
            "a free cell was left"
        );
        for _ in 0..6 {
            automaton.step(Some(stop_at));
            naive.step(stop_at as usize);
            let trees: Vec<_> = automaton.trees().iter().map(|tree| tree.cell as usize).collect();
            assert_eq!(trees, naive.trees);
            assert_eq!(automaton.is_forest(), naive.is_forest);
            assert_eq!(automaton.seeds(), naive.seeds);
            let covered = naive.is_forest.iter().filter(|&&forest| forest).count() as u64;
            assert_eq!(automaton.covered, covered);
        }
    }

    #[test]
    fn a_map_of_nine_by_nine_goes_the_steps_of_the_rules() {
        let cells = Cells {
            columns: 9,
            rows: 9,
            wraps: false,
        };
        for seed in 0..50 {
            let rules = KerrRules {
                initial_trees: 1,
                reach_cells: 3,
                ..KerrRules::default()
            };
            hold_against_naive(rules, cells, &[1.0; 81], Key::root(seed, &["nine"]), 60);
        }
    }

    proptest! {
        #[test]
        fn runs_and_sums_change_nothing(
            seed in any::<u64>(),
            columns in 1_u32..16,
            rows in 1_u32..16,
            wraps in any::<bool>(),
            (initial_trees, tree_radius_cells, further) in (0_u32..9, 0_u32..4, 1_u32..8),
            (strength, decay) in (0.001..1.5, 0.0..0.99),
            stop_at in 1_u64..200,
            no_ground_at in 0.0..0.8,
        ) {
            let cells = Cells { columns, rows, wraps };
            let key = Key::root(seed, &["naive"]);
            let lot = |cell: u32| unit_from_u32(key.draws(7, Purpose::Place, cell)[0]);
            let chances: Vec<_> = (0..columns * rows)
                .map(|cell| if lot(cell) < no_ground_at { 0.0 } else { lot(cell) })
                .collect();
            let rules = KerrRules {
                initial_trees,
                reach_cells: tree_radius_cells + further,
                strength,
                decay,
                tree_radius_cells,
                ..KerrRules::default()
            };
            hold_against_naive(rules, cells, &chances, key, stop_at);
        }
    }

    /// The disc of radius 2 at (1, 1) of 5 × 5 cells loses two to the edges.
    #[test]
    fn a_tree_is_cut_at_the_edge() {
        let cells = Cells {
            columns: 5,
            rows: 5,
            wraps: false,
        };
        let none = KerrRules {
            initial_trees: 0,
            ..KerrRules::default()
        };
        let mut automaton = Automaton::new(none, cells, Vec::new(), Key::root(1, &[])).unwrap();
        automaton.stand(6);
        assert_eq!(automaton.cover(), 0.44);
    }

    /// Under one tree that stays alone the level tends to *S_s* / *d_s*.
    #[test]
    fn decay_keeps_seeds_from_piling_up() {
        let rules = KerrRules {
            initial_trees: 1,
            reach_cells: 1,
            tree_radius_cells: 0,
            strength: 1e-12,
            decay: 0.1,
            ..KerrRules::default()
        };
        let cells = Cells {
            columns: 1,
            rows: 2,
            wraps: false,
        };
        let mut automaton = Automaton::new(rules, cells, Vec::new(), Key::root(1, &[])).unwrap();
        for round in 1..=200 {
            automaton.step(None);
            let level = f64::from(automaton.seeds()[0]) / 1e-12;
            let expected = (1.0 - understory_numerics::math::pow(0.9, f64::from(round))) / 0.1;
            assert!((level / expected - 1.0).abs() < 1e-5, "round {round}: {level}");
        }
    }

    /// Two trees 10 cells apart with a reach of 8: where both reach, the level and with it the chance is double.
    #[test]
    fn a_tree_is_twice_as_likely_where_two_reach() {
        let rules = KerrRules {
            initial_trees: 0,
            reach_cells: 8,
            strength: 0.02,
            ..KerrRules::default()
        };
        let cells = Cells {
            columns: 40,
            rows: 30,
            wraps: false,
        };
        let (mut cells_at, mut trees_at) = ([0.0; 3], [0.0; 3]);
        for seed in 0..600 {
            let mut automaton = Automaton::new(rules, cells, Vec::new(), Key::root(seed, &["lens"])).unwrap();
            automaton.stand(15 * 40 + 15);
            automaton.stand(15 * 40 + 25);
            automaton.step(None);
            for cell in (0..1200).filter(|&cell| !automaton.is_forest()[cell]) {
                cells_at[automaton.mothers[cell] as usize] += 1.0;
            }
            let mothers = automaton.mothers.clone();
            automaton.step(None);
            for tree in &automaton.trees()[2..] {
                trees_at[mothers[tree.cell as usize] as usize] += 1.0;
            }
        }
        assert_eq!(trees_at[0], 0.0);
        // 0.9 of 0.02 for each tree, from about 170,000 and 40,000 cells; four standard errors.
        for reaching in [1, 2] {
            let expected = 0.018 * reaching as f64;
            let share = trees_at[reaching] / cells_at[reaching];
            let error = (expected / cells_at[reaching]).sqrt();
            assert!(
                (share - expected).abs() < 4.0 * error,
                "{reaching}: {share} ± {error}"
            );
        }
    }
}

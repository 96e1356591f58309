//! The automaton against one that goes over each cell in each tree's reach.

use proptest::prelude::*;

use super::*;

/// The automaton as the rules read: every round each tree goes over each cell in its reach.
struct Naive {
    rules: KerrRules,
    cells: Cells,
    chances: Vec<f64>,
    key: RandomKey,
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
            self.is_forest[cell] |= self.chances[cell] > 0.0 && self.distance2(tree, cell) <= radius * radius;
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
            let chosen = unit_from_u32(draw(Draw::Sprout, cell / 4)[cell % 4]);
            if !self.is_forest[cell] && chosen < chance {
                sprouts.push((draw(Draw::Rank, cell)[0], cell));
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

fn hold_against_naive(rules: KerrRules, cells: Cells, chances: &[f64], key: RandomKey, stop_at: u64) {
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
        for cell in (0..chances.len()).filter(|&cell| automaton.is_free(cell as u32)) {
            assert_eq!(automaton.seeds_at(cell), naive.seeds[cell]);
        }
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
        hold_against_naive(rules, cells, &[1.0; 81], RandomKey::root(seed, &["nine"]), 60);
    }
}

proptest! {
    #[test]
    fn runs_and_sums_change_nothing(
        seed in any::<u64>(),
        columns in 1_u32..40,
        rows in 1_u32..20,
        wraps in any::<bool>(),
        (initial_trees, tree_radius_cells, further) in (0_u32..9, 0_u32..4, 1_u32..8),
        (strength, decay) in (0.001..1.5, 0.0..0.99),
        stop_at in prop_oneof![1_u64..200, 200_u64..900],
        no_ground_at in 0.0..0.8,
    ) {
        let cells = Cells { columns, rows, wraps };
        let key = RandomKey::root(seed, &["naive"]);
        let unit = |cell: u32| unit_from_u32(key.draws(7, Purpose::Place, cell)[0]);
        let chances: Vec<_> = (0..columns * rows)
            .map(|cell| if unit(cell) < no_ground_at { 0.0 } else { unit(cell) })
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
    let mut automaton = Automaton::new(none, cells, Vec::new(), RandomKey::root(1, &[])).unwrap();
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
        strength: 1e-6,
        decay: 0.1,
        ..KerrRules::default()
    };
    let cells = Cells {
        columns: 1,
        rows: 2,
        wraps: false,
    };
    let mut automaton = Automaton::new(rules, cells, Vec::new(), RandomKey::root(1, &[])).unwrap();
    for round in 1..=200 {
        automaton.step(None);
        let level = f64::from(automaton.seeds_at(0).max(automaton.seeds_at(1))) / 1e-6;
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
        let mut automaton =
            Automaton::new(rules, cells, Vec::new(), RandomKey::root(seed, &["lens"])).unwrap();
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

//! The trees that stems at one place are.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::scenario::ListedTree;
use crate::stems::Stems;

/// What became of stems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfStems {
    /// The trees, in the order of their first stems.
    pub trees: Vec<ListedTree>,
    /// The number of each tree's first stem, where any are joined.
    first_stems: Vec<usize>,
    /// How many stems stand where one before them does.
    shared: usize,
    /// The first of them, and the one before it, where no rule says what they are.
    open: Option<[usize; 2]>,
}

/// The trees that stems are by `rule`. Without one, stems at one place stay what they are, and are counted.
#[must_use]
pub fn of_stems(stems: Vec<ListedTree>, rule: Option<Stems>) -> OfStems {
    let shared = match rule {
        Some(Stems::Keep) => HashSet::new(),
        _ => shared_places(&stems),
    };
    if shared.is_empty() {
        return OfStems {
            trees: stems,
            ..OfStems::default()
        };
    }
    let mut found = OfStems::default();
    let mut tree_at = HashMap::new();
    for (number, stem) in stems.into_iter().enumerate() {
        let place = stem.place_m.map(f64::to_bits);
        if shared.contains(&place) {
            let species = (rule == Some(Stems::Join)).then_some(stem.species);
            match tree_at.entry((place, species)) {
                Entry::Vacant(free) => _ = free.insert(found.trees.len()),
                Entry::Occupied(taken) => {
                    found.shared += 1;
                    let tree: usize = *taken.get();
                    if rule == Some(Stems::Join) {
                        found.trees[tree] = joined(&found.trees[tree], &stem);
                        continue;
                    }
                    found.open.get_or_insert([number, tree]);
                }
            }
        }
        found.trees.push(stem);
        found.first_stems.push(number);
    }
    found
}

fn shared_places(stems: &[ListedTree]) -> HashSet<[u64; 2]> {
    let mut places: Vec<[u64; 2]> = stems.iter().map(|stem| stem.place_m.map(f64::to_bits)).collect();
    places.sort_unstable();
    places
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect()
}

fn joined(one: &ListedTree, other: &ListedTree) -> ListedTree {
    let both = |of: fn(f64, f64) -> f64, one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => Some(of(one, other)),
        _ => one.or(other),
    };
    ListedTree {
        dbh_cm: both(
            |one, other| (one * one + other * other).sqrt(),
            one.dbh_cm,
            other.dbh_cm,
        ),
        height_m: both(f64::max, one.height_m, other.height_m),
        age_yr: one.age_yr.max(other.age_yr),
        ..*one
    }
}

impl OfStems {
    /// The number of a tree's first stem.
    #[must_use]
    pub fn first_stem(&self, tree: usize) -> usize {
        self.first_stems.get(tree).copied().unwrap_or(tree)
    }

    /// Where stems share places and nothing says what they are: the first of them, that, and the way out, each as `is` spells a rule.
    /// `line` gives the line of a stem.
    #[must_use]
    pub fn refusal(
        &self,
        line: impl Fn(usize) -> usize,
        is: impl Fn(&str) -> String,
    ) -> Option<(usize, String, String)> {
        let [number, before] = self.open?;
        let [x_m, y_m] = self.trees.get(number)?.place_m;
        let message = format!(
            "the tree at ({x_m}, {y_m}) stands exactly where that of line {} does: are they stems of one tree? Rows at a place that is taken: {} of {}",
            line(before),
            self.shared,
            self.trees.len()
        );
        let hint = format!(
            "`{}` makes one tree of the same basal area of those at one place and of one species, `{}` takes each for a tree",
            is("join"),
            is("keep")
        );
        Some((number, message, hint))
    }

    /// What was joined.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        let of = self.shared + self.trees.len();
        match self.shared {
            _ if self.open.is_some() => None,
            0 => None,
            1 => Some(format!("1 of {of} rows is a further stem of a tree before it")),
            shared => Some(format!(
                "{shared} of {of} rows are further stems of trees before them"
            )),
        }
    }
}

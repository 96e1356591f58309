//! Stems that stand at one place: most often those of one tree, which the rows of a census list one by one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::scenario::ListedTree;

/// What becomes of stems that stand at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stems {
    /// Those of one species are one tree: of the same basal area, as high and as old as the highest and oldest of them.
    Join,
    /// Each is a tree of its own.
    Keep,
}

impl Stems {
    /// What scenarios and commands call them.
    pub const NAMES: [&'static str; 2] = ["join", "keep"];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// By its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Join, Self::Keep]
            .into_iter()
            .find(|rule| rule.name() == name)
    }
}

/// What became of stems.
#[derive(Clone, Debug, PartialEq)]
pub struct OfStems {
    /// The trees, each with the number of its first stem, in the order of these.
    pub trees: Vec<(usize, ListedTree)>,
    /// How many stems stand where one before them does.
    pub shared: usize,
    /// The first of them, and the one before it, where no rule says what they are.
    pub first: Option<[usize; 2]>,
}

/// The trees that stems are by `rule`. Without one, stems at one place stay what they are, and are counted.
#[must_use]
pub fn of_stems(stems: Vec<ListedTree>, rule: Option<Stems>) -> OfStems {
    let mut found = OfStems {
        trees: Vec::with_capacity(stems.len()),
        shared: 0,
        first: None,
    };
    let mut tree_at = HashMap::with_capacity(if rule == Some(Stems::Keep) { 0 } else { stems.len() });
    for (number, stem) in stems.into_iter().enumerate() {
        let place = stem.place_m.map(f64::to_bits);
        let species = (rule == Some(Stems::Join)).then_some(stem.species);
        if rule != Some(Stems::Keep) {
            match tree_at.entry((place, species)) {
                Entry::Vacant(free) => _ = free.insert(found.trees.len()),
                Entry::Occupied(taken) => {
                    let (before, tree) = &mut found.trees[*taken.get()];
                    found.shared += 1;
                    if rule == Some(Stems::Join) {
                        *tree = joined(tree, &stem);
                        continue;
                    }
                    found.first.get_or_insert([number, *before]);
                }
            }
        }
        found.trees.push((number, stem));
    }
    found
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
    /// Where stems share places and nothing says what they are: that, and the way out, each as `is` spells a rule. `line` gives the
    /// line of a stem.
    #[must_use]
    pub fn refusal(
        &self,
        line: impl Fn(usize) -> u64,
        is: impl Fn(&str) -> String,
    ) -> Option<(String, String)> {
        let [number, before] = self.first?;
        let [x_m, y_m] = self.trees.get(number)?.1.place_m;
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
        Some((message, hint))
    }

    /// What was joined.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        let trees = self.trees.len();
        (self.shared > 0 && self.first.is_none())
            .then(|| format!("{} stems are joined to {trees} trees", self.shared + trees))
    }
}

//! How large and how old trees of a file are by the life of an average tree, and whether that goes with what the file says.

use understory_forest::components::{BREAST_HEIGHT_M, Size};
use understory_forest::growth::{GrowthCurve, LIGHT_IN_STANDS, Life, oldest_founder_yr};
use understory_forest::parameters::Species;

use super::{OfStems, Stand};
use crate::scenario::ListedTree;

/// A measured age may be so many times that of an average tree of the same size, or such a part of it.
const APART: f64 = 3.0;

/// Younger trees count as so old: seedlings are not compared.
const YOUNGEST_YR: f64 = 5.0;

/// The life of an average tree of a species in a stand.
#[derive(Clone, Debug)]
pub struct InAStand {
    life: Life,
    /// In the least light that the species bears: no tree grows slower for long.
    slowest: Life,
    oldest_yr: f64,
}

impl InAStand {
    /// Of this species.
    #[must_use]
    pub fn of(species: &Species) -> Self {
        Self {
            life: GrowthCurve::new(species).life(LIGHT_IN_STANDS),
            slowest: GrowthCurve::new(species).life(species.mortality.stress_threshold),
            oldest_yr: oldest_founder_yr(species),
        }
    }

    /// What was measured, what was not by this life, and the age of that size, yr: at most [`oldest_founder_yr`], also of a tree that is
    /// larger than average ones become.
    #[must_use]
    pub fn size_and_age(&self, tree: &ListedTree) -> (Size, f64) {
        let life = &self.life;
        let (age_yr, height_by_life_m) = life.age_and_height(tree.dbh_cm, tree.height_m);
        // A tree with a diameter has reached breast height, which the curve can miss by its rounding.
        let least_m = if tree.dbh_cm > Some(0.0) {
            BREAST_HEIGHT_M
        } else {
            0.0
        };
        let height_m = tree.height_m.unwrap_or_else(|| height_by_life_m.max(least_m));
        let dbh_cm = tree.dbh_cm.unwrap_or_else(|| life.dbh_at_height_cm(height_m));
        (Size { dbh_cm, height_m }, age_yr.min(self.oldest_yr))
    }
}

impl Stand<'_, '_> {
    /// Notes ages that few trees of such a size have; `rows` holds where each stem stands.
    pub(super) fn compare_ages(&mut self, found: &OfStems, rows: &[usize]) {
        let trees = &found.trees;
        if trees.iter().all(|tree| tree.age_yr.is_none()) {
            return;
        }
        let lives = self.columns.named.iter();
        let lives: Vec<Option<InAStand>> = lives
            .map(|named| named.species.as_ref().map(InAStand::of))
            .collect();
        let mut apart = trees.iter().enumerate().filter_map(|(number, tree)| {
            let life = lives.get(tree.species)?.as_ref()?;
            let (_, expected_yr) = life.size_and_age(tree);
            let (slowest_yr, _) = life.slowest.age_and_height(tree.dbh_cm, tree.height_m);
            let age_yr = tree.age_yr?;
            is_far_from(age_yr, expected_yr, slowest_yr).then_some((number, age_yr, expected_yr))
        });
        let Some((first, age_yr, expected_yr)) = apart.next() else {
            return;
        };
        let count = 1 + apart.count();
        let at = rows[found.first_stem(first)];
        let message = format!(
            "age and size are far apart in {count} of {} founders: the first has {age_yr} years, but in a stand its species has its size at \
             about {expected_yr:.0}",
            trees.len()
        );
        let hint = "check the unit of the diameter and the column of the age, or leave `age_yr` empty to have it worked out";
        self.report.note(at, message, hint.to_owned());
    }
}

/// Whether an age is far below the expected one, or far above that of the slowest trees.
fn is_far_from(age_yr: u32, expected_yr: f64, slowest_yr: f64) -> bool {
    let age_yr = f64::from(age_yr).max(YOUNGEST_YR);
    APART * age_yr < expected_yr || age_yr > APART * slowest_yr.max(YOUNGEST_YR)
}

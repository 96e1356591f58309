//! Which trees of a table a page draws.

use serde::Serialize;

/// So many rows of trees a page holds at most, over all its years: 10,000 trees in each of 20.
const ROWS_AT_MOST: u64 = 200_000;
/// And so many a year: more take a browser longer to draw than a slider bears.
const ROWS_A_YEAR: u64 = 20_000;

/// One in so many is drawn; 1 draws all. A tree that is drawn in one year is drawn in every later one, so that its life can
/// be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thinning {
    /// Of the adults, trees of 10 cm or more.
    one_in_adults: u64,
    /// Of all smaller ones.
    one_in_others: u64,
}

impl Thinning {
    /// For so many rows of trees, and of adults among them, over so many years. The smaller trees are thinned first, as adults
    /// make the canopy.
    #[must_use]
    pub fn of(trees: u64, adults: u64, years: u64) -> Self {
        let most = ROWS_AT_MOST.min(ROWS_A_YEAR * years);
        if trees <= most {
            return Self {
                one_in_adults: 1,
                one_in_others: 1,
            };
        }
        // Half of what there is room for at most, so that the small ones are seen too.
        let one_in_adults = (2 * adults).div_ceil(most).max(1);
        // A multiple, so that a tree that is drawn while it is small is drawn as an adult.
        let room = most - adults / one_in_adults;
        Self {
            one_in_adults,
            one_in_others: (trees - adults.min(trees))
                .div_ceil(room)
                .max(1)
                .next_multiple_of(one_in_adults),
        }
    }

    /// Whether this tree is drawn, by its number and whether it is an adult.
    #[must_use]
    pub fn draws(self, tree: u64, is_adult: bool) -> bool {
        // Numbers follow the order of birth; spread, so that no part of the plot or of the years is preferred.
        let spread = tree.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        spread.is_multiple_of(if is_adult {
            self.one_in_adults
        } else {
            self.one_in_others
        })
    }
}

//! All claims, in the order in which they are measured.
//!
//! By number, so that `S2` comes before `S10`.

use crate::claim::{Claim, Definition, Set};
use crate::{colonization, forest, trees};

/// The claims of a set, in the order in which they are measured.
#[must_use]
pub fn catalogue(set: Set) -> Vec<Claim> {
    match set {
        Set::Articles => {
            let mut definitions: Vec<&Definition> =
                colonization::CLAIMS.iter().flat_map(|part| part.iter()).collect();
            definitions.sort_by_key(|definition| number(definition.id));
            definitions.into_iter().map(Definition::claim).collect()
        }
        Set::Trees => trees::claims(),
        Set::Forest => forest::claims(),
        Set::Inhibition => forest::fields::claims(),
    }
}

/// The number of an article's claim: 13 of `S13.scaled`.
fn number(id: &str) -> u32 {
    let digits = id.chars().skip(1).take_while(char::is_ascii_digit);
    digits.fold(0, |number, digit| 10 * number + digit.to_digit(10).unwrap_or(0))
}

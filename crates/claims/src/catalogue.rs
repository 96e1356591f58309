//! All claims, in the order in which they are measured.
//!
//! Those of articles by article, then by number, so that `S2` comes before `S10`.

use crate::claim::{Claim, Set};
use crate::rows::Definition;
use crate::{colonization, flights, forest, painted, raster_forests, scattering, trees};

/// The claims of a set, in the order in which they are measured.
#[must_use]
pub fn catalogue(set: Set) -> Vec<Claim> {
    match set {
        Set::Articles => {
            let colonization = colonization::CLAIMS.iter().flat_map(|part| part.iter());
            let articles = [
                scattering::claims(),
                flights::claims(),
                (colonization.map(Definition::claim))
                    .chain(forest::shared_space::claims_of_article())
                    .collect(),
                raster_forests::claims(),
                painted::claims(),
            ];
            let by_number = |mut claims: Vec<Claim>| {
                claims.sort_by_key(|claim| number(&claim.id));
                claims
            };
            articles.into_iter().flat_map(by_number).collect()
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

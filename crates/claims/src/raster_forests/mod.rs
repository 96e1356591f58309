//! "Procedural Forest Generation" (Wesley Kerr): trees of a raster that seed the ground around them, round by round.
//!
//! Unless an experiment says otherwise the raster has 240 × 160 cells and does not wrap, and the rules are those of the article's
//! demo: 20 trees at first (n_f), seeds that fly 7 cells (R_s) and add 0.05 a round (S_s), of which 0.1 are lost (d_s), until a quarter
//! is covered (F_c), trees of 13 cells; growth ends after the round in which enough is covered.

mod caves;
mod clumps;
mod growth;
mod measures;
pub(super) mod pictures;
mod seeds;

use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    let parts = [
        growth::claims(),
        seeds::claims(),
        clumps::claims(),
        caves::claims(),
    ];
    parts.into_iter().flatten().collect()
}

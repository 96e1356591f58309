//! "Space Colonization" (Procedural World, 22 February 2011) and what its readers say: trees that take the space
//! they can.
//!
//! Unless an experiment says otherwise, 1,500 attraction points lie in a ball, or in a disc where crossings are
//! counted, and the tree begins at its lowest place. Lengths are given in the mean spacing of the points: a segment
//! has half of one, points go within one and pull from within four.

mod budding;
mod comments;
mod field;
mod growth;
mod index;
mod looks;
mod measures;
mod naive;
mod parameters;
pub(super) mod pictures;

use crate::rows::Definition;

/// The claims, part by part, in the order of the article.
pub(super) const CLAIMS: &[&[Definition]] = &[
    budding::CLAIMS,
    growth::CLAIMS,
    parameters::CLAIMS,
    looks::CLAIMS,
    comments::CLAIMS,
    index::CLAIMS,
];

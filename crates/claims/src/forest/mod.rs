//! What must come out of the forest: stands of the species that ship, held against measured ones.
//!
//! Plots are tori, so that no edge takes part, but where hills or an edge are what is looked at. Each experiment gives several numbers, a claim each; a claim says in its
//! remark where its range comes from, or that it is our own.

mod closing;
mod deadwood;
mod dry_years;
mod even_aged;
mod experiment;
pub(crate) mod fields;
mod figures;
mod hill;
mod lone;
mod masting;
mod mixtures;
mod more_seeds;
mod old_growth;
mod pioneer;
mod restart;
mod roles;
pub(crate) mod shared_space;
mod stand;
mod storms;
mod stress;
mod succession;
mod warming;
pub mod yields;

use crate::claim::Claim;

/// The claims, experiment by experiment.
pub(super) fn claims() -> Vec<Claim> {
    [
        yields::claims(),
        restart::claims(),
        closing::claims(),
        even_aged::claims(),
        stress::claims(),
        pioneer::claims(),
        roles::claims(),
        mixtures::claims(),
        more_seeds::claims(),
        warming::claims(),
        succession::claims(),
        storms::claims(),
        hill::claims(),
        dry_years::claims(),
        old_growth::claims(),
        deadwood::claims(),
        masting::claims(),
        lone::claims(),
        shared_space::claims(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

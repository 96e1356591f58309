//! The points that a candidate lays out.

use understory_numerics::RandomKey;
use understory_scatter::{Layout, PointMethod, Request, Scattered};
use understory_scenario::Candidate;

use crate::error::LabError;

/// The key of all patterns of a method.
pub(super) fn root(seed: u64, candidate: &Candidate) -> RandomKey {
    RandomKey::root(seed, &["compare", &candidate.label])
}

/// One pattern. Points that the method cannot place are no error, but counted.
pub(super) fn scatter(
    candidate: &Candidate,
    layout: &Layout<'_>,
    key: RandomKey,
) -> Result<Scattered, LabError> {
    candidate
        .method
        .scatter(&Request::from(*layout), key)
        .map_err(|error| LabError::of_method(&candidate.label, &error))
}

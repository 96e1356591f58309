//! The parameters of the point methods, which founders and compared methods share.

use super::Literal::{Real, Whole};
use super::{Interval, Key, When, real, whole};

/// The names of the point methods.
pub(super) const METHODS: &[&str] = &["uniform", "minimum-distance", "jittered-grid"];

const LENGTH: Interval = Interval::above(0.0, 1e6);

/// In which company a parameter stands is said of `method` here.
const PARAMETERS: &[Key] = &[
    real(
        "distance_m",
        LENGTH,
        "m",
        "least distance between two points; left out: so that count · distance² is 0.4 of the plot",
        "3.0",
    )
    .when(of(&["minimum-distance"]))
    .optional(),
    whole(
        "tries",
        (1, 1_000_000_000),
        "",
        "places tried for one point before the plot counts as full",
        "1000",
    )
    .when(of(&["minimum-distance"]))
    .default(Whole(1000)),
    real(
        "jitter",
        Interval::from(0.0, 0.5),
        "grid spacings",
        "greatest move off the grid along each axis",
        "0.4",
    )
    .when(of(&["jittered-grid"]))
    .default(Real(0.4)),
];

const fn of(methods: &'static [&'static str]) -> When {
    When::Is("method", methods)
}

/// `own` keys, then the parameters of the methods; `named_by` is the key that names the method.
///
/// `N` is the number of both together.
pub(super) const fn with_parameters<const N: usize>(own: &[Key], named_by: &'static str) -> [Key; N] {
    assert!(own.len() + PARAMETERS.len() == N, "N counts the keys of both");
    let mut keys = [own[0]; N];
    let mut i = 0;
    while i < N {
        if i < own.len() {
            keys[i] = own[i];
        } else {
            keys[i] = PARAMETERS[i - own.len()];
            if let When::Is(_, methods) = keys[i].when {
                keys[i].when = When::Is(named_by, methods);
            }
        }
        i += 1;
    }
    keys
}

/// How many parameters there are.
pub(super) const PARAMETER_COUNT: usize = PARAMETERS.len();

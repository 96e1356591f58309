//! Ranges that several parameters share, and keys that several structs have.

use understory_keys::Literal::{Real, RealTriple};
use understory_keys::{Interval, Key, ValueKind, key, real, whole};

pub(crate) const SHARE: Interval = Interval::from(0.0, 1.0);
pub(crate) const SIZE: Interval = Interval::from(0.0, 1e6);
/// Shorter lengths drown in the rounding of places.
pub(crate) const LENGTH: Interval = Interval::from(1e-6, 1e6);
pub(crate) const PLACE: Interval = Interval::from(-1e6, 1e6);
/// Numbers of a direction, which need no unit.
pub(crate) const DIRECTION: Interval = Interval::from(-1e6, 1e6);
pub(crate) const FACTOR: Interval = Interval::from(0.0, 1e6);
/// Beyond a length of 1 a tropism leaves a branch no way but its own.
const TROPISM_RANGE: Interval = Interval::from(-2.0, 2.0);
/// No two directions lie further apart.
pub(crate) const NEVER_DEG: f64 = 180.0;
/// The greatest number of nodes, and of what is counted of them.
pub(crate) const MANY: i64 = 20_000_000;
/// The greatest value of a count that nothing else bounds.
pub(crate) const COUNT: i64 = u32::MAX as i64;

pub(crate) const STRAIGHTNESS: Key = real(FACTOR, "", "1.0").default(Real(0.0));
pub(crate) const CROOKEDNESS: Key = real(FACTOR, "", "0.2").default(Real(0.0));
pub(crate) const FORK_DEG: Key = real(Interval::from(0.0, NEVER_DEG), "°", "60.0").default(Real(NEVER_DEG));

pub(crate) const fn place(example: &'static str) -> Key {
    key(ValueKind::RealTriple(PLACE), "m", example)
}

pub(crate) const fn tropism(example: &'static str) -> Key {
    key(ValueKind::RealTriple(TROPISM_RANGE), "", example).default(RealTriple([0.0; 3]))
}

/// Attraction points of a pass.
pub(crate) const fn points(example: &'static str) -> Key {
    whole(1, 2_000_000, "", example)
}

/// Whether a length drowns in the rounding of places.
pub(crate) fn is_nothing(length_m: f64) -> bool {
    length_m.abs() < 1e-6
}

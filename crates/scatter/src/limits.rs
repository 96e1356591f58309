//! How much laying points out may take, and ranges of parameters that several methods share.

use understory_keys::Literal::Whole;
use understory_keys::{Interval, Key, real, whole};

/// Work above which a pattern is refused, in steps of about a nanosecond: ten seconds on a slow machine. What the
/// methods really take stands beside it in `examples/cost.rs`.
pub const MOST_STEPS: f64 = 1e10;

/// The same of many patterns together: some minutes.
pub const MOST_STEPS_OF_MANY: f64 = 4e11;

/// Memory above which a pattern is refused, bytes.
pub const MOST_BYTES: f64 = 1_073_741_824.0;

/// Shorter lengths drown in the rounding of places.
pub(crate) const LENGTH: Interval = Interval::from(1e-6, 1e6);
pub(crate) const REACH: Interval = Interval::from(0.0, 1e6);
pub(crate) const FACTOR: Interval = Interval::from(1e-6, 1e6);
pub(crate) const SHARE: Interval = Interval::from(0.0, 1.0);

pub(crate) const DISTANCE: Key = real(LENGTH, "m", "3.0").optional();
pub(crate) const JITTER: Key = Key {
    name: "jitter",
    ..real(Interval::from(0.0, 0.5), "grid spacings", "0.4")
};
pub(crate) const TRIES: Key = whole(1, 1_000_000_000, "", "1000").default(Whole(1000));
pub(crate) const ITERATIONS: Key = whole(0, 1_000_000, "", "40");

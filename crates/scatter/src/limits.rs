//! How much laying points out may take.

/// Work above which a pattern is refused, in steps of about a nanosecond: ten seconds on a slow machine. What the methods
/// really take stands beside it in `examples/cost.rs`.
pub const MOST_STEPS: f64 = 1e10;

/// The same of many patterns together: some minutes.
pub const MOST_STEPS_OF_MANY: f64 = 4e11;

/// Memory above which a pattern is refused, bytes.
pub const MOST_BYTES: f64 = 1_073_741_824.0;

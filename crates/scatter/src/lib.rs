//! The shortcuts: point methods that imitate what a forest looks like (the *ontogenetic* way).

mod method;

pub use method::{Method, PointMethod, ScatterError};

//! Which program this is.

/// Version of the program, as manifests have it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

//! Something wrong with a world.

/// Something wrong with a world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` {problem}")]
pub struct Fault {
    /// The key that is to be mended; entries of a list by their name or, without one, their number from 0:
    /// `rule.oaks.footprint_m`, `mix.2.of`.
    pub key: String,
    /// What is wrong with it.
    pub problem: String,
    /// The way out.
    pub hint: String,
    /// The byte of the key's text where it is, for what is written as text.
    pub within: Option<usize>,
}

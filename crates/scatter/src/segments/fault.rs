//! What is wrong with borders.

/// What is wrong with a border, and where it is to be mended.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{wrong}")]
pub struct BorderFault {
    /// Its number in the list.
    pub border: usize,
    /// The number of the point that is at fault, or of that before the place at fault; none where it is the whole border.
    pub point: Option<usize>,
    /// What is wrong; places in m.
    pub wrong: String,
    /// The way out.
    pub hint: &'static str,
}

//! The work that a tree is, for those who look on.

/// A part of the work that a tree is, for those who look on; crown and roots go through the first two in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Attraction points were placed.
    Attraction,
    /// A raw skeleton grew.
    Growth,
    /// It was shaped, thickened and measured.
    Finish,
}

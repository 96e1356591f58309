//! The work that a tree is, for those who look on.

/// A part of the work that a tree is, for those who look on; crown and roots go through the first two in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Attraction points were placed.
    Attraction,
    /// A year of a tree's life is over.
    Year {
        /// The year, from 1.
        year: u32,
        /// The years that it may have.
        of: u32,
    },
    /// A raw skeleton grew.
    Growth,
    /// It was shaped, thickened and measured.
    Finish,
}

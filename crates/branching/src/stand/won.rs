//! What a tree has won of the space that all share.

/// Attraction points of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// Points in the space that it asked for, those included that others asked for too.
    pub offered: u32,
    /// Points that it reached, in that space or beside it.
    pub reached: u32,
}

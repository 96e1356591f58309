//! What is held against what.

use understory_records::Compared;

use crate::RunAbout;

/// A target and the methods that are held against it, all on one plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The scenario and its plot; the species are not used.
    pub about: RunAbout,
    /// The grown forest or the measured stand; the `first` of its curves is its own, and their bands are not drawn.
    pub target: Compared,
    /// In the order of the maps and panels.
    pub methods: Vec<Compared>,
}

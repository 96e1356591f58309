//! Seeds that come forward in a spring, on their way from the bank or from what fell to becoming trees.

/// A seed whose time has come, if the fields around it let it live.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sprout {
    pub(crate) place_m: [f64; 2],
    pub(crate) tile: u32,
    pub(crate) seed: SeedAt,
    /// The random word that decides whether it lives.
    pub(crate) chance: u32,
    /// Summed inhibiting field at its place.
    pub(crate) field: f32,
    /// Crowding of a newborn tree at its place.
    pub(crate) crowding: f32,
    pub(crate) species: u16,
}

/// What becomes of a sprout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Its seed lies on.
    #[default]
    LiesOn,
    /// It is a tree.
    Lives,
    /// Its seed is dead, by the fields around it.
    Dies,
}

/// Where a seed is found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeedAt {
    /// In this row of the bank.
    Bank(u32),
    /// Among what fell in this run.
    Fallen(u32, u32),
}

impl Default for SeedAt {
    fn default() -> Self {
        Self::Bank(0)
    }
}

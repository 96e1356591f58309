//! Stems that stand at one place: most often those of one tree, which the rows of a census list one by one.

/// What becomes of stems that stand at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stems {
    /// Those of one species are one tree: of the same basal area, as high and as old as the highest and oldest of them.
    Join,
    /// Each is a tree of its own.
    Keep,
}

impl Stems {
    /// What scenarios and commands call them.
    pub const NAMES: [&'static str; 2] = ["join", "keep"];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// By its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Join, Self::Keep]
            .into_iter()
            .find(|rule| rule.name() == name)
    }
}

//! Stems that stand at one place: most often those of one tree, which the rows of a census list one by one.

use understory_keys::named;

named! {
    /// What becomes of stems that stand at one place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stems {
        /// Those of one species are one tree: of the same basal area, as high and as old as the highest and oldest of them.
        Join = "join",
        /// Each is a tree of its own.
        Keep = "keep",
    }
}

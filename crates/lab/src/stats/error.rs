use understory_spacing::SpacingError;

/// Why a pattern could not be measured: the pattern or an option does not allow it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// A statistic refuses the pattern, a mark or an option.
    #[error(transparent)]
    Spacing(#[from] SpacingError),
    /// More pairs of species than anyone would read.
    #[error(
        "{found} species make {} pairs with three tables each, but at most {most} species are crossed; join the rare \
         ones under one name, or measure some of them at a time",
        found * (found - 1)
    )]
    TooManySpecies {
        /// Species of the pattern.
        found: usize,
        /// Species that are crossed at most.
        most: usize,
    },
    /// Two pairs of species whose tables would have one name.
    #[error(
        "the tables from `{}` to `{}` and from `{}` to `{}` would all be called `{table}.csv`; rename a species",
        pairs[0][0], pairs[0][1], pairs[1][0], pairs[1][1]
    )]
    SameTable {
        /// The name, without `.csv`.
        table: String,
        /// Both pairs.
        pairs: Box<[[String; 2]; 2]>,
    },
}

//! What a pattern or an option does not allow.

use understory_spacing::SpacingError;

/// Why a pattern could not be measured: the pattern or an option does not allow it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// A statistic refuses the pattern, a mark or an option.
    #[error(transparent)]
    Spacing(#[from] SpacingError),
    /// More pairs of species than anyone would read.
    #[error(
        "{found} species make {} pairs with up to four tables each, but at most {most} species are crossed; join the rare \
         ones under one name, or measure some of them at a time",
        found * (found - 1)
    )]
    TooManySpecies {
        /// Species of the pattern.
        found: usize,
        /// Species that are crossed at most.
        most: usize,
    },
    /// A range of distances in which a curve has no value to test.
    #[error("the test of `{curve}`: {source}")]
    Range {
        /// Name of its table without `.csv`.
        curve: String,
        /// Why not.
        source: SpacingError,
    },
    /// Patterns to pool, but no function that can be pooled.
    #[error("none of the functions can be pooled over patterns; those that can are {names}")]
    NothingPooled {
        /// Those that can.
        names: String,
    },
    /// A test was asked for that has nothing to compare with, or does not fit the functions.
    #[error("the test `{test}` cannot be made: {why}; {way_out}")]
    NoTest {
        /// Its name.
        test: &'static str,
        /// Why not.
        why: String,
        /// What to change.
        way_out: &'static str,
    },
    /// What is made of a rectangle alone was asked for in a window of polygons.
    #[error("{what} cannot be measured where polygons bound the window: {why}; {way_out}")]
    NotInPolygons {
        /// What was asked for.
        what: String,
        /// Why not.
        why: &'static str,
        /// What to change.
        way_out: String,
    },
    /// A kernel that the distances do not go with.
    #[error("{source}; give another `--bandwidth`, `--r-max` or `--r-steps`")]
    Kernel {
        /// Why not.
        source: SpacingError,
    },
    /// A kernel that leaves a point no intensity.
    #[error("{source}: give a wider `--intensity-bandwidth` than {sigma}")]
    NoIntensity {
        /// Where.
        source: SpacingError,
        /// Standard deviation of the kernel.
        sigma: f64,
    },
    /// A border so long and crooked that its common areas would not be found in time.
    #[error(
        "the polygon has {corners} corners, and where it is moved over itself {pairs} pairs of edges meet, too many for {functions}: \
         simplify it, such as by Simplify of QGIS or `sf::st_simplify`, or ask for `--functions G,F,J` without marks and species"
    )]
    Corners {
        /// Corners of all rings.
        corners: usize,
        /// Pairs of edges, for one way of moving it.
        pairs: u64,
        /// What was asked for that takes them.
        functions: String,
    },
    /// More simulations, points or steps than memory holds.
    #[error(
        "{what} would take some {} of memory, but there are {}; {way_out}",
        text(*needed_bytes), text(*free_bytes)
    )]
    Memory {
        /// What takes it.
        what: String,
        /// What it would take.
        needed_bytes: u64,
        /// What there is.
        free_bytes: u64,
        /// What to change.
        way_out: &'static str,
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

/// Bytes in megabytes or gigabytes.
fn text(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        gigabytes if gigabytes < 1.0 => format!("{:.0} MB", 1e3 * gigabytes),
        gigabytes => format!("{gigabytes:.1} GB"),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn bytes_are_told_in_the_unit_that_leaves_the_fewest_digits() {
        let bytes = [0, 1_400_000, 999_000_000, 1_000_000_000, 1_550_000_000];
        assert_eq!(bytes.map(text), ["0 MB", "1 MB", "999 MB", "1.0 GB", "1.6 GB"]);
    }
}

//! What can go wrong while figures are drawn.

/// An error of the caller's: reading a table or keeping a figure.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a figure could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A table could not be had.
    #[error("cannot read `{table}` to draw the figures from it")]
    Table {
        /// Name of the table in the run's folder.
        table: String,
        /// What the reader said.
        source: Cause,
    },
    /// The caller could not keep a figure.
    #[error("cannot keep the figure `{figure}`")]
    Keep {
        /// Name of the figure.
        figure: String,
        /// What the keeper said.
        source: Cause,
    },
    /// A number in a table is not one that can be drawn.
    #[error("`{table}` holds {found} as `{column}`, but a figure needs {needed}")]
    Number {
        /// Name of the table.
        table: String,
        /// Column.
        column: &'static str,
        /// The value.
        found: f64,
        /// What it would have to be.
        needed: &'static str,
    },
    /// A list has not one value for each distance, weight or cell.
    #[error("`{of}` has {found} values of `{what}` for {expected} {each}, but needs one for each")]
    Count {
        /// Name of the figure, or label of the method.
        of: String,
        /// Label of the series, or column of the table.
        what: String,
        /// Number of values.
        found: usize,
        /// Distances, weights or cells.
        each: &'static str,
        /// Number of those.
        expected: usize,
    },
    /// A pattern has not one size for each point.
    #[error(
        "`{pattern}` has {found} sizes for {points} points, but a map needs one for each, or none at all"
    )]
    Sizes {
        /// Name of the pattern.
        pattern: String,
        /// Number of sizes.
        found: usize,
        /// Number of points.
        points: usize,
    },
    /// The plot has no extent that could be drawn.
    #[error(
        "a plot of {width_m} m by {height_m} m cannot be drawn; both sides must be finite, greater than 0 and long \
         enough to be told apart at the plot's origin"
    )]
    Plot {
        /// Width, m.
        width_m: f64,
        /// Height, m.
        height_m: f64,
    },
    /// The drawing or its encoding failed.
    #[error("cannot draw the figure `{figure}`: {reason}")]
    Drawing {
        /// Name of the figure.
        figure: String,
        /// What the drawing library said.
        reason: String,
    },
}

impl ReportError {
    /// Refuses any number of values but one for each.
    pub(crate) fn check_count(
        of: &str,
        what: &str,
        found: usize,
        each: &'static str,
        expected: usize,
    ) -> Result<(), Self> {
        if found == expected {
            return Ok(());
        }
        Err(Self::Count {
            of: of.to_owned(),
            what: what.to_owned(),
            found,
            each,
            expected,
        })
    }

    pub(crate) fn number(
        table: impl Into<String>,
        column: &'static str,
        found: f64,
        needed: &'static str,
    ) -> Self {
        ReportError::Number {
            table: table.into(),
            column,
            found,
            needed,
        }
    }
}

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
    /// A series has not one value for each distance.
    #[error(
        "`{figure}` has {found} values of `{series}` at {distances} distances, but a figure needs one at each"
    )]
    Values {
        /// Name of the figure.
        figure: String,
        /// Label of the series.
        series: String,
        /// Number of values.
        found: usize,
        /// Number of distances.
        distances: usize,
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
    /// A raster has not one value for each cell.
    #[error("`{raster}` has {found} values of `{column}` for {cells} cells, but a raster needs one for each")]
    Cells {
        /// Label of the method.
        raster: String,
        /// Column of the table.
        column: &'static str,
        /// Number of values.
        found: usize,
        /// Number of cells.
        cells: usize,
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

//! Cells over the plot, of what the ground is like.

/// Cells of one size, row by row from the south-west; beyond them the nearest counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cells {
    origin_m: [f64; 2],
    cell_m: [f64; 2],
    columns: u32,
    rows: u32,
}

impl Cells {
    /// So many columns and rows from `origin_m` on, or in words why there are none.
    pub(crate) fn new(
        origin_m: [f64; 2],
        cell_m: [f64; 2],
        [columns, rows]: [u32; 2],
    ) -> Result<Self, String> {
        if !(cell_m.iter().all(|side_m| side_m.is_finite() && *side_m > 0.0) && columns > 0 && rows > 0) {
            return Err(format!(
                "{columns} × {rows} cells of {} m by {} m hold no ground",
                cell_m[0], cell_m[1]
            ));
        }
        Ok(Self {
            origin_m,
            cell_m,
            columns,
            rows,
        })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The number of the one that holds a place.
    #[inline]
    pub(crate) fn of(&self, place_m: [f64; 2]) -> usize {
        let along = |axis: usize, count: u32| {
            // A cast rounds down, and takes what is negative or not a number to 0.
            (((place_m[axis] - self.origin_m[axis]) / self.cell_m[axis]) as u32).min(count - 1) as usize
        };
        along(1, self.rows) * self.columns as usize + along(0, self.columns)
    }
}

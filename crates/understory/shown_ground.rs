//! Ground as a scene shows it: heights and colours of the crossings of a grid.

use understory_export::scene::SceneGround;

/// Scenes have no cells of less than a millimetre, and those of a side that is no whole number of steps may be half as wide.
const LEAST_STEP_M: f64 = 0.002;

/// The ground of a window.
pub(crate) struct ShownGround {
    columns: usize,
    rows: usize,
    low_m: [f64; 2],
    cell_m: [f64; 2],
    heights_m: Vec<f32>,
    colours: Vec<[u8; 3]>,
}

impl ShownGround {
    /// So many cells along the longer side of the window, and as wide ones along the other; `at` gives the height of a place, m,
    /// and its colour.
    pub(crate) fn over(
        low_m: [f64; 2],
        high_m: [f64; 2],
        cells_along: f64,
        at: impl Fn([f64; 2]) -> (f64, [u8; 3]),
    ) -> Self {
        let sides_m = [0, 1].map(|axis| high_m[axis] - low_m[axis]);
        let step_m = (sides_m[0].max(sides_m[1]) / cells_along).max(LEAST_STEP_M);
        let cells = sides_m.map(|side_m| (side_m / step_m).ceil().max(1.0));
        let cell_m = [0, 1].map(|axis| sides_m[axis] / cells[axis]);
        let [columns, rows] = cells.map(|cells| cells as usize + 1);
        let crossings = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let (heights_m, colours) = crossings
            .map(|crossing| {
                let (height_m, colour) =
                    at([0, 1].map(|axis| low_m[axis] + cell_m[axis] * crossing[axis] as f64));
                (height_m as f32, colour)
            })
            .unzip();
        Self {
            columns,
            rows,
            low_m,
            cell_m,
            heights_m,
            colours,
        }
    }

    pub(crate) fn as_scene(&self) -> SceneGround<'_> {
        SceneGround {
            columns: self.columns,
            rows: self.rows,
            origin_m: self.low_m,
            cell_m: self.cell_m,
            heights_m: &self.heights_m,
            colours: &self.colours,
        }
    }

    pub(crate) fn triangles(&self) -> u64 {
        2 * (self.columns as u64 - 1) * (self.rows as u64 - 1)
    }
}

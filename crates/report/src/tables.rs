//! What figures are drawn from: a run's tables, read by the caller.

use understory_records::{
    CensusRow, ClimateRow, DeadwoodRow, GroundRow, InventoryRow, ReplicatesRow, SitesRow, SpacingRow,
    SuitabilityRow, TreeRow,
};
use understory_spacing::{Edge, Plot};

use crate::error::{Cause, ReportError};
use crate::needed::{FINITE, WIDTH};
use crate::style;

/// What figures need to know of a run besides its tables. All of it stands in the manifest, but for their width.
#[derive(Clone, Debug, PartialEq)]
pub struct RunAbout {
    /// Name of the scenario.
    pub name: String,
    /// Width and height of the plot, m; finite and greater than 0.
    pub size_m: [f64; 2],
    /// Lower left corner of the plot in the coordinates of the trees, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// Species in the order of the scenario, which is the order of their colours.
    pub species: Vec<String>,
    /// How wide figures are to be, 80 to 600 mm; without, each has a width of its own.
    pub width_mm: Option<f64>,
}

impl RunAbout {
    /// Area of the plot, ha.
    pub(crate) fn area_ha(&self) -> f64 {
        self.size_m[0] * self.size_m[1] / 10_000.0
    }

    /// The plot for measuring distances on it; none where it is too narrow for that.
    pub(crate) fn window(&self) -> Option<Plot> {
        let edge = if self.torus { Edge::Torus } else { Edge::Open };
        Plot::new(self.origin_m, self.size_m, edge).ok()
    }

    /// The width of a figure's page, pt, if it has one of its own and needs at least so much.
    pub(crate) fn page_pt(&self, own_pt: f64, least_pt: f64) -> f64 {
        style::page_pt(self.width_mm, own_pt, least_pt)
    }

    pub(crate) fn check(&self) -> Result<(), ReportError> {
        WIDTH.of("the figures", "width_mm", self.width_mm)?;
        check_plot(self.origin_m, self.size_m)
    }
}

/// Refuses a plot that could not be drawn.
pub(crate) fn check_plot(origin_m: [f64; 2], [width_m, height_m]: [f64; 2]) -> Result<(), ReportError> {
    FINITE.of("manifest.json", "origin_m", origin_m)?;
    // Written so that a side of NaN fails too, one too short to be told apart at the origin, and an area without end.
    let drawable = |from: f64, length: f64| length.is_finite() && from + length > from;
    let area_ha = width_m * height_m / 10_000.0;
    if drawable(origin_m[0], width_m) && drawable(origin_m[1], height_m) && area_ha.is_normal() {
        Ok(())
    } else {
        Err(ReportError::Plot { width_m, height_m })
    }
}

/// The tables of one run. A table that the run did not leave is empty.
pub trait Tables {
    /// The run itself.
    fn about(&self) -> RunAbout;

    /// `census.csv`.
    ///
    /// # Errors
    /// What the reader said.
    fn census(&self) -> Result<Vec<CensusRow>, Cause>;

    /// `spacing.csv`.
    ///
    /// # Errors
    /// What the reader said.
    fn spacing(&self) -> Result<Vec<SpacingRow>, Cause>;

    /// `replicates.csv`.
    ///
    /// # Errors
    /// What the reader said.
    fn replicates(&self) -> Result<Vec<ReplicatesRow>, Cause>;

    /// `climate.csv`, which no run without a climate leaves.
    ///
    /// # Errors
    /// What the reader said.
    fn climate(&self) -> Result<Vec<ClimateRow>, Cause> {
        Ok(Vec::new())
    }

    /// `deadwood.csv`.
    ///
    /// # Errors
    /// What the reader said.
    fn deadwood(&self) -> Result<Vec<DeadwoodRow>, Cause> {
        Ok(Vec::new())
    }

    /// `inventory.csv`.
    ///
    /// # Errors
    /// What the reader said.
    fn inventory(&self) -> Result<Vec<InventoryRow>, Cause> {
        Ok(Vec::new())
    }

    /// `ground.csv`, which no run on level ground leaves.
    ///
    /// # Errors
    /// What the reader said.
    fn ground(&self) -> Result<Vec<GroundRow>, Cause> {
        Ok(Vec::new())
    }

    /// `suitability.csv`, which no run on level ground leaves.
    ///
    /// # Errors
    /// What the reader said.
    fn suitability(&self) -> Result<Vec<SuitabilityRow>, Cause> {
        Ok(Vec::new())
    }

    /// `sites.csv`, which no run on level ground leaves.
    ///
    /// # Errors
    /// What the reader said.
    fn sites(&self) -> Result<Vec<SitesRow>, Cause> {
        Ok(Vec::new())
    }

    /// The years for which [`Tables::trees`] has a table.
    fn recorded_years(&self) -> Vec<u32>;

    /// `trees/year-Y`: the living trees of a recorded year.
    ///
    /// # Errors
    /// What the reader said.
    fn trees(&self, year: u32) -> Result<Vec<TreeRow>, Cause>;
}

/// At most `most` of the years in ascending order, evenly spread, the first and the last among them; of one, the last.
#[must_use]
pub fn evenly(years: &[u32], most: usize) -> Vec<u32> {
    let mut years = years.to_vec();
    years.sort_unstable();
    years.dedup();
    match (years.len(), most) {
        (0, _) | (_, 0) => Vec::new(),
        (n, most) if n <= most => years,
        (n, 1) => vec![years[n - 1]],
        (n, most) => (0..most)
            .map(|i| years[(i * (n - 1) + (most - 1) / 2) / (most - 1)])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn chosen_years_begin_with_the_first_and_end_with_the_last() {
        let years: Vec<u32> = (0..=15).map(|i| 10 * i).collect();
        assert_eq!(evenly(&years, 3), [0, 80, 150]);
        assert_eq!(evenly(&years, 1), [150]);
        assert_eq!(evenly(&[30, 0, 0], 3), [0, 30]);
        assert_eq!(evenly(&[], 3), [0_u32; 0]);
        for most in 2..20 {
            let chosen = evenly(&years, most);
            assert_eq!((chosen[0], chosen[chosen.len() - 1]), (0, 150));
            assert_eq!(chosen.len(), most.min(16));
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
        }
    }

    #[test]
    fn a_plot_has_an_area_in_hectares_and_sides_that_can_be_drawn() {
        use super::RunAbout;
        let about = |size_m, origin_m| RunAbout {
            name: String::new(),
            size_m,
            origin_m,
            torus: false,
            species: Vec::new(),
            width_mm: None,
        };
        assert_eq!(about([200.0, 50.0], [0.0; 2]).area_ha(), 1.0);
        assert!(about([200.0, 50.0], [1e6, -1e6]).check().is_ok());
        for size_m in [
            [0.0, 1.0],
            [1.0, 0.0],
            [-1.0, 1.0],
            [f64::NAN, 1.0],
            [1.0, f64::INFINITY],
            [1e200, 1e200],
        ] {
            assert!(about(size_m, [0.0; 2]).check().is_err(), "{size_m:?}");
        }
        for origin_m in [[f64::NAN, 0.0], [0.0, f64::INFINITY], [1e17, 0.0], [0.0, 1e17]] {
            assert!(about([1.0, 1.0], origin_m).check().is_err(), "{origin_m:?}");
        }
    }
}
